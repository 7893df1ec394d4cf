import Chrome

/// Who may do what an engineer does, and where that begins.
struct Maintenance: Equatable {
  var pin: PINHash
  var corner = Stage.Corner.topLeft
}
