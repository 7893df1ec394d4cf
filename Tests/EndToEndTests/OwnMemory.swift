import Emulation
import Testing

/// The memory of a program that the tests start: whether it is the program's own.
enum OwnMemory {
  static let isKnown = !Sanitizer.isOn && !Emulation.isOn

  /// Why a test that measures it isn't run where it isn't.
  static let isMixed: Comment = "a sanitizer's shadows and what was freed, or an emulator's code, are in it"
}
