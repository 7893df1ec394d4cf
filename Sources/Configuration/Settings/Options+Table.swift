import Chrome
import Localization
import PanelGeometry
import PanelSystem
import PanelViews
import Scenes

extension Options {
  /// The settings in the order of `--help`. The last section has the settings without an option.
  ///
  /// `name` identifies the section in the manual. Options list their subcommands if they differ from `subcommands`.
  static let sections: [(name: String, heading: String, subcommands: Set<Subcommand>, settings: [Setting])] = [
    ("shared", "run, render, hit, hit-map and inspect, unless noted", Subcommand.creatingScene, shared),
    ("still", "render, hit, hit-map and inspect, unless noted", [.render, .hit, .hitMap, .inspect], withoutWindow),
    ("ctl", "ctl", [.ctl], control), ("run", "run", [.run], running), ("", "", [], fileOnly + contents + speech),
  ]

  static let settings = sections.flatMap(\.settings)

  /// Applies the settings to a stage and its window, initially and after each reload.
  package func apply(to stage: Stage, in window: Window) {
    for setting in Self.settings { setting.apply?(self, stage, window) }
    stage.name = stageName
  }

  /// Returns the options without scenes and their pictures, for `keysRequiringRestart`.
  package var withoutScenes: Options {
    var result = self
    (result.sceneFiles, result.faces) = ([:], [:])
    return result
  }

  /// Returns the keys of the settings that differ in `other` and take effect only at the next start.
  package func keysRequiringRestart(comparedTo other: Options) -> [String] {
    Self.settings.filter { !$0.isEqualOrTakesEffectAtOnce(self, other) }.compactMap(\.key)
  }

  private static let shared: [Setting] = [
    Setting(
      key: "scene", option: "scene", of: Subcommand.creatingScene, .scene, default: "cube",
      "a built-in scene, or a scene file (.json)",
      details: "cube-kiosk(1) lists the built-in ones.",
      set: { $0.scene = $1 }),
    Setting(
      key: "touchFix", option: "touch-fix", of: Subcommand.creatingScene, \.touchFix, .choice("FIX"), default: "none",
      "the rule that picks the view for a tap on the cube",
      details: Language.$current.withValue(.english) {
        TouchFix.allCases.map { "\($0.rawValue): \($0.manualText)" }.joined(separator: "; ") + "."
      }
    ).inFile(default: "none, or depth if the file has faces"),
    Setting(
      option: "config", of: Subcommand.creatingScene, \.config, .optional(.file()),
      "the configuration; run reads \(ConfigurationReader.path) if it exists",
      details: "Other commands read only one that you name. Options override it."),
    Setting(
      key: "bar", option: "no-bar", of: Subcommand.creatingScene, \.showsBar, .flag(false), "hide the bar at the bottom"
    ).inFile("show the bar at the bottom", default: "true, or false if the file has faces or its scene is a file")
      .bound(\.hasBar, to: \Stage.showsBar),
    Setting(
      key: "lighting", option: "lighting", of: [.run, .render], \.lighting, .choice("LIGHT"), default: "book",
      "the shading of the cube's faces",
      details: Language.$current.withValue(.english) {
        Lighting.allCases.map { "\($0.rawValue): \($0.detail)" }.joined(separator: "; ") + "."
      }),
    Setting(
      key: "shade", option: "shade", of: [.run, .render], \.shade, .optional(.number("N", 0...1)),
      default: "as much as keeps text legible", example: .number(0.3), "the strength of the shading",
      details: "With 1, faces that are turned away are black."),
    Setting(
      key: "theme", option: "theme", of: [.run, .render], \.theme,
      .choice("THEME", [("dark", .dark), ("light", .light), ("contrast", .contrast)]), default: "dark",
      "the colors around the scene",
      details:
        "contrast is at least 7 to 1, also for texts and controls of scene files that have no color."
    ),
    Setting(
      key: "textSize", option: "text-size", of: Subcommand.creatingScene, \.textSize, .number("PERCENT", 100...200),
      default: "100", example: .number(150), "the size of texts, in percent",
      details:
        "In a scene only the texts grow: in a stack, grid or list with their surroundings, elsewhere until they fill their "
        + "frames. A scene that no longer fits scrolls."
    ).bound(\.textScale, to: \Stage.textSize),
    Setting(
      key: "reach", option: "reach", of: Subcommand.creatingScene, \.reach, .number("PERCENT", 0...60),
      default: "0", example: .number(40), "the part of the panel's height, from the top, without anything to touch",
      details:
        "For people in wheelchairs and children. All but the corners for maintenance and speech is below it, in at least "
        + "240 points."
    ).bound(\.reachShare, to: \Stage.unreachableShare),
    Setting(
      key: "language", option: "language", of: [.run, .render, .words], \.language, .optional(.language),
      default: "from the locale", "the language of the panel's own texts, or a language file (.json)",
      details: "See LANGUAGE."
    ).readingFromFile { options, json, errors in
      do throws(Diagnostic) {
        options.language = try ValueFormat.language.read(json)
        options.language?.readFile(relativeTo: json, &errors)
      } catch {
        errors.append(error)
      }
    },
    Setting(
      key: "inspector", option: "inspector", of: [.run, .render], .flag(),
      "no longer used; Explain in the bar shows how a tap was routed, as do render --explode and hit", set: { _, _ in }
    ).deprecated(),
    Setting(
      key: "tapFeedback", option: "no-tap-feedback", of: [.run, .render], \.explainsTaps, .flag(false),
      "don't show which view took a tap, and don't offer an explanation"
    ).inFile("show at the finger which view took a tap, and offer an explanation", default: "false")
      .bound(\.explainsTaps, to: \Stage.explainsTaps),
    Setting(option: "replay", of: [.run, .render], \.replay, .optional(.file()), "play recorded touches"),
    Setting(
      key: "scale", option: "scale", of: [.run, .render, .hitMap], \.scale, .numberOrAuto("N", 0.25...8),
      default: "1", example: .number(1.5), "pixels per point, multiplied by the compositor's scale (run)",
      details:
        "Texts and the bar grow with it; the scene still fits. With auto, 48 points are 9 mm if the compositor reports a "
        + "plausible size of the screen; otherwise, and in a rendered picture, auto is 1."
    ).requiringRestart(\.scale),
    Setting(
      key: "rotate", option: "rotate", of: [.run, .render], \.rotate, .turns, default: "0",
      "rotate the picture and touches clockwise",
      details: "cube-kiosk-panel(7) compares the ways to do it."
    ).bound(\.rotate, to: \Window.rotation),
  ]

  private static let withoutWindow: [Setting] = [
    Setting(
      option: "size", of: [.render, .hit, .hitMap, .inspect, .checkConfig], .size(atMost: maximumPixelCount),
      default: "1280x800",
      "the panel's size in points",
      details: "By default, a scene file's picture has its size; for check-config, see LAYOUT in cube-kiosk-scene(5).",
      set: { ($0.size, $0.hasExplicitSize) = ($1, true) }),
    Setting(
      option: "as", of: [.checkConfig], \.assumedPath, .optional(.text("PATH", "a file's path", isFile: true)),
      "check FILE as if it were the file PATH",
      details: "Messages name PATH, and relative paths start at its directory."),
    Setting(
      key: "view", option: "view", of: [.render, .hit, .hitMap, .inspect], \.view, .angle, default: "corner-on",
      "the orientation of the cube: face-on, corner-on, face-1 to face-6, or AX,AY in radians"
    ).inFile("the orientation of the cube at the start, and whenever the panel becomes idle"),
    Setting(
      option: "output", letter: "o", of: [.render, .hitMap], \.output, .optional(.file()),
      "the PNG file to write; - is standard output"),
    Setting(
      option: "at", of: [.render], \.frameTime, .number("S", 0...86400, "seconds, 0 or more"), default: "0",
      "seconds from the start of the replay"),
    Setting(
      option: "set", of: [.render], .assignment, "show this reading of a value; may be repeated",
      set: { $0.readings.append($1) }),
    Setting(
      option: "explode", of: [.render], \.explodedTap, .optional(.point),
      "show the exploded view that explains a tap at this point"),
    Setting(
      option: "explain", of: [.hit], \.explainsHit, .flag(),
      "list the views that the touch was offered to, and why each declined it"),
  ]

  private static let control: [Setting] = [
    Setting(
      option: "socket", of: [.ctl], \.socket, .optional(.text("PATH", "a socket's path", isFile: true)),
      default: "the first of $RUNTIME_DIRECTORY/control, \(unitSocket) and $XDG_RUNTIME_DIR/cube-kiosk/control",
      "the control socket"),
    Setting(
      option: "prometheus", of: [.ctl], \.printsMetrics, .flag(), "print the status in the text format of Prometheus"),
    Setting(
      option: "wait", of: [.ctl], \.waitsForResult, .flag(),
      "wait for the end of a button's action or a control's change, and fail if it failed (press, set)"),
  ]

  private static let running: [Setting] = [
    Setting(
      option: "windowed", of: [.run], \.windowedSize, .optional(.size(atMost: PanelLimits.maximumPixelCount)),
      "open a window of this size in points instead of filling the screen"),
    Setting(
      key: "allowQuit", option: "allow-quit", of: [.run], \.allowsQuit, .flag(),
      "let Esc, q and the compositor quit the program, as always in a window"
    ).requiringRestart(\.allowsQuit),
    Setting(
      option: "wait", of: [.run], \.compositorTimeout, .number("S", 0...86400 * 366, "seconds, 0 or more"),
      default: "10",
      "seconds to wait for a compositor"),
    Setting(
      option: "events", of: [.run], \.events,
      .optional(.text("FILE|-", "a file, or - for standard output", isFile: true)),
      "append events to a file, one JSON object per line",
      details: "All kinds of cube-kiosk-ctl(1) except status and speech."),
    Setting(
      key: "screen", option: "screen", of: [.run], \.screen,
      .optional(.text("NAME", "an output's name, such as HDMI-A-1")), example: "HDMI-A-1",
      "the name of the output to use",
      details:
        "If no output has it, the compositor chooses one, the panel says so, and the log lists the names."
    ).inFile(default: "the compositor's choice").requiringRestart(\.screen),
    Setting(option: "record", of: [.run], \.record, .optional(.file()), "write all touches to a file, for --replay"),
    Setting(
      key: "touchSlop", option: "touch-slop", of: [.run], \.touchSlop,
      .optional(.number("MM", 0.2...20, "millimeters from 0.2 to 20")), default: "10 points", example: .number(3),
      "millimeters that a finger moves before a drag begins, if the screen's size is known"
    ).requiringRestart(\.touchSlop),
    Setting(
      option: "touch-test", of: [.run], \.showsTouchTest, .flag(),
      "show each finger's position and trail, and how the device reports touches"),
    Setting(
      option: "diagnose", of: [.run], \.showsErrors, .flag(),
      "show errors of the configuration on the panel until it is valid, instead of exiting with status 78"),
    Setting(
      key: "reduceMotion", option: "reduce-motion", of: [.run], \.reducesMotion, .flag(),
      "skip animations and momentum"
    ).bound(\.reducesMotion, to: \Window.reducesMotion),
    Setting(
      option: "log-level", of: [.run], \.logLevel, .choice("LEVEL"), default: "notice",
      "log messages of this level and above"),
    Setting(
      option: "action-timeout", of: [.run], \.actionTimeout,
      .number("S", 0.001...86400 * 366, "seconds, more than 0"), default: "30",
      "seconds until the command after -- gets SIGTERM"),
  ]

  private static let fileOnly: [Setting] = [
    Setting(
      key: "allowScenes", .flag(), "let visitors switch to other scenes",
      details:
        "By a button in the bar, a swipe up on the bar, or the key S.",
      set: { $0.permissions.set(.scenes, $1) }
    ).bound(\.permissions, to: \Stage.permissions),
    Setting(
      key: "allowExplain", .flag(), "let visitors open the exploded view, which explains their last tap",
      details: "By a button in the bar or the key E. Needs tapFeedback, too.",
      set: { $0.permissions.set(.explanations, $1) }
    ).bound(\.permissions, to: \Stage.permissions),
    Setting(
      key: "allowInspector", .flag(), "renamed to allowExplain", set: { $0.permissions.set(.explanations, $1) }
    ).bound(\.permissions, to: \Stage.permissions).deprecated(),
    .visitors,
    Setting(
      key: "keys", \.handlesKeys, .flag(), default: "true", "react to a keyboard",
      details:
        "For people who can't reach the screen, see KEYBOARD in cube-kiosk(1). If false, keys don't even wake the panel."
    ).bound(\.handlesKeys, to: \Window.handlesKeys),
    .bounceKeys, .keyboard,
    Setting(
      key: "distance", \.viewingDistance,
      .number("MM", 100...5000, "millimeters from 100 to 5000"), default: "500", example: .number(400),
      "the distance from the eyes to the panel in millimeters, at which check-config measures the size of texts",
      details:
        "See WARNINGS OF CHECK-CONFIG in cube-kiosk-accessibility(7)."),
    Setting(
      key: "brightness", \.brightness, .optional(.text("NAME", "the name of a value")), example: "light",
      "the value whose number, 0 to 100, is the brightness of the picture in percent",
      details:
        "It is at least 25 %; without a number, 100 %. An idle panel is dimmed further. The backlight stays as it is."),
    Setting(
      key: "volume", \.volume, .optional(.text("NAME", "the name of a value")), example: "loudness",
      "the value whose number, 0 to 100, is the volume of sounds in percent",
      details:
        "Without a number it is 100 %, the loudest that the sound card's mixer allows. Visitors set that of speech."),
    Setting(
      key: "idle.homeAfter", \.idle.homeAfter, .optional(.number("S", 1...86400)), default: "never",
      example: .number(60), "seconds without input until the panel shows its first page again",
      details:
        "Sheets close, fields are cleared, switches stay, and lists scroll to their start; an open message stays. The panel "
        + "stays bright, and the next touch has its effect. Each change of the page starts the time again. If something is "
        + "open or entered, the panel asks after 40 seconds whether more time is needed, and returns after a minute, even if "
        + "homeAfter is less."
    ).bound(\.idle.homeAfter, to: \Stage.homeTimeout),
    Setting(
      key: "idle.dimAfter", \.idle.dimAfter, .optional(.number("S", 1...86400)),
      default: "never, or 60 with dim",
      example: .number(60), "seconds without input until the panel dims",
      details:
        "It keeps 38 % of the brightness."),
    Setting(
      key: "idle.dim", .dailyHours, default: "the whole day with dimAfter, otherwise never",
      example: .array([.string("22:00"), .string("06:00")]), "the only hours in which an idle panel dims",
      set: { $0.idle.dimHours = $1 }),
    Setting(
      key: "idle.attractAfter", \.idle.attractAfter, .optional(.number("S", 1...86400)), default: "never",
      example: .number(300), "seconds without input until the cube turns slowly, more than dimAfter",
      details: "A panel without the cube is then bright again.",
      check: { ($0.idle.attractAfter ?? .infinity) > $0.idle.dimAfter ?? 0 ? nil : "more than dimAfter" }),
    Setting(
      key: "idle.sleep", .dailyHours, default: "never",
      example: .array([.string("22:00"), .string("06:30")]), "the hours in which an idle panel is dark",
      details:
        "The picture is black; the screen and its backlight stay on.",
      set: { $0.idle.sleepHours = $1 }),
    Setting(
      key: "idle.shift", \.idle.pixelShift, .number("PERCENT", 0...IdleSettings.maximumPixelShift), default: "0",
      example: .number(1), "maximum shift of the picture against burn-in, in percent of the panel's shorter side",
      details: "It changes once a minute, and touches follow it."),
    Setting(
      key: "idle.inhibit", \.idle.inhibitsBlanking, .flag(),
      "keep the compositor from blanking the screen, except while the panel is dark"),
    .wakeCondition,
    .idleHook(.dim, "the action when the panel dims, see below"),
    .idleHook(.dark, "the action when the panel becomes dark, see below"),
    .idleHook(
      .wake, "the action when the panel starts, wakes, or is bright because the cube turns, see below"),
    Setting(
      key: "maintenance.pin", \.pinHash, .optional(.pin),
      example: "$y$j9T$CXDqeLvwKzy/D2tsiNHhD1$135aSPldrQXQsva1aQGnEpDU0aTOPe/hns5jyKjB6U.",
      "the hash of the PIN, as cube-kiosk hash-pin or openssl passwd -6 prints it",
      details: "Either this key or pinFile is required: use pinFile if other users can read this file, since they "
        + "could try all PINs."),
    Setting(
      key: "maintenance.pinFile", \.pinHash, .optional(.pinFile), example: "pin",
      "a file whose first line is the hash of the PIN",
      details:
        "Give the file the group cube-kiosk and the mode 640."),
    Setting(
      key: "maintenance.digits", \.pinDigits, .optional(.integer("N", PINHash.allowedLengths)), example: .number(6),
      "the number of digits of the PIN, as cube-kiosk hash-pin prints it",
      details: "check-config warns if it is missing or below \(PINHash.minimumNewLength)."),
    Setting(
      key: "maintenance.corner", \.maintenanceCorner, .choice("CORNER"), default: "top-left",
      "the corner to hold for three seconds"),
  ]
}
