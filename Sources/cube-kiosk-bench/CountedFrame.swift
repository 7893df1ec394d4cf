import Glibc
import Scenes

/// `instructions [NAME|SCENE.txt…]`: the instructions of one whole frame at 1280×800, counted by callgrind, which must be
/// installed: the same number on every machine, as far as the C library copies memory alike.
enum CountedFrame {
  /// Runs what is counted, and nothing else is.
  static func run(_ draw: () -> Void) {
    withoutActuallyEscaping(draw) { countedFrame($0) }
  }

  static func count(_ names: [String]) {
    for name in names.isEmpty ? SceneCatalog.names : names {
      let arguments = name.hasSuffix(".txt") ? "quads --frames 1" : "count"
      let command =
        "valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*12countedFrame*' "
        + "/proc/\(getpid())/exe \(arguments) '\(name)' 2>&1"
      guard let output = popen(command, "r") else { continue }
      var line = [CChar](repeating: 0, count: 1024)
      var count: Substring?
      while fgets(&line, 1024, output) != nil {
        let words = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.split(
          whereSeparator: \.isWhitespace)
        if words.contains("Collected"), let last = words.last { count = last }
      }
      pclose(output)
      print("\(name): \(count ?? "no") instructions")
    }
  }
}

/// By its name callgrind knows when to count.
@inline(never) private func countedFrame(_ draw: @escaping () -> Void) { draw() }
