import HTTPTypes
import Page
import WebSocket

/// The page behind the invite (SPEC section 28).
extension ServerLoop {
  /// Where the page's files are. The way in has two paths, for the code of an invite stays in the fragment.
  static let pageRoutes: [RouteTable<Door>.Route] = PageFile.all.flatMap { file in
    (file.path == "/index.html" ? ["/", "/join"] : [file.path]).flatMap { path in
      [HTTPRequest.Method.get, .head].map { .init(method: $0, path: path, door: .page(file)) }
    }
  }

  /// Sends a file of the page. The connection may ask for another one then.
  func show(_ file: PageFile, _ head: RequestHead, followedBy rest: UnsafeRawBufferPointer, _ session: Session) {
    let fields = head.request.headerFields
    let answer = HTTPAnswer.page(
      file, isCompressed: ContentCoding.takesGzip(fields[values: .acceptEncoding]), known: fields[values: .ifNoneMatch],
      isHead: head.request.method == .head)
    // What a body would be is not read.
    if fields.contains(.contentLength) || fields.contains(.transferEncoding) { session.request.isLast = true }
    keepForLater(rest, session)
    if session.request.isLast { end(session, with: answer) } else { sendKeeping(answer, session) }
  }
}

/// Which codings of a body a client takes (RFC 9110 section 12.5.3).
enum ContentCoding {
  static func takesGzip(_ values: [String]) -> Bool {
    for element in values.joined(separator: ",").lowercased().split(separator: ",") {
      let parts = element.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard parts.first == "gzip" || parts.first == "*" else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      if weight > 0 { return true }
    }
    return false
  }
}

extension HTTPAnswer {
  /// The page asks nobody but its own server, and shows nothing within others' pages.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:", "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static let resourceSafeguards = fields([("Cross-Origin-Resource-Policy", "same-origin")])
  private static let documentSafeguards = fields([("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin")])

  // Names are tokens, so there are these fields.
  private static func fields(_ texts: [(String, String)]) -> [(HTTPField.Name, String)] {
    texts.compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
  }

  /// A file of the page.
  ///
  /// - Parameters:
  ///   - known: what If-None-Match names.
  ///   - isHead: whether the head alone is wanted.
  static func page(_ file: PageFile, isCompressed: Bool, known: [String], isHead: Bool) -> HTTPAnswer {
    let isCompressed = isCompressed && !file.compressed.isEmpty
    let tag = isCompressed ? "\"\(file.tag)-gzip\"" : "\"\(file.tag)\""
    let bytes = isCompressed ? file.compressed : file.bytes
    var answer = HTTPAnswer(.ok, type: file.type, body: isHead ? [] : bytes, sizeBytes: bytes.count)
    if isCompressed { answer[.contentEncoding] = "gzip" }
    answer[.vary] = "Accept-Encoding"
    answer[.eTag] = tag
    answer[.cacheControl] = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
    answer[.xContentTypeOptions] = "nosniff"
    for (name, value) in resourceSafeguards { answer[name] = value }
    // What has a right of its own says which; to all else it would only add bytes.
    if !file.isImmutable {
      answer[.contentSecurityPolicy] = policy
      for (name, value) in documentSafeguards { answer[name] = value }
    }
    let tags = known.flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
    if tags.contains(where: { $0 == "*" || $0 == tag || $0 == "W/" + tag }) { answer.omitBody() }
    return answer
  }
}
