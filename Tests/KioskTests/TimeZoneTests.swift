import Glibc
import Testing

@testable import Kiosk

extension SerializedProcessStateTests {
  @Suite struct TimeZoneTests {
    @Test func sleepHoursFollowTheTimeZone() {
      let previous = getenv("TZ").map { String(cString: $0) }
      defer {
        if let previous { setenv("TZ", previous, 1) } else { unsetenv("TZ") }
        tzset()
      }
      for (zone, minute) in [("UTC0", 0), ("JST-9", 540), ("IST-5:30", 330)] {
        setenv("TZ", zone, 1)
        #expect(IdleController.minuteOfDay(at: 0) == minute, "\(zone)")
      }
    }
  }
}
