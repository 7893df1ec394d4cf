import Words

/// A choice from a few options, by index.
public class SceneChoice: SceneValue {
  public struct Option {
    /// The name of its view.
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
    name: String, heading: Word, _ options: [(value: Value, name: String, title: Word, detail: Word)], selection: Value
  ) {
    // Computed before `self` is initialized: the Swift 6.3.1 optimizer fails on an initializer that can stop midway.
    let values = options.map { $0.value }
    let texts = options.map { Option(name: $0.name, title: $0.title.text, detail: $0.detail.text) }
    guard let index = values.firstIndex(of: selection) else { preconditionFailure("\(name) has no such value") }
    self.values = values
    super.init(name: name, heading: heading.text, options: texts, selectedIndex: index)
  }

  public var selection: Value {
    get { values[selectedIndex] }
    set { if let index = values.firstIndex(of: newValue) { selectedIndex = index } }
  }
}

/// A type whose cases a `Choice` offers, named by their raw values.
public protocol SceneOption: CaseIterable, RawRepresentable<String> {
  /// The displayed question that the cases answer.
  static var heading: Word { get }
  /// The displayed answer, and an explanation.
  var words: (title: Word, detail: Word) { get }
}

extension SceneOption {
  public var title: String { words.title.text }
  public var detail: String { words.detail.text }
}

extension Choice where Value: SceneOption {
  convenience init(name: String, among values: [Value] = Array(Value.allCases), selection: Value) {
    self.init(
      name: name, heading: Value.heading,
      values.map { ($0, $0.rawValue, $0.words.title, $0.words.detail) }, selection: selection)
  }
}
