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

  /// A file as the program holds it: the bytes in base64.
  struct Embedded {
    let path: String
    let type: String
    let tag: String
    let bytes: String
    let compressed: String
  }

  private init(_ file: Embedded) {
    (path, type, tag) = (file.path, file.type, file.tag)
    bytes = Array(Data(base64Encoded: file.bytes) ?? Data())
    compressed = Array(Data(base64Encoded: file.compressed) ?? Data())
  }
}
