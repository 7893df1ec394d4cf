import Localization
import PanelViews

/// A hit-testing rule for touches on the cube: an answer to "Who gets the tap?", with its words and its price.
///
/// To add an answer, add a row and list it in `allCases`. Everything that offers or explains answers reads these rows.
public struct TouchFix: Sendable {
  /// The name in configurations, events and view paths.
  public let rawValue: String
  public let texts: (title: LocalizedText, detail: LocalizedText)
  /// A sentence for the manual that begins with the fix: "reorder: face 3 is the last sibling".
  public let manualText: String
  /// Makes and words the note about the rule; `nil` for UIKit's own behavior.
  private let makeNote: (@Sendable () -> TapRuleNote)?
  /// Applies the rule to faces that are interactive, in numerical order, and tested in sibling order.
  let apply: @Sendable (_ cube: View, _ faces: [View]) -> Void

  init(
    _ rawValue: String, title: LocalizedText, detail: LocalizedText, manualText: String,
    note: (@Sendable () -> TapRuleNote)? = nil,
    apply: @escaping @Sendable (_ cube: View, _ faces: [View]) -> Void
  ) {
    (self.rawValue, texts, self.manualText) = (rawValue, (title, detail), manualText)
    (makeNote, self.apply) = (note, apply)
  }

  /// The description of the rule; `nil` for `none`.
  public var note: TapRuleNote? { makeNote?() }
}

extension TouchFix {
  /// The book's first version: the faces in the order in which they were added, all of them interactive.
  public static let none = TouchFix(
    "none", title: .fixNone, detail: .fixNoneDetail,
    manualText: "is UIKit's rule: the last sibling at that point gets the tap, however deep it lies"
  ) { _, _ in }

  /// User interaction is disabled on every face except 3.
  public static let userInteraction = TouchFix(
    "user-interaction", title: .fixOnlyThree, detail: .fixOnlyThreeDetail, manualText: "only face 3 takes taps",
    note: {
      TapRuleNote(
        code: "face5.isUserInteractionEnabled = false", remark: LocalizedText.fixOnlyThreeRemark.text,
        effectAndCost: LocalizedText.fixOnlyThreePrice.text)
    }
  ) { _, faces in
    for (index, face) in faces.enumerated() { face.isUserInteractionEnabled = index == 2 }
  }

  /// Face 3 is moved to the end of the sibling order.
  public static let reorder = TouchFix(
    "reorder", title: .fixThreeFirst, detail: .fixThreeFirstDetail, manualText: "face 3 is the last sibling",
    note: {
      TapRuleNote(
        code: "cube.bringSubviewToFront(face3)", remark: LocalizedText.fixThreeFirstRemark.text,
        effectAndCost: LocalizedText.fixThreeFirstPrice.text,
        formerPosition: TapRuleNote.FormerPosition(index: 4, label: LocalizedText.faceThreeWasHere.text))
    }
  ) { cube, faces in cube.bringSubviewToFront(faces[2]) }

  /// Not in the book: the nearest drawn surface under the finger gets the touch.
  public static let depth = TouchFix(
    "depth", title: .fixNearest, detail: .fixNearestDetail,
    manualText: "the nearest visible face gets the tap, which UIKit doesn't offer",
    note: {
      TapRuleNote(
        code: "cube.hitOrder = .depth", remark: LocalizedText.fixNearestRemark.text, isBuiltIn: false,
        effectAndCost: LocalizedText.fixNearestPrice.text)
    }
  ) { cube, _ in cube.hitOrder = .depth }
}

extension TouchFix: SceneOption {
  public static let allCases = [none, userInteraction, reorder, depth]
  public static var heading: LocalizedText { .touchFix }

  public init?(rawValue: String) {
    guard let fix = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = fix
  }
}

extension TouchFix: Hashable {
  public static func == (a: TouchFix, b: TouchFix) -> Bool { a.rawValue == b.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
