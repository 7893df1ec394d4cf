import Localization

/// A choice from a few options, by index.
public class SceneChoice: SceneValue {
  public struct Option {
    /// The name of the option's view.
    public let name: String
    public let title: String
    /// A short explanation, shown if there is room.
    public let detail: String
  }

  public final let options: [Option]
  public final var selectedIndex: Int { didSet { if selectedIndex != oldValue { didChange() } } }

  init(name: String, heading: String, options: [Option], selectedIndex: Int) {
    (self.options, self.selectedIndex) = (options, selectedIndex)
    super.init(name: name, heading: heading)
  }
}

/// A choice from a few values.
public final class Choice<Value: Equatable>: SceneChoice {
  private let values: [Value]

  /// - Parameter selection: one of the values.
  init(
    name: String, heading: LocalizedText,
    _ options: [(value: Value, name: String, title: LocalizedText, detail: LocalizedText)], selection: Value
  ) {
    // Computed before `self` is initialized: the Swift 6.3.1 optimizer fails on an initializer that can stop midway.
    let values = options.map { $0.value }
    let localized = options.map { Option(name: $0.name, title: $0.title.text, detail: $0.detail.text) }
    guard let index = values.firstIndex(of: selection) else { preconditionFailure("\(name) has no such value") }
    self.values = values
    super.init(name: name, heading: heading.text, options: localized, selectedIndex: index)
  }

  public var selection: Value {
    get { values[selectedIndex] }
    set { if let index = values.firstIndex(of: newValue) { selectedIndex = index } }
  }
}

/// A type whose cases a `Choice` offers, named by their raw values.
public protocol SceneOption: CaseIterable, RawRepresentable<String> {
  /// The displayed question that the cases answer.
  static var heading: LocalizedText { get }
  /// The displayed answer, and an explanation.
  var texts: (title: LocalizedText, detail: LocalizedText) { get }
}

extension SceneOption {
  public var title: String { texts.title.text }
  public var detail: String { texts.detail.text }
}

extension Choice where Value: SceneOption {
  convenience init(name: String, among values: [Value] = Array(Value.allCases), selection: Value) {
    self.init(
      name: name, heading: Value.heading,
      values.map { ($0, $0.rawValue, $0.texts.title, $0.texts.detail) }, selection: selection)
  }
}
