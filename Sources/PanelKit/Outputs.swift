import Geometry
import Wayland

/// The screens there are, and which of them show the surface.
final class Outputs {
  private struct Output {
    let name: UInt32
    let object: WlOutput
    /// Tells the name where `object` is too old for it.
    let teller: ZxdgOutputV1?
    var current = Properties()
    /// Received since the last `done`.
    var pending = Properties()
    var isEntered = false
    /// It came while the program ran, and all about it isn't told yet.
    var isArriving: Bool
  }

  private struct Properties {
    var scale = 1.0
    /// In pixels, before any turn; 0 where it isn't known.
    var mode = (width: 0, height: 0)
    /// In thousandths of a hertz; 0 where it isn't known.
    var refresh = 0
    var transform = BufferTransform.normal
    /// In millimetres; what compositors say is often not so.
    var physicalSize = (width: 0, height: 0)
    /// As the compositor calls it, such as HDMI-A-1; empty where nobody says.
    var title = ""
  }

  private var outputs: [Output] = []
  /// Called when the scale that suits the surface may have changed.
  var onChange: (() -> Void)?
  /// Called for a screen that wasn't there at the beginning, after `onChange`.
  var onArrival: (() -> Void)?

  /// True once all that were there at the beginning have told what they are.
  var isComplete = false { didSet { onChange?() } }

  /// - Parameters:
  ///   - teller: of its name, for one that has none of its own.
  ///   - isArriving: true for one that wasn't there at the beginning.
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
      // The first version has no `done`.
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

  /// True when it was one of them.
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

  /// The largest scale of the screens that show the surface; before it is on any, the first one's.
  var scale: Double {
    outputs.lazy.filter(\.isEntered).map(\.current.scale).max() ?? outputs.first?.current.scale ?? 1
  }

  /// Pixels to a millimetre of the screen that shows the surface; `nil` where the compositor doesn't know, or says
  /// something that no panel has: 0, -1 and the number of pixels itself have been seen.
  var pixelsPerMillimetre: Double? {
    guard let output = shown, PanelLimits.isGlass(output.physicalSize) else { return nil }
    let density = Double(output.mode.width) / Double(output.physicalSize.width)
    return (1.5...40).contains(density) ? density : nil
  }

  /// The screen that the compositor calls so.
  func named(_ title: String) -> WlOutput? { outputs.first { $0.current.title == title }?.object }

  /// The names of those that have one.
  var titles: [String] { outputs.map(\.current.title).filter { !$0.isEmpty } }

  /// The first screen's size in the surface's units, where it is known.
  var size: (width: Int, height: Int)? {
    guard let output = shown, output.mode.width > 0, output.mode.height > 0 else { return nil }
    let scale = Int(clamping: output.scale)
    let (width, height) = (output.mode.width / scale, output.mode.height / scale)
    return output.transform.swapsSides ? (height, width) : (width, height)
  }

  /// The transform that the compositor applies on the surface's screen.
  var transform: BufferTransform { shown?.transform ?? .normal }

  /// The time for which the surface's screen shows a frame, in nanoseconds; `nil` if that isn't known.
  var refreshPeriod: UInt64? {
    guard let output = shown, output.refresh > 0 else { return nil }
    return 1_000_000_000_000 / UInt64(output.refresh)
  }

  /// The name of the surface's screen; `nil` while there is none, or if it has no name.
  var title: String? { shown.flatMap { $0.title.isEmpty ? nil : $0.title } }

  /// True where a screen is known to show the surface.
  var isShown: Bool { outputs.contains(where: \.isEntered) }

  /// The screen that the surface is on; some compositors never say, and then it is the first one.
  private var shown: Properties? { (outputs.first(where: \.isEntered) ?? outputs.first)?.current }
}
