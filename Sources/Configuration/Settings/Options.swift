import Chrome
import Geometry
import Scenes
import System

/// The values of all settings, and what else the command line asks for.
///
/// Each setting has a property here and a row in `sections`, and nothing else but the code that does it.
package struct Options {
  package var command = Verb.run
  /// For `hit`.
  package var point = Point.zero
  /// For `ctl`.
  package var request: (command: ControlCommand, operands: [String]) = (.status, [])
  /// A scene's name, or a scene file's path.
  package var scene = CubeScene.name
  /// In points.
  package var size = Size(1280, 800)
  /// Pixels to a point; `nil` for as many as the screen's millimetres ask for.
  package var scale: Double? = 1
  package var touchFix = TouchFix.none
  package var lighting = Lighting.book
  /// The part of the faces' shade that is seen; `nil` for as much as leaves each legible.
  package var shade: Double?
  package var view = ViewAngle.cornerOn
  package var showsBar = true
  package var theme = Theme.dark
  /// The language that was asked for; `nil` for the locale's.
  var language: LanguageChoice?
  /// True to have every animation's end at once.
  package var reducesMotion = false
  /// False for a panel that has no use for keys.
  var takesKeys = true
  /// True to show how each touch is routed.
  package var showsInspector = false
  /// True to show at the finger where each tap went, and to explain why.
  package var explainsTaps = true
  /// True for `hit` to tell whom it asked.
  package var explains = false
  package var output: String?
  package var windowedSize: Size?
  package var allowsQuit = false
  /// The turn of the picture on the panel.
  package var rotate = QuarterTurns.none
  /// The screen to be on, as the compositor names it.
  package var screen: String?
  /// The control socket, for `ctl`.
  package var socket = controlSocket
  /// True for `ctl status` in Prometheus' format.
  package var asMetrics = false
  /// The way that a finger moves before it is a drag, in millimetres; `nil` for the usual 10 points.
  package var touchSlop: Double?
  /// Seconds to wait for a compositor.
  package var wait = 10.0
  package var events: String?
  package var record: String?
  package var replay: String?
  /// The tap for which the scene is taken apart, in points.
  package var explodedTap: Point?
  /// In seconds, from the beginning of a replay.
  package var time = 0.0
  package var logLevel = LogLevel.notice
  /// The configuration file; `nil` for the usual one, if it is there.
  package var config: String?
  package var idle = IdleSettings()
  /// Started when the panel dims, goes dark and wakes.
  package var errands: [IdleTransition: Action] = [:]
  /// Of the PIN that lets into maintenance; `nil` where nobody is let in.
  var pinHash: String?
  var pinDigits: Int?
  package var maintenanceCorner = Stage.Corner.topLeft
  /// The things that anyone at the panel may do.
  var permissions = Stage.Permissions.all
  /// True to show how the panel's touches come, and nothing else.
  package var touchTest = false
  /// True to show on the panel what is wrong with the configuration, and wait for a better one.
  package var diagnoses = false
  /// In seconds.
  package var actionTimeout = 30.0

  /// The scene files that were read, by their paths: the scene, and those that actions show.
  package internal(set) var sceneFiles: [String: SceneDescription] = [:]
  /// The keys of the configuration that have no meaning anymore.
  package var retiredKeys: [String] = []
  /// True when the size was asked for; a scene file's own is taken else.
  var givesSize = false
  package var faces = FaceDescription.book
  /// What live texts show: as defined by the file, and not yet read.
  package var values = Values()
  /// The first button's command on the command line; empty for none.
  package var action: [String] = []

  package init() {}

  /// The file name that stands for standard output.
  package static let standardOutput = "-"
  /// The control socket of the packaged units.
  static let controlSocket = "/run/cube-kiosk/control"
}

extension Options {
  /// The engineer's PIN and corner; `nil` for no maintenance.
  package var maintenance: Maintenance? {
    pinHash.map { Maintenance(pin: PINHash(text: $0, digits: pinDigits), corner: maintenanceCorner) }
  }
}
