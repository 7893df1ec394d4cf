import Foundation
import Testing

@testable import Configuration

/// In UTC, since the time zone is the whole process's.
@Suite struct ClockTextTests {
  private func seconds(_ text: String) -> Int {
    Int(ISO8601DateFormatter().date(from: text.replacingOccurrences(of: " ", with: "T") + "Z")!.timeIntervalSince1970)
  }

  /// Returns the first time, in seconds since 1970, at which the text changes, by testing each second.
  private func firstChange(_ text: ClockText, after time: Int, within seconds: Int) -> Int? {
    let now = text.text(at: time)
    return (time + 1...time + seconds).first { text.text(at: $0) != now }
  }

  @Test(arguments: ["%H:%M", "%H:%M:%S", "%H", "%I %p", "%p", "%A", "%j", "at noon", "%M", "%-d. %B %H:%M", "%T", "%s"])
  func nextChangeMatchesExhaustiveSearch(_ format: String) {
    let text = ClockText(format: format, locale: .init("C"))
    for start in ["2026-11-21 09:29:59", "2026-11-21 11:00:00", "2026-12-31 23:59:30", "2027-02-28 12:34:56"] {
      let time = seconds(start)
      guard let change = firstChange(text, after: time, within: 90000) else {
        #expect(format == "at noon" && text.nextChange(after: time) == nil)
        continue
      }
      #expect(text.nextChange(after: time) == change, "\(format) from \(start)")
    }
  }

  @Test func monthAndYearChangeAtTheirEnd() {
    func text(_ format: String) -> ClockText { ClockText(format: format, locale: .init("C")) }
    let time = seconds("2026-11-21 09:30:00")
    #expect(seconds("1970-01-01 00:00:00") == 0)
    var parts = tm()
    var clockTime = time_t(time)
    localtime_r(&clockTime, &parts)
    let offset = parts.tm_gmtoff
    #expect(text("%B").nextChange(after: time) == seconds("2026-12-01 00:00:00") - offset)
    #expect(text("%Y").nextChange(after: time) == seconds("2027-01-01 00:00:00") - offset)
  }

  @Test func missingLocaleIsC() {
    let locale = ClockText.Locale("xx_XX.UTF-8")
    #expect(ClockText(format: "%B", locale: locale).text(at: seconds("2026-03-15 12:00:00")) == "March")
    #expect(locale.decimalSeparator == ".")
  }

  @Test(arguments: ["%", "%Q", "%%", "%999999999d", "%E"]) func invalidFormatDoesNotTrap(_ format: String) {
    let text = ClockText(format: format, locale: .init("C"))
    _ = (text.text(at: 0), text.nextChange(after: 0), text.text(at: .max), text.text(at: .min))
  }
}
