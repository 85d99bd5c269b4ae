import CZlib
import Foundation

/// A file of the page behind the invite, as a browser gets it (SPEC section 28).
public struct PageFile: Sendable, Equatable {
  /// The path in a URL. What is not asked for by a name of its own stands under a hash of all files, so it never
  /// changes.
  public let path: String
  /// The value of Content-Type.
  public let type: String
  /// 16 hexadecimal digits of the content's hash.
  public let tag: String
  /// The content.
  public let bytes: [UInt8]
  /// The content as gzip has it (RFC 1952); empty where that makes nothing smaller.
  public let compressed: [UInt8]

  /// Whether the path names the content, so that a browser may keep it for ever.
  public var isImmutable: Bool { path.hasPrefix("/page/") }

  /// All files, by path. The way in is `/index.html`, and no browser asks for it by that name.
  public static let all: [PageFile] = embedded.map(PageFile.init)

  /// The description of the calls over HTTP (SPEC HT-07), which is no part of the page.
  public static let description = PageFile(embeddedDescription)

  /// A file as the program holds it.
  struct Embedded {
    let path: String
    let type: String
    let tag: String
    /// How many bytes the content has.
    let size: Int
    let isCompressed: Bool
    /// The content in base64, as it is or as gzip has it.
    let content: String
  }

  private init(_ file: Embedded) {
    (path, type, tag) = (file.path, file.type, file.tag)
    let content = Array(Data(base64Encoded: file.content) ?? Data())
    bytes = file.isCompressed ? Self.inflated(content, size: file.size) : content
    compressed = file.isCompressed ? content : []
  }

  /// What gzip has made smaller, when the program was built.
  private static func inflated(_ compressed: [UInt8], size: Int) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for the frame of gzip.
    precondition(czlib_inflate_init(&stream, 15 + 16) == Z_OK, "out of memory")
    defer { inflateEnd(&stream) }
    var input = compressed
    var output = [UInt8](repeating: 0, count: size)
    let ended = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return inflate(&stream, Z_FINISH)
      }
    }
    precondition(ended == Z_STREAM_END && stream.total_out == size, "the program holds a damaged file")
    return output
  }
}
