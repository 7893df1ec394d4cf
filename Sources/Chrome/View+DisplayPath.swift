import Layers
import Views

extension View {
  /// The view's place in words: "Face 5 ▸ number". What nearly all of them lie in, the root and the scene's or the bar's
  /// own view, is left out where something follows.
  var displayPath: String {
    var words: [String] = []
    var next: View? = self
    while let view = next {
      // As in `path`: no touch ends at one that only transforms.
      if let name = view.name, !(view.layer is TransformLayer) {
        words.insert(view.accessibilityLabel ?? Self.spoken(name), at: 0)
      }
      next = view.superview
    }
    words.removeFirst(min(2, max(words.count - 1, 0)))
    guard let first = words.first else { return "" }
    words[0] = first.capitalizedFirst
    return words.joined(separator: " ▸ ")
  }

  /// Of a view without words of its own: `tab5` is "tab 5", `touch-fix` is "touch fix".
  private static func spoken(_ name: String) -> String {
    var words = ""
    for character in name {
      if character.isNumber, words.last?.isLetter == true { words += " " }
      words.append(character == "-" || character == "_" ? " " : character)
    }
    return words
  }
}
