/// One of a few values, by its place among them.
public class SceneChoice: SceneValue {
  /// The words for one of the values.
  public struct Option {
    /// Of the view that shows it.
    public let name: String
    /// For people.
    public let title: String
    /// Its meaning in a few words, for where there is room; may be empty.
    public let detail: String
  }

  public final let options: [Option]
  public final var selectedIndex: Int { didSet { if selectedIndex != oldValue { didChange() } } }

  init(name: String, heading: String, options: [Option], selectedIndex: Int) {
    (self.options, self.selectedIndex) = (options, selectedIndex)
    super.init(name: name, heading: heading)
  }
}

/// A choice by its values.
public final class Choice<Value: Equatable>: SceneChoice {
  private let values: [Value]

  /// - Parameter selection: one of the values.
  public init(
    name: String, heading: String, _ options: [(value: Value, name: String, title: String, detail: String)],
    selection: Value
  ) {
    // Made before the object is begun: the optimiser of Swift 6.3.1 gives up on one that ends halfway.
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
