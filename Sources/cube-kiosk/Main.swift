import CCubeKioskVersion
import Glibc
import Kiosk

@main enum Main {
  static func main() {
    exit(CubeKiosk.main(Array(CommandLine.arguments.dropFirst()), version: String(cString: cube_kiosk_version())))
  }
}
