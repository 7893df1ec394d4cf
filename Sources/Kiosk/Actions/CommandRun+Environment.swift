import Glibc

extension CommandRun {
  /// Returns the kiosk's environment plus `added`, without the variables that are meant for this process only.
  static func environment(adding added: [String: String]) -> [String] {
    let ownVariables: Set = [
      "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "CUBE_KIOSK_FACE",
      "CUBE_KIOSK_COUNT", "CUBE_KIOSK_IDLE", "CUBE_KIOSK_VALUE",
    ]
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if !ownVariables.contains(name), added[name] == nil { result.append(text) }
      next += 1
    }
    return result + added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
