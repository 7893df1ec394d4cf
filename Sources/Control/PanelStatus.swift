import Configuration
import Scenes

/// The panel's status, as `ctl status` reports it.
package struct PanelStatus {
  /// The status as JSON members. Members without a value are omitted.
  let members: [JSONMembers.Member]

  /// - Parameters:
  ///   - count: The number of presses of all buttons.
  ///   - bootID: The system's boot ID, as systemd writes it.
  ///   - files: The files of the configuration; `nil` without one.
  ///   - lastReload: The outcome of reading the files most recently.
  ///   - page: The page of the scene; `nil` for a built-in scene.
  ///   - problems: The missing programs and pictures, which disable only what uses them.
  ///   - missingAdapters: The prefixes of values that no adapter serves.
  ///   - keysRequiringRestart: The keys of the configuration that take effect only after a restart.
  ///   - frames: The number of frames on the current connection.
  ///   - lateFrames: The number of frames that an earlier refresh of the screen could have shown.
  ///   - frameAge: The time since the compositor took a frame, in seconds.
  ///   - uptime: The time since the program's start, in seconds.
  ///   - brightness: The name of the value that sets the brightness; `nil` without one.
  ///   - compositor: The compositor's socket.
  ///   - output: The name of the current Wayland output.
  ///   - missingOutput: The name of the configured output, if no output has that name.
  ///   - runningCommandCount: The number of button commands that are running.
  ///   - size: The picture's width and height, in points.
  ///   - scale: Pixels per point.
  ///   - buttons: The buttons of the cube, if the panel shows it, for clients before 0.4.
  ///   - addressees: The pages and buttons that have an address.
  package init(
    version: String, bootID: String? = nil, files: SourceFiles? = nil, lastReload: Reload? = nil,
    problems: [String] = [], missingAdapters: [String] = [], keysRequiringRestart: [String] = [], scene: String,
    page: String? = nil, touchFix: String, count: Int, frames: Int, lateFrames: Int, frameAge: Double? = nil,
    uptime: Double, idle: String, brightness: String? = nil,
    isSpeechOn: Bool, isConnected: Bool, compositor: String, output: String? = nil, missingOutput: String? = nil,
    runningCommandCount: Int, size: [Double], scale: Double, lastError: String? = nil, values: [Value] = [],
    buttons: [(face: Int, name: String)] = [], addressees: [Addressee] = []
  ) {
    let readings = values.isEmpty ? nil : JSONValue.object(JSONMembers(values.map { ($0.name, $0.shortJSON) }))
    let buttonList = buttons.map { ["face": .integer($0.face), "button": .string($0.name)] as JSONValue }
    let addresses = addressees.map { JSONValue.object(JSONMembers($0.constantMembers)) }
    members = Self.membersWithValues([
      ("version", .string(version)), ("bootID", bootID.map(JSONValue.string)), ("configuration", files?.json),
      ("lastReload", lastReload?.json),
      ("problems", problems.isEmpty ? nil : .array(problems.map(JSONValue.string))),
      ("missingAdapters", missingAdapters.isEmpty ? nil : .array(missingAdapters.map(JSONValue.string))),
      ("restartRequired", keysRequiringRestart.isEmpty ? nil : .array(keysRequiringRestart.map(JSONValue.string))),
      ("scene", .string(scene)),
      ("page", page.map(JSONValue.string)), ("touchFix", .string(touchFix)),
      ("count", .integer(count)), ("frames", .integer(frames)), ("lateFrames", .integer(lateFrames)),
      ("frameAge", frameAge.map(JSONValue.integerIfWhole)), ("uptime", .integerIfWhole(uptime)),
      ("idle", .string(idle)), ("brightness", brightness.map(JSONValue.string)),
      ("isSpeechOn", .bool(isSpeechOn)), ("isConnected", .bool(isConnected)),
      ("compositor", .string(compositor)),
      ("output", output.map(JSONValue.string)), ("missingOutput", missingOutput.map(JSONValue.string)),
      ("running", .integer(runningCommandCount)), ("size", .numbers(size)), ("scale", .integerIfWhole(scale)),
      ("values", readings), ("buttons", buttonList.isEmpty ? nil : .array(buttonList)),
      ("addresses", addresses.isEmpty ? nil : .array(addresses)),
      ("lastError", lastError.map(JSONValue.string)),
    ])
  }

  /// The status as `ctl status` prints it.
  var json: JSONValue { .object(JSONMembers([("ok", true)] + members)) }

  fileprivate static func membersWithValues(_ members: [(name: String, value: JSONValue?)]) -> [JSONMembers.Member] {
    members.compactMap { member in member.value.map { (member.name, $0) } }
  }

  /// The outcome of reading the configuration, at the start or later.
  package struct Reload {
    private let time: Int
    private let error: String?

    /// - Parameters:
    ///   - time: In seconds since 1970.
    ///   - error: The reason why the previous configuration stays, if any.
    package init(time: Int, error: String? = nil) { (self.time, self.error) = (time, error) }

    fileprivate var json: JSONValue {
      .object(
        JSONMembers(
          PanelStatus.membersWithValues([
            ("ok", .bool(error == nil)), ("time", .integer(time)), ("error", error.map(JSONValue.string)),
          ])))
    }
  }

  /// A value and its latest reading.
  package struct Value {
    package let name: String
    let members: [JSONMembers.Member]
    private let reading: ShortReading?

    /// - Parameters:
    ///   - raw: The unformatted reading; `nil` if the value was never read or set.
    ///   - age: The reading's age, in seconds; `nil` if it has no age.
    ///   - staleReason: The adapter's reason why the value is stale; `nil` for none.
    ///   - definition: The value's definition, of which the status reports the unit, the range, the
    ///     number of lines if it has several, the settable texts, and whether it is the time.
    package init(
      name: String, raw: String?, age: Double?, isStale: Bool, staleReason: String? = nil,
      definition: ValueDefinition? = nil
    ) {
      (self.name, reading) = (name, raw.map(ShortReading.init))
      var settable: JSONValue?
      if let definition, case .set = definition.source {
        settable = definition.choices.isEmpty ? true : .array(definition.choices.map(JSONValue.string))
      }
      var isTime = false
      if let definition, case .time = definition.source { isTime = true }
      let members: [(name: String, value: JSONValue?)] = [
        ("value", raw.map(JSONValue.string) ?? .null), ("age", age.map(JSONValue.integerIfWhole)),
        ("stale", .bool(isStale)), ("because", staleReason.map(JSONValue.string)), ("set", settable),
        ("unit", definition?.unit.map(JSONValue.string)),
        ("range", definition?.range.map { .numbers([$0.lowerBound, $0.upperBound]) }),
        ("lines", definition.flatMap { $0.maximumLines > 1 ? .integer($0.maximumLines) : nil }),
        ("time", isTime ? true : nil),
      ]
      self.members = PanelStatus.membersWithValues(members)
    }

    package var json: JSONValue { .object(JSONMembers(members)) }

    /// The value in the status, with a cut reading.
    fileprivate var shortJSON: JSONValue {
      guard let reading, !reading.additionalMembers.isEmpty else { return json }
      var short = members
      short[0].value = reading.json
      return .object(JSONMembers(short + reading.additionalMembers))
    }
  }
}

extension SourceFiles {
  /// The checksums; `nil` if no file was read.
  fileprivate var json: JSONValue? {
    let manifest = manifest
    guard !manifest.isEmpty else { return nil }
    let files = JSONValue.object(JSONMembers(manifest.map { ($0.name, .string($0.sha256)) }))
    return .object(JSONMembers([("sha256", .string(sha256)), ("files", files)]))
  }
}
