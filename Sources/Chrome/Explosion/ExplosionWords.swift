import Raster
import Scenes
import Views

/// All that the exploded view says, from what was asked.
struct ExplosionWords: Equatable {
  enum Tone { case expected, unexpected }

  /// The subject of the title, which has the outcome's colour, and the rest.
  let subject: String
  let predicate: String
  let caption: String
  /// The outcome: what one meant, or not.
  let tone: Tone
  /// At the beginning and the end of the order.
  let ends: (first: String, last: String)
  let isByDepth: Bool
  /// Over the pane that one meant, where it is never asked.
  let meant: String?

  init(_ asking: Asking, note: RouteNote?) {
    let names = asking.panes.map { $0.view.spokenName }
    tone = asking.isAsSeen ? .expected : .unexpected
    let isControl = asking.taker is Control
    let holder = asking.takingPane.map { names[$0] }
    switch asking.taker {
    case nil: subject = "Nobody"
    case _ where holder == nil: subject = "The ground"
    case _ where isControl: subject = "The button"
    default: subject = holder ?? "The ground"
    }
    predicate = " takes the tap."
    caption = Self.caption(asking, names: names, note: note)
    isByDepth = asking.order == .depth
    ends = asking.order == .depth ? ("nearest", "farthest") : ("asked first (added last)", "asked last")
    if let seen = asking.seenPane, asking.takingPane.map({ seen > $0 }) ?? false {
      meant = (asking.seen is Control ? "your button" : names[seen]) + ": never asked"
    } else {
      meant = nil
    }
  }

  static func == (a: ExplosionWords, b: ExplosionWords) -> Bool {
    (a.subject, a.predicate, a.caption, a.tone, a.meant) == (b.subject, b.predicate, b.caption, b.tone, b.meant)
      && a.ends == b.ends
  }

  private static func caption(_ asking: Asking, names: [String], note: RouteNote?) -> String {
    if let note, asking.isAsSeen || asking.takingPane == 0 { return note.price }
    guard let taking = asking.takingPane else {
      return asking.panes.isEmpty
        ? "There is nothing else here." : "Each was asked, and none took it. What lies beneath them all does."
    }
    let passed = asking.panes[..<taking]
    guard !passed.isEmpty else { return "\(names[0]) is asked first, and has it. Nobody else is asked." }
    let missed = passed.indices.filter { asking.panes[$0].answer == .missed }.map { names[$0] }
    let deaf = passed.indices.filter { asking.panes[$0].answer == .deaf }.map { names[$0] }
    var parts: [String] = []
    if !missed.isEmpty { parts.append("\(list(missed)) \(missed.count == 1 ? "is" : "are") asked first, and missed.") }
    if !deaf.isEmpty { parts.append("\(list(deaf)) \(deaf.count == 1 ? "does" : "do") not listen.") }
    parts.append("\(names[taking]) comes next.")
    // What stands behind on the panel comes before in the row: that looks like a contradiction.
    if asking.order == .siblings, !asking.isAsSeen { parts.append("The row is the order of asking, not of depth.") }
    return parts.joined(separator: " ")
  }

  /// "Faces 6, 5 and 4", or the names one by one where they have nothing in common; of many the first and the number.
  static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    let words = names.map { $0.split(separator: " ") }
    let heads = Set(words.map { $0.dropLast().joined(separator: " ") })
    var items = names
    var head = ""
    if heads.count == 1, let common = heads.first, !common.isEmpty,
      words.allSatisfy({ $0.last?.first?.isNumber == true })
    {
      head = common + "s "
      items = words.map { String($0.last!) }
    } else {
      for index in items.indices.dropFirst() where items[index].hasPrefix("The ") {
        items[index] = "the" + items[index].dropFirst(3)
      }
    }
    if items.count > 4 { return head + items.prefix(2).joined(separator: ", ") + " and \(items.count - 2) others" }
    return head + items.dropLast().joined(separator: ", ") + " and " + items.last!
  }

  /// "1st", "2nd", "3rd", "4th".
  static func ordinal(_ number: Int) -> String {
    let teen = (11...13).contains(number % 100)
    switch number % 10 {
    case 1 where !teen: return "\(number)st"
    case 2 where !teen: return "\(number)nd"
    case 3 where !teen: return "\(number)rd"
    default: return "\(number)th"
    }
  }
}

extension Asking.Answer {
  var word: String {
    switch self {
    case .missed: HitStep.Verdict.outside.word
    case .deaf: HitStep.Verdict.interactionOff.word
    case .took: HitStep.Verdict.took.word
    case .neverAsked: HitStep.Verdict.neverAsked
    }
  }
}
