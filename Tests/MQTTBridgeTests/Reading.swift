import ControlProtocol
import Foundation
import JSON
import TestSupport
import Testing

@testable import MQTTBridge

extension PanelState {
  /// Reads a status, as the panel sends it first after `watch`.
  init(status: String) throws { try self.init(JSONObject(text: status)) }
}

extension JSONObject {
  init(text: String) throws { self = try LocatedJSON(value: .read(Array(text.utf8), name: "a"), file: "a").object() }
}

extension BridgeConfiguration {
  /// Reads a valid configuration.
  init(text: String) throws {
    let directory = try TemporaryDirectory()
    var errors: [Diagnostic] = []
    self.init(try directory.write(text, to: "mqtt.json"), &errors)
    try #require(errors == [])
  }

  static func named(_ name: String, members: String = "") throws -> BridgeConfiguration {
    try BridgeConfiguration(text: #"{"host": "broker", "name": "\#(name)"\#(members)}"#)
  }
}
