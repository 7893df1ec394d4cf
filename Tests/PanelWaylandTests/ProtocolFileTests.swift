import Foundation
import Testing

@testable import WaylandScanner

/// Compares `protocols/` with the files that libwayland-dev and wayland-protocols install.
@Suite struct ProtocolFileTests {
  private static let installed: [String: String] = [
    "wayland.xml": "wayland:wayland.xml",
    "xdg-shell.xml": "protocols:stable/xdg-shell/xdg-shell.xml",
    "viewporter.xml": "protocols:stable/viewporter/viewporter.xml",
    "fractional-scale-v1.xml": "protocols:staging/fractional-scale/fractional-scale-v1.xml",
    "xdg-decoration-unstable-v1.xml": "protocols:unstable/xdg-decoration/xdg-decoration-unstable-v1.xml",
    "idle-inhibit-unstable-v1.xml": "protocols:unstable/idle-inhibit/idle-inhibit-unstable-v1.xml",
    "xdg-output-unstable-v1.xml": "protocols:unstable/xdg-output/xdg-output-unstable-v1.xml",
  ]

  private static let projectDirectory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("protocols").path

  private static func projectProtocol(_ file: String) throws -> WireProtocol { try read(projectDirectory + "/" + file) }

  private static func read(_ path: String) throws -> WireProtocol {
    try WireProtocol(Data(contentsOf: URL(fileURLWithPath: path)), path: path)
  }

  private static func installedProtocol(_ file: String) throws -> WireProtocol {
    let parts = try #require(installed[file]).split(separator: ":")
    let path = "/usr/share/\(parts[0] == "wayland" ? "wayland" : "wayland-protocols")/\(parts[1])"
    try #require(
      FileManager.default.fileExists(atPath: path),
      "\(path) is missing: apt-get install libwayland-dev wayland-protocols")
    return try read(path)
  }

  @Test func everyFileHasAnInstalledCounterpart() throws {
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: Self.projectDirectory)) == Set(Self.installed.keys))
  }

  @Test(arguments: installed.keys.sorted()) func wireFormatMatchesTheInstalledFile(file: String) throws {
    let ours = try Self.projectProtocol(file)
    let theirs = try Self.installedProtocol(file)
    #expect(ours.name == theirs.name)
    for interface in ours.interfaces {
      let other = try #require(theirs.interfaces.first { $0.name == interface.name }, "\(interface.name)")
      compare(interface.requests, other.requests, installed: other.version, in: interface.name)
      compare(interface.events, other.events, installed: other.version, in: interface.name)
      for enumeration in interface.enums {
        let name = "\(interface.name).\(enumeration.name)"
        let otherEnum = try #require(other.enums.first { $0.name == enumeration.name }, "\(name)")
        #expect(enumeration.isBitfield == otherEnum.isBitfield, "\(name)")
        for entry in enumeration.entries {
          let otherEntry = try #require(otherEnum.entries.first { $0.name == entry.name }, "\(name).\(entry.name)")
          #expect(entry.value == otherEntry.value && entry.since == otherEntry.since, "\(name).\(entry.name)")
        }
      }
    }
  }

  /// Compares messages by opcode. Messages newer than the installed file are skipped.
  private func compare(_ ours: [Message], _ theirs: [Message], installed version: Int, in interface: String) {
    for (opcode, message) in ours.enumerated() where message.since <= version {
      guard opcode < theirs.count else {
        Issue.record("\(interface).\(message.name): there is no opcode \(opcode)")
        continue
      }
      let other = theirs[opcode]
      #expect(message.name == other.name, "\(interface), opcode \(opcode)")
      #expect(message.signature == other.signature, "\(interface).\(message.name)")
      // Newer files mark the event wl_callback.done as a destructor.
      #expect(
        message.isDestructor == other.isDestructor || interface == "wl_callback", "\(interface).\(message.name)")
      #expect(message.arguments.map(\.interface) == other.arguments.map(\.interface), "\(interface).\(message.name)")
      #expect(message.arguments.map(\.name) == other.arguments.map(\.name), "\(interface).\(message.name)")
    }
  }

  @Test func everyMessageHasASummary() throws {
    for file in Self.installed.keys {
      for interface in try Self.projectProtocol(file).interfaces {
        #expect(!interface.summary.isEmpty, "\(interface.name)")
        for message in interface.requests + interface.events {
          #expect(!message.summary.isEmpty, "\(interface.name).\(message.name)")
        }
      }
    }
  }
}
