import PanelViews
import TestRendering
import Testing

@Suite struct LabelTests {
  /// The default of `UILabel`: the button behind the text is pressed.
  @Test func labelReceivesNoTouches() {
    let button = Button("", frame: Rect(0, 0, 100, 44))
    let labels = [Label("Open"), Label(name: "title", frame: Rect(0, 0, 100, 44))]
    let root = View(frame: Rect(0, 0, 100, 44), background: .black, subviews: [button, labels[0], labels[1]])
    labels[0].frame = button.frame
    #expect(root.hitTest(Point(50, 20)) === button)
    labels[1].isUserInteractionEnabled = true
    #expect(root.hitTest(Point(50, 20)) === labels[1])
  }

  /// Returns the rows of pixels that the text of a 160×120 label touches.
  private func textRows(_ change: (Label) -> Void) -> [Int] {
    let label = Label(frame: Rect(0, 0, 160, 120))
    label.font = Font(size: 20)
    label.text = "a title of many words that no line has room for, and no label either, whoever drew it"
    change(label)
    let bitmap = Bitmap(width: 160, height: 120)
    label.draw(Canvas(bitmap, fitting: label.bounds))
    return (0..<120).filter { y in (0..<160).contains { bitmap.pixels[y * bitmap.stride + $0] >> 24 > 40 } }
  }

  @Test func colorFollowsTheLookUnlessSet() {
    let (label, parent) = (Label("7"), View())
    parent.addSubview(label)
    label.colorRole = \.secondaryText
    #expect(label.color == ControlLook.dark.secondaryText)
    parent.controlLook = .light
    #expect(label.color == ControlLook.light.secondaryText)
    label.color = .black
    #expect(label.color == .black)
  }

  @Test(arguments: [Size(200, 60), Size(200, 26), Size(48, 60)], [1, 3])
  func enlargedTextFillsItsBounds(_ size: Size, _ lines: Int) {
    let label = Label(frame: Rect(origin: .zero, size: size))
    (label.text, label.numberOfLines, label.font) = ("Ågjpq", lines, Font(size: 17))
    let usual = label.textFrame.height
    label.overrideTextScale = 2
    #expect(label.textFrame.height == usual)
    label.adjustsFontForContentSizeCategory = true
    #expect(label.sizeThatFits(.zero).height > 1.9 * usual)
    // The text scale in the first size; the height limits the second one, and the width the last one to about 1.15.
    let maximumScale = min(size.height / usual, size == Size(200, 60) ? 2 : 1.15)
    // Scales are tried in steps of 0.125, so the text may be up to an eighth smaller.
    #expect(label.textFrame.height > 0.88 * usual * maximumScale && label.textFrame.height <= size.height)
    #expect(label.textFrame.width <= size.width && !label.isTruncated)
  }

  /// Returns the number of lines of text, which are separated by rows without text.
  private func lineCount(_ rows: [Int]) -> Int { zip(rows, rows.dropFirst()).count { $1 > $0 + 1 } + 1 }

  @Test(arguments: [TextAlignment.leading, .center, .trailing], [1, 3])
  func changedTextLeavesNothingBehind(_ alignment: TextAlignment, _ lines: Int) {
    func make(_ text: String, centersInk: Bool) -> (Label, Window) {
      let root = View(frame: Rect(0, 0, 160, 90))
      let label = Label(frame: Rect(7, 5, 140, 80))
      (label.font, label.alignment, label.numberOfLines, label.text) = (Font(size: 24), alignment, lines, text)
      label.centersInk = centersInk
      root.addSubview(label)
      return (label, Window(root, size: Size(160, 90), scale: 1.5, threads: 1))
    }
    let words = [
      "20.1 °C", "20.2 °C", "-8.5 °C", "", "Ågj", "a few words that want a line more", "مرحبا", "g\u{301}\u{327}f", "1",
    ]
    for centersInk in [false, true] {
      let (label, window) = make(words[0], centersInk: centersInk)
      let picture = window.image()
      for (before, text) in zip(words, words.dropFirst()) {
        label.text = text
        let changed = window.updateDamage()
        window.draw(into: picture, clip: changed)
        let redrawn = make(text, centersInk: centersInk).1.image()
        #expect(picture.pixelArray == redrawn.pixelArray, "\(before) to \(text)")
        #expect(!changed.isEmpty)
      }
    }
  }

  /// The icon and the text are together at the leading side, in the middle or at the trailing side.
  @Test(arguments: [TextAlignment.leading, .center, .trailing], [1, 2])
  func iconIsBeforeTheText(_ alignment: TextAlignment, _ lines: Int) {
    let label = Label(frame: Rect(0, 0, 160, 60))
    (label.font, label.text, label.alignment, label.numberOfLines) = (Font(size: 20), "HH", alignment, lines)
    let plain = label.textFrame
    label.icon = Icon("mdi:square")
    // An icon is 25 points wide, and the distance to the text 7 points.
    let shift: [TextAlignment: Double] = [.leading: 32, .center: 16, .trailing: 0]
    #expect(abs(label.textFrame.minX - plain.minX - (shift[alignment] ?? 0)) < 0.01)
    let bitmap = Bitmap(width: 160, height: 60)
    label.draw(Canvas(bitmap, fitting: label.bounds))
    let y = 30
    let first = (0..<160).first { bitmap.pixels[y * bitmap.stride + $0] >> 24 > 128 } ?? 0
    // A square has a margin of an eighth in its box.
    #expect(abs(Double(first) - (label.textFrame.minX - 32 + 25 / 8)) < 2.5, "\(first)")
  }

  @Test func loneIconFitsItsBounds() {
    let label = Label(frame: Rect(0, 0, 40, 30))
    (label.font, label.icon) = (Font(size: 80), Icon("mdi:square"))
    #expect(label.sizeThatFits(.zero) == Size(100, 100) && label.textFrame == Rect(5, 0, 30, 30))
    label.alignment = .trailing
    #expect(label.textFrame == Rect(10, 0, 30, 30))
    label.text = "a"
    label.icon = nil
    #expect(label.sizeThatFits(.zero).width < 60)
  }

  /// The label keeps the layout of its new text for the next drawing, unless another property changes before that.
  @Test func textAndFontChangeTogether() {
    let root = View(frame: Rect(0, 0, 160, 90))
    let label = Label(frame: Rect(7, 5, 140, 80))
    label.text = "20"
    root.addSubview(label)
    let window = Window(root, size: Size(160, 90), scale: 1, threads: 1)
    let picture = window.image()
    label.text = "21"
    label.font = Font(size: 50)
    window.update(picture)
    // A complete picture, not only the damage, to compare with.
    label.setNeedsDisplay()
    #expect(picture.pixelArray == window.image().pixelArray)
  }

  @Test func longLineKeepsMoreThanSixtyPercentOfItsHeight() {
    let (fitting, long) = (textRows { $0.text = "a title" }, textRows { _ in })
    #expect(lineCount(long) == 1)
    #expect(long.count < fitting.count && Double(long.count) > 0.6 * Double(fitting.count))
  }

  @Test func textWrapsToAllowedLines() {
    // Letters without dots: a dot would count as a line.
    func wrapped(_ maximumLines: Int, height: Double = 120) -> Int {
      lineCount(
        textRows {
          $0.text = Array(repeating: "lamp", count: 40).joined(separator: " ")
          ($0.numberOfLines, $0.frame.size.height) = (maximumLines, height)
        })
    }
    #expect([1, 2, 3].map { wrapped($0) } == [1, 2, 3])
    // No more lines than its height allows.
    #expect(wrapped(50) == 4 && wrapped(3, height: 60) == 2 && wrapped(3, height: 5) == 1)
  }
}
