import PanelViews

extension View {
  /// The names from the outermost view: "Face 5 ▸ number". The root and the view of the scene or the bar are omitted
  /// unless the path ends there.
  var displayPath: String {
    var words: [String] = []
    var next: View? = self
    while let view = next {
      // Like `path`, without transform-only views.
      if let name = view.name, !(view.layer is TransformLayer) {
        words.insert(view.explanationName ?? view.accessibilityLabel ?? Self.words(in: name), at: 0)
      }
      next = view.superview
    }
    words.removeFirst(min(2, max(words.count - 1, 0)))
    guard let first = words.first else { return "" }
    words[0] = first.capitalizedFirst
    return words.joined(separator: " ▸ ")
  }

  /// Formats the name of a view without a label: `tab5` as "tab 5", `touch-fix` as "touch fix".
  private static func words(in name: String) -> String {
    var words = ""
    for character in name {
      if character.isNumber, words.last?.isLetter == true { words += " " }
      words.append(character == "-" || character == "_" ? " " : character)
    }
    return words
  }
}
