import CWaylandServer
import Glibc

/// Shared memory as the server sees it.
final class TestMemory {
  let base: UnsafeMutableRawPointer
  let size: Int

  init(_ file: ReceivedDescriptor, size: Int) {
    base = mmap(nil, size, PROT_READ, MAP_SHARED, file.rawValue, 0)
    self.size = size
  }

  deinit { munmap(base, size) }
}

/// A client's buffer.
public final class TestBuffer {
  public let width: Int
  public let height: Int
  public let format: WlShmResource.Format
  /// True from the commit that showed it until its release was sent.
  public fileprivate(set) var isBusy = false
  private weak var resource: WlBufferResource?
  private let memory: TestMemory
  private let offset: Int
  private let stride: Int

  init(
    resource: WlBufferResource, memory: TestMemory, offset: Int, width: Int, height: Int, stride: Int,
    format: WlShmResource.Format
  ) {
    self.resource = resource
    self.memory = memory
    (self.offset, self.stride) = (offset, stride)
    (self.width, self.height, self.format) = (width, height, format)
  }

  /// Its pixels now, row by row.
  public var pixels: [UInt32] {
    (0..<height).flatMap { row in
      let start = (memory.base + offset + row * stride).assumingMemoryBound(to: UInt32.self)
      return Array(UnsafeBufferPointer(start: start, count: width))
    }
  }

  /// One of them.
  public func pixel(x: Int, y: Int) -> UInt32 {
    (memory.base + offset + y * stride + x * 4).load(as: UInt32.self)
  }

  public func release() {
    guard isBusy else { return }
    isBusy = false
    if let resource, !resource.isDestroyed { resource.sendRelease() }
  }

  static func of(_ resource: WlBufferResource) -> TestBuffer? { resource.attachment as? TestBuffer }

  fileprivate func show() { isBusy = true }
}

/// The window's surface: what was asked of it, commit by commit.
public final class TestSurface {
  /// The state that one commit brought about.
  public struct Commit {
    /// `nil` for a commit that attached nothing.
    public let buffer: TestBuffer?
    /// In buffer pixels: x, y, width, height.
    public let damage: [[Int]]
    public let hasCallback: Bool
    public let scale: Int
    public let transform: WlOutputResource.Transform
    /// By the viewport.
    public let destination: (width: Int, height: Int)?
    /// The last serial that was acknowledged by then.
    public let acknowledged: UInt32
    /// The moment at which it was read, of CLOCK_MONOTONIC, in nanoseconds.
    public let time: UInt64
  }

  public let resource: WlSurfaceResource
  public private(set) var commits: [Commit] = []
  public private(set) var title: String?
  public private(set) var appID: String?
  public private(set) var isFullscreen = false
  /// The output of each request to be fullscreen, in order; `nil` for any.
  public private(set) var fullscreenRequests: [String?] = []
  public private(set) var hasOpaqueRegion = false
  /// Callbacks that were asked for and not fired.
  public private(set) var callbacks: [WlCallbackResource] = []
  public var fractional: WpFractionalScaleV1Resource?
  public private(set) var sentSerials: [UInt32] = []
  public private(set) var acknowledged: [UInt32] = []
  /// False to keep every buffer until told.
  public var releasesAtOnce = true
  /// A configure that somebody else sent.
  public func expectAcknowledgement(of serial: UInt32) { sentSerials.append(serial) }

  /// False to keep every frame callback until told.
  public var firesCallbacks = true

  private unowned let compositor: TestCompositor
  private var wmBase: XdgWmBaseResource?
  private var xdgSurface: XdgSurfaceResource?
  private var toplevel: XdgToplevelResource?
  private var attached: TestBuffer?
  private var hasAttached = false
  private var damage: [[Int]] = []
  private var scale = 1
  private var transform = WlOutputResource.Transform.normal
  private var viewport: TestViewport?
  private var newCallbacks = 0
  private var shown: TestBuffer?
  private var configuredSize: [UInt32: (width: Int, height: Int)] = [:]

  init(_ resource: WlSurfaceResource, of compositor: TestCompositor) {
    self.resource = resource
    self.compositor = compositor
    resource.onRequest = { [unowned self] in handle($0) }
  }

  /// Sends a configure; (0, 0) leaves the size to the client.
  @discardableResult public func configure(width: Int, height: Int) -> UInt32 {
    let serial = wl_display_next_serial(compositor.display)
    var states: [UInt32] = isFullscreen ? [XdgToplevelResource.State.fullscreen.rawValue] : []
    states.withUnsafeMutableBytes {
      toplevel?.sendConfigure(width: Int32(width), height: Int32(height), states: UnsafeRawBufferPointer($0))
    }
    configuredSize[serial] = (width, height)
    sentSerials.append(serial)
    xdgSurface?.sendConfigure(serial: serial)
    return serial
  }

  public func close() { toplevel?.sendClose() }

  /// Fires the outstanding frame callbacks.
  public func fireCallbacks() {
    for callback in callbacks {
      callback.sendDone(callbackData: 0)
      callback.destroy()
    }
    callbacks.removeAll()
  }

  /// Lets go of every buffer but the one that is on the screen.
  public func releaseAll() {
    for commit in commits {
      if let buffer = commit.buffer, buffer !== shown { buffer.release() }
    }
  }

  /// Forgets all commits but the last: each keeps its buffer's memory.
  public func forget() { commits.removeFirst(max(0, commits.count - 1)) }

  /// The buffer that is on the screen.
  public var current: TestBuffer? { shown }

  /// True when what is shown has the size that was acknowledged last, to the point.
  public var fillsItsWindow: Bool {
    guard let shown, let size = configured, size.width > 0 else { return false }
    return shownSize(of: shown) == (Double(size.width), Double(size.height))
  }

  func beWindow(_ xdgSurface: XdgSurfaceResource, of wmBase: XdgWmBaseResource) {
    self.wmBase = wmBase
    self.xdgSurface = xdgSurface
    xdgSurface.onRequest = { [unowned self, unowned xdgSurface] request in
      switch request {
      case .getToplevel(let id):
        let toplevel = XdgToplevelResource.make(id, for: xdgSurface)
        toplevel.onRequest = { [unowned self] in handle($0) }
        self.toplevel = toplevel
      case .ackConfigure(let serial):
        if !sentSerials.contains(serial) {
          xdgSurface.postError(XdgSurfaceResource.Error.invalidSerial.rawValue, "no such configure")
        }
        acknowledged.append(serial)
      default: break
      }
    }
  }

  /// Makes the surface's viewport.
  func beCropped(_ resource: WpViewportResource) {
    let viewport = TestViewport(resource)
    self.viewport = viewport
    resource.onDestroy = { [weak self, unowned viewport] in if self?.viewport === viewport { self?.viewport = nil } }
  }

  var hasViewport: Bool { viewport != nil }

  private func handle(_ request: XdgToplevelResource.Request) {
    switch request {
    case .setTitle(let title): self.title = title
    case .setAppId(let appID): self.appID = appID
    case .setFullscreen(let output):
      isFullscreen = true
      fullscreenRequests.append(compositor.outputs.first { $0.resource === output }?.name)
    case .unsetFullscreen: isFullscreen = false
    default: break
    }
  }

  private func handle(_ request: WlSurfaceResource.Request) {
    switch request {
    case .attach(let buffer, _, _):
      attached = buffer.flatMap(TestBuffer.of)
      hasAttached = true
    case .damageBuffer(let x, let y, let width, let height), .damage(let x, let y, let width, let height):
      damage.append([Int(x), Int(y), Int(width), Int(height)])
    case .frame(let id):
      callbacks.append(WlCallbackResource.make(id, for: resource))
      newCallbacks += 1
    case .setOpaqueRegion(let region): hasOpaqueRegion = region != nil
    case .setBufferScale(let scale):
      guard scale > 0 else { return post(.invalidScale, "a scale of \(scale)") }
      self.scale = Int(scale)
    case .setBufferTransform(let transform):
      guard transform.rawValue < 8 else { return post(.invalidTransform, "a transform of \(transform.rawValue)") }
      self.transform = transform
    case .commit: commit()
    default: break
    }
  }

  private func commit() {
    defer { (attached, hasAttached, damage, newCallbacks) = (nil, false, [], 0) }
    if attached != nil, acknowledged.isEmpty {
      xdgSurface?.postError(XdgSurfaceResource.Error.unconfiguredBuffer.rawValue, "a buffer before the first configure")
    }
    // What lies differently counts for a buffer that was there before, too.
    if let buffer = attached ?? shown { check(buffer) }
    commits.append(
      Commit(
        buffer: attached, damage: damage, hasCallback: newCallbacks > 0, scale: scale,
        transform: transform, destination: viewport?.destination, acknowledged: acknowledged.last ?? 0,
        time: TestScreen.now))
    if commits.count == 1, toplevel != nil, compositor.configuresAtOnce {
      let size = compositor.firstSize ?? compositor.size
      configure(width: size.width, height: size.height)
      if compositor.firstSize != nil { configure(width: compositor.size.width, height: compositor.size.height) }
    }
    if let attached {
      let old = shown
      attached.show()
      shown = attached
      if releasesAtOnce, old !== attached { old?.release() }
    }
    if firesCallbacks { fireCallbacks() }
  }

  // MARK: Rules

  private var configured: (width: Int, height: Int)? { acknowledged.last.flatMap { configuredSize[$0] } }

  private func post(_ error: WlSurfaceResource.Error, _ message: String) {
    resource.postError(error.rawValue, message)
  }

  /// A buffer's size in the surface's points, before the viewport.
  private func contentSize(of buffer: TestBuffer) -> (width: Double, height: Double) {
    let (width, height) = (Double(buffer.width) / Double(scale), Double(buffer.height) / Double(scale))
    return transform.rawValue & 1 == 1 ? (height, width) : (width, height)
  }

  /// A surface's size with that buffer.
  private func shownSize(of buffer: TestBuffer) -> (width: Double, height: Double) {
    viewport?.size ?? contentSize(of: buffer)
  }

  /// As real compositors check it: Mutter and KWin want whole multiples of the scale with a viewport too, weston and
  /// xdg-shell's text no more than the screen.
  private func check(_ buffer: TestBuffer) {
    if buffer.width % scale != 0 || buffer.height % scale != 0 {
      post(.invalidSize, "a buffer of \(buffer.width)×\(buffer.height) at a scale of \(scale)")
    }
    viewport?.check(content: contentSize(of: buffer))
    guard isFullscreen, let size = configured, size.width > 0 else { return }
    let shown = shownSize(of: buffer)
    if shown.width > Double(size.width) || shown.height > Double(size.height) {
      wmBase?.postError(XdgWmBaseResource.Error.invalidSurfaceState.rawValue, "a surface larger than its screen")
    }
  }
}
