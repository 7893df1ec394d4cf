import Views

/// A line chart of a value over the last hours.
final class ChartView: View {
  private let chart: SceneDescription.Chart
  private let color: Color
  private let values: Values
  private let history: ValueHistory
  /// The version of the history that was drawn last.
  private var version = 0
  private var givenRange: ClosedRange<Double>?
  private var observer: ChangeObserver?

  init(name: String?, layer: Layer, _ chart: SceneDescription.Chart, color: Color, of values: Values) {
    (self.chart, self.color, self.values) = (chart, color, values)
    history = values.history(of: chart.value, seconds: chart.hours * 3600)
    (version, givenRange) = (history.version, values.definitions[chart.value]?.range)
    super.init(name: name, layer: layer)
    observer = values.observe([chart.value]) { [unowned self] in
      guard history.version != version || values.definitions[chart.value]?.range != givenRange else { return }
      (version, givenRange) = (history.version, values.definitions[chart.value]?.range)
      setNeedsDisplay()
    }
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let width = chart.width
    let area = bounds.insetBy(width / 2 + 1, width / 2 + 1)
    guard area.width > 0, area.height > 0, let range else { return }
    func y(_ number: Double) -> Double {
      let part = (number - range.lowerBound) / (range.upperBound - range.lowerBound)
      return area.maxY - min(max(part, 0), 1) * area.height
    }
    var line: [Point] = []
    for index in 0..<ValueHistory.count {
      guard let part = history[index] else { continue }
      let x = area.minX + area.width * Double(index) / Double(ValueHistory.count - 1)
      let (low, high) = (Point(x, y(part.lowerBound)), Point(x, y(part.upperBound)))
      // Start at the end that is closer to the previous point.
      let isRising = line.last.map { abs($0.y - low.y) <= abs($0.y - high.y) } ?? true
      line.append(isRising ? low : high)
      if low != high { line.append(isRising ? high : low) }
    }
    guard let first = line.first, let last = line.last else { return }
    canvas.clipped(to: bounds) {
      canvas.fill(
        line + [Point(last.x, area.maxY), Point(first.x, area.maxY)],
        color: Color(color.red, color.green, color.blue, color.alpha * 0.16))
      // A single point is drawn as a dot.
      canvas.stroke(line.count > 1 ? line : [first, Point(first.x + 0.01, first.y)], width: width, color: color)
    }
  }

  /// The range of the y axis; `nil` for a value without numbers.
  private var range: ClosedRange<Double>? {
    if let givenRange { return givenRange }
    let parts = (0..<ValueHistory.count).lazy.compactMap { [history] in history[$0] }
    guard let low = parts.map(\.lowerBound).min(), let high = parts.map(\.upperBound).max() else { return nil }
    // Center a constant value.
    return high > low ? low...high : (low - 1)...(low + 1)
  }
}
