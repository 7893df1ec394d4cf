import Chrome
import Configuration
import Control
import Glibc
import Localization
import PanelEvents
import PanelGeometry
import PanelKit
import PanelSystem
import PanelViews
import Scenes

/// The running panel: connects the scenes, button actions, values, and status reporting.
package final class Kiosk {
  /// The options in effect, with a visitor's settings.
  var options: Options
  /// The options with which the window was opened, without scenes.
  var startOptions: Options
  /// The options without a visitor's settings.
  var ownerOptions: Options
  package var language = Language.current
  let arguments: Arguments
  let version: String
  package let app: Application
  /// The errors that the panel shows, because its files had them at the start and none was valid since; otherwise empty.
  var errors: [Diagnostic]
  /// The error of changed files, which the panel shows over its scene for a while.
  var shownFailure: CommandFailure?
  var failureTimer: WindowTimer?
  /// The reason why an adapter refused something, which the panel shows over its scene for a moment.
  var shownRefusal: String?
  var refusalTimer: WindowTimer?
  /// The only cube, regardless of the scene: actions of its buttons may be running.
  var cube: CubeScene
  let stage: Stage
  /// The configured scene, shown at the start and whenever the panel goes idle.
  var home: Scene
  /// The scenes of all scene files, by path.
  var fileScenes: [String: FileScene]
  let start = EventLoop.now
  var lastReload: PanelStatus.Reload
  /// Called after the next reload.
  var reloadCompletions: [(Bool) -> Void] = []
  /// True while another thread reads the files.
  var isReloading = false
  let store: StateStore
  private let charts: ChartStore
  let actions: ButtonActions
  let idle: IdleController
  let sources: ValueSources
  let adapters: Adapters
  private let pictures: PictureSources
  let messages: Messages
  let screenshooter: Screenshooter
  let maintenance: MaintenanceController
  let hooks: IdleHooks
  package let events = EventFeed()
  private let eventFile: LineWriter?
  /// Writes the events to `eventFile`.
  private let eventLog: EventFeed.Listener?
  private let recorder: TouchRecorder?
  private let player: Player?
  /// Receives changes of the value that sets the brightness.
  var brightnessObserver: ChangeObserver?
  /// Receives changes of the values that wake the panel.
  var wakeObserver: ChangeObserver?
  /// The layouts of the keyboard that the window shows.
  var keyboardNames: [String]?
  private var secretTouches = SecretTouches()
  let watch: ConfigurationWatch
  private var controlServers: [ControlServer] = []
  /// The old forms of requests that the log has mentioned.
  var notedOldRequests: Set<String> = []

  /// - Parameters:
  ///   - errors: the errors in the files. If there are any, the panel shows them until the files are valid.
  ///   - environment: returns the value of an environment variable that names the state directory or the runtime
  ///     directory.
  /// - Throws: if another panel uses the runtime directory.
  package init(
    _ given: Options, errors: [Diagnostic] = [], arguments: Arguments, version: String, log: Log,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws {
    let options = errors.isEmpty ? given : given.forErrors
    (self.options, ownerOptions, self.errors) = (options, options, errors)
    (self.arguments, self.version) = (arguments, version)
    startOptions = options.withoutScenes
    let runtimeDirectory = Self.runtimeDirectory(environment: environment)
    if let runtimeDirectory { try ControlServer.checkIsUnused(runtimeDirectory) }
    let recording = try options.replay.map { try TouchLog(contentsOf: $0) }
    let stateFile = StateFile(environment: environment, log: log)
    let state = stateFile?.read(log) ?? SavedState()
    (cube, home, fileScenes) = options.makeScenes(state, errors, of: arguments)
    stage = options.makeStage(home)
    app = try Application(stage, size: options.size, options: PanelOptions(options), log: log)
    store = StateStore(state, file: state == .unreadable ? nil : stateFile, loop: app.loop, log: log)
    eventFile = try options.events.map { [app] in
      try LineWriter($0, appends: true, option: "--events", contents: "events", loop: app.loop, log: log)
    }
    eventLog = eventFile.map { [events] file in events.listen(to: Set(EventKind.logged)) { file.write($0) } }
    recorder = try options.record.map { [app] in try TouchRecorder(path: $0, loop: app.loop, log: log) }
    player = try recording.map { [app] in try Player($0, window: app.window, loop: app.loop) }
    if let player { app.clock = { player.playUpToNow() } }
    idle = try IdleController(app, stage: stage, cube: cube, settings: options.idle)
    hooks = IdleHooks(loop: app.loop, log: app.log)
    options.values.usesSamples = arguments.isPreview
    sources = try ValueSources(options.values, loop: app.loop, log: log)
    sources.restore(state.values)
    charts = try ChartStore(options.values, file: stateFile?.charts, loop: app.loop, log: log)
    adapters = try Adapters(sources, loop: app.loop, log: log)
    pictures = try PictureSources(options.values.images, loop: app.loop, log: log)
    actions = ButtonActions(
      app, stage: stage, cube: cube, fileScenes: Array(fileScenes.values), store: store, events: events,
      sources: sources, adapters: adapters)
    messages = Messages(app, stage: stage, values: options.values, events: events)
    screenshooter = Screenshooter(app.window, loop: app.loop)
    maintenance = MaintenanceController(app, stage: stage, store: store)
    watch = ConfigurationWatch(app)
    lastReload = PanelStatus.Reload(time: time(nil), error: arguments.failure(options, errors)?.description)
    connect()
    report(options, errors)
    actions.problems = options.problems
    watch.watch(watchedFiles(options))
    applyOptions()
    messages.observeAlerts()
    controlServers = openControlSockets(in: runtimeDirectory)
  }

  func run() throws -> Int32 {
    // A previous instance may have left the backlight off.
    hooks.enter(.active)
    // A visitor can change the language while the panel runs.
    app.loop.eventWrapper = { [unowned self] in Language.$current.withValue(language, operation: $0) }
    if !errors.isEmpty {
      showStatus()
      // The files may have changed between the first read and the start of the watch.
      reload()
    }
    let code = Result { try app.run() }
    app.service.reportStopping()
    finish()
    app.log.notice("stopped")
    return try code.get()
  }

  /// The number of buttons' commands that are running.
  package var runningCommandCount: Int { actions.runningCommandCount }

  /// Saves the state, the last events and touches, and ends all commands.
  package func finish() {
    store.finish()
    charts.finish()
    eventFile?.finish()
    recorder?.finish()
    CommandRun.end(Array(actions.runningCommands) + hooks.runningCommands + sources.runningCommands)
  }

  private func connect() {
    watch.onChange = { [unowned self] in reload() }
    app.onHangUp = watch.onChange
    maintenance.onDone = { [unowned self] in goHome() }
    app.onReady = { [unowned self] in
      app.log.notice("the first frame is on the panel")
      events.send(.ready)
      showStatus()
      maintenance.updateTouchTest()
      recorder?.begin(at: app.clock())
      player?.begin()
    }
    app.window.onTouch = { [unowned self] event, view in
      stage.didDeliver(event, to: view)
      maintenance.updateTouchTest()
      guard !secretTouches.mustWithhold(event, on: view) else { return }
      let panelEvent = TouchEvent(event.phase, id: event.id, at: app.window.convertToPanel(event.location))
      recorder?.add(panelEvent, at: event.time ?? app.window.now)
      events.send(.touch(panelEvent, view: view?.path))
      let (x, y) = (panelEvent.location.x, panelEvent.location.y)
      app.log.debug("touch \(event.id) \(event.phase.rawValue) at \(x), \(y): \(view?.path ?? "-")")
      // Explanations name views by their texts, which may be what people type.
      if event.phase == .began, app.log.logs(.debug), !options.values.hasPrivateValues {
        // The journal is always in English.
        let lines = Language.$current.withValue(.english) {
          Route(to: event.location, in: stage).lines.map { "  \($0.name): \($0.outcome)" }
        }
        for line in lines { app.log.debug(line) }
      }
    }
    connectSpeech()
    connectVisitorSettings()
    app.window.onKey = { [unowned self] in stage.press($0) }
    stage.onSceneChange = { [unowned self] in
      app.log.notice("scene: \($0.name)")
      events.send(.scene($0.name, page: page(of: $0)))
      adapters.setNeedsUpdate()
      showStatus()
    }
    actions.address = { [unowned self] in address(of: $0) }
    actions.onChange = { [unowned self] in showStatus() }
    actions.showMessage = { [unowned self] message, line throws(Refusal) in try messages.show(message, line: line) }
    actions.showRefusal = { [unowned self] in showRefusal($0) }
    messages.onCritical = { [unowned self] in idle.wake() }
    (actions.playSound, messages.playSound) = (
      { [unowned self] in play(sound: $0) }, { [unowned self] in play(sound: $0) }
    )
    messages.onAction = { [unowned self] button, line in
      // `press` has recorded a refusal.
      if let button = button.actionButton(for: options.values, line: line) { try? actions.press(button) }
    }
    sources.onValueChange = { [unowned self] in
      if !options.values.isPrivate($0) {
        events.send(.value($0, reading: $1?.raw, isStale: options.values.isStale($0)))
      }
      if sources.definitions[$0]?.isKept == true { saveKeptValues() }
    }
    adapters.visibleNames = { [unowned self] in visibleValueNames }
    adapters.showsPictures = { [unowned self] in idle.state != .dark }
    adapters.maximumPictureSize = { [unowned self] in
      let size = app.window.panelSize * app.window.surfaceScale
      return (Int(clamping: size.width.rounded(.up)), Int(clamping: size.height.rounded(.up)))
    }
    app.window.onFrame = { [unowned self] in adapters.pictureViewsDidChange() }
    stage.makeScene = { [unowned self] in makeScene(named: $0) }
    stage.offeredScenes = { [unowned self] in offeredScenes() }
    stage.onVisitEnd = { [unowned self] in sources.forgetTypedTexts() }
    stage.onHomeTimeout = { [unowned self] in
      goHome()
      cube.turnToHomeOrientation()
    }
    idle.onChange = { [unowned self] in
      sources.isAsleep = $0 == .dark
      if $0 != .active {
        setSpeech(isOn: false)
        goHome()
      }
      hooks.enter($0)
      adapters.setNeedsUpdate()
      events.send(.idle($0))
    }
    app.panel.onMissingOutput = { [unowned self] in updateNotice() }
  }

  private func makeScene(named name: String) -> Scene? {
    if name == options.scene || name == home.name { return home }
    if name == CubeScene.name { return cube }
    return fileScenes[name] ?? options.makeScene(named: name)
  }

  /// Returns the scenes in the picker: the configured scene file, if any, and the built-in scenes.
  private func offeredScenes() -> [Scene] {
    let builtInScenes = SceneCatalog.all(options.sceneOptions)
    guard let description = options.sceneDescription else { return builtInScenes }
    let fileScene = FileScene(
      description, values: options.values, background: options.theme.backgroundCenter,
      contrast: options.theme.textContrast)
    return [fileScene] + builtInScenes
  }

  /// Returns to the configured scene and resets everything that visitors opened or changed.
  private func goHome() {
    stage.dismissSheet()
    stage.resetVisitorSettings()
    sources.forgetTypedTexts()
    // That may have changed the language during this event.
    Language.$current.withValue(language) {
      stage.show(home)
      home.resetForNextVisitor()
      cube.resetForNextVisitor()
      for scene in fileScenes.values { scene.resetForNextVisitor() }
    }
    actions.turnLightOn()
  }

  func showStatus() {
    if let error = errors.first { return app.service.reportStatus("invalid configuration: \(error)") }
    let running = actions.runningCommandCount
    let runningText = running == 0 ? "" : "; \(running) running"
    app.service.reportStatus(
      "\(stage.scene.name), touch fix \(cube.touchFix.rawValue); the button was pressed \(store.state.count) times\(runningText)"
    )
  }
}

extension PanelOptions {
  init(_ options: Options) {
    self.init(
      title: "CubeKiosk", appID: "cube-kiosk", windowedSize: options.windowedSize, allowsQuit: options.allowsQuit,
      compositorTimeout: options.compositorTimeout)
    touchSlop = options.touchSlop
    output = options.screen
    scale = options.scale
  }
}

extension Options {
  /// Creates the cube with its saved state, the configured scene or that of the errors, and the scenes of all files, by
  /// path.
  func makeScenes(
    _ state: SavedState, _ errors: [Diagnostic], of arguments: Arguments
  ) -> (cube: CubeScene, home: Scene, fileScenes: [String: FileScene]) {
    let cube = CubeScene(sceneOptions)
    var fileScenes: [String: FileScene] = [:]
    for path in sceneFiles.keys { fileScenes[path] = makeScene(named: path) as? FileScene }
    let home =
      !errors.isEmpty
      ? ErrorScene(errors, of: arguments.configurationPath ?? scene, theme: theme)
      : showsTouchTest ? TouchTestScene() : scene == CubeScene.name ? cube : fileScenes[scene] ?? makeScene()
    let buttons = cube.buttons + fileScenes.values.flatMap(\.buttons)
    for button in buttons { button.pressCount = state.presses[button.countKey] ?? 0 }
    if buttons.contains(where: { $0.action.changesLight }) {
      cube.isLightOn = state.isLightOn
      for button in buttons { button.isLightOn = state.isLightOn }
    }
    return (cube, home, fileScenes)
  }
}

extension ErrorScene {
  fileprivate convenience init(_ errors: [Diagnostic], of path: String, theme: Theme) {
    self.init(
      title: LocalizedText.errorTitle.text(count: errors.count), file: path,
      errors: errors.map { Item(path: $0.location, reason: $0.reason.sanitized) },
      instructions: LocalizedText.errorNext.text, theme: theme)
  }
}
