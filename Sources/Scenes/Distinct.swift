import Raster
import Views

/// A view with a color that identifies it, for example on a map of hit-test results.
public protocol Distinct: View {
  var distinctColor: Color { get }
}
