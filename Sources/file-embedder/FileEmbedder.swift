import CZlib
import Cryptography
import Foundation

/// Writes files as Swift source: `file-embedder page OUTPUT FILE …` those of the page, `file-embedder description
/// OUTPUT FILE` the description of the calls, `file-embedder texts OUTPUT FILE …` texts as they are.
///
/// All files stand under a path that names the hash of them all, so a browser may keep each for ever and never mixes
/// two versions. In texts `/page/` stands for that path, and `'/page/*'` for the paths of all files under it. Comments
/// that have lines of their own are left out of scripts and style sheets: nobody reads them there.
@main struct FileEmbedder {
  /// A file of `Web/`.
  private struct Source {
    var name: String
    var bytes: [UInt8]

    /// Whether it keeps its name, since browsers ask for it by that.
    var isNamed: Bool { Self.named.contains(name) }
    var type: String? { Self.types[name.split(separator: ".").last.map(String.init) ?? ""] }
    var isText: Bool { type.map { !$0.hasPrefix("image/png") } ?? false }

    private static let named: Set<String> = ["index.html", "service-worker.js", "manifest.webmanifest"]
    private static let types = [
      "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
      "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]
  }

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { throw Failure("Say what to write, where, and which files.") }
    let sources = try arguments.dropFirst(2).map { path in
      Source(name: URL(filePath: path).lastPathComponent, bytes: Array(try Data(contentsOf: URL(filePath: path))))
    }
    let source =
      switch arguments[0] {
      case "page": try text(of: sources)
      case "description": try description(sources)
      default: try texts(of: sources)
      }
    try Data(source.utf8).write(to: URL(filePath: arguments[1]))
  }

  /// The description of the calls, under the path by which programs ask for it.
  private static func description(_ sources: [Source]) throws -> String {
    guard let source = sources.first, sources.count == 1 else { throw Failure("The description is one file.") }
    let embedded = try literal("/v1/\(source.name)", "application/json", source.bytes, isText: true)
    return "// Made when the program is built.\nextension PageFile {\n  static let embeddedDescription = \(embedded)\n}\n"
  }

  private static func literal(_ path: String, _ type: String, _ bytes: [UInt8], isText: Bool) throws -> String {
    let tag = hexadecimal(SHA256.hash(bytes).bytes.prefix(8))
    // The server makes the plain bytes of the compressed ones when it starts: they would be a megabyte of the program.
    let content = Data(isText ? try gzip(bytes) : bytes).base64EncodedString()
    return "Embedded(path: \"\(path)\", type: \"\(type)\", tag: \"\(tag)\", size: \(bytes.count), isCompressed: \(isText),"
      + " content: \"\(content)\")"
  }

  private static func texts(of sources: [Source]) throws -> String {
    var lines = ["// Made when the program is built.", "enum ProfileText {", "  static let embedded: [String] = ["]
    for source in sources {
      guard let text = String(validating: source.bytes, as: UTF8.self), !text.contains("\"\"\"#") else {
        throw Failure("\(source.name) cannot be written as a text.")
      }
      lines.append("    #\"\"\"\n\(text)\n\"\"\"#,")
    }
    return (lines + ["  ]", "}", ""]).joined(separator: "\n")
  }

  private static func text(of sources: [Source]) throws -> String {
    let all = sources.reduce(into: [UInt8]()) { bytes, source in bytes += Array(source.name.utf8) + [0] + source.bytes }
    let version = hexadecimal(SHA256.hash(all).bytes.prefix(8))
    let folder = "/page/\(version)/"
    let list = sources.filter { !$0.isNamed }.map { "'\(folder)\($0.name)'" }.joined(separator: ", ")
    var lines = ["// Made when the program is built.", "extension PageFile {", "  static let embedded: [Embedded] = ["]
    for source in sources {
      guard let type = source.type else { throw Failure("\(source.name) has an ending that no type is known for.") }
      var bytes = source.bytes
      if source.isText {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure("\(source.name) is no UTF-8.") }
        let parts = try withoutComments(text, in: source).replacing("'/page/*'", with: "\0").replacing("/page/", with: folder)
        bytes = Array(parts.replacing("\0", with: list).utf8)
      }
      let path = "\(source.isNamed ? "/" : folder)\(source.name)"
      lines.append("    \(try literal(path, type, bytes, isText: source.isText)),")
    }
    return (lines + ["  ]", "}", ""]).joined(separator: "\n")
  }

  /// A script or style sheet without the comments that begin a line and end one. Comments within a line stay.
  private static func withoutComments(_ text: String, in source: Source) throws -> String {
    guard source.name.hasSuffix(".js") || source.name.hasSuffix(".css") else { return text }
    var kept: [Substring] = []
    var isWithin = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " || $0 == "\t" }
      let ends = line.hasSuffix("*/") && line.ranges(of: "*/").count == 1
      if isWithin {
        isWithin = !ends
        guard ends || !line.contains("*/") else { throw Failure("\(source.name): something follows a comment of several lines: \(line)") }
      } else if words.hasPrefix("/*") && (ends || !words.contains("*/")) {
        isWithin = !ends
      } else if !(source.name.hasSuffix(".js") && words.hasPrefix("//")) {
        // A text of several lines may have one that looks like a comment.
        guard line.count(where: { $0 == "`" }).isMultiple(of: 2) else { throw Failure("\(source.name): a text has several lines: \(line)") }
        kept.append(line)
      }
    }
    guard !isWithin else { throw Failure("\(source.name): a comment has no end.") }
    return kept.joined(separator: "\n")
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The bytes as gzip has them (RFC 1952), as small as zlib makes them.
  private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for the frame of gzip.
    let begun = czlib_deflate_init(&stream, Z_BEST_COMPRESSION, 15 + 16, 9)
    guard begun == Z_OK else { throw Failure("zlib does not begin: \(begun).") }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let ended = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return deflate(&stream, Z_FINISH)
      }
    }
    guard ended == Z_STREAM_END else { throw Failure("zlib does not end: \(ended).") }
    return Array(output.prefix(Int(stream.total_out)))
  }
}

private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
