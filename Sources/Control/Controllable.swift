import Configuration

/// The interface through which the control socket's requests reach the running program.
///
/// A method throws to refuse a request. The client gets the error's description.
package protocol Controllable: AnyObject {
  /// Advances animations to the current time. Called before each request.
  func advance()
  var status: PanelStatus { get }
  /// Encodes the current picture as PNG, then calls `completion` from the event loop.
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws
  /// Presses a button. Calls `completion` once its action has started.
  func press(face: Int, button name: String, by client: ControlPeer, _ completion: @escaping () -> Void) throws(Refusal)
  /// Sets values whose source is `set`.
  func set(_ values: [(name: String, raw: String)]) throws(Refusal)
  /// Shows a built-in scene or a scene file of the configuration.
  func show(scene name: String) throws(Refusal)
  /// Reads the files of the configuration again, then calls `completion` from the event loop.
  func reloadConfiguration(_ completion: @escaping (Refusal?) -> Void)
  /// Wakes the panel, like a touch.
  func wake()
  /// Darkens the panel until it is woken.
  func sleep()
  /// Starts or ends explore by touch.
  func setSpeech(isOn: Bool)
  var events: EventFeed { get }
}

/// The reason why a request is refused.
package struct Refusal: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
