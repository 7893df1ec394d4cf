import Control
import JSON

/// Records the messages of adapters.
package final class TestHub: AdapterHub {
  package var calls: [String] = []
  /// The functions that send lines to the adapters, by prefix.
  package private(set) var sends: [String: (JSONValue) -> Void] = [:]

  package func adapterConnected(_ prefix: String, send: @escaping (JSONValue) -> Void) {
    calls.append("\(prefix) connected")
    sends[prefix] = send
    send(["uses": .array([])])
  }

  package func adapterSent(_ prefix: String, _ message: JSONObject) throws {
    calls.append("\(prefix) \(message.json.value.singleLine)")
    if message["values"] == nil { throw Refusal("expected values") }
  }

  package func adapterDisconnected(_ prefix: String) { calls.append("\(prefix) disconnected") }
}
