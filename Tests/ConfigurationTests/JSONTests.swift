import Foundation
import TestSupport
import Testing

@testable import Configuration

@Suite struct JSONTests {
  private func read(_ text: String) throws(Diagnostic) -> JSONValue { try JSONValue.read(Array(text.utf8), name: "a") }

  private func error(_ text: String) -> String {
    do {
      return "accepted: \(try read(text).singleLine)"
    } catch {
      return error.description
    }
  }

  /// The messages are jansson's.
  @Test(arguments: [
    ("{\n  \"a\": 1\n  \"b\": 2\n}", #"a:3:5: '}' expected near '"b"'"#),
    ("// no\n{}", "a:1:1: invalid token near '/'"),
    (#"{"a":1,"b":2,"a":3}"#, #"a:1:16: duplicate object key near '"a"'"#),
    ("{} {}", "a:1:4: end of file expected near '{'"),
    ("[\"a\u{1B}\"]", #"a:1:3: control character 0x1b near '"a'"#),
    ("[\u{7F}]", "a:1:2: invalid token near '\u{FFFD}'"),
    ("[1e999]", "a:1:6: real number overflow near '1e999'"),
    ("", "a: expected JSON, found nothing"),
  ])
  func invalidTextIsReportedWithItsPlace(_ text: String, _ message: String) {
    #expect(error(text) == message)
  }

  @Test func membersKeepTheirOrder() throws {
    let text = #"{"b":[1.5,-0.0,true,false,null,{}],"a":"é\"\\\u000a\u202e/","c":[]}"#
    #expect(try read(text).singleLine == text)
    #expect(try read("\u{FEFF}[12345678901234567890]").singleLine == "[1.2345678901234567e+19]")
    let value: JSONValue = ["a": .numbers([1, 0.25]), "b": .object([:]), "c": .array([]), "d": JSONValue.null]
    #expect(
      value.multiline == """
        {
          "a" : [
            1,
            0.25
          ],
          "b" : {

          },
          "c" : [

          ],
          "d" : null
        }

        """)
    #expect(JSONValue.number(.infinity).singleLine == "null" && JSONValue.number(612).singleLine == "612.0")
  }

  @Test func depthAndCountAreLimited() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try read(nested(500)) }
    #expect(error(nested(501)) == "a: expected at most 500 levels of nesting")
    #expect(error(nested(200_000)).hasPrefix("a:1:2049: maximum parsing depth reached"))
    let many = "[" + String(repeating: "0,", count: (1 << 18) - 2) + "0]"
    #expect(throws: Never.self) { try read(many) }
    #expect(error("[0," + many.dropFirst()) == "a: expected at most 262144 values")
  }

  @Test func integersAreExact() throws {
    func integer(_ text: String, _ range: ClosedRange<Int>) throws(Diagnostic) -> Int {
      try LocatedJSON(value: try read(text), file: "a").integer(range)
    }
    #expect(try integer("90", 0...270) == 90 && integer("-0", 0...0) == 0 && integer("1e2", 0...100) == 100)
    #expect(try integer("-9007199254740992", Int.min...0) == -(1 << 53))
    for text in ["90.7", "1e300", "-1e300", "1e19", "9223372036854775807", "271", "-1", #""90""#, "true", "null"] {
      let error = thrownError(Diagnostic.self) { try integer(text, 0...270) }
      #expect(error?.description.hasSuffix("; expected a whole number from 0 to 270") == true)
    }
  }

  @Test(arguments: [
    ("touchfix", "touchFix"), ("tuchFix", "touchFix"), ("touhcFix", "touchFix"), ("bars", "bar"), ("BAR", "bar"),
    ("zoom", nil), ("b", nil), ("", nil), ("touchFixtures", nil),
  ])
  func similarKeyIsSuggested(_ word: String, _ suggestion: String?) {
    #expect(word.nearest(among: ["touchFix", "bar", "theme", "faces"]) == suggestion)
  }

  @Test func textsAreBounded() throws {
    func text(_ text: String) throws(Diagnostic) -> String {
      try LocatedJSON(value: .string(text), file: "a").text()
    }
    #expect(throws: Never.self) { try text(String(repeating: "x", count: 1000)) }
    #expect(throws: Diagnostic.self) { try text(String(repeating: "x", count: 1001)) }
    for end in ["\n", "\r\n", "\u{2028}", "\u{2029}"] {
      #expect(throws: Never.self) { try text(String(repeating: "x" + end, count: 49)) }
      #expect(throws: Diagnostic.self) { try text(String(repeating: "x" + end, count: 50)) }
    }
  }

  /// The examples of RFC 6901, section 5, and paths that lead nowhere.
  private static let pointers: [(pointer: String, expected: String?)] = [
    ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
    ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"), ("/foo/2", nil), ("/foo/00", nil),
    ("/foo/-", nil), ("/foo/", nil), ("/foo/99999999999999999999", nil), ("/x", nil), ("/foo/0/x", nil), ("/~01", nil),
  ]

  @Test(arguments: pointers) func pointerLeadsToValue(_ text: String, _ expected: String?) throws {
    let document = #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#
    let json = try JSONValue.read(Array(document.utf8), name: "a")
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.value(in: json)?.canonical.singleLine == expected)
    #expect(JSONPointer("")?.value(in: json)?.canonical.singleLine == json.canonical.singleLine)
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~", "#/a"]) func invalidPointerIsRefused(_ text: String) {
    #expect(JSONPointer(text) == nil)
  }
}
