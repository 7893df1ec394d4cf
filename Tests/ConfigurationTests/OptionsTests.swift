import ControlProtocol
import PanelGeometry
import Testing

@testable import Configuration
@testable import Scenes

@Suite struct OptionsTests {
  private func options(_ line: String) throws -> Options {
    try Options(reading: line.split(separator: " ").map(String.init))
  }

  /// A retired option is accepted with a warning by each command that had it.
  @Test(arguments: ["run", "render -o x"]) func deprecatedOptionIsWarnedOf(_ command: String) throws {
    let arguments = try Arguments(command.split(separator: " ").map(String.init) + ["--inspector", "--no-bar"])
    #expect(
      arguments.warnings == [
        "--inspector: no longer used; Explain in the bar shows how a tap was routed, as do render --explode and hit"
      ])
  }

  @Test func runIsTheDefaultCommand() throws {
    for line in ["", "run"] {
      let options = try options(line)
      #expect(options.subcommand == .run && options.scene == "cube" && options.touchFix == .none)
      #expect(options.action.isEmpty && options.showsBar && !options.allowsQuit && options.theme == .dark)
    }
  }

  @Test func everyOptionIsRead() throws {
    let run = try options(
      "run --scene cube --touch-fix reorder --lighting camera --windowed=640x400 --no-bar --allow-quit --wait 0.5 "
        + "--events - --log-level debug --action-timeout=2.5 -- echo --help -x")
    #expect(run.touchFix == .reorder && run.lighting == .camera && run.windowedSize == Size(640, 400))
    #expect(
      !run.showsBar && run.allowsQuit && run.compositorTimeout == 0.5 && run.events == "-" && run.logLevel == .debug)
    #expect(run.actionTimeout == 2.5 && run.action == ["echo", "--help", "-x"])
    let render = try options("render --size 800x480 --scale 2 --view 0.5,-1 -o cube.png --lighting off")
    #expect(render.subcommand == .render && render.size == Size(800, 480) && render.scale == 2)
    #expect(render.view == ViewAngle(x: 0.5, y: -1) && render.output == "cube.png" && render.lighting == .off)
    #expect(try options("inspect --view face-on").view == .faceOn)
    for face in 1...6 {
      let view = try options("inspect --view face-\(face)").view
      let toViewer = CubeGeometry.faceTransforms[face - 1].concatenating(CubeGeometry.rotation(view).transform)
      for axis in [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0)] {
        let error = toViewer.direction(axis) - axis
        #expect((error * error).sum() < 1e-18, "face \(face)")
      }
    }
    #expect(try options("render --out cube.png").output == "cube.png")
    let replay = try options("render --scene fold --replay a.txt --at 1.5 --theme light -o x.png")
    #expect(replay.scene == "fold" && replay.replay == "a.txt" && replay.frameTime == 1.5 && replay.theme == .light)
    #expect(try options("--record a.txt --reduce-motion").reducesMotion)
    #expect(try options("hit --explain 1 2").explainsHit)
    #expect(try options("--touch-slop 2.5").touchSlop == 2.5)
    #expect(try options("--shade 0.3").sceneOptions.shade == 0.3 && options("").sceneOptions.shade == nil)
    #expect(try options("--rotate 270 --screen DSI-1").rotate == .threeQuarters)
    #expect(try options("hit-map -o map.png").subcommand == .hitMap)
  }

  @Test(arguments: [
    ("hit 10 20", Point(10, 20)), ("hit -3 -4.5 --touch-fix depth", Point(-3, -4.5)),
    ("hit --size 9x9 -- -1 2", Point(-1, 2)),
    ("hit 1 --size 9x9 2", Point(1, 2)),
  ])
  func hitTakesNegativeCoordinates(_ line: String, _ point: Point) throws {
    let options = try options(line)
    #expect(options.subcommand == .hit && options.point == point)
  }

  @Test(arguments: ["--help", "-h", "render --help", "hit -h", "--he"])
  func helpNeedsNothingElse(_ line: String) throws {
    #expect(try options(line).subcommand == .help)
  }

  private static let windowSize =
    "expected WIDTHxHEIGHT in points, such as 1280x800, at most 16384 a side, 33554432 in all"
  private static let pictureSize =
    "expected WIDTHxHEIGHT in points, such as 1280x800, at most 16384 a side, 67108864 in all"

  /// Outside of the attribute: Swift 6.0 doesn't compile interpolation in a test's arguments.
  private static let errors = [
    (
      "paint",
      "unknown command 'paint'; expected run, preview, render, hit, hit-map, inspect, check-config, hash-pin, ctl, scenes or words"
    ),
    ("run face3", "unexpected operand 'face3'"),
    ("scenes x", "unexpected operand 'x'"),
    ("--frobnicate", "unknown option '--frobnicate'"),
    ("--frobnicate=7", "unknown option '--frobnicate=7'"),
    ("-x", "unknown option '-x'"),
    ("run -xy --no-bar", "unknown option '-xy'"),
    ("render --s 5", "'--s' may be --scene or --shade or --scale or --size or --set or --socket or --screen"),
    ("--no-bar=yes", "'--no-bar=yes': --no-bar takes no value"),
    ("--wait", "--wait: a value is missing"),
    ("--touch-f", "--touch-f: a value is missing"),
    ("render -o", "-o: a value is missing"),
    ("render", "render: -o FILE is missing"),
    ("--lighting sun", "--lighting: 'sun'; expected book, camera or off"),
    ("--log-level loud", "--log-level: 'loud'; expected error, warning, notice, info or debug"),
    ("--windowed=wide", "--windowed: 'wide'; \(windowSize)"),
    ("inspect --size 0x5", "--size: '0x5'; \(pictureSize)"),
    ("inspect --size 5x5x5", "--size: '5x5x5'; \(pictureSize)"),
    ("render --scale nan -o x", "--scale: 'nan'; expected a number from 0.25 to 8, or auto"),
    ("render --scale 9 -o x", "--scale: '9'; expected a number from 0.25 to 8, or auto"),
    ("--windowed=16384x16384", "--windowed: '16384x16384'; \(windowSize)"),
    ("render --size 16384x16384 -o x", "--size: '16384x16384'; \(pictureSize)"),
    (
      "render --size 9000x1 --scale 2 -o x",
      "--size times --scale: 18000x2 pixels; expected at most 16384 a side, 67108864 in all"
    ),
    (
      "render --size 8192x8192 --scale 1.5 -o x",
      "--size times --scale: 12288x12288 pixels; expected at most 16384 a side, 67108864 in all"
    ),
    ("render --explode 2000,158.5 -o x", "--explode: '2000,158.5'; expected a place in the picture's 1280x800 points"),
    (
      "render --size 480x800 --explode 480,0 -o x",
      "--explode: '480,0'; expected a place in the picture's 480x800 points"
    ),
    ("inspect --view up", "--view: 'up'; expected face-on, corner-on, face-1 to face-6, or AX,AY in radians"),
    ("--wait -1", "--wait: '-1'; expected seconds, 0 or more"),
    ("--action-timeout 0", "--action-timeout: '0'; expected seconds, more than 0"),
    ("hit 1", "hit: expected X and Y, found 1 operands"),
    ("hit 1 2 3", "hit: expected X and Y, found 3 operands"),
    ("hit 1 y", "hit: 'y'; expected a number of points"),
    ("inspect --allow-quit", "--allow-quit is not an option of inspect"),
    ("hit 1 2 --scale 2", "--scale is not an option of hit"),
    ("run --", "--: no command follows"),
    ("hit-map", "hit-map: -o FILE is missing"),
    ("inspect --explain", "--explain is not an option of inspect"),
    ("--rotate 45", "--rotate: '45'; expected 0, 90, 180 or 270 degrees, clockwise"),
    ("ctl press", "ctl: expected press ADDRESS [LINE]"),
    (
      "ctl watch press dance",
      "ctl: watch 'dance'; expected status, ready, touch, press, result, value, idle, scene, message, sound, speech or touch-fix"
    ),
    ("ctl speech loud", "ctl: speech 'loud'; expected on or off"), ("ctl speech", "ctl: expected speech on|off"),
    ("ctl press a b c", "ctl: expected press ADDRESS [LINE]"),
    ("ctl set door", "ctl: expected set NAME VALUE …"), ("ctl set", "ctl: expected set NAME VALUE …"),
    ("ctl set a 1 b 2 a 3", "ctl: set 'a' twice; expected each once"),
    ("ctl status --scene cube", "--scene is not an option of ctl"),
    ("--theme blue", "--theme: 'blue'; expected dark, light or contrast"),
    ("render --set =a -o x", "--set: '=a'; expected a value's name, = and a text"),
    ("render --set a -o x", "--set: 'a'; expected a value's name, = and a text"),
    ("render --set a=1 -o x", "--set: no such value: a"),
    ("render --at -1 -o x", "--at: '-1'; expected seconds, 0 or more"),
  ]

  @Test(arguments: errors)
  func errorNamesItsArgument(_ line: String, _ message: String) {
    #expect(throws: CommandFailure(message)) { try options(line) }
  }

  @Test func operandMayBeNegative() throws {
    let options = try options("ctl set t -5 door -- -x")
    #expect(options.subcommand == .ctl && options.request == (.set, ["t", "-5", "door", "-x"]))
  }

  @Test func unknownControlCommandIsRefused() {
    let all = ControlCommand.allCases.map(\.rawValue).alternatives
    #expect(throws: CommandFailure("ctl: nothing; expected \(all)")) { try options("ctl") }
    #expect(throws: CommandFailure("ctl: 'dance'; expected \(all)")) { try options("ctl dance") }
  }

  @Test func unknownSceneIsRefused() {
    let all = SceneCatalog.names.joined(separator: ", ")
    #expect(throws: CommandFailure("--scene: 'sphere'; expected \(all) or a .json file")) {
      try options("--scene sphere")
    }
  }

  @Test func missingSceneFileIsReported() {
    #expect(
      throws: CommandFailure(
        "/nonexistent/a.json: No such file or directory", exitCode: 78, file: "/nonexistent/a.json")
    ) {
      try options("inspect --scene /nonexistent/a.json")
    }
  }

  @Test func helpNamesEveryCommandAndFitsATerminal() {
    let lines = Options.help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for word in [
      "render", "hit", "inspect", "scenes", "--touch-fix", "--events", "--action-timeout", "Exit status",
    ] {
      #expect(Options.help.contains(word))
    }
  }
}
