import CLinux
import Glibc
import System

/// Starts a program, the leader of a process group, without signals blocked and without a descriptor of ours.
///
/// - Returns: its process, and the read end of what it writes, which doesn't block.
func spawn(
  _ command: [String], environment: [String], directory: String?
) throws(SystemError) -> (pid: pid_t, output: Int32) {
  var ends: [Int32] = [0, 0]
  guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(command[0], errno) }
  _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  defer { close(ends[1]) }

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
  posix_spawn_file_actions_addclosefrom_np(&actions, 3)
  if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  posix_spawnattr_setpgroup(&attributes, 0)
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)

  var pid: pid_t = 0
  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
  defer { for pointer in arguments + variables { free(pointer) } }
  let own = oomScore
  if let own, own < firstToGo { oomScore = firstToGo }
  let code = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
  oomScore = own
  guard code == 0 else {
    close(ends[0])
    throw SystemError(command[0], code)
  }
  return (pid, ends[0])
}

/// The score for which the kernel ends a command, not the interface, when memory is short. Of 1000, which is added as
/// if that share of all memory were its.
private let firstToGo = 500

/// Our own, which a program that is started inherits. Set on the program itself it would come too late for what that
/// has started by then. Without CAP_SYS_RESOURCE it can be raised, and lowered to where it was.
private var oomScore: Int? {
  get {
    let fd = open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = read(fd, &buffer, buffer.count)
    return count > 1 ? Int(String(decoding: buffer[..<(count - 1)], as: UTF8.self)) : nil
  }
  set {
    guard let newValue else { return }
    let fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard fd >= 0 else { return }
    defer { close(fd) }
    let text = "\(newValue)"
    _ = text.withCString { write(fd, $0, strlen($0)) }
  }
}
