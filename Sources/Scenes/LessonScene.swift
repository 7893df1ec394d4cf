import Localization

/// The cube of the lesson, as in "iOS Core Animation: Advanced Techniques", chapter 5. Only the lighting and
/// the touch fixes that visitors can choose are configurable.
public enum LessonScene {
  public static let name = "lesson"

  static func make(_ options: SceneOptions) -> CubeScene {
    var lessonOptions = SceneOptions()
    (lessonOptions.lighting, lessonOptions.touchFixes) = (options.lighting, options.touchFixes)
    let scene = CubeScene(lessonOptions, name: name, title: LocalizedText.sceneLesson.text)
    scene.onPress = { [unowned scene] button in
      button.pressCount += 1
      scene.isLightOn.toggle()
    }
    return scene
  }
}
