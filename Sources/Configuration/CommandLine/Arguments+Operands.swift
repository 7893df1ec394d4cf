import ControlProtocol
import PanelGeometry

/// Parses the operands of subcommands.
extension Arguments {
  /// Parses the operands of `ctl`: a command and its own operands.
  package static func request(_ words: [String]) throws(CommandFailure) -> (ControlCommand, [String]) {
    do throws(Refusal) {
      return try ControlCommand.read(words)
    } catch {
      throw CommandFailure("ctl: \(error)")
    }
  }

  /// Parses the operands of `hit`, in points.
  package static func point(_ operands: [String]) throws(CommandFailure) -> Point {
    guard operands.count == 2 else { throw CommandFailure("hit: expected X and Y, found \(operands.count) operands") }
    var numbers: [Double] = []
    for operand in operands {
      guard let number = Options.number(operand, -1e9...1e9) else {
        throw CommandFailure("hit: '\(operand)'; expected a number of points")
      }
      numbers.append(number)
    }
    return Point(numbers[0], numbers[1])
  }
}

extension Options {
  /// Parses a number in a range; returns `nil` for any other text.
  package static func number(_ text: String, _ range: ClosedRange<Double>) -> Double? {
    guard let number = Double(text), range.contains(number) else { return nil }
    return number
  }

  /// The maximum area of a rendered picture, in pixels: 8192 × 8192, enough for 1280x800 at the maximum scale. It may
  /// exceed the panel's limit because no frame rate depends on it.
  static let maximumPixelCount = 1 << 26

  /// Parses a size such as 1280x800; returns `nil` for any other text.
  ///
  /// - Parameter most: The maximum area.
  package static func size(_ text: String, atMost most: Int = maximumPixelCount) -> Size? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { number(String($0), 1...1e9) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      isWithinLimits(Size(width, height), maximumArea: most)
    else {
      return nil
    }
    return Size(width, height)
  }

  /// Checks that the rendered picture isn't too large.
  func checkPictureSize() throws(CommandFailure) {
    // The compositor determines the panel's size.
    guard subcommand != .run, !Self.isWithinLimits(size * pictureScale, maximumArea: Self.maximumPixelCount) else {
      return
    }
    let (width, height) = (
      Int(clamping: (size.width * pictureScale).rounded()), Int(clamping: (size.height * pictureScale).rounded())
    )
    throw CommandFailure(
      "--size times --scale: \(width)x\(height) pixels; expected \(Self.limitText(maximumArea: Self.maximumPixelCount))"
    )
  }

  /// Checks that the tap to explain is inside the picture.
  func checkTap() throws(CommandFailure) {
    guard let tap = explodedTap, !Rect(0, 0, size.width, size.height).contains(tap) else { return }
    let numbers = [tap.x, tap.y, size.width, size.height].map { JSONValue.integerIfWhole($0).singleLine }
    throw CommandFailure(
      "--explode: '\(numbers[0]),\(numbers[1])'; expected a place in the picture's \(numbers[2])x\(numbers[3]) points")
  }

  /// Checks that the values of the readings in `--set` are defined and can have these texts.
  func checkReadings() throws(CommandFailure) {
    for (name, raw) in readings {
      do throws(Refusal) { _ = try values.acceptedText(raw, for: name, isWithinLimits: true) } catch {
        throw CommandFailure("--set: \(error)")
      }
    }
  }

  private static func isWithinLimits(_ size: Size, maximumArea: Int) -> Bool {
    max(size.width, size.height) <= Double(PanelLimits.maximumSide)
      && size.width * size.height <= Double(maximumArea)
  }

  private static func limitText(maximumArea: Int) -> String {
    "at most \(PanelLimits.maximumSide) a side, \(maximumArea) in all"
  }

  static func expectedSize(atMost most: Int = maximumPixelCount) -> String {
    "WIDTHxHEIGHT in points, such as 1280x800, \(limitText(maximumArea: most))"
  }
}
