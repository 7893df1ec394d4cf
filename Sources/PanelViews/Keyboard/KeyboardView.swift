import PanelLayers
public final class KeyboardView: View {
  weak var input: (any KeyInput)?
  var onDismiss: (() -> Void)?
}
