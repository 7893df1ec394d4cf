import Chrome
import Configuration
import Control
import Glibc
import Localization
import PanelKit
import Scenes

extension Kiosk {
  /// The options in the files, and all errors of the configuration.
  typealias FilesResult = Result<(options: Options, errors: [Diagnostic]), CommandFailure>

  /// Reloads the configuration and the scene files. Valid files take effect at once. If a file is invalid, reports the
  /// error and keeps the previous configuration and scenes.
  ///
  /// Another thread reads the files and decodes their pictures, which can take a second, or hang.
  ///
  /// - Parameter completion: called with false if nothing was applied.
  func reload(_ completion: @escaping (Bool) -> Void = { _ in }) {
    reloadCompletions.append(completion)
    // Files may have changed since they were read: read them again then.
    if !isReloading { startReload() }
  }

  private func startReload() {
    let completions = reloadCompletions
    reloadCompletions = []
    isReloading = true
    app.service.reportReloading()
    app.loop.runOnThreadIfPossible { [arguments] in
      Self.readFiles(arguments)
    } completion: { [unowned self] in
      let isApplied = use($0)
      isReloading = false
      app.service.reportReloaded()
      for completion in completions { completion(isApplied) }
      if !reloadCompletions.isEmpty { startReload() }
    }
  }

  static func readFiles(_ arguments: Arguments) -> FilesResult {
    Result { () throws(CommandFailure) in try arguments.read(arguments.configurationPath) }
  }

  /// Applies the options that were read. Returns false if nothing was applied.
  func use(_ result: FilesResult) -> Bool {
    let configuration = arguments.configurationPath
    guard let path = configuration ?? (options.sceneDescription == nil ? nil : options.scene) else {
      app.log.notice("there is no configuration file to reload")
      return false
    }
    let failure: CommandFailure
    do throws(CommandFailure) {
      let (new, errors) = try result.get()
      guard let newFailure = CommandFailure(errors, of: path) else {
        lastReload = PanelStatus.Reload(time: time(nil))
        apply(new, from: path)
        return true
      }
      failure = newFailure
      // The next file to be fixed may belong to another scene.
      watch.watch(new.files.paths)
    } catch {
      failure = error
      watch.watch(options.files.paths.union([configuration, error.file].compactMap { $0 }))
    }
    lastReload = PanelStatus.Reload(time: time(nil), error: failure.description)
    let isConfiguration = failure.file == nil || failure.file == configuration
    app.log.error("\(failure.description); the old \(isConfiguration ? "configuration" : "scene") stays")
    stage.showStatus(StatusText(isConfiguration ? .configurationError : .sceneFileError))
    app.service.reportStatus("\(failure.description)")
    return false
  }

  /// The keys of the configuration that differ from those at the start, and take effect only after a restart.
  var keysRequiringRestart: [String] { ownerOptions.keysRequiringRestart(comparedTo: startOptions) }

  private func apply(_ loaded: Options, from path: String) {
    var new = loaded
    // Keep the `Values` object, which the current scene displays. `sources.replaceDefinitions` below gives it the new
    // definitions.
    new.values = options.values
    app.window.advance(to: app.clock())
    app.window.cancelInput(at: app.clock())
    app.log.notice("\(path): reloaded")
    for warning in new.obsoleteKeyWarnings { app.log.warning("\(path): \(warning)") }
    ownerOptions = new
    if !keysRequiringRestart.isEmpty {
      app.log.notice("\(path): a restart is required for \(keysRequiringRestart.joined(separator: ", "))")
    }
    stage.ownerSettings = new.configuredVisitorSettings
    sources.replaceDefinitions(loaded.values.definitions)
    use(new, language: new.effectiveLanguage)
  }

  /// Creates the scenes again. If the theme or the language changed, also creates the bar and the other views around
  /// them again.
  func use(_ new: Options, language: Language) {
    let changesLanguage = language != self.language
    let changesAppearance = new.theme != options.theme || changesLanguage
    self.language = language
    Language.$current.withValue(language) {
      if changesAppearance { stage.rebuild(theme: new.theme) }
      replaceScenes(with: new, changesLanguage: changesLanguage)
    }
  }

  /// Creates the scenes again, shows the new version of the visible scene, and applies the options.
  private func replaceScenes(with new: Options, changesLanguage: Bool) {
    let oldCube = cube
    let (shouldShowHome, shouldShowCube) = (stage.scene === home || new.scene != options.scene, stage.scene === cube)
    options = new
    let shownPath = fileScenes.first { $0.value === stage.scene }?.key
    (cube, home, fileScenes) = new.makeScenes(store.state)
    cube.orientation = oldCube.orientation
    actions.replaceScenes(cube, fileScenes: Array(fileScenes.values))
    stage.dismissSheet()
    // Keep any other scene that a visitor chose, unless its texts are in another language.
    if shouldShowHome {
      stage.show(home)
    } else if shouldShowCube {
      stage.show(cube)
    } else if let shownPath {
      stage.show(fileScenes[shownPath] ?? home)
    } else if changesLanguage, let scene = new.makeScene(named: stage.scene.name) {
      stage.show(scene)
    }
    applyRuntimeOptions(new)
    showStatus()
    events.send(.status(status, lost: 0))
  }

  /// Applies the options that take effect at run time.
  func applyRuntimeOptions(_ options: Options) {
    options.apply(to: stage, in: app.window)
    applySpeech(options)
    idle.staysActive = stage.isAdapted
    maintenance.apply(options.maintenance)
    cube.onTouchFixChange = { [unowned self] fix in
      app.log.notice("touch fix: \(fix.rawValue)")
      events.send(.touchFix(fix))
      showStatus()
    }
    hooks.actions = options.idleHooks
    idle.apply(options.idle, cube: cube)
    watch.watch(options.files.paths)
  }
}
