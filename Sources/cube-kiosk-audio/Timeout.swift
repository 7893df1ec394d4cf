import Glibc

/// Calls a function of libspeechd or ALSA, which wait without a timeout. If the call hangs, SIGALRM ends this process, and
/// systemd restarts it and speech-dispatcher.
@discardableResult func withTimeout<Result, Failure>(
  _ seconds: UInt32 = 10, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  alarm(seconds)
  defer { alarm(0) }
  return try body()
}
