import Glibc

/// Emulation of another processor by qemu-user, with which `.ci/swift-test` runs the tests built for it.
public enum Emulation {
  public static let isOn = getenv("CUBE_KIOSK_EMULATED") != nil

  /// The reason to skip tests that start missing programs.
  public static let execErrorsNotReportedReason =
    "under qemu-user, posix_spawn can't report an error of exec, since its child doesn't share memory"

  /// The reason to skip tests that measure time.
  public static let timeNotMeasurableReason = "under emulation, times say nothing about the program"

  /// The reason to skip tests that measure memory.
  public static let memoryNotMeasurableReason = "qemu-user doesn't report which pages of a process are in memory"

  /// Extends a timeout under emulation.
  public static func extended(_ seconds: Double) -> Double { isOn ? 10 * seconds : seconds }

  /// Extends a timeout under emulation.
  public static func extended(_ nanoseconds: UInt64) -> UInt64 { isOn ? 10 * nanoseconds : nanoseconds }
}
