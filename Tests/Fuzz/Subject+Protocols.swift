import Foundation

extension Subject {
  /// Protocol XML; of a file without a fault both sides are written.
  static let protocols = Subject(
    name: "protocols",
    words: [
      "<protocol name=\"a\">", "</protocol>", "<interface name=\"b\" version=\"1\">", "</interface>",
      "<request name=\"c\">", "</request>", "<event name=\"d\">", "</event>", "<arg name=\"e\" type=\"new_id\"/>",
      "interface=", "allow-null=\"true\"", "enum=\"f\"", "since=\"2\"", "<enum name=\"f\">",
      "<entry name=\"g\" value=\"0x1\"/>",
      "bitfield=\"true\"", "type=\"destructor\"", "int", "uint", "fixed", "string", "object", "array", "fd",
    ]
  ) { bytes in
    guard let read = try? ProtocolReader.read(Data(bytes), path: "a.xml") else { return }
    for side in [Emitter.Side.client, .server] { _ = Emitter(protocols: [read], side: side).text() }
  }
}
