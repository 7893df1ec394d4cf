import PanelWayland

/// The compositor's globals that the panel uses, each bound at the highest version that both sides support.
struct Globals {
  let compositor: WlCompositor
  let shm: WlShm
  let wmBase: XdgWmBase
  let viewporter: WpViewporter?
  let fractionalScale: WpFractionalScaleManagerV1?
  let decoration: ZxdgDecorationManagerV1?
  let idleInhibit: ZwpIdleInhibitManagerV1?
  /// Bound from version 2, which reports output names.
  let outputManager: ZxdgOutputManagerV1?

  /// A global that the registry announced.
  struct Offer {
    let name: UInt32
    let interface: String
    let version: UInt32
  }

  /// A required interface that the compositor doesn't offer.
  struct MissingInterface: Error, CustomStringConvertible {
    let interface: String

    var description: String { "the compositor offers no \(interface)" }
  }

  init(_ offers: [Offer], registry: WlRegistry) throws(MissingInterface) {
    func bind<T: Proxy>(_ type: T.Type, atLeast minimum: UInt32 = 1, atMost version: UInt32) -> T? {
      let name = String(cString: type.interface.pointee.name)
      guard let offer = offers.first(where: { $0.interface == name && $0.version >= minimum }) else { return nil }
      return registry.bind(name: offer.name, as: type, version: min(offer.version, version))
    }
    func require<T: Proxy>(_ type: T.Type, atMost version: UInt32) throws(MissingInterface) -> T {
      guard let object = bind(type, atMost: version) else {
        throw MissingInterface(interface: String(cString: type.interface.pointee.name))
      }
      return object
    }
    compositor = try require(WlCompositor.self, atMost: 6)
    shm = try require(WlShm.self, atMost: 1)
    wmBase = try require(XdgWmBase.self, atMost: 6)
    viewporter = bind(WpViewporter.self, atMost: 1)
    fractionalScale = bind(WpFractionalScaleManagerV1.self, atMost: 1)
    decoration = bind(ZxdgDecorationManagerV1.self, atMost: 1)
    idleInhibit = bind(ZwpIdleInhibitManagerV1.self, atMost: 1)
    outputManager = bind(ZxdgOutputManagerV1.self, atLeast: 2, atMost: 2)
  }
}
