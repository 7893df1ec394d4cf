import Foundation

/// Home Assistant's rules for a device's discovery message, from its documentation: `integrations/mqtt`, "Device discovery
/// payload", and the page of each platform, such as `integrations/switch.mqtt`.
///
/// The rules include the options that a bridge may need, not all. They don't render templates.
enum HomeAssistant {
  /// The options of a platform, besides `commonOptions`.
  private struct Platform {
    let required: Set<String>
    let optional: Set<String>
  }

  private static let platforms = [
    "sensor": Platform(
      required: ["state_topic"],
      optional: [
        "value_template", "unit_of_measurement", "device_class", "state_class", "options", "expire_after",
        "json_attributes_topic", "json_attributes_template",
      ]),
    "switch": Platform(
      required: ["command_topic"],
      optional: ["state_topic", "value_template", "payload_on", "payload_off", "state_on", "state_off", "retain"]),
    "select": Platform(
      required: ["command_topic", "options"], optional: ["state_topic", "value_template", "retain"]),
    "number": Platform(
      required: ["command_topic"],
      optional: [
        "state_topic", "value_template", "min", "max", "step", "mode", "unit_of_measurement", "device_class", "retain",
      ]),
    "text": Platform(
      required: ["command_topic"],
      optional: [
        "state_topic", "value_template", "min", "max", "mode", "pattern", "retain", "json_attributes_topic",
        "json_attributes_template",
      ]),
    "button": Platform(required: ["command_topic"], optional: ["payload_press", "device_class", "retain"]),
    "event": Platform(required: ["state_topic", "event_types"], optional: ["value_template", "device_class"]),
    "image": Platform(required: ["image_topic"], optional: ["content_type", "image_encoding"]),
    "light": Platform(
      required: ["command_topic"],
      optional: [
        "state_topic", "state_value_template", "payload_on", "payload_off", "brightness_command_topic",
        "brightness_scale", "brightness_state_topic", "brightness_value_template", "on_command_type",
      ]),
    "binary_sensor": Platform(
      required: ["state_topic"], optional: ["value_template", "device_class", "payload_on", "payload_off"]),
    "notify": Platform(required: ["command_topic"], optional: ["command_template"]),
    "device_automation": Platform(
      required: ["automation_type", "type", "subtype", "topic"], optional: ["payload", "value_template"]),
  ]
  private static let commonOptions: Set = [
    "platform", "name", "unique_id", "entity_category", "icon", "enabled_by_default", "qos", "availability_topic",
    "availability_template",
  ]
  private static let messageOptions: Set = [
    "device", "origin", "components", "availability_topic", "payload_available", "payload_not_available", "qos",
    "state_topic", "command_topic", "encoding",
  ]
  private static let deviceOptions: Set = [
    "identifiers", "connections", "name", "model", "model_id", "manufacturer", "sw_version", "hw_version",
    "serial_number", "suggested_area", "configuration_url", "via_device",
  ]

  /// Returns the violations in a message.
  static func errors(in message: [String: Any]) -> [String] {
    var errors = keys(message, allowed: messageOptions, required: ["device", "origin", "components"], "message")
    let device = message["device"] as? [String: Any] ?? [:]
    errors += keys(device, allowed: deviceOptions, required: ["identifiers"], "device")
    if (device["identifiers"] as? [String] ?? []).isEmpty { errors.append("device: no identifier") }
    if ((message["origin"] as? [String: Any])?["name"] as? String ?? "").isEmpty { errors.append("origin: no name") }
    if !(0...2).contains(message["qos"] as? Int ?? 0) { errors.append("message: qos") }
    let components = message["components"] as? [String: [String: Any]] ?? [:]
    for (name, component) in components { errors += self.errors(in: component, name) }
    let identifiers = components.values.compactMap { $0["unique_id"] as? String }
    if Set(identifiers).count < identifiers.count { errors.append("message: equal unique_ids") }
    return errors + topics(message, "message")
  }

  private static func errors(in component: [String: Any], _ name: String) -> [String] {
    guard let platform = (component["platform"] as? String).flatMap({ platforms[$0] }) else {
      return ["\(name): platform"]
    }
    // Home Assistant removes such an entity.
    guard component.count > 1 else { return [] }
    let isEntity = component["platform"] as? String != "device_automation"
    // Home Assistant splits keys at spaces when it deletes the device.
    var errors = name.contains(" ") ? ["\(name): a space"] : []
    errors += keys(
      component, allowed: platform.required.union(platform.optional).union(commonOptions),
      required: platform.required.union(isEntity ? ["unique_id"] : []), name)
    for (key, value) in component {
      let isValid =
        switch key {
        case "options", "event_types": Set(value as? [String] ?? []).count == (value as? [Any])?.count
        case "min", "max": value is Double
        case "brightness_scale": value as? Int ?? 0 >= 1
        case "step": (value as? Double ?? 0) >= 0.001
        case "mode": ["box", "slider", "auto", "text", "password"].contains(value as? String)
        case "entity_category": ["config", "diagnostic"].contains(value as? String)
        case "retain", "enabled_by_default": value is Bool
        default: value is String && !(value as? String ?? "").isEmpty
        }
      if !isValid { errors.append("\(name): \(key) is \(value)") }
    }
    if (component["options"] as? [Any] ?? ["any"]).isEmpty { errors.append("\(name): no options") }
    if let minimum = component["min"] as? Double, let maximum = component["max"] as? Double, minimum >= maximum {
      errors.append("\(name): min and max")
    }
    if component["platform"] as? String == "text", component["max"] as? Int ?? 0 > 255 { errors.append("\(name): max") }
    return errors + topics(component, name)
  }

  private static func keys(
    _ object: [String: Any], allowed: Set<String>, required: Set<String>, _ name: String
  ) -> [String] {
    required.subtracting(object.keys).map { "\(name): no \($0)" }
      + Set(object.keys).subtracting(allowed).map { "\(name): unknown \($0)" }
  }

  /// Returns an error for each topic with a wildcard.
  private static func topics(_ object: [String: Any], _ name: String) -> [String] {
    object.filter { $0.key.hasSuffix("_topic") }.compactMap { key, value in
      let topic = value as? String ?? ""
      return topic.isEmpty || topic.contains { "+#".contains($0) } ? "\(name): \(key)" : nil
    }
  }
}
