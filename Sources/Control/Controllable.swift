import Configuration

/// The requests that clients of the control socket may make of the running program.
///
/// A refusal is thrown; the client gets the error's description.
package protocol Controllable: AnyObject {
  /// Advances animations to the present before a request.
  func advance()
  var status: PanelStatus { get }
  /// Encodes the present picture as PNG; calls `completion` from the loop.
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws
  /// Calls `completion` once the press is counted on the disk.
  func press(face: Int, button name: String, _ completion: @escaping () -> Void) throws(Refusal)
  func set(_ values: [(name: String, raw: String)]) throws(Refusal)
  func show(scene name: String) throws(Refusal)
  func reloadConfiguration() throws(Refusal)
  func wake()
  func sleep()
  var events: EventFeed { get }
}
