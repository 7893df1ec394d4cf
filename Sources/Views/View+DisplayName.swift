extension View {
  /// The view's name for people, as a title has it: "The yellow plane", "Face 5".
  ///
  /// It is the accessibility label, or the name where there is none.
  public final var displayName: String { displayNameMidSentence.capitalizedFirst }

  /// The same within a sentence: "the yellow plane", "face 5".
  public final var displayNameMidSentence: String { accessibilityLabel ?? name ?? "" }
}

extension String {
  /// As at the head of a sentence.
  public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
