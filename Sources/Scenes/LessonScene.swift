import Localization

/// The cube of the lesson, as "iOS Core Animation: Advanced Techniques", chapter 5, builds it. Only the lighting is
/// configurable.
public enum LessonScene {
  public static let name = "lesson"

  static func make(_ options: SceneOptions) -> CubeScene {
    var lesson = SceneOptions()
    lesson.lighting = options.lighting
    let scene = CubeScene(lesson, name: name, title: LocalizedText.sceneLesson.text)
    scene.onPress = { [unowned scene] button in
      button.pressCount += 1
      scene.isLightOn.toggle()
    }
    return scene
  }
}
