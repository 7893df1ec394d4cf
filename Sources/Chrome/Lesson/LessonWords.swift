import Views
import Words

/// All that the lesson says, for somebody of fourteen.
enum LessonWords {
  typealias Line = (title: String, detail: String)

  static var tap: Line { (Word.lessonTap.text, Word.lessonTapDetail.text) }
  static var tapAgain: Line { (Word.lessonTap.text, Word.lessonTapAgainDetail.text) }
  static var guess: Line { (Word.lessonGuess.text, Word.lessonGuessDetail.text) }

  /// - Parameters:
  ///   - guessed: the face's number.
  ///   - taker: its name.
  static func answer(guessed: Int, isRight: Bool, taker: String) -> Line {
    let word = isRight ? Word.lessonRight : .lessonWrong
    return (word.text([.face: "\(guessed)", .taker: taker]), Word.lessonAnswerDetail.text)
  }

  static func fixes(tried: Int) -> Line {
    (Word.lessonFixes.text, tried < 3 ? Word.lessonFixesTried.text(count: tried) : Word.lessonFixesDone.text)
  }

  static var turn: Line { (Word.lessonTurn.text, Word.lessonTurnDetail.text) }
  static var turned: Line { (Word.lessonTurned.text, Word.lessonTurnedDetail.text) }
  static var sentence: Line { (Word.lessonEnd.text, Word.lessonEndDetail.text) }
}
