@_exported import PanelLayers
