/// A request that isn't carried out, and the reason.
struct Refusal: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
