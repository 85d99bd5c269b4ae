import Foundation
import Support
import Testing

/// What the verbs of `hearthd` that read say where there is nothing to read.
@Suite struct NoDataTests {
  private static let id = "0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11"

  @Test(
    "Where no folder is, or one without data, each verb that reads says which, names --data, and makes nothing",
    arguments: [
      ["verify"], ["export", id, "OUT"], ["codes", id], ["backup", "OUT"], ["keys", "show"], ["audit"], ["groups"], ["identities"],
      ["sessions"],
    ], [true, false])
  func nothingToRead(verb: [String], isFolder: Bool) throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    if isFolder { try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false) }
    let words = verb.map { $0 == "OUT" ? folder.path + "/out" : $0 }
    let result = try Program.run("hearthd", words + ["--data", data])
    let sentence = isFolder ? "There is no data in \(data): it has no hearth.db." : "There is no folder \(data)."
    #expect(result.status != 0 && result.errors.contains(sentence + " Name the folder that hearthd serve keeps with --data."), "\(result)")
    #expect(!result.errors.contains("SQLite"), "\(result)")
    #expect(FileManager.default.fileExists(atPath: data) == isFolder && !FileManager.default.fileExists(atPath: folder.path + "/out"))
    if isFolder { #expect(try FileManager.default.contentsOfDirectory(atPath: data) == []) }
  }
}
