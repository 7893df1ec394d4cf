@testable import Configuration
@testable import Kiosk

/// The programs around the panel.
final class TypedTextWorld {
  /// The texts that left the panel since the last check, and how.
  var sent: [(way: String, text: String)] = []
  /// The requests that the adapter hasn't answered, and their texts.
  var requests: [(id: Int, text: String, isChange: Bool)] = []
  var servedCount = 0

  func receive(_ json: JSONValue) {
    guard case .object(let members) = json, case .integer(let id)? = members["id"] else {
      return sent.append(("adapter", json.singleLine))
    }
    let isChange = members["set"]?.text == TypedTextPage.served
    // The field's own adapter gets its text.
    if isChange { servedCount += 1 } else { sent.append(("adapter", json.singleLine)) }
    requests.append((id, members["value"]?.text ?? "", isChange))
  }
}
