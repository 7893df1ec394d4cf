import CLibFuzzer
import Glibc

/// `Fuzz SUBJECT [libFuzzer's options] [folders of inputs]`; without a subject, their names.
@main enum Command {
  static func main() {
    guard CommandLine.arguments.count > 1,
      let subject = Subject.all.first(where: { $0.name == CommandLine.arguments[1] })
    else {
      for subject in Subject.all { print(subject.name) }
      exit(CommandLine.arguments.count > 1 ? 64 : 0)
    }
    chosen = subject
    setenv("XKB_LOG_LEVEL", "critical", 1)
    // Nobody is there to see a locale's words in what a fault says.
    setenv("LC_ALL", "C.UTF-8", 1)
    signal(SIGPIPE, SIG_IGN)
    var words = [CommandLine.arguments[0], "-max_len=\(subject.longest)"]
    if let path = dictionary(of: subject) { words.append("-dict=\(path)") }
    words += CommandLine.arguments.dropFirst(2)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var count = Int32(words.count)
    let code = arguments.withUnsafeMutableBufferPointer { arguments in
      var start = arguments.baseAddress
      return withUnsafeMutablePointer(to: &start) { start in
        start.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) {
          LLVMFuzzerRunDriver(&count, $0) { data, size in
            chosen?.run(UnsafeRawBufferPointer(start: data, count: size))
            return 0
          }
        }
      }
    }
    exit(code)
  }

  /// A file with the words that the subject knows, for libFuzzer to put in.
  private static func dictionary(of subject: Subject) -> String? {
    guard !subject.words.isEmpty else { return nil }
    let path = "/tmp/cube-kiosk-fuzz-\(getpid()).dict"
    guard let file = fopen(path, "w") else { return nil }
    for word in subject.words {
      let escaped = word.utf8.map { byte in
        (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
          ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      fputs("\"\(escaped.joined())\"\n", file)
    }
    fclose(file)
    return path
  }
}

private nonisolated(unsafe) var chosen: Subject?
