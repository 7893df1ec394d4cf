extension JSONPlace {
  /// With so many faults nothing more is read: somebody took another file.
  static let mostFaults = 100

  /// The members of an object; `nil`, and a fault, for anything else. A member that nobody knows is a fault that
  /// doesn't keep the others from being read; one that begins with two slashes is a comment.
  ///
  /// - Parameter ignored: members that mean nothing, and are no fault.
  package func object(_ known: [String], ignoring ignored: [String] = [], _ faults: inout [FileFault]) -> JSONObject? {
    guard case .object(let members) = value else {
      faults.append(fault("an object"))
      return nil
    }
    let strangers = Set(members.keys).subtracting(known).subtracting(ignored).filter { !$0.hasPrefix("//") }
    for name in strangers.sorted().prefix(Self.mostFaults) { faults.append(unknown(name, among: known)) }
    return JSONObject(members: members, place: self)
  }
}

extension JSONObject {
  /// A member that has to be there; `nil`, and a fault, where it isn't.
  func needed(_ name: String, _ faults: inout [FileFault]) -> JSONPlace? {
    do throws(FileFault) {
      return try required(name)
    } catch {
      faults.append(error)
      return nil
    }
  }
}

extension [FileFault] {
  /// Takes a value over where there is a place for it. A fault is kept, and the value stays as it was.
  mutating func read<Value>(
    _ place: JSONPlace?, into value: inout Value, _ form: (JSONPlace) throws(FileFault) -> Value
  ) {
    guard let place else { return }
    do throws(FileFault) {
      value = try form(place)
    } catch {
      append(error)
    }
  }
}
