import Chrome
import Control
import PanelEvents
import PanelKit
import PanelViews
import Scenes

/// Shows messages one after the other, and reports what becomes of them.
final class Messages {
  /// Performs the action of a message's button.
  var onAction: ((_ button: Message.Button, _ line: RowLine?) -> Void)?
  /// Wakes the panel for a critical message.
  var onCritical: (() -> Void)?
  /// Plays the sound of a message that is shown.
  var playSound: ((_ sound: String) -> Void)?

  private let app: Application
  private let stage: Stage
  private let values: Values
  private let events: EventFeed
  private var queue = MessageQueue()
  private var shown: (entry: MessageQueue.Entry, view: ModalView, timer: WindowTimer?)?
  private var alertObserver: ChangeObserver?
  /// The values whose alert's comparison holds.
  private var alerting: Set<String> = []

  init(_ app: Application, stage: Stage, values: Values, events: EventFeed) {
    (self.app, self.stage, self.values, self.events) = (app, stage, values, events)
  }

  // MARK: Showing

  /// Shows a message, or lets it wait.
  ///
  /// - Parameters:
  ///   - message: may have values in its texts, whose readings are those of now.
  ///   - client: the client that sent it; `nil` for an action or an alert of the panel.
  ///   - line: the line of the row whose button showed it.
  /// - Throws: a `Refusal` if too many wait.
  func show(_ message: Message, by client: ControlPeer? = nil, line: RowLine? = nil) throws(Refusal) {
    var entry = MessageQueue.Entry(
      message: message, title: values.text(of: message.title), publicTitle: values.publicText(of: message.title),
      text: values.text(of: message.text))
    entry.icon = message.icon.map(values.icon(named:))
    (entry.isFromAdapter, entry.line) = (client?.socket == ControlRole.adapters.socketName, line)
    if let replaced = try queue.add(entry) { report(replaced, "replaced") }
    let origin = client.map { ", by \($0.userName) at \($0.socket)" } ?? ""
    app.log.notice("message: '\(entry.publicTitle.sanitized)'\(origin)")
    if message.urgency == .critical { onCritical?() }
    update()
  }

  /// Removes the messages with an id.
  ///
  /// - Throws: a `Refusal` if the client may dismiss none.
  func dismiss(_ id: String, by client: ControlPeer) throws(Refusal) {
    let onlyFromAdapters = client.socket == ControlRole.adapters.socketName
    let entries = queue.entries(withID: id, onlyFromAdapters: onlyFromAdapters)
    guard !entries.isEmpty else { throw Refusal("no such message: \(id)", kind: .noSuchAddress) }
    for entry in entries { end(entry, "dismissed") }
  }

  /// Shows the first message of the queue, and removes another from the screen.
  private func update() {
    guard shown?.entry != queue.current else { return }
    app.window.advance(to: app.clock())
    if let shown {
      shown.timer?.cancel()
      self.shown = nil
      shown.view.dismiss()
    }
    guard let entry = queue.current else { return }
    let message = entry.message
    let view = stage.presentMessage(
      title: entry.title, text: entry.text, icon: entry.icon,
      picture: message.picture.map { AdapterPictureView($0, of: values) }, buttons: message.buttons.map(\.title),
      isCritical: message.urgency == .critical
    ) { [unowned self] in press($0, of: entry) }
    guard let view else { return }
    let timer = message.seconds.map { seconds in
      app.window.after(seconds: seconds) { [weak self] in self?.end(entry, "expired") }
    }
    shown = (entry, view, timer)
    report(entry, "shown")
    if let sound = message.sound { playSound?(sound) }
  }

  private func press(_ index: Int?, of entry: MessageQueue.Entry) {
    let button = index.map { entry.message.buttons[$0] }
    end(entry, "pressed", button)
    if let button { onAction?(button, entry.line) }
  }

  private func end(_ entry: MessageQueue.Entry, _ state: String, _ button: Message.Button? = nil) {
    queue.remove(entry.number)
    report(entry, state, button)
    update()
  }

  private func report(_ entry: MessageQueue.Entry, _ state: String, _ button: Message.Button? = nil) {
    events.send(.message(id: entry.message.id, title: entry.publicTitle, state: state, button: button?.title))
  }

  // MARK: Alerts

  /// Shows the alerts of values whose readings begin to satisfy their comparisons, from now on.
  func observeAlerts() {
    let names = values.definitions.filter { $0.value.alert != nil }.map(\.key)
    alerting.formIntersection(names)
    alertObserver = names.isEmpty ? nil : values.observe(names) { [unowned self] in updateAlerts(names) }
    updateAlerts(names)
  }

  private func updateAlerts(_ names: [String]) {
    for name in names.sorted() {
      guard let alert = values.definitions[name]?.alert else { continue }
      let isStale = values.isStale(name)
      // Before the first reading, nothing is late.
      guard isStale || values.reading(name) != nil else { continue }
      // A stale reading neither begins nor ends an alert, unless the alert is about that.
      guard !isStale || alert.comparison.isStale != nil else { continue }
      guard values.holds(.comparison(name, alert.comparison)) else {
        alerting.remove(name)
        continue
      }
      guard alerting.insert(name).inserted else { continue }
      var message = alert.message
      if message.id.isEmpty { message.id = name }
      do throws(Refusal) {
        try show(message)
      } catch {
        app.log.warning("message: '\(message.id)': \(error)")
      }
    }
  }
}
