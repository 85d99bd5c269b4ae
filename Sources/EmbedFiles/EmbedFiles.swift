import Foundation
import PackagePlugin

/// Puts files into the program when it is built, so that they need no folder beside it: `Web/` and the description of
/// the calls into `Page`, and the profiles of banks into `Statements`.
@main struct EmbedFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let isPage = target.name == "Page"
    let folder =
      isPage ? context.package.directoryURL.appending(path: "Web") : target.directoryURL.appending(path: "Profiles")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path < $1.path }
    let kind = isPage ? "page" : "texts"
    let commands = [try command(kind, files, into: isPage ? "EmbeddedPage.swift" : "ProfileText.swift", context)]
    guard isPage else { return commands }
    let description = context.package.directoryURL.appending(path: "Protocol/openapi.json")
    return commands + [try command("description", [description], into: "EmbeddedDescription.swift", context)]
  }

  private func command(_ kind: String, _ files: [URL], into name: String, _ context: PluginContext) throws -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: name)
    return .buildCommand(
      displayName: "Embedding \(name)", executable: try context.tool(named: "file-embedder").url,
      arguments: [kind, output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
  }
}
