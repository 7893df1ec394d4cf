/// The report of `ctl status`.
struct PanelStatus {
  var scene: String
  var touchFix: String
  var count: Int
  var frames: Int
  /// Of these, how many took longer to draw than the screen shows one.
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
}

extension PanelStatus {
  /// As `ctl status` prints it; what there is none of is left out.
  var json: JSONValue {
    var members: [JSONMembers.Member] = [
      ("ok", true), ("scene", .string(scene)), ("touchFix", .string(touchFix)), ("count", .integer(count)),
      ("frames", .integer(frames)), ("lateFrames", .integer(lateFrames)), ("uptime", .shortest(uptime)),
      ("idle", .string(idle)), ("isConnected", .bool(isConnected)), ("compositor", .string(compositor)),
    ]
    if let output { members.append(("output", .string(output))) }
    if let missingOutput { members.append(("missingOutput", .string(missingOutput))) }
    members += [("running", .integer(running)), ("size", .numbers(size)), ("scale", .shortest(scale))]
    if let lastError { members.append(("lastError", .string(lastError))) }
    return .object(JSONMembers(members))
  }
}
