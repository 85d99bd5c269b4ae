import Foundation
import PackagePlugin

/// Puts files into the program when it is built, so that they need no folder beside it: `Web/` into `Page`, and the
/// profiles of banks into `Statements`.
@main struct EmbedFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let isPage = target.name == "Page"
    let folder =
      isPage ? context.package.directoryURL.appending(path: "Web") : target.directoryURL.appending(path: "Profiles")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: isPage ? "EmbeddedPage.swift" : "ProfileText.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(folder.lastPathComponent)", executable: try context.tool(named: "file-embedder").url,
        arguments: [isPage ? "page" : "texts", output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
