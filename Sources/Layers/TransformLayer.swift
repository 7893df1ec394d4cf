/// A layer that doesn't flatten: its sublayers live in the space that it lives in itself.
///
/// It has no picture of its own: background colour and contents are ignored, its opacity applies to each sublayer by
/// itself, and it is never the answer of a hit test.
public final class TransformLayer: Layer {}
