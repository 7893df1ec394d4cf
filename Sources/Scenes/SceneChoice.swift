/// One of a few values, by its place among them.
public class SceneChoice: SceneValue {
  /// The name of each value's view, and its title.
  public final let options: [(name: String, title: String)]
  public final var selectedIndex: Int { didSet { if selectedIndex != oldValue { didChange() } } }

  init(name: String, options: [(name: String, title: String)], selectedIndex: Int) {
    (self.options, self.selectedIndex) = (options, selectedIndex)
    super.init(name: name)
  }
}

/// A choice by its values.
public final class Choice<Value: Equatable>: SceneChoice {
  private let values: [Value]

  /// - Parameter selection: one of the values.
  public init(name: String, _ options: [(value: Value, name: String, title: String)], selection: Value) {
    // Made before the object is begun: the optimiser of Swift 6.3.1 gives up on one that ends halfway.
    let values = options.map { $0.value }
    let words = options.map { (name: $0.name, title: $0.title) }
    guard let index = values.firstIndex(of: selection) else { preconditionFailure("\(name) has no such value") }
    self.values = values
    super.init(name: name, options: words, selectedIndex: index)
  }

  public var selection: Value {
    get { values[selectedIndex] }
    set { if let index = values.firstIndex(of: newValue) { selectedIndex = index } }
  }
}
