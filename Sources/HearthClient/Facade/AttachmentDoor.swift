import HTTPTypes
import HearthProtocol
import TLS
import Transport

/// Puts receipts' files on a server and fetches them (SPEC AT). Every call blocks until its answer or its time limit.
public struct AttachmentDoor: Sendable {
  /// The server.
  public let server: ServerURL
  private let token: String
  private let addresses: [SocketAddress]
  private let destination: TLSDestination?

  // Limit: bytes of an attachment that is fetched; no server takes larger ones (SPEC EN-08).
  private static let bytesMax = 10 << 20

  /// Resolves the server's name.
  ///
  /// - Parameters:
  ///   - token: of the member who asks. It goes into a header field and nowhere else.
  ///   - authoritiesFile: as for `HearthConnection`.
  ///   - certificate: as for `HearthConnection`.
  public init(
    _ server: ServerURL, token: String, authoritiesFile: String? = nil, certificate: TLSIdentity? = nil
  ) throws(ConnectionFailure) {
    self.server = server
    self.token = token
    do {
      destination = try server.destination(authoritiesFile: authoritiesFile, certificate: certificate)
    } catch {
      throw .trust(error)
    }
    do {
      addresses = try SocketAddress.resolve(host: server.host, port: server.port)
    } catch {
      throw .unresolved(server, error.description)
    }
  }

  /// What a server said to a file.
  public enum Answer: Sendable, Equatable {
    /// It is there, durably.
    case kept
    /// The bytes, which are what their hash says.
    case content([UInt8])
    /// It was not done; carries the HTTP status and, with 429, the seconds to wait.
    case refused(status: Int, retryAfterSeconds: Int)
  }

  /// Puts a file into a group. Doing so again changes nothing.
  ///
  /// - Parameter lane: `.shared`, or the minor's whose receipt it is (SPEC AT-07).
  public func put(
    _ bytes: [UInt8], into group: GroupID, _ lane: Lane = .shared, within limit: Duration = .seconds(120)
  ) throws(ConnectionFailure) -> Answer {
    var request = request(.put, ContentHash(of: bytes), of: group, lane)
    request.headerFields[.contentLength] = String(bytes.count)
    let answer = try run(request, body: bytes, within: limit)
    return (200...201).contains(answer.response.status.code) ? .kept : Self.refused(answer)
  }

  /// Fetches a file of a group.
  ///
  /// - Parameter lane: `.shared`, or the minor's whose receipt it is.
  public func fetch(
    _ hash: ContentHash, of group: GroupID, _ lane: Lane = .shared, within limit: Duration = .seconds(120)
  ) throws(ConnectionFailure) -> Answer {
    let answer = try run(request(.get, hash, of: group, lane), body: [], within: limit)
    guard answer.response.status.code == 200 else { return Self.refused(answer) }
    guard ContentHash(of: answer.body) == hash else {
      throw .unreachable(server, .protocolBroken("The file is not the one that was asked for."))
    }
    return .content(answer.body)
  }

  private func request(_ method: HTTPRequest.Method, _ hash: ContentHash, of group: GroupID, _ lane: Lane) -> HTTPRequest {
    let owner = if case .minor(let member) = lane { "\(group)/minors/\(member)" } else { "\(group)" }
    var request = HTTPRequest(
      method: method, scheme: nil, authority: server.authority, path: "/v1/groups/\(owner)/attachments/\(hash)")
    request.headerFields[.authorization] = "Bearer \(token)"
    return request
  }

  private func run(_ request: HTTPRequest, body: [UInt8], within limit: Duration) throws(ConnectionFailure) -> HTTPExchange.Answer {
    let exchange = HTTPExchange(request: request, body: body, destination: destination, answerBytesMax: Self.bytesMax)
    do {
      return try exchange.run(addresses, within: limit)
    } catch {
      throw .unreachable(server, error)
    }
  }

  private static func refused(_ answer: HTTPExchange.Answer) -> Answer {
    .refused(
      status: answer.response.status.code, retryAfterSeconds: answer.response.headerFields[.retryAfter].flatMap { Int($0) } ?? 0)
  }
}
