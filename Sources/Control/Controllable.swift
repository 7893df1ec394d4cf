import Scenes

/// The interface through which the control socket's requests reach the running program.
///
/// A method throws to refuse a request. The client gets the error's description.
package protocol Controllable: AnyObject {
  /// Advances animations to the current time. Called before each request.
  func advance()
  var status: PanelStatus { get }
  /// Encodes the current picture as PNG, then calls `completion` from the event loop.
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws
  /// Everything that has an address.
  var addressees: [Addressee] { get }
  /// Returns a value by its name, or by the address of a control which shows it.
  func value(at address: String) throws(Refusal) -> PanelStatus.Value
  /// Presses a button.
  ///
  /// - Parameters:
  ///   - address: an `Address`, of which the home page may be left out.
  ///   - line: the line of the row with the button; `nil` outside of lists.
  func press(_ address: String, line: String?, by client: ControlPeer) throws(Refusal) -> PressStart
  /// Sets values whose source is `set`, and controls, by their addresses, as a finger does.
  ///
  /// - Returns: The presses that the changes of controls count as; `nil` for one that waits for the end of an earlier one.
  func set(_ values: [(name: String, raw: String)], by client: ControlPeer) throws(Refusal) -> [PressStart?]
  /// Adds a line at the end of each value.
  func append(_ lines: [(name: String, text: String)]) throws(Refusal)
  /// Removes the first line with this text from each value.
  func remove(_ lines: [(name: String, text: String)]) throws(Refusal)
  /// Sets a control in the row of a list.
  ///
  /// - Returns: The press that the change counts as; `nil` if it waits for the end of an earlier one.
  func set(_ address: String, line: String, to text: String, by client: ControlPeer) throws(Refusal) -> PressStart?
  /// Shows a built-in scene, or a scene file of the configuration by its path or its page's name.
  func show(scene name: String) throws(Refusal)
  /// Shows a message, or puts it into the queue.
  func show(_ message: Message, by client: ControlPeer) throws(Refusal)
  /// Removes a message of the client's socket, by its id.
  func dismiss(message id: String, by client: ControlPeer) throws(Refusal)
  /// Writes a line about a request in an old form to the log, once for each form.
  func noteOldRequest(_ old: String, instead new: String)
  /// Reads the files of the configuration again.
  ///
  /// - Parameter completion: called from the event loop with the keys that take effect only after a restart.
  func reloadConfiguration(_ completion: @escaping (Result<[String], Refusal>) -> Void)
  /// Wakes the panel, like a touch.
  func wake()
  /// Darkens the panel until it is woken.
  func sleep()
  /// Starts or ends explore by touch.
  func setSpeech(isOn: Bool)
  var events: EventFeed { get }
}

/// A press that has begun.
package struct PressStart {
  /// The number of presses of all buttons, including this one. The press's events have it, too.
  let number: Int
  /// True if the action has not ended. Its end is an event of the kind `result`.
  let isRunning: Bool

  package init(number: Int, isRunning: Bool) { (self.number, self.isRunning) = (number, isRunning) }
}
