/// The rights of a client, which depend on the socket that it is connected to. Each role has one socket.
package enum ControlRole: String, CaseIterable, Sendable {
  /// Everything but serving a prefix.
  case control
  /// The panel's state and its events, without touches, speech and pictures of the screen.
  case watch
  /// Serving a prefix, waking the panel, and messages.
  case adapters

  /// The name of the socket's file.
  package var socketName: String { rawValue }

  /// The group whose members may connect; `nil` for the panel's own.
  package var group: String? { self == .control ? nil : "cube-kiosk-\(rawValue)" }

  /// Whether the number of a user's clients is limited. A user may run several adapters.
  package var limitsClientsPerUser: Bool { self != .adapters }

  /// Throws if a client with this role may not send a request.
  package func check(_ request: ControlRequest) throws(Refusal) {
    switch (self, request) {
    case (_, .hello), (.adapters, .serve), (.adapters, .wake), (.adapters, .message), (.adapters, .dismiss),
      (.watch, .status), (.watch, .list), (.watch, .get):
      return
    case (.watch, .watch(let kinds)):
      guard let kind = kinds.first(where: { [.touch, .speech].contains($0) }) else { return }
      throw refusal("the event \(kind.rawValue)")
    case (.control, .serve), (.watch, _), (.adapters, _): throw refusal(request.name)
    case (.control, _): return
    }
  }

  /// The names of the requests that a client with this role may send.
  package var requestNames: [String] {
    ControlRequest.names.filter { name in
      switch self {
      case .control: name != "serve"
      case .watch: ["status", "list", "get", "watch", "hello"].contains(name)
      case .adapters: ["wake", "message", "dismiss", "hello", "serve"].contains(name)
      }
    }
  }

  private func refusal(_ subject: String) -> Refusal {
    Refusal("\(subject) isn't permitted on the socket \(socketName)", kind: .notPermitted)
  }
}
