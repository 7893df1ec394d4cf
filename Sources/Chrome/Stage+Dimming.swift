import PanelViews

extension Stage {
  /// The minimum of `brightness`: 5 % of the light.
  public static let minimumBrightness = 0.25

  /// Covers everything with black of an alpha from 0 to 1. The layer receives no touches.
  public func dim(to alpha: Double) {
    dimmedAlpha = alpha
    updateDimming()
  }

  func updateDimming() {
    let alpha = 1 - (1 - dimmedAlpha) * min(max(brightness, Self.minimumBrightness), 1)
    guard alpha > 0 || dimmingLayer.superlayer != nil else { return }
    if dimmingLayer.superlayer == nil {
      (dimmingLayer.name, dimmingLayer.backgroundColor, dimmingLayer.opacity) = ("dimming", .black, 0)
      layer.addSublayer(dimmingLayer)
    }
    layOutDimmingLayer()
    let start = dimmingLayer.opacity
    let animation = Animation(
      .curve(.easeInEaseOut, seconds: dimmedAlpha > start ? 1.2 : 0.25),
      update: { [dimmingLayer] in dimmingLayer.opacity = start.interpolated(to: alpha, $0) },
      completion: { [dimmingLayer] in if alpha == 0 { dimmingLayer.removeFromSuperlayer() } })
    dimmingLayer.add(animation, forKey: "dim")
  }

  func layOutDimmingLayer() {
    // Larger than the stage, so that no edge shows when the picture is shifted against burn-in.
    dimmingLayer.bounds = bounds.insetBy(-Self.maximumPixelShift, -Self.maximumPixelShift)
    dimmingLayer.position = bounds.center
  }
}
