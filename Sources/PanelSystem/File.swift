import Glibc

/// Operations on whole files: reading up to a limit and atomic replacement.
public enum File {
  /// Writes all bytes to a descriptor, blocking or not, with a timeout for slow readers.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to write.
  ///   - descriptor: a descriptor that is open for writing.
  ///   - timeouts: for the first byte and for each later part, in milliseconds; -1 waits forever.
  /// - Returns: the number of bytes written, and 0 or the `errno` value that ended writing early: `EAGAIN` after a
  ///   timeout.
  public static func write(
    _ bytes: [UInt8], to descriptor: Int32, timeouts: (first: Int32, rest: Int32) = (-1, -1)
  ) -> (count: Int, code: Int32) {
    var done = 0
    while done < bytes.count {
      let timeout = done == 0 ? timeouts.first : timeouts.rest
      var descriptorEvents = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let readyCount = poll(&descriptorEvents, 1, timeout)
      if readyCount < 0, errno == EINTR { continue }
      guard readyCount > 0 else { return (done, readyCount < 0 ? errno : EAGAIN) }
      // A pipe that is ready accepts PIPE_BUF bytes without blocking.
      let length = min(bytes.count - done, timeout < 0 ? .max : Int(PIPE_BUF))
      let count = bytes[done..<done + length].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return (done, count < 0 ? errno : EIO) }
      done += count
    }
    return (done, 0)
  }

  /// Writes all bytes to a descriptor, without a timeout.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to write.
  ///   - descriptor: the file to write to.
  ///   - subject: the subject of a thrown error.
  /// - Throws: `SystemError` if not all bytes could be written.
  public static func write(_ bytes: [UInt8], to descriptor: Int32, subject: String) throws(SystemError) {
    let code = write(bytes, to: descriptor).code
    guard code == 0 else { throw SystemError(subject, code) }
  }

  /// Reads a regular file. Other files throw without being read: a pipe or a device may never end.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - limit: the maximum size in bytes; a larger file throws EFBIG.
  public static func read(_ path: String, upTo limit: Int) throws(SystemError) -> [UInt8] {
    let file = try openRegular(path)
    let status = try file.status(path)
    func tooLarge(_ size: String) -> SystemError {
      SystemError(path, EFBIG, "\(size) bytes; expected at most \(limit)")
    }
    guard status.st_size <= limit else { throw tooLarge("\(status.st_size)") }
    // Files in /proc report a size of 0, and any file may grow.
    var bytes = [UInt8](repeating: 0, count: min(max(status.st_size, 4096), limit) + 1)
    var count = 0
    while true {
      let readCount = retryingOnInterrupt {
        // swift-format-ignore: NeverForceUnwrap
        bytes.withUnsafeMutableBytes { Glibc.read(file.number, $0.baseAddress! + count, $0.count - count) }
      }
      guard readCount >= 0 else { throw SystemError(path, errno) }
      if readCount == 0 { break }
      count += readCount
      guard count <= limit else { throw tooLarge("more than \(limit)") }
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, limit + 1 - count)) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Reads at most `limit` bytes from the start of a regular file of any size.
  public static func readPrefix(of path: String, upTo limit: Int) throws(SystemError) -> [UInt8] {
    let file = try openRegular(path)
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = retryingOnInterrupt { bytes.withUnsafeMutableBytes { Glibc.read(file.number, $0.baseAddress, limit) } }
    guard count >= 0 else { throw SystemError(path, errno) }
    bytes.removeLast(limit - count)
    return bytes
  }

  /// Opens a regular file for reading.
  public static func openRegular(_ path: String) throws(SystemError) -> Descriptor {
    let file = try Descriptor(opening: path, O_RDONLY)
    let kind = try file.status(path).st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw kind == S_IFDIR ? SystemError(path, EISDIR) : SystemError(path, EINVAL, "not a file")
    }
    return file
  }

  /// Replaces a file's contents atomically: readers see either the old file or the complete new one, even after a power
  /// failure.
  ///
  /// The bytes are written to a temporary file in the same directory, which then replaces the old file and keeps its
  /// permissions and, if permitted, its owner. On failure, the temporary file is removed. If `path` is a symbolic link,
  /// its target is replaced, unless the kernel refuses to follow the link. A device or a pipe is written directly.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let file: Descriptor
    do {
      file = try Descriptor(opening: path, Descriptor.pathOnly)
    } catch  where error.code == ENOENT {
      var link = stat()
      guard lstat(path, &link) == 0 else { return try replaceAtomically(path, with: bytes, keepingAttributesOf: nil) }
      // A dangling symbolic link: the kernel creates the target, or refuses to.
      file = try Descriptor(opening: path, O_WRONLY | O_CREAT)
    }
    let old = try file.status(path)
    switch old.st_mode & S_IFMT {
    case S_IFDIR: throw SystemError(path, EISDIR)
    case S_IFREG:
      guard let target = resolvedPath(of: file, old) else { fallthrough }
      try replaceAtomically(target, with: bytes, keepingAttributesOf: old)
    default:
      let device = try Descriptor(opening: path, O_WRONLY | O_TRUNC)
      try write(bytes, to: device.number, subject: path)
    }
  }

  /// The path of an open file with all symbolic links resolved; `nil` if it has none, such as a deleted file that is
  /// still standard output.
  private static func resolvedPath(of file: borrowing Descriptor, _ status: stat) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/\(file.number)", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    var named = stat()
    let isNamed = lstat(path, &named) == 0 && (named.st_dev, named.st_ino) == (status.st_dev, status.st_ino)
    return isNamed ? path : nil
  }

  private static func replaceAtomically(
    _ path: String, with bytes: [UInt8], keepingAttributesOf old: stat?
  ) throws(SystemError) {
    let name = temporaryName(for: path)
    let file: Descriptor
    do {
      file = try Descriptor(opening: name, O_WRONLY | O_CREAT | O_EXCL)
    } catch {
      throw SystemError(path, error.code)
    }
    do throws(SystemError) {
      try write(bytes, to: file.number, subject: path)
      if let old {
        // Only root may change the owner; the group may be one of this process's groups.
        if fchown(file.number, old.st_uid, old.st_gid) != 0 { _ = fchown(file.number, .max, old.st_gid) }
        guard fchmod(file.number, old.st_mode & 0o777) == 0 else { throw SystemError(path, errno) }
      }
      guard fsync(file.number) == 0, rename(name, path) == 0 else { throw SystemError(path, errno) }
    } catch {
      unlink(name)
      throw error
    }
    // The rename is durable only once the directory is synced. A directory that we may not read can't be synced.
    guard let parent = try? Descriptor(opening: directory(of: path), O_RDONLY | O_DIRECTORY) else { return }
    guard fsync(parent.number) == 0 || errno == EINVAL else { throw SystemError(path, errno) }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: Temporary files

  private static let temporarySuffix = ".new"

  /// Returns a random name, in the same directory, for a temporary file that will replace `path`.
  private static func temporaryName(for path: String) -> String {
    "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36))\(temporarySuffix)"
  }

  /// Removes temporary files that killed processes left behind while replacing a file.
  ///
  /// Use it only if no other program writes the file: another program's replacement in progress would fail.
  public static func removeTemporaryFiles(of path: String) {
    var target = path
    if let file = try? Descriptor(opening: path, Descriptor.pathOnly), let status = try? file.status(path) {
      target = resolvedPath(of: file, status) ?? path
    }
    guard let parent = opendir(directory(of: target)) else { return }
    defer { closedir(parent) }
    let prefix = (target.lastIndex(of: "/").map { String(target[target.index(after: $0)...]) } ?? target) + "."
    while let entry = readdir(parent) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasPrefix(prefix), name.hasSuffix(temporarySuffix) else { continue }
      let digits = name.dropFirst(prefix.count).dropLast(temporarySuffix.count)
      // A 32-bit number has at most seven digits in base 36.
      if (1...7).contains(digits.count), UInt32(digits, radix: 36) != nil { unlinkat(dirfd(parent), name, 0) }
    }
  }
}
