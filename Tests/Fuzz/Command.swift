import CLibFuzzer
import Foundation

/// `Fuzz TARGET [libFuzzer's options] [directories of inputs]`. Without a target, prints their names.
@main enum Command {
  private nonisolated(unsafe) static var target: FuzzTarget?

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1, let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
      for target in FuzzTarget.all { print(target.name) }
      exit(arguments.count > 1 ? 64 : 0)
    }
    self.target = target
    setenv("XKB_LOG_LEVEL", "critical", 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    signal(SIGPIPE, SIG_IGN)
    var words = [arguments[0], "-max_len=\(target.maxLength)"]
    if !target.words.isEmpty {
      let dictionary = "/tmp/cube-kiosk-fuzz-\(getpid()).dict"
      let lines = target.words.map { "\"" + $0.utf8.map { String(format: "\\x%02x", $0) }.joined() + "\"\n" }
      try lines.joined().write(toFile: dictionary, atomically: true, encoding: .utf8)
      words.append("-dict=\(dictionary)")
    }
    words += arguments.dropFirst(2)
    var (count, pointers) = (Int32(words.count), words.map { strdup($0) } + [nil])
    let status = pointers.withUnsafeMutableBufferPointer { pointers in
      var start = pointers.baseAddress
      return withUnsafeMutablePointer(to: &start) { start in
        start.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) {
          LLVMFuzzerRunDriver(&count, $0) { data, size in
            Command.target?.run(UnsafeRawBufferPointer(start: data, count: size))
            return 0
          }
        }
      }
    }
    exit(status)
  }
}
