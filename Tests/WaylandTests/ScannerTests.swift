import Foundation
import Testing

@testable import WaylandScanner

@Suite struct ScannerTests {
  private func read(_ xml: String) throws -> WireProtocol {
    try ProtocolReader.read(Data(xml.utf8), path: "toy.xml")
  }

  private let toy = """
    <protocol name="toy">
      <interface name="toy_box" version="3" summary="holds toys">
        <request name="open" summary="opens it"/>
        <request name="put_toy" since="2" summary="puts one in">
          <arg name="id" type="new_id" interface="toy_box"/>
          <arg name="name" type="string" allow-null="true"/>
          <arg name="colour" type="uint" enum="colour"/>
          <arg name="weight" type="fixed"/>
        </request>
        <request name="close" type="destructor" since="3" summary="closes it"/>
        <event name="default" summary="nothing chosen">
          <arg name="in" type="object" interface="toy_box"/>
          <arg name="tags" type="array"/>
        </event>
        <event name="manual" summary="how to play">
          <arg name="text" type="fd"/>
        </event>
        <enum name="colour" bitfield="true" summary="paints">
          <entry name="red" value="1"/>
          <entry name="2nd" value="0x10"/>
        </enum>
      </interface>
    </protocol>
    """

  @Test func signatures() throws {
    let interface = try #require(try read(toy).interfaces.first)
    #expect(interface.requests.map(\.signature) == ["", "2n?suf", "3"])
    #expect(interface.events.map(\.signature) == ["oa", "h"])
    #expect(interface.enums[0].entries.map(\.value) == [1, 16])
  }

  @Test func swift() throws {
    let text = Emitter(protocols: [try read(toy)], side: .client).text()
    for line in [
      "public final class ToyBox: Proxy {",
      "public func open() {",
      "public func putToy(name: String?, colour: ToyBox.Colour, weight: Double) throws(TooNewRequest) -> ToyBox {",
      "try require(2, for: \"put_toy\")",
      "guard version >= 3 else { return forget() }",
      "case `default`(`in`: ToyBox?, tags: UnsafeRawBufferPointer)",
      "case manual(text: ReceivedDescriptor)",
      "let message: Event = .manual(text: ReceivedDescriptor(arguments[0].h))",
      "public struct Colour: OptionSet, Hashable, Sendable {",
      "public static let _2nd = Colour(rawValue: 16)",
      "/// Puts one in. Since version 2: throws where an older one is bound.",
    ] { #expect(text.contains(line), "\(line)") }
    let server = Emitter(protocols: [try read(toy)], side: .server).text()
    for line in [
      "case putToy(id: NewObject, name: String?, colour: ToyBoxResource.Colour, weight: Double)",
      "public func sendDefault(`in`: ToyBoxResource, tags: UnsafeRawBufferPointer) {",
    ] { #expect(server.contains(line), "\(line)") }
  }

  @Test(arguments: [
    (
      "<protocol name=\"p\"><interface name=\"a\"/></protocol>",
      "toy.xml:1: <interface> version: found nothing; expected a value"
    ),
    (
      "<protocol name=\"p\">\n<interface name=\"a\" version=\"x\"/></protocol>",
      "toy.xml:2: <interface> version: found x; expected a number from 1 on"
    ),
    (
      "<protocol name=\"p\"><interface name=\"a\" version=\"1\"><event name=\"e\">\n<arg name=\"b\" type=\"bool\"/></event></interface></protocol>",
      "toy.xml:2: <arg> type: found bool; expected int, uint, fixed, string, object, new_id, array or fd"
    ),
    ("<protocol name=\"p\"><thing/></protocol>", "toy.xml:1: found <thing>; expected an element of a Wayland protocol"),
    ("<protocol name=\"p\">", "toy.xml:1: not well-formed XML"),
    ("<protocol/>", "toy.xml:1: <protocol> name: found nothing; expected a value"),
  ])
  func faults(xml: String, text: String) {
    do {
      _ = try read(xml)
      Issue.record("no error for \(xml)")
    } catch {
      #expect("\(error)" == text)
    }
  }

  /// A comment with a byte that is no letter's, found by Tests/Fuzz.
  @Test(arguments: ["", " encoding=\"UTF-8\"", " encoding=\"ISO-8859-1\""])
  func bytesThatAreNoText(_ encoding: String) {
    let bytes = Data("<?xml version=\"1.0\"\(encoding)?><!-- ".utf8) + [0x91] + Data(" --><protocol name=\"p\"/>".utf8)
    do {
      _ = try ProtocolReader.read(bytes, path: "toy.xml")
      Issue.record("no error")
    } catch {
      #expect("\(error)" == "toy.xml: not UTF-8")
    }
  }
}
