import Chrome
import ControlProtocol
import PanelGeometry
import PanelSystem
import Scenes

/// The values of all settings, and the subcommand with its operands.
///
/// To add a setting, add a property here, a row in `sections`, and the code that uses it.
package struct Options {
  package var subcommand = Subcommand.run
  /// The operands of `hit`, in points.
  package var point = Point.zero
  /// The operands of `ctl`.
  package var request: (command: ControlCommand, operands: [String]) = (.status, [])
  /// False for a file that has only templates, which other files include.
  package var hasPanel = true
  /// The name of a built-in scene, or the path of a scene file.
  package var scene = CubeScene.name
  /// The panel's size, in points.
  package var size = Size(1280, 800)
  /// Pixels per point; `nil` to derive it from the screen's physical size.
  package var scale: Double? = 1
  package var touchFix = TouchFix.none
  package var lighting = Lighting.book
  /// The strength of the faces' shading, from 0 to 1; `nil` for the strongest that keeps each face legible.
  package var shade: Double?
  package var view = ViewAngle.cornerOn
  package var showsBar = true
  package var theme = Theme.dark
  /// The size of texts, in percent.
  var textSize = 100.0
  /// The part of the panel's height, from the top, without touch targets, in percent.
  var reach = 0.0
  /// The settings that visitors can change at the panel.
  package var visitors: Set<VisitorSetting> = []
  /// The configured language; `nil` for the locale's.
  var language: LanguageChoice?
  /// Whether animations jump to their end state.
  package var reducesMotion = false
  /// Whether the panel responds to the keyboard.
  var handlesKeys = true
  /// The layouts of the keyboard on the screen; `nil` for the language's.
  var keyboardNames: [String]?
  /// The time for which a key is ignored after it was pressed, in seconds.
  var bounceKeysDelay = 0.0
  /// Whether the panel shows at the finger which view took a tap, and can explain why.
  package var explainsTaps = true
  /// Whether `hit` lists the views that the touch was offered to.
  package var explainsHit = false
  /// The file that `render` or `hit-map` writes; - for standard output.
  package var output: String?
  /// The size of the window, in points; `nil` for fullscreen.
  package var windowedSize: Size?
  package var allowsQuit = false
  /// The rotation of picture and touches, clockwise.
  package var rotate = QuarterTurns.none
  /// The name of the Wayland output to use, such as HDMI-A-1; `nil` for the compositor's choice.
  package var screen: String?
  /// The path of the control socket, for `ctl`; `nil` for that of the packaged unit or else of the user's own panel.
  package var socket: String?
  /// Whether `ctl press` waits for the action's end.
  package var waitsForResult = false
  /// Whether `ctl status` uses the Prometheus text format.
  package var printsMetrics = false
  /// The distance from the eyes to the panel in millimeters, for warnings.
  var viewingDistance = 500.0
  /// The distance in millimeters that a finger moves before a drag begins; `nil` for the default, 10 points.
  package var touchSlop: Double?
  /// The timeout for connecting to a compositor, in seconds.
  package var compositorTimeout = 10.0
  /// The file to which events are appended, if any; - for standard output.
  package var events: String?
  /// The file to which touches are recorded, if any.
  package var record: String?
  /// The recording to play, if any.
  package var replay: String?
  /// The location of the tap that an exploded view explains, in points; `nil` for a plain picture.
  package var explodedTap: Point?
  /// The time of the rendered frame, in seconds from the start of the replay.
  package var frameTime = 0.0
  /// Readings that the rendered picture shows, in order.
  package var readings: [(name: String, raw: String)] = []
  package var logLevel = LogLevel.notice
  /// The configuration file; `nil` if the command line names none.
  package var config: String?
  /// The path that `check-config` assumes for the file that it checks; `nil` for the file's own.
  package var assumedPath: String?
  package var idle = IdleSettings()
  /// The condition that wakes the panel when it begins to hold; `nil` for none.
  package var wakeCondition: ValueCondition?
  /// The condition as it is in the file, until the values are read.
  var wakeConditionJSON: LocatedJSON?
  /// The name of the value that sets the brightness of the picture, in percent; `nil` for full brightness.
  package var brightness: String?
  /// The name of the value that sets the volume of sounds, in percent; `nil` for the full volume.
  package var volume: String?
  /// The actions to start when the panel dims, becomes dark or wakes.
  package var idleHooks: [IdleTransition: Action] = [:]
  /// The hash of the maintenance PIN; `nil` if maintenance is disabled.
  var pinHash: String?
  var pinDigits: Int?
  package var maintenanceCorner = Stage.Corner.topLeft
  package var speech = SpeechSettings()
  /// The actions available to anyone at the panel, without the PIN.
  var permissions = Stage.Permissions.all
  /// Whether the panel runs the touch test instead of a scene.
  package var showsTouchTest = false
  /// Whether the panel shows the configuration's errors and waits for a corrected file, instead of exiting.
  package var showsErrors = false
  /// The timeout of the command given on the command line, in seconds.
  package var actionTimeout = 30.0

  /// Reads the configuration and the files that it names.
  package internal(set) var files = SourceFiles()
  /// The scene files in memory, by path: the initial scene and those that actions can show.
  package internal(set) var sceneFiles: [String: SceneDescription] = [:]
  /// The values that the actions of these files pass on to other programs.
  var passedTexts: [PassedText] = []
  /// The missing programs, pictures and sounds. Each disables only what uses it.
  package internal(set) var problems: [Diagnostic] = []
  /// The warnings about obsolete keys found in the configuration.
  package var obsoleteKeyWarnings: [String] = []
  /// Whether the command line sets the size; otherwise a scene file's size applies.
  package var hasExplicitSize = false
  package var faces = FaceDescription.defaultFaces
  /// The templates that the contents of the faces may use.
  var templates = Templates()
  /// The values that live texts show, as defined in the configuration. They have no readings yet.
  package var values = Values()
  /// The command line's command for the first button; empty to keep the configured action.
  package var action: [String] = []

  package init() {}

  /// The file name that means standard output.
  package static let standardOutput = "-"
  /// The path of the control socket in the packaged units.
  package static let unitSocket = "/run/cube-kiosk/control"
}

extension Options {
  /// The maintenance PIN and corner; `nil` if maintenance is disabled.
  package var maintenance: Maintenance? {
    pinHash.map { Maintenance(pin: PINHash(text: $0, length: pinDigits), corner: maintenanceCorner) }
  }
}
