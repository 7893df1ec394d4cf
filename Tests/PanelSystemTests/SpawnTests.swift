import Emulation
import Foundation
import Testing

@testable import PanelSystem

@Suite struct SpawnTests {
  /// Runs a script and returns the lines that it writes.
  private func run(_ script: String, directory: String? = nil) throws -> [String] {
    try lines(of: spawn(["sh", "-c", script], environment: ["PATH=/usr/bin:/bin", "DOOR=1"], directory: directory))
  }

  /// Borrows the process, because the optimizer of Swift 6.0.3 crashes on a function that owns it.
  private func lines(of process: borrowing ChildProcess) throws -> [String] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while true {
      let count = read(process.output.number, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      if count == 0 { break }
      var descriptor = pollfd(fd: process.output.number, events: Int16(POLLIN), revents: 0)
      try #require(count > 0 || errno == EAGAIN && poll(&descriptor, 1, 20_000) == 1)
    }
    var status: Int32 = -1
    #expect(waitpid(process.pid, &status, 0) == process.pid && status == 0)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func childHasTheGivenDirectoryAndEnvironment() throws {
    #expect(try run("pwd; echo $DOOR ${HOME-none}; echo two >&2", directory: "/usr") == ["/usr", "1 none", "two"])
  }

  @Test func childInheritsNoDescriptors() throws {
    // A descriptor without O_CLOEXEC, as a library may open it.
    let leaked = open("/dev/null", O_RDONLY)
    defer { close(leaked) }
    let lines = try run("for f in /proc/self/fd/*; do echo ${f##*/}; done; readlink /proc/$$/fd/0")
    // 3 is the directory that the shell lists.
    #expect(Set(lines).subtracting(["3"]) == ["0", "1", "2", "/dev/null"])
  }

  @Test func childLeadsItsProcessGroupWithDefaultSignals() throws {
    let lines = try run("echo $$; cut -d' ' -f5 /proc/$$/stat; grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -c17-")
    #expect(lines[0] == lines[1])
    // The last eight digits are for signals 1 to 32. The C library reserves 32 and 33.
    let masks = lines[2...].map { (UInt32($0, radix: 16) ?? .max) & 0x7FFF_FFFF }
    #expect(masks == [0, 0])
  }

  @Test(
    .disabled(if: Emulation.isOn, Comment(rawValue: Emulation.execErrorsNotReportedReason)),
    arguments: [("no-such-program", ENOENT), ("/etc/passwd", EACCES)])
  func missingProgramThrows(_ name: String, _ code: Int32) {
    #expect(throws: SystemError(name, code)) { _ = try spawn([name], environment: []) }
  }
}
