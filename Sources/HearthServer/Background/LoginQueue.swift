import EventStore
import HearthProtocol

/// Finds out whose tokens are that this server gave out. Logins that wait together are looked up together, so that many
/// who come at once cost few reads of the directory.
struct LoginQueue: Sendable {
  /// Told at a loop whose a token is; nil: nobody's.
  typealias Sequel = @Sendable (ServerLoop, Result<Bearer?, StoreFailure>) -> Void

  /// Limit: tokens that are asked of the directory in one read; more follow in the next.
  static let tokensMax = 100

  private struct Login: Sendable {
    let token: DeviceToken
    let loop: Int
    let sequel: Sequel
  }

  private let logins: BatchingQueue<Login>

  init(on queue: any WorkQueue, _ directory: any Directory, _ router: LoopRouter) {
    logins = BatchingQueue(on: queue) { logins in
      var rest = logins[...]
      while !rest.isEmpty {
        let part = rest.prefix(Self.tokensMax)
        rest.removeFirst(part.count)
        let records = Self.records(of: part.map(\.token.id), in: directory)
        for (login, record) in zip(part, records) {
          let bearer = record.map { Self.bearer(of: login.token, $0) }
          router.post(.sequel { login.sequel($0, bearer) }, to: login.loop)
        }
      }
    }
  }

  /// Finds out whose a token is, and goes on with that at a loop.
  func find(_ token: DeviceToken, for loop: Int, then sequel: @escaping Sequel) {
    logins.submit([Login(token: token, loop: loop, sequel: sequel)])
  }

  /// What is kept of each token, in their order. A row that is damaged keeps nobody else out.
  private static func records(of tokens: [TokenID], in directory: any Directory) -> [Result<TokenRecord?, StoreFailure>] {
    do throws(StoreFailure) {
      let found = try directory.tokens(tokens)
      return tokens.map { .success(found[$0]) }
    } catch {
      guard case .damaged = error, tokens.count > 1 else { return tokens.map { _ in .failure(error) } }
      return tokens.map { token in Result { () throws(StoreFailure) in try directory.token(token) } }
    }
  }

  /// Whose a token is; nil when its secret is not right. Somebody whom the operator has shut out is let in nowhere.
  private static func bearer(of token: DeviceToken, _ record: TokenRecord?) -> Bearer? {
    // Compared with something in any case, so that a known id takes as long as an unknown one.
    let isRight = token.matches(secretHash: record?.secretHash ?? DeviceToken.nobodysHash)
    guard isRight, let record else { return nil }
    return record.isSuspended ? .suspended(record.identity) : .device(record)
  }
}
