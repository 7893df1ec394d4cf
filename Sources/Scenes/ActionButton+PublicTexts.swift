/// The texts of a button for the log and other programs, without those that people type.
extension ActionButton {
  /// The row's line, or "…" if people type it, unless it is public.
  public var publicLine: String? { line.map { hasPrivateLine ? "…" : $0.text } }
  public var hasPrivateLine: Bool { line.map { values.isPrivate($0.valueName) } ?? false }

  /// The accessibility label, with "…" for what people type.
  public var publicLabel: String? { publicTitle?() ?? (hasPrivateLine ? nil : accessibilityLabel) }
}
