/// A control that a scene offers, without a look. The user interface creates a view for it.
public enum SceneControl {
  /// A button. The title names the action, the heading its object.
  case button(name: String, heading: String, title: String, action: () -> Void)
  case choice(SceneChoice)
  case number(SceneNumber)
}

/// A value of a scene that users can change.
public class SceneValue {
  /// The name of the view that shows it.
  public final let name: String
  /// The question that the value answers, displayed above the control.
  public final let heading: String
  /// Called after any change, so that the scene can apply it.
  public final var onChange: (() -> Void)?
  /// Called after any change, so that the control can show it.
  public final var onDisplay: (() -> Void)?

  init(name: String, heading: String) { (self.name, self.heading) = (name, heading) }

  final func didChange() {
    onDisplay?()
    onChange?()
  }
}
