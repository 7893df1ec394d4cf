import PanelLayers
import Testing

@Suite struct TreeTests {
  private func tree() -> (Layer, (String) -> Layer) {
    let root = Layer()
    for name in ["a", "b", "c", "d"] {
      let layer = Layer()
      layer.name = name
      root.addSublayer(layer)
    }
    return (root, { name in root.sublayers.first { $0.name == name }! })
  }

  private func order(_ root: Layer) -> String { root.sublayers.map { $0.name ?? "-" }.joined() }

  @Test func layerIsInsertedNextToItsSibling() {
    let (root, layer) = tree()
    root.insertSublayer(layer("d"), above: layer("a"))
    #expect(order(root) == "adbc")
    root.insertSublayer(layer("a"), below: layer("c"))
    #expect(order(root) == "dbac")
    root.insertSublayer(layer("c"), above: layer("c"))
    #expect(order(root) == "dbac")
    // Relative to a layer that isn't a sibling, it goes on top.
    root.insertSublayer(layer("d"), below: Layer())
    #expect(order(root) == "bacd")
  }

  @Test func layersAreExchangedAndReordered() {
    let (root, layer) = tree()
    root.exchangeSublayer(at: 0, withSublayerAt: 3)
    #expect(order(root) == "dbca")
    root.exchangeSublayer(at: 1, withSublayerAt: 9)
    #expect(order(root) == "dbca")
    root.bringSublayerToFront(layer("d"))
    root.sendSublayerToBack(layer("c"))
    #expect(order(root) == "cbad")
    root.bringSublayerToFront(Layer())
    #expect(order(root) == "cbad")
  }

  @Test func everyChangeIsReported() {
    let (root, layer) = tree()
    var changes = 0
    root.onChange = { changes += 1 }
    root.exchangeSublayer(at: 0, withSublayerAt: 1)
    #expect(changes == 1)
    root.insertSublayer(layer("a"), above: layer("d"))
    #expect(changes > 1)
  }

  @Test func pointIsConvertedBetweenTreesAsIfTheirRootsCoincided() throws {
    let (a, b) = (Layer(Rect(10, 20, 50, 50)), Layer(Rect(5, 5, 50, 50)))
    let roots = [Layer(Rect(0, 0, 100, 100), nil, [a]), Layer(Rect(0, 0, 300, 300), nil, [b])]
    defer { withExtendedLifetime(roots) {} }
    #expect(a.convert(Point(1, 2), to: b) == Point(6, 17))
    #expect(a.convert(Rect(0, 0, 10, 10), to: b) == Rect(5, 15, 10, 10))
  }
}
