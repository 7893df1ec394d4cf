import Geometry
import Views
import Words

/// A hit test as text: the tested views in order, each with its outcome.
public struct Route {
  public struct Line: Equatable {
    /// The view's path.
    public let name: String
    /// The view's displayed name.
    public let title: String
    /// The outcome and its reason.
    public let word: String
    public let isTaker: Bool
    /// The visible view at the point, by path and by displayed name, if it isn't the hit view.
    fileprivate let seen: (path: String, title: String)?

    /// The outcome, with the path of the visible view.
    public var reason: String { seen.map { Self.sees(word, $0.path) } ?? word }
    /// The outcome, with the displayed name of the visible view.
    public var displayReason: String { seen.map { Self.sees(word, $0.title) } ?? word }

    private static func sees(_ word: String, _ name: String) -> String {
      Word.eyeSees.text([.word: word, .seen: name])
    }

    public static func == (a: Line, b: Line) -> Bool { (a.name, a.reason) == (b.name, b.reason) }
  }

  public private(set) var lines: [Line] = []
  public let taker: View?

  public init(to point: Point, in root: View) {
    var steps: [HitStep] = []
    taker = root.hitTest(point) { steps.append($0) }
    let seen = root.visibleView(at: point)
    // If no subview received the touch, the view itself did. Report only that.
    steps.removeAll { $0.outcome == .testsSubviews && $0.view === taker }
    for step in steps {
      let isTaker = step.outcome == .hit
      var word = step.outcome.word
      if step.outcome == .testsSubviews, step.view.subviews.count > 1 {
        word = (step.view.hitOrder == .depth ? Word.asksNearestFirst : .asksLastFirst).text
      }
      if !step.outcome.reason.isEmpty { word = Word.withReason.text([.word: word, .reason: step.outcome.reason]) }
      let other = seen.flatMap {
        isTaker && !$0.isDescendant(of: step.view) && !step.view.isDescendant(of: $0) ? $0 : nil
      }
      lines.append(
        Line(
          name: step.view.path, title: step.view.displayPath, word: word, isTaker: isTaker,
          seen: other.map { ($0.path, $0.displayPath) }))
    }
    if taker == nil {
      lines.append(
        Line(
          name: "-", title: Word.nobody.text.capitalizedFirst, word: Word.nobodyTakesIt.text, isTaker: true, seen: nil))
    }
  }
}
