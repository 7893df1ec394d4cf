import PanelViews

/// A line chart of a value over the last hours.
final class ChartView: View {
  private let chart: SceneDescription.Chart
  private let color: Color
  private let values: Values
  private let history: ValueHistory
  /// The version of the history that was drawn last.
  private var version = 0
  /// The `range` of the value's definition, as of the last drawing.
  private var definedRange: ClosedRange<Double>?
  private var observer: ChangeObserver?

  init(name: String?, layer: Layer, _ chart: SceneDescription.Chart, color: Color, of values: Values) {
    (self.chart, self.color, self.values) = (chart, color, values)
    history = values.history(of: chart.valueName, seconds: chart.hours * 3600)
    (version, definedRange) = (history.version, values.definitions[chart.valueName]?.range)
    super.init(name: name, layer: layer)
    observer = values.observe([chart.valueName]) { [unowned self] in
      guard history.version != version || values.definitions[chart.valueName]?.range != definedRange else { return }
      (version, definedRange) = (history.version, values.definitions[chart.valueName]?.range)
      setNeedsDisplay()
    }
  }

  override var drawsContents: Bool { true }

  /// Returns a size at which a line is recognizable. Charts usually fill the extra room of a stack.
  override func sizeThatFits(_ size: Size) -> Size { Size(120, 60) }

  override func draw(_ canvas: Canvas) {
    let lineWidth = chart.width
    let area = bounds.insetBy(lineWidth / 2 + 1, lineWidth / 2 + 1)
    guard area.width > 0, area.height > 0, let range else { return }
    func y(_ number: Double) -> Double {
      let fraction = (number - range.lowerBound) / (range.upperBound - range.lowerBound)
      return area.maxY - min(max(fraction, 0), 1) * area.height
    }
    var (line, lines): ([Point], [[Point]]) = ([], [])
    for index in 0..<ValueHistory.slotCount {
      defer {
        if history.isInterrupted(index), !line.isEmpty {
          lines.append(line)
          line = []
        }
      }
      guard let slot = history[index] else { continue }
      let x = area.minX + area.width * Double(index) / Double(ValueHistory.slotCount - 1)
      let (low, high) = (Point(x, y(slot.lowerBound)), Point(x, y(slot.upperBound)))
      // Start at the end that is closer to the previous point.
      let isRising = line.last.map { abs($0.y - low.y) <= abs($0.y - high.y) } ?? true
      line.append(isRising ? low : high)
      if low != high { line.append(isRising ? high : low) }
    }
    canvas.clipped(to: bounds) {
      for line in lines + [line] {
        guard let first = line.first, let last = line.last else { continue }
        canvas.fill(
          line + [Point(last.x, area.maxY), Point(first.x, area.maxY)],
          color: Color(color.red, color.green, color.blue, color.alpha * 0.16))
        // A single point is drawn as a dot.
        canvas.stroke(line.count > 1 ? line : [first, Point(first.x + 0.01, first.y)], width: lineWidth, color: color)
      }
    }
  }

  /// The range of the y axis; `nil` for a value without numbers.
  private var range: ClosedRange<Double>? {
    if let definedRange { return definedRange }
    let slots = (0..<ValueHistory.slotCount).lazy.compactMap { [history] in history[$0] }
    guard let low = slots.map(\.lowerBound).min(), let high = slots.map(\.upperBound).max() else { return nil }
    // Center a constant value.
    return high > low ? low...high : (low - 1)...(low + 1)
  }
}
