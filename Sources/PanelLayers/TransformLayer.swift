/// A layer that doesn't flatten: its sublayers share the 3D space that contains the layer.
///
/// It draws nothing itself: background color and contents are ignored, its opacity applies to each sublayer separately,
/// and a hit test never returns it.
public final class TransformLayer: Layer {}
