import SeededRandom

private let translucent = "\"backgroundColor\": \"#3080F080\""
private let opaque = "\"backgroundColor\": \"#203040\""
private let rounded = "\"cornerRadius\": 40"
private let border = ##""borderWidth": 5, "borderColor": "#FFFFFF""##
private let mask = #""masksToBounds": true"#
private let faded = "\"opacity\": 0.99"
private let perspective = #""sublayerTransform": [{"perspective": 800}]"#
private let tilt = #""transform": [{"rotateY": 50}, {"rotateX": 20}]"#
private let gradient = ##""gradient": {"colors": ["#FF0000C0", "#00FF0080", "#0000FFC0"], "endPoint": [1, 1]}"##

private func page(_ children: [Node]) -> Node { page("\"backgroundColor\": \"#101010\"", children) }

private func page(_ members: String, _ children: [Node]) -> Node { Node(0, 0, 1280, 800, members, children) }

/// A node of the picture's size.
private func screen(_ members: String, _ children: [Node] = []) -> Node { Node(0, 0, 1280, 800, members, children) }

private func text(_ string: String, size: Int, lines: Int = 1) -> String {
  #""text": {"string": "\#(string)", "size": \#(size), "lines": \#(lines)}"#
}

/// Returns nodes of which each contains the next one.
private func nested(_ count: Int, _ make: (_ children: [Node]) -> Node) -> Node {
  (1..<count).reduce(make([])) { node, _ in make([node]) }
}

private let words = String(repeating: "Lorem ipsum dolor ", count: 60)

extension GeneratedPages {
  typealias Kind = (name: String, root: @Sendable () -> Node)

  /// The most nodes besides the root and the marker, with some to spare.
  private static let most = 4990

  static let kinds: [Kind] =
    flat + groups + thin + space + sizes + texts + looks + containers

  private static let flat: [Kind] = [
    ("squares-stacked", { page((0..<most).map { _ in Node(400, 400, 8, 8, translucent) }) }),
    (
      "squares-seven-levels",
      { page((0..<most).map { Node(400, 400, 8, 8, translucent + #", "zPosition": \#($0 % 7)"#) }) }
    ),
    (
      "squares-spread",
      { page((0..<most).map { Node(Double($0 % 100) * 12.7, Double($0 / 100) * 15.9, 8, 8, translucent) }) }
    ),
    (
      "sheets-under-tiles",
      {
        let tiles = (0..<2500).map { Node(Double($0 % 50) * 25.6, Double($0 / 50) * 16, 20, 12, opaque) }
        return page((0..<1000).map { _ in screen(translucent) } + tiles)
      }
    ),
    ("sheets", { page((0..<most).map { _ in screen(translucent) }) }),
  ]

  private static let groups: [Kind] = [
    (
      "faded-long-child",
      { page([Node(50, 50, 100, 100, faded, [Node(0, 0, 16384, 6000, translucent)])]) }
    ),
    (
      "faded-siblings",
      { page((0..<100).map { _ in screen(faded + ", " + translucent, [Node(9, 9, 90, 90, translucent)]) }) }
    ),
    ("faded-nested", { page([nested(90) { screen(faded + ", " + translucent, $0) }]) }),
    ("masked-nested", { page([nested(90) { screen([mask, rounded, translucent].joined(separator: ", "), $0) }]) }),
    (
      "masked-rotated-nested",
      {
        let turn = #""transform": [{"rotate": 4}]"#
        return page([nested(90) { screen([faded, mask, rounded, translucent, turn].joined(separator: ", "), $0) }])
      }
    ),
    (
      "masked-siblings",
      { page((0..<500).map { _ in screen(mask + ", " + rounded, [Node(-50, -50, 1400, 900, translucent)]) }) }
    ),
    (
      "faded-few-of-many",
      {
        page((0..<1000).map { _ in Node(300, 200, 600, 400, faded, [Node(-10, -10, 8, 8, translucent)]) })
      }
    ),
  ]

  private static let thin: [Kind] = [
    ("bars-upright", { page((0..<most).map { Node(Double($0) * 0.25, 0, 1, 800, translucent) }) }),
    (
      "bars-rotated",
      {
        page((0..<most).map { Node(Double($0) * 0.25, 0, 1, 800, translucent + #", "transform": [{"rotate": 2}]"#) })
      }
    ),
  ]

  private static let space: [Kind] = [
    ("planes-50-translucent", { planes(50, translucent) }), ("planes-200-translucent", { planes(200, translucent) }),
    ("planes-1000-translucent", { planes(1000, translucent) }), ("planes-50-opaque", { planes(50, opaque) }),
    ("planes-200-opaque", { planes(200, opaque) }), ("planes-1000-opaque", { planes(1000, opaque) }),
    ("planes-4990-opaque", { planes(most, opaque) }),
  ]

  /// Planes of different directions through a point.
  private static func planes(_ count: Int, _ color: String) -> Node {
    var random = SeededRandom(seed: 48)
    func angle() -> Double { Double.random(in: -180...180, using: &random) }
    let planes = (0..<count).map { _ in
      let turn = #""transform": [{"rotateX": \#(angle())}, {"rotateY": \#(angle())}, {"rotateZ": \#(angle())}]"#
      return Node(440, 200, 400, 400, color + ", " + turn)
    }
    return page(perspective, planes)
  }

  private static let sizes: [Kind] = [
    ("huge-rounded", { page([Node(0, 0, 16384, 10000, opaque + ", " + rounded)]) }),
    (
      "huge-rounded-tilted",
      { page(perspective, [Node(0, 0, 16384, 10000, [opaque, rounded, tilt].joined(separator: ", "))]) }
    ),
    (
      "huge-borders",
      {
        let look = [translucent, rounded, border].joined(separator: ", ")
        return page((0..<100).map { Node(Double($0), Double($0), 16384, 10000, look) })
      }
    ),
    (
      "huge-tilted",
      { page(perspective, (0..<1000).map { _ in Node(-7000, -7000, 16384, 16384, translucent + ", " + tilt) }) }
    ),
    (
      "huge-groups",
      {
        let look = [faded, mask, rounded, translucent].joined(separator: ", ")
        return page((0..<50).map { _ in Node(-300, -300, 16384, 16384, look, [Node(500, 500, 300, 300, opaque)]) })
      }
    ),
    (
      "tiny",
      {
        page(
          (0..<most).map {
            Node(Double($0 % 100) * 12, Double($0 / 100) * 15, 0.001, 0.3, translucent + ", " + rounded)
          })
      }
    ),
    ("deep", { page((0..<50).map { _ in nested(97) { Node(1, 1, 1200, 700, translucent, $0) } }) }),
    (
      "deep-space",
      {
        let turn = #""class": "transform", "transform": [{"rotateY": 1}]"#
        return page(
          perspective, (0..<50).map { _ in nested(97) { Node(1, 1, 1200, 700, $0.isEmpty ? opaque : turn, $0) } })
      }
    ),
  ]

  private static let texts: [Kind] = [
    ("labels-of-picture-size", { page((0..<1000).map { screen(text("Lorem ipsum \($0)", size: 100)) }) }),
    (
      "labels-short",
      { page((0..<most).map { Node(Double($0 % 50) * 25, Double($0 / 50) * 8, 40, 16, text("Ab\($0)", size: 12)) }) }
    ),
    ("texts-many-lines", { page((0..<100).map { _ in screen(text(String(words.prefix(980)), size: 30, lines: 50)) }) }),
    ("text-huge", { page([Node(0, 0, 16384, 10000, text(String(words.prefix(980)), size: 2000, lines: 50))]) }),
    (
      "labels-tilted",
      { page(perspective, (0..<500).map { _ in screen(text("Lorem ipsum dolor", size: 200) + ", " + tilt) }) }
    ),
  ]

  private static let looks: [Kind] = [
    (
      "shadows",
      {
        let shadow = #""shadow": {"radius": 200, "opacity": 0.5}"#
        return page((0..<500).map { Node(Double($0), 300, 100, 100, opaque + ", " + shadow) })
      }
    ),
    (
      "shadows-huge",
      {
        let shadow = #""shadow": {"radius": 20, "opacity": 0.5, "offset": [9, 9]}"#
        return page(
          (0..<50).map { _ in Node(50, 50, 16384, 10000, [translucent, rounded, shadow].joined(separator: ", ")) })
      }
    ),
    (
      "shadows-of-texts",
      {
        let shadow = #""shadow": {"radius": 5, "opacity": 1}"#
        return page((0..<200).map { _ in screen(#""borderWidth": 2, "# + shadow, [screen(text("Lorem", size: 300))]) })
      }
    ),
    ("pictures-scaled-up", { page((0..<4).map { _ in Node(0, 0, 16384, 16000, picture(largePicture)) }) }),
    (
      "pictures-scaled-up-tilted",
      { page(perspective, (0..<4).map { _ in Node(0, 0, 16384, 16000, picture(largePicture) + ", " + tilt) }) }
    ),
    ("pictures-many", { page((0..<1000).map { _ in screen(picture(smallPicture)) }) }),
    (
      "pictures-that-fill",
      { page((0..<100).map { _ in Node(50, 0, 2, 800, picture(smallPicture) + #", "gravity": "resizeAspectFill""#) }) }
    ),
    ("gradients", { page((0..<1000).map { _ in screen(gradient) }) }),
    ("gradients-rounded", { page((0..<1000).map { _ in screen(gradient + ", " + rounded) }) }),
    ("borders", { page((0..<1000).map { _ in screen([translucent, rounded, border].joined(separator: ", ")) }) }),
  ]

  private static func picture(_ file: String) -> String { #""contents": "\#(file)""# }

  private static let containers: [Kind] = [
    (
      "scrolls",
      {
        page(
          (0..<24).map { index in
            let rows = (0..<100).map {
              Node([#""height": 40, \#(translucent), "cornerRadius": 8, \#(text("Row \($0)", size: 17))"#])
            }
            return Node(Double(index % 6) * 210, Double(index / 6) * 200, 200, 190, #""scroll": {"spacing": 4}"#, rows)
          })
      }
    ),
    (
      "scrolls-nested",
      {
        let row = Node([#""height": 3000, \#(gradient)"#])
        return page([
          nested(60) { Node(0, 0, 1280, 800, #""scroll": {}"#, $0.isEmpty ? [row] : $0) }
        ])
      }
    ),
    (
      "buttons",
      {
        page(
          (0..<1000).map {
            Node(
              Double($0 % 25) * 51, Double($0 / 25) * 20, 50, 19,
              #""button": {"title": "B\#($0)", "action": {"scene": "cube"}}"#)
          })
      }
    ),
  ]
}
