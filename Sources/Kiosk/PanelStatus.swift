/// What `ctl status` tells.
struct PanelStatus: Codable, Equatable {
  var ok = true
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
  var running: Int
  /// Of the picture, in points, and pixels to a point.
  var size: [Double]
  var scale: Double
  var lastError: String?
}
