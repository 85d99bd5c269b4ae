import HTTPTypes

/// Which door a request goes to, by its method and path.
struct RouteTable<Door: Sendable>: Sendable {
  /// What a request comes to.
  enum Match {
    /// A door, and what stands in the path where the route has `{}`.
    case door(Door, [Substring])
    /// The path is known, and other methods are (RFC 9110 §15.5.6).
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    case unknownPath
  }

  /// One line of the table.
  struct Route: Sendable {
    var method: HTTPRequest.Method
    /// The path; a segment `{}` stands for any that is not empty.
    var path: String
    var door: Door
  }

  private let doors: [String: [Route]]
  /// The paths with a `{}`, as segments.
  private let patterns: [(segments: [Substring], path: String)]

  init(_ routes: Route...) { self.init(routes) }

  init(_ routes: [Route]) {
    doors = Dictionary(grouping: routes, by: \.path)
    patterns = doors.keys.filter { $0.contains("{}") }.sorted().map { (Self.segments($0[...]), $0) }
  }

  /// - Parameter path: without the query.
  func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
    var found = (routes: doors[String(path)], parts: [Substring]())
    if found.routes == nil || path.contains("{") { found = pattern(path) }
    guard let routes = found.routes else { return .unknownPath }
    if let route = routes.first(where: { $0.method == method }) { return .door(route.door, found.parts) }
    return .methodNotAllowed(allowed: routes.map(\.method))
  }

  private func pattern(_ path: Substring) -> (routes: [Route]?, parts: [Substring]) {
    let segments = Self.segments(path)
    for pattern in patterns where pattern.segments.count == segments.count {
      var parts: [Substring] = []
      let isMatch = zip(pattern.segments, segments).allSatisfy { wanted, segment in
        guard wanted == "{}" else { return wanted == segment }
        parts.append(segment)
        return !segment.isEmpty
      }
      if isMatch { return (doors[pattern.path], parts) }
    }
    return (nil, [])
  }

  private static func segments(_ path: Substring) -> [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }
}
