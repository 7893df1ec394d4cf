import Glibc

/// Emulation of another processor by qemu-user, with which `.ci/swift-test` runs the tests built for it.
public enum Emulation {
  public static let isOn = getenv("CUBE_KIOSK_EMULATED") != nil

  /// The reason to skip tests of programs that can't be started.
  public static let losesErrorsOfExec = "under qemu-user the child of posix_spawn shares no memory to say its error in"

  /// The reason to skip tests that measure time.
  public static let hasNoTime = "under emulation a frame takes as long as it takes"

  /// The reason to skip tests that measure memory.
  public static let hasNoMemory = "qemu-user doesn't say which pages of a process are in memory"

  /// Extends a timeout under emulation.
  public static func patience(_ seconds: Double) -> Double { isOn ? 10 * seconds : seconds }

  /// Extends a timeout under emulation.
  public static func patience(_ nanoseconds: UInt64) -> UInt64 { isOn ? 10 * nanoseconds : nanoseconds }
}
