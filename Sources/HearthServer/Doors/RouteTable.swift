import HTTPTypes

/// Which door a request goes to, by its method and path.
struct RouteTable<Door: Sendable>: Sendable {
  /// What a request comes to.
  enum Match {
    case door(Door)
    /// The path is known, and other methods are (RFC 9110 §15.5.6).
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    case unknownPath
  }

  /// One line of the table.
  struct Route: Sendable {
    var method: HTTPRequest.Method
    var path: String
    var door: Door
  }

  private let doors: [String: [Route]]

  init(_ routes: Route...) { doors = Dictionary(grouping: routes, by: \.path) }

  /// - Parameter path: without the query.
  func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
    guard let routes = doors[String(path)] else { return .unknownPath }
    if let route = routes.first(where: { $0.method == method }) { return .door(route.door) }
    return .methodNotAllowed(allowed: routes.map(\.method))
  }
}
