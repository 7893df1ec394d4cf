import SeededRandom
import Testing

@testable import PanelViews

/// Ten random fingers on the keyboard: the text equals that of an independent model.
@Suite struct KeyboardPropertyTests {
  /// The text that a person expects of letters and the space bar, without regard to how the keyboard works.
  private struct Model {
    var text = ""
    /// The finger that hasn't typed, and its key.
    var finger: (id: Int, key: String)?

    mutating func down(_ id: Int, _ key: String) {
      type()
      finger = (id, key)
    }

    mutating func move(_ id: Int, _ key: String) { if finger?.id == id { finger?.key = key } }
    mutating func up(_ id: Int) { if finger?.id == id { type() } }
    mutating func cancel(_ id: Int) { if finger?.id == id { finger = nil } }

    private mutating func type() {
      guard let key = finger?.key else { return }
      finger = nil
      text += key == "Space" ? " " : key
    }
  }

  @Test(arguments: [Size(800, 480), Size(300, 500)]) func tenFingersTypeWhatTheModelTypes(_ size: Size) {
    var (random, model) = (SeededRandom(), Model())
    let rig = KeyboardRig([.russian], size: size)
    let keys = rig.keyboard.keyViews.filter {
      switch $0.key {
      case .letter, .space: true
      default: false
      }
    }
    var (down, time) = (Set<Int>(), 1_000_000_000 as UInt64)
    for _ in 0..<4000 {
      let (id, key) = (Int.random(in: 0..<10, using: &random), keys.randomElement(using: &random)!)
      let name = key.spokenLabel
      let inset = key.bounds.insetBy(1, 1)
      let place = Point(
        .random(in: inset.minX...inset.maxX, using: &random), .random(in: inset.minY...inset.maxY, using: &random))
      let point = key.convert(place, to: rig.window.rootView) ?? .zero
      time += .random(in: 1...40, using: &random) * 1_000_000
      let phase: TouchEvent.Phase
      if !down.contains(id) {
        down.insert(id)
        phase = .began
        model.down(id, name)
      } else {
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<3:
          phase = .moved
          model.move(id, name)
        case 3..<7:
          down.remove(id)
          phase = .ended
          model.move(id, name)
          model.up(id)
        default:
          down.remove(id)
          phase = .cancelled
          model.cancel(id)
        }
      }
      rig.window.advance(to: time)
      rig.window.send([TouchEvent(phase, id: id, at: point * rig.window.magnification)], at: time)
      let isSame = rig.input.text == model.text
      #expect(isSame)
      if !isSame { return }
    }
    #expect(model.text.count > 100)
    #expect(rig.keyboard.keyViews.count { $0.isHighlighted } <= 1)
  }
}
