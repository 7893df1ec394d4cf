/// A text of the user interface. To add one, add a case here and a line in each language's file.
///
/// The case's name is also the text's key in a custom language file.
public enum LocalizedText: String, CaseIterable, Sendable {
  // Buttons on the cube.
  case hold, run, lamp, running, succeeded, failed, noAdapter, unknown, presses

  // The bar.
  case explain, scenes, tryAnotherAnswer, configurationError, sceneFileError

  // Hit testing.
  case touchFix
  case fixNone, fixNoneDetail, fixNoneTurned
  case fixOnlyThree, fixOnlyThreeDetail, fixOnlyThreeRemark, fixOnlyThreeEffectAndCost, fixOnlyThreeTurned
  case fixThreeFirst, fixThreeFirstDetail, fixThreeFirstRemark, fixThreeFirstEffectAndCost, fixThreeFirstTurned
  case fixNearest, fixNearestDetail, fixNearestRemark, fixNearestEffectAndCost, fixNearestTurned

  // Shading.
  case shading
  case shadingBook, shadingBookDetail
  case shadingCamera, shadingCameraDetail
  case shadingOff, shadingOffDetail

  // The scenes' titles.
  case sceneCube, sceneLesson, sceneFold, sceneCarousel, sceneRotate, sceneCompound, sceneShear, sceneRotateY
  case scenePerspective, sceneSharedPerspective, sceneBackface, sceneFlattenZ, sceneFlattenY, sceneOrder
  case sceneIntersect, sceneTouchTest

  // Controls and labels of the scenes.
  case angle, eye, move, size
  case net, netFlat, netFlatDetail, netCube, netCubeDetail
  case outerLayer, flatLayer, flatLayerDetail, transformLayer, transformLayerDetail
  case sides, doubleSided, doubleSidedDetail, frontOnly, frontOnlyDetail
  case perspective, perspectiveShared, perspectiveSharedDetail, perspectiveOwn, perspectiveOwnDetail
  case red, bringToFront, sendToBack
  case captionRotate, captionCompound, captionRotateY, captionBackface

  // The status line in the bar before the first touch.
  case hintTap, hintNumbers, hintCarousel, hintOrder, hintIntersect, hintFold, hintTouchTest
  case hintLamp, hintButton, hintCube

  // The status line in the bar after a touch.
  case nobodyTook, took, tookFromBehind, tookVisibleNotListening, lampTook, buttonTook

  // The names of visible views.
  case face, faces, side, sidesNumbered, card, cards
  case root, bar, theContainer, thePanel, theCard, innerCard, outerCard, leftCard, rightCard, redCard, greenCard
  case redPlane, bluePlane, yellowPlane, number, numberOfPresses, lampButton, theButton, buttonOn
  case theBackground, nobody
  case betweenSentences, decimalSeparator, listSeparator, listLast, listOthers

  // The callout of a tap.
  case tookYourTap, tapFromBehind, tapUndrawn, doesNotListen, letItThrough, undrawnListens, seenFromBehind
  case tapOutside, outerDoesNotListen, isDisabled, gestureClaimed, isMoving, getsNoTap, doesNothing, lostYourTap,
    areaAround

  // The scene of dead buttons.
  case sceneDeadButtons, hintDeadButtons, pressMe, itWorks, repaired, theBox, theCover
  case showMeWhy, moreTime

  // The exploded view.
  case takesTheTap, takesTheTapAtBack, hiddenAskedBefore, hiddenAskedFirst, hiddenListens, tagFront, tagBack
  case viewNeverAsked, yourButton, nothingElse, noneOfThem, firstHasIt, askedAndMissed, theyDoNotListen, comesNext
  case orderIsNotDepth, ordinal, replay, close, timeline, faceThreeWasHere, yourTap, orderOfAsking, orderOfDistance,
    tappedBeside, turnCube, turnBack

  // Hit-test results of a view, in the exploded view and `hit`.
  case neverAsked, takesIt, notListening, missed, asksSubviews, asksNearestFirst, asksLastFirst
  case outcomeWithReason, outcomeWithVisibleView
  case nobodyTakesIt
  case reasonHidden, reasonAlpha, reasonInteractionOff, reasonAnimating, reasonOutside, reasonBehindEye, reasonEdgeOn

  // The lesson.
  case lessonTap, lessonTapDetail, lessonTapHere, lessonTapAgainDetail, lessonGuess, lessonGuessDetail
  case lessonRight, lessonWrong, lessonAnswerDetail, lessonFixes, lessonFixesTried, lessonFixesDone, lessonTriedAgain
  case lessonTurn, lessonTurnDetail, lessonTurned, lessonTurnedDetail, lessonEnd, lessonEndDetail
  case lessonNext, lessonAgain, lessonLeave, lessonStep

  // Maintenance.
  case maintenance, waitSeconds, waitMinutes, enter, quit, restart, stopForService, stopNote, stop, back,
    done
  case entryInvalid, entryNumber, entryAtLeast, entryAtMost, entryAnyNumber, nothingFound
  case screenMissing
  case factSize, factTurns, factOutput, factNoOutput, factEvents, factRate, factFingers

  // The card for an invalid configuration.
  case errorTitle, errorNext, errorMore

  // Spoken only; see `SpeechTexts`.
  case speechIntroduction, spokenStop, spokenButton, spokenHeading, spokenImage, spokenAdjustable, spokenSwitch
  case spokenOn, spokenOff, spokenSelected, spokenDisabled, hintAdjust, hintTurn, hintConfirm, confirmAgain, page
  case keyboard, keySpace, keyShift, keyCapsLock, keyNextLayout, keyNumbers, keyLetters, keySymbols, keyHide
  case keyReturn, keyGo, keyNext, keySearch, keySend, spokenCapital
  case textField, secureTextField, editing, emptyField, characters, dot, clearText, holdToShow
  case keyboardShown, keyboardHidden
  case typingDeleted
  case tapReaches, digits, digitsOf, deleteKey, speechOff, keyIntroduction, spokenMinimum, spokenMaximum
  case spokenBeginning, spokenEnd, spokenPressed, notPressable, notAdjustable, speechVolume, speechRate
  case hintAdjustKey, hintTurnKey, confirmAgainKey, currently, entryCleared, entryIncomplete, moreTimeKey, codeEntered,
    codeAccepted, codeRejected, codeHint, spokenInFront, speechOffKey, speechOffCorner, lightOn, lightOff
  case speechSettings, spokenCube, cubeShows, faceShows
  case cornerTopLeft, cornerTopRight, cornerBottomLeft, cornerBottomRight

  // The settings for visitors; see `SpeechTexts`.
  case visitorSettings, settingSpeech, settingContrast, settingTextSize, settingReach, settingLanguage
}

/// The placeholders in texts, written in braces: `{face}`.
public enum Placeholder: String, CaseIterable, Sendable {
  case container, count, face, items, last, list, maximum, minimum, name, names, number, pane, reason, screen, seen,
    status, taker,
    target, total,
    word
  case width, height, scale, ours, theirs, events, batches, unframed
}
