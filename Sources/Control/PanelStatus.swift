import Configuration

/// The report of `ctl status`.
package struct PanelStatus {
  var version: String
  var scene: String
  var touchFix: String
  var count: Int
  var frames: Int
  /// Of these, how many an earlier refresh of the screen could have shown.
  var lateFrames: Int
  /// In seconds.
  var uptime: Double
  var idle: String
  var isConnected: Bool
  /// The compositor's socket, and the screen as it names it.
  var compositor: String
  var output: String?
  /// The screen that was asked for, while there is none of that name.
  var missingOutput: String?
  var running: Int
  /// Of the picture, in points, and pixels to a point.
  var size: [Double]
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

  /// A value as it was read last.
  package struct Value {
    let name: String
    /// As it came; `nil` where it never did.
    let raw: String?
    /// In seconds; `nil` where it has none.
    let age: Double?
    let isStale: Bool

    package init(name: String, raw: String?, age: Double?, isStale: Bool) {
      (self.name, self.raw, self.age, self.isStale) = (name, raw, age, isStale)
    }
  }
}

extension PanelStatus {
  /// As `ctl status` prints it.
  var json: JSONValue { .object(JSONMembers([("ok", true)] + members)) }

  /// What there is none of is left out.
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
