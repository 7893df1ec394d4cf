import Scenes

/// All that the lesson says, for somebody of fourteen.
enum LessonWords {
  typealias Line = (title: String, detail: String)

  static let tap: Line = ("Tap the lamp.", "It is the white button on face 3.")
  static let tapAgain: Line = ("Tap the lamp.", "That was beside it. It is the white button on face 3.")
  static let guess: Line = ("Nothing happened. Who got your tap?", "Guess: one of the six faces did.")

  static func answer(guessed: Int, taker: String) -> Line {
    let isRight = taker == "Face \(guessed)"
    return (
      isRight ? "Right: \(taker.lowercased()) got it." : "You said face \(guessed). \(taker) got it.",
      "A tap does not look. It asks one face after the other, and who was added last comes first."
    )
  }

  static func fixes(tried: Int) -> Line {
    (
      "Change who is asked.",
      tried < 3
        ? "Choose each of the other answers below: \(tried) of 3 tried." : "Each of them works. Each has a price."
    )
  }

  static let turn: Line = ("Turn the small cube.", "Turn it until the lamp is at the back.")
  static let turned: Line = (
    "The lamp is at the back now.", "Four answers to the same tap. Which one reaches what you see?"
  )
  static let sentence: Line = (
    "A tap goes to the first one that is asked and says yes.", "Not to what you see. That is the whole secret."
  )

  static let next = "Next"
  static let again = "Once more"
  static let home = "To the cube"
}
