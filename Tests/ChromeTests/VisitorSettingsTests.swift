import Localization
import PanelViews
import ReferencePicture
import Scenes
import TestRendering
import TestStage
import Testing

@testable import Chrome

/// The settings that visitors may change.
@Suite struct VisitorSettingsTests {
  private func panel(
    _ size: Size = Size(1280, 800), offered: Set<VisitorSetting> = Set(VisitorSetting.allCases), showsBar: Bool = true
  ) -> Panel {
    let panel = Panel(CubeScene(), size, showsBar: showsBar, reducesMotion: true)
    panel.stage.offeredSettings = offered
    // Applies the settings like the program.
    panel.stage.onVisitorSettingsChange = { [unowned stage = panel.stage] settings in
      (stage.textSize, stage.unreachableShare) = (settings.textSize, settings.hasLowReach ? 0.4 : 0)
      let theme = settings.hasHighContrast ? Theme.contrast : .dark
      guard theme != stage.theme else { return }
      let showsSettings = stage.showsSettings
      stage.rebuild(theme: theme)
      if showsSettings { stage.showSettings(animated: false) }
    }
    panel.window.layoutIfNeeded()
    return panel
  }

  private func control<C: Control>(_ setting: VisitorSetting, _ panel: Panel, as type: C.Type) throws -> C {
    let sheet = try #require(panel.stage.sheet as? VisitorSheet)
    return try #require(sheet.tree.lazy.compactMap { $0 as? C }.first { $0.name == setting.rawValue })
  }

  private func tap(_ view: View, _ panel: Panel) throws {
    let scrollView = sequence(first: view, next: \.superview).lazy.compactMap { $0 as? ScrollView }.first
    if let scrollView, let content = scrollView.contentView {
      let corners = try view.bounds.corners.map { try #require(view.convert($0, to: content)) }
      scrollView.scrollRectToVisible(Rect(bounding: corners), animated: false)
      panel.window.layoutIfNeeded()
    }
    let center = try view.centerInWindow()
    let hit = try #require(panel.stage.hitTest(center))
    #expect(hit.isDescendant(of: view) || (view is Segment && view.isDescendant(of: hit)), "\(view.path)")
    panel.tap(center)
    panel.advance(seconds: Stage.settingDelay + 0.5)
  }

  @Test func buttonAppearsOnlyIfSettingsAreOffered() throws {
    let panel = panel(offered: [])
    #expect(try #require(panel.stage.bar).settingsButton.isHidden)
    panel.stage.offeredSettings = [.textSize]
    panel.window.layoutIfNeeded()
    try panel.tap("root/bar/settings")
    let sheet = try #require(panel.stage.sheet)
    #expect(sheet.tree.contains { $0.name == "textSize" } && !sheet.tree.contains { $0.name == "contrast" })
    try tap(try #require(sheet.tree.first { $0.name == "done" }), panel)
    #expect(panel.stage.sheet == nil)
  }

  /// Without the bar's controls, the bar has only this button.
  @Test func stageWithoutBarGetsTheButton() throws {
    let panel = panel(offered: [], showsBar: false)
    #expect(panel.stage.bar == nil)
    panel.stage.offeredSettings = [.contrast]
    panel.window.layoutIfNeeded()
    let bar = try #require(panel.stage.bar)
    #expect(bar.items.isEmpty && bar.explainButton.isHidden && bar.scenesButton.isHidden)
    #expect(bar.status.isHidden && !panel.stage.press(.character("s")))
    try panel.tap("root/bar/settings")
    #expect(panel.stage.showsSettings)
    panel.stage.dismissSheet()
    panel.stage.offeredSettings = []
    #expect(panel.stage.bar == nil)
  }

  @Test func settingsApplyAndTheSheetStays() throws {
    let panel = panel()
    panel.stage.showsSettings = true
    panel.advance(seconds: 1)
    try tap(try control(.textSize, panel, as: SegmentedControl.self).segments[2], panel)
    #expect(panel.stage.textSize == 2 && panel.stage.showsSettings)
    try tap(try control(.reach, panel, as: Switch.self), panel)
    #expect(panel.stage.unreachableShare == 0.4 && panel.stage.reachableFrame.minY > 0)
    try tap(try control(.contrast, panel, as: Switch.self), panel)
    #expect(panel.stage.theme == .contrast && panel.stage.showsSettings)
    #expect(try control(.contrast, panel, as: Switch.self).isOn)
    try tap(try control(.speech, panel, as: Switch.self), panel)
    #expect(panel.stage.isSpeechOn)
  }

  @Test func eachLanguageIsNamedInThatLanguage() throws {
    let panel = panel()
    var chosen: [String] = []
    panel.stage.onVisitorSettingsChange = { chosen.append($0.language.code) }
    panel.stage.showsSettings = true
    panel.advance(seconds: 1)
    let segments = try control(.language, panel, as: SegmentedControl.self).segments
    #expect(segments.map(\.title) == ["English", "Deutsch", "中文"] && segments[0].isSelected)
    try tap(segments[1], panel)
    #expect(chosen == ["de"])
    panel.stage.setSpeech(isOn: true)
    let explorer = try #require(panel.window.touchExplorer)
    Language.$current.withValue(.german) {
      panel.stage.rebuild(theme: .dark)
      #expect(panel.window.touchExplorer === explorer && LocalizedText.spokenButton.text == "Taste")
      panel.window.layoutIfNeeded()
      #expect(panel.stage.bar?.settingsButton.heading.text == "Bedienhilfen")
    }
  }

  /// Visitors are asked before, as for everything else.
  @Test func settingsAreUndoneAfterTheVisitorHasLeft() throws {
    let panel = panel()
    panel.stage.ownerSettings.textSize = 1.2
    panel.stage.changeSettings { ($0.textSize, $0.hasHighContrast) = (2, true) }
    panel.advance(seconds: 1)
    #expect(panel.stage.isAdapted && panel.stage.textSize == 2)
    panel.advance(seconds: Stage.inactivityTimeout - Stage.warningTime)
    #expect(panel.stage.prompt != nil && panel.stage.textSize == 2)
    panel.advance(seconds: Stage.warningTime + 1)
    #expect(!panel.stage.isAdapted && panel.stage.textSize == 1.2 && panel.stage.theme == .dark)
    #expect(panel.window.nextDeadline == nil)
  }

  /// Large texts, high contrast and a low reach, without and with the sheet.
  @Test(arguments: [Size(800, 480), Size(1280, 800), Size(1080, 1920)], [false, true])
  func adaptedPanelMatchesReferences(_ size: Size, _ showsSettings: Bool) throws {
    let panel = panel(size)
    // Its percent signs have different widths in the Inter of Debian 12 and of 13.
    panel.stage.offeredSettings.remove(.textSize)
    panel.stage.changeSettings { ($0.textSize, $0.hasLowReach, $0.hasHighContrast) = (2, true, true) }
    panel.advance(seconds: 1)
    panel.stage.showsSettings = showsSettings
    panel.advance(seconds: 1)
    let name = "\(showsSettings ? "settings" : "adapted")-\(Int(clamping: size.width))x\(Int(clamping: size.height))"
    let mismatch = try ReferencePicture.mismatch(name, in: panel.window.image())
    #expect(mismatch == nil)
  }

  @Test(
    arguments: [Size(800, 480), Size(1280, 800), Size(1080, 1920)],
    [Language.english, .german, .chinese, .mirrored])
  func everySettingIsReachable(_ size: Size, _ language: Language) throws {
    try Language.$current.withValue(language) {
      let panel = panel(size)
      panel.stage.changeSettings { ($0.textSize, $0.hasLowReach, $0.hasHighContrast) = (2, true, true) }
      panel.advance(seconds: 1)
      panel.stage.showsSettings = true
      panel.advance(seconds: 1)
      let sheet = try #require(panel.stage.sheet as? VisitorSheet)
      let reachableFrame = panel.stage.reachableFrame.insetBy(-1, -1)
      let top = try #require(sheet.contentView.convert(Point.zero, to: panel.stage))
      #expect(top.y >= reachableFrame.minY && top.y + sheet.contentView.bounds.height <= reachableFrame.maxY)
      for case let label as Label in sheet.tree { #expect(!label.isTruncated, "\(label.text) at \(size)") }
      for case let segment as Segment in sheet.tree {
        #expect(segment.bounds.width >= segment.contentWidth - 1)
      }
      // Undoing them works, too.
      try tap(try control(.reach, panel, as: Switch.self), panel)
      try tap(try control(.contrast, panel, as: Switch.self), panel)
      try tap(try control(.textSize, panel, as: SegmentedControl.self).segments[0], panel)
      #expect(
        !panel.stage.isAdapted && panel.stage.textSize == 1 && panel.stage.unreachableShare == 0
          && panel.stage.theme == .dark)
    }
  }
}

extension Language {
  fileprivate static let mirrored = {
    var language = Language.english
    language.isRightToLeft = true
    return language
  }()
}
