// These modules' types appear in the signatures of layers, so clients of Layers can use them without importing them.
@_exported import Geometry
@_exported import Raster
@_exported import Text
