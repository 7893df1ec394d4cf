import Testing

@testable import Scenes

struct ValueConditionTests {
  private let values: Values = {
    var door = ValueDefinition(.set("0"))
    door.map = ["0": "shut"]
    var old = ValueDefinition(.set(nil))
    old.staleAfter = 1
    let values = Values([
      "t": ValueDefinition(.set("20")), "door": door, "word": ValueDefinition(.set("warm")),
      "unset": ValueDefinition(.set(nil)), "old": old,
    ])
    values.set("old", "5", at: 0)
    values.advance(to: 2_000_000_000)
    return values
  }()

  private func comparison(_ name: String, _ change: (inout ValueComparison) -> Void) -> ValueCondition {
    var comparison = ValueComparison()
    change(&comparison)
    return .comparison(name, comparison)
  }

  @Test func boundsAreExclusiveOrInclusiveAsTheyAreNamed() {
    for (number, below, above, atLeast, atMost) in [
      (19.0, false, true, true, false), (20, false, false, true, true), (21, true, false, false, true),
    ] {
      #expect(values.holds(comparison("t") { $0.below = number }) == below)
      #expect(values.holds(comparison("t") { $0.above = number }) == above)
      #expect(values.holds(comparison("t") { $0.atLeast = number }) == atLeast)
      #expect(values.holds(comparison("t") { $0.atMost = number }) == atMost)
    }
  }

  @Test func allKeysOfAComparisonMustHold() {
    #expect(values.holds(comparison("t") { ($0.above, $0.below) = (19, 21) }))
    #expect(!values.holds(comparison("t") { ($0.above, $0.below) = (21, 19) }))
    #expect(!values.holds(comparison("t") { ($0.texts, $0.below) = (["19"], 21) }))
    #expect(values.holds(ValueCondition("door", is: ["shut"])) && values.holds(ValueCondition("door", is: ["0"])))
  }

  @Test(arguments: ["unset", "old", "word"]) func neitherAnUnknownComparisonNorItsNegationHolds(_ name: String) {
    let unknown = comparison(name) { $0.below = 20 }
    let (yes, no) = (ValueCondition("t", is: ["20"]), ValueCondition("t", is: ["21"]))
    #expect(!values.holds(unknown) && !values.holds(.not(unknown)) && !values.holds(.not(.not(unknown))))
    #expect(!values.holds(.all([yes, unknown])) && !values.holds(.not(.all([yes, unknown]))))
    #expect(values.holds(.not(.all([no, unknown]))))
    #expect(values.holds(.any([unknown, yes])) && !values.holds(.any([unknown, no])))
    #expect(!values.holds(.not(.any([unknown, no]))) && values.holds(.not(no)))
  }

  /// A value without a current reading can be told from one with a reading.
  @Test func staleValuesAreKnown() {
    func isStale(_ name: String, _ isStale: Bool = true) -> Bool {
      values.holds(comparison(name) { $0.isStale = isStale })
    }
    #expect(isStale("old") && isStale("unset") && !isStale("t"))
    #expect(!isStale("old", false) && !isStale("unset", false) && isStale("t", false))
    values.set("old", "6", at: 3_000_000_000)
    #expect(!isStale("old") && values.holds(.not(comparison("old") { $0.isStale = true })))
  }

  @Test func lastReachedColorCounts() throws {
    var definition = ValueDefinition(.set(nil))
    var low = ValueComparison()
    low.below = 20
    definition.colors = [
      .init(ValueComparison(atLeast: 80), color: .white, label: "full"), .init(low, color: .black, label: "low"),
      .init(ValueComparison(texts: ["off"]), color: .black, label: "none"),
      .init(ValueComparison(atLeast: 95), color: .black, label: "over"),
    ]
    let values = Values(["b": definition])
    func label(_ raw: String) throws -> String? {
      values.set("b", raw, at: 1)
      return values.thresholdLabels(of: try LiveText(template: "{b}"))
    }
    #expect(try label("19") == "low" && label("20") == nil && label("80") == "full")
    #expect(try label("96") == "over" && label("off") == "none" && label("on") == nil)
  }
}
