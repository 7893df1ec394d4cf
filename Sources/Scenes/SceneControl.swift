/// Something that a scene has to choose or to set, without a look: whoever shows the scene makes a control of it.
public enum SceneControl {
  case button(name: String, title: String, action: () -> Void)
  case choice(SceneChoice)
  case number(SceneNumber)
}

/// A value that a scene has, and that somebody may change.
public class SceneValue {
  /// Of the view that shows it.
  public final let name: String
  /// Called after it changed, whoever did it: the scene does what follows.
  public final var onChange: (() -> Void)?
  /// Called after it changed, for the control that shows it.
  public final var onDisplay: (() -> Void)?

  init(name: String) { self.name = name }

  final func didChange() {
    onDisplay?()
    onChange?()
  }
}
