import PanelGeometry
import TestRendering

@testable import PanelLayers
@testable import PanelViews
@testable import Scenes

/// Finds the first difference between two panels, and describes it in one line.
enum TreeComparison {
  /// Compares the layers and views, from back to front. It skips layers that aren't drawn.
  static func difference(_ a: Layer, _ b: Layer, path: String = "") -> String? {
    let path = path + "/" + (a.name ?? "-")
    func differ(_ what: String, _ a: Any, _ b: Any) -> String { "\(path): \(what) \(a), a new panel has \(b)" }
    if a.name != b.name { return differ("is", a.name ?? "-", b.name ?? "-") }
    if a.isHidden != b.isHidden { return differ("isHidden", a.isHidden, b.isHidden) }
    if a.isHidden || a.opacity == 0 && b.opacity == 0 { return nil }
    if type(of: a) != type(of: b) { return differ("class", type(of: a), type(of: b)) }
    let numbers: [(String, (Layer) -> [Double])] = [
      ("opacity", { [$0.opacity] }), ("bounds", { Self.numbers($0.bounds) }),
      ("position", { [$0.position.x, $0.position.y, $0.zPosition] }), ("transform", { $0.transform.elements }),
      ("sublayerTransform", { $0.sublayerTransform.elements }),
      ("anchorPoint", { [$0.anchorPoint.x, $0.anchorPoint.y, $0.anchorPointZ] }),
      ("corner or border", { [$0.cornerRadius, $0.borderWidth] }),
      ("shadow", { [$0.shadowOpacity, $0.shadowRadius, $0.shadowOffset.x, $0.shadowOffset.y] }),
      ("rasterizationScale", { [$0.rasterizationScale] }),
    ]
    for (name, read) in numbers where !isClose(read(a), read(b)) { return differ(name, read(a), read(b)) }
    if a.backgroundColor != b.backgroundColor {
      return differ("backgroundColor", text(a.backgroundColor), text(b.backgroundColor))
    }
    if a.borderColor != b.borderColor { return differ("borderColor", a.borderColor, b.borderColor) }
    if (a.contents == nil) != (b.contents == nil) { return differ("contents", a.contents != nil, b.contents != nil) }
    if a.masksToBounds != b.masksToBounds { return differ("masksToBounds", a.masksToBounds, b.masksToBounds) }
    if a.layoutDirection != b.layoutDirection { return path + ": layoutDirection" }
    if let viewA = view(of: a), let viewB = view(of: b), let difference = difference(viewA, viewB) {
      return "\(path): \(difference)"
    }
    let (layersA, layersB) = (ordered(a), ordered(b))
    for (layerA, layerB) in zip(layersA, layersB) {
      if let difference = difference(layerA, layerB, path: path) { return difference }
    }
    let names = [layersA, layersB].map { $0.map { $0.name ?? "-" } }
    return layersA.count == layersB.count ? nil : differ("sublayers", names[0], names[1])
  }

  /// Returns the sublayers. Rows of a list don't overlap: their order is that in which they were created. Its other
  /// layers are the scroll indicators, which keep their last place while they are hidden.
  private static func ordered(_ layer: Layer) -> [Layer] {
    guard view(of: layer) is ListView else { return layer.sublayers }
    let rows = layer.sublayers.filter { view(of: $0) != nil }
    let others = layer.sublayers.filter { view(of: $0) == nil }
    return rows.enumerated().sorted {
      ($0.element.position.y, $0.offset) < ($1.element.position.y, $1.offset)
    }.map(\.element) + others
  }

  private static func view(of layer: Layer) -> View? { (layer.delegate as? ViewLayerDelegate)?.view }

  private static func difference(_ a: View, _ b: View) -> String? {
    if type(of: a) != type(of: b) { return "is a \(type(of: a)), in a new panel a \(type(of: b))" }
    let flags: [(String, (View) -> Bool)] = [
      ("isUserInteractionEnabled", { $0.isUserInteractionEnabled }),
      ("blockingAnimations", { $0.blockingAnimations > 0 }),
      ("isEnabled", { ($0 as? Control)?.isEnabled ?? true }),
      ("isHighlighted", { ($0 as? Control)?.isHighlighted ?? false }),
      ("isFocused", { ($0 as? Control)?.isFocused ?? false }),
      ("isSelected", { ($0 as? Control)?.isSelected ?? false }),
      ("isTracking", { ($0 as? Control)?.isTracking ?? false }), ("isOn", { ($0 as? Switch)?.isOn ?? false }),
      ("has an active gesture", { $0.gestureRecognizers.contains { $0.state != .possible || !$0.touches.isEmpty } }),
    ]
    for (name, read) in flags where read(a) != read(b) { return "\(name) \(read(a)), in a new panel \(read(b))" }
    let texts: [(String, (View) -> String)] = [
      ("text", { ($0 as? Label)?.text ?? "" }), ("title", { ($0 as? Button)?.title ?? "" }),
      ("value", { ($0 as? any NumberControl).map { "\($0.value)" } ?? "" }),
      ("segment", { ($0 as? SegmentedControl).map { "\($0.selectedSegmentIndex)" } ?? "" }),
      ("typed text", { ($0 as? TextField)?.text ?? "" }), ("accessibilityLabel", { $0.accessibilityLabel ?? "" }),
    ]
    for (name, read) in texts where read(a) != read(b) { return "\(name) '\(read(a))', in a new panel '\(read(b))'" }
    if a.subviews.count != b.subviews.count {
      let (used, new) = (a.subviews.map(describe), b.subviews.map(describe))
      return "has \(used.joined(separator: ", ")); in a new panel \(new.joined(separator: ", "))"
    }
    return nil
  }

  private static func describe(_ view: View) -> String { view.name ?? "\(type(of: view))" }

  /// Compares what the windows keep: the focus, touches, timers and animations.
  static func difference(_ a: Window, _ b: Window) -> String? {
    let counts: [(String, (Window) -> Int)] = [
      ("timers", { $0.timers.count { !$0.isCancelled } }), ("animations", { $0.animations.count { $0.isRunning } }),
      ("touches", { $0.touches.count }), ("focus", { $0.focusedControl == nil ? 0 : 1 }),
      ("keyboard", { $0.keyboardOffset == 0 && $0.keyboardHost?.superview == nil ? 0 : 1 }),
      ("touch explorer", { $0.touchExplorer == nil ? 0 : 1 }), ("alerts", { $0.modalViews.count }),
    ]
    for (name, read) in counts where read(a) != read(b) { return "\(name): \(read(a)), a new panel has \(read(b))" }
    return difference(a.rootView.layer, b.rootView.layer)
  }

  /// Compares the pictures.
  static func pictureDifference(_ a: Window, _ b: Window) -> String? {
    let (pictureA, pictureB) = (a.image(), b.image())
    guard pictureA.width == pictureB.width, pictureA.height == pictureB.height else { return "picture: another size" }
    let (pixelsA, pixelsB) = (pictureA.pixelArray, pictureB.pixelArray)
    var (count, first) = (0, 0)
    // Rounding of coordinates that are equal within the tolerance changes a level or two.
    for index in pixelsA.indices where !Bitmap.isClose(pixelsA[index], pixelsB[index], levels: 3) {
      if count == 0 { first = index }
      count += 1
    }
    guard count > 0 else { return nil }
    let pixel = Point(Double(first % pictureA.width) + 0.5, Double(first / pictureA.width) + 0.5)
    let point = pixel * (1 / a.scale)
    let view = a.rootView.visibleView(at: point)?.path ?? "-"
    return "picture: \(count) pixels, the first at \(point) on \(view)"
  }

  private static func text(_ color: Color?) -> String { color.map { "\($0)" } ?? "none" }
  private static func numbers(_ rect: Rect) -> [Double] { [rect.minX, rect.minY, rect.width, rect.height] }

  private static func isClose(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= 1e-6 * (1 + abs($0)) }
  }
}
