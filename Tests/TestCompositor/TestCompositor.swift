import CLinux
import CWaylandServer
import Glibc

/// A compositor inside the test's own process and thread, on a socketpair: it answers when told, and keeps a record.
///
/// It posts the errors that real compositors post: a buffer before the first configure is acknowledged or larger than the
/// screen, one that its scale doesn't divide or its pool doesn't hold, a viewport beyond it, an unknown serial.
public final class TestCompositor {
  /// The globals on offer. The defaults are about weston 10's.
  public struct Globals {
    public var compositor: UInt32 = 5
    public var seat: UInt32? = 7
    public var output: UInt32? = 4
    public var viewporter = true
    public var fractionalScale = false
    public var decoration = false
    public var idleInhibit = false
    /// weston 10 has 2, beside a wl_output that knows no names.
    public var outputManager: UInt32?

    public init() {}
  }

  /// The client's end of the connection; the client takes it over. -1 where the client has it already.
  public let clientDescriptor: Int32
  public private(set) var surface: TestSurface?
  /// The one that was bound last.
  public var seat: TestSeat? { seats.last }
  /// Each of them answers as long as its client asks.
  private var seats: [TestSeat] = []
  /// The first of the outputs.
  public var output: WlOutputResource? { outputs.first?.resource }
  /// Those there are; each is a global of its own.
  public private(set) var outputs: [TestOutput] = []
  /// The rules that the client broke.
  public internal(set) var errors: [String] = []
  /// The number of inhibitors.
  public private(set) var inhibitors = 0
  public private(set) var boundInterfaces: [String] = []

  let display: OpaquePointer
  private let loop: OpaquePointer
  /// `nil` once the client is gone, by itself or for what it did.
  private(set) var liveClient: OpaquePointer?
  public var isConnected: Bool { liveClient != nil }
  private let ending: UnsafeMutablePointer<ClientEnding>
  /// By interface and name, in the order in which they were offered.
  private var globals: [String: [OpaquePointer]] = [:]
  private var binders: [Unmanaged<Binder>] = []
  private var shm: [Resource] = []
  private let offered: Globals
  /// The size that the output has; a fullscreen surface is configured to it.
  public var size = (width: 640, height: 400)
  public var outputScale: Int32 = 1
  /// In millihertz. By default unknown, so that the client draws at once.
  public var refreshRate: Int32 = 0
  /// The screen's, in millimetres, as the compositor tells it; 0 where it doesn't know.
  public var physicalSize: (width: Int32, height: Int32) = (0, 0)
  public var outputTransform = WlOutputResource.Transform.normal
  /// Those that buffers may have; one of another is an error.
  public var formats: [WlShmResource.Format] = [.argb8888, .xrgb8888]
  /// The first size that is sent; (0, 0) leaves it to the client, as sway and cage do at first.
  public var firstSize: (width: Int, height: Int)?
  /// False to leave the first configure to the test.
  public var configuresAtOnce = true
  /// False to leave everything unanswered.
  public var isAnswering = true

  /// - Parameter descriptor: our end of a connection that a client made; it is closed with the client.
  public init(_ offered: Globals = Globals(), serving descriptor: Int32? = nil) {
    self.offered = offered
    display = wl_display_create()
    loop = wl_display_get_event_loop(display)
    var ends: [Int32] = [-1, descriptor ?? -1]
    if descriptor == nil {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    clientDescriptor = ends[0]
    liveClient = wl_client_create(display, ends[1])
    ending = .allocate(capacity: 1)
    ending.initialize(to: ClientEnding())
    ending.pointee.compositor = Unmanaged.passUnretained(self)
    ending.pointee.listener.notify = clientEnded
    ending.withMemoryRebound(to: wl_listener.self, capacity: 1) { wl_client_add_destroy_listener(liveClient, $0) }
    offer()
  }

  /// The compositor that a client is of, while it has one.
  static func serving(_ client: OpaquePointer?) -> TestCompositor? {
    client.flatMap { wl_client_get_destroy_listener($0, clientEnded) }?.withMemoryRebound(
      to: ClientEnding.self, capacity: 1
    ) { $0.pointee.compositor?.takeUnretainedValue() }
  }

  fileprivate func clientIsGone() { liveClient = nil }

  deinit {
    wl_display_destroy_clients(display)
    wl_display_destroy(display)
    ending.deallocate()
    for binder in binders { binder.release() }
  }

  /// Handles what the client sent, and sends what there is to say.
  ///
  /// - Parameter milliseconds: how long to wait for the client, by default not at all.
  public func dispatch(waiting milliseconds: Int32 = 0) {
    guard isAnswering else { return }
    if milliseconds > 0 { wl_display_flush_clients(display) }
    wl_event_loop_dispatch(loop, milliseconds)
    wl_display_flush_clients(display)
  }

  /// Readable when there is something to dispatch.
  public var descriptor: Int32 { wl_event_loop_get_fd(loop) }

  /// Ends the connection as a compositor does that dies.
  public func disconnect() {
    if let liveClient { wl_client_destroy(liveClient) }
  }

  /// Takes the seat away, of several the last one, as when the last device of a machine is unplugged.
  ///
  /// - Returns: false where there was none.
  @discardableResult
  public func removeSeat() -> Bool { withdraw("wl_seat") }

  /// Offers the seat (again).
  public func addSeat() {
    guard let version = offered.seat else { return }
    add(WlSeatResource.self, version) { [unowned self] in
      seats.append(TestSeat($0 as! WlSeatResource))
    }
  }

  private func offer() {
    add(WlCompositorResource.self, offered.compositor) { [unowned self] in bind($0 as! WlCompositorResource) }
    add(WlShmResource.self, 1) { [unowned self] in bind($0 as! WlShmResource) }
    add(XdgWmBaseResource.self, 5) { [unowned self] in bind($0 as! XdgWmBaseResource) }
    addSeat()
    if offered.output != nil { addOutput("TEST-1") }
    if let version = offered.outputManager {
      add(ZxdgOutputManagerV1Resource.self, version) { [unowned self] resource in
        let resource = resource as! ZxdgOutputManagerV1Resource
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .getXdgOutput(let id, let output) = request else { return }
          let teller = ZxdgOutputV1Resource.make(id, for: resource)
          teller.sendLogicalPosition(x: 0, y: 0)
          teller.sendLogicalSize(width: Int32(size.width), height: Int32(size.height))
          if let name = outputs.first(where: { $0.resource === output })?.name { teller.sendName(name: name) }
          teller.sendDone()
        }
      }
    }
    if offered.idleInhibit {
      add(ZwpIdleInhibitManagerV1Resource.self, 1) { [unowned self] resource in
        let resource = resource as! ZwpIdleInhibitManagerV1Resource
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .createInhibitor(let id, _) = request else { return }
          inhibitors += 1
          ZwpIdleInhibitorV1Resource.make(id, for: resource).onDestroy = { [weak self] in self?.inhibitors -= 1 }
        }
      }
    }
    if offered.viewporter {
      add(WpViewporterResource.self, 1) { [unowned self] resource in
        let resource = resource as! WpViewporterResource
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .getViewport(let id, let surface) = request else { return }
          let viewport = WpViewportResource.make(id, for: resource)
          guard let own = self.surface, own.resource === surface else { return }
          if own.hasViewport { resource.postError(WpViewporterResource.Error.viewportExists.rawValue, "a second one") }
          own.beCropped(viewport)
        }
      }
    }
    if offered.fractionalScale {
      add(WpFractionalScaleManagerV1Resource.self, 1) { [unowned self] resource in
        let resource = resource as! WpFractionalScaleManagerV1Resource
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .getFractionalScale(let id, _) = request else { return }
          surface?.fractional = WpFractionalScaleV1Resource.make(id, for: resource)
        }
      }
    }
  }

  // MARK: Binding

  private final class Binder {
    let type: Resource.Type
    let name: String
    unowned let compositor: TestCompositor
    let bound: (Resource) -> Void

    init(_ type: Resource.Type, _ compositor: TestCompositor, _ bound: @escaping (Resource) -> Void) {
      self.type = type
      name = String(cString: type.interface.pointee.name)
      self.compositor = compositor
      self.bound = bound
    }
  }

  private func add(
    _ type: Resource.Type, _ version: UInt32, named title: String = "", _ bound: @escaping (Resource) -> Void
  ) {
    let binder = Unmanaged.passRetained(Binder(type, self, bound))
    binders.append(binder)
    let name = String(cString: type.interface.pointee.name) + title
    let global = wl_global_create(display, type.interface, Int32(version), binder.toOpaque()) {
      client, data, version, id in
      let binder = Unmanaged<Binder>.fromOpaque(data!).takeUnretainedValue()
      let resource = binder.type.init(wl_resource_create(client, binder.type.interface, Int32(version), id))
      binder.compositor.boundInterfaces.append(binder.name)
      binder.bound(resource)
    }
    globals[name, default: []].append(global!)
  }

  /// Says that a global is gone, of several the last one. Who didn't hear of it yet may still bind it, as with real
  /// compositors.
  ///
  /// - Returns: false where there was none.
  @discardableResult
  private func withdraw(_ name: String) -> Bool {
    guard let global = globals[name]?.popLast() else { return false }
    wl_global_remove(global)
    return true
  }

  private func bind(_ compositor: WlCompositorResource) {
    compositor.onRequest = { [unowned self, unowned compositor] request in
      switch request {
      case .createSurface(let id):
        let resource = WlSurfaceResource.make(id, for: compositor)
        // The first one is the window; a later one is a cursor.
        if surface == nil { surface = TestSurface(resource, of: self) }
      case .createRegion(let id): _ = WlRegionResource.make(id, for: compositor)
      }
    }
  }

  private func bind(_ shm: WlShmResource) {
    for format in formats { shm.sendFormat(format: format) }
    shm.onRequest = { [unowned self, unowned shm] request in
      guard case .createPool(let id, let file, let size) = request else { return }
      let pool = WlShmPoolResource.make(id, for: shm)
      let memory = TestMemory(file, size: Int(size))
      pool.onRequest = { [unowned self, unowned shm, unowned pool] request in
        guard case .createBuffer(let id, let offset, let width, let height, let stride, let format) = request else {
          return
        }
        if offset < 0 || width <= 0 || height <= 0 || stride < width * 4
          || Int(offset) + Int(stride) * Int(height) > memory.size
        {
          shm.postError(WlShmResource.Error.invalidStride.rawValue, "a buffer that its pool doesn't hold")
        }
        if !formats.contains(format) {
          shm.postError(WlShmResource.Error.invalidFormat.rawValue, "a format that wasn't offered")
        }
        let buffer = WlBufferResource.make(id, for: pool)
        buffer.attachment = TestBuffer(
          resource: buffer, memory: memory, offset: Int(offset), width: Int(width), height: Int(height),
          stride: Int(stride), format: format)
      }
    }
  }

  private func bind(_ wmBase: XdgWmBaseResource) {
    wmBase.onRequest = { [unowned self, unowned wmBase] request in
      guard case .getXdgSurface(let id, let surface) = request, let own = self.surface, own.resource === surface else {
        return
      }
      own.beWindow(XdgSurfaceResource.make(id, for: wmBase), of: wmBase)
    }
  }

  // MARK: Outputs

  /// Plugs a screen in.
  public func addOutput(_ name: String) {
    guard let version = offered.output else { return }
    add(WlOutputResource.self, version, named: name) { [unowned self] in
      guard globals["wl_output" + name]?.isEmpty == false else { return }
      outputs.append(TestOutput(name, $0 as! WlOutputResource))
      sendOutput()
    }
  }

  /// Unplugs it.
  public func removeOutput(_ name: String) {
    while withdraw("wl_output" + name) {}
    outputs.removeAll { $0.name == name }
  }

  /// Tells the outputs' mode, scale and transform (again).
  public func sendOutput() {
    // The mode is the panel's own, before the compositor turns it.
    let isTurned = outputTransform.rawValue & 1 == 1
    let (width, height) = isTurned ? (size.height, size.width) : size
    for output in outputs {
      let resource = output.resource
      resource.sendGeometry(
        x: 0, y: 0, physicalWidth: physicalSize.width, physicalHeight: physicalSize.height, subpixel: .unknown,
        make: "test", model: "test",
        transform: outputTransform)
      resource.sendMode(
        flags: .current, width: Int32(width) * outputScale, height: Int32(height) * outputScale,
        refresh: refreshRate)
      guard resource.version >= 2 else { continue }
      resource.sendScale(factor: outputScale)
      if resource.version >= 4 { resource.sendName(name: output.name) }
      resource.sendDone()
    }
  }
}

/// libwayland's listener, and whose it is.
private struct ClientEnding {
  // First: what comes with it follows.
  var listener = wl_listener()
  var compositor: Unmanaged<TestCompositor>?
}

private let clientEnded: wl_notify_func_t = { listener, _ in
  listener!.withMemoryRebound(to: ClientEnding.self, capacity: 1) {
    $0.pointee.compositor?.takeUnretainedValue().clientIsGone()
  }
}

/// A screen.
public struct TestOutput {
  public let name: String
  public let resource: WlOutputResource

  init(_ name: String, _ resource: WlOutputResource) { (self.name, self.resource) = (name, resource) }
}
