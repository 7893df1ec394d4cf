import Control
import Glibc
import PanelSystem
import Scenes

/// Texts that people type into fields.
extension ButtonActions {
  /// Lets a field set its value while people type, and actions read a secure field.
  func connectField(_ control: ValueControl) {
    let name = control.description.valueName
    control.onType = { [unowned self] text in
      do throws(Refusal) {
        try sources.set([(name, text)])
        return nil
      } catch {
        return "\(error)"
      }
    }
    guard control.secureText != nil else { return }
    sources.values.secureTexts[name] = { [weak control] in control?.secureText }
  }

  /// Returns whether a command's input has a text that people type and that isn't public.
  func isPrivateInput(_ input: String, line: RowLine?) -> Bool {
    let secrets = sources.values.secureTexts
    return sources.hasPrivateText(input, line: line) || input.namesInBraces.contains { secrets[$0] != nil }
  }

  /// Writes a command's input into a pipe, from which the command reads it. A secure text goes there from its own memory.
  ///
  /// - Parameters:
  ///   - input: the text, with `{name}` for values.
  ///   - line: the line of the list's row; `nil` outside of lists.
  /// - Returns: the end to read from.
  /// - Throws: `Refusal` if a value has no text, or if the input is larger than a pipe.
  func pipe(for input: String, line: RowLine?) throws -> Descriptor {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw SystemError("the input", errno) }
    let reader = Descriptor(ends[0])
    let writer = Descriptor(ends[1])
    // A new pipe takes 64 KiB at once. Children close every descriptor but their own.
    _ = fcntl(writer.number, F_SETFL, O_NONBLOCK)
    func write(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
      guard bytes.count == 0 || Glibc.write(writer.number, bytes.baseAddress, bytes.count) == bytes.count else {
        throw Refusal("the command's input is too large")
      }
    }
    let secrets = sources.values.secureTexts
    // No reading has a NUL, which marks the place of a secure text.
    let text = try input.replacingNames { name in
      secrets[name] == nil ? try sources.resolve("{\(name)}", line: line) : "\u{0}\(name)\u{0}"
    }
    let parts = text.split(separator: "\u{0}", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 {
        guard let secret = secrets[String(part)]?() else { throw Refusal("nobody has typed \(part)") }
        try secret.withBytes(write)
      } else {
        try Array(part.utf8).withUnsafeBytes(write)
      }
    }
    return reader
  }
}
