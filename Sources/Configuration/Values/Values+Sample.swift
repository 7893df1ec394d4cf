import Scenes

/// Sample readings, for checking the layout before any value is read.
extension Values {
  /// Sets each value without a reading to its longest known reading, or "0" if none is known.
  func readSamples() {
    set(
      definitions.compactMap { name, it in reading(name) == nil ? (name, longestReading(of: it) ?? "0") : nil }, at: 0)
  }

  /// Sets each value to its longest known reading. Values without known readings keep theirs.
  func readLongest() {
    set(definitions.compactMap { name, it in longestReading(of: it).map { (name, $0) } }, at: 0)
  }

  private func longestReading(of definition: ValueDefinition) -> String? {
    var known = definition.choices + definition.map.keys.sorted()
    if known.isEmpty, let range = definition.range {
      known = [range.lowerBound, range.upperBound].map { JSONValue.shortest($0).line }
    }
    func length(_ raw: String) -> Int { definition.text(of: raw, point: point).count }
    return known.max { length($0) < length($1) }
  }
}
