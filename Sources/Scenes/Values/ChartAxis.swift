import PanelViews

/// The labels of a chart: the ends of its range at the left, and the time below.
struct ChartAxis {
  private static let lineWidth = 1.0
  /// The distance of labels from the lines.
  private static let gap = 4.0
  /// The distances of labels from one another, in seconds: divisors of a day, then days.
  private static let steps: [Double] = [
    300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200, 86400, 172_800, 604_800, 1_209_600,
  ]

  private let seconds: Double
  private let font: Font
  private let color: Color
  private let (low, high): (TextLayout, TextLayout)

  init(
    _ chart: SceneDescription.Chart, range: ClosedRange<Double>, of values: Values, font: Font, color: Color
  ) {
    (seconds, self.font, self.color) = (chart.hours * 3600, font, color)
    let definition = values.definitions[chart.valueNames[0]] ?? ValueDefinition(.set(nil))
    func label(_ number: Double) -> TextLayout {
      let text = definition.axisText(of: number, in: range, decimalSeparator: values.decimalSeparator)
      return TextLayout([TextSpan(text, font: font, color: color)])
    }
    (low, high) = (label(range.lowerBound), label(range.upperBound))
  }

  /// Returns the room for the lines; `nil` if the labels need most of the room.
  func plot(in bounds: Rect) -> Rect? {
    let (left, bottom) = (max(low.size.width, high.size.width) + Self.gap, low.size.height + Self.gap)
    guard bounds.width > 2 * left, bounds.height > 3 * bottom else { return nil }
    return Rect(bounds.minX + left, bounds.minY, bounds.width - left, bounds.height - bottom)
  }

  /// Draws the labels and their lines.
  ///
  /// - Parameter end: the local time at the right edge, in seconds since 1970 there.
  func draw(_ canvas: Canvas, around plot: Rect, at end: Double) {
    let lineColor = color.withAlphaComponent(color.alpha * 0.2)
    for (label, y) in [(high, plot.minY), (low, plot.maxY)] {
      let inside = min(max(y - label.size.height / 2, plot.minY), plot.maxY - label.size.height / 2)
      canvas.draw(label, at: Point(plot.minX - Self.gap - label.size.width, inside))
    }
    canvas.stroke([Point(plot.minX, plot.maxY), Point(plot.maxX, plot.maxY)], width: Self.lineWidth, color: lineColor)
    let sample = TextLayout([TextSpan("00:00", font: font, color: color)])
    let pointsPerSecond = plot.width / seconds
    let minimumDistance = sample.size.width * 1.6
    guard let step = Self.steps.first(where: { $0 * pointsPerSecond >= minimumDistance }) else { return }
    var time = (end / step).rounded(.down) * step
    while time > end - seconds {
      let x = plot.maxX - (end - time) * pointsPerSecond
      canvas.stroke([Point(x, plot.minY), Point(x, plot.maxY)], width: Self.lineWidth, color: lineColor)
      let label = TextLayout([TextSpan(Self.text(of: time, step: step), font: font, color: color)])
      let left = x - label.size.width / 2
      if left >= plot.minX - Self.gap, left + label.size.width <= plot.maxX {
        canvas.draw(label, at: Point(left, plot.maxY + Self.gap))
      }
      time -= step
    }
  }

  /// Returns the time of day, such as 06:00, or for steps of days the day of the month.
  static func text(of time: Double, step: Double) -> String {
    let day = (time / 86400).rounded(.down)
    guard step < 86400 else { return "\(dayOfMonth(Int(clamping: day)))" }
    let minutes = Int(clamping: ((time - day * 86400) / 60).rounded())
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
  }

  /// Returns the day of the month of a day since 1970, by the algorithm `civil_from_days` of Howard Hinnant.
  private static func dayOfMonth(_ day: Int) -> Int {
    // Days since 1 March 2000, in cycles of 400 years.
    let cycle = ((day - 11017) % 146_097 + 146_097) % 146_097
    let leapDays = cycle / 1460 - cycle / 36524 + cycle / 146_096
    let year = (cycle - leapDays) / 365
    let dayOfYear = cycle - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return dayOfYear - (153 * month + 2) / 5 + 1
  }
}

extension ValueDefinition {
  /// Formats a number of an axis with as many decimals as tell the ends of its range apart, if `decimals` is `nil`.
  func axisText(of number: Double, in range: ClosedRange<Double>, decimalSeparator: String) -> String {
    let length = range.upperBound - range.lowerBound
    let decimals = decimals ?? (length >= 20 ? 0 : length >= 2 ? 1 : 2)
    let digits = number.formatted(decimals: decimals, decimalSeparator: decimalSeparator)
    return unit.map { "\(digits) \($0)" } ?? digits
  }
}

extension Values {
  /// Returns the local time of the newest slot, in seconds since 1970 there. An empty history may lag behind.
  func localTime(ofNewestIn histories: [ValueHistory]) -> Double {
    (histories.map(\.newestSlotStart).max() ?? 0) + wallOffset + localTimeOffset
  }
}
