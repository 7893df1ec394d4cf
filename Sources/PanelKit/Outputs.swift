import PanelGeometry
import PanelWayland

/// The compositor's outputs, and which of them show the surface.
final class Outputs {
  private final class Output {
    /// The global's name in the registry.
    let globalName: UInt32
    let object: WlOutput
    /// Reports the output's name if `object` is older than version 4.
    let xdgOutput: ZxdgOutputV1?
    var current = Properties()
    /// Properties received since the last `done`.
    var pending = Properties()
    var isEntered = false
    /// True if the output was added after startup and its properties haven't arrived yet.
    var isArriving: Bool

    init(_ object: WlOutput, xdgOutput: ZxdgOutputV1?, globalName: UInt32, isArriving: Bool) {
      (self.object, self.xdgOutput, self.globalName, self.isArriving) = (object, xdgOutput, globalName, isArriving)
    }
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
    var name = ""
  }

  private var outputs: [Output] = []
  /// Called when the surface's scale, transform or output may have changed.
  var onChange: (() -> Void)?
  /// Called after `onChange` for an output that was added after startup, once its properties are known.
  var onArrival: (() -> Void)?

  /// True once all initial outputs have reported their properties.
  var isComplete = false { didSet { onChange?() } }

  /// - Parameters:
  ///   - xdgOutput: reports the output's name if `object` can't.
  ///   - isArriving: true for an output that was added after startup.
  func add(_ object: WlOutput, xdgOutput: ZxdgOutputV1?, globalName: UInt32, isArriving: Bool) {
    let output = Output(object, xdgOutput: xdgOutput, globalName: globalName, isArriving: isArriving)
    outputs.append(output)
    xdgOutput?.onEvent = { [unowned self, unowned output] event in
      switch event {
      case .name(let name): output.pending.name = name
      case .done:
        output.current.name = output.pending.name
        onChange?()
      default: break
      }
    }
    object.onEvent = { [unowned self, unowned output] event in
      switch event {
      case .scale(let factor): output.pending.scale = PanelLimits.scale(factor)
      case .mode(let flags, let width, let height, let refresh) where flags.contains(.current):
        output.pending.mode = (PanelLimits.side(width), PanelLimits.side(height))
        output.pending.refresh = Int(refresh)
      case .geometry(_, _, let width, let height, _, _, _, let transform):
        output.pending.transform = BufferTransform(rawValue: transform.rawValue) ?? .normal
        output.pending.physicalSize = (Int(width), Int(height))
      case .name(let name): output.pending.name = name
      case .done: return applyProperties(of: output)
      case .mode, .description: break
      }
      // Version 1 of wl_output has no `done` event.
      if output.object.version < 2 { applyProperties(of: output) }
    }
  }

  private func applyProperties(of output: Output) {
    output.current = output.pending
    let isArriving = output.isArriving
    output.isArriving = false
    onChange?()
    if isArriving { onArrival?() }
  }

  var isEmpty: Bool { outputs.isEmpty }

  /// Removes an output.
  ///
  /// - Returns: `true` if the global was an output.
  func remove(globalName: UInt32) -> Bool {
    guard let index = outputs.firstIndex(where: { $0.globalName == globalName }) else { return false }
    let output = outputs.remove(at: index)
    output.xdgOutput?.destroy()
    output.object.release()
    onChange?()
    return true
  }

  /// True once the surface has entered an output. Some compositors never send `enter`.
  private var hasEntered = false

  /// Records that the surface entered or left an output.
  func setEntered(_ object: WlOutput?, _ isEntered: Bool) {
    if isEntered { hasEntered = true }
    guard let output = outputs.first(where: { $0.object === object }) else { return }
    output.isEntered = isEntered
    onChange?()
  }

  /// The largest scale of the outputs that show the surface; the first output's until the surface enters any.
  var scale: Double {
    outputs.lazy.filter(\.isEntered).map(\.current.scale).max() ?? outputs.first?.current.scale ?? 1
  }

  /// Pixels per millimeter of the output that shows the surface; `nil` if the compositor doesn't report a plausible
  /// physical size. Compositors have been seen to report 0, -1 and the number of pixels.
  var pixelsPerMillimeter: Double? {
    guard let output = surfaceOutput, PanelLimits.isPlausible(physicalSize: output.physicalSize) else { return nil }
    let density = Double(output.mode.width) / Double(output.physicalSize.width)
    return (1.5...40).contains(density) ? density : nil
  }

  func output(named name: String) -> WlOutput? { outputs.first { $0.current.name == name }?.object }

  /// The names of all outputs that have a name.
  var names: [String] { outputs.map(\.current.name).filter { !$0.isEmpty } }

  /// The size of the output that shows the surface, in surface coordinates; `nil` if unknown.
  var size: (width: Int, height: Int)? {
    guard let output = surfaceOutput, output.mode.width > 0, output.mode.height > 0 else { return nil }
    let scale = Int(clamping: output.scale)
    let (width, height) = (output.mode.width / scale, output.mode.height / scale)
    return output.transform.swapsSides ? (height, width) : (width, height)
  }

  var transform: BufferTransform { surfaceOutput?.transform ?? .normal }

  /// The refresh period of the output that shows the surface, in nanoseconds; `nil` if unknown or longer than 0.1 s.
  var refreshPeriod: UInt64? {
    guard let output = surfaceOutput, output.refresh >= 10_000 else { return nil }
    return 1_000_000_000_000 / UInt64(output.refresh)
  }

  /// The name of the output that shows the surface; `nil` without an output or a name, and after the surface left all
  /// outputs.
  var name: String? {
    guard isSurfaceShown || !hasEntered else { return nil }
    return surfaceOutput.flatMap { $0.name.isEmpty ? nil : $0.name }
  }

  /// True if an output is known to show the surface.
  var isSurfaceShown: Bool { outputs.contains(where: \.isEntered) }

  /// The properties of the output that shows the surface, or of the first output, since some compositors never send
  /// `enter`.
  private var surfaceOutput: Properties? { (outputs.first(where: \.isEntered) ?? outputs.first)?.current }
}
