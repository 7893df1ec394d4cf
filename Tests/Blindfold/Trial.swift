import Chrome
import Control
import Foundation
import Kiosk
import Localization
import PanelEvents
import PanelViews

/// A panel that is used without sight. Gestures move its window's clock, so that they have the same speed on each machine.
final class Trial {
  private let kiosk: Kiosk
  private var texts: [String] = []
  private var now = EventLoop.now
  private var window: Window { kiosk.app.window }

  init(_ kiosk: Kiosk) {
    self.kiosk = kiosk
    kiosk.app.clock = { [unowned self] in now }
    let send = window.onUtterance
    window.onUtterance = { [unowned self] in
      if !$0.text.isEmpty { texts.append(($0.isNewElement ? "* " : "") + $0.text) }
      send?($0)
    }
  }

  /// Begins exploring, and prints the introduction.
  func begin(usesKeys: Bool) {
    wait(0.1)
    settle()
    kiosk.setSpeech(isOn: true, usesKeys: usesKeys)
    speak()
  }

  func end() { kiosk.finish() }

  func play(_ line: String) {
    // A visitor can change the language.
    Language.$current.withValue(kiosk.language) { perform(line) }
  }

  private func perform(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard let step = words.first, !step.hasPrefix("#") else { return }
    let numbers = words.dropFirst().compactMap(Double.init)
    switch step {
    case "touch" where numbers.count == 2: trace([Point(numbers[0], numbers[1])])
    case "trace" where numbers.count >= 2 && numbers.count % 2 == 0:
      trace(stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) })
    case "slide" where words.count >= 2: slide(to: words[1...].joined(separator: " "))
    case "hold" where numbers.count == 2: trace([Point(numbers[0], numbers[1])], rest: 3.5)
    case "tap" where numbers.count == 2: tap(1, Point(numbers[0], numbers[1]))
    case "double": tap(2, center)
    case "triple": tap(3, center)
    case "swipe" where words.count == 2 && Self.directions[words[1]] != nil: swipe(Self.directions[words[1]] ?? .zero)
    case "find" where words.count >= 3 && Self.directions[words[1]] != nil:
      find(words[2...].joined(separator: " "), Self.directions[words[1]] ?? .zero)
    case "key" where words.count == 2 && Self.key(words[1]) != nil:
      if let key = Self.key(words[1]) {
        _ = window.press(key, at: now)
        wait(0.1)
        window.release(key, at: now)
      }
    case "wait" where numbers.count == 1: wait(min(max(numbers[0], 0), 600), inRealTime: true)
    case "set" where words.count >= 3:
      do throws(Refusal) {
        try kiosk.set(
          [(words[1], words[2...].joined(separator: " "))], by: ControlPeer(user: 0, socket: "blindfold"))
      } catch {
        report("\(error)")
      }
    default: report("not a step: \(line)")
    }
    wait(0.6)
    settle()
    wait(0.1)
    speak()
  }

  private func speak() {
    let lines = (texts.isEmpty ? ["-"] : texts) + [""]
    // Unbuffered, because the next step depends on it.
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    texts = []
  }

  private func report(_ text: String) { FileHandle.standardError.write(Data("(\(text))\n".utf8)) }

  // MARK: Time

  private static let frame: UInt64 = 16_666_667

  private func wait(_ seconds: Double, inRealTime: Bool = false) {
    for _ in 0..<Int(clamping: (seconds * 60).rounded(.up)) {
      now += Self.frame
      window.advance(to: now)
      window.layoutIfNeeded()
      let end = EventLoop.now + (inRealTime ? Self.frame : 0)
      repeat { handleEvent(within: end - min(EventLoop.now, end)) } while EventLoop.now < end
    }
  }

  /// Handles at most one event of the kiosk's loop. Returns false if none arrives in time.
  @discardableResult private func handleEvent(within time: UInt64) -> Bool {
    (try? kiosk.app.loop.runOnce(timeout: time)) ?? false
  }

  /// Waits for the button's command, and for the files that it has written.
  private func settle() {
    let end = EventLoop.now + 30_000_000_000
    // A changed file is read 50 ms later.
    while handleEvent(within: 100_000_000) || kiosk.runningCommandCount > 0, EventLoop.now < end {}
  }

  // MARK: Gestures

  private var center: Point { window.rootView.bounds.center }

  private func send(_ phase: TouchEvent.Phase, _ place: Point) {
    window.send([TouchEvent(phase, id: 1, at: place)], at: now)
  }

  /// Moves 5 points per frame: about 50 mm per second.
  ///
  /// - Parameters:
  ///   - rest: the time in seconds before the first movement.
  ///   - isFound: returns true to lift the finger at once.
  private func trace(_ points: [Point], rest: Double = 0.3, until isFound: () -> Bool = { false }) {
    var place = points[0]
    send(.began, place)
    wait(rest)
    for end in points.dropFirst() {
      while place != end, !isFound() {
        let rest = end - place
        place = rest.length <= 5 ? end : place + rest * (5 / rest.length)
        send(.moved, place)
        wait(1 / 60)
      }
    }
    send(.ended, place)
  }

  private func tap(_ count: Int, _ place: Point) {
    for _ in 0..<count {
      send(.began, place)
      wait(0.05)
      send(.ended, place)
      wait(0.1)
    }
  }

  private func swipe(_ direction: Point) {
    let start = center - direction * 75
    send(.began, start)
    wait(0.03)
    send(.moved, start + direction * 150)
    wait(0.03)
    send(.ended, start + direction * 150)
  }

  /// Slides over the panel, from its lowest line up, until an element is spoken.
  private func slide(to label: String) {
    let bounds = window.rootView.bounds
    let lines = stride(from: bounds.height - Self.lineDistance / 2, to: 0, by: -Self.lineDistance)
    let points = lines.enumerated().flatMap { index, y -> [Point] in
      let ends = [Point(1, y), Point(bounds.width - 1, y)]
      return index.isMultiple(of: 2) ? ends : ends.reversed()
    }
    trace(points) { [unowned self] in texts.last?.hasPrefix("* \(label)") == true }
  }

  /// Less than the height of a key, in points.
  private static let lineDistance = 36.0

  /// Swipes until an element is spoken.
  private func find(_ label: String, _ direction: Point) {
    for _ in 0..<20 {
      texts = []
      swipe(direction)
      wait(0.1)
      if texts.last?.hasPrefix("* \(label)") == true { return }
    }
  }

  private static let directions = [
    "right": Point(1, 0), "left": Point(-1, 0), "up": Point(0, -1), "down": Point(0, 1),
  ]

  private static func key(_ name: String) -> Key? {
    let keys: [String: Key] = [
      "tab": .tab, "backtab": .backTab, "return": .return, "space": .space, "escape": .escape, "up": .up, "down": .down,
      "left": .left, "right": .right, "pageup": .pageUp, "pagedown": .pageDown, "home": .home, "end": .end,
    ]
    return keys[name] ?? (name.count == 1 ? name.first.map(Key.character) : nil)
  }
}
