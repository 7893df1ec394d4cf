import PanelGeometry
import PanelLayers
import PanelRaster
import PanelViews
import Scenes

/// The feedback for one tap, which fades out after a while.
final class TapAnnotation {
  /// Opens the exploded view.
  var button: Button? { caption?.button }
  var onAsk: (() -> Void)?
  /// Called after everything was removed.
  var onEnd: (() -> Void)?

  private unowned let host: any ExplanationHost
  private let layer = Layer()
  private let ring: TapRing
  /// `nil` if nothing covers the hit view.
  let overlay: SeeThroughOverlay?
  /// `nil` if the visible view was hit.
  let texts: TapTexts?
  private let caption: TapCaption?
  /// The sibling views with their homographies at the tap.
  private let places: [(view: View, homography: Homography)]
  private let origin: Homography
  private var timer: WindowTimer?
  private static let fadeKey = "fade"
  private var isLeaving = false

  /// The times of display in seconds: without and with texts.
  static let (shortTime, time) = (1.0, 6.0)

  /// - Parameter location: of the tap, in the window's points.
  init(_ report: HitTestReport, tappedAt location: Point, on host: any ExplanationHost) {
    self.host = host
    layer.name = "tap"
    layer.bounds = Rect(origin: .zero, size: host.bounds.size)
    layer.position = layer.bounds.center
    // Above the scene and beneath everything else.
    host.layer.insertSublayer(layer, above: host.sceneView.layer)
    origin = layer.homographyToRoot.inverted() ?? .identity
    let tap = origin.apply(to: location) ?? location
    places = report.candidates.map { ($0.view, $0.view.layer.homographyToRoot) }
    let (own, unit) = (layer, host.unit)
    let shapes = report.candidates.filter(\.isDrawn).compactMap { candidate in
      candidate.view.layer.homography(over: own)?.polygon(of: candidate.view.bounds)
    }
    let space = TapCaption.Space(free: host.freeFrame, unit: unit, shapes: shapes, tap: tap)
    let overlay = SeeThroughOverlay(report, in: layer, unit: unit)
    texts = TapTexts(report)
    ring = TapRing(
      at: tap, color: texts == nil ? Theme.dark.success : Theme.dark.warning, in: space.free, unit: unit)
    caption = texts.map { TapCaption($0, area: overlay?.hitArea ?? ConvexPolygon(), in: space, theme: host.theme) }
    self.overlay = overlay
  }

  func appear(in window: Window) {
    for layer in (overlay.map { [$0.layer] } ?? []) + ring.layers { self.layer.addSublayer(layer) }
    if let caption {
      host.insertSubview(caption, aboveSubview: host.sceneView)
      host.layer.insertSublayer(caption.layer, above: layer)
      caption.button.onPress = { [unowned self] in onAsk?() }
    }
    fade(from: 0, to: 1, seconds: 0.18)
    ring.appear()
    timer = window.after(seconds: caption == nil ? Self.shortTime : Self.time) { [weak self] in self?.fadeOut() }
  }

  /// Removes the feedback with an animation.
  func fadeOut() {
    guard !isLeaving, host.window != nil else { return }
    isLeaving = true
    timer?.cancel()
    caption?.isUserInteractionEnabled = false
    fade(from: shown, to: 0, seconds: 0.3) { [weak self] in self?.end() }
  }

  /// Removes the feedback at once.
  func end() {
    timer?.cancel()
    ring.stop()
    layer.removeAnimation(forKey: Self.fadeKey)
    overlay?.show(0)
    layer.removeFromSuperlayer()
    caption?.removeFromSuperview()
    onEnd?()
  }

  private var shown = 0.0

  private func fade(
    from start: Double, to end: Double, seconds: Double, completion: (() -> Void)? = nil
  ) {
    let animation = Animation(
      .curve(.easeOut, seconds: seconds),
      update: { [weak self] progress in
        guard let self else { return }
        shown = start.interpolated(to: end, progress)
        overlay?.show(shown)
        caption?.alpha = shown
        if isLeaving { for layer in ring.layers { layer.opacity = shown } }
      }, completion: completion)
    layer.add(animation, forKey: Self.fadeKey)
  }

  /// True if a view of the scene has moved.
  var hasMoved: Bool {
    let now = layer.homographyToRoot.inverted() ?? .identity
    return places.contains { view, old in
      let place = view.layer.homographyToRoot.concatenating(now)
      return place.isApart(from: old.concatenating(origin))
    }
  }
}

extension Homography {
  fileprivate func isApart(from other: Homography) -> Bool {
    func differ(_ a: Double, _ b: Double) -> Bool { abs(a - b) > 1e-9 * max(1, abs(a), abs(b)) }
    return differ(m11, other.m11) || differ(m12, other.m12) || differ(m13, other.m13) || differ(m21, other.m21)
      || differ(m22, other.m22) || differ(m23, other.m23) || differ(m31, other.m31) || differ(m32, other.m32)
      || differ(m33, other.m33)
  }
}
