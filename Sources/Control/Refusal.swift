/// The reason why a request is refused.
package struct Refusal: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
