import PanelText

extension String {
  /// The text without case and accents, for a search.
  var searchKey: [Unicode.Scalar] {
    decomposedCanonically.lowercased().unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
  }
}

extension String {
  /// The words of a search.
  var searchWords: [[Unicode.Scalar]] { searchKey.split(separator: " ").map(Array.init) }
}

extension [Unicode.Scalar] {
  /// Returns true if the characters of another text follow each other in this one.
  func contains(_ other: Self) -> Bool {
    guard other.count <= count else { return false }
    return (0...count - other.count).contains { self[$0..<$0 + other.count].elementsEqual(other) }
  }
}
