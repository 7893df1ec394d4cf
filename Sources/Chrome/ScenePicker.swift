import PanelViews
import Scenes

/// A sheet with a live miniature of each scene.
final class ScenePicker: Sheet {
  var onChoose: ((String) -> Void)?

  private var tiles: [SceneTile] = []
  private let scrollView = ScrollView(name: "sheet")
  /// The minimum width of tiles with enlarged titles.
  private static let minimumWidth = 110.0

  /// - Parameter scenes: new instances, because the scene on the stage can't be in two places.
  init(_ scenes: [Scene], current: String, theme: Theme) {
    super.init(name: "picker", theme: theme, contentView: scrollView)
    for scene in scenes {
      let name = scene.name
      let tile = SceneTile(scene, isCurrent: name == current)
      tile.addAction(for: .primaryActionTriggered) { [unowned self] _ in onChoose?(name) }
      tiles.append(tile)
      contentView.addSubview(tile)
    }
  }

  /// S also closes the picker.
  override func press(_ key: Key) -> Bool {
    guard key == .character("s") else { return super.press(key) }
    dismiss()
    return true
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = safeFrame
    let gap = 12.0
    let inset = min(24, bounds.width / 30)
    let availableHeight = bounds.height * 0.94 - 2 * inset
    var columns = max(2, min(7, Int(clamping: bounds.width / 150)))
    var rows: Int { (tiles.count + columns - 1) / columns }
    let minimumHeight = Window.minimumTarget.points
    func width(_ columns: Int) -> Double {
      (bounds.width - 2 * inset - Double(columns - 1) * gap) / Double(columns)
    }
    let minimumWidth = window.map { $0.zoom > 1 } == true ? Self.minimumWidth : 0
    // More columns if tiles would be too low for a finger. If they would be too narrow, the picker scrolls.
    while columns < tiles.count, Double(rows) * (minimumHeight + gap) - gap > availableHeight,
      width(columns + 1) >= minimumWidth
    {
      columns += 1
    }
    let width = width(columns)
    let preferredHeight = width * 0.72 + 30
    let height = max(minimumHeight, min(preferredHeight, (availableHeight - Double(rows - 1) * gap) / Double(rows)))
    let contentHeight = Double(rows) * height + Double(rows - 1) * gap + 2 * inset
    let sheetHeight = min(contentHeight, bounds.height * 0.94)
    contentView.frame = Rect(0, bounds.maxY - sheetHeight, bounds.width, sheetHeight)
    scrollView.contentSize = Size(bounds.width, contentHeight.rounded(.down))
    scrollView.layer.masksToBounds = scrollView.contentSize.height > sheetHeight
    for (index, tile) in tiles.enumerated() {
      tile.frame = Rect(
        inset + Double(index % columns) * (width + gap), inset + Double(index / columns) * (height + gap), width, height
      )
    }
  }
}

private final class SceneTile: Control {
  private let picture = View(name: "window")
  private let sceneView: SceneView
  private let label = Label(name: "title")

  init(_ scene: Scene, isCurrent: Bool) {
    sceneView = SceneView(scene)
    super.init(name: scene.name)
    (isSelected, accessibilityLabel) = (isCurrent, scene.title)
    picture.isUserInteractionEnabled = false
    picture.layer.masksToBounds = true
    picture.addSubview(sceneView)
    // The same as on the stage, not that of the sheet.
    sceneView.controlLook = .dark
    addSubview(picture)
    (label.text, label.colorRole) = (scene.title, isCurrent ? \.selectedText : \.text)
    addSubview(label)
  }

  override var accessibilityDefaults: AccessibilityDefaults { super.accessibilityDefaults.adding(.button) }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.draw(look, of: self, in: bounds)
  }

  override func layoutSubviews() {
    let caption = min(30, bounds.height * 0.34)
    label.font = Font(size: min(13.5, caption * 0.5), weight: 500)
    label.frame = Rect(6, bounds.height - caption, bounds.width - 12, caption)
    picture.frame = Rect(2, 2, bounds.width - 4, bounds.height - caption)
    let (inner, scene) = (picture.bounds, sceneView.scene)
    // A scene that fills the panel fills a panel of this size.
    let design = scene.fillsPanel ? Scene.designSize : nil
    let box = design.map { Rect(-$0.width / 2, -$0.height / 2, $0.width, $0.height) } ?? scene.box
    let scale = max(min(inner.height * 0.88 / box.height, inner.width * 0.88 / box.width), 1e-3)
    sceneView.place(
      center: inner.center - Point(box.midX * scale, box.midY * scale), magnification: scale,
      size: Size(inner.width / scale, inner.height / scale), freeSize: design)
  }
}
