extension JSONPlace {
  /// With so many faults nothing more is read: somebody took another file.
  static let mostFaults = 100

  /// The members of an object; `nil`, and a fault, for anything else. A member that nobody knows is a fault that
  /// doesn't keep the others from being read; one that begins with two slashes is a comment, and so is "$schema" at the
  /// top of a file, by which editors find the schema.
  ///
  /// - Parameter ignored: members that mean nothing, and are no fault.
  package func object(_ known: [String], ignoring ignored: [String] = [], _ faults: inout [FileFault]) -> JSONObject? {
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
