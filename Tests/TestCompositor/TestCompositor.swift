import CLinux
import CWaylandServer
import Glibc

/// A compositor in the test's process and thread, on a socketpair. It handles requests in `dispatch` and records them.
///
/// It posts the protocol errors that real compositors post for invalid buffers, scales, viewports and serials.
public final class TestCompositor {
  /// The versions of the offered globals. The defaults resemble weston 10.
  public struct Globals {
    public var compositor: UInt32 = 5
    public var seat: UInt32? = 7
    public var output: UInt32? = 4
    public var viewporter = true
    public var fractionalScale = false
    public var decoration = false
    public var idleInhibit = false
    /// weston 10 has version 2, and a wl_output without names.
    public var outputManager: UInt32?

    public init() {}
  }

  /// The client's end of the connection, owned by the client; -1 if the client made the connection.
  public let clientDescriptor: Int32
  public private(set) var surface: TestSurface?
  /// The seat that was bound last.
  public var seat: TestSeat? { seats.last }
  private var seats: [TestSeat] = []
  public var output: WlOutputResource? { outputs.first?.resource }
  public private(set) var outputs: [TestOutput] = []
  /// The messages of posted protocol errors.
  public internal(set) var errors: [String] = []
  /// The number of idle inhibitors.
  public private(set) var inhibitors = 0

  let display: OpaquePointer
  private let loop: OpaquePointer
  /// `nil` once the client is disconnected.
  private(set) var liveClient: OpaquePointer?
  public var isConnected: Bool { liveClient != nil }
  private let destroyListener: UnsafeMutablePointer<ClientDestroyListener>
  /// By interface and output name.
  private var globals: [String: [OpaquePointer]] = [:]
  private var binders: [Unmanaged<Binder>] = []
  private let offered: Globals
  /// The size of the outputs and of a fullscreen surface.
  public var size = (width: 640, height: 400)
  public var outputScale: Int32 = 1
  /// In millihertz. By default unknown, so that the client draws at once.
  public var refreshRate: Int32 = 0
  /// In millimeters; 0 if unknown.
  public var physicalSize: (width: Int32, height: Int32) = (0, 0)
  public var outputTransform = WlOutputResource.Transform.normal
  /// The supported buffer formats.
  public var formats: [WlShmResource.Format] = [.argb8888, .xrgb8888]
  /// The size in a first configure, before the one with `size`; `nil` to send only one. (0, 0) leaves the size to the
  /// client, as sway and cage do.
  public var firstSize: (width: Int, height: Int)?
  /// False if the test sends the first configure.
  public var sendsFirstConfigure = true
  /// False to stop handling requests, as a compositor that hangs.
  public var handlesRequests = true

  /// - Parameter descriptor: the server's end of a client's connection, closed with the client; `nil` for a new one.
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
    destroyListener = .allocate(capacity: 1)
    destroyListener.initialize(to: ClientDestroyListener())
    destroyListener.pointee.compositor = Unmanaged.passUnretained(self)
    destroyListener.pointee.listener.notify = clientWasDestroyed
    destroyListener.withMemoryRebound(to: wl_listener.self, capacity: 1) {
      wl_client_add_destroy_listener(liveClient, $0)
    }
    addGlobals()
  }

  /// Returns the compositor of a connected client.
  static func serving(_ client: OpaquePointer?) -> TestCompositor? {
    client.flatMap { wl_client_get_destroy_listener($0, clientWasDestroyed) }?.withMemoryRebound(
      to: ClientDestroyListener.self, capacity: 1
    ) { $0.pointee.compositor?.takeUnretainedValue() }
  }

  fileprivate func clientDestroyed() { liveClient = nil }

  deinit {
    wl_display_destroy_clients(display)
    wl_display_destroy(display)
    destroyListener.deallocate()
    for binder in binders { binder.release() }
  }

  /// Handles requests and sends events.
  ///
  /// - Parameter milliseconds: the time to wait for requests.
  public func dispatch(waiting milliseconds: Int32 = 0) {
    guard handlesRequests else { return }
    if milliseconds > 0 { wl_display_flush_clients(display) }
    wl_event_loop_dispatch(loop, milliseconds)
    wl_display_flush_clients(display)
  }

  /// Readable if there are requests to dispatch.
  public var descriptor: Int32 { wl_event_loop_get_fd(loop) }

  /// Ends the connection, as if the compositor died.
  public func disconnect() {
    if let liveClient { wl_client_destroy(liveClient) }
  }

  /// Removes the last seat.
  ///
  /// - Returns: `false` if there is no seat.
  @discardableResult
  public func removeSeat() -> Bool { removeGlobal("wl_seat") }

  /// Adds a seat.
  public func addSeat() {
    guard let version = offered.seat else { return }
    add(WlSeatResource.self, version) { [unowned self] in seats.append(TestSeat($0)) }
  }

  private func addGlobals() {
    add(WlCompositorResource.self, offered.compositor) { [unowned self] in bind($0) }
    add(WlShmResource.self, 1) { [unowned self] in bind($0) }
    add(XdgWmBaseResource.self, 6) { [unowned self] in bind($0) }
    addSeat()
    if offered.output != nil { addOutput("TEST-1") }
    if let version = offered.outputManager {
      add(ZxdgOutputManagerV1Resource.self, version) { [unowned self] resource in
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .getXdgOutput(let id, let output) = request else { return }
          let xdgOutput = ZxdgOutputV1Resource.make(id, for: resource)
          xdgOutput.sendLogicalPosition(x: 0, y: 0)
          xdgOutput.sendLogicalSize(width: Int32(size.width), height: Int32(size.height))
          if let name = outputs.first(where: { $0.resource === output })?.name { xdgOutput.sendName(name: name) }
          xdgOutput.sendDone()
        }
      }
    }
    if offered.idleInhibit {
      add(ZwpIdleInhibitManagerV1Resource.self, 1) { [unowned self] resource in
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .createInhibitor(let id, _) = request else { return }
          inhibitors += 1
          ZwpIdleInhibitorV1Resource.make(id, for: resource).onDestroy = { [weak self] in self?.inhibitors -= 1 }
        }
      }
    }
    if offered.viewporter {
      add(WpViewporterResource.self, 1) { [unowned self] resource in
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .getViewport(let id, let surface) = request else { return }
          let viewport = WpViewportResource.make(id, for: resource)
          guard let window = self.surface, window.resource === surface else { return }
          if window.hasViewport {
            resource.postError(WpViewporterResource.Error.viewportExists.rawValue, "a second viewport")
          }
          window.setViewport(viewport)
        }
      }
    }
    if offered.fractionalScale {
      add(WpFractionalScaleManagerV1Resource.self, 1) { [unowned self] resource in
        resource.onRequest = { [unowned self, unowned resource] request in
          guard case .getFractionalScale(let id, _) = request else { return }
          surface?.fractional = WpFractionalScaleV1Resource.make(id, for: resource)
        }
      }
    }
  }

  // MARK: Binding

  /// A global's type, and the handler that is called when a client binds it.
  private final class Binder {
    let type: Resource.Type
    let onBind: (Resource) -> Void

    init(_ type: Resource.Type, _ onBind: @escaping (Resource) -> Void) { (self.type, self.onBind) = (type, onBind) }
  }

  private func add<R: Resource>(
    _ type: R.Type, _ version: UInt32, named outputName: String = "", _ onBind: @escaping (R) -> Void
  ) {
    let binder = Unmanaged.passRetained(Binder(type) { onBind($0 as! R) })
    binders.append(binder)
    let name = String(cString: type.interface.pointee.name) + outputName
    let global = wl_global_create(display, type.interface, Int32(version), binder.toOpaque()) {
      client, data, version, id in
      let binder = Unmanaged<Binder>.fromOpaque(data!).takeUnretainedValue()
      let resource = binder.type.init(wl_resource_create(client, binder.type.interface, Int32(version), id))
      binder.onBind(resource)
    }
    globals[name, default: []].append(global!)
  }

  /// Removes a global. As with real compositors, the client may still bind it until it receives the event.
  ///
  /// - Returns: `false` if there is no such global.
  @discardableResult
  private func removeGlobal(_ name: String) -> Bool {
    guard let global = globals[name]?.popLast() else { return false }
    wl_global_remove(global)
    return true
  }

  private func bind(_ compositor: WlCompositorResource) {
    compositor.onRequest = { [unowned self, unowned compositor] request in
      switch request {
      case .createSurface(let id):
        let resource = WlSurfaceResource.make(id, for: compositor)
        // The first surface is the window; a later one is a cursor.
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
          shm.postError(WlShmResource.Error.invalidStride.rawValue, "a buffer outside of its pool")
        }
        if !formats.contains(format) {
          shm.postError(WlShmResource.Error.invalidFormat.rawValue, "an unsupported format")
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
      guard case .getXdgSurface(let id, let surface) = request, let window = self.surface, window.resource === surface
      else {
        return
      }
      window.becomeWindow(XdgSurfaceResource.make(id, for: wmBase), of: wmBase)
    }
  }

  // MARK: Outputs

  /// Adds an output.
  public func addOutput(_ name: String) {
    guard let version = offered.output else { return }
    add(WlOutputResource.self, version, named: name) { [unowned self] in
      guard globals["wl_output" + name]?.isEmpty == false else { return }
      outputs.append(TestOutput(name: name, resource: $0))
      sendOutputProperties()
    }
  }

  public func removeOutput(_ name: String) {
    while removeGlobal("wl_output" + name) {}
    outputs.removeAll { $0.name == name }
  }

  /// Sends the properties of all outputs.
  public func sendOutputProperties() {
    // The mode is the size before the transform.
    let swapsSides = outputTransform.rawValue & 1 == 1
    let (width, height) = swapsSides ? (size.height, size.width) : size
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

/// A listener for the client's destruction.
private struct ClientDestroyListener {
  // First, because libwayland passes its address.
  var listener = wl_listener()
  var compositor: Unmanaged<TestCompositor>?
}

private let clientWasDestroyed: wl_notify_func_t = { listener, _ in
  listener!.withMemoryRebound(to: ClientDestroyListener.self, capacity: 1) {
    $0.pointee.compositor?.takeUnretainedValue().clientDestroyed()
  }
}

public struct TestOutput {
  public let name: String
  public let resource: WlOutputResource
}
