import Foundation

/// The command `WaylandScanner client|server OUT.swift IN.xml …`.
@main enum Command {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let side = Emitter.Side(rawValue: arguments[1]) else {
      fail("usage: WaylandScanner client|server OUT.swift IN.xml …")
    }
    do {
      let protocols = try arguments[3...].map {
        try WireProtocol(Data(contentsOf: URL(fileURLWithPath: $0)), path: $0)
      }
      let text = Emitter(protocols: protocols, side: side).text()
      try text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("WaylandScanner: \(message)\n".utf8))
    exit(1)
  }
}
