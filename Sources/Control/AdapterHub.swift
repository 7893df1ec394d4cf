import JSON
import PanelSystem

/// Receives the messages of adapters: programs that serve a prefix at the socket `adapters`.
///
/// The server calls all methods on the event loop's thread. For each adapter, it calls `adapterConnected` once, then
/// `adapterSent` for each line in order, then `adapterDisconnected` once, also before another adapter connects with the same
/// prefix. A prefix has at most one adapter at a time. The prefix `audio` and its program never get here.
package protocol AdapterHub: AnyObject {
  /// An adapter serves a prefix.
  ///
  /// - Parameters:
  ///   - prefix: 1 to 32 letters from a to z, digits and hyphens.
  ///   - send: Sends a line to the adapter, after the reply to `serve` and in the order of the calls. A line with `uses`
  ///     replaces one that still waits, and comes after other waiting lines. It never waits: up to 256 KiB are queued for an
  ///     adapter that doesn't read, then it is disconnected, which `adapterDisconnected` reports later, from the event loop.
  ///     After that, the call does nothing.
  ///   - sendLine: Sends a line with its newline, without a copy if nothing else waits.
  func adapterConnected(_ prefix: String, send: @escaping (JSONValue) -> Void, sendLine: @escaping ([UInt8]) -> Void)

  /// An adapter sent a line, which may be that of a picture's frame.
  ///
  /// - Parameters:
  ///   - prefix: The adapter's prefix.
  ///   - line: The line, without its newline.
  /// - Returns: False if the line is any other; `adapterSent` then gets it.
  func adapterSent(_ prefix: String, frame line: ArraySlice<UInt8>) -> Bool

  /// An adapter sent a line of at most 64 KiB that isn't one of the panel's requests.
  ///
  /// - Parameters:
  ///   - prefix: The adapter's prefix.
  ///   - message: The line.
  ///   - descriptors: Those that came with the line. They are closed after the call.
  /// - Throws: the reason why the panel refuses the message. The adapter gets it as
  ///   `{"id":…,"ok":false,"error":"…"}`, with the `id` of its message. An accepted message gets no reply.
  func adapterSent(_ prefix: String, _ message: JSONObject, _ descriptors: ReceivedDescriptors) throws

  /// The adapter's connection has ended. Not called while the panel ends.
  func adapterDisconnected(_ prefix: String)
}
