import CLinux
import CWaylandServer
import Glibc

/// A seat whose devices the test controls.
public final class TestSeat {
  public let resource: WlSeatResource
  public private(set) var touch: WlTouchResource?
  public private(set) var pointer: WlPointerResource?
  public private(set) var keyboard: WlKeyboardResource?
  private var serial: UInt32 = 100
  /// The time of the next events, in milliseconds; `nil` for CLOCK_MONOTONIC, as with real compositors.
  public var time: UInt32?
  private var eventTime: UInt32 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return time ?? UInt32(truncatingIfNeeded: now.tv_sec * 1000 + now.tv_nsec / 1_000_000)
  }

  init(_ resource: WlSeatResource) {
    self.resource = resource
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .getTouch(let id):
        let made = WlTouchResource.make(id, for: resource)
        made.onDestroy = { [weak self, unowned made] in if self?.touch === made { self?.touch = nil } }
        touch = made
      case .getPointer(let id): pointer = WlPointerResource.make(id, for: resource)
      case .getKeyboard(let id): keyboard = WlKeyboardResource.make(id, for: resource)
      case .release: break
      }
    }
    sendCapabilities([.touch])
  }

  /// Sends the available devices.
  public func sendCapabilities(_ capabilities: WlSeatResource.Capability) {
    resource.sendCapabilities(capabilities: capabilities)
  }

  public func down(_ id: Int32, _ x: Double, _ y: Double, on surface: TestSurface) {
    serial += 1
    touch?.sendDown(serial: serial, time: eventTime, surface: surface.resource, id: id, x: x, y: y)
  }

  public func motion(_ id: Int32, _ x: Double, _ y: Double) {
    serial += 1
    touch?.sendMotion(time: eventTime, id: id, x: x, y: y)
  }

  public func up(_ id: Int32) {
    serial += 1
    touch?.sendUp(serial: serial, time: eventTime, id: id)
  }

  /// Moves a wheel, in a separate frame.
  ///
  /// - Parameters:
  ///   - notches: 120ths of a notch down.
  ///   - value: the distance in surface coordinates, which each compositor chooses.
  public func wheel(_ notches: Int32, value: Double) {
    pointer?.sendAxisSource(axisSource: .wheel)
    // Since version 8, the one replaces the other.
    if pointer?.version ?? 0 >= 8 {
      pointer?.sendAxisValue120(axis: .verticalScroll, value120: notches)
    } else if notches % 120 == 0 {
      pointer?.sendAxisDiscrete(axis: .verticalScroll, discrete: notches / 120)
    }
    pointer?.sendAxis(time: eventTime, axis: .verticalScroll, value: value)
    pointer?.sendFrame()
  }

  /// Moves two fingers on a touchpad by a distance in surface coordinates; `nil` lifts them.
  public func swipe(_ distance: Double?, axis: WlPointerResource.Axis = .verticalScroll) {
    pointer?.sendAxisSource(axisSource: .finger)
    if let distance {
      pointer?.sendAxis(time: eventTime, axis: axis, value: distance)
    } else {
      pointer?.sendAxisStop(time: eventTime, axis: axis)
    }
    pointer?.sendFrame()
  }

  public func frame() { touch?.sendFrame() }
  public func cancel() { touch?.sendCancel() }

  /// Sends a keymap and moves the keyboard's focus to the surface.
  public func focusKeyboard(on surface: TestSurface, keymap: String) {
    sendKeymap(keymap)
    keyboard?.sendEnter(serial: 1, surface: surface.resource, keys: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Sends a keymap in a memory file.
  ///
  /// - Parameters:
  ///   - size: the reported length; `nil` for the actual one.
  ///   - name: the name of the memory file.
  public func sendKeymap(
    _ keymap: String, size: Int? = nil, format: WlKeyboardResource.KeymapFormat = .xkbV1, name: String = "keymap"
  ) {
    let bytes = keymap.isEmpty ? [] : Array(keymap.utf8) + [0]
    let fd = memfd_create(name, UInt32(CLINUX_MFD_CLOEXEC))
    write(fd, bytes, bytes.count)
    keyboard?.sendKeymap(format: format, fd: fd, size: UInt32(size ?? bytes.count))
    close(fd)
  }

  /// Returns the number of this process's open descriptors of memory files whose name contains `name`.
  public static func openMemoryFiles(named name: String) -> Int {
    (0..<4096).count { fd in
      withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { target in
        let count = readlink("/proc/self/fd/\(fd)", target.bindMemory(to: CChar.self).baseAddress!, target.count)
        return String(decoding: target.prefix(max(0, count)), as: UTF8.self).contains(name)
      }
    }
  }

  public func key(_ code: UInt32, down: Bool) {
    serial += 1
    keyboard?.sendKey(serial: serial, time: eventTime, key: code, state: down ? .pressed : .released)
  }
}
