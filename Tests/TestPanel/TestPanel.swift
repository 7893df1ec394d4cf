import Configuration
import Control

/// A panel that records the requests of the control socket's clients.
package final class TestPanel: Controllable {
  package private(set) var requests: [String] = []
  package var isRefusing = false
  package var picture: [UInt8] = [1, 0x0A, 3]
  /// True to answer presses only when a test calls `heldAnswers`.
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
    completion(.success(picture))
  }
  package func press(
    face: Int, button name: String, by client: ControlPeer, _ completion: @escaping () -> Void
  ) throws(Refusal) {
    try record("press \(face) \(name)")
    if holdsAnswers { heldAnswers.append(completion) } else { completion() }
  }
  package func set(_ values: [(name: String, raw: String)]) throws(Refusal) {
    try record("set " + values.map { "\($0)=\($1)" }.joined(separator: " "))
  }
  package func show(scene name: String) throws(Refusal) { try record("scene \(name)") }
  package func reloadConfiguration(_ completion: @escaping (Refusal?) -> Void) {
    do throws(Refusal) {
      try record("reload")
      completion(nil)
    } catch {
      completion(error)
    }
  }
  package func wake() { requests.append("wake") }
  package func setSpeech(isOn: Bool) { requests.append("speech \(isOn)") }
  package func sleep() { requests.append("sleep") }
}

extension PanelStatus {
  package static let sample = sample(count: 7)

  package static func sample(count: Int) -> PanelStatus {
    PanelStatus(
      version: "1", scene: "cube", touchFix: "none", count: count, frames: 1, lateFrames: 0, uptime: 2, idle: "active",
      isSpeechOn: false, isConnected: true, compositor: "wayland-0", runningCommandCount: 0, size: [1280, 800], scale: 1
    )
  }
}
