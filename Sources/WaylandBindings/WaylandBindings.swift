import PackagePlugin

/// Generates the Wayland bindings from `protocols/`: the server's for the test compositor, the client's otherwise.
@main struct WaylandBindings: BuildToolPlugin {
  /// A fixed list, because SwiftPM caches a plugin's commands until the manifest changes: it would miss a file that was
  /// added to a directory.
  private static let files = [
    "wayland.xml", "xdg-shell.xml", "viewporter.xml", "fractional-scale-v1.xml",
    "xdg-decoration-unstable-v1.xml", "idle-inhibit-unstable-v1.xml", "xdg-output-unstable-v1.xml",
  ]

  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let side = target.name == "TestCompositor" ? "server" : "client"
    let inputs = Self.files.map { context.package.directoryURL.appending(path: "protocols/\($0)") }
    let output = context.pluginWorkDirectoryURL.appending(path: "Protocols.swift")
    return [
      .buildCommand(
        displayName: "Wayland bindings, \(side)", executable: try context.tool(named: "WaylandScanner").url,
        arguments: [side, output.path()] + inputs.map { $0.path() }, inputFiles: inputs, outputFiles: [output])
    ]
  }
}
