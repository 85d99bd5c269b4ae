import Foundation
import Testing

@testable import FuzzUnits

/// The fuzzers' corpus without a fuzzer: what once found something must not find it again.
struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz/Corpus")

  @Test("Every input of the corpus passes", arguments: FuzzUnit.all.map(\.name))
  func replay(_ name: String) throws {
    let unit = try #require(FuzzUnit.all.first { $0.name == name })
    let folder = Self.corpus.appendingPathComponent(name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 5)
    for file in files.sorted(by: { $0.path < $1.path }) {
      let input = [UInt8](try Data(contentsOf: file))
      #expect(throws: Never.self, "\(name)/\(file.lastPathComponent)") { try input.withUnsafeBytes { try unit.run($0) } }
    }
  }

  @Test("An empty input passes", arguments: FuzzUnit.all.map(\.name))
  func empty(_ name: String) throws {
    let unit = try #require(FuzzUnit.all.first { $0.name == name })
    try unit.run(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  @Test("The corpus has a folder for each unit and no other")
  func folders() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(folders.sorted() == FuzzUnit.all.map(\.name).sorted())
  }

  @Test("The planted bug is found by the input that a fuzzer found it with")
  func control() throws {
    let unit = try #require(FuzzUnit.controls.first { $0.name == "control-cut" })
    // A client's decoder; one cut, after three bytes; a binary message of 300 bytes.
    let input: [UInt8] = [1, 1, 3, 0x82, 126, 0x01, 0x2C] + Array(repeating: 7, count: 300)
    #expect(throws: Violation.self) { try input.withUnsafeBytes { try unit.run($0) } }
  }

  @Test("The bug planted in distances is found by an input like the fuzzer's, and distances without it passes")
  func distanceControl() throws {
    let unit = try #require(FuzzUnit.controls.first { $0.name == "control-distance" })
    let sound = try #require(FuzzUnit.all.first { $0.name == "distances" })
    // A window of 12 bits, level 1; 6,120 bytes of noise, then 203 bytes from 4,097 before them.
    let input: [UInt8] = [4 | 8, 1, 255, 1, 255, 1, 255, 16 << 2 | 3, 200, 0]
    #expect(throws: Violation.self) { try input.withUnsafeBytes { try unit.run($0) } }
    try input.withUnsafeBytes { try sound.run($0) }
  }
}
