import Configuration
import PanelRaster
import PanelSystem
import Scenes

/// The buffers through which an adapter sends a picture.
///
/// The panel reads the buffer of the last frame until the next frame names another one, and trusts nothing in it: the size is
/// that of the line, and the memory can't become shorter.
final class PicturePool {
  private static let counts = 2...4
  /// The only format: 0xXXRRGGBB in native byte order.
  private static let format = "XRGB8888"
  /// A picture that covers a tile of another shape may have this many times the panel's pixels.
  private static let maximumCover = 4
  /// The maximum number of unused bytes in a row.
  private static let maximumPadding = 4096

  let address: AdapterAddress
  /// The address's text.
  let key: String
  let buffers: [Bitmap]
  /// The lines that release the buffers.
  let releaseLines: [[UInt8]]
  /// The buffer that the panel reads; `nil` before the first frame.
  var current: Int?

  /// Maps the buffers.
  ///
  /// - Parameters:
  ///   - address: The picture's address.
  ///   - message: The line `buffers`.
  ///   - descriptors: The memory of the buffers.
  ///   - maximum: The panel's width and height, in pixels.
  init(
    _ address: AdapterAddress, _ message: JSONObject, _ descriptors: [Int32], maximum: (width: Int, height: Int)
  ) throws(Diagnostic) {
    let side = max(maximum.width, maximum.height, 1) * Self.maximumCover
    let width = try message.required("width").integer(1...side)
    let height = try message.required("height").integer(1...side)
    let maximumCount = max(maximum.width * maximum.height, 1) * Self.maximumCover
    guard width * height <= maximumCount else {
      throw message.json.diagnostic(found: "\(width)×\(height) pixels", expected: "at most \(maximumCount)")
    }
    let strideJSON = try message.required("stride")
    let rowLength = 4 * width
    let stride = try strideJSON.integer(rowLength...rowLength + Self.maximumPadding)
    guard stride.isMultiple(of: 4) else { throw strideJSON.diagnostic(expected: "a multiple of 4") }
    let count = try message.required("count").integer(Self.counts)
    if let format = message["format"], try format.string() != Self.format {
      throw format.diagnostic(expected: Self.format)
    }
    guard descriptors.count == count else {
      throw message.json.diagnostic(
        found: "\(descriptors.count) descriptors", expected: "\(count) with this line, in one sendmsg")
    }
    var buffers: [Bitmap] = []
    for (index, descriptor) in descriptors.enumerated() {
      let memory: SealedMapping
      do throws(SystemError) {
        memory = try SealedMapping(descriptor, length: stride * height)
      } catch {
        throw message.json.diagnostic("buffer \(index): \(error.subject) \(error.reason)")
      }
      let bitmap = Bitmap(
        borrowing: memory.start.assumingMemoryBound(to: UInt32.self), width: width, height: height, stride: stride / 4,
        owner: memory)
      bitmap.isOpaque = true
      buffers.append(bitmap)
    }
    (self.address, key, self.buffers) = (address, address.description, buffers)
    releaseLines = buffers.indices.map { index in
      let line: JSONValue = ["release": .string(address.name), "buffer": .integer(index)]
      return Array((line.singleLine + "\n").utf8)
    }
  }

  /// Returns the number of a buffer that the panel doesn't read.
  func checkedIndex(_ json: LocatedJSON) throws(Diagnostic) -> Int {
    let index = try json.integer(0...buffers.count - 1)
    guard index != current else {
      throw json.diagnostic(found: "buffer \(index), which the panel reads", expected: "a released one")
    }
    return index
  }
}
