import JSON

/// A text to speak, from the panel's event `speech`.
struct SpokenText {
  /// If empty, nothing is spoken; with `interrupts`, the current text stops.
  let text: String
  let language: String
  /// True to stop the current text. Otherwise this text follows it.
  let interrupts: Bool
  /// True if the text describes another element than the one before.
  let isNewElement: Bool
  /// The rate and the volume, in percent.
  let rate, volume: Int

  /// Reads an event of the kind `speech`.
  init(_ event: JSONObject) throws {
    (text, language) = (try event.required("text").string(), try event.required("language").string())
    interrupts = try event.required("interrupts").bool()
    isNewElement = try event.required("isNewElement").bool()
    (rate, volume) = (
      try event.required("rate").integer(0...100), try event.required("volume").integer(0...100)
    )
  }
}
