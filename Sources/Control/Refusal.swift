/// A request that isn't carried out, and the reason.
package struct Refusal: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
