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
    let (before, switches, commits) = (panel.usage, panel.contextSwitches, panel.compositor.surface?.commits.count ?? 0)
    let end = EventLoop.now + UInt64(options.count) * 1_000_000_000
    while EventLoop.now < end { try panel.dispatch() }
    let memory = PanelProcess.memory()
    table.add(
      .count(options.count), .count(panel.contextSwitches - switches), .time(panel.usage.cpu - before.cpu),
      .count((panel.compositor.surface?.commits.count ?? 0) - commits), .time(memory.fill), .time(memory.copy))
    return table
  }
}
