import Chrome

/// The PIN that opens maintenance, and the corner where it is asked for.
package struct Maintenance: Equatable {
  package var pin: PINHash
  package var corner = Stage.Corner.topLeft
}
