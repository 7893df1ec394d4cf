import PanelText
import Testing

@Suite struct UnicodeNormalizationTests {
  @Test func marksComposeWithTheirLetters() {
    #expect("ê\u{301}".composedCanonically.unicodeScalars.elementsEqual("ế".unicodeScalars))
    #expect("é".decomposedCanonically.unicodeScalars.elementsEqual("e\u{301}".unicodeScalars))
    #expect("กำ".composedCanonically == "กำ" && "".composedCanonically.isEmpty && "a\0".composedCanonically.isEmpty)
  }
}
