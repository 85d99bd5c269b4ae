import HearthProtocol
import SwiftProtobuf

/// Messages about members.
extension VectorSamples {
  static let notice = "2026-11"

  static var memberCommands: [VectorSample] {
    [
      VectorSample(
        "join_group as a placeholder and a minor",
        commandMessage(
          .joinGroup(
            make {
              $0.code = "7GXK-2MQ4-T9ZB-0HWC"
              $0.claimsMemberID = meera
              $0.acceptsTransparency = notice
            }), group: "")),
      VectorSample("set_default_sharing as the role has it", commandMessage(.setDefaultSharing(make { $0.memberID = meera }))),
      VectorSample(
        "change_role to a minor",
        commandMessage(
          .changeRole(
            make {
              $0.memberID = meera
              $0.role = .minor
            }))),
    ]
  }

  static var memberEvents: [VectorSample] {
    [
      VectorSample(
        "member_joined as a minor",
        event(
          .memberJoined(
            make {
              $0.memberID = meera
              $0.displayName = "Meera"
              $0.role = .minor
              $0.holder = .init(240...255)
              $0.transparencyVersion = notice
            }))),
      VectorSample(
        "member_claimed",
        event(
          .memberClaimed(
            make {
              $0.memberID = meera
              $0.holder = .init(240...255)
              $0.displayName = "Meera"
              $0.role = .minor
              $0.replacedMemberID = ravi
              $0.transparencyVersion = notice
            }))),
      VectorSample(
        "member_claimed from whoever held the member",
        event(
          .memberClaimed(
            make {
              $0.memberID = meera
              $0.holder = .init(240...255)
              $0.displayName = "Meera"
              $0.role = .owner
              $0.formerHolder = .init(0...15)
            }))),
      VectorSample("member_email_set", event(.memberEmailSet(make { $0.email = "asha@example.org" }))),
      VectorSample(
        "member_email_set by whoever goes on as another",
        event(
          .memberEmailSet(
            make {
              $0.email = "asha@example.org"
              $0.formerMemberIds = [ravi, meera]
            }))),
      VectorSample(
        "member_renamed",
        event(
          .memberRenamed(
            make {
              $0.memberID = meera
              $0.displayName = "मीरा"
            }))),
      VectorSample(
        "member_color_set",
        event(
          .memberColorSet(
            make {
              $0.memberID = meera
              $0.color = "#4F8A10"
            }))),
      VectorSample("party_set", event(.partySet(make { ($0.memberID, $0.withMemberID) = (meera, ravi) }))),
      VectorSample("party_set alone", event(.partySet(make { $0.memberID = meera }))),
      VectorSample("default_sharing_set", event(.defaultSharingSet(make { ($0.memberID, $0.shares) = (meera, false) }))),
      VectorSample("default_sharing_set as the role has it", event(.defaultSharingSet(make { $0.memberID = meera }))),
      VectorSample(
        "role_changed",
        event(
          .roleChanged(
            make {
              $0.memberID = meera
              $0.role = .minor
              $0.transparencyVersion = notice
            }))),
      VectorSample(
        "role_change_proposed",
        event(
          .roleChangeProposed(
            make {
              $0.memberID = meera
              $0.role = .minor
              $0.transparencyVersion = notice
              $0.effectiveAtMs = 1_793_620_800_000
            }))),
      VectorSample(
        "role_requested",
        event(
          .roleRequested(
            make {
              $0.memberID = meera
              $0.role = .viewer
            }))),
      VectorSample(
        "invite_created for one identity",
        event(
          .inviteCreated(
            make {
              $0.inviteID = invite
              $0.role = .adult
              $0.usesMax = 1
              $0.expiresAtMs = 1_793_620_800_000
              $0.codeHash = .init(repeating: 0xAB, count: 32)
              $0.forHolder = .init(repeating: 0x44, count: 16)
              $0.label = "Ravi, from work"
            }))),
      VectorSample(
        "invite_created that needs approval",
        event(
          .inviteCreated(
            make {
              $0.inviteID = invite
              $0.role = .viewer
              $0.usesMax = 5
              $0.expiresAtMs = 1_793_620_800_000
              $0.codeHash = .init(repeating: 0xAB, count: 32)
              $0.needsApproval = true
            }))),
      VectorSample(
        "join_requested",
        event(
          .joinRequested(
            make {
              $0.memberID = meera
              $0.displayName = "Meera"
              $0.holder = .init(repeating: 0x44, count: 16)
              $0.role = .minor
              $0.inviteID = invite
              $0.transparencyVersion = notice
            }))),
      VectorSample("join_approved", event(.joinApproved(make { $0.memberID = meera }))),
      VectorSample(
        "join_declined",
        event(
          .joinDeclined(
            make {
              $0.memberID = meera
              $0.displayName = "Meera"
            }))),
      VectorSample("role_request_declined", event(.roleRequestDeclined(make { $0.memberID = meera }))),
      VectorSample("role_request_settled", event(.roleRequestSettled(make { $0.memberID = meera }))),
      VectorSample(
        "member_left whom a role waits for",
        event(
          .memberLeft(
            make {
              $0.memberID = meera
              $0.keepsProposal = true
            }))),
      VectorSample("member_left", event(.memberLeft(make { $0.memberID = meera }))),
      VectorSample("member_removed", event(.memberRemoved(make { $0.memberID = meera }))),
      VectorSample(
        "member_restored",
        event(
          .memberRestored(
            make {
              $0.memberID = meera
              $0.role = .viewer
              $0.displayName = "Meera"
              $0.transparencyVersion = notice
            }))),
      VectorSample("ownership_transferred", event(.ownershipTransferred(make { $0.memberID = meera }))),
    ]
  }

  static let memberSnapshot: LaneSnapshot = make {
    $0.lane = "shared"
    $0.position = 9
    $0.shared.groupID = group
    $0.shared.currency = "INR"
    $0.shared.members = [
      make {
        $0.memberID = ravi
        $0.displayName = "Ravi"
        $0.role = .owner
        $0.holder = .init(repeating: 0x22, count: 16)
        $0.status = .active
        $0.color = "#4F8A10"
      },
      make {
        $0.memberID = meera
        $0.displayName = "Meera"
        $0.role = .adult
        $0.status = .unclaimed
        $0.proposedRole = .minor
        $0.proposedVersion = notice
        $0.proposedEffectiveAtMs = 1_793_620_800_000
      },
      make {
        $0.memberID = entry
        $0.displayName = "Riya"
        $0.role = .minor
        $0.status = .active
        $0.requestedRole = .adult
        $0.transparencyVersion = notice
      },
      make {
        $0.memberID = budget
        $0.displayName = "Sara"
        $0.role = .adult
        $0.status = .replaced
        $0.becameMemberID = meera
        $0.endedAtMs = 1_793_016_000_000
      },
    ]
  }
}
