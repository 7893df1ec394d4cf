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
    values = options.map(\.value)
    super.init(
      name: name, options: options.map { ($0.name, $0.title) }, selectedIndex: values.firstIndex(of: selection)!)
  }

  public var selection: Value {
    get { values[selectedIndex] }
    set { if let index = values.firstIndex(of: newValue) { selectedIndex = index } }
  }
}
