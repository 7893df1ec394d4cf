import PanelViews
import SeededRandom
import TestRendering
import Testing

/// Drawing only the damage results in the same picture as drawing everything, except for small differences along edges.
@Suite struct RedrawingTests {
  /// A view with a dithered gradient.
  private final class GradientView: View {
    override var drawsContents: Bool { true }

    override func draw(_ canvas: Canvas) {
      canvas.fillDiagonal(from: Color(hex: 0x203850), to: Color(hex: 0x0A0C12))
    }
  }

  private final class Panel {
    let root = View(name: "root")
    let board = GradientView(name: "board")
    let card = View(name: "card", background: Color(hex: 0xC0A040))
    let face = View(name: "face", background: Color(hex: 0x35B68B))
    let button = View(name: "button", background: .white)
    let window: Window
    /// The last frame.
    private(set) var shown = Bitmap(width: 1, height: 1)

    init(_ size: Size = Size(320, 240)) {
      board.layer.isOpaque = true
      board.frame = Rect(10, 10, 200, 160)
      card.frame = Rect(180, 150, 90, 60)
      face.frame = Rect(100, 60, 120, 120)
      face.layer.shouldRasterize = true
      button.frame = Rect(30, 40, 40, 20)
      face.addSubview(button)
      for view in [board, card, face] { root.addSubview(view) }
      window = Window(root, size: size, scale: 1, threads: 1)
      fill(Color(hex: 0x203850))
      show()
    }

    func fill(_ color: Color) {
      root.layer.backgroundGradient = RadialGradient(
        center: root.bounds.center, radius: 200, from: color, to: Color(hex: 0x0A0C12))
    }

    func resize(to size: Size? = nil, scale: Double? = nil, bufferTransform: BufferTransform? = nil) {
      window.resize(
        to: window.rotation.apply(to: size ?? window.size), scale: scale ?? window.scale,
        bufferTransform: bufferTransform ?? window.bufferTransform)
    }

    func show() {
      let (width, height) = window.pixelSize
      if (shown.width, shown.height) != (width, height) { shown = Bitmap(width: width, height: height) }
      window.update(shown)
    }

    /// Draws the last frame completely, at a fraction of its size.
    func redrawn(scale: Double = 1) -> Bitmap {
      let (width, height) = (Double(shown.width) * scale, Double(shown.height) * scale)
      let bitmap = Bitmap(width: max(Int(clamping: width), 1), height: max(Int(clamping: height), 1))
      window.draw(into: bitmap, clip: Region(bitmap.bounds))
      return bitmap
    }
  }

  /// A random change.
  private static func randomChange(_ random: inout SeededRandom) -> (Panel) -> Void {
    let (kind, a, b) = (
      Int.random(in: 0..<15, using: &random), Double.random(in: 0...1, using: &random),
      Double.random(in: 0...1, using: &random)
    )
    func pick<Value>(_ fraction: Double, _ values: [Value]) -> Value {
      values[min(Int(clamping: fraction * Double(values.count)), values.count - 1)]
    }
    return { panel in
      let (root, size) = (panel.root, panel.window.size)
      switch kind {
      case 0: panel.card.center = Point(a * size.width, b * size.height)
      case 1: panel.face.layer.transform = Transform3D(rotationAngle: a - 0.5, x: 0, y: 0, z: 1)
      case 2: panel.button.layer.backgroundColor = Color(a, b, 0.5)
      case 3: panel.fill(Color(a * 0.3, b * 0.3, 0.2))
      case 4: panel.resize(to: Size(200 + (a * 200).rounded(), 150 + (b * 200).rounded()))
      case 5: panel.resize(scale: pick(a, [1, 1.25, 1.5, 2]))
      case 6: panel.window.rotation = pick(a, QuarterTurns.allCases)
      case 7: panel.resize(bufferTransform: pick(a, BufferTransform.allCases))
      case 8: _ = panel.redrawn(scale: a < 0.5 ? 0.5 : 0.75)
      case 9: _ = root.layer.snapshot(scale: 0.5 + a)
      case 10:
        panel.face.layer.transform = Transform3D(rotationAngle: a, x: b, y: 1, z: 0)
          .concatenating(Transform3D(perspectiveDistance: 400))
      case 11: root.alpha = a < 0.5 ? 1 : 0.6
      case 12: root.layer.sublayerTransform = Transform3D(translationX: (a * 20).rounded(), y: (b * 20).rounded(), z: 0)
      case 13:
        panel.board.layer.transform = a < 0.5 ? .identity : Transform3D(rotationAngle: b, x: 0.3, y: 1, z: 0)
      default: root.setNeedsDisplay(Rect(a * 100, b * 100, 60, 40))
      }
    }
  }

  @Test(arguments: 0..<6) func partialRedrawMatchesFullRedraw(_ run: Int) {
    var random = SeededRandom()
    let panel = Panel()
    for step in 0..<200 {
      Self.randomChange(&random)(panel)
      // Several changes may be in one frame.
      guard Int.random(in: 0..<3, using: &random) > 0 else { continue }
      panel.show()
      let (shown, redrawn) = (panel.shown.pixelArray, panel.redrawn().pixelArray)
      guard shown != redrawn else { continue }
      let differences = zip(shown, redrawn).filter { $0 != $1 }
      // A pixel at an edge mixes the colors of several views. Drawing it again may round them differently.
      let isClose = differences.count < 100 && differences.allSatisfy { Bitmap.isClose($0, $1, levels: 2) }
      #expect(isClose, "run \(run), step \(step), seed \(random.seed): \(differences.count)")
    }
  }
}
