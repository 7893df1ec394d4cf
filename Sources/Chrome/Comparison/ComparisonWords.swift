import Layers
import Scenes
import Views

/// The words about one answer to "Who gets the tap?", from what was really asked.
struct ComparisonWords: Equatable {
  /// The taker, within a sentence.
  let taker: String
  let reason: String
  /// True where the tap reaches what one sees.
  let isAsSeen: Bool
  /// The view that one looks through; `nil` where one sees the taker itself.
  let lid: String?

  init(_ asking: Asking) {
    isAsSeen = asking.isAsSeen
    lid = asking.isAsSeen ? nil : asking.seenPane.map { asking.panes[$0].view.spokenNameWithin }
    guard let index = asking.takingPane else {
      taker = asking.taker == nil ? "nobody" : "the ground"
      reason = lid.map { "\($0) does not listen" } ?? "nothing else is there"
      return
    }
    let pane = asking.panes[index]
    let name = pane.view.spokenNameWithin
    let place = pane.facing == .back ? ", at the back" : ", in front"
    taker = (asking.taker is Control && asking.taker !== pane.view ? "the button on \(name)" : name) + place
    let others = asking.panes.indices.filter { $0 != index }
    if asking.order == .depth {
      reason = "the nearest under the tap"
    } else if others.allSatisfy({ !asking.panes[$0].view.isUserInteractionEnabled }) {
      reason = "no other \(Self.kind(of: name)) listens"
    } else if index == 0 {
      reason = pane.facing == .back ? "it is asked first, even at the back" : "it is asked first"
    } else {
      let passed = asking.panes[..<index]
      let outcome = passed.allSatisfy { $0.answer == .missed } ? "missed" : "let it through"
      reason = "\(Self.list(passed.map { $0.view.spokenNameWithin })) \(outcome); \(name) came next"
    }
  }

  /// "face" of "face 3".
  private static func kind(of name: String) -> String {
    let letters = name.prefix { $0.isLetter }
    return letters.isEmpty ? "view" : String(letters)
  }

  /// "6, 5 and 4", as the faces are numbered; the names where they aren't.
  private static func list(_ names: [String]) -> String {
    let numbers = names.map { String($0.reversed().prefix { $0.isNumber }.reversed()) }
    let items = numbers.contains("") ? names : numbers.count == 1 ? names : numbers
    guard items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + items.last!
  }
}
