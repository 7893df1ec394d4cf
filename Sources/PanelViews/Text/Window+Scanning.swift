import PanelGeometry

/// Recognizes the texts of a barcode reader: a keyboard that types faster than people can, and ends with Return.
struct ScanRecognizer {
  /// The longest time between two keys of a scan. Slow readers take 30 ms; the fastest typists 60.
  static var maximumInterval: UInt64 { 50_000_000 }
  static var minimumCount: Int { 4 }

  private var text = ""
  private var count = 0
  private var lastTime: UInt64 = 0

  /// Adds a key.
  ///
  /// - Parameters:
  ///   - stroke: the key and its text.
  ///   - time: when it was pressed, in nanoseconds.
  /// - Returns: the scanned text if this key ends a scan.
  mutating func add(_ stroke: KeyStroke, at time: UInt64) -> String? {
    defer { lastTime = time }
    if count == 0 || time > lastTime.adding(nanoseconds: Self.maximumInterval) { (text, count) = ("", 0) }
    if stroke.key == .return {
      defer { (text, count) = ("", 0) }
      return count >= Self.minimumCount ? text : nil
    }
    guard let new = stroke.text else { return nil }
    text += new
    count += 1
    return nil
  }

  /// True if the next key begins another text.
  func begins(at time: UInt64) -> Bool { count == 0 || time > lastTime.adding(nanoseconds: Self.maximumInterval) }
}

extension Window {
  /// The first visible field in reading order that takes scans.
  var scanningField: TextField? {
    let container = modalView ?? rootView
    guard container.hasScanningField else { return nil }
    return focusableControls(in: container).lazy.compactMap { $0 as? TextField }.first(where: \.takesScans)
  }

  /// Gives a scan to the field that takes scans. Returns true if the key ended one.
  func scan(_ stroke: KeyStroke, at time: UInt64) -> Bool {
    guard let field = scanningField else { return false }
    let focused = focusedControl as? TextField
    // The characters of a scan go to the focused field until it is recognized. The field then gets its text back.
    if scanner.begins(at: time) { stateBeforeScan = focused.map { ($0, $0.editingState) } }
    guard let text = scanner.add(stroke, at: time) else { return false }
    if let (field, state) = stateBeforeScan, field === focused { field.restore(state) }
    stateBeforeScan = nil
    realKeyboardTimer?.cancel()
    focusedControl?.cancelPress()
    heldKey = nil
    field.take(scan: text)
    return true
  }
}

extension View {
  fileprivate final var hasScanningField: Bool {
    !isHidden && ((self as? TextField)?.takesScans == true || subviews.contains(where: \.hasScanningField))
  }
}
