import Glibc
import Scenes

extension Values {
  /// Reads the time, files and watched images once, for a single picture. Runs no commands: values without a reading show
  /// their samples.
  ///
  /// - Parameter now: In seconds since 1970.
  package func readOnce(at now: Int) {
    let locale = ClockText.Locale()
    decimalSeparator = locale.decimalSeparator
    localTimeOffset = Self.localTimeOffset(at: now)
    wallClockWasSet(to: Double(now), at: 0)
    usesSamples = true
    set(
      definitions.compactMap { name, definition in
        switch definition.source {
        case .time(let format): (name, ClockText(format: format, locale: locale).text(at: now))
        case .file(let path): (try? ValueLine.first(definition.maximumLines, ofFile: path)).map { (name, $0) }
        case .command, .stream, .set, .adapter: nil
        }
      }, at: 0)
    for path in images.paths {
      if let picture = try? PictureDecoder.bitmap(inFile: path) { images.set(path, picture, age: 0, at: 0) }
    }
  }
}

extension Values {
  /// Returns the system's local time minus UTC, in seconds.
  ///
  /// - Parameter time: In seconds since 1970.
  package static func localTimeOffset(at time: Int) -> Double {
    // The zone may have changed, and `localtime_r` reads it only once.
    tzset()
    var (time, local) = (time_t(time), tm())
    localtime_r(&time, &local)
    return Double(local.tm_gmtoff)
  }
}

/// Readings for checking the layout before any value is read.
extension Values {
  /// Sets each value without a reading to its longest known reading, or "0" if none is known.
  func fillMissing() {
    set(
      definitions.filter { reading($0.key) == nil }.map { ($0, longestReading(of: $1) ?? "0") }, at: 0)
  }

  /// Sets each value to its longest known reading. Values without known readings keep theirs.
  func setLongestReadings() {
    set(
      definitions.compactMap { name, definition in longestReading(of: definition).map { (name, $0) } }, at: 0)
  }

  /// Returns the known reading with the longest text: one of the choices, of the mapped readings, of the range's ends, or
  /// the sample.
  private func longestReading(of definition: ValueDefinition) -> String? {
    var known = definition.choices + definition.map.keys.sorted()
    if known.isEmpty, let range = definition.range {
      known = [range.lowerBound, range.upperBound].map { JSONValue.integerIfWhole($0).singleLine }
    }
    definition.sampleReading.map { known.append($0) }
    func length(_ raw: String) -> Int { definition.text(of: raw, decimalSeparator: decimalSeparator).count }
    return known.max { length($0) < length($1) }
  }
}
