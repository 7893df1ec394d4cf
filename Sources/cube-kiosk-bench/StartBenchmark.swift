import Glibc
import PanelEvents
import PanelSystem

/// `start [--program PATH] [N]`: times each step from exec to the first picture on the screen. Figures are the median
/// of N starts, 10 by default, after a warm-up.
///
/// `main` is measured in a separate process, until `--version` prints: by then the program is loaded and has parsed its
/// command line.
enum StartBenchmark {
  private static let steps = ["main", "connected", "configured", "first commit", "presented"]

  static func run(_ operands: [String]) throws -> Table {
    let options = try PanelProcess.Options(operands, count: 10)
    /// For each start, the usage at the end of each step.
    let starts = try (0...options.count).map { _ in try [main(options.program)] + start(options.program) }.dropFirst()
    let table = Table(["step", "since exec", "time", "CPU time", "page faults", "threads at its end"])
    for (index, step) in steps.enumerated() {
      func median<Value: Comparable & AdditiveArithmetic>(_ value: KeyPath<PanelProcess.Usage, Value>) -> Value {
        // The first step ran in another process, which may have been slower than the step after it.
        starts.map { steps in
          let (now, before) = (steps[index][keyPath: value], index > 0 ? steps[index - 1][keyPath: value] : .zero)
          return now > before ? now - before : .zero
        }.median
      }
      table.add(
        .text(step), .time(starts.map { $0[index].time }.median), .time(median(\.time)), .time(median(\.cpu)),
        .count(median(\.pageFaults)), .count(starts.map { $0[index].threads }.median))
    }
    let memoryTimes = PanelProcess.measureMemory()
    for (name, time) in [("memset of a picture", memoryTimes.fill), ("memcpy of a picture", memoryTimes.copy)] {
      table.add(.text(name), .time(time), .time(time), .time(time), .count(0), .count(1))
    }
    return table
  }

  /// Returns the time until `--version` prints, and its resource usage until it exits, which follows at once.
  private static func main(_ program: String) throws(SystemError) -> PanelProcess.Usage {
    let start = EventLoop.now
    return usage(of: try spawn([program, "--version"], environment: PanelProcess.environment), since: start)
  }

  /// Borrows the process, because the optimizer of Swift 6.0.3 crashes on a function that owns it.
  private static func usage(of process: borrowing ChildProcess, since start: UInt64) -> PanelProcess.Usage {
    var descriptor = pollfd(fd: process.output.number, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 20_000)
    let time = EventLoop.now - start
    var usage = rusage()
    wait4(process.pid, nil, 0, &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    let cpu = (user.tv_sec + system.tv_sec) * 1_000_000_000 + (user.tv_usec + system.tv_usec) * 1000
    return PanelProcess.Usage(time: time, cpu: UInt64(cpu), pageFaults: usage.ru_minflt + usage.ru_majflt, threads: 1)
  }

  /// Returns the usage at the end of the later steps, with times since exec.
  private static func start(_ program: String) throws(SystemError) -> [PanelProcess.Usage] {
    let panel = try PanelProcess(program)
    var steps = [panel.connectionUsage]
    let conditions: [() -> Bool] = [
      // The first commit, without a buffer, requests a configure event, which is sent at once.
      { panel.compositor.surface?.commits.isEmpty == false },
      { panel.compositor.surface?.commits.contains { $0.buffer != nil } == true },
      { panel.screen?.shownFrames.isEmpty == false },
    ]
    for condition in conditions {
      try panel.run(until: condition)
      steps.append(panel.usage)
    }
    for index in steps.indices { steps[index].time -= panel.startTime }
    return steps
  }
}
