import Geometry
import Wayland

/// The compositor's outputs, and which of them show the surface.
final class Outputs {
  private struct Output {
    let name: UInt32
    let object: WlOutput
    /// Reports the output's name if `object` is older than version 4.
    let teller: ZxdgOutputV1?
    var current = Properties()
    /// Properties received since the last `done`.
    var pending = Properties()
    var isEntered = false
    /// True if the output was added after startup and its properties haven't arrived yet.
    var isArriving: Bool
  }

  private struct Properties {
    var scale = 1.0
    /// In pixels, before any transform; 0 if unknown.
    var mode = (width: 0, height: 0)
    /// In millihertz; 0 if unknown.
    var refresh = 0
    var transform = BufferTransform.normal
    /// In millimeters. Compositors often report wrong values.
    var physicalSize = (width: 0, height: 0)
    /// The compositor's name for the output, such as HDMI-A-1; empty if unknown.
    var title = ""
  }

  private var outputs: [Output] = []
  /// Called when the surface's scale, transform or output may have changed.
  var onChange: (() -> Void)?
  /// Called after `onChange` for an output that was added after startup, once its properties are known.
  var onArrival: (() -> Void)?

  /// True once all initial outputs have reported their properties.
  var isComplete = false { didSet { onChange?() } }

  /// - Parameters:
  ///   - teller: reports the output's name if `object` can't.
  ///   - isArriving: true for an output that was added after startup.
  func add(_ object: WlOutput, teller: ZxdgOutputV1?, name: UInt32, isArriving: Bool) {
    outputs.append(Output(name: name, object: object, teller: teller, isArriving: isArriving))
    teller?.onEvent = { [unowned self, unowned object] event in
      guard let index = outputs.firstIndex(where: { $0.object === object }) else { return }
      switch event {
      case .name(let title): outputs[index].pending.title = title
      case .done:
        outputs[index].current.title = outputs[index].pending.title
        onChange?()
      default: break
      }
    }
    object.onEvent = { [unowned self, unowned object] event in
      guard let index = outputs.firstIndex(where: { $0.object === object }) else { return }
      switch event {
      case .scale(let factor): outputs[index].pending.scale = PanelLimits.scale(factor)
      case .mode(let flags, let width, let height, let refresh) where flags.contains(.current):
        outputs[index].pending.mode = (PanelLimits.side(width), PanelLimits.side(height))
        outputs[index].pending.refresh = Int(max(0, refresh))
      case .geometry(_, _, let width, let height, _, _, _, let transform):
        outputs[index].pending.transform = BufferTransform(rawValue: transform.rawValue) ?? .normal
        outputs[index].pending.physicalSize = (Int(width), Int(height))
      case .name(let title): outputs[index].pending.title = title
      case .done: return apply(at: index)
      case .mode, .description: break
      }
      // Version 1 of wl_output has no `done` event.
      if object.version < 2 { apply(at: index) }
    }
  }

  private func apply(at index: Int) {
    outputs[index].current = outputs[index].pending
    let isArriving = outputs[index].isArriving
    outputs[index].isArriving = false
    onChange?()
    if isArriving { onArrival?() }
  }

  /// Removes an output.
  ///
  /// - Returns: `true` if `name` was an output.
  func remove(name: UInt32) -> Bool {
    guard let index = outputs.firstIndex(where: { $0.name == name }) else { return false }
    let output = outputs.remove(at: index)
    output.teller?.destroy()
    output.object.release()
    onChange?()
    return true
  }

  func entered(_ object: WlOutput?, _ isEntered: Bool) {
    guard let index = outputs.firstIndex(where: { $0.object === object }) else { return }
    outputs[index].isEntered = isEntered
    onChange?()
  }

  /// The largest scale of the outputs that show the surface; the first output's until the surface enters any.
  var scale: Double {
    outputs.lazy.filter(\.isEntered).map(\.current.scale).max() ?? outputs.first?.current.scale ?? 1
  }

  /// Pixels per millimeter of the output that shows the surface; `nil` if the compositor doesn't report a plausible
  /// physical size. Compositors have been seen to report 0, -1 and the number of pixels.
  var pixelsPerMillimetre: Double? {
    guard let output = shown, PanelLimits.isGlass(output.physicalSize) else { return nil }
    let density = Double(output.mode.width) / Double(output.physicalSize.width)
    return (1.5...40).contains(density) ? density : nil
  }

  /// The output with this name.
  func named(_ title: String) -> WlOutput? { outputs.first { $0.current.title == title }?.object }

  /// The names of all outputs that have a name.
  var titles: [String] { outputs.map(\.current.title).filter { !$0.isEmpty } }

  /// The size of the output that shows the surface, in surface coordinates; `nil` if unknown.
  var size: (width: Int, height: Int)? {
    guard let output = shown, output.mode.width > 0, output.mode.height > 0 else { return nil }
    let scale = Int(clamping: output.scale)
    let (width, height) = (output.mode.width / scale, output.mode.height / scale)
    return output.transform.swapsSides ? (height, width) : (width, height)
  }

  /// The transform of the output that shows the surface.
  var transform: BufferTransform { shown?.transform ?? .normal }

  /// The refresh period of the output that shows the surface, in nanoseconds; `nil` if unknown.
  var refreshPeriod: UInt64? {
    guard let output = shown, output.refresh > 0 else { return nil }
    return 1_000_000_000_000 / UInt64(output.refresh)
  }

  /// The name of the output that shows the surface; `nil` without an output or a name.
  var title: String? { shown.flatMap { $0.title.isEmpty ? nil : $0.title } }

  /// True if an output is known to show the surface.
  var isShown: Bool { outputs.contains(where: \.isEntered) }

  /// The output that shows the surface. Some compositors never send `enter`; then it is the first output.
  private var shown: Properties? { (outputs.first(where: \.isEntered) ?? outputs.first)?.current }
}
