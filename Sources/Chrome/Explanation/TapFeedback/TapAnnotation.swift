import PanelViews
import Scenes

/// The feedback for one tap, which fades out after a while.
final class TapAnnotation {
  /// Opens the exploded view.
  var button: Button? { caption?.button }
  var onExplain: (() -> Void)?
  /// Called after everything was removed.
  var onEnd: (() -> Void)?

  private unowned let stage: Stage
  private let layer = Layer()
  private let ring: TapRing
  /// `nil` if nothing covers the hit view.
  let overlay: SeeThroughOverlay?
  /// The outlines of a control that doesn't react, although nothing drawn covers it.
  private let outline: DrawingLayer?
  /// `nil` if the visible view was hit.
  let texts: TapTexts?
  private let caption: TapCaption?
  /// The sibling views with their homographies at the tap.
  private let initialHomographies: [(view: View, homography: Homography)]
  private let rootToLayer: Homography
  private var timer: WindowTimer?
  private static let fadeKey = "fade"
  private var isFadingOut = false

  /// The display times in seconds.
  static let (duration, durationWithCaption) = (1.0, 6.0)

  /// - Parameter location: of the tap, in the window's points.
  init(_ report: HitTestReport, tappedAt location: Point, on stage: Stage) {
    self.stage = stage
    layer.name = "tap"
    layer.bounds = Rect(origin: .zero, size: stage.bounds.size)
    layer.position = layer.bounds.center
    // Above the scene and beneath everything else.
    stage.layer.insertSublayer(layer, above: stage.sceneView.layer)
    rootToLayer = layer.homographyToRoot.inverted() ?? .identity
    let tap = rootToLayer.apply(to: location) ?? location
    initialHomographies = report.candidates.map { ($0.view, $0.view.layer.homographyToRoot) }
    let tapLayer = layer
    // A page leaves no room for a text next to its views.
    let isPage = stage.scene.fillsPanel || stage.scene is FileScene
    let viewOutlines =
      isPage
      ? [ConvexPolygon(stage.freeFrame)]
      : report.candidates.filter(\.isDrawn).compactMap { candidate in
        candidate.view.layer.homography(toPlaneOf: tapLayer)?.polygon(of: candidate.view.bounds)
      }
    let surroundings = TapCaption.Surroundings(
      freeFrame: stage.freeFrame, viewOutlines: viewOutlines, tap: tap)
    let dead = report.isCoveredFromBehind ? nil : report.deadControl
    let overlay =
      dead == nil
      ? SeeThroughOverlay(
        report, in: layer, background: stage.theme.backgroundEdge, scale: stage.window?.scale ?? 1) : nil
    outline = dead.map { DrawingLayer.outline(ofDeadControl: $0, in: tapLayer) }
    texts = TapTexts(report)
    ring = TapRing(
      at: tap, color: texts == nil ? Theme.dark.success : Theme.dark.warning, in: surroundings.freeFrame)
    caption = texts.map {
      TapCaption($0, hitArea: overlay?.hitArea ?? ConvexPolygon(), in: surroundings, theme: stage.theme)
    }
    self.overlay = overlay
  }

  func appear(in window: Window) {
    for sublayer in [overlay?.layer, outline] { sublayer.map(layer.addSublayer) }
    layer.addSublayer(ring)
    if let caption {
      stage.insertSubview(caption, aboveSubview: stage.sceneView)
      stage.layer.insertSublayer(caption.layer, above: layer)
      caption.button.onPress = { [unowned self] in onExplain?() }
    }
    fade(from: 0, to: 1, seconds: 0.18)
    ring.appear()
    timer = window.after(seconds: caption == nil ? Self.duration : Self.durationWithCaption) { [weak self] in
      self?.fadeOut()
    }
  }

  /// Removes the feedback with an animation.
  func fadeOut() {
    guard !isFadingOut, stage.window != nil else { return }
    isFadingOut = true
    timer?.cancel()
    caption?.isUserInteractionEnabled = false
    fade(from: fadeProgress, to: 0, seconds: 0.3) { [weak self] in self?.end() }
  }

  /// Removes the feedback at once.
  func end() {
    timer?.cancel()
    ring.remove()
    layer.removeAnimation(forKey: Self.fadeKey)
    layer.removeFromSuperlayer()
    caption?.removeFromSuperview()
    onEnd?()
  }

  private var fadeProgress = 0.0

  private func fade(
    from start: Double, to end: Double, seconds: Double, completion: (() -> Void)? = nil
  ) {
    let animation = Animation(
      .curve(.easeOut, seconds: seconds),
      update: { [weak self] progress in
        guard let self else { return }
        fadeProgress = start.interpolated(to: end, progress)
        overlay?.setProgress(fadeProgress)
        outline?.opacity = fadeProgress
        caption?.alpha = fadeProgress
        if isFadingOut { ring.opacity = fadeProgress }
      }, completion: completion)
    layer.add(animation, forKey: Self.fadeKey)
  }

  /// True if a candidate has moved since the tap, relative to the stage.
  var hasMoved: Bool {
    let currentRootToLayer = layer.homographyToRoot.inverted() ?? .identity
    return initialHomographies.contains { view, initial in
      let current = view.layer.homographyToRoot.concatenating(currentRootToLayer)
      return current.differs(from: initial.concatenating(rootToLayer))
    }
  }
}

extension Homography {
  fileprivate func differs(from other: Homography) -> Bool {
    func differ(_ a: Double, _ b: Double) -> Bool { abs(a - b) > 1e-9 * max(1, abs(a), abs(b)) }
    return differ(m11, other.m11) || differ(m12, other.m12) || differ(m13, other.m13) || differ(m21, other.m21)
      || differ(m22, other.m22) || differ(m23, other.m23) || differ(m31, other.m31) || differ(m32, other.m32)
      || differ(m33, other.m33)
  }
}
