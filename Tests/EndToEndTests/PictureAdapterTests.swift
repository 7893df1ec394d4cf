import Foundation
import PanelText
import ReferencePicture
import TestSupport
import Testing

/// `cube-kiosk-pictures` with an HTTP server as a camera, and a panel on weston.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "python3 is not installed"))
struct PictureAdapterTests {
  /// An HTTP server that prints its port, and a line when the panel fetches and when it stops.
  private static let server = #"""
    import http.server, socket, sys, time
    JPEG = bytes.fromhex("HEX")
    class Camera(http.server.BaseHTTPRequestHandler):
        def log_message(self, *words): pass
        def do_GET(self):
            print("open", self.path, flush=True)
            self.send_response(200)
            if self.path == "/still":
                self.send_header("Content-Type", "image/jpg")
                self.end_headers()
                return self.wfile.write(JPEG)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=--frameboundary")
            self.end_headers()
            try:
                while True:
                    picture = b"garbage" if self.path == "/garbage" else JPEG
                    self.wfile.write(b"--frameboundary\r\nContent-Type: image/jpg\r\nContent-Length: %d\r\n\r\n" % len(picture))
                    self.wfile.write(picture + b"\r\n")
                    time.sleep(0.05)
            except OSError:
                print("closed", self.path, flush=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """#

  private static func jpeg(_ path: String = "../ConfigurationTests/Pictures/exif.jpg") throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appendingPathComponent(path))
    return data.map { String(format: "%02x", $0) }.joined()
  }

  private static func page(_ picture: String, _ next: String) -> String {
    """
    {"root": {"stack": {}, "children": [{"grow": true, "picture": \(picture)},
      {"name": "next", "button": {"title": "Next", "action": {"scene": "\(next).json"}}}]}}
    """
  }

  /// The pixel of the screen in the middle of the picture.
  private func pixel(of panel: Panel) throws -> UInt32 {
    let file = panel.weston.directory.file("screen.png")
    #expect(try panel.ctl("screenshot", file).status == 0)
    let picture = try PNG.bitmap(Array(Data(contentsOf: URL(fileURLWithPath: file))))
    return picture.pixels[300 * picture.stride + 640] & 0xFFFFFF
  }

  @Test func cameraIsFetchedWhileItIsShown() throws {
    let weston = try Weston()
    let script = try weston.directory.write(
      Self.server.replacingOccurrences(of: "HEX", with: try Self.jpeg()), to: "camera.py")
    let camera = try RunningProcess(["/usr/bin/python3", script])
    let lines = camera.output
    let port = try #require(try lines.next("the port") { Int($0) != nil })
    try weston.directory.write(
      """
      {"socket": "adapters", "pictures": {"door": {"url": "http://127.0.0.1:\(port)/stream"},
        "yard": {"url": "http://127.0.0.1:\(port)/still"}, "bad": {"url": "http://127.0.0.1:\(port)/garbage"}}}
      """.replacingOccurrences(of: "\"adapters\"", with: "\"\(weston.directory.file("adapters"))\""),
      to: "pictures.json")
    try weston.directory.write(Self.page(#"{"from": "pictures:door", "live": true}"#, "yard"), to: "door.json")
    try weston.directory.write(Self.page(#"{"from": "pictures:yard", "every": 1}"#, "bad"), to: "yard.json")
    try weston.directory.write(Self.page(#"{"from": "pictures:bad", "live": true}"#, "door"), to: "bad.json")
    let panel = try Panel(["--scene", weston.directory.file("door.json")], on: weston)
    let empty = try pixel(of: panel)
    let errors = Pipe()
    let program = Program.directory + "/cube-kiosk-pictures"
    let adapter = try RunningProcess(
      [program, "--config", weston.directory.file("pictures.json")], errors: errors)
    let log = LineReader(errors.fileHandleForReading.fileDescriptor)

    #expect(try lines.next("the stream") { $0 == "open /stream" } != nil)
    try waitUntil("the live picture") { try pixel(of: panel) != empty }
    #expect(try panel.ctl("press", "next").status == 0)
    #expect(try lines.next("the end of the stream") { $0 == "closed /stream" } != nil)
    for _ in 1...2 { #expect(try lines.next("a still") { $0 == "open /still" } != nil) }
    try waitUntil("the picture") { try pixel(of: panel) != empty }
    #expect(try panel.ctl("press", "yard/next").status == 0)
    #expect(try log.next("the reason") { $0.contains("Not a JPEG file") } != nil)
    #expect(try pixel(of: panel) == empty)
    #expect(try panel.ctl("press", "bad/next").status == 0)
    #expect(try lines.next("the stream again") { $0 == "open /stream" } != nil)
    try waitUntil("the live picture again") { try pixel(of: panel) != empty }

    // Without the camera, the last picture stays, as an old one.
    let fresh = try pixel(of: panel)
    camera.send(SIGKILL)
    #expect(try log.next("the reason") { $0.contains("door: ") } != nil)
    try waitUntil("the old picture") { try pixel(of: panel) != fresh }
    #expect(try pixel(of: panel) != empty)
    #expect(adapter.stop() == 0)
    #expect(panel.stop() == 0)
  }

  /// Without a picture on the screen, nothing is fetched, and neither the panel nor its adapter wakes up.
  @Test func nothingHappensWithoutPictures() throws {
    let weston = try Weston()
    let script = try weston.directory.write(
      Self.server.replacingOccurrences(of: "HEX", with: try Self.jpeg()), to: "camera.py")
    let camera = try RunningProcess(["/usr/bin/python3", script])
    let lines = camera.output
    let port = try #require(try lines.next("the port") { Int($0) != nil })
    try weston.directory.write(
      """
      {"socket": "\(weston.directory.file("adapters"))", "pictures": {
        "door": {"url": "http://127.0.0.1:\(port)/stream"}, "yard": {"url": "http://127.0.0.1:\(port)/still"}}}
      """, to: "pictures.json")
    try weston.directory.write(Self.page(#"{"from": "pictures:door", "live": true}"#, "text"), to: "door.json")
    try weston.directory.write(
      """
      {"root": {"stack": {}, "children": [{"grow": true, "visible": {"when": "a", "is": "x"},
        "picture": {"from": "pictures:yard", "every": 1}}, {"text": {"string": "No picture"}},
        {"name": "next", "button": {"title": "Next", "action": {"scene": "door.json"}}}]},
        "values": {"a": {"initial": "y"}}}
      """, to: "text.json")
    let panel = try Panel(["--scene", weston.directory.file("door.json")], on: weston)
    let adapter = try RunningProcess(
      [Program.directory + "/cube-kiosk-pictures", "--config", weston.directory.file("pictures.json")])
    #expect(try lines.next("the stream") { $0 == "open /stream" } != nil)
    #expect(try panel.ctl("press", "next").status == 0)
    #expect(try lines.next("the end of the stream") { $0 == "closed /stream" } != nil)
    func wakeUps() -> [String] {
      [panel.pid, adapter.process.processIdentifier].map { pid in
        let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        return status?.split(separator: "\n").filter { $0.hasPrefix("voluntary") }.joined() ?? ""
      }
    }
    // The panel gives memory back five seconds after its last frame.
    var before = wakeUps()
    try waitUntil("ten seconds without a wake-up", within: 60, every: 10) {
      defer { before = wakeUps() }
      return wakeUps() == before
    }
    #expect(!lines.available().contains { $0.hasPrefix("open") })
    #expect(adapter.stop() == 0)
    #expect(panel.stop() == 0)
  }

  /// The picture in README.md: a camera's frame on a face of the cube.
  @Test func exampleShowsCameraOnCube() throws {
    let weston = try Weston()
    let script = try weston.directory.write(
      Self.server.replacingOccurrences(of: "HEX", with: try Self.jpeg("Pictures/visitor.jpg")), to: "camera.py")
    let camera = try RunningProcess(["/usr/bin/python3", script])
    let port = try #require(try camera.output.next("the port") { Int($0) != nil })
    try weston.directory.write(
      """
      {"socket": "\(weston.directory.file("adapters"))",
        "pictures": {"front": {"url": "http://127.0.0.1:\(port)/stream"}}}
      """, to: "pictures.json")
    let example = "\(Program.checkout)/Sources/Formats/examples/live-cube/kiosk.json"
    let panel = try Panel(["--config", example], on: weston)
    let adapter = try RunningProcess(
      [Program.directory + "/cube-kiosk-pictures", "--config", weston.directory.file("pictures.json")])
    var mismatch: String?
    // The live picture replaces the still one.
    let still = try panel.picture()
    try panel.waitForChange("the live picture", from: still)
    try waitUntil("the picture in README.md") {
      mismatch = try ReferencePicture.mismatch(
        "live-cube", in: panel.picture().bitmap, directory: "../../Sources/Formats/examples")
      return mismatch == nil || ReferencePicture.isRecording
    }
    #expect(mismatch == nil || ReferencePicture.isRecording)
    #expect(adapter.stop() == 0)
    #expect(panel.stop() == 0)
  }
}
