import Control
import Scenes

extension Kiosk {
  /// Plays a sound, unless the panel is dark. It is an event of the control socket, which cube-kiosk-audio plays.
  ///
  /// - Parameter sound: the name of a sound in the freedesktop sound theme, or an absolute path.
  func play(sound: String) {
    guard idle.state != .dark else { return }
    let percent = options.volume.flatMap { options.values.reading($0) }.flatMap { ValueDefinition.number($0.raw) }
    events.send(.sound(sound, volume: Int(clamping: min(max(percent ?? 100, 0), 100).rounded())))
  }
}
