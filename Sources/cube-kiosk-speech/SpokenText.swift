import JSON

/// A text to speak, from the panel's event `speech`.
struct SpokenText {
  /// Empty to be silent.
  let text: String
  let language: String
  let interrupts: Bool
  /// In percent.
  let rate: Int
  let volume: Int

  /// Reads an event's line. Returns `nil` for another kind of event.
  init?(_ line: String) throws {
    let event = try LocatedJSON(value: JSONValue.read(Array(line.utf8), name: "event"), file: "event").object()
    guard try event.required("event").string() == "speech" else { return nil }
    (text, language) = (try event.required("text").string(), try event.required("language").string())
    interrupts = try event.required("interrupts").bool()
    (rate, volume) = (
      try event.required("rate").integer(0...100), try event.required("volume").integer(0...100)
    )
  }
}
