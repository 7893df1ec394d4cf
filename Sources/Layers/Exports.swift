// The signatures of layers are full of these modules' types: who imports Layers can name them.
@_exported import Geometry
@_exported import Raster
@_exported import Text
