import Layers
import Raster
import Views

/// A live text at work: has its words shown at once, and again whenever they change, for as long as it lives.
final class LiveWords {
  private var observer: Values.Observer?

  /// - Parameter show: takes the words, their values' colour if they have any, and whether one of them is stale.
  init(
    _ text: LiveText, of values: Values, show: @escaping (_ words: String, _ color: Color?, _ isStale: Bool) -> Void
  ) {
    let update = { [unowned values] in show(values.words(for: text), values.color(for: text), values.isStale(text)) }
    update()
    if !text.names.isEmpty { observer = values.observe(text.names, update) }
  }
}

/// A label with values in its words.
public final class LiveLabel: Label {
  private var words: LiveWords?

  /// - Parameter color: of words whose values have none.
  init(name: String?, layer: Layer? = nil, _ template: LiveText, of values: Values, color: Color) {
    super.init(name: name, layer: layer)
    words = LiveWords(template, of: values) { [unowned self, unowned values] words, own, isStale in
      text = words
      font.hasMonospacedDigits = values.hasNumbers(template)
      self.color = isStale ? color.stale : own ?? color
    }
  }
}

extension Color {
  /// For what is older than it may be: half of it is gone.
  var stale: Color { Color(red, green, blue, alpha * 0.5) }
}
