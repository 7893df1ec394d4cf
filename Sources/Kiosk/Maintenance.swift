import Chrome

/// The PIN that opens maintenance, and the corner where it is asked for.
struct Maintenance: Equatable {
  var pin: PINHash
  var corner = Stage.Corner.topLeft
}
