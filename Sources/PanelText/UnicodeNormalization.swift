import CPangoCairo

extension String {
  /// The text in Normalization Form C: `e` followed by a combining acute accent becomes `é`. Empty if it has a NUL.
  public var composedCanonically: String { normalized(CGLIB_NORMALIZE_NFC) }

  /// The text in Normalization Form D: `é` becomes `e` followed by a combining acute accent. Empty if it has a NUL.
  public var decomposedCanonically: String { normalized(CGLIB_NORMALIZE_NFD) }

  private func normalized(_ form: some FixedWidthInteger) -> String {
    guard !utf8.contains(0), let result = g_utf8_normalize(self, -1, UInt32(clamping: form)) else { return "" }
    defer { g_free(result) }
    return String(cString: result)
  }
}
