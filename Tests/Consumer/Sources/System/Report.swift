public func report(_ message: String) {
  print(message)
}
