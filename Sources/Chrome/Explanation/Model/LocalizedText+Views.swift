import Localization
import PanelViews
import Scenes

extension LocalizedText {
  /// Returns the text with the joined names of views, in the singular or plural form for their number.
  func text(_ views: [View]) -> String { text(names: Self.names(of: views), count: views.count) }

  /// Joins names: "faces 6, 5 and 4" for numbered views. More than four are abbreviated to two and a count.
  private static func names(of views: [View]) -> String {
    let numbered = views.compactMap { $0 as? any Numbered }
    guard views.count > 1, numbered.count == views.count, let kind = numbered.first.map({ type(of: $0).names }),
      numbered.allSatisfy({ type(of: $0).names == kind })
    else { return abbreviatedList(views.map(\.displayNameMidSentence)) }
    return kind.text([.list: abbreviatedList(numbered.map { "\($0.number)" })])
  }

  private static func abbreviatedList(_ items: [String]) -> String {
    guard items.count > 4 else { return list(items) }
    let first = items.prefix(2).joined(separator: LocalizedText.listSeparator.text)
    return LocalizedText.listOthers.text([.items: first, .count: "\(items.count - 2)"])
  }
}
