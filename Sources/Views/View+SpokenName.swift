extension View {
  /// The view's name for people: its accessibility label, else its name.
  public final var spokenName: String { accessibilityLabel ?? name ?? "A view" }
}
