import CWaylandServer
import Glibc

/// A shared memory pool, mapped for reading.
final class TestMemory {
  let base: UnsafeMutableRawPointer
  let size: Int

  init(_ file: ReceivedDescriptor, size: Int) {
    base = mmap(nil, size, PROT_READ, MAP_SHARED, file.number, 0)
    self.size = size
  }

  deinit { munmap(base, size) }
}

/// A client's buffer.
public final class TestBuffer {
  public let width: Int
  public let height: Int
  public let format: WlShmResource.Format
  /// True from the commit to the release.
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

  /// The current pixels, row by row.
  public var pixels: [UInt32] {
    (0..<height).flatMap { row in
      let start = (memory.base + offset + row * stride).assumingMemoryBound(to: UInt32.self)
      return Array(UnsafeBufferPointer(start: start, count: width))
    }
  }

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

/// The window's surface, which records its commits and posts protocol errors.
public final class TestSurface {
  public struct Commit {
    /// `nil` for a commit without a buffer.
    public let buffer: TestBuffer?
    /// In buffer pixels: x, y, width, height.
    public let damage: [[Int]]
    public let hasCallback: Bool
    public let scale: Int
    public let transform: WlOutputResource.Transform
    /// The viewport's destination.
    public let destination: (width: Int, height: Int)?
    /// The serial that was acknowledged last.
    public let acknowledged: UInt32
    /// The time at which the commit was handled, in nanoseconds of CLOCK_MONOTONIC.
    public let time: UInt64
  }

  public let resource: WlSurfaceResource
  public private(set) var commits: [Commit] = []
  public private(set) var title: String?
  public private(set) var appID: String?
  public private(set) var isFullscreen = false
  /// The output of each fullscreen request; `nil` for any.
  public private(set) var fullscreenRequests: [String?] = []
  public private(set) var hasOpaqueRegion = false
  /// The outstanding frame callbacks.
  public private(set) var callbacks: [WlCallbackResource] = []
  public var fractional: WpFractionalScaleV1Resource?
  public private(set) var sentSerials: [UInt32] = []
  /// The serials of the acknowledged configures.
  public private(set) var acknowledged: [UInt32] = []
  /// False to hold every buffer until `releaseAll`.
  public var releasesBuffers = true
  /// False to keep every frame callback until `fireCallbacks`.
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
  /// The sizes of the sent configures, by serial.
  private var sizes: [UInt32: (width: Int, height: Int)] = [:]

  init(_ resource: WlSurfaceResource, of compositor: TestCompositor) {
    self.resource = resource
    self.compositor = compositor
    resource.onRequest = { [unowned self] in handle($0) }
  }

  /// Records the serial of a configure that was sent as a `WireObject.Event`.
  public func recordSentConfigure(of serial: UInt32) { sentSerials.append(serial) }

  /// Sends a configure; (0, 0) leaves the size to the client.
  ///
  /// - Parameter isSuspended: true to report that the surface isn't shown.
  @discardableResult public func configure(width: Int, height: Int, isSuspended: Bool = false) -> UInt32 {
    let serial = wl_display_next_serial(compositor.display)
    var states: [UInt32] = isFullscreen ? [XdgToplevelResource.State.fullscreen.rawValue] : []
    if isSuspended { states.append(XdgToplevelResource.State.suspended.rawValue) }
    states.withUnsafeMutableBytes {
      toplevel?.sendConfigure(width: Int32(width), height: Int32(height), states: UnsafeRawBufferPointer($0))
    }
    sizes[serial] = (width, height)
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

  /// Releases every buffer except the one on the screen.
  public func releaseAll() {
    for case let buffer? in commits.map(\.buffer) where buffer !== shownBuffer { buffer.release() }
  }

  /// Forgets all commits except the last, since each retains its buffer's memory.
  public func forgetCommits() { commits.removeFirst(max(0, commits.count - 1)) }

  /// The buffer on the screen.
  public private(set) var shownBuffer: TestBuffer?

  /// True if the surface has exactly the size that was acknowledged last.
  public var hasConfiguredSize: Bool {
    guard let shownBuffer, let size = configuredSize, size.width > 0 else { return false }
    return shownSize(of: shownBuffer) == (Double(size.width), Double(size.height))
  }

  func becomeWindow(_ xdgSurface: XdgSurfaceResource, of wmBase: XdgWmBaseResource) {
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

  func setViewport(_ resource: WpViewportResource) {
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
    // A new state also applies to the previous buffer.
    if let buffer = attached ?? shownBuffer { check(buffer) }
    commits.append(
      Commit(
        buffer: attached, damage: damage, hasCallback: newCallbacks > 0, scale: scale,
        transform: transform, destination: viewport?.destination, acknowledged: acknowledged.last ?? 0,
        time: TestScreen.now))
    if commits.count == 1, toplevel != nil, compositor.sendsFirstConfigure {
      let size = compositor.firstSize ?? compositor.size
      configure(width: size.width, height: size.height)
      if compositor.firstSize != nil { configure(width: compositor.size.width, height: compositor.size.height) }
    }
    if let attached {
      let old = shownBuffer
      attached.show()
      shownBuffer = attached
      if releasesBuffers, old !== attached { old?.release() }
    }
    if firesCallbacks { fireCallbacks() }
  }

  // MARK: Protocol errors

  /// The size of the configure that was acknowledged last.
  private var configuredSize: (width: Int, height: Int)? { acknowledged.last.flatMap { sizes[$0] } }

  private func post(_ error: WlSurfaceResource.Error, _ message: String) {
    resource.postError(error.rawValue, message)
  }

  /// A buffer's size in surface coordinates, before the viewport.
  private func contentSize(of buffer: TestBuffer) -> (width: Double, height: Double) {
    let (width, height) = (Double(buffer.width) / Double(scale), Double(buffer.height) / Double(scale))
    return transform.rawValue & 1 == 1 ? (height, width) : (width, height)
  }

  private func shownSize(of buffer: TestBuffer) -> (width: Double, height: Double) {
    viewport?.size ?? contentSize(of: buffer)
  }

  /// Checks what real compositors check: Mutter and KWin require multiples of the scale also with a viewport; weston
  /// and xdg-shell limit a fullscreen surface to its output.
  private func check(_ buffer: TestBuffer) {
    if buffer.width % scale != 0 || buffer.height % scale != 0 {
      post(.invalidSize, "a buffer of \(buffer.width)×\(buffer.height) at a scale of \(scale)")
    }
    viewport?.check(content: contentSize(of: buffer))
    guard isFullscreen, let size = configuredSize, size.width > 0 else { return }
    let shown = shownSize(of: buffer)
    if shown.width > Double(size.width) || shown.height > Double(size.height) {
      wmBase?.postError(XdgWmBaseResource.Error.invalidSurfaceState.rawValue, "a surface larger than its screen")
    }
  }
}
