import Chrome
import Geometry
import Scenes
import System
import Views
import Words

extension Options {
  /// The settings by heading, in the order of `--help`. The last section has the settings without an option.
  static let sections: [(heading: String, settings: [Setting])] = [
    ("What is shown (all commands but scenes)", shared), ("render, hit, hit-map, inspect", still), ("ctl", control),
    ("run", running), ("", configured),
  ]

  static let settings = sections.flatMap(\.settings)

  /// Applies the settings to a stage and its window, initially and after each reload.
  package func apply(to stage: Stage, in window: Window) {
    for setting in Self.settings { setting.apply?(self, stage, window) }
  }

  /// Returns the keys of settings that differ from `other` and take effect only at the next start.
  package func keysRequiringRestart(comparedTo other: Options) -> [String] {
    Self.settings.filter { $0.isUnchanged.map { !$0(self, other) } ?? false }.compactMap(\.key)
  }

  private static let shared: [Setting] = [
    Setting(
      key: "scene", option: "scene", of: Verb.showing, .scene, standard: "cube",
      "a scene of the list, or a scene file (.json)", details: "In a file its path counts from the file's directory.",
      set: { $0.scene = $1 }),
    Setting(
      key: "touchFix", option: "touch-fix", of: Verb.showing, \.touchFix, .choice("FIX"), standard: "none",
      "how taps find their face",
      details: Language.$current.withValue(.english) {
        TouchFix.allCases.map { "\($0.rawValue) is \"\($0.title)\" in the bar: \($0.detail)" }
          .joined(separator: "; ") + ". Where the configuration has faces, depth is the default."
      }),
    Setting(
      option: "config", of: Verb.showing, \.config, .optional(.file()),
      "the configuration; run reads the one in /etc/cube-kiosk if it is there",
      details: "The other commands read none unless it is named. Options on the command line win. See kiosk.json(5)."),
    Setting(
      key: "bar", option: "no-bar", of: Verb.showing, \.showsBar, .flag(false), "without the bar at the bottom",
      details: "In the file it is true by default, and false where there are faces or the scene is a file."
    ).inFile("the bar at the bottom").requiresRestart(\.showsBar),
    Setting(
      key: "lighting", option: "lighting", of: [.run, .render], \.lighting, .choice("LIGHT"), standard: "book",
      "how the faces are shaded",
      details: "As in the book, where the light turns along with the cube; by one that stays put; or not. In the bar: "
        + "Shading."),
    Setting(
      key: "shade", option: "shade", of: [.run, .render], \.shade, .optional(.number("N", 0...1)),
      standard: "what stays legible",
      "how deep the faces' shade gets",
      details:
        "From 0 for none to 1 for the book's own, which has black faces. What is written on a face stays bright, "
        + "but at 1; by default the shade of each face leaves it legible."),
    Setting(
      key: "theme", option: "theme", of: [.run, .render], \.theme,
      .choice("THEME", [("dark", .dark), ("light", .light)]), standard: "dark", "the colours around the scene"
    ).requiresRestart(\.theme),
    Setting(
      key: "language", option: "language", of: [.run, .render, .words], \.language, .optional(.language),
      standard: "the locale's", "what the panel speaks, or a file with words of one's own (.json)",
      details: "See LANGUAGE. In a file its path counts from the file's directory."
    ).reading { options, place, faults in
      do throws(Diagnostic) {
        options.language = try ValueFormat.language.read(place)
        options.language?.readFile(in: place, &faults)
      } catch {
        faults.append(error)
      }
    }.requiresRestart(\.language),
    Setting(
      key: "inspector", option: "inspector", of: [.run, .render], \.showsInspector, .flag(),
      "show how each touch is routed"
    ).bound(\.showsInspector, to: \Stage.showsInspector),
    Setting(
      key: "tapFeedback", option: "no-tap-feedback", of: [.run, .render], \.explainsTaps, .flag(false),
      "without the picture of where a tap went, and without the explanation"
    ).inFile("show at the finger where a tap went, and explain why to whoever asks")
      .bound(\.explainsTaps, to: \Stage.explainsTaps),
    Setting(
      option: "replay", of: [.run, .render], \.replay, .optional(.file()), "play recorded touches"),
    Setting(
      key: "scale", option: "scale", of: [.run, .render, .hitMap], \.scale, .numberOrAuto("N", 0.25...8),
      standard: "1",
      "pixels to a point; times the compositor's (run)",
      details:
        "Bar and words get larger, the scene fits the panel all the same. With auto 48 points are 9 mm, which a finger "
        + "needs, where the compositor tells a size of the screen that a panel may have; else, and in a picture, it is 1. "
        + "0, less than 40 mm, more than 2 m and 160×90, by which televisions mean their shape, are no such size."
    ).requiresRestart(\.scale),
    Setting(
      key: "rotate", option: "rotate", of: [.run, .render], \.rotate, .turns, standard: "0",
      "turn picture and touches clockwise"
    ).bound(\.rotate, to: \Window.turns),
  ]

  private static let still: [Setting] = [
    Setting(
      option: "size", of: [.render, .hit, .hitMap, .inspect], .size(atMost: mostPixels), standard: "1280x800",
      "the panel's size in points",
      set: { ($0.size, $0.givesSize) = ($1, true) }),
    Setting(
      key: "view", option: "view", of: [.render, .hit, .hitMap, .inspect], \.view, .angle, standard: "corner-on",
      "how the cube is turned: face-on, corner-on, face-1 to face-6, or AX,AY in radians"),
    Setting(
      option: "output", letter: "o", of: [.render, .hitMap], \.output, .optional(.file()),
      "the picture; - is standard output"),
    Setting(
      option: "at", of: [.render], \.time, .number("S", 0...86400, "seconds, 0 or more"), standard: "0",
      "seconds from the replay's beginning"),
    Setting(
      option: "explode", of: [.render], \.explodedTap, .optional(.place),
      "show the views apart, as panes, and a tap there as a needle through those that are asked"),
    Setting(
      option: "explain", of: [.hit], \.explains, .flag(), "tell whom the touch was offered to, and why each passed"),
  ]

  private static let control: [Setting] = [
    Setting(
      option: "socket", of: [.ctl], \.socket, .text("PATH", "a socket's path", isFile: true),
      standard: controlSocket, "the control socket"),
    Setting(
      option: "prometheus", of: [.ctl], \.asMetrics, .flag(), "status in the text format of Prometheus"),
  ]

  private static let running: [Setting] = [
    Setting(
      option: "windowed", of: [.run], \.windowedSize, .optional(.size(atMost: PanelLimits.mostPixels)),
      "a window of that size in points, not the whole screen",
      details: "No side is longer than \(PanelLimits.longestSide), and it has at most \(PanelLimits.mostPixels) in all."
    ),
    Setting(
      key: "allowQuit", option: "allow-quit", of: [.run], \.allowsQuit, .flag(),
      "Esc, q and the compositor end the program; in a window they always do"
    ).requiresRestart(\.allowsQuit),
    Setting(
      option: "wait", of: [.run], \.wait, .number("S", 0...86400 * 366, "seconds, 0 or more"), standard: "10",
      "seconds to wait for a compositor"),
    Setting(
      option: "events", of: [.run], \.events,
      .optional(.text("FILE|-", "a file, or - for standard output", isFile: true)),
      "write what happens, one JSON object a line"),
    Setting(
      key: "screen", option: "screen", of: [.run], \.screen,
      .optional(.text("NAME", "an output's name, such as HDMI-A-1")),
      "the output to be on, such as HDMI-A-1",
      details:
        "While there is none of that name the panel is where the compositor puts it, and says so: on the glass, in the "
        + "journal with the names that there are, and in ctl status as missingOutput."
    ).requiresRestart(\.screen),
    Setting(option: "record", of: [.run], \.record, .optional(.file()), "write every touch, for --replay"),
    Setting(
      key: "touchSlop", option: "touch-slop", of: [.run], \.touchSlop,
      .optional(.number("MM", 0.2...20, "millimetres from 0.2 to 20")), standard: "10 points",
      "how far a finger moves before it is a drag, where the compositor knows the screen's size"
    ).requiresRestart(\.touchSlop),
    Setting(
      option: "touch-test", of: [.run], \.touchTest, .flag(),
      "show every finger with its place and trail, and how the device reports them"),
    Setting(
      option: "diagnose", of: [.run], \.diagnoses, .flag(),
      "show on the panel what is wrong with the configuration, and wait for a better one, instead of exit status 78"),
    Setting(
      key: "reduceMotion", option: "reduce-motion", of: [.run], \.reducesMotion, .flag(),
      "nothing eases and nothing is flung"
    ).bound(\.reducesMotion, to: \Window.reducesMotion),
    Setting(
      option: "log-level", of: [.run], \.logLevel, .choice("LEVEL"), standard: "notice",
      "what is logged, and what is heavier"),
    Setting(
      option: "action-timeout", of: [.run], \.actionTimeout,
      .number("S", 0.001...86400 * 366, "seconds, more than 0"), standard: "30",
      "seconds until the command gets SIGTERM"),
  ]

  private static let configured: [Setting] = [
    Setting(
      key: "allowScenes", .flag(), "let anyone choose another scene",
      details: "By the bar's button, by S, by swiping the bar up. Without it nothing on the glass leaves the scene.",
      set: { $0.permissions.set(.scenes, $1) }
    ).bound(\.permissions, to: \Stage.permissions),
    Setting(
      key: "allowInspector", .flag(), "let anyone have touches explained", details: "By the bar's button and by I.",
      set: { $0.permissions.set(.inspector, $1) }
    ).bound(\.permissions, to: \Stage.permissions),
    Setting(
      key: "keys", \.takesKeys, .flag(), standard: "true", "let keys mean what a finger could do",
      details:
        "With false no key means anything, not even those that would wake the panel or end the program. Some people "
        + "can press a key and not the glass. Without the bar numbers and letters do nothing, and no key reaches what lies "
        + "beneath a sheet."
    ).bound(\.takesKeys, to: \Window.takesKeys),
    Setting(
      key: "idle.dimAfter", \.idle.dimAfter, .optional(.number("S", 1...86400)),
      "seconds without a touch until the panel dims",
      details:
        "Dim has 38 % of its light left, and dark none. It returns to what it is for then: open sheets close, "
        + "the configured scene comes back, the cube turns back."),
    Setting(
      key: "idle.attractAfter", \.idle.attractAfter, .optional(.number("S", 1...86400)),
      "seconds without a touch until the cube turns slowly, more than dimAfter",
      check: { ($0.idle.attractAfter ?? .infinity) > $0.idle.dimAfter ?? 0 ? nil : "more than dimAfter" }),
    Setting(
      key: "idle.sleep", .night,
      "two times of the day between which it is dark instead, such as [\"22:30\", \"06:00\"]",
      details: "The dark is a black picture: some panels lose their touch device with their power.",
      set: { $0.idle.sleep = $1 }),
    Setting(
      key: "idle.shift", \.idle.shift, .number("PERCENT", 0...IdleSettings.mostShift),
      "how far the picture wanders against burn-in, in percent of the shorter side, and 24 points at most",
      details: "A step of two seconds each minute; touches move with it."),
    Setting(
      key: "idle.inhibit", \.idle.inhibits, .flag(), "keep the compositor from blanking the screen, except in the dark"),
    .errand(.dim, "started when it dims"), .errand(.dark, "started when it goes dark"),
    .errand(.wake, "started when somebody wakes it, when it begins to turn, and when the program starts"),
    Setting(
      key: "maintenance.pin", \.pinHash, .optional(.pin), isRequired: true,
      "the PIN's hash, as cube-kiosk hash-pin prints it",
      details:
        "Holding a corner for three seconds asks for the PIN; the right one offers the inspector, the scenes, the "
        + "touch test and the end of the program. Done, and the time after which the panel dims, lead back to the configured "
        + "scene. Under systemd the end is called Restart, since that is what comes of it, and there is Stop for service "
        + "besides: the program ends with status 79, for which its unit doesn't start it again, and systemctl start "
        + "cube-kiosk (or cube-kiosk-cage) does. Each wrong one makes the next wait, 2 seconds at first, twice as long "
        + "each time, and up to an hour; the right one isn't heard meanwhile either. The wait is the panel's: it outlives "
        + "restarts, is kept in state.json, and another PIN doesn't end it. At a guess an hour six digits take 57 years on "
        + "average, four 7 months. Whoever enters wrong PINs keeps the engineer out as well: without \"lock\" in "
        + "state.json, removed while the program doesn't run, the next PIN is heard at once. A hash may cost at most "
        + "\(PINHash.limits)."),
    Setting(
      key: "maintenance.digits", \.pinDigits, .optional(.integer("N", PINHash.digits)),
      "how many digits the PIN has, as cube-kiosk hash-pin prints it",
      details: "No hash tells how long its PIN is, so that this says it, and a PIN of another length is wrong. "
        + "check-config asks for six or more, and takes nothing for granted where it isn't given."),
    Setting(
      key: "maintenance.corner", \.maintenanceCorner, .choice("CORNER"), standard: "top-left",
      "the corner that is held for three seconds"),
    Setting(
      key: "values", schema: ["$ref": .string("#/$defs/values")],
      "values by their names, which a text shows in braces: where each comes from, and how it is shown",
      details: "See VALUES.",
      read: { options, place, faults in options.values = Values(ValuesReader.read(place, &faults)) }),
    Setting(
      key: "faces", schema: ["$ref": .string("#/$defs/faces")],
      "what is on the faces 1 to 6, and what their buttons do; a number where nothing is said",
      details: "Where it is given it replaces all that is on the faces.",
      read: { options, place, faults in FacesReader.read(place, into: &options, &faults) }),
  ]
}

extension Stage.Permissions {
  fileprivate mutating func set(_ permission: Self, _ isGiven: Bool) {
    if isGiven { insert(permission) } else { remove(permission) }
  }
}
