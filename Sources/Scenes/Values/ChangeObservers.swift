/// Receives changes of values, by name, or of image files, by path, for as long as it exists.
public final class ChangeObserver {
  fileprivate let names: Set<String>
  fileprivate let handler: () -> Void

  fileprivate init(_ names: Set<String>, _ handler: @escaping () -> Void) {
    (self.names, self.handler) = (names, handler)
  }
}

/// The existing observers of values or image files. It doesn't retain them.
final class ChangeObservers {
  private struct WeakObserver {
    weak var observer: ChangeObserver?
  }

  private var observers: [WeakObserver] = []

  var names: Set<String> { observers.reduce(into: []) { $0.formUnion($1.observer?.names ?? []) } }

  func add(_ names: some Sequence<String>, _ handler: @escaping () -> Void) -> ChangeObserver {
    let observer = ChangeObserver(Set(names), handler)
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
    return observer
  }

  func notify(_ name: String) {
    for reference in observers {
      if let observer = reference.observer, observer.names.contains(name) { observer.handler() }
    }
  }

  func notify(_ changed: some Collection<String>) {
    guard !changed.isEmpty else { return }
    for reference in observers {
      if let observer = reference.observer, changed.contains(where: observer.names.contains) { observer.handler() }
    }
  }
}
