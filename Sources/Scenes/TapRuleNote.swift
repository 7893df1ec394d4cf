/// A description of a rule that picks the view for a tap, with source code.
public struct TapRuleNote: Equatable, Sendable {
  /// A line of Swift that uses UIKit's names.
  public let code: String
  /// A short remark shown beneath the code.
  public let remark: String
  /// False for a rule that UIKit doesn't have.
  public var isBuiltIn = true
  /// The effect of the rule and its cost, a sentence each.
  public let effectAndCost: String
  /// The former position of the view that is now tested first.
  public var formerPosition: FormerPosition?

  public struct FormerPosition: Equatable, Sendable {
    /// The index of the former position in the new test order, in which the gap that the view left counts as a view.
    public let index: Int
    public let label: String
  }
}
