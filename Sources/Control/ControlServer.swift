import Configuration
import Glibc
import JSON
import PanelEvents
import PanelSystem
import Scenes

/// Serves a socket, whose clients have the same role. Each line is a request and gets a reply, or a message of an adapter.
///
/// A slow, silent or vanished client doesn't delay the others: requests have a size limit, replies wait until the
/// client reads them, and the idle client that has been silent the longest is disconnected to make room for a new client.
/// A client that waits for an answer, watches or serves a prefix is never disconnected for that.
package final class ControlServer {
  static let maximumClients = 16
  /// The maximum number of clients of one user, so that a user can't occupy all connections.
  static let maximumClientsPerUser = 4
  /// The maximum number of watching clients, which leaves room for a client that sends requests.
  static let maximumWatchers = maximumClients - 1
  /// The maximum number of watching clients of one user.
  static let maximumWatchersPerUser = maximumClientsPerUser - 1
  /// The delay before accepting again after descriptors or memory ran out, in nanoseconds. Clients wait in the listen
  /// backlog.
  private static let acceptDelay: UInt64 = 500_000_000
  /// The user that may serve `audio`, besides root and the panel's own.
  private static let audioUser = "cube-kiosk-audio"

  private let socket: Descriptor
  private let socketFile: SocketFile
  private let loop: EventLoop
  private let role: ControlRole
  private let user: (Int32) -> uid_t
  private unowned let panel: any Controllable
  private weak var hub: (any AdapterHub)?
  /// The reason why the socket has another group than that of its role; `nil` if it has it, or if no such group exists.
  package let groupError: SystemError?
  private var source: DescriptorSource?
  /// Accepts clients again after `acceptDelay`.
  private var acceptTimer: TimerSource?
  private var clients: [ObjectIdentifier: ControlConnection] = [:]

  /// Creates a server and starts listening.
  ///
  /// - Parameters:
  ///   - directory: The directory of the socket, which exists as long as the server. A socket without a server is replaced;
  ///     any other file is an error.
  ///   - role: The clients' rights.
  ///   - user: Returns the user that connected a socket.
  ///   - panel: The receiver of all requests. It must outlive the server.
  ///   - hub: The receiver of the messages of adapters; `nil` to refuse them.
  /// - Throws: `SystemError` with EADDRINUSE if another program serves the socket.
  package init(
    in directory: String, role: ControlRole = .control, loop: EventLoop,
    user: @escaping (Int32) -> uid_t = ControlPeer.user, panel: any Controllable, hub: (any AdapterHub)? = nil
  ) throws {
    let path = "\(directory)/\(role.socketName)"
    socket = try Self.bind(path)
    guard let socketFile = SocketFile(path) else { throw SystemError("\(path): bind", ENOENT) }
    (self.socketFile, self.role, self.loop, self.user) = (socketFile, role, loop, user)
    (self.panel, self.hub) = (panel, hub)
    groupError = role.group.flatMap { socketFile.setGroup($0) }
    // Set the mode before `listen`, until which clients can't connect. Changing the umask instead would affect all threads.
    guard chmod(path, 0o660) == 0, listen(socket.number, 8) == 0 else { throw SystemError("\(path): listen", errno) }
    source = try loop.addDescriptor(socket.number, events: .readable) { [unowned self] _ in accept() }
    acceptTimer = try loop.addTimer { [unowned self] in source?.events = .readable }
  }

  deinit {
    source?.cancel()
    socketFile.remove()
  }

  /// Throws if another panel serves the directory's sockets: without this check, a second panel would take them from the
  /// first.
  package static func checkIsUnused(_ directory: String) throws(SystemError) {
    try checkIsUnused(path: "\(directory)/\(ControlRole.control.socketName)")
  }

  private static func checkIsUnused(path: String) throws(SystemError) {
    guard let address = try? sockaddr_un(path: path) else { return }
    let socket = makeSocket()
    // EAGAIN: its backlog is full.
    if address.withPointer({ connect(socket.number, $0, $1) }) == 0 || errno == EAGAIN {
      throw SystemError(path, EADDRINUSE, "another cube-kiosk is running")
    }
  }

  private static func makeSocket() -> Descriptor {
    Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0))
  }

  private static func bind(_ path: String) throws(SystemError) -> Descriptor {
    let address = try sockaddr_un(path: path)
    try checkIsUnused(path: path)
    let socket = makeSocket()
    guard socket.number >= 0 else { throw SystemError("\(path): socket", errno) }
    SocketFile(path)?.remove()
    guard address.withPointer({ Glibc.bind(socket.number, $0, $1) }) == 0 else {
      throw SystemError("\(path): bind", errno)
    }
    return socket
  }

  // MARK: Clients

  private func accept() {
    let fd = Glibc.accept(socket.number, nil, nil)
    guard fd >= 0 else {
      // The client still waits, so the socket stays readable. Without a pause, the event loop would use a whole CPU.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
        source?.events = []
        acceptTimer?.deadline = EventLoop.now + Self.acceptDelay
      }
      return
    }
    // Child processes inherit no descriptor above 2, so none can inherit this one before FD_CLOEXEC is set.
    _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
    _ = fcntl(fd, F_SETFL, O_NONBLOCK)
    let peer = ControlPeer(user: user(fd), socket: role.socketName)
    let socket = Descriptor(fd)
    do throws(Refusal) { try makeRoom(for: peer.user) } catch {
      let reply = ControlReply(refusing: error).bytes
      send(fd, reply, reply.count, Int32(MSG_NOSIGNAL))
      return
    }
    let client = try? ControlConnection(
      socket, peer: peer, loop: loop, takeFrame: { [unowned self] in takeFrame($0, from: $1) },
      answer: { [unowned self] in answer($0, from: $1, $2) },
      onClose: { [unowned self] in remove($0) })
    if let client { clients[ObjectIdentifier(client)] = client }
  }

  private func remove(_ client: ControlConnection) {
    clients[ObjectIdentifier(client)] = nil
    if let prefix = client.prefix, prefix != ControlRequest.audioPrefix { hub?.adapterDisconnected(prefix) }
  }

  /// If the user has too many clients, or there are too many, disconnects one that is idle. Throws if none is.
  private func makeRoom(for user: uid_t) throws(Refusal) {
    let own = clients.filter { $0.value.peer.user == user }
    let isUserFull = role.limitsClientsPerUser && own.count >= Self.maximumClientsPerUser
    guard isUserFull || clients.count >= Self.maximumClients else { return }
    guard disconnectMostSilent(of: (isUserFull ? own : clients).filter(\.value.isIdle)) else {
      throw Refusal("\(isUserFull ? own.count : clients.count) clients are connected already")
    }
  }

  /// If there are too many watchers, disconnects one that doesn't read its events. Otherwise throws: watchers that read
  /// keep their connection, although they send nothing.
  private func makeRoomForWatcher(of user: uid_t) throws(Refusal) {
    let all = clients.filter(\.value.isWatching)
    let own = all.filter { $0.value.peer.user == user }
    let isUserFull = own.count >= Self.maximumWatchersPerUser
    guard isUserFull || all.count >= Self.maximumWatchers else { return }
    let watchers = isUserFull ? own : all
    guard disconnectMostSilent(of: watchers.filter(\.value.isBehind)) else {
      throw Refusal("\(watchers.count) clients are watching already")
    }
  }

  /// Disconnects the client that has been silent the longest.
  ///
  /// - Returns: `false` if `clients` is empty.
  private func disconnectMostSilent(of clients: [ObjectIdentifier: ControlConnection]) -> Bool {
    guard let client = clients.min(by: { $0.value.lastProgress < $1.value.lastProgress }) else { return false }
    remove(client.value)
    return true
  }

  // MARK: Requests

  private func answer(_ text: String, from client: ControlConnection, _ reply: @escaping (ControlReply) -> Void) {
    let line = ControlLine(text)
    do {
      if let prefix = client.prefix, let message = line.message { return try receive(message, from: prefix, client) }
      let request = try line.request(from: role)
      try role.check(request)
      panel.advance()
      try perform(request, from: client) { reply($0.answering(line.id)) }
    } catch {
      reply(ControlReply(refusing: error).answering(line.id))
    }
  }

  private func perform(
    _ request: ControlRequest, from client: ControlConnection, _ reply: @escaping (ControlReply) -> Void
  ) throws {
    let peer = client.peer
    switch request {
    case .status: return reply(ControlReply(panel.status.json))
    case .list: return reply(ControlReply(["ok": true, "addresses": .array(panel.addressees.map(\.json))]))
    case .get(let address):
      return reply(ControlReply(.object(JSONMembers([("ok", true)] + (try panel.value(at: address).members)))))
    case .screenshot:
      return try panel.screenshot { picture in
        do {
          let data = try picture.get()
          reply(ControlReply(["ok": true, "bytes": .integer(data.count)], data: data))
        } catch {
          reply(ControlReply(refusing: error))
        }
      }
    case .press(let address, let line): return reply(try press(address, line: line, from: peer))
    case .pressOnFace(let face, let button):
      panel.noteOldRequest("press FACE BUTTON", instead: "press ADDRESS")
      return reply(try press("\(Address(page: Address.page(ofFace: face), name: button))", line: nil, from: peer))
    case .set(let values, let line?):
      return reply(Self.reply(to: [try panel.set(values[0].name, line: line, to: values[0].text, by: peer)]))
    case .set(let values, nil): return reply(Self.reply(to: try panel.set(values.map { ($0.name, $0.text) }, by: peer)))
    case .append(let lines): try panel.append(lines.map { ($0.name, $0.text) })
    case .remove(let lines): try panel.remove(lines.map { ($0.name, $0.text) })
    case .scene(let name): try panel.show(scene: name)
    case .reload:
      return panel.reloadConfiguration { result in
        do throws(Refusal) {
          let keys = try result.get().map(JSONValue.string)
          reply(ControlReply(keys.isEmpty ? ["ok": true] : ["ok": true, "restartRequired": .array(keys)]))
        } catch {
          reply(ControlReply(refusing: error))
        }
      }
    case .wake: panel.wake()
    case .sleep: panel.sleep()
    case .speech(let state): panel.setSpeech(isOn: state == .on)
    case .message(let json):
      let value = try JSONValue.read(Array(json.utf8), name: "request")
      try panel.show(Message.read(fromClient: LocatedJSON(value: value, path: "$.message", file: "request")), by: peer)
    case .dismiss(let id): try panel.dismiss(message: id, by: peer)
    case .watch(let kinds):
      try makeRoomForWatcher(of: peer.user)
      let events = EventQueue(panel.events, kinds.isEmpty ? Set(EventKind.watchedByDefault) : Set(kinds)) {
        [unowned panel] in
        panel.status
      }
      return reply(ControlReply(events: events))
    case .hello: return reply(ControlReply(["ok": true, "hello": ["version": .integer(ControlRequest.version)]]))
    case .serve(let prefix):
      try checkMayServe(prefix, client)
      reply(ControlReply(serving: prefix))
      return startServing(prefix, client)
    }
    reply(ControlReply())
  }

  private func press(_ address: String, line: String?, from peer: ControlPeer) throws(Refusal) -> ControlReply {
    let start = try panel.press(address, line: line, by: peer)
    return ControlReply(["ok": true, "press": .integer(start.number), "running": .bool(start.isRunning)])
  }

  /// The reply to changes.
  private static func reply(to changes: [PressStart?]) -> ControlReply {
    var members: [JSONMembers.Member] = [("ok", true)]
    let running = changes.compactMap { $0 }.filter(\.isRunning)
    if !running.isEmpty { members.append(("presses", .array(running.map { .integer($0.number) }))) }
    if changes.contains(where: { $0 == nil }) { members.append(("waiting", true)) }
    return ControlReply(.object(JSONMembers(members)))
  }

  // MARK: Adapters

  private func checkMayServe(_ prefix: String, _ client: ControlConnection) throws(Refusal) {
    if let own = client.prefix { throw Refusal("this connection serves \(own) already", kind: .alreadyServed) }
    guard !clients.values.contains(where: { $0.prefix == prefix }) else {
      throw Refusal("another adapter serves \(prefix) already", kind: .alreadyServed)
    }
    guard prefix == ControlRequest.audioPrefix else { return }
    // Spoken texts are what a finger explores, also on a keypad.
    let mayHear = [0, geteuid()].contains(client.peer.user) || client.peer.userName == Self.audioUser
    guard mayHear else { throw Refusal("only \(Self.audioUser) serves \(prefix)", kind: .notPermitted) }
  }

  private func startServing(_ prefix: String, _ client: ControlConnection) {
    if prefix == ControlRequest.audioPrefix {
      client.listener = panel.events.listen(to: [.speech, .sound]) { [weak client] in client?.enqueue($0) }
    } else {
      hub?.adapterConnected(prefix) { [weak client] in
        let line = $0.singleLine + "\n"
        if case .object(let members) = $0, members["uses"] != nil {
          client?.enqueue(use: line)
        } else {
          client?.enqueue(line)
        }
      } sendLine: { [weak client] in
        client?.send(line: $0)
      }
    }
  }

  /// Returns whether a line was a picture's frame.
  private func takeFrame(_ line: ArraySlice<UInt8>, from prefix: String) -> Bool {
    guard let hub, line.first == UInt8(ascii: "{") else { return false }
    panel.advance()
    return hub.adapterSent(prefix, frame: line)
  }

  private func receive(_ message: JSONObject, from prefix: String, _ client: ControlConnection) throws {
    guard let hub, prefix != ControlRequest.audioPrefix else {
      throw message.json.diagnostic(expected: "a member that is named \(role.requestNames.alternatives)")
    }
    panel.advance()
    try hub.adapterSent(prefix, message, client.lineDescriptors)
  }
}

/// The identity of a socket's file, since another program may replace the file.
struct SocketFile {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Returns `nil` if the path isn't a socket.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    (self.path, device, inode) = (path, status.st_dev, status.st_ino)
  }

  /// Lets a group's members connect. If the group doesn't exist, the file keeps its group.
  ///
  /// - Returns: an error, for example because this process isn't in the group. The file keeps its group then, too.
  func setGroup(_ name: String) -> SystemError? {
    guard let groups = fopen("/etc/group", "re") else { return nil }
    defer { fclose(groups) }
    while let entry = fgetgrent(groups) {
      guard String(cString: entry.pointee.gr_name) == name else { continue }
      return lchown(path, .max, entry.pointee.gr_gid) == 0 ? nil : SystemError("\(path): the group \(name)", errno)
    }
    return nil
  }

  /// Deletes the file, unless the path refers to another file by now.
  func remove() {
    if let current = SocketFile(path), current.device == device, current.inode == inode { unlink(path) }
  }
}
