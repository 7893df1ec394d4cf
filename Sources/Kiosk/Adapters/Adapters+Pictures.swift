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
          pools[address] = try PicturePool(address, message, descriptors.numbers, maximum: maximumPictureSize())
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
    guard let pool = pools[address] else {
      throw message.json.diagnostic(found: "a frame", expected: "its buffers first")
    }
    let buffer = try message.required("buffer")
    show(try pool.checkedIndex(buffer), of: pool)
  }

  private func show(_ index: Int, of pool: PicturePool) {
    let released = pool.current
    pool.current = index
    sources.pictures.set(pool.key, pool.buffers[index], at: EventLoop.bootTime)
    pictureTimer?.deadline = sources.pictures.nextDeadline
    if let released { send(line: pool.releaseLines[released], to: pool.address.prefix) }
  }

  /// Handles the line of a valid frame without allocating memory.
  func adapterSent(_ prefix: String, frame line: ArraySlice<UInt8>) -> Bool {
    guard let (name, index) = FrameLine.read(line) else { return false }
    for (address, pool) in pools where address.prefix == prefix && address.name.utf8.elementsEqual(line[name]) {
      guard pool.buffers.indices.contains(index), index != pool.current else { return false }
      show(index, of: pool)
      return true
    }
    return false
  }

  /// Removes the buffers of an adapter that is gone. The last picture stays, as a stale one.
  func removePools(of prefix: String) {
    pools = pools.filter { $0.key.prefix != prefix }
    sources.pictures.markStale(sources.pictures.addresses.filter { $0.prefix == prefix })
  }
}

/// A line such as `{"frame":"front","buffer":1}`, as most adapters write it.
private enum FrameLine {
  private static let start = Array(#"{"frame":""#.utf8)
  private static let middle = Array(#"","buffer":"#.utf8)

  /// Returns the range of the name and the buffer; `nil` for other lines, also for a name with an escaped character.
  static func read(_ line: ArraySlice<UInt8>) -> (name: Range<Int>, buffer: Int)? {
    let nameStart = line.startIndex + start.count
    guard line.count > start.count + middle.count + 1, line.last == UInt8(ascii: "}") else { return nil }
    let digitIndex = line.endIndex - 2
    let nameEnd = digitIndex - middle.count
    guard nameEnd > nameStart, has(start, line, at: line.startIndex), has(middle, line, at: nameEnd) else { return nil }
    let digit = line[digitIndex]
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    for byte in line[nameStart..<nameEnd] where byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") { return nil }
    return (nameStart..<nameEnd, Int(digit - UInt8(ascii: "0")))
  }

  private static func has(_ bytes: [UInt8], _ line: ArraySlice<UInt8>, at index: Int) -> Bool {
    for offset in bytes.indices where line[index + offset] != bytes[offset] { return false }
    return true
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
