// Scene files and settings are read as JSON, so every file here uses the reader.
@_exported import JSON
