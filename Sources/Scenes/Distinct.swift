import Raster
import Views

/// A view that is told apart by a colour of its own, as on a map of who takes which touch.
public protocol Distinct: View {
  var distinctColor: Color { get }
}
