/// The reason why a request is refused.
package struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The kinds that a client may want to tell apart.
  package enum Kind: String {
    case noSuchAddress = "no-such-address"
    case ambiguous
    case notPermitted = "not-permitted"
    case alreadyServed = "already-served"
    case noAdapter = "no-adapter"
  }

  package let description: String
  package let kind: Kind?

  package init(_ description: String, kind: Kind? = nil) { (self.description, self.kind) = (description, kind) }
}
