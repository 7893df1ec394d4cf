import ControlProtocol
import JSON

extension PanelState {
  /// The payload of the state's topic. A stale reading is null, like one that the value never had.
  var json: JSONValue {
    let readings = JSONMembers(values.map { ($0.name, $0.isStale ? .null : $0.reading) })
    return ["values": .object(readings), "idle": idle, "scene": scene, "page": page]
  }
}
