// Programs that serve the protocol use its requests and refusals.
@_exported import ControlProtocol
