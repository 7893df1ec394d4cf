/// A picture's file: its format, and what its decoder doesn't check.
struct PictureFile {
  enum Format: String {
    case png, jpeg, webp, svg

    var name: String {
      switch self {
      case .png: "PNG"
      case .jpeg: "JPEG"
      case .webp: "WebP"
      case .svg: "SVG"
      }
    }
  }

  let bytes: UnsafeRawBufferPointer
  let format: Format

  /// Recognizes the format by the file's first bytes.
  ///
  /// - Throws: `DecodingFailure` if the format is another one, or if the end of the file is missing: the decoders would
  ///   return a part of the picture.
  init(_ bytes: UnsafeRawBufferPointer) throws {
    self.bytes = bytes
    guard let format = Self.format(of: bytes) else { throw DecodingFailure("not a PNG, JPEG, WebP or SVG picture") }
    self.format = format
    guard isComplete else { throw DecodingFailure("the end of the \(format.name) file is missing") }
  }

  private static func format(of bytes: UnsafeRawBufferPointer) -> Format? {
    func has(_ signature: [UInt8], at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: signature) }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
    if has([0xFF, 0xD8, 0xFF], at: 0) { return .jpeg }
    if has(Array("RIFF".utf8), at: 0), has(Array("WEBP".utf8), at: 8) { return .webp }
    let text = bytes.dropFirst(has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard text.first == UInt8(ascii: "<") else { return nil }
    let tag = Array("<svg".utf8)
    return text.indices.contains { bytes[$0] == tag[0] && has(tag, at: $0) } ? .svg : nil
  }

  private var isComplete: Bool {
    switch format {
    case .png: pngChunks.contains { $0.type == "IEND" }
    case .jpeg: jpegHasEnd
    case .webp: bytes.count >= 20 && integer(at: 4, 4, isBigEndian: false) + 8 <= bytes.count
    // An XML parser reports what is missing.
    case .svg: true
    }
  }

  /// The size in the header of a WebP file, in pixels: the loader in Debian 12 decodes before it asks for a limit. `nil` for
  /// other formats.
  var webPSize: (width: Int, height: Int)? {
    get throws {
      guard format == .webp else { return nil }
      guard bytes.count >= 30 else { throw DecodingFailure("the end of the WebP file is missing") }
      func number(_ offset: Int, _ count: Int) -> Int { integer(at: offset, count, isBigEndian: false) }
      switch string(at: 12) {
      case "VP8 ": return (number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF)
      case "VP8L":
        let bits = number(21, 4)
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
      case "VP8X": return (number(24, 3) + 1, number(27, 3) + 1)
      default: throw DecodingFailure("not a WebP picture")
      }
    }
  }

  // MARK: Parts of files

  private struct Chunk {
    let type: String
    let content: Range<Int>
  }

  /// The chunks up to the first that isn't complete.
  private var pngChunks: [Chunk] {
    var chunks: [Chunk] = []
    var offset = 8
    while offset + 12 <= bytes.count, chunks.last?.type != "IEND" {
      let length = integer(at: offset, 4)
      guard offset + 12 + length <= bytes.count else { break }
      chunks.append(Chunk(type: string(at: offset + 4), content: offset + 8..<offset + 8 + length))
      offset += 12 + length
    }
    return chunks
  }

  private var webPChunks: [Chunk] {
    var chunks: [Chunk] = []
    var offset = 12
    while offset + 8 <= bytes.count {
      let length = integer(at: offset + 4, 4, isBigEndian: false)
      guard offset + 8 + length <= bytes.count else { break }
      chunks.append(Chunk(type: string(at: offset), content: offset + 8..<offset + 8 + length))
      offset += 8 + length + length % 2
    }
    return chunks
  }

  /// True if the marker EOI ends the picture. A thumbnail inside of another segment has such a marker, too.
  private var jpegHasEnd: Bool {
    var offset = 2
    while offset + 1 < bytes.count {
      // Between segments, and in a scan's data, 0xFF begins a marker, unless 0 or a restart marker follows.
      guard bytes[offset] == 0xFF else {
        offset += 1
        continue
      }
      switch bytes[offset + 1] {
      case 0xD9: return true
      case 0x00, 0x01, 0xD0...0xD8: offset += 2
      case 0xFF: offset += 1
      default:
        guard offset + 3 < bytes.count else { return false }
        offset += 2 + integer(at: offset + 2, 2)
      }
    }
    return false
  }

  private func string(at offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }

  private func integer(at offset: Int, _ count: Int, isBigEndian: Bool = true) -> Int {
    let range = bytes[offset..<offset + count]
    return isBigEndian ? range.reduce(0) { $0 << 8 | Int($1) } : range.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Orientation

  /// The EXIF orientation of a PNG or WebP file, from 1 to 8, which their loaders don't read. `nil` if the file has none.
  var orientation: Int? {
    switch format {
    case .png: pngChunks.first { $0.type == "eXIf" }.flatMap { orientation(inTIFF: $0.content) }
    case .webp:
      webPChunks.first { $0.type == "EXIF" }.flatMap { chunk in
        // Some programs write the prefix of JPEG's segment.
        let start = chunk.content.lowerBound
        let hasPrefix = chunk.content.count >= 6 && string(at: start) == "Exif"
        return orientation(inTIFF: start + (hasPrefix ? 6 : 0)..<chunk.content.upperBound)
      }
    case .jpeg, .svg: nil
    }
  }

  /// The tag 0x112 of the first directory, whose entries have 12 bytes each.
  private func orientation(inTIFF range: Range<Int>) -> Int? {
    guard range.count >= 14 else { return nil }
    let isBigEndian = bytes[range.lowerBound] == UInt8(ascii: "M")
    func number(_ offset: Int, _ count: Int) -> Int? {
      let start = range.lowerBound + offset
      return start + count <= range.upperBound ? integer(at: start, count, isBigEndian: isBigEndian) : nil
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = number(offset, 2), let value = number(offset + 8, 2) else { return nil }
      if tag == 0x112 { return (1...8).contains(value) ? value : nil }
    }
    return nil
  }
}
