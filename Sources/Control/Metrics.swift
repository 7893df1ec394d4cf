import Configuration
import Glibc
import Scenes

/// The output of `ctl --prometheus status`.
enum Metrics {
  /// Returns a status in the Prometheus text format, for node_exporter's textfile collector.
  static func text(_ status: JSONObject) throws(Diagnostic) -> String {
    func number(_ name: String) throws(Diagnostic) -> Double { try status.required(name).number(0...0x1p63) }
    return try metric("info", "gauge", "What the panel runs.", 1, labels: labels(status))
      + metric("presses_total", "counter", "Buttons pressed, kept through restarts.", number("count"))
      + metric("frames_total", "counter", "Frames shown since the compositor was connected.", number("frames"))
      + metric(
        "late_frames_total", "counter", "Frames shown at least one refresh of the screen too late.",
        number("lateFrames"))
      + metric("uptime_seconds", "gauge", "Seconds since the program was started.", number("uptime"))
      + metric("connected", "gauge", "1 while there is a compositor.", status.required("isConnected").bool() ? 1 : 0)
      + metric("running_commands", "gauge", "Commands that run now.", number("running"))
      + metric("dark", "gauge", "1 while the panel sleeps.", status.required("idle").string() == "dark" ? 1 : 0)
      + times(status) + values(status)
  }

  private static func metric(
    _ name: String, _ kind: String, _ help: String, _ value: Double, labels: String = ""
  ) -> String {
    let number = JSONValue.integerIfWhole(value).singleLine
    return
      "# HELP cube_kiosk_\(name) \(help)\n# TYPE cube_kiosk_\(name) \(kind)\ncube_kiosk_\(name)\(labels) \(number)\n"
  }

  /// Returns the labels that identify the program, its configuration and the system's boot.
  private static func labels(_ status: JSONObject) throws(Diagnostic) -> String {
    let version = try status.required("version").string()
    let sha256 = try status["configuration"]?.object().required("sha256").string()
    let labels = [("version", version), ("config_sha256", sha256), ("boot_id", try status["bootID"]?.string())]
    let texts = labels.compactMap { name, text in text.map { "\(name)=\(JSONValue.string($0).singleLine)" } }
    return "{\(texts.joined(separator: ","))}"
  }

  /// Returns the times of the last reload and of the last frame, as far as they are known.
  private static func times(_ status: JSONObject) throws(Diagnostic) -> String {
    var text = ""
    if let reload = try status["lastReload"]?.object() {
      text += try metric(
        "config_last_reload_successful", "gauge", "1 if the configuration was valid when it was last read.",
        reload.required("ok").bool() ? 1 : 0)
      text += try metric(
        "config_last_reload_timestamp_seconds", "gauge", "When the configuration was last read.",
        reload.required("time").number(0...0x1p63))
    }
    if let age = try status["frameAge"]?.number(0...0x1p63) {
      text += metric(
        "last_frame_timestamp_seconds", "gauge", "When the compositor last took a frame.",
        (Double(time(nil)) - age).rounded())
    }
    return text
  }

  /// Returns the values that are numeric and not stale.
  private static func values(_ status: JSONObject) throws(Diagnostic) -> String {
    guard let values = try status["values"]?.object() else { return "" }
    var lines = ""
    for name in values.members.keys {
      guard let value = try values[name]?.object(), case .string(let text)? = value.members["value"],
        let number = ValueDefinition.number(text), try !value.required("stale").bool()
      else { continue }
      lines += "cube_kiosk_value{name=\"\(name)\"} \(JSONValue.integerIfWhole(number).singleLine)\n"
    }
    return lines.isEmpty
      ? "" : "# HELP cube_kiosk_value Numbers that are shown.\n# TYPE cube_kiosk_value gauge\n" + lines
  }
}
