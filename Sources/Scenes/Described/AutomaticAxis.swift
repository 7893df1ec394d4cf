import PanelViews

/// The common axis of all stacks of a scene whose axis is `automatic`. It doesn't retain them.
final class AutomaticAxis {
  private struct WeakStack { weak var stack: StackView? }

  private var stacks: [WeakStack] = []

  var axis = Axis.horizontal {
    didSet { for entry in stacks { entry.stack?.axis = axis } }
  }

  func add(_ stack: StackView) {
    stacks.removeAll { $0.stack == nil }
    stacks.append(WeakStack(stack: stack))
    stack.axis = axis
  }
}
