import Configuration
import Control
import Scenes

/// A panel that records the requests of the control socket's clients.
package final class TestPanel: Controllable {
  package var requests: [String] = []
  package var isRefusing = false
  package var picture: [UInt8] = [1, 0x0A, 3]
  /// True to answer screenshots only when a test calls `heldAnswers`.
  package var holdsAnswers = false
  package private(set) var heldAnswers: [() -> Void] = []
  package let events = EventFeed()
  package let status = PanelStatus.sample

  package init() {}

  private func record(_ request: String) throws(Refusal) {
    requests.append(request)
    if isRefusing { throw Refusal("not \"now\"") }
  }

  package func advance() {}
  package func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) {
    let answer = { [picture] in completion(.success(picture)) }
    if holdsAnswers { heldAnswers.append(answer) } else { answer() }
  }
  package let addressees = [Addressee("home/open", kind: "button", state: "idle", title: "Open", needsHold: true)]
  package func value(at address: String) throws(Refusal) -> PanelStatus.Value {
    PanelStatus.Value(name: address, raw: "shut", age: 2, isStale: false)
  }
  package func press(_ address: String, line: String?, by client: ControlPeer) throws(Refusal) -> PressStart {
    try record("press \(address)" + (line.map { " \($0)" } ?? ""))
    return PressStart(number: requests.count, isRunning: true)
  }
  package func set(_ values: [(name: String, raw: String)], by client: ControlPeer) throws(Refusal) -> [PressStart?] {
    try record("set " + values.map { "\($0)=\($1)" }.joined(separator: " "))
    return []
  }
  package func append(_ lines: [(name: String, text: String)]) throws(Refusal) {
    try record("append " + lines.map { "\($0)=\($1)" }.joined(separator: " "))
  }
  package func remove(_ lines: [(name: String, text: String)]) throws(Refusal) {
    try record("remove " + lines.map { "\($0)=\($1)" }.joined(separator: " "))
  }
  package func set(
    _ address: String, line: String, to text: String, by client: ControlPeer
  ) throws(Refusal) -> PressStart? {
    try record("set \(address)=\(text) \(line)")
    return PressStart(number: requests.count, isRunning: false)
  }
  package func show(_ message: Message, by client: ControlPeer) throws(Refusal) {
    try record("message \(message.title.template) by \(client.socket)")
  }
  package func dismiss(message id: String, by client: ControlPeer) throws(Refusal) { try record("dismiss \(id)") }
  package func noteOldRequest(_ old: String, instead new: String) { requests.append("old \(old)") }
  package func show(scene name: String) throws(Refusal) { try record("scene \(name)") }
  package func reloadConfiguration(_ completion: @escaping (Result<[String], Refusal>) -> Void) {
    do throws(Refusal) {
      try record("reload")
      completion(.success([]))
    } catch {
      completion(.failure(error))
    }
  }
  package func wake() { requests.append("wake") }
  package func setSpeech(isOn: Bool) { requests.append("speech \(isOn)") }
  package func sleep() { requests.append("sleep") }
}

extension PanelStatus {
  package static let sample = sample()

  package static func sample(count: Int = 7, values: [Value] = []) -> PanelStatus {
    PanelStatus(
      version: "1", scene: "cube", touchFix: "none", count: count, frames: 1, lateFrames: 0, uptime: 2, idle: "active",
      isSpeechOn: false, isConnected: true, compositor: "wayland-0", runningCommandCount: 0, size: [1280, 800],
      scale: 1,
      values: values)
  }
}
