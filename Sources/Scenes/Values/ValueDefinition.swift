import Localization
import PanelRaster

/// The source and the format of a value.
public struct ValueDefinition: Equatable, Sendable {
  /// The source of the readings.
  public enum Source: Equatable, Sendable {
    /// The first line of a command's output, read at this interval in seconds.
    case command([String], interval: Double)
    /// Each line of the output of a long-running command.
    case stream([String])
    /// The first line of a file.
    case file(String)
    /// Set by actions and clients. The associated value is the initial text.
    case set(String?)
    /// The time in the format of strftime(3).
    case time(String)
    /// Served by an adapter, which is a separate program.
    ///
    /// - Parameter member: A JSON pointer (RFC 6901) to the part of the adapter's value; empty for the whole value.
    case adapter(AdapterAddress, member: String)
  }

  /// The readings that have a color.
  public struct Threshold: Equatable, Sendable {
    public var comparison: ValueComparison
    public var color: Color
    /// The meaning of the color, spoken after the value, such as "too warm".
    public var label: String?

    public init(_ comparison: ValueComparison, color: Color, label: String? = nil) {
      (self.comparison, self.color, self.label) = (comparison, color, label)
    }
  }

  /// A message that is shown when the reading begins to satisfy a comparison.
  public struct Alert: Equatable, Sendable {
    public var comparison: ValueComparison
    public var message: Message

    public init(_ comparison: ValueComparison, _ message: Message) {
      (self.comparison, self.message) = (comparison, message)
    }
  }

  public var source: Source
  /// The adapter's address that serves the value; `nil` for other sources.
  public var adapterAddress: AdapterAddress? { if case .adapter(let address, _) = source { address } else { nil } }
  /// True to keep the last text of a value that is set, and the histories of any value, across restarts.
  public var isKept = false
  /// True to let events, MQTT, `status` and commands have a text that people type.
  public var isPublic = false
  /// The texts that the value can be set to; empty for any text.
  public var choices: [String] = []
  /// The maximum number of lines of a reading.
  public var maximumLines = 1
  /// The lines of a reading, or the readings from the oldest to the newest, that pictures and previews show if the value
  /// has none.
  public var samples: [String] = []
  /// Appended to a number after a space.
  public var unit: String?
  /// The number of decimals; `nil` to keep those of the reading.
  public var decimals: Int?
  /// Maps raw readings to displayed texts.
  public var map: [String: String] = [:]
  /// The age at which a reading becomes stale, in seconds; `nil` for never.
  public var staleAfter: Double?
  /// Whether a reading can become stale.
  public var canBeStale: Bool { staleAfter != nil || adapterAddress != nil }
  /// The expected range of numbers, used as the y axis of charts.
  public var range: ClosedRange<Double>?
  /// The distance of neighboring numbers; `nil` if unknown.
  public var step: Double?
  public var alert: Alert?
  /// Of several thresholds that a reading reaches, the last one counts.
  public var colors: [Threshold] = []

  public init(_ source: Source, staleAfter: Double? = nil) { (self.source, self.staleAfter) = (source, staleAfter) }

  /// The samples as a reading; `nil` without samples.
  public var sampleReading: String? {
    maximumLines > 1 && !samples.isEmpty ? samples.joined(separator: "\n") : samples.last
  }
  /// The samples that a chart shows.
  var sampleNumbers: [Double] { maximumLines > 1 ? [] : samples.compactMap(Self.number) }

  /// Formats a reading for display.
  public func text(of raw: String, decimalSeparator: String) -> String {
    if let text = map[raw] { return text }
    guard let number = Self.number(raw) else { return raw }
    let digits = decimals.map { number.formatted(decimals: $0, decimalSeparator: decimalSeparator) } ?? raw
    return unit.map { "\(digits) \($0)" } ?? digits
  }

  /// Formats a reading for speech: as displayed, with the label of its threshold.
  func spokenText(of raw: String, decimalSeparator: String) -> String {
    let text = text(of: raw, decimalSeparator: decimalSeparator)
    return threshold(of: raw)?.label.map { text + LocalizedText.listSeparator.text + $0 } ?? text
  }

  /// Returns the color of a reading; `nil` for the text's default color.
  func color(of raw: String) -> Color? { threshold(of: raw)?.color }

  /// Returns the last threshold that a reading reaches.
  func threshold(of raw: String) -> Threshold? { colors.last { $0.comparison.holds(for: raw, map: map) == true } }

  /// Returns the number in a reading; `nil` for other text and for numbers that are too large for charts.
  public static func number(_ text: String) -> Double? {
    // Swift also reads hexadecimal numbers, which are texts for all clients.
    guard let number = Double(text), abs(number) < 1e15, !text.contains(where: { $0 == "x" || $0 == "X" }) else {
      return nil
    }
    return number
  }
}

extension Double {
  /// Formats a number below 1e15 with this many decimals. Zero never has a minus sign.
  func formatted(decimals: Int, decimalSeparator: String) -> String {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let whole = (abs(self) * unit).rounded()
    guard whole < 0x1p63 else { return "\(self)" }
    let digits = String(UInt64(clamping: whole))
    let padded = String(repeating: "0", count: Swift.max(decimals + 1 - digits.count, 0)) + digits
    let sign = self < 0 && whole > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (decimals > 0 ? decimalSeparator + padded.suffix(decimals) : "")
  }
}
