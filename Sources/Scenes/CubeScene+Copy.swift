extension CubeScene {
  /// Another cube that looks as this one does now and is turned as it is, with a rule of its own. What happens to either
  /// one later doesn't happen to the other.
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
