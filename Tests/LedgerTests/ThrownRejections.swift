import Foundation

/// What each command can be refused for, read from the source of its `decide` and of all that calls: so nobody has to
/// keep a list of it.
///
/// It reads more than can happen where a function is called with something that a line of it asks for, and never less.
/// A throw, a call that may throw and the name of a field are written so that the eye finds them, and that is what this
/// finds too.
struct ThrownRejections {
  /// A throw as one command comes to it: the rejection's name, and the path of the wrong field with "*" for what
  /// only the run knows.
  struct Site: Hashable, Comparable, CustomStringConvertible {
    var rejection: String
    var field: String

    var description: String { field == "*" ? rejection : "\(rejection) \(field)" }

    static func < (left: Site, right: Site) -> Bool { (left.rejection, left.field) < (right.rejection, right.field) }

    /// Whether a rejection with this name and field is one of those thrown here.
    func covers(_ name: String, _ path: String) -> Bool {
      guard name == rejection else { return false }
      let parts = field.components(separatedBy: "*")
      guard parts.count > 1 else { return path == field }
      guard path.hasPrefix(parts[0]) else { return false }
      var rest = path.dropFirst(parts[0].count)
      for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let range = rest.range(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
      return rest.hasSuffix(parts[parts.count - 1])
    }
  }

  /// A function that may throw a rejection.
  private struct Function {
    var name: String
    var text: String
    var file: String
    /// Whether only its own file calls it.
    var isPrivate: Bool
    /// The command that it decides: "AddEntry".
    var wish: String?
  }

  /// How a function is called: with which path, and with what its conditions ask for.
  private struct Call: Hashable {
    var name: String
    var conditions: String
    var field: String
  }

  /// Whether this right, by its name, lets the asker go on in an archive, and whether it has a word for every role.
  var right: (String) -> (holdsInArchive: Bool, allowsEverybody: Bool)?
  private var functions: [String: [Function]] = [:]

  init(readingFrom folder: URL, right: @escaping (String) -> (holdsInArchive: Bool, allowsEverybody: Bool)?) throws {
    self.right = right
    for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      if text.contains("throws(Rejection)") { read(text.components(separatedBy: "\n"), path) }
    }
  }

  /// The commands that are decided: "AddEntry".
  var commands: [String] { (functions["Deliberation.decide"] ?? []).compactMap(\.wish).sorted() }

  /// What a command can be refused for once it has a body and an id.
  func sites(of command: String) -> Set<Site> {
    var sites: Set<Site> = []
    var seen: Set<Call> = []
    for function in functions["Deliberation.decide"] ?? [] where function.wish == command {
      collect(function, Call(name: "decide", conditions: "", field: "*"), into: &sites, &seen)
    }
    return sites
  }

  // MARK: Reading

  private mutating func read(_ lines: [String], _ file: String) {
    var owner = ""
    for (start, line) in lines.enumerated() {
      if let match = line.firstMatch(of: /^(?:public )?(?:extension|struct|enum) (\w+)/) { owner = String(match.1) }
      guard let match = line.firstMatch(of: /^( *)(?:(?:public|private|fileprivate|static|mutating) )*func (\w+)/) else { continue }
      let end = line.hasSuffix("}") ? start : lines[start...].firstIndex(of: match.1 + "}") ?? start
      let text = lines[start...end].joined(separator: "\n")
      guard text.prefix(while: { $0 != "{" }).contains("throws(Rejection)") else { continue }
      let function = Function(
        name: String(match.2), text: text, file: file, isPrivate: line.contains("private func"),
        wish: text.firstMatch(of: /^ *func decide\(_ wish: (\w+)\)/).map { String($0.1) })
      functions["\(owner).\(function.name)", default: []].append(function)
    }
  }

  private func collect(_ function: Function, _ call: Call, into sites: inout Set<Site>, _ seen: inout Set<Call>) {
    var paths = ["field": call.field]
    for match in function.text.matches(of: /(?:let (\w+) = ((?:"|paths\.|field).*)|func (\w+)\(\) -> String \{ (.*) \})/) {
      if let name = match.1 ?? match.3, let value = match.2 ?? match.4 { paths[String(name)] = path(value, paths) }
    }
    for line in function.text.components(separatedBy: "\n") where isPossible(line, call) {
      for match in line.matches(of: /throw \.(\w+)/) {
        let rest = line[match.range.upperBound...]
        let field = rest.first == "(" ? self.field(in: arguments(of: rest)) : nil
        sites.insert(Site(rejection: String(match.1), field: field.map { path($0, paths) } ?? "*"))
      }
    }
    for statement in attempts(in: function.text) {
      for match in statement.matches(of: /(?:(\w+)\.)?(\w+)(?=\()/) {
        let owner = match.1 == "shared" ? "SharedState" : "Deliberation"
        guard ["shared", "self", "Self", "without", nil].contains(match.1), let callees = functions["\(owner).\(match.2)"] else { continue }
        let arguments = arguments(of: statement[match.range.upperBound...])
        let next = Call(
          name: String(match.2), conditions: conditions(of: arguments),
          field: field(in: arguments).map { path($0, paths) } ?? "*")
        guard next.name != "decide", seen.insert(next).inserted else { continue }
        for callee in callees where !callee.isPrivate || callee.file == function.file { collect(callee, next, into: &sites, &seen) }
      }
    }
  }

  /// What decides in the function that is called which of its lines can be reached.
  private func conditions(of arguments: String) -> String {
    var conditions = arguments.contains("required: true") ? "required" : ""
    if let match = arguments.firstMatch(of: /^\.(\w+)/) { conditions += "." + match.1 }
    return conditions
  }

  private func isPossible(_ line: String, _ call: Call) -> Bool {
    if line.contains("guard !required ||") { return call.conditions.hasPrefix("required") }
    guard call.name == "asker", let right = right(String(call.conditions.drop { $0 == "." })) else { return true }
    if line.contains("throw .groupArchived") { return !right.holdsInArchive }
    if line.contains("throw .forbidden") { return !right.allowsEverybody }
    return true
  }

  /// Each part of the text that a `try` reaches: as far as its statement goes.
  private func attempts(in text: String) -> [Substring] {
    text.matches(of: /try(?= )/).map { match in
      var depth = 0
      var end = match.range.upperBound
      while end < text.endIndex {
        switch text[end] {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        case "\n" where depth == 0: return text[match.range.upperBound..<end]
        default: break
        }
        if depth < 0 { break }
        end = text.index(after: end)
      }
      return text[match.range.upperBound..<end]
    }
  }

  /// What stands between the parenthesis that the text begins with and the one that closes it.
  private func arguments(of text: Substring) -> String {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return String(text[text.index(after: text.startIndex)..<index]) }
    }
    return String(text.dropFirst())
  }

  /// The argument `field:`, if it is one of the call's own.
  private func field(in arguments: String) -> String? {
    var depth = 0
    for index in arguments.indices {
      switch arguments[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "f" where depth == 0 && arguments[index...].hasPrefix("field: "):
        let value = arguments[arguments.index(index, offsetBy: 7)...]
        var inner = 0
        let end = value.indices.first { index in
          if "([{".contains(value[index]) { inner += 1 }
          if ")]}".contains(value[index]) { inner -= 1 }
          return inner == 0 && value[index] == ","
        }
        return String(value[..<(end ?? value.endIndex)])
      default: break
      }
    }
    return nil
  }

  /// The path that an expression gives, such as `field() + ".rate"` or `"\(field)[\(place)].minor"`.
  private func path(_ expression: some StringProtocol, _ paths: [String: String]) -> String {
    func value(_ name: String) -> String {
      paths[name.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "()", with: "")] ?? "*"
    }
    let parts = String(expression).components(separatedBy: " + ").map { part -> String in
      guard part.hasPrefix("\"") else { return value(part) }
      return String(part.dropFirst().dropLast()).replacing(/\\\(((?:[^()]|\(\))*)\)/) { value(String($0.1)) }
    }
    return parts.joined().replacing(/\*\*+/, with: "*")
  }
}
