import Configuration

/// The panel's status, as `ctl status` reports it.
package struct PanelStatus {
  var version: String
  var scene: String
  var touchFix: String
  var count: Int
  var frames: Int
  /// The number of frames that an earlier refresh of the screen could have shown.
  var lateFrames: Int
  /// The time since the program's start, in seconds.
  var uptime: Double
  var idle: String
  var isConnected: Bool
  /// The compositor's socket.
  var compositor: String
  /// The name of the current Wayland output.
  var output: String?
  /// The name of the configured output, if no output has that name.
  var missingOutput: String?
  var running: Int
  /// The picture's width and height, in points.
  var size: [Double]
  /// Pixels per point.
  var scale: Double
  var lastError: String?
  var values: [Value] = []

  package init(
    version: String, scene: String, touchFix: String, count: Int, frames: Int, lateFrames: Int, uptime: Double,
    idle: String, isConnected: Bool, compositor: String, output: String? = nil, missingOutput: String? = nil,
    running: Int, size: [Double], scale: Double, lastError: String? = nil, values: [Value] = []
  ) {
    (
      self.version, self.scene, self.touchFix, self.count, self.frames, self.lateFrames, self.uptime, self.idle,
      self.isConnected
    ) = (
      version, scene, touchFix, count, frames, lateFrames, uptime, idle, isConnected
    )
    (
      self.compositor, self.output, self.missingOutput, self.running, self.size, self.scale, self.lastError, self.values
    ) = (
      compositor, output, missingOutput, running, size, scale, lastError, values
    )
  }

  /// A value and its latest reading.
  package struct Value {
    let name: String
    /// The unformatted reading; `nil` if the value was never read.
    let raw: String?
    /// The reading's age, in seconds; `nil` if it has no age.
    let age: Double?
    let isStale: Bool

    package init(name: String, raw: String?, age: Double?, isStale: Bool) {
      (self.name, self.raw, self.age, self.isStale) = (name, raw, age, isStale)
    }
  }
}

extension PanelStatus {
  /// The status as `ctl status` prints it.
  var json: JSONValue { .object(JSONMembers([("ok", true)] + members)) }

  /// The status as JSON members. Members without a value are omitted.
  var members: [JSONMembers.Member] {
    var members: [JSONMembers.Member] = [
      ("version", .string(version)),
      ("scene", .string(scene)), ("touchFix", .string(touchFix)), ("count", .integer(count)),
      ("frames", .integer(frames)), ("lateFrames", .integer(lateFrames)),
      ("uptime", .shortest(uptime)),
      ("idle", .string(idle)), ("isConnected", .bool(isConnected)), ("compositor", .string(compositor)),
    ]
    if let output { members.append(("output", .string(output))) }
    if let missingOutput { members.append(("missingOutput", .string(missingOutput))) }
    members += [("running", .integer(running)), ("size", .numbers(size)), ("scale", .shortest(scale))]
    if !values.isEmpty { members.append(("values", .object(JSONMembers(values.map { ($0.name, $0.json) })))) }
    if let lastError { members.append(("lastError", .string(lastError))) }
    return members
  }
}

extension PanelStatus.Value {
  fileprivate var json: JSONValue {
    var members: [JSONMembers.Member] = [("value", raw.map(JSONValue.string) ?? .null)]
    if let age { members.append(("age", .shortest(age))) }
    members.append(("stale", .bool(isStale)))
    return .object(JSONMembers(members))
  }
}
