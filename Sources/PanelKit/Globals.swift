import Wayland

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
  struct Missing: Error, CustomStringConvertible {
    let interface: String

    var description: String { "the compositor offers no \(interface)" }
  }

  init(_ offers: [Offer], registry: WlRegistry) throws(Missing) {
    compositor = try Self.require(WlCompositor.self, atMost: 6, offers, registry)
    shm = try Self.require(WlShm.self, atMost: 1, offers, registry)
    wmBase = try Self.require(XdgWmBase.self, atMost: 5, offers, registry)
    viewporter = Self.bind(WpViewporter.self, atMost: 1, offers, registry)
    fractionalScale = Self.bind(WpFractionalScaleManagerV1.self, atMost: 1, offers, registry)
    decoration = Self.bind(ZxdgDecorationManagerV1.self, atMost: 1, offers, registry)
    idleInhibit = Self.bind(ZwpIdleInhibitManagerV1.self, atMost: 1, offers, registry)
    outputManager = Self.bind(ZxdgOutputManagerV1.self, atMost: 2, offers.filter { $0.version >= 2 }, registry)
  }

  private static func require<T: Proxy>(
    _ type: T.Type, atMost version: UInt32, _ offers: [Offer], _ registry: WlRegistry
  ) throws(Missing) -> T {
    guard let object = bind(type, atMost: version, offers, registry) else {
      throw Missing(interface: String(cString: type.interface.pointee.name))
    }
    return object
  }

  private static func bind<T: Proxy>(
    _ type: T.Type, atMost version: UInt32, _ offers: [Offer], _ registry: WlRegistry
  ) -> T? {
    let name = String(cString: type.interface.pointee.name)
    guard let offer = offers.first(where: { $0.interface == name }) else { return nil }
    return registry.bind(name: offer.name, as: type, version: min(offer.version, version))
  }
}
