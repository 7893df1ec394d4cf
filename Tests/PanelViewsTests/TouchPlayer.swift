import PanelViews

/// Sends the touches of a line such as `down 10,10 +500ms move 20,10 up` to a window.
///
/// Positions are in the window's points. `2:down 5,5` is another finger, and `+500ms` advances the clock.
final class TouchPlayer {
  private let window: Window
  private var time: UInt64 = 1_000_000_000
  private var locations: [Int: Point] = [:]

  init(_ window: Window) { self.window = window }

  func play(_ line: String) {
    var words = line.split(separator: " ")[...]
    while let word = words.popFirst() {
      if word.hasPrefix("+"), word.hasSuffix("ms") {
        let end = time + UInt64(word.dropFirst().dropLast(2))! * 1_000_000
        // In steps, since a longer one is time in which the program doesn't run.
        while time < end {
          time = min(time + 100_000_000, end)
          window.advance(to: time)
        }
        continue
      }
      let parts = word.split(separator: ":")
      let id = parts.count == 2 ? Int(parts[0])! : 0
      let phase: TouchEvent.Phase
      switch parts.last! {
      case "down": phase = .began
      case "move": phase = .moved
      case "up": phase = .ended
      case "cancel": phase = .cancelled
      default: preconditionFailure("no such word: \(word)")
      }
      if let next = words.first, next.contains(","), phase == .began || phase == .moved {
        words.removeFirst()
        let numbers = next.split(separator: ",").map { Double($0)! }
        locations[id] = Point(numbers[0], numbers[1])
      }
      window.send([TouchEvent(phase, id: id, at: locations[id]!)], at: time)
      time += 10_000_000
    }
  }
}

/// Records events as a line of words.
final class Journal {
  private(set) var words: [String] = []

  var line: String { words.joined(separator: " ") }

  /// Called after each word.
  var onNote: ((String) -> Void)?

  func note(_ word: String) {
    words.append(word)
    onNote?(word)
  }

  func clear() { words = [] }

  /// Records all events of a control, each prefixed with a name.
  func record(_ control: Control, name: String = "") {
    let prefix = name.isEmpty ? "" : name + "."
    for (event, word) in [
      (ControlEvents.touchDown, "down"), (.touchDragInside, "inside"), (.touchDragOutside, "outside"),
      (.touchDragEnter, "enter"), (.touchDragExit, "exit"), (.touchUpInside, "upInside"),
      (.touchUpOutside, "upOutside"), (.touchCancel, "cancel"), (.primaryActionTriggered, "action"),
    ] {
      control.addAction(for: event) { [self] _ in note(prefix + word) }
    }
  }
}
