import Localization
import PanelLayers
import TestRendering
import Testing

@testable import PanelViews

/// The appearance of a text field at rest, while it is edited, and after a tap on its eye.
struct TextFieldDisplayTests {
  private let field = TextField(placeholder: "Name", name: "field", frame: Rect(20, 20, 200, 44))
  private let window: Window
  private let touches: TouchPlayer

  init() {
    let root = View()
    root.addSubview(field)
    window = Window(root, size: Size(400, 300), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    window.layoutIfNeeded()
  }

  private static let long = "A long text of which the field shows only a part"

  @Test func longTextShowsItsStartUnlessItIsEdited() {
    field.text = Self.long
    let atRest = window.image().pixelArray
    let start = field.textOrigin
    #expect(start > 0)
    field.becomeFirstResponder()
    // The caret is at the end.
    #expect(field.textOrigin < start - 50 && field.caretRect.maxX <= field.bounds.width)
    field.resignFirstResponder()
    #expect(field.textOrigin == start)
    let isAtRest = window.image().pixelArray == atRest
    #expect(isAtRest)
    // A right-to-left text starts at the right.
    field.text = String(repeating: "שלום ", count: 20)
    #expect(field.textOrigin < -50)
  }

  @Test func tapOnALongTextSetsTheCaretWhereItIsSeen() {
    field.text = Self.long
    touches.play("down 34,42 up")
    #expect(field.isFirstResponder && field.textBeforeCaret.count <= 1, "\(field.textBeforeCaret)")
  }

  @Test(arguments: Language.all) func tapOnTheEyeSaysHowToUseIt(_ language: Language) {
    Language.$current.withValue(language) {
      field.isSecureTextEntry = true
      field.text = "1234"
      let dots = window.image().pixelArray
      let eye = "\(field.frame.maxX - 20),42"
      touches.play("down \(eye) +100ms")
      #expect(field.isRevealed && !field.showsEyeHint)
      touches.play("up")
      #expect(!field.isRevealed && field.showsEyeHint)
      let showsHint = window.image().pixelArray != dots
      #expect(showsHint)
      let text = LocalizedText.holdToShow.text
      let width = TextLayout(text, font: field.textStyle.font(for: field)).size.width
      #expect(width < 160, "\(text) doesn't fit")
      touches.play("+3000ms")
      #expect(!field.showsEyeHint && window.nextDeadline == nil)
      // After a hold, nothing is to say.
      touches.play("down \(eye) +900ms")
      #expect(field.isRevealed)
      touches.play("up")
      #expect(!field.isRevealed && !field.showsEyeHint)
      // A change of the text ends the hint.
      touches.play("down \(eye) up")
      #expect(field.showsEyeHint)
      field.text = "12"
      #expect(!field.showsEyeHint)
    }
  }
}
