@testable import Chrome
@testable import Kiosk
@testable import PanelViews
@testable import Scenes

extension SimulatedPanel {
  /// Puts this new panel into the state of another one: its values, scene, chosen answers and positions. The light, the
  /// numbers of presses and the PIN lock are in the saved state, which a panel reads when it is created.
  func restoreState(of other: SimulatedPanel) throws {
    for (name, raw) in other.changes { try? set(name, raw) }
    restore(kiosk.cube, from: other.kiosk.cube)
    restore(kiosk.home, from: other.kiosk.home)
    for (path, scene) in kiosk.fileScenes {
      if let source = other.kiosk.fileScenes[path] { restore(scene, from: source) }
    }
    let source = other.stage.scene
    if source is TouchTestScene {
      stage.show(TouchTestScene())
    } else if source !== other.kiosk.home {
      let path = other.kiosk.fileScenes.first { $0.value === source }?.key
      try show(path ?? source.name)
      restore(stage.scene, from: source)
    }
    advance(seconds: 5)
    restore(stage.scene, from: source)
    advance(seconds: 5)
    let scrollViews = [stage, other.stage].map { $0.descendants.compactMap { $0 as? ScrollView } }
    for (copy, original) in zip(scrollViews[0], scrollViews[1]) { copy.contentOffset = original.contentOffset }
    advance(seconds: 5)
  }

  /// Copies the answers that visitors chose, and the positions.
  private func restore(_ scene: Scene, from source: Scene) {
    if let cube = scene as? CubeScene, let source = source as? CubeScene {
      cube.orientation = source.orientation
      cube.isLightOn = source.isLightOn
      for (button, original) in zip(cube.buttons, source.buttons) { button.pressCount = original.pressCount }
    }
    if let fold = scene as? FoldScene, let source = source as? FoldScene { fold.rotation = source.rotation }
    if let intersect = scene as? IntersectScene, let source = source as? IntersectScene {
      intersect.rotation = source.rotation
    }
    if let carousel = scene as? CarouselScene, let source = source as? CarouselScene { carousel.turn(to: source.angle) }
    if let scene = scene as? DeadButtonsScene, let source = source as? DeadButtonsScene {
      for (card, original) in zip(scene.cards, source.cards) where card.repairSwitch.isOn != original.repairSwitch.isOn
      {
        card.repairSwitch.isOn = original.repairSwitch.isOn
        card.repairSwitch.sendActions(for: .valueChanged)
      }
    }
    if scene is OrderScene { restoreOrder(scene.content, from: source.content) }
    for (control, original) in zip(scene.controls, source.controls) {
      (control.selectedIndex, control.value) = (original.selectedIndex, original.value)
    }
  }

  /// Sorts the subviews of the subviews as in another view.
  private func restoreOrder(_ view: View, from source: View) {
    for (container, original) in zip(view.subviews, source.subviews) {
      for (index, sibling) in original.subviews.enumerated() {
        if let subview = container.subviews.first(where: { $0.name == sibling.name }) {
          container.reorder(subview, to: index)
        }
      }
    }
  }
}

extension View {
  /// All descendants, from back to front.
  var descendants: [View] { subviews.flatMap { [$0] + $0.descendants } }
}
