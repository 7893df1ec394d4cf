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
