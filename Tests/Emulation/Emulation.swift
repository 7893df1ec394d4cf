import Glibc

/// The emulation of another processor by qemu-user, in which `.ci/swift-test` runs the tests built for it.
public enum Emulation {
  /// True under it.
  public static let isOn = getenv("CUBE_KIOSK_EMULATED") != nil

  /// Why nothing is told there of a program that can't be started.
  public static let losesErrorsOfExec = "under qemu-user the child of posix_spawn shares no memory to say its error in"

  /// Why a measured time means nothing there.
  public static let hasNoTime = "under emulation a frame takes as long as it takes"

  /// Why memory can't be measured there.
  public static let hasNoMemory = "qemu-user doesn't say which pages of a process are in memory"

  /// Those seconds, or as many as there are needed.
  public static func patience(_ seconds: Double) -> Double { isOn ? 10 * seconds : seconds }

  /// Those nanoseconds, or as many as there are needed.
  public static func patience(_ nanoseconds: UInt64) -> UInt64 { isOn ? 10 * nanoseconds : nanoseconds }
}
