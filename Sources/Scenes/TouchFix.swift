import Localization
import PanelViews

/// A rule that picks the view for a touch on the cube: one of the answers that the panel offers to the question "Who
/// gets the tap?".
///
/// To add a fix, declare a constant and list it in `allCases`. The bar, the lesson, the command line
/// and the manual take their choices from that list.
public struct TouchFix: Sendable {
  /// The name in configurations, events and view paths.
  public let rawValue: String
  public let texts: (title: LocalizedText, detail: LocalizedText)
  /// The sentence about what the rule does when the cube is turned.
  let turnedText: LocalizedText
  /// The effect, without a period. The manual writes it after the name and the title: "reorder (Face 3 first): face 3
  /// is the last sibling."
  public let manualText: String
  /// Makes the note in the current language; `nil` for UIKit's own behavior.
  private let makeNote: (@Sendable () -> TapRuleNote)?
  /// Applies the rule. Before, every face is interactive and `hitOrder` is the order of siblings. `faces[0]` is face 1.
  let apply: @Sendable (_ cube: View, _ faces: [View]) -> Void

  init(
    _ rawValue: String, title: LocalizedText, detail: LocalizedText, turned: LocalizedText, manualText: String,
    note: (@Sendable () -> TapRuleNote)? = nil,
    apply: @escaping @Sendable (_ cube: View, _ faces: [View]) -> Void
  ) {
    (self.rawValue, texts, turnedText, self.manualText) = (rawValue, (title, detail), turned, manualText)
    (makeNote, self.apply) = (note, apply)
  }

  /// The description of the rule; `nil` for `none`.
  public var note: TapRuleNote? { makeNote?() }
}

extension TouchFix {
  /// UIKit's behavior, and the first version in *iOS Core Animation: Advanced Techniques*, chapter 5: the faces are in
  /// the order in which they were added, all of them interactive.
  public static let none = TouchFix(
    "none", title: .fixNone, detail: .fixNoneDetail, turned: .fixNoneTurned,
    manualText: "the last sibling at the point, even behind others, as in UIKit"
  ) { _, _ in }

  /// User interaction is disabled on every face except 3.
  public static let userInteraction = TouchFix(
    "user-interaction", title: .fixOnlyThree, detail: .fixOnlyThreeDetail, turned: .fixOnlyThreeTurned,
    manualText: "no face but 3",
    note: {
      // One line as an example. The remark names the other faces.
      TapRuleNote(
        code: "face5.isUserInteractionEnabled = false", remark: LocalizedText.fixOnlyThreeRemark.text,
        effectAndCost: LocalizedText.fixOnlyThreeEffectAndCost.text)
    },
    apply: { _, faces in
      for (index, face) in faces.enumerated() { face.isUserInteractionEnabled = index == 2 }
    })

  /// Face 3 is moved to the end of the sibling order, and is tested first.
  public static let reorder = TouchFix(
    "reorder", title: .fixThreeFirst, detail: .fixThreeFirstDetail, turned: .fixThreeFirstTurned,
    manualText: "face 3 is the last sibling",
    note: {
      // The new test order, with the gap that face 3 left: 3, 6, 5, 4, gap, 2, 1. The gap has index 4.
      TapRuleNote(
        code: "cube.bringSubviewToFront(face3)", remark: LocalizedText.fixThreeFirstRemark.text,
        effectAndCost: LocalizedText.fixThreeFirstEffectAndCost.text,
        formerPosition: TapRuleNote.FormerPosition(index: 4, label: LocalizedText.faceThreeWasHere.text))
    },
    apply: { cube, faces in cube.bringSubviewToFront(faces[2]) })

  /// Not in UIKit: the nearest drawn surface under the finger gets the touch.
  public static let depth = TouchFix(
    "depth", title: .fixNearest, detail: .fixNearestDetail, turned: .fixNearestTurned,
    manualText: "the nearest visible face",
    note: {
      TapRuleNote(
        code: "cube.hitOrder = .depth", remark: LocalizedText.fixNearestRemark.text, isBuiltIn: false,
        effectAndCost: LocalizedText.fixNearestEffectAndCost.text)
    },
    apply: { cube, _ in cube.hitOrder = .depth })
}

extension TouchFix: CaseIterable, RawRepresentable {
  public static let allCases = [none, userInteraction, reorder, depth]
  public var title: String { texts.title.text }

  public init?(rawValue: String) {
    guard let fix = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = fix
  }
}

extension TouchFix: Hashable {
  public static func == (a: TouchFix, b: TouchFix) -> Bool { a.rawValue == b.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
