extension View {
  /// The displayed name at the beginning of a sentence or alone: "The yellow plane", "Face 5".
  ///
  /// It is the accessibility label, or the view's name.
  public final var displayName: String { displayNameMidSentence.capitalizedFirst }

  /// The displayed name within a sentence: "the yellow plane", "face 5".
  public final var displayNameMidSentence: String { accessibilityLabel ?? name ?? "" }
}

extension String {
  /// The string with its first character in upper case.
  public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
