import Foundation
import Testing

@testable import WaylandScanner

@Suite struct ScannerTests {
  private func read(_ xml: String) throws -> WireProtocol {
    try WireProtocol(Data(xml.utf8), path: "toy.xml")
  }

  private let toy = """
    <protocol name="toy">
      <interface name="toy_box" version="3" summary="holds toys">
        <request name="open" summary="opens it"/>
        <request name="put_toy" since="2" summary="puts one in">
          <arg name="id" type="new_id" interface="toy_box"/>
          <arg name="name" type="string" allow-null="true"/>
          <arg name="color" type="uint" enum="color"/>
          <arg name="weight" type="fixed"/>
        </request>
        <request name="close" type="destructor" since="3" summary="closes it"/>
        <event name="default" summary="nothing chosen">
          <arg name="in" type="object" interface="toy_box"/>
          <arg name="tags" type="array"/>
        </event>
        <event name="manual">
          <description summary="how
            to play">In several sentences.</description>
          <arg name="text" type="fd"/>
        </event>
        <event name="gift" summary="a new one">
          <arg name="id" type="new_id" interface="toy_box"/>
        </event>
        <enum name="color" bitfield="true" summary="paints">
          <entry name="red" value="1"/>
          <entry name="2nd" value="0x10"/>
        </enum>
      </interface>
    </protocol>
    """

  @Test func signaturesFollowLibwayland() throws {
    let interface = try #require(try read(toy).interfaces.first)
    #expect(interface.requests.map(\.signature) == ["", "2n?suf", "3"])
    #expect(interface.events.map(\.signature) == ["oa", "h", "n"])
    #expect(interface.enums[0].entries.map(\.value) == [1, 16])
  }

  @Test func bothSidesAreGenerated() throws {
    let text = Emitter(protocols: [try read(toy)], side: .client).text()
    for line in [
      "public final class ToyBox: Proxy {",
      "public func open() {",
      "public func putToy(name: String?, color: ToyBox.Color, weight: Double) throws(TooNewRequest) -> ToyBox {",
      "try require(2, for: \"put_toy\")",
      "guard version >= 3 else { return destroyLocally() }",
      "case `default`(`in`: ToyBox?, tags: UnsafeRawBufferPointer)",
      "case manual(text: ReceivedDescriptor)",
      "let message: Event = .manual(text: ReceivedDescriptor(arguments[0].h))",
      "/// How to play.",
      "case gift(id: ToyBox?)",
      "let message: Event = .gift(id: arguments[0].o.map { ToyBox(adopting: $0, madeBy: self) })",
      "public struct Color: OptionSet, Hashable, Sendable {",
      "public static let _2nd = Color(rawValue: 16)",
      "/// Puts one in. Since version 2; throws if an older version is bound.",
    ] { #expect(text.contains(line), "\(line)") }
    let server = Emitter(protocols: [try read(toy)], side: .server).text()
    for line in [
      "case putToy(id: NewObject, name: String?, color: ToyBoxResource.Color, weight: Double)",
      "public func sendGift(id: ToyBoxResource) {",
      "public func sendDefault(`in`: ToyBoxResource, tags: UnsafeRawBufferPointer) {",
    ] { #expect(server.contains(line), "\(line)") }
  }

  @Test(arguments: [
    ("<interface name=\"a\"/>", "toy.xml: <interface name=\"a\">: missing or invalid attribute version"),
    (
      "<interface name=\"a\" version=\"x\"/>",
      "toy.xml: <interface name=\"a\" version=\"x\">: missing or invalid attribute version"
    ),
    (
      "<interface name=\"a\" version=\"1\"><event name=\"e\"><arg name=\"b\" type=\"bool\"/></event></interface>",
      "toy.xml: <arg name=\"b\" type=\"bool\">: missing or invalid attribute type"
    ),
    ("\n<interface>", "toy.xml:2: not well-formed XML"),
  ])
  func invalidProtocolsAreRefused(xml: String, message: String) {
    #expect(throws: ProtocolError(description: message)) { try read("<protocol name=\"p\">\(xml)</protocol>") }
  }

  /// Foundation crashes on these files, or accepts them.
  @Test(arguments: [[], Array("<protocol name=\"p\">".utf8), [0x3C, 0x21, 0x2D, 0x2D, 0x91]] as [[UInt8]])
  func incompleteFilesAreRefused(_ bytes: [UInt8]) {
    let message = "toy.xml: expected <protocol> … </protocol> in UTF-8"
    #expect(throws: ProtocolError(description: message)) { try WireProtocol(Data(bytes), path: "toy.xml") }
  }
}
