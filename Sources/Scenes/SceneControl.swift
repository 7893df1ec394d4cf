/// Something that a scene has to choose or to set, without a look: whoever shows the scene makes a control of it.
public enum SceneControl {
  /// A thing to do: the title says what, the heading to whom.
  case button(name: String, heading: String, title: String, action: () -> Void)
  case choice(SceneChoice)
  case number(SceneNumber)
}

/// A value that a scene has, and that somebody may change.
public class SceneValue {
  /// Of the view that shows it.
  public final let name: String
  /// For people, above the control: the question that the value answers.
  public final let heading: String
  /// Called after it changed, whoever did it: the scene does what follows.
  public final var onChange: (() -> Void)?
  /// Called after it changed, for the control that shows it.
  public final var onDisplay: (() -> Void)?

  init(name: String, heading: String) { (self.name, self.heading) = (name, heading) }

  final func didChange() {
    onDisplay?()
    onChange?()
  }
}
