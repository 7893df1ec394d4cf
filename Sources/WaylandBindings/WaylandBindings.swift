import PackagePlugin

/// Makes the Wayland bindings from `protocols/`: the server's for the test compositor, the client's for anyone else.
@main struct WaylandBindings: BuildToolPlugin {
  /// Named one by one: what a plugin answers is kept until the manifest changes, so a file that it would find by looking
  /// could go unnoticed.
  private static let files = [
    "wayland.xml", "xdg-shell.xml", "viewporter.xml", "fractional-scale-v1.xml", "presentation-time.xml",
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
