import HearthProtocol

/// The group itself: settings, policies, archive, categories.
extension VectorSamples {
  static var groupCommands: [VectorSample] {
    [
      VectorSample(
        "create_group from a template",
        commandMessage(
          .createGroup(
            make {
              $0.name = "Sharma Parivar"
              $0.memberID = ravi
              $0.displayName = "Ravi"
              $0.template = .indianFamily
              $0.weekStartsOn = .sunday
            }))),
      VectorSample(
        "update_group in full",
        commandMessage(
          .updateGroup(
            make {
              $0.name = "Flat 4B"
              $0.description_p = ""
              $0.icon = "building.2"
              $0.currency = "EUR"
              $0.monthlyIncome = money(8_500_000)
              $0.simplifyDebts = false
              $0.timeZone = "Europe/Berlin"
              $0.weekStartsOn = .monday
              $0.membersMax = 100
            }))),
      VectorSample("erase_words of another", commandMessage(.eraseWords(make { $0.memberID = ravi }))),
      VectorSample("update_group with the least", commandMessage(.updateGroup(make { $0.simplifyDebts = true }))),
    ]
  }

  private static let ownCategory: Category = make {
    $0.key = "pet-food"
    $0.name = "खाना"
    $0.icon = "pawprint.fill"
    $0.color = "#A0B1C2"
    $0.class = .wants
    $0.forExpense = true
    $0.forIncome = true
    $0.sortOrder = 250
  }

  static var groupEvents: [VectorSample] {
    [
      VectorSample(
        "group_created from a template",
        event(
          .groupCreated(
            make {
              $0.name = "Flat 4B"
              $0.currency = "EUR"
              $0.timeZone = "UTC"
              $0.membersMax = 10
              $0.template = .splitGroup
              $0.weekStartsOn = .saturday
            }))),
      VectorSample(
        "group_updated in full",
        event(
          .groupUpdated(
            make {
              $0.name = "Flat 4B"
              $0.description_p = ""
              $0.icon = ""
              $0.currency = "KWD"
              $0.simplifyDebts = false
              $0.timeZone = "UTC"
              $0.weekStartsOn = .sunday
              $0.membersMax = 10
            }))),
      VectorSample("income_set", event(.incomeSet(make { $0.monthlyIncome = money(8_500_000) }))),
      VectorSample("income_set to nothing", event(.incomeSet(IncomeSet()))),
      VectorSample(
        "policy_set",
        event(
          .policySet(
            make {
              $0.policy = .viewersSeeIncome
              $0.allowed = true
            }))),
      VectorSample("group_archived", event(.groupArchived(GroupArchived()))),
      VectorSample("group_unarchived", event(.groupUnarchived(GroupUnarchived()))),
      VectorSample("purge_requested", event(.purgeRequested(make { $0.purgeAtMs = 1_795_608_000_000 }))),
      VectorSample("purge_cancelled", event(.purgeCancelled(PurgeCancelled()))),
      VectorSample(
        "words_erased",
        event(
          .wordsErased(
            WordsErased.with { erased in
              (erased.memberID, erased.done) = (VectorSamples.ravi, true)
              erased.events = [
                .with {
                  ($0.position, $0.hash, $0.subjectID) = (4, .init(repeating: 0x66, count: 32), VectorSamples.ravi)
                  ($0.commentID, $0.atMs) = (VectorSamples.ravi, 1_795_608_000_000)
                }
              ]
              erased.names = [.with { ($0.memberID, $0.displayName) = (VectorSamples.ravi, "Former member 2") }]
            }))),
      VectorSample("entry_commented without its words", erasedComment),
      VectorSample("category_set", event(.categorySet(make { $0.content = ownCategory }))),
      VectorSample("category_retired", event(.categoryRetired(make { $0.key = "gold" }))),
    ]
  }

  private static var erasedComment: Event {
    Event.with {
      ($0.atMs, $0.memberID, $0.erasedBy) = (1_793_016_000_000, ravi, 12)
      ($0.entryCommented.entryID, $0.entryCommented.commentID) = (ravi, ravi)
    }
  }

  static var groupSnapshots: [VectorSample] {
    let shared: LaneSnapshot = make {
      $0.lane = "shared"
      $0.position = 9
      $0.head = .init(repeating: 0x55, count: 32)
      $0.shared.groupID = group
      $0.shared.name = "Flat 4B"
      $0.shared.currency = "EUR"
      $0.shared.template = .splitGroup
      $0.shared.weekStartsOn = .sunday
      $0.shared.simplifyDebts = false
      $0.shared.erasingMemberIds = [ravi]
      $0.shared.policies = [
        make {
          $0.policy = .adminsInvite
          $0.allowed = true
          $0.setBy = ravi
          $0.setAtMs = 1_793_016_000_000
        }
      ]
      $0.shared.policiesVersion = 3
      $0.shared.createdBy = ravi
      $0.shared.updatedAtMs = 1_793_016_000_000
      $0.shared.archivedAtMs = 0
      $0.shared.purgeAtMs = 1_795_608_000_000
      $0.shared.categories = [
        make {
          $0 = ownCategory
          $0.retired = true
        }
      ]
    }
    let income: LaneSnapshot = make {
      $0.lane = "income"
      $0.position = 1
      $0.head = .init(repeating: 0x66, count: 32)
      $0.income.monthlyIncome = money(8_500_000)
      $0.income.members = [
        make {
          $0.memberID = meera
          $0.monthly = money(6_000_000)
        }
      ]
    }
    return [VectorSample("lane shared with settings", shared), VectorSample("lane income", income)]
  }
}
