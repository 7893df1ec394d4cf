import JSON
import Testing

@testable import MQTTBridge

@Suite struct TopicAddressTests {
  @Test(arguments: [
    ("stat/plug/POWER", "cmnd/plug/POWER"), ("plug/switch/relay/state", "plug/switch/relay/command"),
    ("zigbee2mqtt/lamp", "zigbee2mqtt/lamp/set"), ("state", "state/set"), ("stat", "stat/set"), ("/a", "/a/set"),
  ])
  func changesHaveATopic(_ topic: String, _ command: String) throws {
    #expect(try #require(TopicAddress(topic)).commandTopic == command)
  }

  @Test(arguments: ["", "a/+", "#", "a\u{0}b", "$share/group/a", "a\nb"]) func otherTextsAreNoTopic(_ address: String) {
    #expect(TopicAddress(address) == nil)
  }

  @Test(arguments: [
    ("21.5", #""21.5""#), ("007", #""007""#), ("ON", #""ON""#), ("", "null"), (#"{"a": true}"#, #"{"a":true}"#),
    ("[1.5]", "[1.5]"),
    ("{broken", #""{broken""#), (" ", #"" ""#),
  ])
  func payloadIsAText(_ payload: String, _ value: String) {
    #expect(TopicAddress.value(of: Array(payload.utf8))?.singleLine == value)
  }

  @Test func othersThanTextsAreRefused() {
    #expect(TopicAddress.value(of: [0xFF, 0xFE]) == nil)
    let longest = [UInt8](repeating: 0x61, count: TopicAddress.maximumPayload)
    #expect(TopicAddress.value(of: longest) != nil && TopicAddress.value(of: longest + [0x61]) == nil)
  }

  @Test(
    arguments: [
      ("ON", nil, "ON"), ("40", nil, "40"), ("40", "/brightness", #"{"brightness":40}"#),
      ("ON", "/state", #"{"state":"ON"}"#), ("true", "/a~1b/c", #"{"a/b":{"c":true}}"#), ("0.5", "/x", #"{"x":0.5}"#),
      ("007", "/x", #"{"x":"007"}"#), ("\"", "/x", #"{"x":"\""}"#),
    ] as [(String, String?, String)])
  func changeIsAText(_ text: String, _ member: String?, _ payload: String) {
    #expect(TopicAddress.payload(text, member: member) == payload)
  }
}
