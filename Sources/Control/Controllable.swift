import Configuration

/// The requests that the control socket's clients may make of the running program.
///
/// A refusal is thrown; the client is given the error's description.
package protocol Controllable: AnyObject {
  /// Brings what moves up to now: what is told begins there.
  func advance()
  var status: PanelStatus { get }
  /// Makes a PNG's bytes of the picture as it is, and hands them over from the loop.
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws
  func press(face: Int, button name: String) throws(Refusal)
  func set(_ values: [(name: String, raw: String)]) throws(Refusal)
  func show(scene name: String) throws(Refusal)
  func reloadConfiguration() throws(Refusal)
  func wake()
  func sleep()
  /// Events from now on, for one who takes them.
  func watch(_ kinds: Set<EventKind>) -> EventQueue
}
