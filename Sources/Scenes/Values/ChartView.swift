import Localization
import PanelViews

/// A line chart of values over the last hours.
final class ChartView: View {
  /// A value's line.
  private struct Curve {
    let name: String
    let history: ValueHistory
    let color: Color
  }

  /// The state that the picture shows.
  private struct Content: Equatable {
    /// The versions of the histories.
    let versions: [Int]
    /// Of the values' definitions.
    let ranges: [ClosedRange<Double>?]
    let timeOffset: Double
  }

  private let chart: SceneDescription.Chart
  private let textColor: Color
  private let values: Values
  private let curves: [Curve]
  /// As of the last drawing.
  private var content: Content?
  private var observer: ChangeObserver?

  /// - Parameter textColor: legible on the background.
  init(name: String?, layer: Layer, _ chart: SceneDescription.Chart, textColor: Color, of values: Values) {
    (self.chart, self.textColor, self.values) = (chart, textColor, values)
    curves = chart.valueNames.enumerated().map { index, name in
      Curve(
        name: name, history: values.history(of: name, seconds: chart.hours * 3600),
        color: Self.color(index, of: chart, textColor: textColor))
    }
    super.init(name: name, layer: layer)
    content = currentContent
    observer = values.observe(chart.valueNames) { [unowned self] in
      guard currentContent != content else { return }
      content = currentContent
      setNeedsDisplay()
    }
  }

  /// The default colors of further lines, for a dark background.
  private static let furtherColors = [0xF2B33D, 0x35B68B, 0x5AA9F0, 0xE57373, 0xB58CE0].map { Color(hex: $0) }

  private static func color(_ index: Int, of chart: SceneDescription.Chart, textColor: Color) -> Color {
    if chart.colors.indices.contains(index) { return chart.colors[index] }
    if index == 0 { return chart.color ?? textColor }
    let color = furtherColors[(index - 1) % furtherColors.count]
    return textColor == LegibleTextStyle.light ? color : color.mixed(with: .black, 0.4)
  }

  private var currentContent: Content {
    Content(
      versions: curves.map(\.history.version), ranges: curves.map { values.definitions[$0.name]?.range },
      timeOffset: chart.hasAxis ? values.localTimeOffset + values.wallOffset : 0)
  }

  override var drawsContents: Bool { true }

  /// Returns a size at which a line is recognizable. Charts usually fill the extra room of a stack.
  override func sizeThatFits(_ size: Size) -> Size {
    guard chart.hasAxis else { return Size(120, 60) }
    return Size(120 + 48 * textScale, 60 + 24 * textScale)
  }

  override func draw(_ canvas: Canvas) {
    let axis = range.map { ChartAxis(chart, range: $0, of: values, font: axisFont, color: textColor) }
    let lineWidth = chart.width
    var area = bounds
    if chart.hasAxis, let axis, let plot = axis.plot(in: bounds) {
      area = plot
      axis.draw(canvas, around: plot, at: values.localTime(ofNewestIn: curves.map(\.history)))
    }
    area = area.insetBy(lineWidth / 2 + 1, lineWidth / 2 + 1)
    guard area.width > 0, area.height > 0, let range else { return }
    canvas.clipped(to: bounds) {
      for curve in curves {
        for line in lines(of: curve.history, in: area, range) { draw(line, curve.color, canvas, bottom: area.maxY) }
      }
    }
  }

  private var axisFont: Font { Font(size: 12 * textScale, hasMonospacedDigits: true) }

  private func draw(_ line: [Point], _ color: Color, _ canvas: Canvas, bottom: Double) {
    guard let first = line.first, let last = line.last else { return }
    // Several tinted areas would hide which line is which.
    if curves.count == 1 {
      let area = line + [Point(last.x, bottom), Point(first.x, bottom)]
      canvas.fill(area, color: color.withAlphaComponent(color.alpha * 0.16))
    }
    // A single point is drawn as a dot.
    canvas.stroke(line.count > 1 ? line : [first, Point(first.x + 0.01, first.y)], width: chart.width, color: color)
  }

  /// Returns the lines between the gaps.
  private func lines(of history: ValueHistory, in area: Rect, _ range: ClosedRange<Double>) -> [[Point]] {
    func y(_ number: Double) -> Double {
      let fraction = (number - range.lowerBound) / (range.upperBound - range.lowerBound)
      return area.maxY - min(max(fraction, 0), 1) * area.height
    }
    var (line, lines): ([Point], [[Point]]) = ([], [])
    for index in 0..<ValueHistory.slotCount {
      if let slot = history[index] {
        let x = area.minX + area.width * Double(index) / Double(ValueHistory.slotCount - 1)
        let (low, high) = (Point(x, y(slot.lowerBound)), Point(x, y(slot.upperBound)))
        // Start at the end that is closer to the previous point.
        let isRising = line.last.map { abs($0.y - low.y) <= abs($0.y - high.y) } ?? true
        line.append(isRising ? low : high)
        if low != high { line.append(isRising ? high : low) }
      }
      if history.isInterrupted(index) {
        lines.append(line)
        line = []
      }
    }
    return lines + [line]
  }

  /// The range of the y axis; `nil` for values without numbers.
  private var range: ClosedRange<Double>? {
    let defined = curves.compactMap { values.definitions[$0.name]?.range }
    let undefined = curves.filter { values.definitions[$0.name]?.range == nil }
    let read = undefined.compactMap { $0.history.range }.reduce(nil, Self.union).map(widened)
    return defined.reduce(read, Self.union)
  }

  private static func union(_ first: ClosedRange<Double>?, _ second: ClosedRange<Double>) -> ClosedRange<Double> {
    guard let first else { return second }
    return min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
  }

  /// Returns a range of at least the least span around the same center. A constant value is in the center.
  private func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let length = range.upperBound - range.lowerBound
    let least = chart.span ?? (length > 0 ? 0 : 2)
    guard length < least else { return range }
    let center = (range.lowerBound + range.upperBound) / 2
    return (center - least / 2)...(center + least / 2)
  }

  // MARK: Accessibility

  override var accessibilityDefaults: AccessibilityDefaults {
    super.accessibilityDefaults.adding(
      [], value: curves.map(spokenText).joined(separator: LocalizedText.listSeparator.text))
  }

  /// Returns the current reading, the minimum and the maximum; after the value's name if there are several.
  private func spokenText(of curve: Curve) -> String {
    var parts = [values.spokenText(of: curve.name)]
    if curves.count > 1 { parts[0] = "\(curve.name) \(parts[0])" }
    if let range = curve.history.range, let definition = values.definitions[curve.name] {
      for (word, number) in [(LocalizedText.spokenMinimum, range.lowerBound), (.spokenMaximum, range.upperBound)] {
        parts.append(
          "\(word.text) \(definition.axisText(of: number, in: range, decimalSeparator: values.decimalSeparator))")
      }
    }
    return parts.joined(separator: LocalizedText.listSeparator.text)
  }
}

extension ValueHistory {
  /// The lowest and the highest number.
  fileprivate var range: ClosedRange<Double>? {
    let slots = (0..<Self.slotCount).compactMap { self[$0] }
    guard let low = slots.map(\.lowerBound).min(), let high = slots.map(\.upperBound).max() else { return nil }
    return low...high
  }
}
