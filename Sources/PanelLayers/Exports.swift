// These modules' types appear in the signatures of layers, so clients of PanelLayers can use them without importing them.
@_exported import PanelGeometry
@_exported import PanelRaster
@_exported import PanelText
