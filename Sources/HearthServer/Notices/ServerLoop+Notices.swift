import Cryptography
import EventStore
import HearthProtocol
import Ledger
import Room
import Transport

extension ServerLoop {
  /// Why the server does not do what a command wants of notices: it has no program that tells them; nil: it does. An
  /// address can always be taken away.
  func noticeRefusal(_ command: Command) -> Rejected? {
    guard case .setNoticeAddress(let wish) = command.body, !wish.address.isEmpty, configuration.notices == nil else { return nil }
    return .noticesOff()
  }

  /// Sets where the browser of the asker's device is told (SPEC NP-06).
  func setPush(_ wish: SetDevicePush, of identity: IdentityID, _ origin: Origin, _ session: Session) {
    guard let credential = session.account.credential else { return }
    let push: PushSubscription?
    do throws(PushRefusal) {
      push = wish.endpoint.isEmpty ? nil : try subscription(wish)
    } catch {
      return refuse(origin, error.rejected)
    }
    if let refusal = chargeDeviceAct(identity) { return refuse(origin, refusal) }
    if push != nil, background.space.isShort { return refuse(origin, .storageFull()) }
    putOff(session)
    background.changeDevices(for: number) { directory throws(StoreFailure) in
      try directory.setPush(push, of: credential.device, of: identity, replacing: nil) ? try directory.devices(of: identity) : nil
    } then: { loop, result in
      loop.answerDevices(
        origin,
        result.map { records in
          records.map { .devices($0, for: credential.device, request: origin.request) }
            ?? .rejected(.deviceUnknown(field: ""), request: origin.request)
        })
    }
  }

  private struct PushRefusal: Error { let rejected: Rejected }

  private func subscription(_ wish: SetDevicePush) throws(PushRefusal) -> PushSubscription {
    guard configuration.webPush != nil else {
      throw .init(
        rejected: Rejected(
          .noticesOff, cause: "This server tells no browsers.",
          remedy: "Ask its operator to turn it on; until then open the group to see what is new."))
    }
    guard let url = WebhookURL(wish.endpoint) else {
      throw .init(
        rejected: .badRequest(
          .noticeAddressMalformed, field: "set_device_push.endpoint",
          cause: "Where a browser is told is an address of at most \(WebhookURL.bytesMax) bytes that begins with https://."))
    }
    if isNotPublic(url) {
      throw .init(
        rejected: .badRequest(
          .noticeAddressMalformed, field: "set_device_push.endpoint",
          cause: "The server sends nothing to addresses that are not on the public internet."))
    }
    guard P256.PublicKey(point: Array(wish.key)) != nil else {
      throw .init(
        rejected: .badRequest(.messageMalformed, field: "set_device_push.key", cause: "A browser's key is a point of P-256 of 65 bytes."))
    }
    guard wish.secret.count == WebPushMessage.secretBytes else {
      throw .init(rejected: .badRequest(.messageMalformed, field: "set_device_push.secret", cause: "A browser's secret has 16 bytes."))
    }
    guard let language = wish.language.isEmpty ? .english : NoticeLanguage(rawValue: wish.language) else {
      throw .init(rejected: .badRequest(.choiceNotAllowed, field: "set_device_push.language", cause: "Notices are in en or in hi."))
    }
    return PushSubscription(
      endpoint: url.text, point: Array(wish.key), secret: Array(wish.secret), language: language.rawValue,
      hidesAmounts: wish.hidesAmounts)
  }
}
