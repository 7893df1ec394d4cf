import Control
import Scenes

/// The addresses of what the panel shows.
extension Kiosk {
  /// The page of the panel's scene file, which addresses may leave out; `nil` if the panel shows a built-in scene.
  private var homePage: String? { options.sceneDescription.map { _ in Address.page(ofFile: options.scene) } }

  /// False for errors, and for a scene file that doesn't lead to the cube: its buttons then have no addresses.
  private var showsCube: Bool {
    guard home is FileScene else { return errors.isEmpty }
    return fileScenes.values.flatMap(\.buttons).flatMap(\.action.steps).contains { action in
      switch action {
      case .press, .turn, .scene(CubeScene.name): true
      default: false
      }
    }
  }

  var addressedButtons: [ActionButton] {
    (showsCube ? cube.buttons : []) + shownFileScenes.flatMap { $0.buttons }
  }

  private var addressedControls: [ValueControl] {
    (showsCube ? cube.valueControls : []) + shownFileScenes.flatMap { $0.valueControls }
  }

  private var addressedLists: [LineList] {
    (showsCube ? cube.lists : []) + shownFileScenes.flatMap { $0.lists }
  }

  /// The scenes of the scene files, in the order of their paths.
  private var shownFileScenes: [FileScene] { fileScenes.sorted { $0.key < $1.key }.map(\.value) }

  private func address(face: Int?, file: String, name: String?) -> Address? {
    guard let name else { return nil }
    let page = face.map(Address.page(ofFace:)) ?? (file.isEmpty ? homePage : Address.page(ofFile: file))
    return page.map { Address(page: $0, name: name) }
  }

  func address(of button: ActionButton) -> Address? {
    address(face: button.face, file: button.file, name: button.isNamed ? button.name : nil)
  }

  private func address(of control: ValueControl) -> Address? {
    address(face: control.face, file: control.file, name: control.description.isNamed ? control.view.name : nil)
  }

  private func address(of list: LineList) -> Address? {
    address(face: nil, file: list.file, name: list.name)
  }

  /// Everything that has an address: pages, buttons, controls, lists and values.
  package var addressees: [Addressee] {
    var result = addressedPages + addressees(of: addressedButtons)
    for control in addressedControls {
      guard let address = address(of: control) else { continue }
      let (kind, value) = (control.description.kind.rawValue, control.description.valueName)
      let reading = options.values.reading(value)
      result.append(
        Addressee(
          "\(address)", kind: kind, state: reading?.raw, isStale: reading?.isStale == true,
          isDisabled: !control.isEnabled))
    }
    for list in addressedLists {
      guard let address = address(of: list) else { continue }
      result.append(Addressee("\(address)", kind: "list", state: "\(list.lines.count) lines"))
    }
    for (name, _) in options.values.definitions.sorted(by: { $0.key < $1.key }) {
      let reading = options.values.reading(name)
      result.append(Addressee(name, kind: "value", state: reading?.raw, isStale: reading?.isStale == true))
    }
    return result
  }

  /// Returns the page of a scene; `nil` for a built-in scene.
  func page(of scene: Scene) -> String? {
    fileScenes.first { $0.value === scene }.map { Address.page(ofFile: $0.key) }
  }

  /// The names of the values on the visible page; empty while the screen is dark.
  var visibleValueNames: Set<String> {
    guard idle.state != .dark else { return [] }
    // These values have an effect on every page.
    let names = Set((options.wakeCondition?.names ?? []) + [options.brightness, options.volume].compactMap { $0 })
    if stage.scene === cube { return names.union(options.cubeValueNames) }
    let path = fileScenes.first { $0.value === stage.scene }?.key
    return names.union(path.flatMap { options.sceneFiles[$0]?.root.valueNames } ?? [])
  }

  var addressedPages: [Addressee] {
    fileScenes.sorted { $0.key < $1.key }.map { path, scene in
      Addressee(Address.page(ofFile: path), kind: "page", state: stage.scene === scene ? "shown" : nil)
    }
  }

  func addressees(of buttons: [ActionButton]) -> [Addressee] {
    buttons.compactMap { button in
      address(of: button).map {
        Addressee(
          "\($0)", kind: "button",
          state: actions.problem(of: button).map { "unavailable: \($0.reason)" } ?? button.stateName,
          title: button.accessibilityLabel, needsHold: button.needsHold)
      }
    }
  }

  /// Returns the button at an address.
  ///
  /// - Parameter line: the line of its row; `nil` outside of lists.
  func button(at text: String, line: String?) throws(Refusal) -> ActionButton {
    guard let line else { return try only(addressedButtons.filter { named(text, address(of: $0)) }, text, "button") }
    return try only(
      rows(of: line).flatMap(\.buttons).filter { named(text, address(of: $0)) }, text, "button in a row '\(line)'")
  }

  /// Returns the control at an address.
  ///
  /// - Parameter line: the line of its row; `nil` outside of lists.
  func control(at text: String, line: String?) throws(Refusal) -> ValueControl {
    let controls = line.map { rows(of: $0).flatMap(\.controls) } ?? addressedControls
    let control = try only(controls.filter { named(text, address(of: $0)) }, text, "control")
    guard control.description.setsValue else { throw Refusal("\(text) only shows a value") }
    return control
  }

  /// Returns the name of a value: the given one, or that of the control at an address.
  func valueName(at text: String) throws(Refusal) -> String {
    if options.values.definitions[text] != nil { return text }
    return try only(addressedControls.filter { named(text, address(of: $0)) }, text, "value").description.valueName
  }

  private func rows(of line: String) -> [LineRow] { addressedLists.compactMap { $0.row(of: line) } }

  private func named(_ text: String, _ address: Address?) -> Bool {
    address != nil && Address(text, home: homePage) == address
  }

  /// Returns the only element. Throws for no element, and for several.
  private func only<Element>(_ found: [Element], _ text: String, _ kind: String) throws(Refusal) -> Element {
    guard let first = found.first else {
      if let other = addressees.first(where: { $0.address == text || named(text, Address($0.address, home: nil)) }) {
        throw Refusal("\(other.address) is a \(other.kind), not a \(kind)", kind: .noSuchAddress)
      }
      let known = addressees.map(\.address)
      let names = known.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
      let nearest =
        text.nearest(among: known) ?? names.firstIndex(of: text.nearest(among: names) ?? text).map { known[$0] }
      throw Refusal(
        "no such \(kind): \(text)" + (nearest.map { "; did you mean \($0)?" } ?? ""), kind: .noSuchAddress)
    }
    guard found.count == 1 else {
      throw Refusal(
        "\(text) names \(found.count) of them; expected a name that is unique in its page", kind: .ambiguous)
    }
    return first
  }
}

extension ActionButton {
  /// The state in `ctl list`.
  fileprivate var stateName: String {
    switch phase {
    case .idle: isAllowed ? "idle" : "disabled"
    case .running: "running"
    case .succeeded: "succeeded"
    case .failed(let status): "failed with status \(status)"
    case .refused(let reason): "failed: \(reason)"
    case .outcomeUnknown: "outcome unknown"
    }
  }
}
