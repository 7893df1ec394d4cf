import PanelViews
import Testing

@Suite struct TextStyleTests {
  /// A custom style grows as the roles do; a font that was set in points keeps its size.
  @Test func customStyleGrowsWithTextScale() {
    let (label, button) = (Label("Heating"), Button("Off"))
    let style = TextStyle(Font(size: 20, weight: 600))
    (label.textStyle, button.textStyle) = (style, style)
    let fixed = Label("12:00")
    fixed.font = Font(size: 20)
    let window = Window(
      View(background: .black, subviews: [label, button, fixed]), size: Window.designSize, scale: 1, threads: 1)
    #expect(label.font == style.font && button.font == style.font)
    let width = label.sizeThatFits(.zero).width
    window.textScale = 1.5
    #expect(label.font.size == 30 && button.font.size == 30 && fixed.font.size == 20)
    window.resize(to: Window.designSize * 2, scale: 1)
    #expect(label.font == Font(size: 30, weight: 600) && button.font == label.font && fixed.font.size == 20)
    #expect(abs(label.sizeThatFits(.zero).width - 1.5 * width) < 2)
  }
}
