import Glibc
import PanelSystem

/// A new folder in /tmp, which is removed with its files when the object is released.
final class TemporaryFolder {
  let path: String

  init() throws(SystemError) {
    var template = Array("/tmp/cube-kiosk-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { _ = system("rm -r '\(path)'") }
}
