import Configuration
import Glibc

extension Commands {
  /// Checks a configuration or a scene file and prints all faults and warnings.
  static func checkConfig(_ path: String) throws(CommandFailure) -> Int32 {
    let (options, faults) = CheckedFile.read(path)
    for fault in faults { complain(fault.description) }
    guard faults.isEmpty else { return ExitCode.configuration }
    for warning in ConfigurationWarnings.all(options, now: time(nil)) { complain("\(path): warning: \(warning)") }
    try print(lines: ["\(path): good"])
    return 0
  }

  /// Reads a PIN from standard input and prints its hash as members for the configuration file.
  static func hashPIN() throws(CommandFailure) {
    if isatty(0) == 1 { complain("PIN, then Return:") }
    let pin = readLine() ?? ""
    let (least, most) = (PINHash.minimumNewLength, PINHash.digits.upperBound)
    guard (least...most).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw CommandFailure(
        "hash-pin: expected \(least) to \(most) digits on standard input", exitCode: ExitCode.badData)
    }
    guard let hash = PINHash.make(pin) else {
      throw CommandFailure("hash-pin: the system can't hash", exitCode: ExitCode.outputFailed)
    }
    try print("\"pin\": \"\(hash)\", \"digits\": \(pin.utf8.count)\n")
  }
}
