import Geometry
import Scenes

/// What `kiosk.json` says. What it doesn't say is `nil`, and left to the command line and the defaults.
struct Configuration {
  var scene: String?
  var sceneFile: SceneDescription?
  var touchFix: TouchFix?
  var lighting: Lighting?
  var view: ViewAngle?
  var theme: Theme?
  var showsBar: Bool?
  var showsInspector: Bool?
  var allowsQuit: Bool?
  var reducesMotion: Bool?
  var screen: String?
  var rotate: QuarterTurns?
  var touchSlop: Double?
  var scale: Double?
  var allowsScenes: Bool?
  var allowsInspector: Bool?
  var maintenance: Maintenance?
  var idle: IdleMachine.Settings?
  /// What is on the faces, where the file says something about them.
  var faces: [Int: FaceDescription]?
  /// What each button does: by its face, in the order of its buttons.
  var actions: [Int: [Action]] = [:]

  static let path = "/etc/cube-kiosk/kiosk.json"
  static let exitCode: Int32 = 78
}

extension Options {
  /// Takes over what a configuration says. To be called before the command line is read, which wins.
  mutating func apply(_ configuration: Configuration) {
    if let value = configuration.scene { scene = value }
    sceneFile = configuration.sceneFile
    hasSceneFile = sceneFile != nil
    if let value = configuration.touchFix { touchFix = value }
    if let value = configuration.lighting { lighting = value }
    if let value = configuration.view { view = value }
    if let value = configuration.theme { theme = value }
    if let value = configuration.showsBar { showsBar = value }
    if let value = configuration.showsInspector { showsInspector = value }
    if let value = configuration.allowsQuit { allowsQuit = value }
    if let value = configuration.reducesMotion { reducesMotion = value }
    if let value = configuration.screen { screen = value }
    if let value = configuration.rotate { rotate = value }
    if let value = configuration.touchSlop { touchSlop = value }
    if let value = configuration.idle { idle = value }
    if let value = configuration.scale { scale = value }
    maintenance = configuration.maintenance
    // A panel that somebody configured leads nowhere else unless it says so.
    permissions = []
    if configuration.allowsScenes == true { permissions.insert(.scenes) }
    if configuration.allowsInspector == true { permissions.insert(.inspector) }
    if let value = configuration.faces { (faces, actions) = (value, configuration.actions) }
  }
}
