import PanelGeometry
import PanelViews
import Scenes

/// Finds nodes that don't fit on panels of certain sizes, in a scene file without a `size`.
struct LayoutWarnings {
  private enum Problem: Hashable {
    case truncated, invisible, smallTarget, outside
    case squeezed(Axis)
    case cut
  }

  /// A problem of a node, or of several nodes in the same container, on panels of one or more sizes.
  private struct Finding {
    let problem: Problem
    /// The path of the container.
    let container: String
    /// The paths of the nodes.
    var nodes: Set<String>
    /// The description of the node with the worst measurement.
    var name: String
    /// The worst measurement in words, such as "22 of 48 points of height".
    var measurement: String
    /// The missing part of the required length, from 0 to 1, in the worst measurement.
    var shortage: Double
    /// The panel sizes, such as "800x480".
    var sizes: [String]
  }

  private let window: Window
  private let root: (view: View, node: SceneDescription.Node)
  private let sizes: [Size]
  /// The panel size that is being checked, such as "800x480".
  private var sizeText = ""
  private var findings: [Finding] = []

  /// - Parameters:
  ///   - root: The view and the description of the scene's root node.
  ///   - window: Shows the scene; it is resized.
  ///   - sizes: The sizes of the panel, in points.
  init(_ root: (view: View, node: SceneDescription.Node), in window: Window, sizes: [Size]) {
    (self.root, self.window, self.sizes) = (root, window, sizes)
  }

  /// Lays out the scene at each panel size, with the current readings of values, and collects the problems.
  mutating func check() {
    for size in sizes {
      sizeText = "\(size.width.shortText)x\(size.height.shortText)"
      window.resize(to: size, scale: 1)
      window.layoutIfNeeded()
      check(root.view, root.node, at: "$.root")
    }
  }

  /// The warnings, one per problem. A warning names the panel sizes unless the problem occurs at all of them.
  var lines: [String] { findings.map { "\($0.name): \(text(of: $0))" } }

  private func text(of finding: Finding) -> String {
    let isEverywhere = finding.sizes.count == sizes.count
    let place = isEverywhere ? "" : " on a panel of \(finding.sizes.alternatives) points"
    let others = finding.nodes.count - 1
    let neighbors = others == 1 ? "is another node" : "are \(others) other nodes"
    let squeezed =
      "is squeezed to \(finding.measurement)\(place)" + (others > 0 ? ", and so \(neighbors) next to it" : "")
    let target = Window.minimumTarget
    return switch finding.problem {
    case .truncated: "doesn't fit and is truncated\(place); expected a shorter text or more space"
    case .invisible: "has no size, so it is invisible\(place); expected a frame"
    case .squeezed(.horizontal): "\(squeezed); expected a smaller text, or less next to it"
    case .squeezed(.vertical): "\(squeezed); expected less in the column, or a scroll around it"
    case .cut: "has \(finding.measurement)\(place), so it is cut off; expected a smaller text, or a higher frame"
    case .smallTarget:
      "\(finding.measurement)\(place); a finger needs \(target.points.shortText), "
        + "\(target.millimeters.shortText) mm if the scale is auto"
    case .outside: "is outside of its container\(place); expected a larger container, or a scroll"
    }
  }

  /// Adds a finding; or, if the same problem was already found, adds the panel size and the measurement to it.
  ///
  /// - Parameter node: The node and its path.
  private mutating func add(
    _ problem: Problem, _ node: (view: View, path: String), in container: String,
    _ measurement: (text: String, shortage: Double) = ("", 0)
  ) {
    // Squeezed nodes of the same container are one finding, because they share the missing space.
    let isSharedByContainer = if case .squeezed = problem { true } else { false }
    let index = findings.firstIndex {
      $0.problem == problem && (isSharedByContainer ? $0.container == container : $0.nodes.contains(node.path))
    }
    guard let index else {
      findings.append(
        Finding(
          problem: problem, container: container, nodes: [node.path], name: node.view.described(at: node.path),
          measurement: measurement.text, shortage: measurement.shortage, sizes: [sizeText]))
      return
    }
    findings[index].nodes.insert(node.path)
    if !findings[index].sizes.contains(sizeText) { findings[index].sizes.append(sizeText) }
    guard measurement.shortage > findings[index].shortage else { return }
    findings[index].name = node.view.described(at: node.path)
    (findings[index].measurement, findings[index].shortage) = measurement
  }

  // MARK: Nodes

  private mutating func check(_ view: View, _ node: SceneDescription.Node, at path: String, in container: String = "") {
    guard !view.isHidden, !view.isTransparent else { return }
    if view.hasTruncatedText {
      add(.truncated, (view, path), in: container)
    } else if node.text != nil || node.icon != nil, !node.isArranged, view.bounds.isEmpty {
      add(.invisible, (view, path), in: container)
    } else if node.isArranged, let (axis, measurement) = view.squeeze(isControl: node.control != nil) {
      add(.squeezed(axis), (view, path), in: container, measurement)
    } else if !node.isArranged, let measurement = view.cutHeight {
      add(.cut, (view, path), in: container, measurement)
    } else if let measurement = view.smallTarget {
      add(.smallTarget, (view, path), in: container, measurement)
    }
    if let list = view as? ListView, let row = node.list?.row.first {
      for index in list.indexesForVisibleRows {
        guard let view = list.view(forRowAt: index)?.subviews.first else { continue }
        check(view, row, at: "\(path).list.row", in: path)
      }
    }
    let parent = (view as? ScrollView)?.contentView ?? view
    for (index, (subview, child)) in zip(parent.subviews, node.children).enumerated() {
      let childPath = "\(path).children[\(index)]"
      if subview.isInside(parent) {
        check(subview, child, at: childPath, in: path)
      } else {
        add(.outside, (subview, childPath), in: path)
      }
    }
  }
}

extension Options {
  /// The panel sizes to check, in points: the given one, or common ones.
  var layoutSizes: [Size] { hasExplicitSize ? [size] : [Size(1280, 800), Size(800, 480), Size(480, 800)] }
}

extension View {
  /// Returns the path, followed by the view's text or name if there is one.
  fileprivate func described(at path: String) -> String {
    let text = (self as? Label)?.text ?? accessibilityLabel ?? name ?? ""
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.isEmpty ? path : "\(path) '\(line.shortened(to: 40))'"
  }

  fileprivate var hasTruncatedText: Bool {
    guard !bounds.isEmpty else { return false }
    if let enteredDigits = keypad?.superview?.subviews.first as? Label { return enteredDigits.isTruncated }
    return (self as? Label)?.isTruncated ?? (self as? Button)?.isTitleTruncated ?? false
  }

  /// The keys, if the view is a keypad control: a label with the entered digits above the keys.
  private var keypad: Keypad? { subviews.last as? Keypad }

  /// The field, if the view is a field or search control: a text field above a hint.
  private var textField: TextField? { subviews.first as? TextField }

  /// Returns the size below which the view can't be read or used; `nil` for a view without such a size.
  private func neededSize(isControl: Bool = false) -> Size? {
    switch self {
    case let label as Label where label.numberOfLines != 1:
      Size(0, label.sizeThatFits(Size(bounds.width, 0)).height)
    case is ProgressView: sizeThatFits(Size(bounds.width, 0))
    case is Label, is Control: sizeThatFits(.zero)
    case _ where textField != nil: textField?.sizeThatFits(.zero)
    // A row of a list, otherwise a touch target.
    case let scroll as ScrollView:
      Size(
        min(scroll.contentSize.width, Window.minimumTarget.points),
        min(scroll.contentSize.height, (self as? ListView)?.rowHeight ?? Window.minimumTarget.points))
    // The keys of a keypad are touch targets, whose sizes are checked.
    default: isControl && keypad == nil ? sizeThatFits(.zero) : nil
    }
  }

  /// Returns the first axis along which a text or a control is shorter than needed, unless its node's own `width` or
  /// `height` makes it so; `nil` if both lengths suffice.
  fileprivate func squeeze(isControl: Bool) -> (axis: Axis, (text: String, shortage: Double))? {
    guard let needed = neededSize(isControl: isControl) else { return nil }
    for (axis, fixed, word) in [(Axis.vertical, fixedHeight, "height"), (.horizontal, fixedWidth, "width")] {
      let (length, needed) = (bounds.size[axis], min(needed[axis], fixed ?? .infinity))
      guard needed - length > 1 else { continue }
      return (axis, ("\(length.shortText) of \(needed.shortText) points of \(word)", 1 - length / needed))
    }
    return nil
  }

  /// The height of a text that is too low for its lines; `nil` if it is high enough for the glyphs, which take most of a
  /// line's height.
  fileprivate var cutHeight: (text: String, shortage: Double)? {
    guard let label = self as? Label, !label.text.isEmpty, let needed = neededSize()?.height else { return nil }
    guard needed - bounds.height > 0.3 * label.font.size else { return nil }
    return (
      "\(bounds.height.shortText) of \(needed.shortText) points of height", 1 - bounds.height / needed
    )
  }

  /// The shorter side of a control, of its parts or of a keypad's keys on the panel, if it is too short for a finger.
  fileprivate var smallTarget: (text: String, shortage: Double)? {
    let keypadKey = keypad?.subviews.first as? Control
    guard sequence(first: self, next: \.superview).allSatisfy(\.isUserInteractionEnabled) else { return nil }
    guard let target = keypadKey ?? textField ?? self as? Control else { return nil }
    let (side, needed) = (target.shorterSide, target.minimumTouchSide)
    // Half a point is below the precision of the layout.
    guard needed - side > 0.5 else { return nil }
    let parts = keypadKey != nil ? "keys" : target.smallestTouchTarget != target.bounds ? "parts" : nil
    let subject = parts.map { "the shorter side of its \($0) is" } ?? "its shorter side is"
    return ("\(subject) \(side.rounded().shortText) points", 1 - side / needed)
  }

  fileprivate func isInside(_ container: View) -> Bool {
    guard !isHidden, !container.bounds.isEmpty, let frame = layer.frame else { return true }
    let bounds = container.bounds.insetBy(-1, -1)
    return frame.minX >= bounds.minX && frame.maxX <= bounds.maxX && frame.minY >= bounds.minY
      && frame.maxY <= bounds.maxY
  }
}

extension Control {
  /// The minimum side of a touch target, in points. Controls but buttons are 44 points high, as in UIKit.
  var minimumTouchSide: Double {
    self is Button ? Window.minimumTarget.points : Control.minimumHeight
  }

  /// The shorter side of the smallest touch target on the panel, in points, measured through its center.
  var shorterSide: Double {
    let (target, toRoot) = (smallestTouchTarget, layer.homographyToRoot)
    guard let left = toRoot.apply(to: Point(target.minX, target.midY)),
      let right = toRoot.apply(to: Point(target.maxX, target.midY)),
      let top = toRoot.apply(to: Point(target.midX, target.minY)),
      let bottom = toRoot.apply(to: Point(target.midX, target.maxY))
    else { return 0 }
    return min((right - left).length, (bottom - top).length)
  }
}
