import HearthProtocol
import Ledger

extension WireFormat {
  /// A message as one line of JSON; empty when it cannot be written, which no message we make is.
  static func line(_ accepted: Accepted) -> [String] { text(try? json.encode(accepted)) }
  static func line(_ message: ServerMessage) -> [String] { text(try? json.encode(message)) }
  static func line(_ group: GroupSummary) -> [String] { text(try? json.encode(group)) }
  static func line(_ preview: InvitePreview) -> [String] { text(try? json.encode(preview)) }
  static func line(_ member: Member) -> [String] { text(try? json.encode(member)) }
  static func line(_ invite: Invite) -> [String] { text(try? json.encode(invite)) }
  static func line(_ event: LaneEvent) -> [String] { text(try? json.encode(event)) }
  static func line(_ entry: Entry) -> [String] { text(try? json.encode(entry)) }
  static func line(_ standing: EntryStanding) -> [String] { text(try? json.encode(standing)) }
  static func line(_ changes: EntryChanges) -> [String] { text(try? json.encode(changes)) }
  static func line(_ rejected: Rejected) -> [String] { text(try? json.encode(rejected)) }
  static func line(_ token: GroupToken) -> [String] { text(try? json.encode(token)) }
  static func line(_ made: GroupTokenCreated) -> [String] { text(try? json.encode(made)) }
  static func line(_ receipt: Receipt) -> [String] { text(try? json.encode(receipt)) }
  static func line(_ place: Place) -> [String] { text(try? json.encode(place)) }
  static func line(_ settlement: Settlement) -> [String] { text(try? json.encode(settlement)) }
  static func line(_ rate: ExchangeRate) -> [String] { text(try? json.encode(rate)) }
  static func line(_ category: Category) -> [String] { text(try? json.encode(category)) }
  static func line(_ impact: Impact) -> [String] { text(try? json.encode(impact)) }
  static func line(_ dashboard: Dashboard) -> [String] { text(try? json.encode(dashboard)) }
  static func line(_ preference: NoticePreference) -> [String] { text(try? json.encode(preference)) }
  static func line(_ access: ChildAccess) -> [String] { text(try? json.encode(access)) }
  static func line(_ allowance: Allowance) -> [String] { text(try? json.encode(allowance)) }
  static func line(_ sharing: SharedCategory) -> [String] { text(try? json.encode(sharing)) }
  static func line(_ coaching: Coaching) -> [String] { text(try? json.encode(coaching)) }
  static func line(_ limit: SpendingLimit) -> [String] { text(try? json.encode(limit)) }
  static func line(_ record: SpendingRecord) -> [String] { text(try? json.encode(record)) }
  static func line(_ account: AccountContent) -> [String] { text(try? json.encode(account)) }
  static func line(_ grant: AccountGrant) -> [String] { text(try? json.encode(grant)) }
  static func line(_ entry: AccountEntry) -> [String] { text(try? json.encode(entry)) }
  static func line(_ rule: RecurringRule) -> [String] { text(try? json.encode(rule)) }
  static func line(_ festival: FestivalEnvelope) -> [String] { text(try? json.encode(festival)) }
  static func line(_ budget: Budget) -> [String] { text(try? json.encode(budget)) }
  static func line(_ device: Device) -> [String] { text(try? json.encode(device)) }
  static func line(_ webhook: Webhook) -> [String] { text(try? json.encode(webhook)) }
  static func line(_ link: PaymentLink) -> [String] { text(try? json.encode(link)) }
  static func line(_ code: LinkCode) -> [String] { text(try? json.encode(code)) }

  private static func text(_ bytes: [UInt8]?) -> [String] { bytes.map { [String(decoding: $0, as: UTF8.self).escapedJSON] } ?? [] }
}
