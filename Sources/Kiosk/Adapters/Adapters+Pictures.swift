import Configuration
import PanelEvents
import PanelSystem
import Scenes

/// Pictures of adapters: buffers in shared memory, of which each frame names one.
extension Adapters {
  /// Handles a line with `buffers` or `frame`. An adapter with an invalid one loses the picture's buffers.
  func receivePicture(
    _ message: JSONObject, _ descriptors: ReceivedDescriptors, from prefix: String
  ) throws(Diagnostic) {
    for key in ["buffers", "frame"] {
      guard let json = message[key] else { continue }
      let address = AdapterAddress(prefix: prefix, name: try json.string())
      // A reload may have removed the picture.
      guard sources.pictures.addresses.contains(address) else { continue }
      do throws(Diagnostic) {
        if key == "buffers" {
          pools[address] = try PicturePool(message, descriptors.numbers, maximum: maximumPictureSize())
        } else {
          try show(message, at: address)
        }
      } catch {
        pools[address] = nil
        sources.pictures.markStale([address])
        throw error
      }
    }
  }

  private func show(_ message: JSONObject, at address: AdapterAddress) throws(Diagnostic) {
    guard var pool = pools[address] else {
      throw message.json.diagnostic(found: "a frame", expected: "its buffers first")
    }
    let released = pool.current
    let picture = try pool.show(message.required("buffer"))
    pools[address] = pool
    sources.pictures.set(address, picture, at: EventLoop.bootTime)
    pictureTimer?.deadline = sources.pictures.nextDeadline
    if let released { send(["release": .string(address.name), "buffer": .integer(released)], to: address.prefix) }
  }

  /// Removes the buffers of an adapter that is gone. The last picture stays, as a stale one.
  func removePools(of prefix: String) {
    pools = pools.filter { $0.key.prefix != prefix }
    sources.pictures.markStale(sources.pictures.addresses.filter { $0.prefix == prefix })
  }
}

extension AdapterPictures.Request {
  /// As adapters get it.
  var json: JSONValue {
    // A thousandth of a picture per second is exact enough.
    let rate = (rate * 1000).rounded() / 1000
    var members: [JSONMembers.Member] = [
      ("name", .string(address.name)), ("width", .integer(width)), ("height", .integer(height)),
      ("rate", .integerIfWhole(rate)),
    ]
    if covers { members.append(("covers", true)) }
    return .object(JSONMembers(members))
  }
}
