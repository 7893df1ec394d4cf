extension String {
  /// Returns the most similar word, as a suggestion for a misspelled one; `nil` if none is similar. A similar word differs
  /// in at most two letters, and in less than half of its letters. Case is ignored.
  package func nearest(among words: some Collection<String>) -> String? {
    let ownLetters = Array(lowercased().utf8)
    let candidates = words.sorted().compactMap { word -> (word: String, distance: Int)? in
      let letters = Array(word.lowercased().utf8)
      guard abs(letters.count - ownLetters.count) <= 2 else { return nil }
      let distance = editDistance(ownLetters, letters)
      return distance <= 2 && distance * 2 < letters.count ? (word, distance) : nil
    }
    return candidates.min { $0.distance < $1.distance }?.word
  }
}

extension Collection<String> {
  /// The words as an English list: "book, camera or off".
  package var alternatives: String {
    count < 2 ? first ?? "nothing" : dropLast().joined(separator: ", ") + " or " + Array(suffix(1))[0]
  }
}

/// Returns the edit distance: the number of letters inserted, deleted, replaced or swapped with their neighbor.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var rows = [Array(0...b.count)]
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var distance = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, rows[i - 1][j - 1] + 1) }
      row.append(distance)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
