extension Control {
  /// The states that a control's appearance depends on, as in UIKit.
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal = State([])
    public static let highlighted = State(rawValue: 1 << 0)
    public static let disabled = State(rawValue: 1 << 1)
    public static let selected = State(rawValue: 1 << 2)
    public static let focused = State(rawValue: 1 << 3)
  }

  public final var state: State {
    var state = isHighlighted ? State.highlighted : .normal
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFocused { state.insert(.focused) }
    return state
  }
}

/// Values for some states of a control.
struct StateValues<Value> {
  private var values: [Control.State: Value] = [:]

  /// The value for exactly this combination of states.
  subscript(state: Control.State) -> Value? {
    get { values[state] }
    set { values[state] = newValue }
  }

  /// Returns the value for the combination, or else for the most important of its states. UIKit uses the normal value
  /// instead, so that the title of a selected button changes while it is pressed.
  func value(for state: Control.State) -> Value? {
    guard !values.isEmpty else { return nil }
    let parts = [state, .disabled, .selected, .highlighted, .focused, .normal]
    return parts.lazy.filter(state.isSuperset).compactMap { values[$0] }.first
  }
}
