import Geometry
import Scenes

/// What the command line asks for.
public struct Options: Equatable {
  public enum Command: Equatable, Sendable {
    case run, render, inspect, scenes, help, version
    case hit(Point)
  }

  public var command = Command.run
  public var scene = CubeScene.name
  /// In points.
  public var size = Size(1280, 800)
  /// Pixels to a point.
  public var scale = 1.0
  public var touchFix = TouchFix.none
  public var lighting = Lighting.book
  public var view = ViewAngle.cornerOn
  public var showsBar = true
  public var output: String?
  public var windowedSize: Size?
  public var allowsQuit = false
  /// Seconds to wait for a compositor.
  public var wait = 10.0
  public var events: String?
  public var logLevel = Log.Level.notice
  /// What the button runs; empty for the lamp.
  public var action: [String] = []
  /// In seconds.
  public var actionTimeout = 30.0

  public init() {}

  /// Something on the command line that isn't understood.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
  }

  public static let exitCode: Int32 = 64
  public static let version = "0.1.0"
}
