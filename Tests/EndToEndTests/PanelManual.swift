import Foundation
import TestSupport

/// cube-kiosk-panel(7).
enum PanelManual {
  enum Kind { case json, settings, rule, shell }

  struct Sample {
    let text: String
    /// The path of the file, if the sentence before the sample names one.
    let file: String?

    var kind: Kind {
      if text.hasPrefix("{") { return .json }
      if text.hasPrefix("[") { return .settings }
      return text.hasPrefix("polkit.") ? .rule : .shell
    }
  }

  private static func plain(_ text: Substring) -> String {
    String(text).replacing("\\-", with: "-").replacing("\\e", with: "\\").replacing("\\(dq", with: "\"").replacing(
      "\\&", with: "")
  }

  private static func page() throws -> String {
    try String(contentsOfFile: "\(Program.checkout)/Sources/Manual/cube-kiosk-panel.7", encoding: .utf8)
  }

  static var samples: [Sample] {
    get throws {
      let parts = try page().components(separatedBy: ".EX\n")
      return zip(parts, parts.dropFirst()).map { before, part in
        let paragraph = before.components(separatedBy: ".EE\n").last ?? ""
        let path = plain(paragraph[...]).matches(of: /\/etc\/[-a-z0-9@.\/]+[a-z]/).last.map { String($0.0) }
        return Sample(text: plain(part.components(separatedBy: "\n.EE")[0][...]), file: path)
      }
    }
  }

  /// The files of other programs, by their paths.
  static var files: [String: String] {
    get throws {
      let files = try samples.filter { $0.kind == .settings || $0.kind == .rule }
      return Dictionary(files.map { ($0.file ?? "", $0.text) }) { $1 }
    }
  }

  /// Commands within sentences.
  static var inlineCommands: [String] {
    get throws {
      try page().matches(of: /(?m)^\.BR? "?([a-z][-a-z\\]*) ([^(\n"][^\n"]*)/).compactMap { match in
        let program = plain(match.1)
        guard ManualShell.programs.contains(program) else { return nil }
        return program + " " + plain(match.2)
      }
    }
  }

  /// The definition of a value within a sentence, as a member of `values`.
  static func value(_ name: String) throws -> String {
    let lines = try page().split(separator: "\n").filter { $0.hasPrefix(".B") }.map { plain($0) }
    guard
      let match = lines.compactMap({ $0.firstMatch(of: /"("[a-z]+": \{.*\})"/) }).first(where: {
        $0.1.hasPrefix("\"\(name)\"")
      })
    else { throw TestFailure("no value \(name)") }
    return String(match.1)
  }

  /// The number of words in each section, without macros.
  static var wordCounts: [String: Int] {
    get throws {
      var counts: [String: Int] = [:]
      var section = ""
      for line in try page().split(separator: "\n") {
        if line.hasPrefix(".S") {
          section = String(line.dropFirst(4))
        } else if ![".PP", ".EX", ".EE", ".IP", ".TP"].contains(line.prefix(3)) {
          counts[section, default: 0] += line.split(separator: " ").count - (line.hasPrefix(".B") ? 1 : 0)
        }
      }
      return counts
    }
  }

  /// The JSON sample with a text.
  static func json(_ text: String) throws -> String {
    let found = try samples.filter { $0.kind == .json && $0.text.contains(text) }
    guard let sample = found.first else { throw TestFailure("no sample with \(text)") }
    return sample.text
  }
}

/// Runs the page's commands next to a running panel. Paths below /etc and /usr are those of a directory and of the
/// checkout.
final class ManualShell {
  /// Programs that need root, devices or a network. They only note their words in "calls".
  private static let stubs = [
    "alsamixer", "apt", "cage", "dd", "dpkg-reconfigure", "journalctl", "loginctl", "lsblk", "systemctl", "udevadm",
  ]

  /// The programs of commands within sentences.
  static let programs = Set(stubs + ["cube-kiosk", "cube-kiosk-homeassistant", "openssl"])

  let directory: TemporaryDirectory
  private let weston: TemporaryDirectory

  init(_ panel: Panel) throws {
    directory = try TemporaryDirectory()
    weston = panel.directory
    try stub("sudo", "exec \"$@\"")
    try stub("ssh", "shift; exec \"$@\"")
    try stub("runuser", "shift 2; exec \"$@\"")
    try stub("make", "exec /usr/bin/make -n -C '\(Program.checkout)' \"$@\"")
    try stub("gpioget", "echo 1")
    for name in Self.stubs { try stub(name, "echo \"${0##*/}\" \"$@\" >>\"\(directory.path)/calls\"") }
    // The groups of the panel don't exist here.
    try stub(
      "install",
      """
      for word; do
        shift
        case $word in -g) skip=1 ;; cube-kiosk*) [ -n "$skip" ] || set -- "$@" "$word"; skip= ;; *) set -- "$@" "$word" ;; esac
      done
      exec /usr/bin/install "$@"
      """)
    try stub(
      "cube-kiosk",
      """
      command=$1
      [ "$*" != check-config ] || set -- check-config '\(directory.path)/root/etc/cube-kiosk/kiosk.json'
      [ "$command" != ctl ] || { shift; set -- ctl --socket '\(panel.socket)' "$@"; }
      [ "$command" = --touch-test ] || exec '\(Program.path)' "$@"
      # Until it is on the screen.
      mkfifo events
      '\(Program.path)' "$@" --events events &
      sed '/"event":"ready"/q' events >/dev/null
      kill -INT $!
      wait $!
      """)
    for name in ["homeassistant", "mqtt", "pictures"] {
      try stub(
        "cube-kiosk-\(name)",
        """
        [ "$1" = check-config ] || exit 0
        export CREDENTIALS_DIRECTORY='\(directory.path)'
        exec '\(Program.path)-\(name)' check-config '\(directory.path)/root/etc/cube-kiosk/\(name).json'
        """)
    }
    for name in ["homeassistant.token", "token"] { try directory.write("secret\n", to: name) }
    try directory.write(PanelManual.json("ha:light"), to: "home.json")
    try directory.write(PanelManual.json("\"url\""), to: "homeassistant.json")
    try directory.write("{}", to: "kiosk.json")
    try directory.write("{}", to: "root/var/lib/cube-kiosk/state.json")
    for folder in ["cube-kiosk", "systemd/system", "udev/rules.d", "polkit-1/rules.d", "acpi/events"].map({
      "root/etc/\($0)"
    })
      + [".build"]
    {
      try FileManager.default.createDirectory(atPath: directory.file(folder), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: directory.file(".build/release"), withDestinationPath: Program.directory)
  }

  func stub(_ name: String, _ script: String) throws {
    try directory.write(program: "#!/bin/sh\n\(script)\n", to: "bin/\(name)")
  }

  private func local(_ command: String) -> String {
    let root = directory.file("root")
    let paths: KeyValuePairs<String, String> = [
      "/usr/share/doc/cube-kiosk-mqtt/": "\(Program.checkout)/Sources/Formats/examples/",
      "/usr/share/doc/cube-kiosk-pictures/": "\(Program.checkout)/Sources/Formats/examples/",
      "/usr/share/doc/cube-kiosk-audio/examples": "\(Program.checkout)/systemd/examples",
      "/usr/share/doc/cube-kiosk/examples": "\(Program.checkout)/systemd/examples",
      "/usr/local/": "\(root)/usr/local/", " /etc/": " \(root)/etc/", ">/etc/": ">\(root)/etc/", "-C / ": "-C \(root) ",
      "/media/$USER/PANEL/panel": directory.path,
      "/run/cube-kiosk-compositor/wayland-0": weston.file("wayland"),
    ]
    return paths.reduce(command) { $0.replacing($1.key, with: $1.value) }
  }

  /// Runs a command as `sh -e` does, and throws if it fails.
  func succeeds(_ command: String, input: String = "") throws {
    let result = try FinishedProcess(
      ["/bin/sh", "-ec", local(command)],
      environment: ["PATH": directory.file("bin") + ":/usr/bin:/bin", "USER": "panel"], input: Data(input.utf8),
      in: directory.path)
    guard result.status == 0 else { throw TestFailure("\(command)\n\(result.errors)") }
  }
}
