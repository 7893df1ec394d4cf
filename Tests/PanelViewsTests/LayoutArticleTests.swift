import Foundation
import PanelViews
import TestRendering
import Testing

/// The examples of the article Layout compile, and fit panels of every shape.
@Suite struct LayoutArticleTests {
  @Test(arguments: [
    ("PanelViews/Documentation.docc/Layout.md", "PanelViewsTests/LayoutExamples.swift"),
    ("PanelKit/Documentation.docc/SettingsScreen.md", "Consumer/Sources/Settings/Settings.swift"),
  ])
  func articleContainsTheCompiledExamples(_ article: String, _ source: String) throws {
    let checkout = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
    let text = try String(contentsOf: checkout.appendingPathComponent("Sources/\(article)"), encoding: .utf8)
    let code = try String(contentsOf: checkout.appendingPathComponent("Tests/\(source)"), encoding: .utf8)
    let examples = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(examples.count > 1)
    for example in examples { #expect(code.contains(example), "\(example)") }
  }

  private static let sizes = [
    Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(1080, 1920), Size(480, 800),
  ]

  @Test(arguments: sizes, ["settings", "dashboard", "list"])
  func examplesFitEveryPanel(_ size: Size, _ name: String) {
    let rooms = (1...30).map { (name: "Room \($0)", degrees: 20.5) }
    let view =
      switch name {
      case "settings": makeSettings()
      case "dashboard": Dashboard()
      default: makeRoomList(rooms) { _ in }
      }
    let window = Window(view, size: size, scale: 1, threads: 1)
    let picture = window.image()
    #expect(Set(picture.pixelArray).count > 10)
    check(view)
  }

  /// Every text is whole, every control large enough, and no sibling covers another.
  private func check(_ view: View) {
    if let label = view as? Label {
      #expect(!label.isTruncated && label.textFrame.width <= label.bounds.width, "\(label.text)")
    }
    if view is Button { #expect(view.bounds.height >= Control.minimumHeight) }
    guard !(view is Control) || view.superview is ListView else { return }
    let frames = view.subviews.map(\.frame).filter { !$0.isEmpty }
    for (index, frame) in frames.enumerated() {
      #expect(frame.minX >= 0 && frame.maxX <= view.bounds.width + 0.5)
      for other in frames.dropFirst(index + 1) {
        let overlapX = min(frame.maxX, other.maxX) - max(frame.minX, other.minX)
        #expect(min(overlapX, min(frame.maxY, other.maxY) - max(frame.minY, other.minY)) < 1e-9)
      }
    }
    if !(view is ScrollView) {
      #expect(frames.allSatisfy { $0.minY >= 0 && $0.maxY <= view.bounds.height + 0.5 })
    }
    for subview in view.subviews { check(subview) }
  }
}
