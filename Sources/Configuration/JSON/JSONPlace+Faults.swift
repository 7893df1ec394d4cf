extension JSONPlace {
  /// The number of faults at which reading stops: the file is probably the wrong one.
  static let mostFaults = 100

  /// Returns the members of an object, or adds a fault and returns `nil` for any other value.
  ///
  /// An unknown member adds a fault and doesn't prevent reading the others. Names that start with `//` are comments,
  /// and the top-level `$schema` is for editors.
  ///
  /// - Parameter ignored: Unknown members that aren't faults.
  package func object(_ known: [String], ignoring ignored: [String] = [], _ faults: inout [Diagnostic]) -> JSONObject? {
    guard case .object(let members) = value else {
      faults.append(fault("an object"))
      return nil
    }
    let strangers = Set(members.keys).subtracting(known).subtracting(ignored).filter {
      !$0.hasPrefix("//") && !(path == "$" && $0 == "$schema")
    }
    for name in strangers.sorted().prefix(Self.mostFaults) { faults.append(unknown(name, among: known)) }
    return JSONObject(members: members, place: self)
  }
}
