extension View {
  /// The displayed name at the beginning of a sentence or alone: "The yellow plane", "Face 5".
  ///
  /// It is the explanation name, the accessibility label or the view's name.
  public final var displayName: String { displayNameMidSentence.capitalizedFirst }

  /// The displayed name within a sentence: "the yellow plane", "face 5".
  public final var displayNameMidSentence: String { explanationName ?? accessibilityLabel ?? name ?? "" }

  /// The name within a sentence about touches, if it differs from the accessibility label: "the lamp's button".
  public final var explanationName: String? {
    get { accessibilityProperties?.explanationName }
    set { changeAccessibility { $0.explanationName = newValue } }
  }
}

extension String {
  /// The string with its first character in upper case.
  public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
