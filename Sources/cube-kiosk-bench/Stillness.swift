import Events
import System

/// `idle [--program PATH] [N]`: counts the wake-ups, CPU time and commits of an idle panel during N seconds, 10 by
/// default.
enum Stillness {
  static func run(_ words: [String], isJSON: Bool) -> Int32 {
    guard let operands = PanelProcess.Operands(words, count: 10) else { return 64 }
    let table = Table(
      ["seconds", "wake-ups", "CPU time", "commits", "memset of a picture", "memcpy of a picture"], isJSON: isJSON)
    do {
      let panel = try PanelProcess(operands.program)
      try panel.settle()
      let (before, switches, commits) = (panel.usage, panel.switches, panel.compositor.surface?.commits.count ?? 0)
      let end = EventLoop.now + UInt64(operands.count) * 1_000_000_000
      while EventLoop.now < end { try panel.turn() }
      let memory = PanelProcess.memory()
      table.add(
        .count(operands.count), .count(panel.switches - switches), .time(panel.usage.cpu - before.cpu),
        .count((panel.compositor.surface?.commits.count ?? 0) - commits), .time(memory.fill), .time(memory.copy))
    } catch {
      Main.complain("idle: \(error)")
      return 69
    }
    table.finish()
    return 0
  }
}
