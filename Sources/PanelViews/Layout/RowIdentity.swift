/// The identity of a list's row: the application's identifier. Equal identifiers are distinguished by order.
struct RowIdentity: Hashable {
  private let identifier: AnyHashable
  private let occurrence: Int

  static func identities(of identifiers: some Sequence<some Hashable>) -> [RowIdentity] {
    var counts: [AnyHashable: Int] = [:]
    return identifiers.map { identifier in
      let occurrence = counts[identifier, default: 0]
      counts[identifier] = occurrence + 1
      return RowIdentity(identifier: identifier, occurrence: occurrence)
    }
  }

  /// Returns for each new row the index of the old row that it continues; `nil` for an inserted row.
  ///
  /// That is the row with the same identity, wherever it was, or one that was at the same place and is gone.
  static func continuedRows(from old: [RowIdentity], to new: [RowIdentity]) -> [Int?] {
    let oldIndexes = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    var result = new.map { oldIndexes[$0] }
    var unused = Set(old.indices).subtracting(result.compactMap { $0 })
    // The old row before the place.
    var previous = -1
    for index in new.indices {
      if result[index] == nil, unused.remove(previous + 1) != nil { result[index] = previous + 1 }
      previous = result[index] ?? previous
    }
    return result
  }
}
