/// A choice from a few options, by index.
public class SceneChoice: SceneValue {
  /// The texts of an option.
  public struct Option {
    /// The name of its view.
    public let name: String
    /// The displayed title.
    public let title: String
    /// A short explanation, shown if there is room; may be empty.
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
  public init(
    name: String, heading: String, _ options: [(value: Value, name: String, title: String, detail: String)],
    selection: Value
  ) {
    // Computed before `self` is initialized: the Swift 6.3.1 optimizer fails on an initializer that can stop midway.
    let values = options.map { $0.value }
    let words = options.map { Option(name: $0.name, title: $0.title, detail: $0.detail) }
    guard let index = values.firstIndex(of: selection) else { preconditionFailure("\(name) has no such value") }
    self.values = values
    super.init(name: name, heading: heading, options: words, selectedIndex: index)
  }

  public var selection: Value {
    get { values[selectedIndex] }
    set { if let index = values.firstIndex(of: newValue) { selectedIndex = index } }
  }
}
