import Chrome

/// The maintenance PIN, and the corner to hold to be asked for it.
package struct Maintenance: Equatable {
  package var pin: PINHash
  package var corner = Stage.Corner.topLeft
}
