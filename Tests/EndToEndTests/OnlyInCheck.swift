import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Leaves a test or a suite to `make check` and to `make test FILTER=…`, because `make test` has a budget of five
  /// minutes on two cores.
  static var onlyInCheck: Self {
    .enabled(if: ProcessInfo.processInfo.environment["CUBE_KIOSK_CHECK"] != nil, "only in make check")
  }
}
