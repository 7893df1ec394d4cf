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
  /// Applies the value to the scene. Called after each change and after `updateControl`.
  public final var updateScene: (() -> Void)?
  /// Shows the value in its control. Called after each change.
  public final var updateControl: (() -> Void)?

  init(name: String, heading: String) { (self.name, self.heading) = (name, heading) }

  final func didChange() {
    updateControl?()
    updateScene?()
  }
}
