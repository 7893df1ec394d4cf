import Geometry
import Scenes

/// What the command line asks for.
public struct Options {
  public enum Command: Equatable, Sendable {
    case run, render, inspect, hitMap, checkConfig, hashPIN, scenes, help, version
    case hit(Point)
    case ctl([String])
  }

  public var command = Command.run
  /// A scene's name, or a scene file's path.
  public var scene = CubeScene.name
  var sceneFile: SceneDescription?
  /// True once the scene's file was read.
  var hasSceneFile = false
  /// In points.
  public var size = Size(1280, 800)
  /// True when the size was asked for; a scene file's own is taken else.
  var givesSize = false
  /// Pixels to a point.
  public var scale = 1.0
  public var touchFix = TouchFix.none
  public var lighting = Lighting.book
  public var view = ViewAngle.cornerOn
  public var showsBar = true
  public var theme = Theme.dark
  /// True to have every animation's end at once.
  public var reducesMotion = false
  /// True to show how each touch is routed.
  public var showsInspector = false
  /// True for `hit` to tell whom it asked.
  public var explains = false
  public var output: String?
  public var windowedSize: Size?
  public var allowsQuit = false
  /// How the picture lies on the panel.
  public var rotate = QuarterTurns.none
  /// The screen to be on, as the compositor names it.
  public var screen: String?
  /// The control socket, for `ctl`.
  public var socket: String?
  /// True for `ctl status` in Prometheus' format.
  public var asMetrics = false
  /// How far a finger moves before it is a drag, in millimetres; `nil` for the usual 10 points.
  public var touchSlop: Double?
  /// Seconds to wait for a compositor.
  public var wait = 10.0
  public var events: String?
  public var record: String?
  public var replay: String?
  /// In seconds, from the beginning of a replay.
  public var time = 0.0
  public var logLevel = Log.Level.notice
  /// What the button runs; empty for the lamp.
  public var action: [String] = []
  /// The configuration file; `nil` for the usual one, if it is there.
  public var config: String?
  var faces = FaceDescription.book
  var idle = IdleMachine.Settings()
  var maintenance: Maintenance?
  /// What anyone at the panel may do.
  var permissions = Stage.Permissions.all
  /// True to show how the panel's touches come, and nothing else.
  public var touchTest = false
  /// True to show on the panel what is wrong with the configuration, and wait for a better one.
  public var diagnoses = false
  /// What the buttons do, by their faces.
  var actions: [Int: [Action]] = [3: [.light]]
  /// In seconds.
  public var actionTimeout = 30.0

  public init() {}

  /// Something on the command line that isn't understood.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// 64 for the command line itself, 65 for a recording, 78 for a scene file.
    public let exitCode: Int32

    init(_ description: String, exitCode: Int32 = Options.exitCode) {
      (self.description, self.exitCode) = (description, exitCode)
    }
  }

  public static let exitCode: Int32 = 64
  public static let version = "0.1.0"
}
