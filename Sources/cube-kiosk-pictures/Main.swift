import CCubeKioskVersion
import Glibc
import PictureAdapter

@main enum Main {
  static func main() {
    exit(Command.run(Array(CommandLine.arguments.dropFirst()), version: String(cString: cube_kiosk_version())))
  }
}
