import Foundation
import PackagePlugin

/// Puts the files of `Web/` into the program when it is built, so that they need no folder beside it.
@main struct EmbedPage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let web = context.package.directoryURL.appending(path: "Web")
    let files = try FileManager.default.contentsOfDirectory(at: web, includingPropertiesForKeys: nil)
      .filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage.swift")
    return [
      .buildCommand(
        displayName: "Embedding the page", executable: try context.tool(named: "page-embedder").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
