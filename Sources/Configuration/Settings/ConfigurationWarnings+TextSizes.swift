import Chrome
import Glibc
import PanelGeometry
import PanelText
import PanelViews
import Scenes

/// Texts that are too small to read at the viewing distance.
extension ConfigurationWarnings {
  /// Returns one warning for all scenes of a configuration: it names the smallest text, and counts the others. A scene
  /// file alone has none: the distance and the size of texts belong to the configuration.
  ///
  /// - Parameters:
  ///   - file: The checked file.
  ///   - options: The options from the file.
  package static func textSizes(_ file: String, _ options: Options) -> [String] {
    guard options.scene != file else { return [] }
    let scenes = [options.scene] + options.sceneFiles.keys.sorted().filter { $0 != options.scene }
    let findings = scenes.map { name in
      var options = options
      options.scene = name
      // A mode in which texts are large enough suffices (EN 301 549, 5.1.4).
      if options.visitors.contains(.textSize) { options.textSize = 200 }
      return smallTexts(options)
    }
    let all = findings.flatMap { $0 }
    guard let smallest = all.min(by: { ($0.angle, $0.name) < ($1.angle, $1.name) }) else { return [] }
    return [smallest.warning(among: all.count, inScenes: findings.count { !$0.isEmpty }, options)]
  }

  /// Returns the texts of a scene that are too small.
  private static func smallTexts(_ options: Options) -> [SmallText] {
    guard options.sceneDescription != nil || options.scene == CubeScene.name else { return [] }
    options.values.fillMissing()
    let scene = options.makeScene()
    let warnings = ConfigurationWarnings(options, scene)
    let window = warnings.legibility.window
    let target = Window.minimumTarget
    let assumption =
      scene.fillsPanel
      ? "if \(target.points.shortText) points are \(target.millimeters.shortText) mm, as assumed" : warnings.assumption
    let file = options.sceneDescription == nil ? "" : "\(options.scene): "
    /// The smallest text of each view.
    var smallTexts: [ObjectIdentifier: SmallText] = [:]
    func measure(beneath path: String = "") {
      window.layoutIfNeeded()
      var places: [ObjectIdentifier: String] = [:]
      if let node = options.sceneDescription?.root, let view = scene.content.subviews.first {
        view.addPlaces(of: node, at: "$.root", to: &places)
      }
      let millimetersPerPoint =
        scene.fillsPanel ? Self.millimetersPerPoint * window.magnification : warnings.millimetersPerPoint
      for view in warnings.legibility.textAreas.map(\.view) where view.path.hasPrefix(path) && !view.bounds.isEmpty {
        guard let size = view.textSize,
          let angle = view.capitalAngle(at: options.viewingDistance, millimetersPerPoint: millimetersPerPoint),
          angle < min(View.minimumCapitalAngle, smallTexts[ObjectIdentifier(view)]?.angle ?? .infinity)
        else { continue }
        let name = view.place(in: places).map { "\($0) '\(warnings.text(of: view))'" } ?? warnings.name(view)
        smallTexts[ObjectIdentifier(view)] = SmallText(
          name: file + name, angle: angle, size: size, isTitle: view is ActionButton, assumption: assumption)
      }
    }
    if scene.fillsPanel {
      for size in options.layoutSizes {
        window.resize(to: size, scale: 1)
        measure()
      }
    } else if let cube = scene as? CubeScene {
      for face in 1...6 {
        cube.turn(toFace: face)
        measure(beneath: "\(cube.content.path)/face\(face)")
      }
    } else {
      measure()
    }
    return Array(smallTexts.values)
  }
}

/// A text whose capital letters are too small.
private struct SmallText {
  /// The place in the file, and the text.
  let name: String
  /// The height of a capital letter, in degrees at the eye.
  let angle: Double
  /// The size of the font, in points.
  let size: Double
  let isTitle: Bool
  /// The assumption about the panel, in words.
  let assumption: String

  /// - Parameters:
  ///   - count: The number of all texts that are too small.
  ///   - sceneCount: The number of scenes that have such texts.
  func warning(among count: Int, inScenes sceneCount: Int, _ options: Options) -> String {
    let others = count == 2 ? "another text" : "\(count - 1) other texts"
    let scenes = sceneCount > 1 ? " (in \(sceneCount) scenes)" : ""
    let texts = count == 1 ? "" : ", and \(others) larger, too\(scenes)"
    let factor = View.minimumCapitalAngle / angle
    let farthest = (options.viewingDistance / factor).rounded(.down)
    // The title of a button is as large as its height lets it be.
    var remedies = [isTitle ? "height" : "size"]
    if !options.visitors.contains(.textSize) { remedies += ["textSize", "textSize in visitors"] }
    if farthest >= 100 { remedies.append("a distance of \(farthest.shortText) mm") }
    let (points, distance) = (size.roundedDownToTenth, options.viewingDistance.shortText)
    let found = "are \(angle.roundedDownToTenth)° high at \(distance) mm \(assumption)"
    let expected = "expected \((size * factor).rounded(.up).shortText) points for \(View.minimumCapitalAngle)°"
    return
      "\(name): its capital letters, of \(points) points, \(found); \(expected)\(texts), by \(remedies.alternatives)"
  }
}

extension View {
  /// The minimum height of a capital letter, in degrees at the eye (EN 301 549, 5.1.4).
  fileprivate static let minimumCapitalAngle = 0.7

  /// Adds the JSON paths of a node and its descendants, by their views.
  fileprivate func addPlaces(
    of node: SceneDescription.Node, at path: String, to places: inout [ObjectIdentifier: String]
  ) {
    places[ObjectIdentifier(self)] = path
    if let list = self as? ListView, let row = node.list?.row.first {
      for index in list.indexesForVisibleRows {
        list.view(forRowAt: index)?.subviews.first?.addPlaces(of: row, at: "\(path).list.row", to: &places)
      }
    }
    let parent = (self as? ScrollView)?.contentView ?? self
    for (index, (subview, child)) in zip(parent.subviews, node.children).enumerated() {
      subview.addPlaces(of: child, at: "\(path).children[\(index)]", to: &places)
    }
  }

  /// The path of the view, or of the nearest node that contains it.
  fileprivate func place(in places: [ObjectIdentifier: String]) -> String? {
    places[ObjectIdentifier(self)] ?? superview?.place(in: places)
  }

  /// The size of the text as drawn, in points; `nil` for a view without text.
  fileprivate var textSize: Double? {
    switch self {
    case let label as Label where !label.text.isEmpty: label.fittingFont.size
    case let button as ActionButton:
      100 * button.titleFrame.height / TextLayout("H", font: Font(size: 100, weight: 600)).size.height
    default: nil
    }
  }

  /// The height of a capital letter on the panel, in degrees at the eye; `nil` for a view without text.
  ///
  /// - Parameters:
  ///   - distance: The distance from the eye to the panel, in millimeters.
  ///   - millimetersPerPoint: The size of a point on the panel.
  fileprivate func capitalAngle(at distance: Double, millimetersPerPoint: Double) -> Double? {
    let height: Double
    switch self {
    case let label as Label where !label.text.isEmpty:
      height = TextLayout("H", font: label.fittingFont).inkBounds.height
    case let button as ActionButton where !(button is RowButton):
      let capital = TextLayout("H", font: Font(size: 100, weight: 600))
      height = button.titleFrame.height * capital.inkBounds.height / capital.size.height
    default: return nil
    }
    let (center, toRoot) = (bounds.center, layer.homographyToRoot)
    guard let top = toRoot.apply(to: Point(center.x, center.y - height / 2)),
      let bottom = toRoot.apply(to: Point(center.x, center.y + height / 2))
    else { return nil }
    return 2 * atan((bottom - top).length * millimetersPerPoint / 2 / distance) * 180 / .pi
  }
}
