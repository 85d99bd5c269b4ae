"""The protocol's messages as JSON. Made by clients/generate.py from Protocol/: run make protocol.

Every name may be missing: what is left out, empty, zero or false is not written.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

Int64: TypeAlias = int | str
"""Answered as a decimal string, so read it with int(); may be sent as either."""

BundleScope: TypeAlias = Literal[
    "BUNDLE_SCOPE_UNSPECIFIED",
    "BUNDLE_SCOPE_GROUP",
    "BUNDLE_SCOPE_MEMBER",
]

DashboardPeriod: TypeAlias = Literal[
    "DASHBOARD_PERIOD_UNSPECIFIED",
    "DASHBOARD_PERIOD_MONTH",
    "DASHBOARD_PERIOD_WEEK",
]

GroupPart: TypeAlias = Literal[
    "GROUP_PART_UNSPECIFIED",
    "GROUP_PART_SETTINGS",
    "GROUP_PART_MEMBERS",
    "GROUP_PART_CATEGORIES",
    "GROUP_PART_BUDGETS",
    "GROUP_PART_RECURRING",
    "GROUP_PART_FESTIVALS",
    "GROUP_PART_RATES",
    "GROUP_PART_INVITES",
    "GROUP_PART_MINORS",
    "GROUP_PART_ACCOUNTS",
    "GROUP_PART_WEBHOOKS",
]

PlannedOutcome: TypeAlias = Literal[
    "PLANNED_OUTCOME_UNSPECIFIED",
    "PLANNED_OUTCOME_NEW",
    "PLANNED_OUTCOME_KNOWN",
    "PLANNED_OUTCOME_DIFFERS",
    "PLANNED_OUTCOME_SIMILAR",
    "PLANNED_OUTCOME_NOTHING",
    "PLANNED_OUTCOME_PROBLEM",
]

SubscriptionEnd: TypeAlias = Literal[
    "SUBSCRIPTION_END_UNSPECIFIED",
    "SUBSCRIPTION_END_MEMBERSHIP",
]

ShareState: TypeAlias = Literal[
    "SHARE_STATE_UNSPECIFIED",
    "SHARE_STATE_OPEN",
    "SHARE_STATE_PARTLY_PAID",
    "SHARE_STATE_PAID",
    "SHARE_STATE_DISPUTED",
]

SplitKind: TypeAlias = Literal[
    "SPLIT_KIND_UNSPECIFIED",
    "SPLIT_KIND_EQUAL",
    "SPLIT_KIND_PERCENTAGE",
    "SPLIT_KIND_EXACT",
    "SPLIT_KIND_WEIGHTS",
    "SPLIT_KIND_INCOME",
]

EntryField: TypeAlias = Literal[
    "ENTRY_FIELD_UNSPECIFIED",
    "ENTRY_FIELD_MONEY",
    "ENTRY_FIELD_DESCRIPTION",
    "ENTRY_FIELD_CATEGORY",
    "ENTRY_FIELD_DATE",
    "ENTRY_FIELD_NOTE",
    "ENTRY_FIELD_MERCHANT",
    "ENTRY_FIELD_PLACE",
    "ENTRY_FIELD_RECEIPTS",
]

EntryAct: TypeAlias = Literal[
    "ENTRY_ACT_UNSPECIFIED",
    "ENTRY_ACT_ADDED",
    "ENTRY_ACT_EDITED",
    "ENTRY_ACT_VOIDED",
    "ENTRY_ACT_RESTORED",
]

Role: TypeAlias = Literal[
    "ROLE_UNSPECIFIED",
    "ROLE_OWNER",
    "ROLE_ADMIN",
    "ROLE_ADULT",
    "ROLE_VIEWER",
    "ROLE_MINOR",
]

MemberStatus: TypeAlias = Literal[
    "MEMBER_STATUS_UNSPECIFIED",
    "MEMBER_STATUS_ACTIVE",
    "MEMBER_STATUS_UNCLAIMED",
    "MEMBER_STATUS_LEFT",
    "MEMBER_STATUS_REMOVED",
    "MEMBER_STATUS_REPLACED",
]

GroupTemplate: TypeAlias = Literal[
    "GROUP_TEMPLATE_UNSPECIFIED",
    "GROUP_TEMPLATE_FAMILY",
    "GROUP_TEMPLATE_INDIAN_FAMILY",
    "GROUP_TEMPLATE_SPLIT_GROUP",
]

Weekday: TypeAlias = Literal[
    "WEEKDAY_UNSPECIFIED",
    "WEEKDAY_MONDAY",
    "WEEKDAY_TUESDAY",
    "WEEKDAY_WEDNESDAY",
    "WEEKDAY_THURSDAY",
    "WEEKDAY_FRIDAY",
    "WEEKDAY_SATURDAY",
    "WEEKDAY_SUNDAY",
]

Policy: TypeAlias = Literal[
    "POLICY_UNSPECIFIED",
    "POLICY_ADULTS_EDIT_OTHERS",
    "POLICY_ADULTS_VOID_OWN",
    "POLICY_ADMINS_INVITE",
    "POLICY_ADULTS_ADD_PLACEHOLDERS",
    "POLICY_VIEWERS_DISPUTE",
    "POLICY_MINORS_DISPUTE",
    "POLICY_ADULTS_SEE_INCOME",
    "POLICY_VIEWERS_SEE_INCOME",
    "POLICY_ADMINS_MAKE_TOKENS",
    "POLICY_ADMINS_SET_WEBHOOKS",
]

GroupTokenAccess: TypeAlias = Literal[
    "GROUP_TOKEN_ACCESS_UNSPECIFIED",
    "GROUP_TOKEN_ACCESS_READ",
    "GROUP_TOKEN_ACCESS_WRITE",
]

WebhookPause: TypeAlias = Literal[
    "WEBHOOK_PAUSE_UNSPECIFIED",
    "WEBHOOK_PAUSE_FAILING",
    "WEBHOOK_PAUSE_GONE",
    "WEBHOOK_PAUSE_ADDRESS_REFUSED",
]

EntryKind: TypeAlias = Literal[
    "ENTRY_KIND_UNSPECIFIED",
    "ENTRY_KIND_EXPENSE",
    "ENTRY_KIND_INCOME",
    "ENTRY_KIND_TRANSFER",
]

BudgetPeriod: TypeAlias = Literal[
    "BUDGET_PERIOD_UNSPECIFIED",
    "BUDGET_PERIOD_WEEKLY",
    "BUDGET_PERIOD_BIWEEKLY",
    "BUDGET_PERIOD_MONTHLY",
    "BUDGET_PERIOD_YEARLY",
]

Rollover: TypeAlias = Literal[
    "ROLLOVER_UNSPECIFIED",
    "ROLLOVER_NONE",
    "ROLLOVER_SURPLUS",
    "ROLLOVER_BOTH",
]

SettlementMode: TypeAlias = Literal[
    "SETTLEMENT_MODE_UNSPECIFIED",
    "SETTLEMENT_MODE_DIRECT",
    "SETTLEMENT_MODE_SIMPLIFIED",
]

CategoryClass: TypeAlias = Literal[
    "CATEGORY_CLASS_UNSPECIFIED",
    "CATEGORY_CLASS_NEEDS",
    "CATEGORY_CLASS_WANTS",
    "CATEGORY_CLASS_SAVINGS",
]

NoticeKind: TypeAlias = Literal[
    "NOTICE_KIND_UNSPECIFIED",
    "NOTICE_KIND_ENTRIES",
    "NOTICE_KIND_BUDGETS",
    "NOTICE_KIND_ALERTS",
    "NOTICE_KIND_MEMBERS",
    "NOTICE_KIND_REMINDERS",
    "NOTICE_KIND_DIGEST",
]

NoticeChannel: TypeAlias = Literal[
    "NOTICE_CHANNEL_UNSPECIFIED",
    "NOTICE_CHANNEL_FEED",
    "NOTICE_CHANNEL_BELL",
    "NOTICE_CHANNEL_DIGEST",
    "NOTICE_CHANNEL_PUSH",
    "NOTICE_CHANNEL_MAIL",
]

RecurrenceUnit: TypeAlias = Literal[
    "RECURRENCE_UNIT_UNSPECIFIED",
    "RECURRENCE_UNIT_DAY",
    "RECURRENCE_UNIT_WEEK",
    "RECURRENCE_UNIT_MONTH",
    "RECURRENCE_UNIT_YEAR",
]

Festival: TypeAlias = Literal[
    "FESTIVAL_UNSPECIFIED",
    "FESTIVAL_DIWALI",
    "FESTIVAL_HOLI",
    "FESTIVAL_EID_AL_FITR",
    "FESTIVAL_CHRISTMAS",
    "FESTIVAL_EID_AL_ADHA",
]

AccountType: TypeAlias = Literal[
    "ACCOUNT_TYPE_UNSPECIFIED",
    "ACCOUNT_TYPE_CHECKING",
    "ACCOUNT_TYPE_SAVINGS",
    "ACCOUNT_TYPE_CASH",
    "ACCOUNT_TYPE_CARD",
    "ACCOUNT_TYPE_GOLD",
]

AccountEntryKind: TypeAlias = Literal[
    "ACCOUNT_ENTRY_KIND_UNSPECIFIED",
    "ACCOUNT_ENTRY_KIND_DEPOSIT",
    "ACCOUNT_ENTRY_KIND_WITHDRAWAL",
]

GrantPermission: TypeAlias = Literal[
    "GRANT_PERMISSION_UNSPECIFIED",
    "GRANT_PERMISSION_READ",
    "GRANT_PERMISSION_WRITE",
]


class BundleRecord(TypedDict, total=False):
    header: BundleHeader
    event: BundleEvent
    heads: BundleHeads
    attachment: BundleAttachment
    piece: BundlePiece
    end: BundleEnd


class BundleHeader(TypedDict, total=False):
    """The first record, once."""
    # 1.
    format: int
    groupId: str
    # See Subscribe.epoch.
    epoch: Int64
    scope: BundleScope


class BundleEvent(TypedDict, total=False):
    lane: str
    position: Int64
    # The stored bytes of the Event, salt included (SPEC LN-06).
    event: str
    # The lane's chain after it.
    hash: str


class BundleHeads(TypedDict, total=False):
    """Behind the last event, once: where each lane that has events ends, in the order of snapshots."""
    heads: list[BundleHead]


class BundleHead(TypedDict, total=False):
    lane: str
    position: Int64
    hash: str


class BundleAttachment(TypedDict, total=False):
    """A receipt's file; its bytes follow as pieces. In the order of lanes, then ascending by the hash."""
    sha256: str
    sizeBytes: Int64
    # Empty: lane shared; otherwise the lane of the minor whose receipt it is.
    lane: str


class BundlePiece(TypedDict, total=False):
    """65,536 bytes, fewer only in an attachment's last piece."""
    bytes: str


class BundleEnd(TypedDict, total=False):
    """The last record, once."""
    # SHA-256 over all bytes of the file before this record's length.
    checksum: str
    # The public key of the server that exported it (Ed25519, 32 bytes), and its signature of the checksum (SPEC BN-08, 64 bytes).
    # Both or neither; neither with BUNDLE_SCOPE_MEMBER.
    signer: str
    signature: str


class Command(TypedDict, total=False):
    # UUID (version 7) made by the client. Sending the same command again gives the first answer (SPEC CM-03).
    id: str
    # UUID of the group. For CreateGroup the client makes it; for JoinGroup it stays empty: the code names the group.
    groupId: str
    # When the member said it, milliseconds since 1970; 0: when it arrives. Where the command names no day it is of the day of that moment (SPEC CM-16).
    saidAtMs: Int64
    createGroup: CreateGroup
    joinGroup: JoinGroup
    addEntry: AddEntry
    setBudget: SetBudget
    createInvite: CreateInvite
    revokeInvite: RevokeInvite
    addPlaceholder: AddPlaceholder
    claimMember: ClaimMember
    renameMember: RenameMember
    setMemberColor: SetMemberColor
    changeRole: ChangeRole
    acknowledgeRole: AcknowledgeRole
    requestRole: RequestRole
    approveRole: ApproveRole
    declineRole: DeclineRole
    leaveGroup: LeaveGroup
    removeMember: RemoveMember
    restoreMember: RestoreMember
    transferOwnership: TransferOwnership
    setMemberEmail: SetMemberEmail
    approveJoin: ApproveJoin
    declineJoin: DeclineJoin
    setParty: SetParty
    removeBudget: RemoveBudget
    reactivateBudget: ReactivateBudget
    settleUp: SettleUp
    remindDebtor: RemindDebtor
    updateGroup: UpdateGroup
    setPolicy: SetPolicy
    archiveGroup: ArchiveGroup
    unarchiveGroup: UnarchiveGroup
    requestPurge: RequestPurge
    cancelPurge: CancelPurge
    setCategory: SetCategory
    retireCategory: RetireCategory
    editEntry: EditEntry
    voidEntry: VoidEntry
    restoreEntry: RestoreEntry
    undoLast: UndoLast
    disputeEntry: DisputeEntry
    withdrawDispute: WithdrawDispute
    setMemberIncome: SetMemberIncome
    commentEntry: CommentEntry
    removeComment: RemoveComment
    setRecurring: SetRecurring
    pauseRecurring: PauseRecurring
    resumeRecurring: ResumeRecurring
    skipOccurrence: SkipOccurrence
    endRecurring: EndRecurring
    setFestival: SetFestival
    removeFestival: RemoveFestival
    setRate: SetRate
    setPreferences: SetPreferences
    setDefaultSharing: SetDefaultSharing
    setGuardian: SetGuardian
    setSpending: SetSpending
    voidSpending: VoidSpending
    setSpendingLimit: SetSpendingLimit
    removeSpendingLimit: RemoveSpendingLimit
    setAllowance: SetAllowance
    skipAllowance: SkipAllowance
    pauseAllowance: PauseAllowance
    endAllowance: EndAllowance
    restoreSpending: RestoreSpending
    setAccount: SetAccount
    setAccountEntry: SetAccountEntry
    voidAccountEntry: VoidAccountEntry
    reconcileAccount: ReconcileAccount
    transferBetweenAccounts: TransferBetweenAccounts
    grantAccount: GrantAccount
    revokeAccount: RevokeAccount
    answerRevocation: AnswerRevocation
    sendCoaching: SendCoaching
    muteCoaching: MuteCoaching
    restrictCoaching: RestrictCoaching
    separate: Separate
    endSeparation: EndSeparation
    shareCategory: ShareCategory
    setCategoryTotal: SetCategoryTotal
    setPaymentAddress: SetPaymentAddress
    addWebhook: AddWebhook
    rotateWebhookSecret: RotateWebhookSecret
    testWebhook: TestWebhook
    resumeWebhook: ResumeWebhook
    removeWebhook: RemoveWebhook
    setNoticeAddress: SetNoticeAddress
    eraseWords: EraseWords


class CreateGroup(TypedDict, total=False):
    # 1 to 50 characters after trimming.
    name: str
    # ISO-4217 code.
    currency: str
    # IANA name, "Asia/Kolkata"; empty means UTC.
    timeZone: str
    # The creator's id as a member, made by the client.
    memberId: str
    displayName: str
    icon: str
    description: str
    # What the group starts with (SPEC GR-03); unspecified means family.
    template: GroupTemplate
    # Unspecified means Monday.
    weekStartsOn: Weekday


class JoinGroup(TypedDict, total=False):
    code: str
    # The joiner's id as a member, made by the client. Of no use to whoever claims or comes back: they have one.
    memberId: str
    # At most 50 characters. Empty: "Member N", the placeholder's name or the former one.
    displayName: str
    # The placeholder that the joiner is; empty: none.
    claimsMemberId: str
    # Version of the transparency notice that the joiner has read and accepted; needed to join as a minor (SPEC MB-08).
    acceptsTransparency: str


class AddEntry(TypedDict, total=False):
    entryId: str
    content: EntryContent
    # Refuse the entry when somebody else added one much like it within the last ten minutes (SPEC EN-07).
    guardDuplicates: bool


class EditEntry(TypedDict, total=False):
    """Changes what an entry says. An edit of an older version is merged when nobody has changed the same fields since."""
    entryId: str
    # The version of the entry that the sender saw: the position of the last event that touched it.
    baseVersion: Int64
    changes: EntryChanges


class VoidEntry(TypedDict, total=False):
    """Takes an entry out of all sums; it stays readable."""
    entryId: str


class RestoreEntry(TypedDict, total=False):
    """Takes a voided entry back in."""
    entryId: str


class UndoLast(TypedDict, total=False):
    """Undoes the sender's own last adding, editing, voiding or restoring of an entry."""


class DisputeEntry(TypedDict, total=False):
    """Says that an entry which names the sender is wrong. Changes no number."""
    entryId: str
    # 1 to 200 characters.
    reason: str


class WithdrawDispute(TypedDict, total=False):
    entryId: str


class CommentEntry(TypedDict, total=False):
    """Says something beside an entry (SPEC EN-13). Changes no number and makes no version."""
    entryId: str
    # The comment's id, made by the client.
    commentId: str
    # 1 to 500 characters, in one line.
    text: str


class RemoveComment(TypedDict, total=False):
    """Takes a comment of the sender's away: its words are gone from the entry."""
    entryId: str
    commentId: str


class SetMemberIncome(TypedDict, total=False):
    """What the sender earns a month, for splits by income."""
    # Minor 0 takes the figure away.
    monthly: Money


class SetBudget(TypedDict, total=False):
    """Creates the budget or, when the id is known, replaces it."""
    budgetId: str
    content: BudgetContent
    # A day, YYYY-MM-DD: the change holds from the budget's period on that it falls into (SPEC BU-06); empty: today.
    effectiveFrom: str


class RemoveBudget(TypedDict, total=False):
    """Retires the budget: it counts nothing and fires nothing until it is reactivated."""
    budgetId: str


class ReactivateBudget(TypedDict, total=False):
    budgetId: str


class CreateInvite(TypedDict, total=False):
    inviteId: str
    role: Role
    # 0 means 1.
    usesMax: int
    # 0 means 7 days.
    expiresInSeconds: int
    # The identity that alone may join by it, as welcome told it (SPEC IN-07); empty: whoever has the code may.
    forIdentityId: str
    # The person it is meant for, in the sender's words, such as a name or an email address: at most 100 characters. Nothing is sent there.
    label: str
    # The joiner asks to join, and is no member before somebody approves it (SPEC IN-08).
    needsApproval: bool


class ApproveJoin(TypedDict, total=False):
    """Lets somebody in who asked to join (SPEC IN-09)."""
    # The member they would be, as JoinRequested says.
    memberId: str


class DeclineJoin(TypedDict, total=False):
    memberId: str


class RevokeInvite(TypedDict, total=False):
    inviteId: str


class AddPlaceholder(TypedDict, total=False):
    """Adds somebody who has no account yet."""
    memberId: str
    # At most 50 characters; empty: "Member N".
    displayName: str
    # ROLE_ADULT, ROLE_VIEWER or ROLE_MINOR.
    role: Role


class ClaimMember(TypedDict, total=False):
    """Says that the sender, in whose name no entry stands yet, is this placeholder."""
    memberId: str
    # The version of the transparency notice, accepted by who becomes a minor by it (SPEC MB-05); empty: it was not read.
    acceptsTransparency: str


class RenameMember(TypedDict, total=False):
    memberId: str
    # 1 to 50 characters after trimming.
    displayName: str


class SetMemberColor(TypedDict, total=False):
    memberId: str
    # "#RRGGBB"; empty: none.
    color: str


class SetMemberEmail(TypedDict, total=False):
    """Says at which address the sender can be written to; owner and admins see it, nobody else (SPEC MB-13)."""
    # At most 254 bytes, as in NAME@HOST; empty: none.
    email: str


class ChangeRole(TypedDict, total=False):
    """To become a minor takes effect only once the member has acknowledged it (SPEC MB-09). The role that a member has takes a waiting change back."""
    memberId: str
    role: Role


class AcknowledgeRole(TypedDict, total=False):
    """Accepts the role that waits for the sender."""
    # Version of the transparency notice that the sender has read.
    acceptsTransparency: str


class RequestRole(TypedDict, total=False):
    """A minor asks for another role; a further request takes the place of the former."""
    role: Role


class ApproveRole(TypedDict, total=False):
    memberId: str
    # The role asked for, so that nothing else is approved than was seen.
    role: Role


class DeclineRole(TypedDict, total=False):
    memberId: str


class LeaveGroup(TypedDict, total=False):
    pass


class RemoveMember(TypedDict, total=False):
    memberId: str


class RestoreMember(TypedDict, total=False):
    """Takes a removed member back, with the role they had."""
    memberId: str


class TransferOwnership(TypedDict, total=False):
    """To an active admin or adult; the former owner becomes an admin."""
    memberId: str


class SettleUp(TypedDict, total=False):
    """Records that a debt was paid, in full or in part (SPEC ST-06). Hearth moves no money."""
    entryId: str
    # Who paid, and who received it.
    fromMemberId: str
    toMemberId: str
    # In minor units; missing means all that is owed when the command is decided.
    minor: Int64
    # Empty means the group's currency.
    currency: str
    # Whether `minor` may be more than is owed.
    allowMore: bool
    # May have several lines (SPEC EN-14).
    note: str
    # Which debts are paid; unspecified: those that the group offers (SPEC ST-06).
    mode: SettlementMode
    # The rate at which a debt in another currency is paid in the group's (SPEC ST-10), as in EntryContent; missing: as known today, if it is.
    conversion: Conversion


class RemindDebtor(TypedDict, total=False):
    """Tells a member that they owe somebody something (SPEC ST-09)."""
    debtorId: str
    # Empty means the sender.
    creditorId: str
    # Empty means the group's currency.
    currency: str
    # Which debt is meant; unspecified: the one that the group offers (SPEC ST-06).
    mode: SettlementMode


class UpdateGroup(TypedDict, total=False):
    """Changes what the group says of itself: only the fields that are there, the others stay."""
    name: str
    # Empty takes it away.
    description: str
    # Empty takes it away.
    icon: str
    # ISO-4217 code; only while the group has no entries.
    currency: str
    # What comes in each month, all members together; an amount of 0 takes it away.
    monthlyIncome: Money
    simplifyDebts: bool
    # IANA name, "Asia/Kolkata"; empty means UTC.
    timeZone: str
    weekStartsOn: Weekday
    # 10 to 100, and not fewer than there are.
    membersMax: int


class SetPolicy(TypedDict, total=False):
    """Changes one cell of the permission matrix that the group decides for itself (SPEC section 7)."""
    policy: Policy
    allowed: bool


class ArchiveGroup(TypedDict, total=False):
    """From then on the group is read, settled, left and exported, and nothing else (SPEC GR-07)."""


class UnarchiveGroup(TypedDict, total=False):
    pass


class RequestPurge(TypedDict, total=False):
    """Begins the deletion of an archived group: it is deleted after 30 days (SPEC GR-08)."""
    # True: whoever asks has an export of the group.
    exported: bool


class CancelPurge(TypedDict, total=False):
    pass


class SetCategory(TypedDict, total=False):
    """Adds the category or, when the key is known, replaces it; a retired one can be chosen again."""
    # Its sort order 0 means behind all others, or as it was. Whether it is retired is not looked at.
    content: Category


class RetireCategory(TypedDict, total=False):
    """The category stays with the entries and budgets that have it, and cannot be chosen any more."""
    key: str


class SetRate(TypedDict, total=False):
    """Notes what a currency is worth in another from a day on, or corrects what was noted for that day."""
    rate: ExchangeRate


class SetPreferences(TypedDict, total=False):
    """Says which notices the sender wants, and where: only the cells that are named, the others stay."""
    # No kind and channel twice.
    preferences: list[NoticePreference]


class SetNoticeAddress(TypedDict, total=False):
    """Says where the server's notices reach the sender, or nowhere any more (SPEC NP-03)."""
    # NOTICE_CHANNEL_PUSH or NOTICE_CHANNEL_MAIL.
    channel: NoticeChannel
    # An email address, or what the operator's program pushes to, such as a topic: at most 128 letters, digits and _ . ~ : / @ + = % -, with
    # a letter or digit first. Empty: there is none.
    address: str
    # What notices are written in: "en" or "hi"; empty: "en".
    language: str
    # Whether notices leave amounts out.
    hidesAmounts: bool


class SetDefaultSharing(TypedDict, total=False):
    """Says whether entries that name nobody who owes divide among this member too (SPEC MB-14)."""
    memberId: str
    # Absent: as the member's role has it.
    shares: bool


class SetParty(TypedDict, total=False):
    """Says with whom a member settles as one (SPEC PT-01)."""
    memberId: str
    # Whose party the member joins; empty: they settle alone.
    withMemberId: str


class SetRecurring(TypedDict, total=False):
    """Makes a rule by which the server books entries by itself or, when the id is known, replaces it (SPEC RC-01)."""
    ruleId: str
    content: RecurringContent
    # The version of the rule that the sender saw: the position of the event that set it last. 0 for a new one.
    baseVersion: Int64


class PauseRecurring(TypedDict, total=False):
    """Nothing is booked until the rule is resumed."""
    ruleId: str


class ResumeRecurring(TypedDict, total=False):
    ruleId: str
    # Books what came due meanwhile; otherwise those dates are passed over. An EMI is always caught up with.
    catchUp: bool


class SkipOccurrence(TypedDict, total=False):
    """Leaves one date out. It counts as one of the series all the same."""
    ruleId: str
    # Civil date, one of the rule's that is still to come.
    date: str


class EndRecurring(TypedDict, total=False):
    """Ends the rule for good; what it has booked stays."""
    ruleId: str


class SetFestival(TypedDict, total=False):
    """Makes an envelope for a festival or, when the id is known, replaces it (SPEC RC-11)."""
    festivalId: str
    content: FestivalContent


class RemoveFestival(TypedDict, total=False):
    festivalId: str


class SetGuardian(TypedDict, total=False):
    """Makes an admin or adult a guardian of a minor, or ends it (SPEC FA-01). The owner always is one."""
    minorId: str
    memberId: str
    removed: bool


class SetSpending(TypedDict, total=False):
    """Notes what a minor has spent or, when the id is known, says it anew (SPEC FA-03)."""
    # Empty: the sender.
    minorId: str
    spendingId: str
    content: SpendingContent


class VoidSpending(TypedDict, total=False):
    # Empty: the sender.
    minorId: str
    spendingId: str


class RestoreSpending(TypedDict, total=False):
    """Brings back what was taken out (SPEC FA-03)."""
    # Empty: the sender.
    minorId: str
    spendingId: str


class SetSpendingLimit(TypedDict, total=False):
    """Makes a limit on what a minor spends or, when the id is known, changes it (SPEC FA-04)."""
    minorId: str
    limitId: str
    content: SpendingLimitContent


class RemoveSpendingLimit(TypedDict, total=False):
    minorId: str
    limitId: str


class SetAllowance(TypedDict, total=False):
    """Makes an allowance of a minor's or, when the id is known, changes it (SPEC FA-07)."""
    minorId: str
    allowanceId: str
    content: AllowanceContent


class SkipAllowance(TypedDict, total=False):
    """Leaves one date out."""
    minorId: str
    allowanceId: str
    # Empty: the next one.
    date: str


class PauseAllowance(TypedDict, total=False):
    """Nothing is booked until it is resumed; dates that pass meanwhile are passed over."""
    minorId: str
    allowanceId: str
    resumed: bool


class EndAllowance(TypedDict, total=False):
    """Ends the allowance for good; what it has booked stays."""
    minorId: str
    allowanceId: str


class SetAccount(TypedDict, total=False):
    """Makes an account of the sender's, or changes it (SPEC AC-03)."""
    accountId: str
    content: AccountContent


class SetAccountEntry(TypedDict, total=False):
    """Notes a deposit or a withdrawal or, under an id that is known, says it anew (SPEC AC-04)."""
    accountId: str
    entryId: str
    content: AccountEntryContent


class VoidAccountEntry(TypedDict, total=False):
    """Takes an entry out for good; of a transfer both sides."""
    accountId: str
    entryId: str


class ReconcileAccount(TypedDict, total=False):
    """Says that entries were compared with a statement (SPEC AC-05)."""
    accountId: str
    # 1 to 100.
    entryIds: list[str]
    # Takes the mark off again.
    undone: bool


class TransferBetweenAccounts(TypedDict, total=False):
    """A withdrawal and a deposit in one, between two accounts of the sender's."""
    # Of both sides.
    entryId: str
    fromAccountId: str
    toAccountId: str
    amount: Money
    # What arrives; needed where the currencies differ, otherwise the amount.
    received: Money
    description: str
    # YYYY-MM-DD; empty: today.
    date: str


class GrantAccount(TypedDict, total=False):
    """Has another member see an account of the sender's (SPEC AC-06)."""
    accountId: str
    memberId: str
    permission: GrantPermission
    # Whether both must agree to end it.
    needsConsent: bool


class RevokeAccount(TypedDict, total=False):
    """Ends a grant, or asks the other of the two to (SPEC AC-07)."""
    accountId: str
    # The grantee: another member, or the sender.
    memberId: str


class AnswerRevocation(TypedDict, total=False):
    """Agrees that a grant ends, or does not; who asked takes the wish back (SPEC AC-08)."""
    accountId: str
    memberId: str
    confirmed: bool


class SendCoaching(TypedDict, total=False):
    """Sends another member some words of encouragement (SPEC CO-01)."""
    recipientId: str
    # 1 to 500 characters after trimming.
    text: str
    # Send it although three were sent to the member within 24 hours (SPEC CO-02).
    anyway: bool


class MuteCoaching(TypedDict, total=False):
    """Lets a member's coaching no longer reach the sender, or again (SPEC CO-03)."""
    memberId: str
    unmuted: bool


class RestrictCoaching(TypedDict, total=False):
    """Says that the owner alone coaches a minor, or that others do too (SPEC CO-04)."""
    minorId: str
    lifted: bool


class Separate(TypedDict, total=False):
    """From now on nothing of the sender reaches anybody, and nobody is told (SPEC SE-01)."""


class EndSeparation(TypedDict, total=False):
    """Ends what separate began."""


class ShareCategory(TypedDict, total=False):
    """Says that what a member spends of their own in a category is told the group as totals of months, or no more (SPEC CS-01)."""
    # Oneself, or a minor whom one looks after. Empty: the sender.
    memberId: str
    category: str
    shared: bool


class SetCategoryTotal(TypedDict, total=False):
    """Tells the total of one category and month (SPEC CS-02), in place of the one that was told before."""
    # As in ShareCategory.
    memberId: str
    category: str
    # A day of the calendar month; empty: the current one.
    periodStart: str
    # An amount of 0 takes it away.
    amount: Money


class SetPaymentAddress(TypedDict, total=False):
    """Says where the sender takes money, or nowhere any more (SPEC PL-01)."""
    # "asha@examplebank", or an IBAN with a BIC behind it where the country's banks need one. Empty: there is none.
    address: str


class AddWebhook(TypedDict, total=False):
    """Has the server send what happens in lane shared to an address (SPEC WH-01). The answer carries the secret that it signs with."""
    # Made by the client.
    webhookId: str
    # "https://hooks.example.com/hearth"; at most 1,000 bytes. Only its host and port stand in the history.
    url: str
    # What it is for; at most 50 characters, may be empty.
    label: str


class RotateWebhookSecret(TypedDict, total=False):
    """Has the server sign with a new secret, which the answer carries, and for 24 hours with the former one besides (SPEC WH-04)."""
    webhookId: str


class TestWebhook(TypedDict, total=False):
    """Has the server send the event of this command to one webhook, in its place among the others; a paused one is resumed first."""
    webhookId: str


class ResumeWebhook(TypedDict, total=False):
    """Has the server send to a paused webhook again, from where it stands."""
    webhookId: str


class RemoveWebhook(TypedDict, total=False):
    webhookId: str


class EraseWords(TypedDict, total=False):
    """Erases the words that a member wrote in the group, for ever (SPEC EW-01). Numbers, days, categories and shares stay."""
    # Empty: the sender. The owner may name a member who has left, or was removed.
    memberId: str


class Event(TypedDict, total=False):
    # 16 random bytes, so that a hash does not betray a guessable content.
    salt: str
    # The server's instant, milliseconds since 1970-01-01T00:00:00Z.
    atMs: Int64
    # The member who acted; empty: the server itself.
    memberId: str
    # The command behind the event.
    commandId: str
    # First 8 bytes, little endian, of SHA-256(salt, command); only in the first event of a command.
    commandDigest: Int64
    # Its words were erased: the position, in the same lane, of the words_erased that names it (SPEC EW-03). 0: it is as it was stored first.
    erasedBy: Int64
    groupCreated: GroupCreated
    memberJoined: MemberJoined
    entryAdded: EntryAdded
    budgetSet: BudgetSet
    inviteCreated: InviteCreated
    inviteRevoked: InviteRevoked
    inviteUsed: InviteUsed
    memberClaimed: MemberClaimed
    memberRenamed: MemberRenamed
    memberColorSet: MemberColorSet
    roleChanged: RoleChanged
    roleChangeProposed: RoleChangeProposed
    roleRequested: RoleRequested
    roleRequestDeclined: RoleRequestDeclined
    memberLeft: MemberLeft
    memberRemoved: MemberRemoved
    memberRestored: MemberRestored
    ownershipTransferred: OwnershipTransferred
    memberEmailSet: MemberEmailSet
    joinRequested: JoinRequested
    joinApproved: JoinApproved
    joinDeclined: JoinDeclined
    partySet: PartySet
    budgetRemoved: BudgetRemoved
    budgetReactivated: BudgetReactivated
    alertFired: AlertFired
    debtorReminded: DebtorReminded
    groupUpdated: GroupUpdated
    incomeSet: IncomeSet
    policySet: PolicySet
    groupArchived: GroupArchived
    groupUnarchived: GroupUnarchived
    purgeRequested: PurgeRequested
    purgeCancelled: PurgeCancelled
    categorySet: CategorySet
    categoryRetired: CategoryRetired
    entryEdited: EntryEdited
    entryVoided: EntryVoided
    entryRestored: EntryRestored
    entryDisputed: EntryDisputed
    disputeWithdrawn: DisputeWithdrawn
    memberIncomeSet: MemberIncomeSet
    entryCommented: EntryCommented
    commentRemoved: CommentRemoved
    recurringSet: RecurringSet
    recurringPaused: RecurringPaused
    recurringResumed: RecurringResumed
    occurrenceSkipped: OccurrenceSkipped
    recurringEnded: RecurringEnded
    festivalSet: FestivalSet
    festivalRemoved: FestivalRemoved
    rateSet: RateSet
    preferencesSet: PreferencesSet
    defaultSharingSet: DefaultSharingSet
    roleRequestSettled: RoleRequestSettled
    guardianAdded: GuardianAdded
    guardianRemoved: GuardianRemoved
    spendingSet: SpendingSet
    spendingVoided: SpendingVoided
    spendingLimitSet: SpendingLimitSet
    spendingLimitRemoved: SpendingLimitRemoved
    childAlertFired: ChildAlertFired
    allowanceSet: AllowanceSet
    allowanceSkipped: AllowanceSkipped
    allowancePaused: AllowancePaused
    allowanceEnded: AllowanceEnded
    allowanceBooked: AllowanceBooked
    spendingRestored: SpendingRestored
    childAccessGranted: ChildAccessGranted
    childAccessEnded: ChildAccessEnded
    accountSet: AccountSet
    accountEntrySet: AccountEntrySet
    accountEntryVoided: AccountEntryVoided
    accountReconciled: AccountReconciled
    accountGranted: AccountGranted
    accountRevoked: AccountRevoked
    accountRevocationAsked: AccountRevocationAsked
    accountRevocationDeclined: AccountRevocationDeclined
    coachingSent: CoachingSent
    coachingMuted: CoachingMuted
    coachingRestricted: CoachingRestricted
    separated: Separated
    separationEnded: SeparationEnded
    categoryShared: CategoryShared
    categoryTotalSet: CategoryTotalSet
    paymentAddressSet: PaymentAddressSet
    webhookAdded: WebhookAdded
    webhookSecretRotated: WebhookSecretRotated
    webhookTested: WebhookTested
    webhookPaused: WebhookPaused
    webhookResumed: WebhookResumed
    webhookRemoved: WebhookRemoved
    noticeAddressSet: NoticeAddressSet
    wordsErased: WordsErased


class GroupCreated(TypedDict, total=False):
    """Lane shared."""
    name: str
    currency: str
    timeZone: str
    icon: str
    description: str
    membersMax: int
    categories: list[Category]
    # Unspecified means family.
    template: GroupTemplate
    # Unspecified means Monday.
    weekStartsOn: Weekday


class MemberJoined(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    displayName: str
    role: Role
    # 16 bytes that tie the member to an identity within this group only (SPEC ID-04); empty for a placeholder.
    holder: str
    # Version of the transparency notice that was accepted; empty: none was.
    transparencyVersion: str


class EntryAdded(TypedDict, total=False):
    """Lane shared."""
    entryId: str
    # Complete: date, payers and split are always present.
    content: EntryContent
    # What each member owes; totals the amount.
    owed: list[Share]
    # The rule by which the server booked it (SPEC RC-04); the event then names no member. Empty: a member added it.
    ruleId: str
    # With the rule of an EMI: which instalment it is.
    instalment: Instalment
    # With the rule: in whose name the entry stands, when whoever made the rule goes on as another member (SPEC MB-05). Empty: whoever made it.
    addedBy: str


class EntryEdited(TypedDict, total=False):
    """Lane shared."""
    entryId: str
    # Complete as in EntryAdded for each field that it names.
    changes: EntryChanges
    # With changes.money: what each member owes.
    owed: list[Share]
    # The version that this takes back, when it is an undo.
    undoes: Int64
    # Of an undo: the disputes that the edit ended stand again.
    reopensDisputes: bool


class EntryVoided(TypedDict, total=False):
    """Lane shared."""
    entryId: str
    undoes: Int64


class EntryRestored(TypedDict, total=False):
    """Lane shared."""
    entryId: str
    undoes: Int64


class EntryDisputed(TypedDict, total=False):
    """Lane shared."""
    entryId: str
    reason: str


class DisputeWithdrawn(TypedDict, total=False):
    """Lane shared."""
    entryId: str


class EntryCommented(TypedDict, total=False):
    """Lane shared."""
    entryId: str
    commentId: str
    text: str


class CommentRemoved(TypedDict, total=False):
    """Lane shared."""
    entryId: str
    commentId: str


class MemberIncomeSet(TypedDict, total=False):
    """Lane income. What its sender earns a month, for splits by income."""
    # Missing: it was taken away.
    monthly: Money
    # The member that the sender was before they went on as this one (SPEC MB-05), where it takes the place of what they had said as them.
    formerMemberIds: list[str]


class BudgetSet(TypedDict, total=False):
    """Lane shared."""
    budgetId: str
    # Complete: start, rollover and alerts are always present, except in what was stored before there were any.
    content: BudgetContent
    # Who made the budget, when this first sets it.
    createdBy: str
    # First day of the first period that the content holds for, YYYY-MM-DD: what was set before holds for the periods before it (SPEC BU-06).
    # Empty: the content holds for every period since the budget's start.
    effectiveFrom: str
    # Whether what was set for later periods stays; without it the content takes its place.
    keepsLater: bool


class BudgetRemoved(TypedDict, total=False):
    """Lane shared."""
    budgetId: str
    # The day in the group's time zone, "2026-11-20"; empty before this was noted.
    date: str


class BudgetReactivated(TypedDict, total=False):
    """Lane shared."""
    budgetId: str


class AlertFired(TypedDict, total=False):
    """A budget reached a threshold: once per budget, period and threshold, in the same append as the act that made it so (SPEC BU-08). Lane shared."""
    budgetId: str
    # First day of the period, which names it.
    periodStart: str
    # The threshold: basis points of what could be spent, or, with none, over it.
    basisPoints: int
    over: bool
    # What was spent in the period after the act, and what could be, in minor units of the limit's currency.
    spentMinor: Int64
    limitMinor: Int64


class InviteCreated(TypedDict, total=False):
    """Lane admin."""
    inviteId: str
    role: Role
    usesMax: int
    expiresAtMs: Int64
    # HMAC-SHA-256 of the code under a key of the server's; the code itself is stored nowhere.
    codeHash: str
    # The member whom whoever has the code goes on as (SPEC BN-07); empty: they join as somebody new.
    claimsMemberId: str
    # The holder that alone may join by it (SPEC IN-07, ID-04), 16 bytes; empty: whoever has the code may.
    forHolder: str
    # As in CreateInvite.
    label: str
    needsApproval: bool
    # The server's instant, milliseconds since 1970; 0: stored before this was noted.
    createdAtMs: Int64


class JoinRequested(TypedDict, total=False):
    """Lane admin. Somebody asks to join who is no member; the event names them as who acted."""
    # The member they would be: somebody new, the placeholder they claim, or who they were before they left.
    memberId: str
    displayName: str
    # As in MemberJoined.
    holder: str
    role: Role
    inviteId: str
    # As in MemberJoined.
    transparencyVersion: str


class JoinApproved(TypedDict, total=False):
    """Lane admin. What comes of it in lane shared is an ordinary joining."""
    memberId: str


class JoinDeclined(TypedDict, total=False):
    """Lane admin."""
    memberId: str
    # What they wanted to be called.
    displayName: str


class InviteRevoked(TypedDict, total=False):
    """Lane admin."""
    inviteId: str


class InviteUsed(TypedDict, total=False):
    """Lane admin."""
    inviteId: str
    memberId: str


class MemberClaimed(TypedDict, total=False):
    """Lane shared. A placeholder turned out to be somebody: whoever joins, or a member until now, whose place ends."""
    memberId: str
    holder: str
    displayName: str
    role: Role
    # The claimer's place until now; empty for somebody who joins by claiming.
    replacedMemberId: str
    # As in MemberJoined.
    transparencyVersion: str
    # Who held the member until now (SPEC BN-07); empty: nobody, they were a placeholder.
    formerHolder: str


class MemberRenamed(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    displayName: str


class MemberColorSet(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    # Empty: none.
    color: str


class MemberEmailSet(TypedDict, total=False):
    """Lane admin. Of the member who sent it."""
    # Empty: none.
    email: str
    # As in MemberIncomeSet.
    formerMemberIds: list[str]


class RoleChanged(TypedDict, total=False):
    """Lane shared. Ends what was proposed to the member or asked for by them."""
    memberId: str
    role: Role
    # The version that the member acknowledged; empty: nothing had to be acknowledged.
    transparencyVersion: str


class RoleChangeProposed(TypedDict, total=False):
    """Lane shared. The role waits for the member, or with a placeholder for the time."""
    memberId: str
    role: Role
    # The notice to be acknowledged.
    transparencyVersion: str
    # From when a placeholder counts as having the role, milliseconds since 1970; 0: when the member acknowledges it.
    effectiveAtMs: Int64


class RoleRequested(TypedDict, total=False):
    """Lane of the minor (SPEC MB-10); in histories of earlier versions lane admin, or shared."""
    memberId: str
    role: Role


class RoleRequestDeclined(TypedDict, total=False):
    """In the lane of the request."""
    memberId: str


class RoleRequestSettled(TypedDict, total=False):
    """In the lane of the request, which has ended without a refusal: the role was changed, or the member is gone."""
    memberId: str


class MemberLeft(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    # The role that waited for the member waits for them still if they come back (SPEC MB-11).
    keepsProposal: bool


class MemberRemoved(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    # As in MemberLeft.
    keepsProposal: bool


class MemberRestored(TypedDict, total=False):
    """Lane shared. A removed member was taken back, or one who had left joined again."""
    memberId: str
    role: Role
    displayName: str
    # As in MemberJoined.
    transparencyVersion: str


class OwnershipTransferred(TypedDict, total=False):
    """Lane shared. The owner until now becomes an admin."""
    memberId: str


class DebtorReminded(TypedDict, total=False):
    """Lane inbox of the sender, and of the debtor and the creditor, one event in each (SPEC ST-09); in histories of earlier versions lane shared."""
    debtorId: str
    creditorId: str
    # What was owed at that moment.
    owed: Money
    # As the reminder named it; unspecified: as the group offered debts.
    mode: SettlementMode
    # When, by the clock by which things end (SPEC TM-03), milliseconds since 1970; 0: at the event's instant.
    sentAtMs: Int64


class GroupUpdated(TypedDict, total=False):
    """Lane shared. Only what has changed."""
    name: str
    description: str
    icon: str
    currency: str
    simplifyDebts: bool
    timeZone: str
    weekStartsOn: Weekday
    membersMax: int


class IncomeSet(TypedDict, total=False):
    """Lane income."""
    # Missing: it was taken away.
    monthlyIncome: Money


class PolicySet(TypedDict, total=False):
    """Lane shared, so that all whom it binds know it."""
    policy: Policy
    allowed: bool


class GroupArchived(TypedDict, total=False):
    """Lane shared."""


class GroupUnarchived(TypedDict, total=False):
    """Lane shared. Takes back the request to delete the group too."""


class PurgeRequested(TypedDict, total=False):
    """Lane shared."""
    # From then on the server may delete the group.
    purgeAtMs: Int64


class PurgeCancelled(TypedDict, total=False):
    """Lane shared."""


class CategorySet(TypedDict, total=False):
    """Lane shared."""
    content: Category


class CategoryRetired(TypedDict, total=False):
    """Lane shared."""
    key: str


class RateSet(TypedDict, total=False):
    """Lane shared."""
    # Complete: the date is always present.
    rate: ExchangeRate


class PreferencesSet(TypedDict, total=False):
    """Lane shared. Which notices its sender wants from then on: the cells that changed, by kind, then channel."""
    preferences: list[NoticePreference]


class DefaultSharingSet(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    # Absent: from then on as the member's role has it.
    shares: bool


class PartySet(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    # Whose party the member joins; empty: they settle alone from then on.
    withMemberId: str


class RecurringSet(TypedDict, total=False):
    """Lane shared."""
    ruleId: str
    # Complete: first date, interval, payers and amount are always present.
    content: RecurringContent
    # Who made the rule, when this first sets it.
    createdBy: str


class RecurringPaused(TypedDict, total=False):
    """Lane shared. By a member, or by the server because an entry could not be booked."""
    ruleId: str
    # Why it paused although nobody asked for it: a code of errors.json. Empty: a member paused it.
    code: str
    # The date whose entry could not be booked; empty when the maker of the rule lost the right to it (SPEC RE-03).
    date: str


class RecurringResumed(TypedDict, total=False):
    """Lane shared."""
    ruleId: str
    # The dates until this one, it included, are passed over; empty: none is.
    passedUntil: str
    # The member who answers for the rule from now on beside its maker (SPEC RE-03); empty: its maker resumed it.
    resumedBy: str


class OccurrenceSkipped(TypedDict, total=False):
    """Lane shared. By a member, or by the server because there is an entry with the id that this one would have."""
    ruleId: str
    date: str


class RecurringEnded(TypedDict, total=False):
    """Lane shared."""
    ruleId: str


class FestivalSet(TypedDict, total=False):
    """Lane shared."""
    festivalId: str
    # Complete: name, months, categories and start are always present.
    content: FestivalContent
    # Who made the envelope, when this first sets it.
    createdBy: str
    # First day of the first season that the content holds for, YYYY-MM-DD: what was set before holds for the seasons before it (SPEC RC-12).
    # Empty: the content holds for every season since the start.
    effectiveFrom: str
    # The day on which an envelope comes back that was removed, YYYY-MM-DD; empty before this was noted.
    backOn: str


class FestivalRemoved(TypedDict, total=False):
    """Lane shared."""
    festivalId: str
    # The day in the group's time zone, "2026-11-20"; empty before this was noted.
    date: str


class GuardianAdded(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    memberId: str


class GuardianRemoved(TypedDict, total=False):
    """Lane of the minor. By the owner, or because the guardian came back, or the minor became one again (SPEC FA-02)."""
    minorId: str
    memberId: str


class SpendingSet(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    spendingId: str
    # Complete: the date is always present.
    content: SpendingContent


class SpendingVoided(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    spendingId: str


class SpendingRestored(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    spendingId: str


class SpendingLimitSet(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    limitId: str
    # Complete: start and alerts are always present.
    content: SpendingLimitContent


class SpendingLimitRemoved(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    limitId: str


class ChildAlertFired(TypedDict, total=False):
    """Lane of the minor. A limit reached a threshold: once per limit, period and threshold, in the same append as the act that made it so (SPEC FA-05)."""
    minorId: str
    limitId: str
    # As in AlertFired.
    periodStart: str
    basisPoints: int
    over: bool
    spentMinor: Int64
    limitMinor: Int64


class AllowanceSet(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    allowanceId: str
    # Complete: the first date is always present.
    content: AllowanceContent
    # YYYY-MM-DD, where other dates hold from now on: nothing is given for any up to this one.
    passedUntil: str


class AllowanceSkipped(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    allowanceId: str
    date: str


class AllowancePaused(TypedDict, total=False):
    """Lane of the minor. Also where the minor leaves the group, or becomes none."""
    minorId: str
    allowanceId: str
    # It goes on again; the dates until passed_until, it included, are passed over; empty: none is.
    resumed: bool
    passedUntil: str


class AllowanceEnded(TypedDict, total=False):
    """Lane of the minor."""
    minorId: str
    allowanceId: str


class AllowanceBooked(TypedDict, total=False):
    """Lane of the minor. By the server, once for each date (SPEC FA-08): from then until the next date the minor may spend so much."""
    minorId: str
    allowanceId: str
    date: str
    amount: Money


class ChildAccessGranted(TypedDict, total=False):
    """Lane of the minor. An account that is not the minor's own is granted to them, or has another name or type; beside account_granted or account_set (SPEC AC-11). No amounts: those stand in the account's lane."""
    minorId: str
    accountId: str
    name: str
    type: AccountType
    # Whose account it is.
    ownerId: str


class ChildAccessEnded(TypedDict, total=False):
    """Lane of the minor. The grant has ended; behind account_revoked (SPEC AC-11)."""
    minorId: str
    accountId: str
    # As it was told last.
    name: str
    ownerId: str


class AccountSet(TypedDict, total=False):
    """An account was made by its owner, or changed."""
    accountId: str
    content: AccountContent


class AccountEntrySet(TypedDict, total=False):
    accountId: str
    entryId: str
    content: AccountEntryContent
    # One side of a transfer; the other has the same entry_id.
    transfer: bool


class AccountEntryVoided(TypedDict, total=False):
    accountId: str
    entryId: str


class AccountReconciled(TypedDict, total=False):
    accountId: str
    entryIds: list[str]
    undone: bool


class AccountGranted(TypedDict, total=False):
    accountId: str
    memberId: str
    permission: GrantPermission
    needsConsent: bool
    # When, by the clock by which things end (SPEC TM-03), milliseconds since 1970; 0: at the event's instant.
    grantedAtMs: Int64


class AccountRevoked(TypedDict, total=False):
    accountId: str
    memberId: str


class AccountRevocationAsked(TypedDict, total=False):
    """The sender wishes that a grant ends, and the other of the two has to agree."""
    accountId: str
    memberId: str
    # When, by the clock by which things end (SPEC TM-03), milliseconds since 1970; 0: at the event's instant.
    askedAtMs: Int64


class AccountRevocationDeclined(TypedDict, total=False):
    accountId: str
    memberId: str


class CoachingSent(TypedDict, total=False):
    """Lane inbox of the sender and, unless they muted the sender, of the recipient, one event in each (SPEC CO-01)."""
    recipientId: str
    text: str
    # When, by the clock by which things end (SPEC TM-03), milliseconds since 1970.
    sentAtMs: Int64


class CoachingMuted(TypedDict, total=False):
    """Lane inbox of the author."""
    # Whose coaching reaches the author no more.
    memberId: str
    unmuted: bool


class CoachingRestricted(TypedDict, total=False):
    """Lane shared. It ends by itself when the member is no minor any more."""
    minorId: str
    lifted: bool


class Separated(TypedDict, total=False):
    """Lane inbox of the member, and no other (SPEC SE-01)."""
    memberId: str
    # Who held the member then: somebody who goes on in their place later is not separated.
    holder: str


class SeparationEnded(TypedDict, total=False):
    """Lane inbox of the member, and no other."""
    memberId: str


class CategoryShared(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    category: str
    shared: bool
    # Where it ends: the first day of the month whose total is taken away.
    periodStart: str


class CategoryTotalSet(TypedDict, total=False):
    """Lane shared."""
    memberId: str
    category: str
    # The first day of the month.
    periodStart: str
    # 0: there is none any more.
    amount: Money


class PaymentAddressSet(TypedDict, total=False):
    """Lane inbox of the member, and no other."""
    memberId: str
    # Who holds the member: the address is theirs.
    holder: str
    # Empty: there is none any more.
    address: str


class NoticeAddressSet(TypedDict, total=False):
    """Lane inbox of the member, and no other."""
    memberId: str
    # Who holds the member: nobody else's notices go there.
    holder: str
    channel: NoticeChannel
    # Empty: there is none any more.
    address: str
    # "en" or "hi".
    language: str
    hidesAmounts: bool


class WebhookAdded(TypedDict, total=False):
    """Lane admin. The address and what is signed with stand in no history."""
    webhookId: str
    # The address's host, with its port unless that is 443: "hooks.example.com".
    host: str
    label: str


class WebhookSecretRotated(TypedDict, total=False):
    """Lane admin."""
    webhookId: str
    # Until then what is sent is signed with the former secret, too; milliseconds since 1970.
    formerUntilMs: Int64


class WebhookTested(TypedDict, total=False):
    """Lane admin. The one event of this lane that is sent to a webhook: to the one that it names."""
    webhookId: str


class WebhookPaused(TypedDict, total=False):
    """Lane admin. By the server, which then sends nothing more to it."""
    webhookId: str
    reason: WebhookPause
    # The last answer's HTTP status; 0: there was none.
    status: int


class WebhookResumed(TypedDict, total=False):
    """Lane admin."""
    webhookId: str


class WebhookRemoved(TypedDict, total=False):
    """Lane admin. By a member, or with the right of the member who added it."""
    webhookId: str


class WordsErased(TypedDict, total=False):
    """The words of a member are erased (SPEC EW-02 to EW-06). The first one is somebody's command and names no event; the server adds the others, in each lane where it has rewritten events, and the last one in lane shared. Lane shared, admin, or a member's inbox."""
    memberId: str
    # Events of the same lane, ascending.
    events: list[ErasedEvent]
    # Nothing is left to be erased. Lane shared only.
    done: bool
    # What members are called from now on: with done those who are erased and have left, in lane admin also whoever asks to join.
    names: list[MemberRenamed]


class ErasedEvent(TypedDict, total=False):
    position: Int64
    # SHA-256 over the previous event's hash and the event's bytes without its words (SPEC EW-04): 32 bytes.
    hash: str
    # What may still have the words: an entry, a recurring rule, whoever asks to join, or who sent coaching; empty: nothing.
    subjectId: str
    # Of a comment.
    commentId: str
    # Of a dispute or a request to join, the event's instant; of coaching, when it was sent. 0: of nothing else.
    atMs: Int64


class PreviewCommand(TypedDict, total=False):
    """Asks what a command would change if it were sent now. Nothing happens, and nothing is remembered of it."""
    # As it would be sent; its group_id names the group.
    command: Command


class Impact(TypedDict, total=False):
    """What the command would change. What it would be refused for is answered by `rejected`."""
    groupId: str
    # Who would have acted.
    memberId: str
    # The periods of budgets whose figures change, in the order of the budgets, then of time.
    budgets: list[BudgetImpact]
    # The alerts that would fire, in order.
    alerts: list[AlertFired]
    # The balances that change, by the currency's code, then in the order of joining.
    balances: list[BalanceImpact]
    # What whoever asks would pay or be paid in the simplified plan, where that changes: by the currency's code, then in the order of joining.
    debts: list[DebtImpact]
    # How many dates of rules the server would then book at once (SPEC RC-05). What the first 100 of them book is counted in the figures above.
    dueDates: Int64
    # What the command itself would bring about in the lanes that its sender reads, in order, without alerts: who would pay whom how much, what would be
    # changed (SPEC IP-03). Each has what its event would have, without id and salt.
    events: list[Event]
    # How many of the lists' lines one message has no space for, and of the lines that a list has above 300.
    leftOut: int


class BudgetImpact(TypedDict, total=False):
    budgetId: str
    name: str
    currency: str
    # First and last day of the period.
    periodStart: str
    periodEnd: str
    # Absent when the budget did not count before, or will not.
    before: BudgetFigure
    after: BudgetFigure
    # What was spent in the budget's categories and period in other currencies by entries without a rate into the budget's: by the currency's
    # code, and in none of the figures (SPEC BU-01). Before and after as above.
    leftOutBefore: list[Money]
    leftOutAfter: list[Money]


class BudgetFigure(TypedDict, total=False):
    """How far a budget is spent in a period, in minor units of its currency."""
    spentMinor: Int64
    # What may be spent: the limit and what was carried.
    limitMinor: Int64
    # Spent of limit in 1/100 %, rounded down.
    basisPoints: Int64


class BalanceImpact(TypedDict, total=False):
    """What a member is owed, negative when they owe."""
    memberId: str
    currency: str
    beforeMinor: Int64
    afterMinor: Int64


class DebtImpact(TypedDict, total=False):
    """What whoever asks is to pay this member; negative: is to be paid by them."""
    memberId: str
    currency: str
    beforeMinor: Int64
    afterMinor: Int64


class ReadDashboard(TypedDict, total=False):
    """Asks for the figures of a month or week, as committed."""
    groupId: str
    period: DashboardPeriod
    # A day of the period, YYYY-MM-DD; empty means today.
    date: str
    # Empty means the group's currency.
    currency: str


class Dashboard(TypedDict, total=False):
    """Amounts are minor units of `currency`. Spending is expenses that are not voided, by the date they are of."""
    groupId: str
    currency: str
    # The currencies of expenses and incomes in the period, by code.
    currencies: list[str]
    period: DashboardPeriod
    # First and last day.
    periodStart: str
    periodEnd: str
    # Everybody who is in the group or has a part in the period, in the order of joining.
    members: list[MemberFigure]
    # Categories in which something was spent in the period or the one before, the most spent first; with an empty key what has none.
    categories: list[CategoryFigure]
    # This period and the five before it, the oldest first.
    periods: list[PeriodFigure]
    # The entries added last, whatever their date, the newest first; at most 10.
    recentEntryIds: list[str]
    # Who pays next (SPEC DB-04); empty: nobody in particular.
    nextPayerId: str
    # The active budgets in this currency, each in its own period: the one that the last day of this period falls into, or today if that comes first.
    # Of a period that has passed only what is of its days up to the last counts.
    budgets: list[BudgetImpact]
    # The alerts of these budgets that fired in the period, for whichever of the budgets' periods, in the order of the budgets.
    alerts: list[DashboardAlert]
    # Who joined in the period, and who left or was removed; in the order of joining.
    joinedMemberIds: list[str]
    leftMemberIds: list[str]
    # How many members, categories, budgets and alerts one message has no space for.
    leftOut: int


class MemberFigure(TypedDict, total=False):
    """What a member put in and what fell to them."""
    memberId: str
    # Of expenses in the period.
    paidMinor: Int64
    owedMinor: Int64
    # Of incomes in the period: what the member is due.
    incomeMinor: Int64
    # The member's balance, of all time.
    balanceMinor: Int64


class CategoryFigure(TypedDict, total=False):
    # Key of the category, or empty.
    category: str
    spentMinor: Int64
    # In the period before.
    beforeMinor: Int64


class PeriodFigure(TypedDict, total=False):
    periodStart: str
    periodEnd: str
    spentMinor: Int64
    incomeMinor: Int64
    # How many expenses and incomes.
    entries: int
    # The other currencies of expenses and incomes in the period, by code: they are in none of the figures.
    otherCurrencies: list[str]


class DashboardAlert(TypedDict, total=False):
    budgetId: str
    periodStart: str
    # As in AlertFired.
    basisPoints: int
    over: bool


class ReadGroup(TypedDict, total=False):
    """Asks what a group is, as committed, without following it: one part of what those who follow it have (SPEC QR-01)."""
    groupId: str
    part: GroupPart
    # Only what has this id or key; empty: all of the part. Settings have none.
    id: str
    # How many of the part's things are passed over: `next` of the answer before.
    after: int


class GroupContents(TypedDict, total=False):
    """The part that was asked for; the other lists are empty."""
    groupId: str
    # Who asks.
    memberId: str
    # With part settings: a snapshot's fields that are no lists of what the other parts have.
    settings: SharedSnapshot
    # In the order of joining.
    members: list[Member]
    categories: list[Category]
    # In the order of first setting.
    budgets: list[Budget]
    recurring: list[RecurringRule]
    festivals: list[FestivalEnvelope]
    rates: list[ExchangeRate]
    # In the order of creation.
    invites: list[Invite]
    # By minor_id.
    minors: list[MinorContents]
    # By account_id.
    accounts: list[AccountContents]
    # In the order of creation.
    webhooks: list[Webhook]
    # What the rest is asked for as `after`, where there is more than one message has space for; 0: there is no more.
    next: int


class MinorContents(TypedDict, total=False):
    """What is between a minor and their guardians."""
    minorId: str
    # Who looks after the minor, the owner first.
    guardianIds: list[str]
    # Of the spending the records noted last, at most 200.
    state: MinorSnapshot


class AccountContents(TypedDict, total=False):
    """An account as it now stands."""
    accountId: str
    # What is in it.
    balance: Money
    # The same by the entries that were compared with a statement.
    reconciled: Money
    # Of the entries the ones noted last, at most 200.
    state: AccountSnapshot


# Asks for a page of a group's entries as they now stand, those added last first (SPEC QR-02). What is set narrows the choice.
ReadEntries = TypedDict("ReadEntries", {
    "groupId": "str",
    # Only this one, whatever else is said.
    "entryId": "str",
    # Entries added before this one stood at this position: `next` of the page before; 0: from the newest.
    "before": "Int64",
    # At most this many; 0 means 50, more than 100 means 100.
    "limit": "int",
    "kind": "EntryKind",
    # Key of a category.
    "category": "str",
    # A member who paid or owes a part of it.
    "memberId": "str",
    # First and last day, YYYY-MM-DD.
    "from": "str",
    "to": "str",
    # ISO-4217 code.
    "currency": "str",
    # Voided ones too.
    "withVoided": "bool",
    # Words that all have to fit (SPEC QR-04): at most 200 characters.
    "search": "str",
    # With each entry how it stands.
    "withStanding": "bool",
}, total=False)


class Entries(TypedDict, total=False):
    groupId: str
    entries: list[ListedEntry]
    # What the next page is asked for as `before`; 0: there is none. A page may have fewer entries than were asked for, even none, and a next one all the same.
    next: Int64


class ListedEntry(TypedDict, total=False):
    """An entry as it now stands."""
    entry: Entry
    # Position of the last event that touched it: what an edit is based on.
    version: Int64
    voided: bool
    # Only when asked for.
    standing: EntryStanding


class EntryStanding(TypedDict, total=False):
    """What becomes of an entry without making a version of it."""
    # Who says that it is wrong, and why; one a member.
    disputes: list[EntryDispute]
    # What it made whom owe whom, and how far that is settled, as the group reckons (SPEC ST-05, ST-06). A voided one has none.
    shares: list[ShareStatus]
    # Shares beyond those listed.
    moreShares: int
    # What members said beside it, the first first (SPEC EN-13).
    comments: list[EntryComment]


class EntryComment(TypedDict, total=False):
    commentId: str
    memberId: str
    text: str
    atMs: Int64


class EntryDispute(TypedDict, total=False):
    memberId: str
    reason: str
    atMs: Int64


class ReadPaymentLink(TypedDict, total=False):
    """Asks how to pay a member what the asker owes them (SPEC PL-02). Nothing is paid by it."""
    groupId: str
    # The member whom the asker owes.
    payeeId: str
    # Empty means the group's currency.
    currency: str
    # What is to be paid, in minor units; 0: all that is owed.
    minor: Int64
    # Which debt is meant; unspecified: the one that the group offers (SPEC ST-06).
    mode: SettlementMode


class PaymentLink(TypedDict, total=False):
    groupId: str
    payeeId: str
    # The payee's name, as the link or code has it.
    name: str
    amount: Money
    # Where the payee takes money.
    address: str
    # A link that a telephone opens, or the text of a QR code that apps of banks read.
    payload: str
    # Whether `payload` is a link.
    link: bool
    # What the payment is for, as the link or code has it.
    note: str


class PlanImport(TypedDict, total=False):
    """Asks what the lines of a file would add to a group or an account (SPEC CV-12). Nothing is added by it."""
    groupId: str
    # As a bank or an app wrote it. Over HTTP it is the body; the fields below are the query.
    file: str
    # An account that the asker receives; empty: the group's entries.
    accountId: str
    # The name of a profile of a bank or an app; empty: the file shows which.
    profile: str
    # How letters are written, such as utf-8 or windows-1252; empty: the file shows it.
    encoding: str
    # The currency of lines that name none; empty: the bank's, or the group's.
    currency: str
    # In which order days are written that could be two: dmy, mdy or ymd; empty: the file shows it.
    dates: str
    # What stands before decimals: point or comma; empty: the file shows it.
    decimals: str
    # Which amounts went out: minus those below 0, as in statements of banks, plus those above, as in statements of cards; empty: the file shows it.
    signs: str
    # Which column is what, such as date=Booked on, by name or number from 1; one a line.
    columns: str
    # Who is meant by a name of the file, such as Asha S.=Asha; one a line.
    members: str
    # Add lines, too, that are much like an entry that somebody typed.
    addSimilar: bool
    # Note down people of the file as members whom nobody here is called like.
    addMembers: bool
    # How many of the plan's lines are passed over: `next` of the answer before.
    after: int
    # The numbers of lines to add although each is much like an entry that somebody typed; one a line.
    addLines: str


class PlannedImport(TypedDict, total=False):
    groupId: str
    # Why nothing of the file can be read; the rest is then empty.
    flaw: FileFlaw
    # On the first page, to be sent before the commands of the lines: who would be noted down as a member.
    members: list[Command]
    # In the order of the file.
    lines: list[PlannedLine]
    # What the new lines of the whole file come to, by the currency's code.
    sums: list[PlannedSum]
    # On the first page: the balances that the whole file would change, at most 300.
    balances: list[BalanceImpact]
    # How many lines of the whole file are new, there already, and so on.
    counts: list[PlannedCount]
    # What the rest is asked for as `after`; 0: there is no more.
    next: int


class PlannedLine(TypedDict, total=False):
    # Line or record of the file, counted from 1.
    number: int
    outcome: PlannedOutcome
    # Of a new line. Its ids follow from the line, so sending it again adds nothing twice.
    command: Command
    # What a line says that is not new, as far as it could be read.
    figures: PlannedFigures
    there: PlannedFigures
    flaw: FileFlaw


class PlannedFigures(TypedDict, total=False):
    date: str
    amount: Money
    kind: EntryKind
    text: str


class FileFlaw(TypedDict, total=False):
    """What is wrong with a file or a line, or why a line is no entry."""
    # Such as no_amount; a client that does not know it shows `details`.
    code: str
    # Texts of the file and figures that the flaw is about, in the order that SPEC CV-13 has; at most 100, of at most 200 code points each.
    details: list[str]
    # Of a command that the server would refuse, with code refused: as in Rejected.
    refusal: str
    field: str
    cause: str
    remedy: str


class PlannedSum(TypedDict, total=False):
    currency: str
    spentMinor: Int64
    receivedMinor: Int64
    transferredMinor: Int64


class PlannedCount(TypedDict, total=False):
    outcome: PlannedOutcome
    lines: int


class ClientMessage(TypedDict, total=False):
    # Chosen by the client, echoed in the answer; 0 when it does not care.
    request: int
    hello: Hello
    register: Register
    command: Command
    subscribe: Subscribe
    unsubscribe: Unsubscribe
    previewInvite: PreviewInvite
    listGroups: ListGroups
    readHistory: ReadHistory
    readSettlement: ReadSettlement
    previewCommand: PreviewCommand
    readDashboard: ReadDashboard
    readGroup: ReadGroup
    readEntries: ReadEntries
    readPaymentLink: ReadPaymentLink
    linkDevice: LinkDevice
    listDevices: ListDevices
    revokeDevice: RevokeDevice
    rotateToken: RotateToken
    createLink: CreateLink
    tellHeads: TellHeads
    tellDraft: TellDraft
    planImport: PlanImport
    createGroupToken: CreateGroupToken
    listGroupTokens: ListGroupTokens
    revokeGroupToken: RevokeGroupToken
    setDevicePush: SetDevicePush


class ServerMessage(TypedDict, total=False):
    # The request that this answers; 0 for what the server says by itself.
    request: int
    welcome: Welcome
    registered: Registered
    accepted: Accepted
    rejected: Rejected
    subscribed: Subscribed
    unsubscribed: Unsubscribed
    invitePreview: InvitePreview
    groups: Groups
    history: History
    snapshotPart: SnapshotPart
    laneEvents: LaneEvents
    presenceChanged: PresenceChanged
    subscriptionEnded: SubscriptionEnded
    settlement: Settlement
    impact: Impact
    dashboard: Dashboard
    groupContents: GroupContents
    entries: Entries
    paymentLink: PaymentLink
    devices: Devices
    deviceRevoked: DeviceRevoked
    tokenRotated: TokenRotated
    linkCode: LinkCode
    headTold: HeadTold
    draftChanged: DraftChanged
    plannedImport: PlannedImport
    groupTokenCreated: GroupTokenCreated
    groupTokens: GroupTokens
    groupTokenRevoked: GroupTokenRevoked


class Hello(TypedDict, total=False):
    """First message of a client that has a token."""
    token: str
    # Name and version of the client program, for the operator's log.
    client: str


class Register(TypedDict, total=False):
    """First message of somebody new. The answer carries the token, shown this once."""
    displayName: str
    client: str
    # What this device is called in the list of devices, at most 50 characters.
    device: str


class LinkDevice(TypedDict, total=False):
    """First message of a device that is to log in as somebody who is known, by the code that another device of theirs shows. The answer is that of register."""
    code: str
    client: str
    # As of register.
    device: str


class Registered(TypedDict, total=False):
    identityId: str
    token: str
    deviceId: str


class ListDevices(TypedDict, total=False):
    pass


class Devices(TypedDict, total=False):
    devices: list[Device]


class Device(TypedDict, total=False):
    """What has a token of the identity."""
    deviceId: str
    # Empty when it was never given one.
    name: str
    createdAtMs: Int64
    # The day on which it last logged in, by UTC: "2026-10-24".
    usedOn: str
    # Whether it is the one that asks.
    current: bool
    # Whether its browser is told of notices (SPEC NP-06).
    told: bool


class SetDevicePush(TypedDict, total=False):
    """Where the browser of the device that asks is told of notices for `push` (SPEC NP-06), as its push manager says it. The answer is `devices`."""
    # At most 1,000 bytes, https; empty: the device is told no more.
    endpoint: str
    # The browser's key: a point of P-256, 65 bytes ("p256dh").
    key: str
    # 16 bytes ("auth").
    secret: str
    # "en", or "hi"; empty: English.
    language: str
    # Whether notices leave amounts out.
    hidesAmounts: bool


class RevokeDevice(TypedDict, total=False):
    """Ends a device's tokens; its connections close with 4001."""
    deviceId: str


class DeviceRevoked(TypedDict, total=False):
    deviceId: str


class RotateToken(TypedDict, total=False):
    """A further token for the device that asks."""


class TokenRotated(TypedDict, total=False):
    """The token that the device has is good until this one has logged in once. Shown this once."""
    token: str


class CreateLink(TypedDict, total=False):
    """A code by which one further device can log in as whoever asks."""


class LinkCode(TypedDict, total=False):
    # Sixteen characters in four groups.
    code: str
    expiresInSeconds: int


class CreateGroupToken(TypedDict, total=False):
    """A token for a program that acts for whoever asks, in one group (SPEC ID-19)."""
    groupId: str
    access: GroupTokenAccess
    # What it is called in the list of tokens, 1 to 50 characters.
    name: str
    # Days until it ends, at most 366; 0: 90.
    days: int


class GroupTokenCreated(TypedDict, total=False):
    # Shown this once.
    token: str
    made: GroupToken


class ListGroupTokens(TypedDict, total=False):
    """Asks for one's own tokens for a group; without it for those of all groups."""
    groupId: str


class GroupTokens(TypedDict, total=False):
    """In the order in which they were made."""
    tokens: list[GroupToken]
    # How many one message has no space for: asked for by group they find it.
    leftOut: int


class GroupToken(TypedDict, total=False):
    tokenId: str
    groupId: str
    access: GroupTokenAccess
    name: str
    createdAtMs: Int64
    endsAtMs: Int64
    # The day on which it was last used, by UTC; empty when it never was.
    usedOn: str


class RevokeGroupToken(TypedDict, total=False):
    """Ends a token of one's own; its connections close with 4001."""
    tokenId: str
    # May be left out; another group's token is none.
    groupId: str


class GroupTokenRevoked(TypedDict, total=False):
    tokenId: str


class Welcome(TypedDict, total=False):
    identityId: str
    displayName: str
    serverTimeMs: Int64
    messageBytesMax: int
    # Where the page behind an invite is (SPEC PG-02): "/" at the address that the client connected to, a URL where the operator says one,
    # empty where there is none.
    pageUrl: str
    # The only group, where the token is for one (SPEC ID-20).
    groupId: str
    # What the token lets do there.
    access: GroupTokenAccess
    # The key by which push services know this server, as browsers take it: a point of P-256 in base64url (SPEC NP-06). Empty: it tells no
    # browsers.
    pushKey: str
    # Messages that the connection may send at once, and a minute from then on (SPEC CM-08); 0: fewer than one.
    messagesAtOnce: int
    messagesPerMinute: int


class Accepted(TypedDict, total=False):
    commandId: str
    groupId: str
    # Where the first event of the command stands.
    lane: str
    position: Int64
    # True when the command had been accepted before; nothing changed this time.
    duplicate: bool
    # Answer to CreateInvite: sixteen characters in four groups.
    inviteCode: str
    # Answer to JoinGroup: whoever sent it is no member yet, but has asked to be one (SPEC IN-08).
    pending: bool
    # What ended with a right that the command took away (SPEC RE-04); not in a duplicate.
    revokedInviteIds: list[str]
    pausedRuleIds: list[str]
    # Of allowances, those whose lane the sender receives.
    pausedAllowanceIds: list[str]
    # Answer to AddWebhook and RotateWebhookSecret: "whsec_" and base64 of 32 bytes (SPEC WH-04).
    webhookSecret: str


class Created(TypedDict, total=False):
    """Answer over HTTP to a POST that makes something in a group: that the command was accepted, and the thing as it then stands (SPEC HT-15). The thing may be missing: the sender may not read it, it is there no more, or the server could not look in time."""
    commandId: str
    groupId: str
    # Where the first event of the command stands.
    lane: str
    position: Int64
    # True when the command had been accepted before; nothing changed this time.
    duplicate: bool
    # Of an invite: sixteen characters in four groups.
    inviteCode: str
    # Of a webhook: "whsec_" and base64 of 32 bytes (SPEC WH-04).
    webhookSecret: str
    # Of a group that was made or joined: its part settings.
    group: GroupContents
    member: Member
    invite: Invite
    webhook: Webhook
    entry: ListedEntry
    comment: EntryComment
    budget: Budget
    rule: RecurringRule
    festival: FestivalEnvelope
    spending: SpendingRecord
    limit: SpendingLimit
    allowance: Allowance
    accountEntry: AccountEntry


class Rejected(TypedDict, total=False):
    """A refused command or request. Codes, causes, remedies: errors.json."""
    commandId: str
    groupId: str
    code: str
    # Path of the field at fault, "addEntry.content.amount.minor" in JSON, "add_entry.content.amount.minor" in protobuf,
    # over HTTP that within the request (SPEC ER-07); empty when it is no single field.
    field: str
    cause: str
    remedy: str
    retryAfterMs: int
    details: list[Detail]


class Detail(TypedDict, total=False):
    """A figure behind a rejection: {'difference_minor', '-10'}."""
    key: str
    value: str


class Subscribe(TypedDict, total=False):
    groupId: str
    # Where the client stands; a lane without a cursor starts from nothing.
    cursors: list[Cursor]
    # The epoch the cursors belong to; another one on the server makes it answer with snapshots.
    epoch: Int64
    # True: not shown as present, for programs that only look something up.
    quiet: bool
    # Snapshots of which some parts have come before the connection broke (SPEC SB-09), of this epoch.
    parts: list[PartCursor]


class PartCursor(TypedDict, total=False):
    """How much of a snapshot a client has."""
    lane: str
    # Where the snapshot stands, and the lane's chain there: `position` and `head` of its parts.
    position: Int64
    head: str
    # `things` of the last part that has come.
    things: Int64


class Cursor(TypedDict, total=False):
    lane: str
    # Position of the last event the client has.
    position: Int64


class Subscribed(TypedDict, total=False):
    groupId: str
    memberId: str
    epoch: Int64
    # The lanes the member receives. What fills them follows at once: snapshot parts, then events, up to each head.
    lanes: list[LaneStart]
    # Members with a live connection.
    online: list[str]


class LaneStart(TypedDict, total=False):
    lane: str
    # Position after which events follow: the client's cursor, or the snapshot's position.
    start: Int64
    # Position of the last event of the catch-up.
    head: Int64
    # True when snapshot parts come first.
    snapshot: bool
    # The parts go on behind so many things of the same snapshot, which the client has (SPEC SB-09); 0: they begin with its first.
    things: Int64


class SnapshotPart(TypedDict, total=False):
    groupId: str
    # The last part has last = true.
    last: bool
    snapshot: LaneSnapshot
    # How many elements of its lists the snapshot's parts have told up to here; 0 where a snapshot is one part.
    things: Int64


class LaneEvents(TypedDict, total=False):
    groupId: str
    lane: str
    events: list[LaneEvent]


class LaneEvent(TypedDict, total=False):
    """One event in its lane. On the wire SealedLaneEvent is the same bytes, with the event unparsed, for those who verify the chain."""
    position: Int64
    event: Event
    # SHA-256 over the previous hash and the event's stored bytes (SPEC LN-05).
    hash: str


class Unsubscribe(TypedDict, total=False):
    groupId: str


class Unsubscribed(TypedDict, total=False):
    groupId: str


class PreviewInvite(TypedDict, total=False):
    code: str
    # What the asker is called; if exactly one placeholder that they may claim has that name, it is offered.
    displayName: str


class InvitePreview(TypedDict, total=False):
    groupName: str
    icon: str
    ownerName: str
    memberCount: int
    role: Role
    # The version of the transparency notice that has to be accepted; empty: none has to be.
    transparencyVersion: str
    # The placeholder that the asker may be, to be claimed only if they say so; empty: there is none, or more than one.
    offeredMemberId: str
    # What the asker was called, who has left and would come back (SPEC MB-11); empty: they were no member, or cannot come back.
    formerDisplayName: str
    # The joiner asks to join (SPEC IN-08).
    needsApproval: bool
    # Entries that name nobody who owes divide among whoever joins by it too, from then on (SPEC CM-09).
    sharesByDefault: bool
    # The role of whoever claims `offered_member_id` by it: of a minor's placeholder that of a minor, who accepts the notice (SPEC MB-05).
    offeredRole: Role


class ListGroups(TypedDict, total=False):
    # `next` of the answer before; empty: from the first.
    after: str


class Groups(TypedDict, total=False):
    groups: list[GroupSummary]
    # The last group's id where there are more than one message has space for: what the rest is asked for as `after`. Empty: there are no more.
    next: str


class GroupSummary(TypedDict, total=False):
    groupId: str
    name: str
    currency: str
    memberId: str
    role: Role
    memberCount: int
    # True when the group's stored history does not verify: it is not served, and nothing else is known of it.
    damaged: bool
    archived: bool
    icon: str


class ReadHistory(TypedDict, total=False):
    groupId: str
    # Empty means shared.
    lane: str
    # Events after this position.
    after: Int64
    # At most this many; 0 or more than 500 means 500. A page has fewer when it would be longer than a message may be (SPEC HI-01).
    limit: int


class History(TypedDict, total=False):
    groupId: str
    lane: str
    events: list[LaneEvent]
    # The lane's last position when the page was read.
    head: Int64


class PresenceChanged(TypedDict, total=False):
    groupId: str
    memberId: str
    online: bool


class TellHeads(TypedDict, total=False):
    """Where the sender stands, for the other members who read the same lanes (SPEC PR-02). Answered only when it is refused."""
    groupId: str
    # The epoch that the heads belong to.
    epoch: Int64
    # At most one of each lane.
    heads: list[VerifiedHead]


class VerifiedHead(TypedDict, total=False):
    """The last event of a lane that a client has verified."""
    lane: str
    # From 1 on: a lane's beginning is the same for everybody.
    position: Int64
    # The lane's chain there, 32 bytes (SPEC LN-05).
    hash: str


class HeadTold(TypedDict, total=False):
    """Where another connection says that it stands, as it said so."""
    groupId: str
    memberId: str
    epoch: Int64
    head: VerifiedHead


class TellDraft(TypedDict, total=False):
    """What the sender is entering just now, for the other members who read the lane (SPEC PR-06). Answered only when it is refused."""
    groupId: str
    # "shared": drafts stand in no other lane.
    lane: str
    # Left out: nothing is being entered any more.
    draft: DraftContent


class DraftContent(TypedDict, total=False):
    """An entry that is being typed, with the last digits of its amount cut off by the client of who types it."""
    # ISO 4217; may be left out where there is no amount yet.
    currency: str
    # The first digits of the amount in whole units: at most half of them, and at most two. "12" of 1,200.
    leadingDigits: str
    # How many digits the whole units have; 0: no amount yet.
    digitCount: int
    # Key of a category of the group; may be empty.
    category: str
    # What is being entered, in words: at most 200 bytes.
    text: str


class DraftChanged(TypedDict, total=False):
    """What another member is entering just now."""
    groupId: str
    lane: str
    memberId: str
    # Left out: nothing any more.
    draft: DraftContent


class SubscriptionEnded(TypedDict, total=False):
    """The server has ended a subscription: nothing more of the group follows. Subscribing again is answered as the asker now stands."""
    groupId: str
    reason: SubscriptionEnd


class ReadSettlement(TypedDict, total=False):
    """Asks for the debts of a group in one currency, as committed."""
    groupId: str
    # Empty means the group's currency.
    currency: str
    mode: SettlementMode
    # Whether each debt is wanted with the entries behind it.
    explain: bool
    # Whether the shares that are not settled yet are wanted.
    shares: bool
    # Whether those who settle as one count as one, under their `party_id` (SPEC PT-03).
    byParty: bool
    # How many debts and shares are passed over: `next_debt` and `next_share` of the answer before. Then balances and circles are left out.
    afterDebts: int
    afterShares: int


class Settlement(TypedDict, total=False):
    groupId: str
    currency: str
    mode: SettlementMode
    # All currencies that entries used, by code.
    currencies: list[str]
    # Every member in the order of joining: what they are owed, negative when they owe.
    balances: list[Share]
    # Direct: what each owes each. Simplified: the transfers that settle everything.
    debts: list[Debt]
    # Simplified only: true when no plan has fewer transfers, false when it is the best found (SPEC ST-03).
    proven: bool
    # Simplified only: the certificate. Each circle's balances add up to zero, every member who owes or is owed stands in exactly one,
    # and there are as many transfers as such members less circles.
    circles: list[SettlementCircle]
    # Only when asked for: in the order of the entries.
    openShares: list[ShareStatus]
    # Open shares beyond those listed.
    moreShares: int
    # What the rest of the debts is asked for as `after_debts`, where there are more than one message has space for; shares follow the last debt. 0: there
    # are no more.
    nextDebt: int
    # The same of the open shares.
    nextShare: int


class SettlementCircle(TypedDict, total=False):
    balances: list[Share]


class Debt(TypedDict, total=False):
    fromMemberId: str
    toMemberId: str
    minor: Int64
    # Only when asked for: the ways the debt took from one to the other; their amounts add up to it.
    routes: list[DebtRoute]


class DebtRoute(TypedDict, total=False):
    """A chain from who pays to who receives: each hop begins where the one before ended and carries the same amount."""
    minor: Int64
    hops: list[DebtHop]


class DebtHop(TypedDict, total=False):
    fromMemberId: str
    toMemberId: str
    # False: by the entries, from owes this to to. True: to pays it to from by another of the transfers, which takes the place of this hop.
    replaced: bool
    # The entries that the hop's amount comes from, oldest first; with `more_minor` they add up to it. None when it is replaced.
    parts: list[DebtPart]
    # Entries beyond those listed, and what they come to.
    moreEntries: int
    moreMinor: Int64


class DebtPart(TypedDict, total=False):
    entryId: str
    minor: Int64


class ShareStatus(TypedDict, total=False):
    """What one member owes of one entry to one other, and how much of it is paid."""
    entryId: str
    debtorId: str
    creditorId: str
    minor: Int64
    # What is settled of it: paid, or offset.
    paidMinor: Int64
    state: ShareState
    # What of `paid_minor` nobody paid: it was offset against what the creditor came to owe (SPEC ST-05).
    offsetMinor: Int64


class LaneSnapshot(TypedDict, total=False):
    """The state of one lane. A large one travels in parts: append the lists of the parts in order (protobuf's own merge does it)."""
    lane: str
    # Position of the last event folded in.
    position: Int64
    # That event's hash: the head of the lane's chain.
    head: str
    shared: SharedSnapshot
    admin: AdminSnapshot
    income: IncomeSnapshot
    inbox: InboxSnapshot
    minor: MinorSnapshot
    account: AccountSnapshot


class SharedSnapshot(TypedDict, total=False):
    groupId: str
    name: str
    currency: str
    timeZone: str
    icon: str
    description: str
    membersMax: int
    createdAtMs: Int64
    categories: list[Category]
    # In the order of joining.
    members: list[Member]
    # In the order of first setting.
    budgets: list[Budget]
    # By the codes of the two currencies, then by date.
    rates: list[ExchangeRate]
    # Those of histories of earlier versions: of the last 24 hours before the newest, in the order of sending.
    reminders: list[Reminder]
    template: GroupTemplate
    # Unspecified means Monday.
    weekStartsOn: Weekday
    # Missing means true.
    simplifyDebts: bool
    # Policies that were set, in the order of their numbers; all others are as the template has them.
    policies: list[PolicySetting]
    # How often a policy was set: the version of the group's constitution.
    policiesVersion: int
    createdBy: str
    # When the group last changed what it says of itself; missing: never since its creation.
    updatedAtMs: Int64
    # Missing: the group is not archived.
    archivedAtMs: Int64
    # Missing: nobody has asked to delete the group.
    purgeAtMs: Int64
    # In the order of first setting.
    recurring: list[RecurringRule]
    # In the order of first setting.
    festivals: list[FestivalEnvelope]
    # In the order of adding.
    entryRows: list[EntryRow]
    # By member, in the order of joining.
    memberActs: list[MemberActs]
    # Members whom an entry names or has named, by their places in members, ascending.
    namedMembers: list[int]
    # What members have said, in the order of joining; whoever has said nothing is missing.
    preferences: list[MemberPreferences]
    # Whose words are being erased, in the order of asking.
    erasingMemberIds: list[str]


class PolicySetting(TypedDict, total=False):
    policy: Policy
    allowed: bool
    # The member who set it last, and when.
    setBy: str
    setAtMs: Int64


class IncomeSnapshot(TypedDict, total=False):
    monthlyIncome: Money
    # By member_id.
    members: list[MemberIncome]


class InboxSnapshot(TypedDict, total=False):
    """What is told to one member alone."""
    # Those of the last 24 hours before the newest, in the order of sending.
    reminders: list[Reminder]
    # The newest 20 to and from each member, in the order of sending.
    coaching: list[Coaching]
    # Members whose coaching reaches the reader no more, in the order of muting.
    coachingMutes: list[CoachingMute]
    # Absent: the member is not separated.
    separation: Separation
    # Absent: the member takes money nowhere.
    paymentAddress: MemberPaymentAddress
    # By channel.
    noticeAddresses: list[MemberNoticeAddress]


class MemberNoticeAddress(TypedDict, total=False):
    """Where the server's notices reach a member in one channel (SPEC NP-03)."""
    # Who held the member when it was said.
    holder: str
    channel: NoticeChannel
    address: str
    # "en" or "hi".
    language: str
    hidesAmounts: bool


class MemberPaymentAddress(TypedDict, total=False):
    """Where a member takes money (SPEC PL-01)."""
    # Who held the member when it was said.
    holder: str
    address: str


class Coaching(TypedDict, total=False):
    senderId: str
    recipientId: str
    text: str
    # Milliseconds since 1970.
    atMs: Int64


class CoachingMute(TypedDict, total=False):
    memberId: str


class Separation(TypedDict, total=False):
    """Nothing of the member reaches anybody (SPEC SE-01)."""
    # Who held the member when it began.
    holder: str
    # Milliseconds since 1970.
    atMs: Int64


class MinorSnapshot(TypedDict, total=False):
    """What is between a minor and their guardians."""
    # Whether anything has happened in the lane.
    begun: bool
    # Besides the owner, in the order of adding.
    guardians: list[Guardian]
    # The role that the minor asks for; unspecified: none.
    requestedRole: Role
    # In the order of first setting.
    spending: list[SpendingRecord]
    # In the order of first setting.
    limits: list[SpendingLimit]
    # In the order of first setting; those that are over too.
    allowances: list[Allowance]
    # In the order of granting.
    accesses: list[ChildAccess]


class ChildAccess(TypedDict, total=False):
    """An account of somebody else that a minor reads (SPEC AC-11)."""
    accountId: str
    name: str
    type: AccountType
    ownerId: str
    # When it was granted, milliseconds since 1970.
    atMs: Int64


class Allowance(TypedDict, total=False):
    allowanceId: str
    content: AllowanceContent
    # Who set it last.
    setBy: str
    # The last date that was booked or passed over; empty: none was.
    handledUntil: str
    # Later dates that are left out, ascending.
    skipped: list[str]
    paused: bool
    ended: bool
    # What was booked last; empty: nothing was.
    lastDate: str
    lastMinor: Int64
    # Who named the account that it is paid into.
    paidBy: str


class SpendingRecord(TypedDict, total=False):
    """What a minor has spent once."""
    spendingId: str
    content: SpendingContent
    # Who noted it, and when, milliseconds since 1970.
    addedBy: str
    addedAtMs: Int64
    voided: bool


class SpendingLimit(TypedDict, total=False):
    limitId: str
    content: SpendingLimitContent
    # Who set it last.
    setBy: str
    # What fired so far, by period.
    fired: list[FiredAlerts]


class Guardian(TypedDict, total=False):
    """Somebody who looks after a minor, as the lane says; whether they still may says lane shared (SPEC LN-14)."""
    memberId: str
    # Who added them, and when, milliseconds since 1970.
    addedBy: str
    atMs: Int64


class AccountSnapshot(TypedDict, total=False):
    """What is between the owner of an account and its grantees."""
    # Whose the account is; empty: there is none.
    ownerId: str
    # By member_id.
    grants: list[AccountGrant]
    content: AccountContent
    # In the order of first noting.
    entries: list[AccountEntry]


class AccountEntry(TypedDict, total=False):
    entryId: str
    content: AccountEntryContent
    transfer: bool
    # Who noted it, and when, milliseconds since 1970.
    addedBy: str
    addedAtMs: Int64
    reconciled: bool
    voided: bool


class AccountGrant(TypedDict, total=False):
    """Somebody who receives an account besides its owner."""
    memberId: str
    permission: GrantPermission
    # Whether both must agree to end it.
    needsConsent: bool
    # When it was granted, milliseconds since 1970.
    atMs: Int64
    # Who wishes that it ends, and since when; empty: nobody.
    revocationBy: str
    revocationAtMs: Int64


class MemberIncome(TypedDict, total=False):
    """What a member earns a month."""
    memberId: str
    monthly: Money


class EntryRow(TypedDict, total=False):
    """An entry, flat and short: a member is a number, their place in SharedSnapshot.members, counted from 0."""
    entryId: str
    kind: EntryKind
    minor: Int64
    currency: str
    # YYYY-MM-DD.
    date: str
    description: str
    category: str
    note: str
    merchant: str
    # Who paid, and how much: two lists side by side.
    paidBy: list[int]
    paidMinor: list[Int64]
    # Who owes, and how much.
    owedBy: list[int]
    owedMinor: list[Int64]
    # How what is owed came about, and with which figures: none for equal, exact and income, basis points for percentage, weights for
    # weights; in the order of owed_by.
    split: SplitKind
    splitFigures: list[Int64]
    addedBy: int
    addedAtMs: Int64
    # Position in the lane of the event that added it.
    position: Int64
    # Position of the last event that touched it; 0: the one that added it.
    version: Int64
    # Whatever few entries have; absent when there is nothing to say.
    story: EntryStory
    conversion: Conversion


class EntryStory(TypedDict, total=False):
    """What most entries do not have."""
    voided: bool
    disputes: list[Dispute]
    # Each field that was changed since the entry was added, once.
    changes: list[FieldChange]
    place: Place
    receipts: list[Receipt]
    # The rule by which the server booked it; empty: a member added it.
    ruleId: str
    # With the rule of an EMI.
    instalment: Instalment
    # In the order in which they were said, without those that were removed.
    comments: list[CommentRow]


class Dispute(TypedDict, total=False):
    by: int
    reason: str
    atMs: Int64


class CommentRow(TypedDict, total=False):
    """What a member says beside an entry."""
    commentId: str
    by: int
    text: str
    atMs: Int64


class FieldChange(TypedDict, total=False):
    """The last change of a field: the version it made, and who made it."""
    field: EntryField
    version: Int64
    by: int


class MemberActs(TypedDict, total=False):
    """What is kept of one member beside Member."""
    member: int
    # The entry of the member's last act that can be undone.
    entryId: str
    act: EntryAct
    # The version the act made.
    version: Int64
    # The entry before the act, when the act was an edit.
    before: EntryRow


class MemberPreferences(TypedDict, total=False):
    """Which notices a member wants: the cells that they have said something of, by kind, then channel."""
    # Their place in SharedSnapshot.members, counted from 0.
    member: int
    preferences: list[NoticePreference]


class RecurringRule(TypedDict, total=False):
    ruleId: str
    content: RecurringContent
    createdBy: str
    # Position of the event that set it last.
    version: Int64
    # The last date that was booked or passed over; empty: none was.
    handledUntil: str
    # Later dates that are left out, ascending.
    skipped: list[str]
    paused: bool
    # As in RecurringPaused.
    pauseCode: str
    ended: bool
    # Of an EMI: how many instalments were booked, and what is owed after them.
    instalments: int
    outstandingMinor: Int64
    # As in RecurringResumed, of the last time.
    resumedBy: str


class FestivalEnvelope(TypedDict, total=False):
    festivalId: str
    content: FestivalContent
    createdBy: str
    removed: bool
    # What held before the content, the oldest first (SPEC RC-12).
    earlier: list[FestivalVersion]
    # First day of the first season that the content holds for; empty: it holds for every season.
    effectiveFrom: str
    # The day of its removal; empty before this was noted, and for an envelope that is not removed.
    removedOn: str
    # The days on which it was not there, the oldest first (SPEC RC-16).
    gaps: list[FestivalGap]


class FestivalGap(TypedDict, total=False):
    """Days from the one behind a removal to the one before the envelope came back, YYYY-MM-DD."""
    firstDay: str
    lastDay: str


class FestivalVersion(TypedDict, total=False):
    """What an envelope was for some of its seasons."""
    # First day of the first season that it holds for.
    effectiveFrom: str
    # Without name, festival and start, which an envelope has one of.
    content: FestivalContent


class AdminSnapshot(TypedDict, total=False):
    # In the order of creation.
    invites: list[Invite]
    # Of members who gave one, in the order of the members' ids.
    emails: list[MemberEmail]
    # Who asks to join, in the order of asking.
    joinRequests: list[JoinRequest]
    # Who asks for another role, by member_id.
    roleRequests: list[RoleRequested]
    # Those that were not removed, in the order of creation.
    webhooks: list[Webhook]


class Webhook(TypedDict, total=False):
    webhookId: str
    # As in WebhookAdded.
    host: str
    label: str
    # The member who added it.
    createdBy: str
    createdAtMs: Int64
    # Unspecified: it is not paused.
    paused: WebhookPause
    # The last answer's HTTP status, of a paused one; 0: there was none.
    status: int


class JoinRequest(TypedDict, total=False):
    """Somebody who asked to join and got no answer yet."""
    requested: JoinRequested
    # When they asked, milliseconds since 1970.
    atMs: Int64


class MemberEmail(TypedDict, total=False):
    memberId: str
    email: str


class Member(TypedDict, total=False):
    memberId: str
    displayName: str
    role: Role
    # Kept after leaving or removal, so that coming back leads to the same member.
    holder: str
    joinedAtMs: Int64
    # Unspecified in snapshots of older versions: active with a holder, unclaimed without.
    status: MemberStatus
    # "#RRGGBB" or empty.
    color: str
    # The role that waits to be acknowledged; unspecified: none.
    proposedRole: Role
    # As in RoleChangeProposed.
    proposedVersion: str
    proposedEffectiveAtMs: Int64
    # The role asked for; unspecified: none.
    requestedRole: Role
    # The last version of the transparency notice that the member accepted.
    transparencyVersion: str
    # With MEMBER_STATUS_REPLACED: the member that this one turned out to be.
    becameMemberId: str
    # When the member left or was removed or replaced; 0: is there.
    endedAtMs: Int64
    # Whether entries that name nobody who owes divide among the member too; absent: as the role has it (SPEC MB-14).
    sharesByDefault: bool
    # Whether the owner alone coaches the minor (SPEC CO-04).
    coachingRestricted: bool
    # The member of the party that gives it its name, who is of it; empty: the member settles alone (SPEC PT-01).
    partyId: str
    # What the member tells the group of their own spending, by category, ascending (SPEC CS-01).
    sharedCategories: list[SharedCategory]


class SharedCategory(TypedDict, total=False):
    category: str
    # Whether it is shared still; its former totals stay otherwise.
    shared: bool
    # The newest 12 months that were told, ascending.
    totals: list[CategoryTotal]


class CategoryTotal(TypedDict, total=False):
    # The first day of the month.
    periodStart: str
    amount: Money


class Entry(TypedDict, total=False):
    entryId: str
    content: EntryContent
    owed: list[Share]
    addedBy: str
    addedAtMs: Int64
    # Position in the lane of the event that added it.
    position: Int64
    # As in EntryStory.
    ruleId: str
    instalment: Instalment


class Budget(TypedDict, total=False):
    budgetId: str
    content: BudgetContent
    # Empty for what was set before this was noted.
    createdBy: str
    removed: bool
    # What fired so far, by period.
    fired: list[FiredAlerts]
    # What held before the content, the oldest first (SPEC BU-06).
    earlier: list[BudgetVersion]
    # First day of the first period that the content holds for; empty: it holds for every period.
    effectiveFrom: str
    # The day on which it was removed, while it is; empty: before this was noted.
    removedOn: str


class BudgetVersion(TypedDict, total=False):
    """What a budget was for some of its periods."""
    # First day of the first period that it holds for.
    effectiveFrom: str
    # Without a name: a budget has one name at a time.
    content: BudgetContent


class FiredAlerts(TypedDict, total=False):
    """The alerts of a budget that fired in one period."""
    periodStart: str
    # Ascending.
    basisPoints: list[int]
    over: bool
    # When each fired, milliseconds since 1970, in the order of basis_points, and of `over` last. 0, or nothing at all: before this was noted.
    atMs: list[Int64]


class Reminder(TypedDict, total=False):
    debtorId: str
    creditorId: str
    atMs: Int64


class Invite(TypedDict, total=False):
    inviteId: str
    role: Role
    usesMax: int
    uses: int
    expiresAtMs: Int64
    revoked: bool
    codeHash: str
    # Empty: the server, when it took over the group.
    createdBy: str
    # As in InviteCreated.
    claimsMemberId: str
    forHolder: str
    label: str
    needsApproval: bool
    createdAtMs: Int64


class GroupSnapshot(TypedDict, total=False):
    """What the server keeps on disk; never sent."""
    # The format of this message: 3.
    format: int
    groupId: str
    # The group's own sequence of the last event folded in.
    sequence: Int64
    lanes: list[LaneSnapshot]
    commandTable: CommandTable
    # The entries of lane shared, whose state has none then.
    entryTable: EntryTable


class EntryTable(TypedDict, total=False):
    """Entries in the order of adding, as columns: the n-th value of each belongs to the n-th entry. It says what EntryRow says, for a reader that wants all of them at once."""
    # Two words each, the upper first.
    entryIds: list[Int64]
    kinds: list[EntryKind]
    minors: list[Int64]
    # Days since 1970-01-01.
    days: list[int]
    descriptions: list[str]
    # Places in SharedSnapshot.categories, from 1; 0: none.
    categories: list[int]
    # How many paid and how many owe.
    payers: list[int]
    debtors: list[int]
    # The shares of one entry after the other, first of those who paid: members as in EntryRow, and minor units.
    shareMembers: list[int]
    shareMinors: list[Int64]
    splits: list[SplitKind]
    # As in EntryRow, one entry after the other.
    splitFigures: list[Int64]
    addedBy: list[int]
    addedAtMs: list[Int64]
    positions: list[Int64]
    # By place.
    remarks: list[EntryRemark]


class EntryRemark(TypedDict, total=False):
    """What few entries of a table have."""
    # Of the entry in the table, from 0.
    place: int
    # Missing: the group's.
    currency: str
    note: str
    merchant: str
    # As in EntryRow.
    version: Int64
    story: EntryStory
    conversion: Conversion


class CommandTable(TypedDict, total=False):
    """The accepted commands in the order of the log, as columns: the n-th value of each belongs to the n-th command."""
    # Two words each, the upper first.
    commandIds: list[Int64]
    # Two words each, the first bytes most significant.
    salts: list[Int64]
    digests: list[Int64]
    # Places in member_ids, from 0.
    members: list[int]
    # Places in lane_names, from 0.
    lanes: list[int]
    positions: list[Int64]
    # Two words each; each once, in the order of first use.
    memberIds: list[Int64]
    # Each once, in the order of first use.
    laneNames: list[str]


class Money(TypedDict, total=False):
    """Money in minor units of an ISO-4217 currency: 450.50 INR is {minor: 45050, currency: 'INR'}. Never a float."""
    minor: Int64
    currency: str


class Share(TypedDict, total=False):
    """One member's part of an entry, in minor units of the entry's currency."""
    memberId: str
    minor: Int64


class Split(TypedDict, total=False):
    """How what is owed is divided. The event carries the wish and the resolved shares."""
    equal: EqualSplit
    percentage: PercentageSplit
    exact: ExactSplit
    weights: WeightSplit
    income: IncomeSplit


class EqualSplit(TypedDict, total=False):
    """Evenly among the members named; none named means those who share by default (SPEC CM-09)."""
    memberIds: list[str]


class PercentageSplit(TypedDict, total=False):
    """Basis points (1/100 %) that total exactly 10,000."""
    shares: list[PercentageShare]


class PercentageShare(TypedDict, total=False):
    memberId: str
    basisPoints: int


class ExactSplit(TypedDict, total=False):
    """Minor units that total exactly the entry's amount."""
    shares: list[Share]


class WeightSplit(TypedDict, total=False):
    """By whole numbers, 1 to 10,000 each: 2, 1 and 1 are a half and two quarters."""
    shares: list[WeightShare]


class WeightShare(TypedDict, total=False):
    memberId: str
    weight: int


class IncomeSplit(TypedDict, total=False):
    """By what the members named earn a month; none named means those who share by default (SPEC CM-09). Only who reads lane income divides so (SPEC LN-09). What they earn is not repeated here, for not all who read an entry may know it."""
    memberIds: list[str]


class Place(TypedDict, total=False):
    """Where it happened. All of it may be empty, but latitude and longitude come together."""
    # Millionths of a degree, north is positive: -90,000,000 to 90,000,000.
    latitudeMicro: int
    # Millionths of a degree, east is positive: -180,000,000 to 180,000,000.
    longitudeMicro: int
    city: str
    country: str


class Receipt(TypedDict, total=False):
    """Names a file whose bytes lie elsewhere."""
    # SHA-256 of the file: 32 bytes.
    sha256: str
    # "image/jpeg".
    mediaType: str
    # The file's length.
    sizeBytes: Int64
    name: str


class EntryContent(TypedDict, total=False):
    """What a person says of an entry."""
    kind: EntryKind
    amount: Money
    description: str
    # Key of one of the group's categories; may be empty.
    category: str
    # Civil date in the group's time zone, YYYY-MM-DD. In a command, empty means today.
    date: str
    # Who paid how much; totals the amount. In a command, empty means the sender paid it all.
    paid: list[Share]
    # In a command, missing means equally among those who share by default, of an income to whoever received it (SPEC CM-09).
    split: Split
    # May have several lines (SPEC EN-14).
    note: str
    merchant: str
    place: Place
    # At most 10.
    receipts: list[Receipt]
    # What the amount counts for in the group's currency. In a command, missing means at the rate known for the date, if there is one (SPEC MN-06).
    conversion: Conversion


class EntryChanges(TypedDict, total=False):
    """The parts of an entry that an edit replaces; what is absent stays as it is."""
    # Kind, amount, payers and split are one field: they change together or not at all.
    money: EntryMoney
    description: str
    category: str
    date: str
    note: str
    merchant: str
    # An empty place takes the place away.
    place: Place
    receipts: ReceiptList


class EntryMoney(TypedDict, total=False):
    """The part of an entry that numbers follow from. Empty lists mean the same as in EntryContent."""
    kind: EntryKind
    amount: Money
    paid: list[Share]
    split: Split
    # As in EntryContent; in a command, missing keeps the rate unless the currency changes.
    conversion: Conversion


class ReceiptList(TypedDict, total=False):
    receipts: list[Receipt]


# What one unit of a currency is worth in another, from a day on until the next one known.
ExchangeRate = TypedDict("ExchangeRate", {
    # ISO-4217 code.
    "from": "str",
    # ISO-4217 code.
    "to": "str",
    # Units of `to` for one unit of `from`, a decimal of at most 12 digits: "83.1525". Never a float.
    "rate": "str",
    # Civil date, YYYY-MM-DD. In a command, empty means today.
    "date": "str",
    # Where the rate was read, for people; may be empty.
    "source": "str",
}, total=False)


class Conversion(TypedDict, total=False):
    """The rate at which an entry in a foreign currency counts, fixed when it is added and never looked up again."""
    # ISO-4217 code of what was then the group's currency. In a command, empty means that.
    to: str
    # As in ExchangeRate, for one unit of the entry's currency.
    rate: str
    # The day the rate is of. In a command it is not looked at: a rate that is given is of the entry's date.
    date: str
    source: str


Category = TypedDict("Category", {
    # Short lower-case key, unique in the group: "groceries".
    "key": "str",
    "name": "str",
    # Symbol name for apps; kept verbatim.
    "icon": "str",
    # Colour as "#RRGGBB".
    "color": "str",
    "class": "CategoryClass",
    "forExpense": "bool",
    "forIncome": "bool",
    # Lists show the lowest first, equal ones in the order of addition.
    "sortOrder": "int",
    # True: it cannot be chosen any more.
    "retired": "bool",
}, total=False)


class BudgetContent(TypedDict, total=False):
    name: str
    limit: Money
    period: BudgetPeriod
    # Keys of categories; at least one, none of them an income category.
    categories: list[str]
    # First day of the first period, YYYY-MM-DD. In a command, empty means the usual start: Monday, the first of the month, 1 January.
    startDate: str
    # What is left of a period, carried into the next (SPEC BU-05). In a command, unspecified means as it was, otherwise none.
    rollover: Rollover
    # The most that is carried, in minor units of the limit's currency; 0: no such bound. Only beside a rollover that carries.
    rolloverCapMinor: Int64
    # In a command, missing means as they were, otherwise 80 %, 100 % and over.
    alerts: BudgetAlerts


class BudgetAlerts(TypedDict, total=False):
    """What alerts fire at (SPEC BU-07). None at all: no alerts."""
    # Basis points of what may be spent: 8,000 is 80 %. At most 10, ascending in what is stored.
    basisPoints: list[int]
    # When more was spent than may be.
    over: bool


class NoticePreference(TypedDict, total=False):
    """One cell: whether notices of a kind are wanted in a channel (SPEC NP-01)."""
    kind: NoticeKind
    channel: NoticeChannel
    wanted: bool


class Recurrence(TypedDict, total=False):
    """A series of dates, every so many units from the first one on (SPEC RC-02)."""
    unit: RecurrenceUnit
    # 1 to 100; in a command, 0 means 1.
    interval: int
    # Civil date, YYYY-MM-DD. In a command, empty means as it was, otherwise today.
    firstDate: str
    # No date comes after this one.
    lastDate: str
    # How many dates there are, 1 to 10,000.
    count: int


class RecurringContent(TypedDict, total=False):
    """What a rule books, and when."""
    recurrence: Recurrence
    # What each entry says. Its date is not looked at, and it has no receipts. A split that is missing or names nobody is divided anew each time.
    template: EntryContent
    # Makes it an EMI: the entries are the instalments of a loan (SPEC RC-08).
    loan: Loan


class Loan(TypedDict, total=False):
    """A loan that is paid back in equal monthly instalments. Their number is the recurrence's count, and their amount the template's; in a command a template's minor of 0 means the amount that pays the loan back."""
    # What is owed before the first instalment, in minor units of the template's currency.
    principalMinor: Int64
    # 850 is 8.5 % a year; at most 10,000.
    annualRateBasisPoints: int


class Instalment(TypedDict, total=False):
    """One instalment of a loan. Interest and principal total the entry's amount as it was booked."""
    # From 1.
    number: int
    # How many there are.
    count: int
    interestMinor: Int64
    principalMinor: Int64
    # What is owed after it.
    outstandingMinor: Int64


class FestivalContent(TypedDict, total=False):
    """An envelope that saves ahead for a festival, year after year. It moves no money: it says what to put aside."""
    festival: Festival
    # 1 to 50 characters; in a command, empty means the festival's.
    name: str
    # What each year's festival may cost.
    target: Money
    # Over how many months before it that is put aside, 1 to 12; in a command, 0 means 6.
    monthsAhead: int
    # Keys of the categories whose spending is the festival's; in a command, none means "festivals".
    categories: list[str]
    # Spending before it does not count, YYYY-MM-DD. In a command, empty means as it was, otherwise today.
    startDate: str


class SpendingContent(TypedDict, total=False):
    """What a minor has spent of their own. It moves no debt of the group."""
    amount: Money
    description: str
    # Key of one of the group's expense categories; may be empty.
    category: str
    # YYYY-MM-DD. In a command, empty means today.
    date: str
    # May have several lines (SPEC EN-14).
    note: str
    # At most ten; their files belong to the minor's lane (SPEC AT-07).
    receipts: list[Receipt]


class SpendingLimitContent(TypedDict, total=False):
    """What a minor is to spend at most in a period. It warns and blocks nothing."""
    name: str
    limit: Money
    # Weekly, biweekly or monthly.
    period: BudgetPeriod
    # Keys of categories; none: all spending.
    categories: list[str]
    # As in BudgetContent.
    startDate: str
    alerts: BudgetAlerts


class AllowanceContent(TypedDict, total=False):
    """What a minor gets again and again: a cap on what they spend from each date until the next."""
    amount: Money
    # Weekly, biweekly or monthly.
    period: BudgetPeriod
    note: str
    # YYYY-MM-DD. In a command, empty means as it was, otherwise today.
    firstDate: str
    # The account into which each date is paid; empty: the allowance is a cap on spending.
    accountId: str


class AccountContent(TypedDict, total=False):
    # 1 to 50 characters after trimming.
    name: str
    type: AccountType
    # What was in it at the beginning; may be below zero. In a command, no currency means the group's.
    # The currency stays.
    opening: Money
    # Whether it takes no more entries.
    closed: bool


class AccountEntryContent(TypedDict, total=False):
    kind: AccountEntryKind
    # In a command, no currency means the account's.
    amount: Money
    # YYYY-MM-DD. In a command, empty means today.
    date: str
    # 1 to 200 characters after trimming.
    description: str
    # Key of a category of the group's: for income of a deposit, for expenses of a withdrawal; may be empty.
    category: str
    # May have several lines (SPEC EN-14).
    note: str
