import PanelEvents
import PanelSystem

/// `idle [--program PATH] [N]`: counts the wake-ups, CPU time and commits of an idle panel during N seconds, 10 by
/// default.
enum IdleBenchmark {
  static func run(_ operands: [String]) throws -> Table {
    let options = try PanelProcess.Options(operands, count: 10)
    let table = Table(["seconds", "wake-ups", "CPU time", "commits", "memset of a picture", "memcpy of a picture"])
    let panel = try PanelProcess(options.program)
    try panel.settle()
    let (cpuBefore, switchesBefore, commitsBefore) = (panel.usage.cpu, panel.contextSwitches, panel.commitCount)
    let end = EventLoop.now + UInt64(options.count) * 1_000_000_000
    while EventLoop.now < end { try panel.dispatch() }
    let memoryTimes = PanelProcess.measureMemory()
    table.add(
      .count(options.count), .count(panel.contextSwitches - switchesBefore), .time(panel.usage.cpu - cpuBefore),
      .count(panel.commitCount - commitsBefore), .time(memoryTimes.fill), .time(memoryTimes.copy))
    return table
  }
}
