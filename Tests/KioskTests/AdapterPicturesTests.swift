import Glibc
import PanelEvents
import PanelSystem
import PanelViews
import SeededRandom
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk
@testable import Scenes

/// Pictures that adapters send in shared memory.
@Suite struct AdapterPicturesTests {
  private static let node = """
    {"name": "door", "frame": [0, 0, 40, 20], "picture": {"from": "cam:front", "live": true}}
    """
  private let rig: AdapterRig
  private let view: View

  init() throws {
    rig = try AdapterRig(node: Self.node)
    let scene = try #require(rig.rig.fileScene)
    view = try #require(Self.view(named: "door", in: scene.content))
    rig.rig.adapters.maximumPictureSize = { (640, 400) }
    rig.rig.stage.show(scene)
    rig.connect("cam")
    draw()
  }

  private static func view(named name: String, in view: View) -> View? {
    view.name == name ? view : view.subviews.lazy.compactMap { Self.view(named: name, in: $0) }.first
  }

  private func draw() { _ = rig.rig.window.updateDamage() }

  /// Returns descriptors like those that came with a line.
  private func received(_ buffers: [PictureBuffer]) throws -> ReceivedDescriptors {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    PictureBuffer.send("", buffers, to: ends[0])
    let descriptors = ReceivedDescriptors()
    var bytes: [UInt8] = [0, 0]
    #expect(descriptors.receive(from: ends[1], into: &bytes) == 1)
    return descriptors
  }

  private static let line = #"{"buffers":"front","width":4,"height":2,"stride":16,"count":3}"#

  private func buffers(_ count: Int = 3, seals: Int = SealedMapping.requiredSeals) throws -> [PictureBuffer] {
    try (0..<count).map { index in
      let buffer = try PictureBuffer(pixelCount: 8, seals: seals)
      let shift = 8 * UInt32(index)
      buffer.fill(0x10 << shift)
      return buffer
    }
  }

  private func frame(_ index: Int) -> String? { rig.receive(#"{"frame":"front","buffer":\#(index)}"#, from: "cam") }

  @Test func adapterKnowsSeenPictures() throws {
    let seen = #""pictures":[{"name":"front","width":40,"height":20,"rate":15}]}"#
    try rig.settle()
    #expect(rig.taken("cam").last == #"{"uses":[],"visible":[],"# + seen)
    view.isHidden = true
    draw()
    rig.rig.adapters.pictureViewsDidChange()
    try rig.settle()
    #expect(rig.taken("cam") == [#"{"uses":[],"visible":[]}"#])
    view.isHidden = false
    view.frame.size.width = 1000
    rig.rig.adapters.pictureViewsDidChange()
    try rig.settle()
    #expect(rig.taken("cam").last?.contains(#""width":640,"height":20,"#) == true)
    rig.rig.adapters.showsPictures = { false }
    rig.rig.adapters.pictureViewsDidChange()
    try rig.settle()
    #expect(rig.taken("cam") == [#"{"uses":[],"visible":[]}"#])
    rig.rig.adapters.showsPictures = { true }
    rig.rig.stage.show(rig.rig.cube)
    draw()
    rig.rig.adapters.pictureViewsDidChange()
    try rig.settle()
    #expect(rig.taken("cam") == [])
  }

  /// A picture that is cut to its view has to cover it.
  @Test func adapterKnowsWhatToCover() throws {
    view.layer.contentsGravity = .resizeAspectFill
    rig.rig.adapters.pictureViewsDidChange()
    try rig.settle()
    let seen = #""pictures":[{"name":"front","width":40,"height":20,"rate":15,"covers":true}]}"#
    #expect(rig.taken("cam").last == #"{"uses":[],"visible":[],"# + seen)
  }

  /// A picture behind an opaque sheet isn't fetched. A message's own picture is.
  @Test func coveredPictureIsNotSeen() throws {
    let content = View(name: "content")
    let alert = ModalView(name: "sheet", style: .sheet, contentView: content)
    alert.present(in: rig.rig.window, animated: false)
    (content.frame, content.layer.cornerRadius) = (Rect(0, 0, 640, 400), 0)
    for (color, isCovered) in [(Color.black.withAlphaComponent(0.5), false), (.black, true)] {
      content.layer.backgroundColor = color
      #expect(view.isCovered == isCovered)
    }
    rig.rig.adapters.pictureViewsDidChange()
    try rig.settle()
    #expect(rig.taken("cam").last == #"{"uses":[],"visible":[]}"#)
    let own = View(name: "own")
    own.frame = Rect(0, 0, 40, 20)
    content.addSubview(own)
    #expect(!own.isCovered)
    content.frame.origin.x = 600
    #expect(!view.isCovered)
    content.frame.origin.x = 0
    alert.dismiss()
    draw()
    #expect(!view.isCovered)
  }

  /// The panel reads the memory of the last frame, and releases the one before.
  @Test func framesAreShownAndReleased() throws {
    #expect(frame(0)?.contains("found a frame; expected its buffers first") == true)
    #expect(rig.receive(Self.line, from: "cam", try received(buffers())) == nil)
    #expect(view.layer.contents == nil)
    _ = rig.taken("cam")
    #expect(frame(1) == nil && rig.taken("cam") == [])
    let picture = try #require(view.layer.contents)
    #expect([picture.width, picture.height] == [4, 2] && picture.isOpaque)
    #expect(picture.pixels[7] == 0x1000 && view.alpha == 1)
    #expect(frame(2) == nil && rig.taken("cam") == [#"{"release":"front","buffer":1}"#])
    #expect(view.layer.contents?.pixels[0] == 0x10_0000)
    #expect(frame(0) == nil && rig.taken("cam") == [#"{"release":"front","buffer":2}"#])
    // The last picture stays, faint.
    rig.rig.adapters.adapterDisconnected("cam")
    #expect(view.layer.contents?.pixels[0] == 0x10 && view.alpha == 0.5)
    #expect(rig.rig.adapters.pools.isEmpty)
  }

  /// A frame redraws the picture, and nothing else.
  @Test func frameDamagesPictureOnly() throws {
    rig.receive(Self.line, from: "cam", try received(buffers()))
    #expect(frame(0) == nil)
    draw()
    #expect(rig.rig.window.updateDamage().isEmpty)
    #expect(frame(1) == nil)
    let damage = rig.rig.window.updateDamage()
    let area = (0..<damage.count).reduce(0) { $0 + damage[$1].width * damage[$1].height }
    let frame = try #require(view.convert(view.bounds, to: rig.rig.window.rootView))
    let expected = Int(clamping: frame.width * frame.height)
    #expect(area > 0 && area <= expected + expected / 5, "\(damage) of \(frame)")
  }

  @Test func staleLineMarksPicture() throws {
    rig.receive(Self.line, from: "cam", try received(buffers()))
    #expect(frame(0) == nil && view.alpha == 1)
    rig.receive(#"{"stale":["front"],"because":"offline"}"#, from: "cam")
    #expect(view.alpha == 0.5)
    #expect(frame(1) == nil && view.alpha == 1)
  }

  private static let lies = [
    (#"{"buffers":"front","width":2561,"height":2,"stride":10244,"count":3}"#, "width: found 2561"),
    (#"{"buffers":"front","width":4,"height":2561,"stride":16,"count":3}"#, "height: found 2561"),
    (#"{"buffers":"front","width":1300,"height":800,"stride":5200,"count":3}"#, "found 1300×800 pixels"),
    (#"{"buffers":"front","width":0,"height":2,"stride":16,"count":3}"#, "width: found 0"),
    (#"{"buffers":"front","width":4,"height":2,"stride":15,"count":3}"#, "stride: found 15"),
    (#"{"buffers":"front","width":4,"height":2,"stride":18,"count":3}"#, "stride: found 18"),
    (#"{"buffers":"front","width":4,"height":2,"stride":1e9,"count":3}"#, "stride: found 1000000000"),
    (#"{"buffers":"front","width":4,"height":2,"stride":16,"count":2}"#, "found 3 descriptors; expected 2"),
    (#"{"buffers":"front","width":4,"height":2,"stride":16,"count":5}"#, "count: found 5"),
    (#"{"buffers":"front","width":4,"height":2,"stride":16,"count":3,"format":"RGB"}"#, "format: found 'RGB'"),
    // A page has 1024 pixels: the memory is shorter.
    (#"{"buffers":"front","width":4,"height":3,"stride":16,"count":3}"#, "has 32 bytes; expected at least 48"),
    (#"{"frame":"front","buffer":3}"#, "buffer: found 3"), (#"{"frame":"front"}"#, "buffer: found nothing"),
    (#"{"frame":"front","buffer":0}"#, "found buffer 0, which the panel reads"),
  ]

  /// An adapter that lies loses its buffers, and the last picture stays, faint.
  @Test(arguments: lies) func liesAreRefused(_ line: String, _ reason: String) throws {
    rig.receive(Self.line, from: "cam", try received(buffers()))
    #expect(frame(0) == nil)
    let answer = rig.receive(line, from: "cam", try received(buffers()))
    #expect(answer?.contains(reason) == true, "\(answer ?? "accepted")")
    #expect(frame(1) != nil && view.alpha == 0.5 && view.layer.contents?.pixels[0] == 0x10)
    #expect(rig.receive(Self.line, from: "cam", try received(buffers())) == nil)
    #expect(frame(1) == nil && view.alpha == 1)
  }

  @Test(arguments: [1, 2, 4, 16]) func missingSealIsRefused(_ seal: Int) throws {
    let others = SealedMapping.requiredSeals & ~seal
    let answer = rig.receive(Self.line, from: "cam", try received(buffers(seals: others)))
    #expect(answer?.contains("has the seals \(others); expected 23") == true, "\(answer ?? "accepted")")
  }

  @Test func otherDescriptorsAreRefused() throws {
    let descriptors = ReceivedDescriptors()
    #expect(rig.receive(Self.line, from: "cam", descriptors)?.contains("found 0 descriptors") == true)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let message = try JSONObject(line: Self.line)
    do {
      let address = AdapterAddress(prefix: "cam", name: "front")
      _ = try PicturePool(address, message, [ends[0], ends[0], ends[0]], maximum: (640, 400))
      Issue.record("accepted a pipe")
    } catch {
      #expect(error.reason.contains("isn't of memfd_create"))
    }
  }

  /// Each pixel of the shown picture can be read, in all that an adapter sends.
  @Test func randomBuffersAreSafe() throws {
    var random = SeededRandom()
    var acceptedCount = 0
    for _ in 0..<300 {
      let buffers = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let seals = Int.random(in: 0...9, using: &random) == 0 ? 5 : SealedMapping.requiredSeals
        return try PictureBuffer(pixelCount: Int.random(in: 1...5000, using: &random), seals: seals)
      }
      let (width, height) = (Int.random(in: 0...60, using: &random), Int.random(in: 0...60, using: &random))
      // Mostly right: most lines have to be refused for the memory's size, or not at all.
      let stride = 4 * width + [0, 0, 4, 4, 8, .random(in: -4...8, using: &random)].randomElement(using: &random)!
      let count = Int.random(in: 0...3, using: &random) > 0 ? buffers.count : Int.random(in: 0...5, using: &random)
      let size = #""width":\#(width),"height":\#(height),"stride":\#(stride)"#
      let line = #"{"buffers":"front",\#(size),"count":\#(count)}"#
      if rig.receive(line, from: "cam", try received(buffers)) == nil { acceptedCount += 1 }
      for _ in 0..<3 {
        _ = frame(Int.random(in: -1...4, using: &random))
        guard let picture = view.layer.contents else { continue }
        var sum: UInt32 = 0
        for y in 0..<picture.height {
          for x in 0..<picture.width { sum ^= picture.pixels[y * picture.stride + x] }
        }
        #expect(sum == 0)
      }
    }
    #expect(acceptedCount > 0 && view.layer.contents != nil)
  }

  /// Pictures that the panel doesn't show are ignored: a reload may have removed them.
  @Test func otherPicturesAreIgnored() throws {
    let line = #"{"buffers":"back","width":4,"height":2,"stride":16,"count":3}"#
    #expect(rig.receive(line, from: "cam", try received(buffers())) == nil && rig.rig.adapters.pools.isEmpty)
    #expect(rig.receive(#"{"frame":"back","buffer":9}"#, from: "cam") == nil)
  }
}

extension JSONObject {
  fileprivate init(line: String) throws {
    self = try LocatedJSON(value: JSONValue.read(Array(line.utf8), name: "line"), file: "line").object()
  }
}
