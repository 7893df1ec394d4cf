import Glibc

/// Formats the time in a locale, and computes when the text changes next.
package struct ClockText {
  /// The strftime(3) format.
  package let format: String
  package let locale: Locale

  package init(format: String, locale: Locale) { (self.format, self.locale) = (format, locale) }

  /// Owns a locale of the C library.
  package final class Locale {
    package let locale: locale_t?

    /// Creates a locale.
    ///
    /// - Parameter name: A name such as de_DE.UTF-8; empty for the environment's. Falls back to C if the locale isn't
    ///   installed.
    package init(_ name: String = "") {
      locale = newlocale(Int32(1 << LC_TIME | 1 << LC_NUMERIC), name, nil) ?? newlocale(Int32(1 << LC_TIME), "C", nil)
    }

    deinit { if let locale { freelocale(locale) } }

    /// The decimal point.
    package var decimalSeparator: String {
      guard let locale, let text = nl_langinfo_l(nl_item(RADIXCHAR), locale) else { return "." }
      return String(cString: text)
    }
  }

  /// Returns the text at a time.
  ///
  /// - Parameter time: In seconds since 1970.
  package func text(at time: Int) -> String {
    var (time, parts) = (time_t(time), tm())
    guard let locale = locale.locale, localtime_r(&time, &parts) != nil else { return "" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      // swift-format-ignore: NeverForceUnwrap
      let count = strftime_l(buffer.baseAddress!, buffer.count, format, &parts, locale)
      return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Returns the first second after `time` at which the text changes, or `nil` if it doesn't change within a year.
  ///
  /// - Parameter time: In seconds since 1970.
  package func nextChange(after time: Int) -> Int? {
    let current = text(at: time)
    func differs(_ time: Int) -> Bool { text(at: time) != current }
    if differs(time + 1) { return time + 1 }
    // In every time zone, a minute starts with a minute of UTC, and hours and days start at a quarter hour of UTC.
    let (minute, quarterHour, day) = (60, 15 * 60, 24 * 3600)
    let nextMinute = (time / minute + 1) * minute
    if differs(nextMinute) { return nextMinute }
    func firstDifferingQuarterHour(from start: Int, days: Int) -> Int? {
      stride(from: start, through: start + days * day, by: quarterHour).first(where: differs)
    }
    let nextQuarterHour = (time / quarterHour + 1) * quarterHour
    if let change = firstDifferingQuarterHour(from: nextQuarterHour, days: 1) { return change }
    guard let days = (1...366).first(where: { differs(nextQuarterHour + $0 * day) }) else { return nil }
    return firstDifferingQuarterHour(from: nextQuarterHour + (days - 1) * day, days: 1)
  }
}
