import Scenes

/// Readings that nobody made, for a look at the panel before anything is known.
extension Values {
  /// Has each value that never came say something that it may say.
  func readSamples() {
    set(
      definitions.compactMap { name, it in reading(name) == nil ? (name, longestReading(of: it) ?? "0") : nil }, at: 0)
  }

  /// Has each value say the longest of what is known beforehand that it may say; others stay as they are.
  func readLongest() {
    set(definitions.compactMap { name, it in longestReading(of: it).map { (name, $0) } }, at: 0)
  }

  private func longestReading(of definition: ValueDefinition) -> String? {
    var known = definition.choices + definition.map.keys.sorted()
    if known.isEmpty, let range = definition.range {
      known = [range.lowerBound, range.upperBound].map { JSONValue.shortest($0).line }
    }
    func length(_ raw: String) -> Int { definition.words(for: raw, point: point).count }
    return known.max { length($0) < length($1) }
  }
}
