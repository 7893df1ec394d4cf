import Glibc
import Kiosk

@main enum Main {
  static func main() {
    exit(Kiosk.main(Array(CommandLine.arguments.dropFirst())))
  }
}
