import Localization

/// The cube of the lesson, as in "iOS Core Animation: Advanced Techniques", chapter 5. Only the lighting and
/// the choice of touch fixes are configurable.
public enum LessonScene {
  public static let name = "lesson"

  static func make(_ options: SceneOptions) -> CubeScene {
    var lesson = SceneOptions()
    (lesson.lighting, lesson.touchFixes) = (options.lighting, options.touchFixes)
    let scene = CubeScene(lesson, name: name, title: LocalizedText.sceneLesson.text)
    scene.onPress = { [unowned scene] button in
      button.pressCount += 1
      scene.isLightOn.toggle()
    }
    return scene
  }
}
