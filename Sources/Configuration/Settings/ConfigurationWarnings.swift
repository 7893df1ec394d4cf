import Chrome
import PanelGeometry
import PanelRaster
import PanelSystem
import PanelViews
import Scenes

/// Finds probable mistakes in a valid configuration by drawing the panel: illegible text, or buttons that are too small
/// to touch.
package struct ConfigurationWarnings {
  /// The screen that is assumed if the panel's size is unknown: 10.1 inches.
  private static let assumedScreen = (pixels: Size(1280, 800), millimeterWidth: 217.0)

  private let options: Options
  let legibility: Legibility
  /// In millimeters.
  private let screenWidth: Double
  /// The warnings found so far, in order.
  private var lines: [String] = []
  /// The paths of views already reported for truncated text or an empty frame.
  private var reportedPaths: Set<String> = []

  /// Returns the warnings about a configuration's settings, and about the layout of its scenes.
  ///
  /// - Parameters:
  ///   - options: The options from a file without errors.
  ///   - file: The checked file. Warnings about the layout of other files start with their paths.
  ///   - now: In seconds since 1970, for values that show the time.
  package static func settingsAndScenes(_ options: Options, of file: String? = nil, now: Int) -> [String] {
    var lines =
      options.obsoleteKeyWarnings + pinWarnings(options) + speechWarnings(options) + unreachableButtonWarnings(options)
      + initialSceneWarnings(options, file, now: now)
    for path in options.sceneFiles.keys.sorted() where path != options.scene {
      var other = options
      other.scene = path
      lines += initialSceneWarnings(other, file, now: now).filter { !lines.contains($0) }
    }
    return lines
  }

  /// Returns the warnings for the initial scene.
  private static func initialSceneWarnings(_ options: Options, _ file: String?, now: Int) -> [String] {
    guard options.sceneDescription != nil || options.scene == CubeScene.name else { return [] }
    let scene = options.makeScene()
    options.values.readOnce(at: now)
    options.values.fillMissing()
    var warnings = ConfigurationWarnings(options, scene)
    if let cube = scene as? CubeScene {
      for face in 1...6 { warnings.checkFace(face, of: cube) }
    } else {
      if !scene.fillsPanel {
        warnings.checkTouchTargets(beneath: "")
      }
      for (area, contrast) in warnings.contrasts(beneath: "") { warnings.warn(of: area, contrast: contrast) }
    }
    var layout = scene.fillsPanel ? warnings.layoutWarnings(of: scene) : nil
    for usesLongestReadings in [false, true] {
      if usesLongestReadings { options.values.setLongestReadings() }
      if layout == nil { warnings.checkTextFits() } else { layout?.check() }
    }
    let isOtherFile = file != nil && file != options.scene && options.sceneDescription != nil
    let prefix = isOtherFile ? "\(options.scene): " : ""
    warnings.lines = (warnings.lines + (layout?.lines ?? [])).map { prefix + $0 }
    warnings.checkConditions()
    warnings.checkMaps()
    warnings.checkFiles()
    return warnings.lines
  }

  init(_ options: Options, _ scene: Scene) {
    self.options = options
    let pixelsPerPoint =
      options.scale ?? Self.assumedScreen.pixels.width / Self.assumedScreen.millimeterWidth * Self.millimetersPerPoint
    let size = options.hasExplicitSize ? options.size : Self.assumedScreen.pixels * (1 / pixelsPerPoint)
    screenWidth = options.hasExplicitSize ? size.width * Self.millimetersPerPoint : Self.assumedScreen.millimeterWidth
    // A file for a larger or upright screen is scaled down here. Draw it larger, so that its text can be measured.
    let reduction = options.sceneDescription?.size.map { max($0.width / size.width, $0.height / size.height) } ?? 1
    legibility = Legibility(
      scene, theme: options.theme, size: size, scale: 1.5 * pixelsPerPoint * min(max(reduction, 1), 2), showsBar: false,
      textSize: options.textScale, reach: options.reachShare)
  }

  private func layoutWarnings(of scene: Scene) -> LayoutWarnings? {
    guard let node = options.sceneDescription?.root, let view = scene.content.subviews.first else { return nil }
    return LayoutWarnings(
      (view, node), in: legibility.window, sizes: options.layoutSizes)
  }

  /// The conversion for scale `auto`: 9 mm are 48 points.
  static let millimetersPerPoint = Window.minimumTarget.millimeters / Window.minimumTarget.points

  /// Checks a face while it is turned to the viewer, with the lamp on and off.
  private mutating func checkFace(_ face: Int, of cube: CubeScene) {
    let path = "\(cube.content.path)/face\(face)"
    cube.turn(toFace: face)
    cube.isLightOn = true
    checkTouchTargets(beneath: path)
    var worst: [String: (area: Legibility.TextArea, contrast: Double)] = [:]
    for isLightOn in [true, false] {
      cube.isLightOn = isLightOn
      legibility.draw()
      for (area, contrast) in contrasts(beneath: path) where contrast < worst[area.view.path]?.contrast ?? .infinity {
        worst[area.view.path] = (area, contrast)
      }
    }
    for (_, (area, contrast)) in worst.sorted(by: { $0.key < $1.key }) {
      warn(of: area, contrast: contrast, " in the worst light")
    }
  }

  /// Warns about a short PIN, or one whose length isn't configured: the hash doesn't reveal it.
  private static func pinWarnings(_ options: Options) -> [String] {
    guard let pin = options.maintenance?.pin, pin.length ?? 0 < PINHash.minimumNewLength else { return [] }
    let found = pin.length.map { "found \($0)" } ?? "not given, and the hash doesn't reveal it"
    let expected = "a PIN should have \(PINHash.minimumNewLength) or more, see cube-kiosk hash-pin"
    return ["$.maintenance.digits: \(found); \(expected)"]
  }

  /// Warns about ways to start speech that have no effect.
  private static func speechWarnings(_ options: Options) -> [String] {
    var lines: [String] = []
    if options.speech.startsWithKeys, !options.handlesKeys {
      lines.append("$.speech.keyboard: true has no effect, because keys is false")
    }
    if let corner = options.speech.corner, corner == options.maintenance?.corner {
      lines.append("$.speech.corner: \(corner.rawValue) has no effect, because it is the corner of maintenance")
    }
    return lines
  }

  /// Warns about buttons whose center doesn't hit-test to them, so that touches can't reach them.
  private static func unreachableButtonWarnings(_ options: Options) -> [String] {
    guard options.sceneDescription == nil, options.scene == CubeScene.name else { return [] }
    return (1...6).flatMap { face -> [String] in
      let cube = CubeScene(options.sceneOptions)
      let window = Window(Stage(cube, showsBar: false), size: Size(1280, 800), scale: 1, threads: 1)
      window.reducesMotion = true
      window.layoutIfNeeded()
      cube.turn(toFace: face)
      return cube.buttons.filter { $0.face == face }.compactMap { button in
        guard let location = button.convert(button.bounds.center, to: window.rootView),
          window.rootView.hitTest(location) !== button
        else { return nil }
        return
          "the button \(button.name ?? "") on face \(face) cannot be reached with touchFix \(options.touchFix.rawValue)"
      }
    }
  }

  // MARK: Values

  /// Warns about watched files that are missing or aren't pictures: the path may be misspelled, or the file may appear
  /// later.
  private mutating func checkFiles() {
    for (name, definition) in options.values.definitions.sorted(by: { $0.key < $1.key }) {
      guard case .file(let path) = definition.source else { continue }
      if (try? ValueLine.first(ofFile: path)) == nil {
        lines.append("values.\(name): nothing can be read from \(path) yet; the value is shown as a dash until then")
      } else if let omission = ValueLine.omission(ofFile: path, lines: definition.maximumLines) {
        lines.append("values.\(name): \(path) \(omission)")
      }
    }
    for path in options.values.images.paths.sorted() {
      do {
        _ = try PictureDecoder.bitmap(inFile: path)
      } catch {
        let reason = (error as? SystemError)?.reason ?? "\(error)"
        lines.append("\(path): is followed but isn't a picture yet (\(reason)); nothing is shown until it is")
      }
    }
  }

  /// Warns about keys of maps such as "<20", which are compared as texts.
  private mutating func checkMaps() {
    for (name, definition) in options.values.definitions.sorted(by: { $0.key < $1.key }) {
      for text in definition.map.keys.sorted() where ValueComparison.key(forOperatorIn: text) != nil {
        lines.append(
          "values.\(name).map: '\(text)' is compared as a text; expected a condition such as "
            + "{ \"when\": \"\(name)\", \(ValueComparison.key(forOperatorIn: text) ?? "") } where it is shown")
      }
    }
  }

  /// Warns about button conditions whose texts aren't among the value's choices or mapped words: they never hold, and are
  /// probably misspelled.
  private mutating func checkConditions() {
    for case let button as ActionButton in controls(in: legibility.stage) {
      for (valueName, comparison) in button.conditions.flatMap(\.comparisons) {
        guard let value = options.values.definitions[valueName], let texts = comparison.texts else { continue }
        let known = value.choices.isEmpty ? value.map.keys.sorted() : value.choices
        let words = known + known.compactMap { value.map[$0] }
        guard !words.isEmpty, Set(texts).isDisjoint(with: words) else { continue }
        lines.append(
          "\(name(button)): a condition compares \(valueName) with \(texts.alternatives); expected "
            + words.alternatives)
      }
    }
  }

  // MARK: Contrast

  private func contrasts(beneath path: String) -> [(Legibility.TextArea, Double)] {
    // Disabled controls are exempt from the minimum contrast (WCAG 2.2, 1.4.3).
    let areas = legibility.textAreas.filter {
      $0.view.path.hasPrefix(path) && !$0.view.bounds.isEmpty && ($0.view as? Control)?.isEnabled ?? true
    }
    return areas.compactMap { area in
      legibility.contrast(of: area).map { (area, $0) }
    }
  }

  private mutating func warn(of area: Legibility.TextArea, contrast: Double, _ light: String = "") {
    guard contrast < area.requiredContrast else { return }
    lines.append(
      "\(name(area.view)): a contrast of \(contrast.roundedDownToTenth) with its background\(light); expected \(area.requiredContrast.shortText) or more"
    )
  }

  // MARK: Text size

  private mutating func checkTextFits() {
    for area in legibility.textAreas where !reportedPaths.contains(area.view.path) {
      if area.view.bounds.isEmpty {
        reportedPaths.insert(area.view.path)
        lines.append("\(name(area.view)): has no size, so it is invisible; expected a frame")
        continue
      }
      guard (area.view as? Label)?.isTruncated ?? (area.view as? ActionButton)?.isTitleTruncated ?? false else {
        continue
      }
      reportedPaths.insert(area.view.path)
      lines.append("\(name(area.view)): doesn't fit and is truncated; expected a shorter text or more space")
    }
  }

  // MARK: Touch targets

  private mutating func checkTouchTargets(beneath path: String) {
    legibility.window.layoutIfNeeded()
    for control in controls(in: legibility.stage) where control.path.hasPrefix(path) {
      let side = control.shorterSide * millimetersPerPoint
      // 0.05 mm are below the precision of the message.
      guard side < control.minimumTouchSide * Self.millimetersPerPoint - 0.05 else { continue }
      lines.append(
        "\(name(control)): \(side.roundedDownToTenth) mm \(assumption); a finger needs \(Window.minimumTarget.millimeters.shortText)"
      )
    }
  }

  private func controls(in view: View) -> [Control] {
    guard !view.isHidden, view.isUserInteractionEnabled else { return [] }
    return (view as? Control).map { [$0] } ?? view.subviews.flatMap(controls)
  }

  /// The size of a point on the panel's screen, or on the assumed one.
  var millimetersPerPoint: Double { screenWidth / legibility.window.size.width }
  var assumption: String { "if the screen is \(Int(clamping: screenWidth)) mm wide, as assumed" }

  // MARK: Texts

  /// The view's path, with its text or name.
  func name(_ view: View) -> String {
    let path = view.path.hasPrefix("root/") ? String(view.path.dropFirst(5)) : view.path
    let text = self.text(of: view)
    return text.isEmpty ? path : "\(path) '\(text)'"
  }

  /// The view's text or name as one short line.
  func text(of view: View) -> String {
    ((view as? Label)?.text ?? view.accessibilityLabel ?? "").split(whereSeparator: \.isNewline)
      .joined(separator: " ").shortened(to: 40)
  }
}

extension Double {
  /// The number as text, rounded down to one decimal place.
  var roundedDownToTenth: String { ((self * 10).rounded(.down) / 10).shortText }
}
