import Foundation
import HearthProtocol

extension VectorSamples {
  private static let device = "01900000-0000-7000-8000-0000000000d1"

  static var deviceMessages: [VectorSample] {
    [
      VectorSample(
        "link_device",
        client(
          1,
          .linkDevice(
            make {
              $0.code = "K7QM-3FXP-9RTW-2HVC"
              $0.client = "hearth/1.0"
              $0.device = "रवि का फ़ोन"
            }))),
      VectorSample(
        "register_device",
        client(
          1,
          .register(
            make {
              $0.displayName = "Ravi"
              $0.device = "Laptop"
            }))),
      VectorSample("list_devices", client(13, .listDevices(ListDevices()))),
      VectorSample(
        "set_device_push",
        client(
          320,
          .setDevicePush(
            make {
              $0.endpoint = "https://push.example.com/send/abc"
              $0.key = Data([4] + [UInt8](repeating: 0xA7, count: 64))
              $0.secret = Data(repeating: 0x5C, count: 16)
              $0.language = "hi"
              $0.hidesAmounts = true
            }))),
      VectorSample("revoke_device", client(14, .revokeDevice(make { $0.deviceID = device }))),
      VectorSample("rotate_token", client(15, .rotateToken(RotateToken()))),
      VectorSample("create_link", client(16, .createLink(CreateLink()))),
      VectorSample(
        "create_group_token",
        client(
          17,
          .createGroupToken(
            make {
              $0.groupID = group
              $0.access = .write
              $0.name = "Digest"
              $0.days = 30
            }))),
      VectorSample("list_group_tokens", client(18, .listGroupTokens(make { $0.groupID = group }))),
      VectorSample(
        "revoke_group_token",
        client(
          19,
          .revokeGroupToken(
            make {
              $0.tokenID = device
              $0.groupID = group
            }))),
    ]
  }

  private static var groupToken: GroupToken {
    make {
      $0.tokenID = device
      $0.groupID = group
      $0.access = .write
      $0.name = "Digest"
      $0.createdAtMs = 1_793_016_000_000
      $0.endsAtMs = 1_795_608_000_000
      $0.usedOn = "2026-10-26"
    }
  }

  static var deviceAnswers: [VectorSample] {
    [
      VectorSample(
        "registered_device",
        server(
          1,
          .registered(
            make {
              $0.identityID = identity
              $0.token = "not-a-real-token"
              $0.deviceID = device
            }))),
      VectorSample(
        "devices",
        server(
          13,
          .devices(
            make {
              $0.devices = [
                make {
                  $0.deviceID = device
                  $0.name = "Laptop"
                  $0.createdAtMs = 1_793_016_000_000
                  $0.usedOn = "2026-10-26"
                  $0.current = true
                }, make { $0.deviceID = command },
              ]
            }))),
      VectorSample("device_revoked", server(14, .deviceRevoked(make { $0.deviceID = device }))),
      VectorSample("token_rotated", server(15, .tokenRotated(make { $0.token = "not-a-real-token" }))),
      VectorSample(
        "link_code",
        server(
          16,
          .linkCode(
            make {
              $0.code = "K7QM-3FXP-9RTW-2HVC"
              $0.expiresInSeconds = 600
            }))),
      VectorSample(
        "group_token_created",
        server(
          17,
          .groupTokenCreated(
            make {
              $0.token = "not-a-real-token"
              $0.made = groupToken
            }))),
      VectorSample(
        "group_tokens",
        server(
          18,
          .groupTokens(
            make {
              $0.tokens = [groupToken, make { $0.tokenID = device }]
              $0.leftOut = 1
            }))),
      VectorSample("group_token_revoked", server(19, .groupTokenRevoked(make { $0.tokenID = device }))),
    ]
  }
}
