import HTTPTypes
import HearthProtocol
import SwiftProtobuf

import struct FoundationEssentials.Data

/// One line of the table of calls: how a request becomes a message, and how the answer to that becomes the response.
struct CallRoute: Sendable {
  /// What a request says beside its path.
  enum Input: Sendable {
    /// Nothing.
    case nothing
    /// The message's JSON in the body; an empty one is `{}`.
    case body
    /// Fields of the message in the query. The flags are fields that are true or false; all others are written as
    /// texts, which the codec reads as what they are.
    case query(flags: Set<String>)
    /// The same, and a file in the body.
    case file(flags: Set<String>)
  }

  /// What a response is beside its body.
  enum Answer: Sendable {
    /// 200 with the message.
    case message
    /// 200 with the one thing that the path names, and its version.
    case element
    /// 201 with the message or, unless nil, with what was made in the group and where that is.
    case created(MadeCollection?)
    /// 200 with events that have no end.
    case events
  }

  /// The first one is what the table calls it; all of them are the same.
  let methods: [HTTPRequest.Method]
  /// `{group_id}` and at most one other name stand for a segment each.
  let path: String
  let input: Input
  var needsToken = true
  /// Whether a token is looked at where there is one, although none is needed.
  var takesToken = false
  /// Whether it is a command, which has an id.
  let isCommand: Bool
  /// Whether the position of the accepted command's event is the version of the thing.
  var isVersioned = false
  /// Whether the version that a change is based on is named.
  var hasBase = false
  let answer: Answer
  /// What the schema calls the message, or the command.
  let messageName: String
  /// Makes the message. What of its text cannot be read is refused here; nothing is decided.
  let message: @Sendable (inout CallReading) throws(CallRefusal) -> ClientMessage.OneOf_Body

  /// Whether a request has a body.
  var hasBody: Bool {
    switch input {
    case .body, .file: true
    case .nothing, .query: false
    }
  }

  /// Whether the body is a file, which may take as long to come as a receipt's.
  var takesFile: Bool { if case .file = input { true } else { false } }

  /// The path as the table of doors has it.
  var pattern: String { path.replacing(/\{[a-z_]+\}/, with: "{}") }

  /// What the segments with names are called.
  var names: [Substring] { path.matches(of: /\{([a-z_]+)\}/).map(\.output.1) }
}

// MARK: The table's words

extension CallRoute {
  private static func input(_ method: HTTPRequest.Method) -> Input { method == .get || method == .delete ? .nothing : .body }

  private static func name<Body: Message>(_ type: Body.Type) -> String { String(type.protoMessageName.split(separator: ".").last ?? "") }

  /// A command.
  ///
  /// - Parameters:
  ///   - at: the field that the path's second name is.
  ///   - makes: the field that is the id of what is made; missing, it is derived (SPEC HT-05).
  ///   - base: the field that `If-Match` is.
  static func command<Body: Message>(
    _ methods: [HTTPRequest.Method], _ path: String, _ wish: @escaping @Sendable (Body) -> Command.OneOf_Body,
    at place: (any WritableKeyPath<Body, String> & Sendable)? = nil, makes made: (any WritableKeyPath<Body, String> & Sendable)? = nil,
    base: (any WritableKeyPath<Body, UInt64> & Sendable)? = nil,
    isVersioned: Bool = false, input: Input? = nil, answer: Answer = .message
  ) -> CallRoute {
    CallRoute(
      methods: methods, path: path, input: input ?? Self.input(methods[0]), isCommand: true,
      isVersioned: isVersioned, hasBase: base != nil, answer: answer, messageName: name(Body.self)
    ) { (reading) throws(CallRefusal) in
      var body = try reading.read(Body.self)
      if let place { try reading.put(1, into: &body[keyPath: place]) }
      if let made { reading.make(&body[keyPath: made]) }
      if let base { try reading.putBase(into: &body[keyPath: base]) }
      var command = Command()
      command.id = reading.commandID
      command.body = wish(body)
      // The maker of a group names it; a code names the one that is joined.
      if case .createGroup = command.body {
        command.groupID = reading.derivedID("group_id")
      } else if case .joinGroup = command.body {
      } else {
        command.groupID = reading.part(0)
      }
      return .command(command)
    }
  }

  /// Whatever command the body is.
  static func command(_ path: String) -> CallRoute {
    CallRoute(
      methods: [.post], path: path, input: .body, isCommand: true, answer: .message, messageName: name(Command.self)
    ) { (reading) throws(CallRefusal) in
      .command(try reading.readCommand())
    }
  }

  /// What whatever command the body is would change.
  static func preview(_ path: String) -> CallRoute {
    CallRoute(
      methods: [.post], path: path, input: .body, isCommand: false, answer: .message, messageName: name(PreviewCommand.self)
    ) { (reading) throws(CallRefusal) in
      var preview = PreviewCommand()
      preview.command = try reading.readCommand()
      return .previewCommand(preview)
    }
  }

  /// A request that changes nothing in a group.
  ///
  /// - Parameters:
  ///   - group: the field that the path's first name is, the group's unless the path is about no group.
  ///   - at: the field that its second name is.
  ///   - set: sets what the path says without a name.
  static func question<Body: Message>(
    _ method: HTTPRequest.Method, _ path: String, _ message: @escaping @Sendable (Body) -> ClientMessage.OneOf_Body,
    group: (any WritableKeyPath<Body, String> & Sendable)? = nil, at place: (any WritableKeyPath<Body, String> & Sendable)? = nil,
    needsToken: Bool = true, takesToken: Bool = false, input: Input? = nil, answer: Answer = .message,
    set: @escaping @Sendable (inout Body) -> Void = { _ in }
  ) -> CallRoute {
    CallRoute(
      methods: [method], path: path, input: input ?? Self.input(method), needsToken: needsToken, takesToken: takesToken, isCommand: false,
      answer: answer,
      messageName: name(Body.self)
    ) { (reading) throws(CallRefusal) in
      var body = try reading.read(Body.self)
      if let group { try reading.put(0, into: &body[keyPath: group]) }
      if let place { try reading.put(1, into: &body[keyPath: place]) }
      set(&body)
      return message(body)
    }
  }

  /// A question about a file, which is the body.
  static func file<Body: Message>(
    _ path: String, _ message: @escaping @Sendable (Body) -> ClientMessage.OneOf_Body,
    group: any WritableKeyPath<Body, String> & Sendable, file: any WritableKeyPath<Body, Data> & Sendable, flags: Set<String>
  ) -> CallRoute {
    CallRoute(
      methods: [.post], path: path, input: .file(flags: flags), isCommand: false, answer: .message, messageName: name(Body.self)
    ) { (reading) throws(CallRefusal) in
      var body = try reading.read(Body.self)
      guard body[keyPath: file].isEmpty else {
        throw .malformed("file", "The file is the body.", "Leave it out of the query.")
      }
      try reading.put(0, into: &body[keyPath: group])
      body[keyPath: file] = Data(reading.file)
      return message(body)
    }
  }

  /// What happens in a group from here on (SPEC HT-11).
  static func events(_ path: String) -> CallRoute {
    CallRoute(
      methods: [.get], path: path, input: .query(flags: []), isCommand: false, answer: .events, messageName: name(Subscribe.self)
    ) { (reading) throws(CallRefusal) in
      .subscribe(reading.subscribe)
    }
  }

  /// A part of what a group is, or of that the one thing that the path's second name is.
  static func part(_ part: GroupPart, _ path: String) -> CallRoute {
    let isOne = path.hasSuffix("/{id}")
    return question(
      .get, path, ClientMessage.OneOf_Body.readGroup, group: \ReadGroup.groupID, at: isOne ? \ReadGroup.id : nil,
      input: isOne ? .nothing : .query(flags: []), answer: isOne ? .element : .message
    ) { $0.part = part }
  }
}
