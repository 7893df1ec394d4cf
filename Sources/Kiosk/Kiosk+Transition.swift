import Chrome
import Configuration
import Control
import Glibc
import Localization
import PanelKit
import PanelSystem
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

  /// Uses what was read: changes to valid options, and shows errors. Returns false if nothing was applied.
  func use(_ result: FilesResult) -> Bool {
    guard let path = arguments.configurationPath ?? (options.scene.hasSuffix(".json") ? options.scene : nil) else {
      app.log.notice("there is no configuration file to reload")
      return false
    }
    let failure: CommandFailure
    do throws(CommandFailure) {
      let (new, newErrors) = try result.get()
      watch.watch(watchedFiles(new))
      guard let newFailure = arguments.failure(new, newErrors) else {
        lastReload = PanelStatus.Reload(time: time(nil))
        apply(new, from: path)
        return true
      }
      failure = newFailure
      if !errors.isEmpty, errors != newErrors {
        report(new.forErrors, newErrors)
        apply(new.forErrors, newErrors)
      }
    } catch {
      failure = error
      watch.watch(watchedFiles(options).union([error.file].compactMap { $0 }))
    }
    lastReload = PanelStatus.Reload(time: time(nil), error: failure.description)
    if errors.isEmpty {
      app.log.error("\(failure); the old \(isOfConfiguration(failure) ? "configuration" : "scene") stays")
      show(failure)
      app.service.reportStatus("\(failure)")
    }
    return false
  }

  private func isOfConfiguration(_ failure: CommandFailure) -> Bool {
    failure.file == nil || failure.file == arguments.configurationPath
  }

  /// The files that options were read from.
  func watchedFiles(_ options: Options) -> Set<String> {
    options.files.paths.union([arguments.configurationPath].compactMap { $0 })
  }

  /// Logs what is wrong with the files.
  func report(_ options: Options, _ errors: [Diagnostic]) {
    for error in errors { app.log.error(error.description) }
    for problem in options.problems where !actions.problems.contains(problem) {
      app.log.warning(problem.description)
    }
    let path = arguments.configurationPath ?? options.scene
    for warning in options.obsoleteKeyWarnings { app.log.warning("\(path): \(warning)") }
  }

  /// The keys of the configuration that differ from those with which the window was opened, and take effect only after a
  /// restart.
  var keysRequiringRestart: [String] { ownerOptions.keysRequiringRestart(comparedTo: startOptions) }

  // MARK: The transition

  /// Changes to valid options.
  private func apply(_ new: Options, from path: String) {
    app.log.notice("\(path): reloaded")
    report(new, [])
    show(nil)
    apply(new, [])
    if !keysRequiringRestart.isEmpty {
      app.log.notice("\(path): a restart is required for \(keysRequiringRestart.joined(separator: ", "))")
    }
  }

  private func apply(_ loaded: Options, _ newErrors: [Diagnostic]) {
    let hadErrors = !errors.isEmpty
    app.window.advance(to: app.clock())
    app.window.cancelInput(at: app.clock())
    var new = loaded
    // Keep the `Values` object, which the current scene displays, and give it the new definitions.
    new.values = options.values
    ownerOptions = new
    stage.ownerSettings = new.configuredVisitorSettings
    replaceTypedNames(loaded.values)
    sources.replaceDefinitions(loaded.values.definitions)
    options.values.controlLimits = loaded.values.controlLimits
    if newErrors.isEmpty {
      restoreKeptValues()
      saveKeptValues()
    }
    messages.observeAlerts()
    transition(to: new, errors: newErrors, language: new.effectiveLanguage, isReload: true)
    actions.problems = new.problems
    guard hadErrors, !keysRequiringRestart.isEmpty else { return }
    // The panel wasn't used yet, so its window can be opened again.
    startOptions = new.withoutScenes
    app.panel.reconnect(with: PanelOptions(new))
  }

  /// Replaces the names of the values that people type. Without its field, a text is forgotten, or stays private if the
  /// panel keeps it or has it as a copy.
  private func replaceTypedNames(_ loaded: Values) {
    let values = options.values
    let lost = values.typedNames.union(values.copyNames).filter {
      !loaded.isTyped($0) && values.reading($0)?.time != nil
    }
    sources.forgetTypedTexts(of: lost.intersection(values.typedNames))
    let kept = lost.filter { values.definitions[$0]?.isKept == true || !values.typedNames.contains($0) }
    (values.typedNames, values.copyNames) = (loaded.typedNames, loaded.copyNames.union(kept))
  }

  /// Changes the panel to other options: those of changed files, or a visitor's. The result is the same as that of a
  /// start with these options, except that the scene stays that a visitor chose.
  ///
  /// - Parameters:
  ///   - newErrors: the errors to show in place of the scenes; `nil` for no change.
  ///   - isReload: true to create the scenes again in any case.
  func transition(
    to new: Options, errors newErrors: [Diagnostic]? = nil, language newLanguage: Language, isReload: Bool = false
  ) {
    let changesLanguage = newLanguage != language
    let changesAppearance = new.theme != options.theme || changesLanguage
    let showsHome = stage.scene === home || new.scene != options.scene || newErrors ?? errors != errors
    (options, errors, language) = (new, newErrors ?? errors, newLanguage)
    Language.$current.withValue(language) {
      if changesAppearance {
        app.window.cancelInput(at: app.clock())
        stage.rebuild(theme: new.theme)
      }
      if changesAppearance || isReload {
        replaceScenes(showsHome: showsHome, changesLanguage: changesLanguage)
      }
      applyOptions()
    }
    guard changesAppearance || isReload else { return }
    showStatus()
    events.send(.status(status, lost: 0))
  }

  /// Creates the scenes again, and shows the new version of the visible scene.
  private func replaceScenes(showsHome: Bool, changesLanguage: Bool) {
    let (oldCube, showsCube) = (cube, stage.scene === cube)
    let shownPath = fileScenes.first { $0.value === stage.scene }?.key
    (cube, home, fileScenes) = options.makeScenes(store.state, errors, of: arguments)
    cube.orientation = oldCube.orientation
    actions.replaceScenes(cube, fileScenes: Array(fileScenes.values))
    stage.dismissSheet()
    // Keep any other scene that a visitor chose, unless its texts are in another language.
    if showsHome {
      stage.show(home)
    } else if showsCube {
      stage.show(cube)
    } else if let shownPath {
      stage.show(fileScenes[shownPath] ?? home)
    } else if changesLanguage, let scene = options.makeScene(named: stage.scene.name) {
      stage.show(scene)
    }
  }

  /// Applies the options to everything around the scenes, at the start and in each transition.
  func applyOptions() {
    options.apply(to: stage, in: app.window)
    applySpeech(options)
    idle.staysActive = stage.isAdapted
    maintenance.apply(options.maintenance)
    cube.onTouchFixChange = { [unowned self] fix in
      app.log.notice("touch fix: \(fix.rawValue)")
      events.send(.touchFix(fix))
      showStatus()
    }
    applyKeyboard()
    observeBrightness()
    observeWakeCondition()
    hooks.actions = options.idleHooks
    idle.apply(options.idle, cube: cube)
    updateNotice()
  }

  private func observeBrightness() {
    let update = { [unowned self] in
      stage.brightness = options.currentBrightness
    }
    brightnessObserver = options.brightness.map { options.values.observe([$0], update) }
    update()
  }

  /// Wakes the panel when the condition, or one of several alternatives, becomes true. A reload alone doesn't wake it.
  private func observeWakeCondition() {
    wakeObserver = options.wakeCondition.map { condition in
      var wereTrue = condition.alternatives.map(options.values.holds)
      return options.values.observe(condition.names) { [unowned self] in
        let areTrue = condition.alternatives.map(options.values.holds)
        if zip(wereTrue, areTrue).contains(where: { !$0 && $1 }) { idle.wake() }
        wereTrue = areTrue
      }
    }
  }

  // MARK: The notice

  /// The time for which the panel shows an error of changed files, in seconds.
  private static let failureDuration = 60.0

  /// Shows the error of changed files for a minute, or until it is tapped.
  private func show(_ failure: CommandFailure?) {
    failureTimer?.cancel()
    shownFailure = failure
    updateNotice()
    failureTimer = failure.map { _ in
      app.window.after(seconds: Self.failureDuration) { [unowned self] in show(nil) }
    }
  }

  /// Shows for a moment why an adapter refused something.
  func showRefusal(_ text: String) {
    refusalTimer?.cancel()
    shownRefusal = text
    updateNotice()
    refusalTimer = app.window.after(seconds: ButtonActions.resultDuration) { [unowned self] in
      shownRefusal = nil
      updateNotice()
    }
  }

  /// Shows what needs attention over the scene.
  func updateNotice() {
    stage.onNoticeTap = shownFailure.map { _ in { [unowned self] in show(nil) } }
    stage.notice =
      shownRefusal
      ?? shownFailure.map {
        let title = isOfConfiguration($0) ? LocalizedText.configurationError : .sceneFileError
        return "\(title.phrase().text)\n\($0.description.sanitized)"
      }
      ?? app.panel.missingOutput.map { LocalizedText.screenMissing.text([.screen: $0]) }
  }
}
