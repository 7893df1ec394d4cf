import SeededRandom

/// A page of random nodes, which uses every key that affects drawing, with its extreme values.
struct RandomPage {
  private var random: SeededRandom
  private var remainingNodes: Int
  private var remainingCharacters = 90_000
  private var remainingPictures = 500

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    // Neighboring seeds start with similar numbers.
    for _ in 0..<20 { _ = random.next() }
    remainingNodes = 0
    remainingNodes = pick([3, 30, 300, 3000, 4900])
  }

  mutating func root() -> Node {
    var children: [Node] = []
    while remainingNodes > 0 { children.append(node(level: 2, isArranged: false)) }
    let color = "\"backgroundColor\": \(color())"
    return Node(0, 0, 1280, 800, chance(0.5) ? "\(color), \(perspective())" : color, children)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    (Double.random(in: range, using: &random) * 8).rounded() / 8
  }

  private mutating func side() -> Double {
    switch pick([0, 1, 1, 2, 2, 2, 2, 3]) {
    case 0: pick([0, 0.001, 1, 16384])
    case 1: number(1...40)
    case 2: number(40...500)
    default: number(500...4000)
    }
  }

  private mutating func color() -> String {
    func channel(_ random: inout SeededRandom) -> String {
      let byte = String(UInt8.random(in: 0...255, using: &random), radix: 16)
      return byte.count < 2 ? "0" + byte : byte
    }
    let channels = (0..<(chance(0.5) ? 3 : 4)).map { _ in channel(&random) }
    return "\"#" + channels.joined() + "\""
  }

  private mutating func perspective() -> String {
    #""sublayerTransform": [{"perspective": \#(pick([1, 50, 500, 2000]))}]"#
  }

  private mutating func transform() -> String {
    let steps = (0..<pick([1, 1, 2, 3])).map { _ in
      switch pick([0, 1, 2, 3, 4]) {
      case 0: #"{"rotateX": \#(number(-180...180))}"#
      case 1: #"{"rotateY": \#(number(-180...180))}"#
      case 2: #"{"rotate": \#(pick([0, 90, 0.5, number(-180...180)]))}"#
      case 3: #"{"translate": [\#(number(-200...200)), \#(number(-200...200)), \#(number(-200...200))]}"#
      default: #"{"scale": \#(pick([0, 0.01, 0.5, 1.25, -1, 30]))}"#
      }
    }
    return #""transform": [\#(steps.joined(separator: ", "))]"#
  }

  private mutating func node(level: Int, isArranged: Bool) -> Node {
    remainingNodes -= 1
    let isTransform = !isArranged && chance(0.05)
    var members: [String] = []
    if isArranged {
      members.append(#""height": \#(number(1...200))"#)
    } else {
      members.append(#""frame": [\#(number(-300...1300)), \#(number(-300...900)), \#(side()), \#(side())]"#)
    }
    if isTransform { members.append(#""class": "transform""#) }
    if chance(0.15) { members.append(transform()) }
    if chance(0.05) { members.append(perspective()) }
    if chance(0.05) { members.append(#""zPosition": \#(number(-50...50))"#) }
    if !isArranged, chance(0.05) { members.append(#""anchorPoint": [\#(number(-1...2)), \#(number(-1...2))]"#) }
    if chance(0.05) { members.append(#""doubleSided": false"#) }
    if chance(0.15) { members.append(#""opacity": \#(pick([0, 0.5, 0.99]))"#) }
    if !isTransform { members += look() }
    let isScroll = !isTransform && chance(0.03)
    if isScroll {
      members.append(#""scroll": {"spacing": \#(number(0...20))}"#)
    } else if !isTransform, chance(0.2) {
      members += text()
    }
    let count = level < 97 && remainingNodes > 0 && chance(0.4) ? pick([1, 1, 2, 5, 40]) : 0
    var children: [Node] = []
    while children.count < count, remainingNodes > 0 {
      children.append(node(level: level + 1, isArranged: isScroll && chance(0.9)))
    }
    return Node(members, children)
  }

  private mutating func look() -> [String] {
    var members: [String] = []
    if chance(0.6) { members.append("\"backgroundColor\": \(color())") }
    if chance(0.2) { members.append(#""cornerRadius": \#(pick([1, 12, 300, 16384]))"#) }
    if chance(0.15) { members.append("\"borderWidth\": \(pick([0.5, 3, 100])), \"borderColor\": \(color())") }
    if chance(0.15) { members.append(#""masksToBounds": true"#) }
    if chance(0.1) {
      let end = "[\(pick([0, 0.5, 1])), \(pick([0, 0.5, 1]))]"
      members.append("\"gradient\": {\"colors\": [\(color()), \(color()), \(color())], \"endPoint\": \(end)}")
    }
    if chance(0.1) {
      let radius = pick([0, 1, 8, 100, 1000])
      members.append(#""shadow": {"radius": \#(radius), "opacity": 0.5, "offset": [0, \#(number(-50...50))]}"#)
    }
    if remainingPictures > 0, chance(0.05) {
      remainingPictures -= 1
      let gravity = pick(["resize", "resizeAspect", "resizeAspectFill", "center", "bottomRight"])
      members.append(#""contents": "\#(GeneratedPages.smallPicture)", "gravity": "\#(gravity)""#)
    }
    return members
  }

  private mutating func text() -> [String] {
    let length = min(pick([1, 5, 20, 200, 900]), remainingCharacters)
    remainingCharacters -= length
    let letters = Array("abc defg hij klmno مغلق")
    let string = String((0..<length).map { _ in pick(letters) })
    return [#""text": {"string": "\#(string)", "size": \#(pick([1, 17, 60, 2000])), "lines": \#(pick([1, 2, 50]))}"#]
  }
}
