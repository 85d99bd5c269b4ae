import HearthProtocol
import SwiftProtobuf

/// Bytes that are no message of a server.
struct UnreadableMessage: Error {
  var cause: String
}

/// A message of the server in the one form the core works with, whatever it was written in.
struct IncomingMessage {
  enum Body {
    case welcome(Welcome)
    case registered(Registered)
    case accepted(Accepted)
    case rejected(Rejected)
    case subscribed(Subscribed)
    case unsubscribed(Unsubscribed)
    case preview(InvitePreview)
    case groups(Groups)
    case history(group: String, lane: String, events: [WireEvent], head: UInt64)
    case snapshotPart(SnapshotPart)
    case events(group: String, lane: String, [WireEvent])
    case presence(PresenceChanged)
    case headTold(HeadTold)
    case draft(DraftChanged)
    case ended(SubscriptionEnded)
    case impact(Impact)
    case paymentLink(PaymentLink)
    case device(DeviceAnswer)
    /// Of a later version of the protocol (SPEC VR-01).
    case unknown
  }

  var request: UInt32
  var body: Body

  init(_ bytes: [UInt8], format: WireFormat) throws(UnreadableMessage) {
    switch format {
    case .protobuf:
      // SPEC LN-06: events stay unparsed, so that their bytes can be hashed as they were stored.
      let message: SealedServerMessage
      do {
        message = try format.decode(SealedServerMessage.self, from: bytes)
      } catch {
        throw UnreadableMessage(cause: error.cause)
      }
      request = message.request
      body = Body(message.body)
    case .json:
      let message = try Self.readJSON(bytes)
      request = message.request
      body = Body(message.body)
    }
  }

  /// Reads JSON passing over fields of later versions, as a client should (SPEC VR-01).
  static func readJSON(_ bytes: [UInt8]) throws(UnreadableMessage) -> ServerMessage {
    var options = JSONDecodingOptions()
    options.ignoreUnknownFields = true
    // Limit: how deep messages nest.
    options.messageDepthLimit = 16
    do {
      return FieldPath.schema(in: try ServerMessage(jsonUTF8Bytes: bytes, options: options))
    } catch {
      throw UnreadableMessage(cause: "The text is no message of a server: \(error).")
    }
  }
}

extension IncomingMessage.Body {
  fileprivate init(_ body: SealedServerMessage.OneOf_Body?) {
    switch body {
    case .welcome(let message): self = .welcome(message)
    case .registered(let message): self = .registered(message)
    case .accepted(let message): self = .accepted(message)
    case .rejected(let message): self = .rejected(message)
    case .subscribed(let message): self = .subscribed(message)
    case .unsubscribed(let message): self = .unsubscribed(message)
    case .invitePreview(let message): self = .preview(message)
    case .groups(let message): self = .groups(message)
    case .history(let page):
      self = .history(group: page.groupID, lane: page.lane, events: page.events.map(WireEvent.init), head: page.head)
    case .snapshotPart(let message): self = .snapshotPart(message)
    case .laneEvents(let message): self = .events(group: message.groupID, lane: message.lane, message.events.map(WireEvent.init))
    case .presenceChanged(let message): self = .presence(message)
    case .headTold(let message): self = .headTold(message)
    case .draftChanged(let message): self = .draft(message)
    case .subscriptionEnded(let message): self = .ended(message)
    case .impact(let message): self = .impact(message)
    case .paymentLink(let message): self = .paymentLink(message)
    case .devices(let message): self = .device(.list(message.devices))
    case .deviceRevoked: self = .device(.revoked)
    case .tokenRotated(let message): self = .device(.token(message.token))
    case .linkCode(let message): self = .device(.code(message))
    case .groupTokenCreated(let message): self = .device(.groupToken(message))
    case .groupTokens(let message): self = .device(.groupTokens(message))
    case .groupTokenRevoked: self = .device(.revoked)
    // Not asked for: a client that holds the state finds it there.
    case .settlement, .dashboard, .groupContents, .entries, .plannedImport, nil: self = .unknown
    }
  }

  fileprivate init(_ body: ServerMessage.OneOf_Body?) {
    switch body {
    case .welcome(let message): self = .welcome(message)
    case .registered(let message): self = .registered(message)
    case .accepted(let message): self = .accepted(message)
    case .rejected(let message): self = .rejected(message)
    case .subscribed(let message): self = .subscribed(message)
    case .unsubscribed(let message): self = .unsubscribed(message)
    case .invitePreview(let message): self = .preview(message)
    case .groups(let message): self = .groups(message)
    case .history(let page):
      self = .history(group: page.groupID, lane: page.lane, events: page.events.map(WireEvent.init), head: page.head)
    case .snapshotPart(let message): self = .snapshotPart(message)
    case .laneEvents(let message): self = .events(group: message.groupID, lane: message.lane, message.events.map(WireEvent.init))
    case .presenceChanged(let message): self = .presence(message)
    case .headTold(let message): self = .headTold(message)
    case .draftChanged(let message): self = .draft(message)
    case .subscriptionEnded(let message): self = .ended(message)
    case .impact(let message): self = .impact(message)
    case .paymentLink(let message): self = .paymentLink(message)
    case .devices(let message): self = .device(.list(message.devices))
    case .deviceRevoked: self = .device(.revoked)
    case .tokenRotated(let message): self = .device(.token(message.token))
    case .linkCode(let message): self = .device(.code(message))
    case .groupTokenCreated(let message): self = .device(.groupToken(message))
    case .groupTokens(let message): self = .device(.groupTokens(message))
    case .groupTokenRevoked: self = .device(.revoked)
    // Not asked for: a client that holds the state finds it there.
    case .settlement, .dashboard, .groupContents, .entries, .plannedImport, nil: self = .unknown
    }
  }
}
