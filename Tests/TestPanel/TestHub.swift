import Control
import Glibc
import JSON
import PanelSystem

/// Records the messages of adapters.
package final class TestHub: AdapterHub {
  package var calls: [String] = []
  /// The numbers of open descriptors that came with the messages.
  package private(set) var received: [Int] = []
  /// The functions that send lines to the adapters, by prefix.
  package private(set) var sends: [String: (JSONValue) -> Void] = [:]

  package func adapterConnected(
    _ prefix: String, send: @escaping (JSONValue) -> Void, sendLine: @escaping ([UInt8]) -> Void
  ) {
    calls.append("\(prefix) connected")
    sends[prefix] = send
    send(["uses": .array([])])
  }

  package func adapterSent(_ prefix: String, _ message: JSONObject, _ descriptors: ReceivedDescriptors) throws {
    calls.append("\(prefix) \(message.json.value.singleLine)")
    received.append(descriptors.numbers.filter { fcntl($0, F_GETFD) == FD_CLOEXEC }.count)
    if message["values"] == nil { throw Refusal("expected values") }
  }

  package func adapterSent(_ prefix: String, frame line: ArraySlice<UInt8>) -> Bool { false }

  package func adapterDisconnected(_ prefix: String) { calls.append("\(prefix) disconnected") }
}
