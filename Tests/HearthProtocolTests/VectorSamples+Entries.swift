import HearthProtocol

/// Messages about entries after they were added.
extension VectorSamples {
  /// An edit of every field.
  static let changes: EntryChanges = make {
    $0.money.kind = .expense
    $0.money.amount = money(60_000)
    $0.money.paid = [share(ravi, 60_000)]
    $0.money.split.weights.shares = ([(ravi, 1), (meera, 10_000)] as [(String, UInt32)]).map { member, weight in
      make {
        $0.memberID = member
        $0.weight = weight
      }
    }
    $0.description_p = "Diwali"
    $0.category = ""
    $0.date = "2026-11-08"
    $0.note = ""
    $0.merchant = "Bazaar"
    $0.place = place
    $0.receipts.receipts = [receipt]
  }

  private static let place: Place = make {
    $0.latitudeMicro = 18_520_430
    $0.longitudeMicro = 0
    $0.city = "पुणे"
    $0.country = "India"
  }

  private static let receipt: Receipt = make {
    $0.sha256 = .init(repeating: 0x5A, count: 32)
    $0.mediaType = "image/jpeg"
    $0.sizeBytes = 10_485_760
    $0.name = "bill.jpg"
  }

  static var entryCommands: [VectorSample] {
    [
      VectorSample(
        "add_entry guarded, by income",
        commandMessage(
          .addEntry(
            make {
              $0.entryID = entry
              $0.content.kind = .expense
              $0.content.amount = money(9_000)
              $0.content.description_p = "Rent"
              $0.content.split.income.memberIds = [ravi, meera]
              $0.content.place = place
              $0.content.receipts = [receipt]
              $0.guardDuplicates = true
            }))),
      VectorSample(
        "edit_entry in full",
        commandMessage(
          .editEntry(
            make {
              $0.entryID = entry
              $0.baseVersion = 7
              $0.changes = changes
            }))),
    ]
  }

  static var entryEvents: [(String, Event.OneOf_Body)] {
    [
      (
        "entry_edited",
        .entryEdited(
          make {
            $0.entryID = entry
            $0.changes = changes
            $0.owed = [share(ravi, 6), share(meera, 59_994)]
            $0.undoes = 7
          })
      ),
      (
        "entry_edited that reopens disputes",
        .entryEdited(
          make {
            $0.entryID = entry
            $0.changes = changes
            $0.owed = [share(ravi, 6), share(meera, 59_994)]
            $0.undoes = 7
            $0.reopensDisputes = true
          })
      ),
      ("entry_voided", .entryVoided(make { $0.entryID = entry })),
      (
        "entry_restored",
        .entryRestored(
          make {
            $0.entryID = entry
            $0.undoes = 8
          })
      ),
      (
        "entry_disputed",
        .entryDisputed(
          make {
            $0.entryID = entry
            $0.reason = "I was not there"
          })
      ),
      ("dispute_withdrawn", .disputeWithdrawn(make { $0.entryID = entry })),
      (
        "entry_commented",
        .entryCommented(make { ($0.entryID, $0.commentID, $0.text) = (entry, budget, "The bill is in the drawer") })
      ),
      ("comment_removed", .commentRemoved(make { ($0.entryID, $0.commentID) = (entry, budget) })),
      ("member_income_set", .memberIncomeSet(make { $0.monthly = money(6_000_000) })),
      ("member_income_set taken away by whoever goes on as another", .memberIncomeSet(make { $0.formerMemberIds = [ravi] })),
    ]
  }
}
