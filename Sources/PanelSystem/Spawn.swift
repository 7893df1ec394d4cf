import CLinux
import Glibc

/// A child process that was started.
public struct ChildProcess: ~Copyable {
  public let pid: pid_t
  /// The nonblocking read end of the child's output.
  public let output: Descriptor
}

/// Starts a program as the leader of a process group, with no signals blocked and no descriptors of ours inherited.
///
/// - Parameters:
///   - command: the program, looked up in PATH, and its arguments.
///   - environment: the complete environment, as NAME=VALUE.
///   - directory: the working directory; `nil` for our own.
///   - minimum: the child's minimum `oom_score_adj`. When memory is short, the kernel adds it, in thousandths of all
///     memory, to the child's usage as it selects a process to kill.
///   - input: the child's standard input; `nil` for /dev/null.
///   - capturesErrors: true to read standard error together with the output; otherwise the child inherits our own.
/// - Throws: `SystemError` if the pipe or the process can't be created.
public func spawn(
  _ command: [String], environment: [String], directory: String? = nil, minimumOOMScoreAdjustment minimum: Int = 0,
  input: Int32? = nil, capturesErrors: Bool = true
) throws(SystemError) -> ChildProcess {
  var ends: [Int32] = [0, 0]
  guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(command[0], errno) }
  let output = Descriptor(ends[0])
  let childOutput = Descriptor(ends[1])
  _ = fcntl(output.number, F_SETFL, O_NONBLOCK)

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let input {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, childOutput.number, 1)
  if capturesErrors { posix_spawn_file_actions_adddup2(&actions, childOutput.number, 2) }
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
  let code = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
  guard code == 0 else { throw SystemError(command[0], code) }
  raiseOOMScoreAdjustment(of: pid, to: minimum)
  return ChildProcess(pid: pid, output: output)
}

/// Raises the `oom_score_adj` of a child that has just been started. The processes that it starts inherit the value, unless
/// it starts one within the first moment. Our own value would be inherited in any case, but restoring it can fail.
private func raiseOOMScoreAdjustment(of pid: pid_t, to minimum: Int) {
  let path = "/proc/\(pid)/oom_score_adj"
  guard let text = try? File.read(path, upTo: 16),
    let value = Int(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)), value < minimum,
    let file = try? Descriptor(opening: path, O_WRONLY)
  else { return }
  try? File.write(Array("\(minimum)".utf8), to: file.number, subject: path)
}
