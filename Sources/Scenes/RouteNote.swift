/// The rule by which a scene finds the taker of a tap, as one would write it.
public struct RouteNote: Equatable, Sendable {
  /// A line of Swift, with UIKit's names.
  public let code: String
  /// A few words beneath it.
  public let remark: String
  /// False for a rule that UIKit doesn't have.
  public let isBuiltIn: Bool
  /// The effect of the rule and its price, in a sentence each.
  public let price: String
  /// The place among those that are asked, before the one of this number, from which the first one was taken.
  public let gap: Int?

  public init(code: String, remark: String, isBuiltIn: Bool = true, price: String, gap: Int? = nil) {
    (self.code, self.remark, self.isBuiltIn, self.price, self.gap) = (code, remark, isBuiltIn, price, gap)
  }
}

extension TouchFix {
  /// `nil` where nothing was done.
  var note: RouteNote? {
    switch self {
    case .none: nil
    case .userInteraction:
      RouteNote(
        code: "face5.isUserInteractionEnabled = false", remark: "and so for 6, 4, 2 and 1",
        price: "The other five let every tap pass. The price: nothing on them can be pressed.")
    case .reorder:
      RouteNote(
        code: "cube.bringSubviewToFront(face3)", remark: "now it counts as added last",
        price: "Face 3 is asked first. The price: even when it is turned away.", gap: 4)
    case .depth:
      RouteNote(
        code: "cube.hitOrder = .depth", remark: "not built into UIKit", isBuiltIn: false,
        price: "The nearest under the tap is asked first. The price: you write it yourself.")
    }
  }
}
