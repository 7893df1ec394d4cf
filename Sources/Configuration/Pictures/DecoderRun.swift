import Glibc
import PanelRaster
import PanelSystem

/// One run of `cube-kiosk-decode`. Nothing that it sends is trusted.
struct DecoderRun: ~Copyable {
  /// The minimum `oom_score_adj`: if memory runs out, the kernel kills the decoder.
  private static let oomScoreAdjustment = 1000
  /// The maximum length of the first line, in bytes.
  private static let maximumLineLength = 300
  /// The approximate number of bytes that are read at once.
  private static let bufferSize = 1 << 20

  private let request: PictureDecoder.Request
  private let process: ChildProcess
  private let deadline: UInt64

  /// Starts a decoder.
  ///
  /// - Parameters:
  ///   - file: the descriptor of the picture's file.
  ///   - program: the decoder's path.
  init(
    _ request: PictureDecoder.Request, file: Int32, program: String, timeout: UInt64 = PictureDecoder.timeout
  ) throws {
    let numbers = [request.maximumPixelCount, request.reducedPixelCount, request.vectorSide, request.processorTime]
    do {
      process = try spawn(
        [program] + numbers.map(String.init), environment: ["LC_ALL=C.UTF-8"],
        minimumOOMScoreAdjustment: Self.oomScoreAdjustment, input: file, capturesErrors: false)
    } catch {
      throw PictureDecoder.Failure(description: "the decoder can't be started: \(error)")
    }
    self.request = request
    deadline = MonotonicClock.now + timeout
  }

  /// Returns the picture, once the decoder has ended.
  consuming func bitmap() throws(PictureDecoder.Failure) -> Bitmap {
    let bitmap: Bitmap?
    do throws(PictureDecoder.Failure) {
      bitmap = try readPicture()
    } catch {
      _ = end()
      throw error
    }
    let status = end()
    if let bitmap { return bitmap }
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    switch signal {
    case SIGXCPU: throw PictureDecoder.Failure(description: "takes more than \(request.processorTime) s to decode")
    // An allocation failed, the kernel ran out of memory, or the decoder has a bug.
    case 1...: throw PictureDecoder.Failure(description: "makes the decoder fail (signal \(signal))")
    default: throw PictureDecoder.Failure(description: "makes the decoder fail (status \(code))")
    }
  }

  /// Ends the decoder if it still runs. Returns its wait status.
  private func end() -> Int32 {
    var status: Int32 = 0
    // An ending process keeps its status.
    kill(-process.pid, SIGKILL)
    while waitpid(process.pid, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Returns `nil` if the decoder ended before it had sent the picture.
  private func readPicture() throws(PictureDecoder.Failure) -> Bitmap? {
    guard let line = try readLine() else { return nil }
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 5 else { throw PictureDecoder.Failure(description: line.sanitized) }
    let (width, height, originalWidth, channelCount) = (numbers[0], numbers[1], numbers[2], numbers[4])
    let sides = 1...PictureDecoder.maximumSide
    guard sides.contains(width), sides.contains(height), width * height <= request.maximumPixelCount,
      originalWidth > 0, (3...4).contains(channelCount)
    else { throw PictureDecoder.Failure(description: "makes the decoder fail (\(line.sanitized))") }
    let bitmap = Bitmap(width: width, height: height)
    bitmap.isOpaque = true
    bitmap.scale = Double(width) / Double(originalWidth)
    let rowSize = width * channelCount
    let rowsPerRead = max(1, min(height, Self.bufferSize / rowSize))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: rowsPerRead * rowSize, alignment: 16)
    defer { buffer.deallocate() }
    var y = 0
    while y < height {
      let rowCount = min(rowsPerRead, height - y)
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(rowCount * rowSize)])
      guard try fill(part) else { return nil }
      for row in 0..<rowCount {
        let bytes = UnsafeRawBufferPointer(rebasing: part[(row * rowSize)...])
        if !bitmap.setRow(y + row, from: bytes, channelCount: channelCount) { bitmap.isOpaque = false }
      }
      y += rowCount
    }
    bitmap.didChange()
    return bitmap
  }

  /// Returns the first line without its end; `nil` if the output ends before.
  private func readLine() throws(PictureDecoder.Failure) -> String? {
    var line: [UInt8] = []
    // Byte by byte, because pixels follow the line.
    while line.count < Self.maximumLineLength {
      var byte: UInt8 = 0
      let isFilled = try withUnsafeMutableBytes(of: &byte) { bytes throws(PictureDecoder.Failure) in try fill(bytes) }
      guard isFilled else { return nil }
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Fills a buffer with the decoder's output. Returns false if the output ends before.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(PictureDecoder.Failure) -> Bool {
    var filled = 0
    while filled < buffer.count {
      let count = read(
        process.output.number, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress,
        buffer.count - filled)
      if count == 0 { return false }
      if count > 0 {
        filled += count
        continue
      }
      guard errno == EAGAIN || errno == EINTR else { return false }
      let now = MonotonicClock.now
      guard now < deadline else { throw PictureDecoder.Failure(description: "isn't decoded in time") }
      var event = pollfd(fd: process.output.number, events: Int16(POLLIN), revents: 0)
      poll(&event, 1, Int32(clamping: (deadline - now) / 1_000_000 + 1))
    }
    return true
  }
}
