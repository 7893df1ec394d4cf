import Raster

/// Where a value comes from, and how it is shown.
public struct ValueDefinition: Equatable, Sendable {
  /// The origin of its readings.
  public enum Source: Equatable, Sendable {
    /// The first line that a command writes, each so many seconds.
    case command([String], interval: Double)
    /// Each line that a command writes, for as long as it runs.
    case stream([String])
    /// The first line of a file.
    case file(String)
    /// Whoever sets it; with what it is at first.
    case set(String?)
    /// The time, as strftime(3) writes it.
    case time(String)
  }

  /// The least number that has a colour.
  public struct Threshold: Equatable, Sendable {
    public var from: Double
    public var color: Color

    public init(from: Double, color: Color) { (self.from, self.color) = (from, color) }
  }

  public var source: Source
  /// The only words that it can be set to; empty for any.
  public var choices: [String] = []
  /// Behind a number, after a space.
  public var unit: String?
  /// The digits after a number's point; `nil` for those that it came with.
  public var decimals: Int?
  /// The words for what it says.
  public var map: [String: String] = [:]
  /// In seconds: a reading that is older is stale. `nil` for one that never is.
  public var staleAfter: Double?
  /// The numbers that are expected: the least and the greatest of a chart.
  public var range: ClosedRange<Double>?
  /// From the least to the greatest.
  public var colors: [Threshold] = []

  public init(_ source: Source) { self.source = source }

  /// A reading in the words that are shown.
  ///
  /// - Parameter point: the decimal point.
  public func words(for raw: String, point: String) -> String {
    if let words = map[raw] { return words }
    guard let number = Self.number(raw) else { return raw }
    let digits = decimals.map { number.written(decimals: $0, point: point) } ?? raw
    return unit.map { "\(digits) \($0)" } ?? digits
  }

  /// The colour of a reading; `nil` for the text's own.
  func color(of raw: String) -> Color? {
    guard let number = Self.number(raw) else { return nil }
    return colors.last { $0.from <= number }?.color
  }

  /// The number that a reading is; `nil` for words, and for what no chart can show.
  public static func number(_ text: String) -> Double? {
    guard let number = Double(text), abs(number) < 1e15 else { return nil }
    return number
  }
}

extension Double {
  /// A number below 1e15 with so many digits after the point, as one says it: no minus before a zero.
  func written(decimals: Int, point: String) -> String {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let whole = (abs(self) * unit).rounded()
    guard whole < 0x1p63 else { return "\(self)" }
    let digits = String(UInt64(clamping: whole))
    let padded = String(repeating: "0", count: Swift.max(decimals + 1 - digits.count, 0)) + digits
    let sign = self < 0 && whole > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (decimals > 0 ? point + padded.suffix(decimals) : "")
  }
}
