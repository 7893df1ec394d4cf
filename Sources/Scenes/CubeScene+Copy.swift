extension CubeScene {
  /// Returns an independent cube that has the same look and orientation, and uses `touchFix`.
  public func copy(touchFix: TouchFix) -> CubeScene {
    var options = options
    (options.touchFix, options.lighting) = (touchFix, lighting)
    let copy = CubeScene(options)
    copy.orientation = orientation
    copy.isLightOn = isLightOn
    for (button, own) in zip(copy.buttons, buttons) {
      (button.pressCount, button.phase) = (own.pressCount, own.phase)
    }
    return copy
  }
}
