import PanelViews
import Testing

/// UIKit's rules, and the order by depth. Bounds and the order of siblings were checked on iOS.
@Suite struct HitTestTests {
  private let root = View(name: "root", frame: Rect(0, 0, 400, 400))

  private func add(_ name: String, _ frame: Rect, to parent: View? = nil) -> View {
    let view = View(name: name, frame: frame)
    (parent ?? root).addSubview(view)
    return view
  }

  @Test func boundsAreHalfOpen() {
    let view = add("view", Rect(0, 0, 100, 100))
    #expect(root.hitTest(Point(0, 0)) === view)
    #expect(root.hitTest(Point(99.9, 99.9)) === view)
    #expect(root.hitTest(Point(100, 50)) === root)
    #expect(root.hitTest(Point(50, 100)) === root)
    #expect(root.hitTest(Point(400, 0)) == nil)
  }

  @Test func boundsOriginShiftsConvertedPoints() {
    let view = add("view", Rect(0, 0, 100, 100))
    view.bounds = Rect(10, 10, 100, 100)
    view.frame = Rect(0, 0, 100, 100)
    #expect(root.convert(Point(0, 0), to: view) == Point(10, 10))
  }

  @Test func lastSiblingWinsRegardlessOfZPosition() {
    let first = add("first", Rect(0, 0, 100, 100))
    let second = add("second", Rect(0, 0, 100, 100))
    #expect(root.hitTest(Point(50, 50)) === second)
    first.layer.zPosition = 10
    #expect(root.hitTest(Point(50, 50)) === second)
    root.bringSubviewToFront(first)
    #expect(root.hitTest(Point(50, 50)) === first)
    root.sendSubviewToBack(first)
    #expect(root.hitTest(Point(50, 50)) === second)
    second.isHidden = true
    #expect(root.hitTest(Point(50, 50)) === first)
  }

  @Test func disabledAndTransparentViewsAreSkipped() {
    let below = add("below", Rect(0, 0, 100, 100))
    let above = add("above", Rect(0, 0, 100, 100))
    above.isAccessibilityElement = true
    let point = Point(50, 50)
    above.isUserInteractionEnabled = false
    #expect(root.hitTest(point) === below)
    above.isUserInteractionEnabled = true
    // UIKit's limit is below 0.01, which its Float values of 0.01 are.
    for alpha in [0.0099, 0.01] {
      above.alpha = alpha
      #expect(root.hitTest(point) === below && above.elementsInReadingOrder.isEmpty)
    }
    above.alpha = 0.0101
    #expect(root.hitTest(point) === above)
    root.isUserInteractionEnabled = false
    #expect(root.hitTest(point) == nil)
  }

  @Test func subviewOutsideSuperviewIsNotHit() {
    let parent = add("parent", Rect(100, 100, 100, 100))
    let child = add("child", Rect(50, 50, 100, 100), to: parent)
    #expect(root.hitTest(Point(180, 180)) === child)
    #expect(root.hitTest(Point(220, 220)) === root)
  }

  @Test func undrawnBackFacesAreHitExceptByDepth() {
    let view = add("view", Rect(100, 100, 100, 100))
    view.layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    view.layer.isDoubleSided = false
    #expect(root.hitTest(Point(120, 150)) === view)
    // Mirrored: the left on the screen is the right of the view.
    #expect(abs(root.convert(Point(120, 150), to: view)!.x - 80) < 1e-9)
    root.hitOrder = .depth
    #expect(root.hitTest(Point(120, 150)) === root)
  }

  @Test func viewsEdgeOnOrBehindTheEyeAreNotHit() {
    let view = add("view", Rect(100, 100, 100, 100))
    view.layer.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0)
    #expect(root.hitTest(Point(150, 150)) === root)
    root.layer.sublayerTransform = Transform3D(perspectiveDistance: 500)
    view.layer.transform = Transform3D(translationX: 0, y: 0, z: 600)
    #expect(root.hitTest(Point(150, 150)) === root)
  }

  @Test func nearestWinsInDepthOrder() {
    root.hitOrder = .depth
    let near = add("near", Rect(0, 0, 100, 100))
    let far = add("far", Rect(0, 0, 100, 100))
    #expect(root.hitTest(Point(50, 50)) === far)
    near.layer.zPosition = 1
    #expect(root.hitTest(Point(50, 50)) === near)
    // Intersecting planes: each side has its own nearest one.
    near.layer.zPosition = 0
    near.layer.transform = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    #expect(root.hitTest(Point(30, 50)) !== root.hitTest(Point(70, 50)))
  }

  @Test func hitTestGoesThroughTransformView() {
    let transformView = View(name: "turn", transformsOnly: true)
    root.addSubview(transformView)
    transformView.center = Point(200, 200)
    transformView.layer.transform = Transform3D(rotationAngle: .pi / 4, x: 0, y: 1, z: 0)
    let inner = add("inner", Rect(-50, -50, 100, 100), to: transformView)
    inner.layer.transform = Transform3D(rotationAngle: -.pi / 4, x: 0, y: 1, z: 0)
    // Without flattening, the two rotations cancel out.
    #expect(root.hitTest(Point(152, 200)) === inner)
    #expect(root.hitTest(Point(148, 200)) === root)
    #expect(inner.path == "root/inner")
    transformView.isUserInteractionEnabled = false
    #expect(root.hitTest(Point(152, 200)) === root)
  }
}
