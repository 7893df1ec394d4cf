/// A description of the hit-testing rule of a scene, with source code.
public struct RouteNote: Equatable, Sendable {
  /// A line of Swift that uses UIKit's names.
  public let code: String
  /// A short remark shown beneath the code.
  public let remark: String
  /// False for a rule that UIKit doesn't have.
  public var isBuiltIn = true
  /// The effect of the rule and its cost, a sentence each.
  public let price: String
  /// The index in hit-test order before which the view that is now tested first used to be.
  public var gap: Int?
}
