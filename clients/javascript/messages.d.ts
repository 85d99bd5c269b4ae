// The protocol's messages as JSON. Made by clients/generate.py from Protocol/: run make protocol.
// Every name may be missing: what is left out, empty, zero or false is not written.

/** Answered as a decimal string, so read it with BigInt() or Number(); may be sent as either. */
export type Int64 = string | number;

export type BundleScope =
  | 'BUNDLE_SCOPE_UNSPECIFIED'
  | 'BUNDLE_SCOPE_GROUP'
  | 'BUNDLE_SCOPE_MEMBER';

export type DashboardPeriod =
  | 'DASHBOARD_PERIOD_UNSPECIFIED'
  | 'DASHBOARD_PERIOD_MONTH'
  | 'DASHBOARD_PERIOD_WEEK';

export type GroupPart =
  | 'GROUP_PART_UNSPECIFIED'
  | 'GROUP_PART_SETTINGS'
  | 'GROUP_PART_MEMBERS'
  | 'GROUP_PART_CATEGORIES'
  | 'GROUP_PART_BUDGETS'
  | 'GROUP_PART_RECURRING'
  | 'GROUP_PART_FESTIVALS'
  | 'GROUP_PART_RATES'
  | 'GROUP_PART_INVITES'
  | 'GROUP_PART_MINORS'
  | 'GROUP_PART_ACCOUNTS'
  | 'GROUP_PART_WEBHOOKS';

export type PlannedOutcome =
  | 'PLANNED_OUTCOME_UNSPECIFIED'
  | 'PLANNED_OUTCOME_NEW'
  | 'PLANNED_OUTCOME_KNOWN'
  | 'PLANNED_OUTCOME_DIFFERS'
  | 'PLANNED_OUTCOME_SIMILAR'
  | 'PLANNED_OUTCOME_NOTHING'
  | 'PLANNED_OUTCOME_PROBLEM';

export type SubscriptionEnd =
  | 'SUBSCRIPTION_END_UNSPECIFIED'
  | 'SUBSCRIPTION_END_MEMBERSHIP';

export type ShareState =
  | 'SHARE_STATE_UNSPECIFIED'
  | 'SHARE_STATE_OPEN'
  | 'SHARE_STATE_PARTLY_PAID'
  | 'SHARE_STATE_PAID'
  | 'SHARE_STATE_DISPUTED';

export type SplitKind =
  | 'SPLIT_KIND_UNSPECIFIED'
  | 'SPLIT_KIND_EQUAL'
  | 'SPLIT_KIND_PERCENTAGE'
  | 'SPLIT_KIND_EXACT'
  | 'SPLIT_KIND_WEIGHTS'
  | 'SPLIT_KIND_INCOME';

export type EntryField =
  | 'ENTRY_FIELD_UNSPECIFIED'
  | 'ENTRY_FIELD_MONEY'
  | 'ENTRY_FIELD_DESCRIPTION'
  | 'ENTRY_FIELD_CATEGORY'
  | 'ENTRY_FIELD_DATE'
  | 'ENTRY_FIELD_NOTE'
  | 'ENTRY_FIELD_MERCHANT'
  | 'ENTRY_FIELD_PLACE'
  | 'ENTRY_FIELD_RECEIPTS';

export type EntryAct =
  | 'ENTRY_ACT_UNSPECIFIED'
  | 'ENTRY_ACT_ADDED'
  | 'ENTRY_ACT_EDITED'
  | 'ENTRY_ACT_VOIDED'
  | 'ENTRY_ACT_RESTORED';

export type Role =
  | 'ROLE_UNSPECIFIED'
  | 'ROLE_OWNER'
  | 'ROLE_ADMIN'
  | 'ROLE_ADULT'
  | 'ROLE_VIEWER'
  | 'ROLE_MINOR';

export type MemberStatus =
  | 'MEMBER_STATUS_UNSPECIFIED'
  | 'MEMBER_STATUS_ACTIVE'
  | 'MEMBER_STATUS_UNCLAIMED'
  | 'MEMBER_STATUS_LEFT'
  | 'MEMBER_STATUS_REMOVED'
  | 'MEMBER_STATUS_REPLACED';

export type GroupTemplate =
  | 'GROUP_TEMPLATE_UNSPECIFIED'
  | 'GROUP_TEMPLATE_FAMILY'
  | 'GROUP_TEMPLATE_INDIAN_FAMILY'
  | 'GROUP_TEMPLATE_SPLIT_GROUP';

export type Weekday =
  | 'WEEKDAY_UNSPECIFIED'
  | 'WEEKDAY_MONDAY'
  | 'WEEKDAY_TUESDAY'
  | 'WEEKDAY_WEDNESDAY'
  | 'WEEKDAY_THURSDAY'
  | 'WEEKDAY_FRIDAY'
  | 'WEEKDAY_SATURDAY'
  | 'WEEKDAY_SUNDAY';

export type Policy =
  | 'POLICY_UNSPECIFIED'
  | 'POLICY_ADULTS_EDIT_OTHERS'
  | 'POLICY_ADULTS_VOID_OWN'
  | 'POLICY_ADMINS_INVITE'
  | 'POLICY_ADULTS_ADD_PLACEHOLDERS'
  | 'POLICY_VIEWERS_DISPUTE'
  | 'POLICY_MINORS_DISPUTE'
  | 'POLICY_ADULTS_SEE_INCOME'
  | 'POLICY_VIEWERS_SEE_INCOME'
  | 'POLICY_ADMINS_MAKE_TOKENS'
  | 'POLICY_ADMINS_SET_WEBHOOKS';

export type GroupTokenAccess =
  | 'GROUP_TOKEN_ACCESS_UNSPECIFIED'
  | 'GROUP_TOKEN_ACCESS_READ'
  | 'GROUP_TOKEN_ACCESS_WRITE';

export type WebhookPause =
  | 'WEBHOOK_PAUSE_UNSPECIFIED'
  | 'WEBHOOK_PAUSE_FAILING'
  | 'WEBHOOK_PAUSE_GONE'
  | 'WEBHOOK_PAUSE_ADDRESS_REFUSED';

export type EntryKind =
  | 'ENTRY_KIND_UNSPECIFIED'
  | 'ENTRY_KIND_EXPENSE'
  | 'ENTRY_KIND_INCOME'
  | 'ENTRY_KIND_TRANSFER';

export type BudgetPeriod =
  | 'BUDGET_PERIOD_UNSPECIFIED'
  | 'BUDGET_PERIOD_WEEKLY'
  | 'BUDGET_PERIOD_BIWEEKLY'
  | 'BUDGET_PERIOD_MONTHLY'
  | 'BUDGET_PERIOD_YEARLY';

export type Rollover =
  | 'ROLLOVER_UNSPECIFIED'
  | 'ROLLOVER_NONE'
  | 'ROLLOVER_SURPLUS'
  | 'ROLLOVER_BOTH';

export type SettlementMode =
  | 'SETTLEMENT_MODE_UNSPECIFIED'
  | 'SETTLEMENT_MODE_DIRECT'
  | 'SETTLEMENT_MODE_SIMPLIFIED';

export type CategoryClass =
  | 'CATEGORY_CLASS_UNSPECIFIED'
  | 'CATEGORY_CLASS_NEEDS'
  | 'CATEGORY_CLASS_WANTS'
  | 'CATEGORY_CLASS_SAVINGS';

export type NoticeKind =
  | 'NOTICE_KIND_UNSPECIFIED'
  | 'NOTICE_KIND_ENTRIES'
  | 'NOTICE_KIND_BUDGETS'
  | 'NOTICE_KIND_ALERTS'
  | 'NOTICE_KIND_MEMBERS'
  | 'NOTICE_KIND_REMINDERS'
  | 'NOTICE_KIND_DIGEST';

export type NoticeChannel =
  | 'NOTICE_CHANNEL_UNSPECIFIED'
  | 'NOTICE_CHANNEL_FEED'
  | 'NOTICE_CHANNEL_BELL'
  | 'NOTICE_CHANNEL_DIGEST'
  | 'NOTICE_CHANNEL_PUSH'
  | 'NOTICE_CHANNEL_MAIL';

export type RecurrenceUnit =
  | 'RECURRENCE_UNIT_UNSPECIFIED'
  | 'RECURRENCE_UNIT_DAY'
  | 'RECURRENCE_UNIT_WEEK'
  | 'RECURRENCE_UNIT_MONTH'
  | 'RECURRENCE_UNIT_YEAR';

export type Festival =
  | 'FESTIVAL_UNSPECIFIED'
  | 'FESTIVAL_DIWALI'
  | 'FESTIVAL_HOLI'
  | 'FESTIVAL_EID_AL_FITR'
  | 'FESTIVAL_CHRISTMAS'
  | 'FESTIVAL_EID_AL_ADHA';

export type AccountType =
  | 'ACCOUNT_TYPE_UNSPECIFIED'
  | 'ACCOUNT_TYPE_CHECKING'
  | 'ACCOUNT_TYPE_SAVINGS'
  | 'ACCOUNT_TYPE_CASH'
  | 'ACCOUNT_TYPE_CARD'
  | 'ACCOUNT_TYPE_GOLD';

export type AccountEntryKind =
  | 'ACCOUNT_ENTRY_KIND_UNSPECIFIED'
  | 'ACCOUNT_ENTRY_KIND_DEPOSIT'
  | 'ACCOUNT_ENTRY_KIND_WITHDRAWAL';

export type GrantPermission =
  | 'GRANT_PERMISSION_UNSPECIFIED'
  | 'GRANT_PERMISSION_READ'
  | 'GRANT_PERMISSION_WRITE';

export interface BundleRecord {
  header?: BundleHeader;
  event?: BundleEvent;
  heads?: BundleHeads;
  attachment?: BundleAttachment;
  piece?: BundlePiece;
  end?: BundleEnd;
}

/** The first record, once. */
export interface BundleHeader {
  // 1.
  format?: number;
  groupId?: string;
  // See Subscribe.epoch.
  epoch?: Int64;
  scope?: BundleScope;
}

export interface BundleEvent {
  lane?: string;
  position?: Int64;
  // The stored bytes of the Event, salt included (SPEC LN-06).
  event?: string;
  // The lane's chain after it.
  hash?: string;
}

/** Behind the last event, once: where each lane that has events ends, in the order of snapshots. */
export interface BundleHeads {
  heads?: BundleHead[];
}

export interface BundleHead {
  lane?: string;
  position?: Int64;
  hash?: string;
}

/** A receipt's file; its bytes follow as pieces. In the order of lanes, then ascending by the hash. */
export interface BundleAttachment {
  sha256?: string;
  sizeBytes?: Int64;
  // Empty: lane shared; otherwise the lane of the minor whose receipt it is.
  lane?: string;
}

/** 65,536 bytes, fewer only in an attachment's last piece. */
export interface BundlePiece {
  bytes?: string;
}

/** The last record, once. */
export interface BundleEnd {
  // SHA-256 over all bytes of the file before this record's length.
  checksum?: string;
  // The public key of the server that exported it (Ed25519, 32 bytes), and its signature of the checksum (SPEC BN-08, 64 bytes).
  // Both or neither; neither with BUNDLE_SCOPE_MEMBER.
  signer?: string;
  signature?: string;
}

export interface Command {
  // UUID (version 7) made by the client. Sending the same command again gives the first answer (SPEC CM-03).
  id?: string;
  // UUID of the group. For CreateGroup the client makes it; for JoinGroup it stays empty: the code names the group.
  groupId?: string;
  // When the member said it, milliseconds since 1970; 0: when it arrives. Where the command names no day it is of the day of that moment (SPEC CM-16).
  saidAtMs?: Int64;
  createGroup?: CreateGroup;
  joinGroup?: JoinGroup;
  addEntry?: AddEntry;
  setBudget?: SetBudget;
  createInvite?: CreateInvite;
  revokeInvite?: RevokeInvite;
  addPlaceholder?: AddPlaceholder;
  claimMember?: ClaimMember;
  renameMember?: RenameMember;
  setMemberColor?: SetMemberColor;
  changeRole?: ChangeRole;
  acknowledgeRole?: AcknowledgeRole;
  requestRole?: RequestRole;
  approveRole?: ApproveRole;
  declineRole?: DeclineRole;
  leaveGroup?: LeaveGroup;
  removeMember?: RemoveMember;
  restoreMember?: RestoreMember;
  transferOwnership?: TransferOwnership;
  setMemberEmail?: SetMemberEmail;
  approveJoin?: ApproveJoin;
  declineJoin?: DeclineJoin;
  setParty?: SetParty;
  removeBudget?: RemoveBudget;
  reactivateBudget?: ReactivateBudget;
  settleUp?: SettleUp;
  remindDebtor?: RemindDebtor;
  updateGroup?: UpdateGroup;
  setPolicy?: SetPolicy;
  archiveGroup?: ArchiveGroup;
  unarchiveGroup?: UnarchiveGroup;
  requestPurge?: RequestPurge;
  cancelPurge?: CancelPurge;
  setCategory?: SetCategory;
  retireCategory?: RetireCategory;
  editEntry?: EditEntry;
  voidEntry?: VoidEntry;
  restoreEntry?: RestoreEntry;
  undoLast?: UndoLast;
  disputeEntry?: DisputeEntry;
  withdrawDispute?: WithdrawDispute;
  setMemberIncome?: SetMemberIncome;
  commentEntry?: CommentEntry;
  removeComment?: RemoveComment;
  setRecurring?: SetRecurring;
  pauseRecurring?: PauseRecurring;
  resumeRecurring?: ResumeRecurring;
  skipOccurrence?: SkipOccurrence;
  endRecurring?: EndRecurring;
  setFestival?: SetFestival;
  removeFestival?: RemoveFestival;
  setRate?: SetRate;
  setPreferences?: SetPreferences;
  setDefaultSharing?: SetDefaultSharing;
  setGuardian?: SetGuardian;
  setSpending?: SetSpending;
  voidSpending?: VoidSpending;
  setSpendingLimit?: SetSpendingLimit;
  removeSpendingLimit?: RemoveSpendingLimit;
  setAllowance?: SetAllowance;
  skipAllowance?: SkipAllowance;
  pauseAllowance?: PauseAllowance;
  endAllowance?: EndAllowance;
  restoreSpending?: RestoreSpending;
  setAccount?: SetAccount;
  setAccountEntry?: SetAccountEntry;
  voidAccountEntry?: VoidAccountEntry;
  reconcileAccount?: ReconcileAccount;
  transferBetweenAccounts?: TransferBetweenAccounts;
  grantAccount?: GrantAccount;
  revokeAccount?: RevokeAccount;
  answerRevocation?: AnswerRevocation;
  sendCoaching?: SendCoaching;
  muteCoaching?: MuteCoaching;
  restrictCoaching?: RestrictCoaching;
  separate?: Separate;
  endSeparation?: EndSeparation;
  shareCategory?: ShareCategory;
  setCategoryTotal?: SetCategoryTotal;
  setPaymentAddress?: SetPaymentAddress;
  addWebhook?: AddWebhook;
  rotateWebhookSecret?: RotateWebhookSecret;
  testWebhook?: TestWebhook;
  resumeWebhook?: ResumeWebhook;
  removeWebhook?: RemoveWebhook;
  setNoticeAddress?: SetNoticeAddress;
  eraseWords?: EraseWords;
}

export interface CreateGroup {
  // 1 to 50 characters after trimming.
  name?: string;
  // ISO-4217 code.
  currency?: string;
  // IANA name, "Asia/Kolkata"; empty means UTC.
  timeZone?: string;
  // The creator's id as a member, made by the client.
  memberId?: string;
  displayName?: string;
  icon?: string;
  description?: string;
  // What the group starts with (SPEC GR-03); unspecified means family.
  template?: GroupTemplate;
  // Unspecified means Monday.
  weekStartsOn?: Weekday;
}

export interface JoinGroup {
  code?: string;
  // The joiner's id as a member, made by the client. Of no use to whoever claims or comes back: they have one.
  memberId?: string;
  // At most 50 characters. Empty: "Member N", the placeholder's name or the former one.
  displayName?: string;
  // The placeholder that the joiner is; empty: none.
  claimsMemberId?: string;
  // Version of the transparency notice that the joiner has read and accepted; needed to join as a minor (SPEC MB-08).
  acceptsTransparency?: string;
}

export interface AddEntry {
  entryId?: string;
  content?: EntryContent;
  // Refuse the entry when somebody else added one much like it within the last ten minutes (SPEC EN-07).
  guardDuplicates?: boolean;
}

/** Changes what an entry says. An edit of an older version is merged when nobody has changed the same fields since. */
export interface EditEntry {
  entryId?: string;
  // The version of the entry that the sender saw: the position of the last event that touched it.
  baseVersion?: Int64;
  changes?: EntryChanges;
}

/** Takes an entry out of all sums; it stays readable. */
export interface VoidEntry {
  entryId?: string;
}

/** Takes a voided entry back in. */
export interface RestoreEntry {
  entryId?: string;
}

/** Undoes the sender's own last adding, editing, voiding or restoring of an entry. */
export interface UndoLast {
}

/** Says that an entry which names the sender is wrong. Changes no number. */
export interface DisputeEntry {
  entryId?: string;
  // 1 to 200 characters.
  reason?: string;
}

export interface WithdrawDispute {
  entryId?: string;
}

/** Says something beside an entry (SPEC EN-13). Changes no number and makes no version. */
export interface CommentEntry {
  entryId?: string;
  // The comment's id, made by the client.
  commentId?: string;
  // 1 to 500 characters, in one line.
  text?: string;
}

/** Takes a comment of the sender's away: its words are gone from the entry. */
export interface RemoveComment {
  entryId?: string;
  commentId?: string;
}

/** What the sender earns a month, for splits by income. */
export interface SetMemberIncome {
  // Minor 0 takes the figure away.
  monthly?: Money;
}

/** Creates the budget or, when the id is known, replaces it. */
export interface SetBudget {
  budgetId?: string;
  content?: BudgetContent;
  // A day, YYYY-MM-DD: the change holds from the budget's period on that it falls into (SPEC BU-06); empty: today.
  effectiveFrom?: string;
}

/** Retires the budget: it counts nothing and fires nothing until it is reactivated. */
export interface RemoveBudget {
  budgetId?: string;
}

export interface ReactivateBudget {
  budgetId?: string;
}

export interface CreateInvite {
  inviteId?: string;
  role?: Role;
  // 0 means 1.
  usesMax?: number;
  // 0 means 7 days.
  expiresInSeconds?: number;
  // The identity that alone may join by it, as welcome told it (SPEC IN-07); empty: whoever has the code may.
  forIdentityId?: string;
  // The person it is meant for, in the sender's words, such as a name or an email address: at most 100 characters. Nothing is sent there.
  label?: string;
  // The joiner asks to join, and is no member before somebody approves it (SPEC IN-08).
  needsApproval?: boolean;
}

/** Lets somebody in who asked to join (SPEC IN-09). */
export interface ApproveJoin {
  // The member they would be, as JoinRequested says.
  memberId?: string;
}

export interface DeclineJoin {
  memberId?: string;
}

export interface RevokeInvite {
  inviteId?: string;
}

/** Adds somebody who has no account yet. */
export interface AddPlaceholder {
  memberId?: string;
  // At most 50 characters; empty: "Member N".
  displayName?: string;
  // ROLE_ADULT, ROLE_VIEWER or ROLE_MINOR.
  role?: Role;
}

/** Says that the sender, in whose name no entry stands yet, is this placeholder. */
export interface ClaimMember {
  memberId?: string;
  // The version of the transparency notice, accepted by who becomes a minor by it (SPEC MB-05); empty: it was not read.
  acceptsTransparency?: string;
}

export interface RenameMember {
  memberId?: string;
  // 1 to 50 characters after trimming.
  displayName?: string;
}

export interface SetMemberColor {
  memberId?: string;
  // "#RRGGBB"; empty: none.
  color?: string;
}

/** Says at which address the sender can be written to; owner and admins see it, nobody else (SPEC MB-13). */
export interface SetMemberEmail {
  // At most 254 bytes, as in NAME@HOST; empty: none.
  email?: string;
}

/** To become a minor takes effect only once the member has acknowledged it (SPEC MB-09). The role that a member has takes a waiting change back. */
export interface ChangeRole {
  memberId?: string;
  role?: Role;
}

/** Accepts the role that waits for the sender. */
export interface AcknowledgeRole {
  // Version of the transparency notice that the sender has read.
  acceptsTransparency?: string;
}

/** A minor asks for another role; a further request takes the place of the former. */
export interface RequestRole {
  role?: Role;
}

export interface ApproveRole {
  memberId?: string;
  // The role asked for, so that nothing else is approved than was seen.
  role?: Role;
}

export interface DeclineRole {
  memberId?: string;
}

export interface LeaveGroup {
}

export interface RemoveMember {
  memberId?: string;
}

/** Takes a removed member back, with the role they had. */
export interface RestoreMember {
  memberId?: string;
}

/** To an active admin or adult; the former owner becomes an admin. */
export interface TransferOwnership {
  memberId?: string;
}

/** Records that a debt was paid, in full or in part (SPEC ST-06). Hearth moves no money. */
export interface SettleUp {
  entryId?: string;
  // Who paid, and who received it.
  fromMemberId?: string;
  toMemberId?: string;
  // In minor units; missing means all that is owed when the command is decided.
  minor?: Int64;
  // Empty means the group's currency.
  currency?: string;
  // Whether `minor` may be more than is owed.
  allowMore?: boolean;
  // May have several lines (SPEC EN-14).
  note?: string;
  // Which debts are paid; unspecified: those that the group offers (SPEC ST-06).
  mode?: SettlementMode;
  // The rate at which a debt in another currency is paid in the group's (SPEC ST-10), as in EntryContent; missing: as known today, if it is.
  conversion?: Conversion;
}

/** Tells a member that they owe somebody something (SPEC ST-09). */
export interface RemindDebtor {
  debtorId?: string;
  // Empty means the sender.
  creditorId?: string;
  // Empty means the group's currency.
  currency?: string;
  // Which debt is meant; unspecified: the one that the group offers (SPEC ST-06).
  mode?: SettlementMode;
}

/** Changes what the group says of itself: only the fields that are there, the others stay. */
export interface UpdateGroup {
  name?: string;
  // Empty takes it away.
  description?: string;
  // Empty takes it away.
  icon?: string;
  // ISO-4217 code; only while the group has no entries.
  currency?: string;
  // What comes in each month, all members together; an amount of 0 takes it away.
  monthlyIncome?: Money;
  simplifyDebts?: boolean;
  // IANA name, "Asia/Kolkata"; empty means UTC.
  timeZone?: string;
  weekStartsOn?: Weekday;
  // 10 to 100, and not fewer than there are.
  membersMax?: number;
}

/** Changes one cell of the permission matrix that the group decides for itself (SPEC section 7). */
export interface SetPolicy {
  policy?: Policy;
  allowed?: boolean;
}

/** From then on the group is read, settled, left and exported, and nothing else (SPEC GR-07). */
export interface ArchiveGroup {
}

export interface UnarchiveGroup {
}

/** Begins the deletion of an archived group: it is deleted after 30 days (SPEC GR-08). */
export interface RequestPurge {
  // True: whoever asks has an export of the group.
  exported?: boolean;
}

export interface CancelPurge {
}

/** Adds the category or, when the key is known, replaces it; a retired one can be chosen again. */
export interface SetCategory {
  // Its sort order 0 means behind all others, or as it was. Whether it is retired is not looked at.
  content?: Category;
}

/** The category stays with the entries and budgets that have it, and cannot be chosen any more. */
export interface RetireCategory {
  key?: string;
}

/** Notes what a currency is worth in another from a day on, or corrects what was noted for that day. */
export interface SetRate {
  rate?: ExchangeRate;
}

/** Says which notices the sender wants, and where: only the cells that are named, the others stay. */
export interface SetPreferences {
  // No kind and channel twice.
  preferences?: NoticePreference[];
}

/** Says where the server's notices reach the sender, or nowhere any more (SPEC NP-03). */
export interface SetNoticeAddress {
  // NOTICE_CHANNEL_PUSH or NOTICE_CHANNEL_MAIL.
  channel?: NoticeChannel;
  // An email address, or what the operator's program pushes to, such as a topic: at most 128 letters, digits and _ . ~ : / @ + = % -, with
  // a letter or digit first. Empty: there is none.
  address?: string;
  // What notices are written in: "en" or "hi"; empty: "en".
  language?: string;
  // Whether notices leave amounts out.
  hidesAmounts?: boolean;
}

/** Says whether entries that name nobody who owes divide among this member too (SPEC MB-14). */
export interface SetDefaultSharing {
  memberId?: string;
  // Absent: as the member's role has it.
  shares?: boolean;
}

/** Says with whom a member settles as one (SPEC PT-01). */
export interface SetParty {
  memberId?: string;
  // Whose party the member joins; empty: they settle alone.
  withMemberId?: string;
}

/** Makes a rule by which the server books entries by itself or, when the id is known, replaces it (SPEC RC-01). */
export interface SetRecurring {
  ruleId?: string;
  content?: RecurringContent;
  // The version of the rule that the sender saw: the position of the event that set it last. 0 for a new one.
  baseVersion?: Int64;
}

/** Nothing is booked until the rule is resumed. */
export interface PauseRecurring {
  ruleId?: string;
}

export interface ResumeRecurring {
  ruleId?: string;
  // Books what came due meanwhile; otherwise those dates are passed over. An EMI is always caught up with.
  catchUp?: boolean;
}

/** Leaves one date out. It counts as one of the series all the same. */
export interface SkipOccurrence {
  ruleId?: string;
  // Civil date, one of the rule's that is still to come.
  date?: string;
}

/** Ends the rule for good; what it has booked stays. */
export interface EndRecurring {
  ruleId?: string;
}

/** Makes an envelope for a festival or, when the id is known, replaces it (SPEC RC-11). */
export interface SetFestival {
  festivalId?: string;
  content?: FestivalContent;
}

export interface RemoveFestival {
  festivalId?: string;
}

/** Makes an admin or adult a guardian of a minor, or ends it (SPEC FA-01). The owner always is one. */
export interface SetGuardian {
  minorId?: string;
  memberId?: string;
  removed?: boolean;
}

/** Notes what a minor has spent or, when the id is known, says it anew (SPEC FA-03). */
export interface SetSpending {
  // Empty: the sender.
  minorId?: string;
  spendingId?: string;
  content?: SpendingContent;
}

export interface VoidSpending {
  // Empty: the sender.
  minorId?: string;
  spendingId?: string;
}

/** Brings back what was taken out (SPEC FA-03). */
export interface RestoreSpending {
  // Empty: the sender.
  minorId?: string;
  spendingId?: string;
}

/** Makes a limit on what a minor spends or, when the id is known, changes it (SPEC FA-04). */
export interface SetSpendingLimit {
  minorId?: string;
  limitId?: string;
  content?: SpendingLimitContent;
}

export interface RemoveSpendingLimit {
  minorId?: string;
  limitId?: string;
}

/** Makes an allowance of a minor's or, when the id is known, changes it (SPEC FA-07). */
export interface SetAllowance {
  minorId?: string;
  allowanceId?: string;
  content?: AllowanceContent;
}

/** Leaves one date out. */
export interface SkipAllowance {
  minorId?: string;
  allowanceId?: string;
  // Empty: the next one.
  date?: string;
}

/** Nothing is booked until it is resumed; dates that pass meanwhile are passed over. */
export interface PauseAllowance {
  minorId?: string;
  allowanceId?: string;
  resumed?: boolean;
}

/** Ends the allowance for good; what it has booked stays. */
export interface EndAllowance {
  minorId?: string;
  allowanceId?: string;
}

/** Makes an account of the sender's, or changes it (SPEC AC-03). */
export interface SetAccount {
  accountId?: string;
  content?: AccountContent;
}

/** Notes a deposit or a withdrawal or, under an id that is known, says it anew (SPEC AC-04). */
export interface SetAccountEntry {
  accountId?: string;
  entryId?: string;
  content?: AccountEntryContent;
}

/** Takes an entry out for good; of a transfer both sides. */
export interface VoidAccountEntry {
  accountId?: string;
  entryId?: string;
}

/** Says that entries were compared with a statement (SPEC AC-05). */
export interface ReconcileAccount {
  accountId?: string;
  // 1 to 100.
  entryIds?: string[];
  // Takes the mark off again.
  undone?: boolean;
}

/** A withdrawal and a deposit in one, between two accounts of the sender's. */
export interface TransferBetweenAccounts {
  // Of both sides.
  entryId?: string;
  fromAccountId?: string;
  toAccountId?: string;
  amount?: Money;
  // What arrives; needed where the currencies differ, otherwise the amount.
  received?: Money;
  description?: string;
  // YYYY-MM-DD; empty: today.
  date?: string;
}

/** Has another member see an account of the sender's (SPEC AC-06). */
export interface GrantAccount {
  accountId?: string;
  memberId?: string;
  permission?: GrantPermission;
  // Whether both must agree to end it.
  needsConsent?: boolean;
}

/** Ends a grant, or asks the other of the two to (SPEC AC-07). */
export interface RevokeAccount {
  accountId?: string;
  // The grantee: another member, or the sender.
  memberId?: string;
}

/** Agrees that a grant ends, or does not; who asked takes the wish back (SPEC AC-08). */
export interface AnswerRevocation {
  accountId?: string;
  memberId?: string;
  confirmed?: boolean;
}

/** Sends another member some words of encouragement (SPEC CO-01). */
export interface SendCoaching {
  recipientId?: string;
  // 1 to 500 characters after trimming.
  text?: string;
  // Send it although three were sent to the member within 24 hours (SPEC CO-02).
  anyway?: boolean;
}

/** Lets a member's coaching no longer reach the sender, or again (SPEC CO-03). */
export interface MuteCoaching {
  memberId?: string;
  unmuted?: boolean;
}

/** Says that the owner alone coaches a minor, or that others do too (SPEC CO-04). */
export interface RestrictCoaching {
  minorId?: string;
  lifted?: boolean;
}

/** From now on nothing of the sender reaches anybody, and nobody is told (SPEC SE-01). */
export interface Separate {
}

/** Ends what separate began. */
export interface EndSeparation {
}

/** Says that what a member spends of their own in a category is told the group as totals of months, or no more (SPEC CS-01). */
export interface ShareCategory {
  // Oneself, or a minor whom one looks after. Empty: the sender.
  memberId?: string;
  category?: string;
  shared?: boolean;
}

/** Tells the total of one category and month (SPEC CS-02), in place of the one that was told before. */
export interface SetCategoryTotal {
  // As in ShareCategory.
  memberId?: string;
  category?: string;
  // A day of the calendar month; empty: the current one.
  periodStart?: string;
  // An amount of 0 takes it away.
  amount?: Money;
}

/** Says where the sender takes money, or nowhere any more (SPEC PL-01). */
export interface SetPaymentAddress {
  // "asha@examplebank", or an IBAN with a BIC behind it where the country's banks need one. Empty: there is none.
  address?: string;
}

/** Has the server send what happens in lane shared to an address (SPEC WH-01). The answer carries the secret that it signs with. */
export interface AddWebhook {
  // Made by the client.
  webhookId?: string;
  // "https://hooks.example.com/hearth"; at most 1,000 bytes. Only its host and port stand in the history.
  url?: string;
  // What it is for; at most 50 characters, may be empty.
  label?: string;
}

/** Has the server sign with a new secret, which the answer carries, and for 24 hours with the former one besides (SPEC WH-04). */
export interface RotateWebhookSecret {
  webhookId?: string;
}

/** Has the server send the event of this command to one webhook, in its place among the others; a paused one is resumed first. */
export interface TestWebhook {
  webhookId?: string;
}

/** Has the server send to a paused webhook again, from where it stands. */
export interface ResumeWebhook {
  webhookId?: string;
}

export interface RemoveWebhook {
  webhookId?: string;
}

/** Erases the words that a member wrote in the group, for ever (SPEC EW-01). Numbers, days, categories and shares stay. */
export interface EraseWords {
  // Empty: the sender. The owner may name a member who has left, or was removed.
  memberId?: string;
}

export interface Event {
  // 16 random bytes, so that a hash does not betray a guessable content.
  salt?: string;
  // The server's instant, milliseconds since 1970-01-01T00:00:00Z.
  atMs?: Int64;
  // The member who acted; empty: the server itself.
  memberId?: string;
  // The command behind the event.
  commandId?: string;
  // First 8 bytes, little endian, of SHA-256(salt, command); only in the first event of a command.
  commandDigest?: Int64;
  // Its words were erased: the position, in the same lane, of the words_erased that names it (SPEC EW-03). 0: it is as it was stored first.
  erasedBy?: Int64;
  groupCreated?: GroupCreated;
  memberJoined?: MemberJoined;
  entryAdded?: EntryAdded;
  budgetSet?: BudgetSet;
  inviteCreated?: InviteCreated;
  inviteRevoked?: InviteRevoked;
  inviteUsed?: InviteUsed;
  memberClaimed?: MemberClaimed;
  memberRenamed?: MemberRenamed;
  memberColorSet?: MemberColorSet;
  roleChanged?: RoleChanged;
  roleChangeProposed?: RoleChangeProposed;
  roleRequested?: RoleRequested;
  roleRequestDeclined?: RoleRequestDeclined;
  memberLeft?: MemberLeft;
  memberRemoved?: MemberRemoved;
  memberRestored?: MemberRestored;
  ownershipTransferred?: OwnershipTransferred;
  memberEmailSet?: MemberEmailSet;
  joinRequested?: JoinRequested;
  joinApproved?: JoinApproved;
  joinDeclined?: JoinDeclined;
  partySet?: PartySet;
  budgetRemoved?: BudgetRemoved;
  budgetReactivated?: BudgetReactivated;
  alertFired?: AlertFired;
  debtorReminded?: DebtorReminded;
  groupUpdated?: GroupUpdated;
  incomeSet?: IncomeSet;
  policySet?: PolicySet;
  groupArchived?: GroupArchived;
  groupUnarchived?: GroupUnarchived;
  purgeRequested?: PurgeRequested;
  purgeCancelled?: PurgeCancelled;
  categorySet?: CategorySet;
  categoryRetired?: CategoryRetired;
  entryEdited?: EntryEdited;
  entryVoided?: EntryVoided;
  entryRestored?: EntryRestored;
  entryDisputed?: EntryDisputed;
  disputeWithdrawn?: DisputeWithdrawn;
  memberIncomeSet?: MemberIncomeSet;
  entryCommented?: EntryCommented;
  commentRemoved?: CommentRemoved;
  recurringSet?: RecurringSet;
  recurringPaused?: RecurringPaused;
  recurringResumed?: RecurringResumed;
  occurrenceSkipped?: OccurrenceSkipped;
  recurringEnded?: RecurringEnded;
  festivalSet?: FestivalSet;
  festivalRemoved?: FestivalRemoved;
  rateSet?: RateSet;
  preferencesSet?: PreferencesSet;
  defaultSharingSet?: DefaultSharingSet;
  roleRequestSettled?: RoleRequestSettled;
  guardianAdded?: GuardianAdded;
  guardianRemoved?: GuardianRemoved;
  spendingSet?: SpendingSet;
  spendingVoided?: SpendingVoided;
  spendingLimitSet?: SpendingLimitSet;
  spendingLimitRemoved?: SpendingLimitRemoved;
  childAlertFired?: ChildAlertFired;
  allowanceSet?: AllowanceSet;
  allowanceSkipped?: AllowanceSkipped;
  allowancePaused?: AllowancePaused;
  allowanceEnded?: AllowanceEnded;
  allowanceBooked?: AllowanceBooked;
  spendingRestored?: SpendingRestored;
  childAccessGranted?: ChildAccessGranted;
  childAccessEnded?: ChildAccessEnded;
  accountSet?: AccountSet;
  accountEntrySet?: AccountEntrySet;
  accountEntryVoided?: AccountEntryVoided;
  accountReconciled?: AccountReconciled;
  accountGranted?: AccountGranted;
  accountRevoked?: AccountRevoked;
  accountRevocationAsked?: AccountRevocationAsked;
  accountRevocationDeclined?: AccountRevocationDeclined;
  coachingSent?: CoachingSent;
  coachingMuted?: CoachingMuted;
  coachingRestricted?: CoachingRestricted;
  separated?: Separated;
  separationEnded?: SeparationEnded;
  categoryShared?: CategoryShared;
  categoryTotalSet?: CategoryTotalSet;
  paymentAddressSet?: PaymentAddressSet;
  webhookAdded?: WebhookAdded;
  webhookSecretRotated?: WebhookSecretRotated;
  webhookTested?: WebhookTested;
  webhookPaused?: WebhookPaused;
  webhookResumed?: WebhookResumed;
  webhookRemoved?: WebhookRemoved;
  noticeAddressSet?: NoticeAddressSet;
  wordsErased?: WordsErased;
}

/** Lane shared. */
export interface GroupCreated {
  name?: string;
  currency?: string;
  timeZone?: string;
  icon?: string;
  description?: string;
  membersMax?: number;
  categories?: Category[];
  // Unspecified means family.
  template?: GroupTemplate;
  // Unspecified means Monday.
  weekStartsOn?: Weekday;
}

/** Lane shared. */
export interface MemberJoined {
  memberId?: string;
  displayName?: string;
  role?: Role;
  // 16 bytes that tie the member to an identity within this group only (SPEC ID-04); empty for a placeholder.
  holder?: string;
  // Version of the transparency notice that was accepted; empty: none was.
  transparencyVersion?: string;
}

/** Lane shared. */
export interface EntryAdded {
  entryId?: string;
  // Complete: date, payers and split are always present.
  content?: EntryContent;
  // What each member owes; totals the amount.
  owed?: Share[];
  // The rule by which the server booked it (SPEC RC-04); the event then names no member. Empty: a member added it.
  ruleId?: string;
  // With the rule of an EMI: which instalment it is.
  instalment?: Instalment;
  // With the rule: in whose name the entry stands, when whoever made the rule goes on as another member (SPEC MB-05). Empty: whoever made it.
  addedBy?: string;
}

/** Lane shared. */
export interface EntryEdited {
  entryId?: string;
  // Complete as in EntryAdded for each field that it names.
  changes?: EntryChanges;
  // With changes.money: what each member owes.
  owed?: Share[];
  // The version that this takes back, when it is an undo.
  undoes?: Int64;
  // Of an undo: the disputes that the edit ended stand again.
  reopensDisputes?: boolean;
}

/** Lane shared. */
export interface EntryVoided {
  entryId?: string;
  undoes?: Int64;
}

/** Lane shared. */
export interface EntryRestored {
  entryId?: string;
  undoes?: Int64;
}

/** Lane shared. */
export interface EntryDisputed {
  entryId?: string;
  reason?: string;
}

/** Lane shared. */
export interface DisputeWithdrawn {
  entryId?: string;
}

/** Lane shared. */
export interface EntryCommented {
  entryId?: string;
  commentId?: string;
  text?: string;
}

/** Lane shared. */
export interface CommentRemoved {
  entryId?: string;
  commentId?: string;
}

/** Lane income. What its sender earns a month, for splits by income. */
export interface MemberIncomeSet {
  // Missing: it was taken away.
  monthly?: Money;
  // The member that the sender was before they went on as this one (SPEC MB-05), where it takes the place of what they had said as them.
  formerMemberIds?: string[];
}

/** Lane shared. */
export interface BudgetSet {
  budgetId?: string;
  // Complete: start, rollover and alerts are always present, except in what was stored before there were any.
  content?: BudgetContent;
  // Who made the budget, when this first sets it.
  createdBy?: string;
  // First day of the first period that the content holds for, YYYY-MM-DD: what was set before holds for the periods before it (SPEC BU-06).
  // Empty: the content holds for every period since the budget's start.
  effectiveFrom?: string;
  // Whether what was set for later periods stays; without it the content takes its place.
  keepsLater?: boolean;
}

/** Lane shared. */
export interface BudgetRemoved {
  budgetId?: string;
  // The day in the group's time zone, "2026-11-20"; empty before this was noted.
  date?: string;
}

/** Lane shared. */
export interface BudgetReactivated {
  budgetId?: string;
}

/** A budget reached a threshold: once per budget, period and threshold, in the same append as the act that made it so (SPEC BU-08). Lane shared. */
export interface AlertFired {
  budgetId?: string;
  // First day of the period, which names it.
  periodStart?: string;
  // The threshold: basis points of what could be spent, or, with none, over it.
  basisPoints?: number;
  over?: boolean;
  // What was spent in the period after the act, and what could be, in minor units of the limit's currency.
  spentMinor?: Int64;
  limitMinor?: Int64;
}

/** Lane admin. */
export interface InviteCreated {
  inviteId?: string;
  role?: Role;
  usesMax?: number;
  expiresAtMs?: Int64;
  // HMAC-SHA-256 of the code under a key of the server's; the code itself is stored nowhere.
  codeHash?: string;
  // The member whom whoever has the code goes on as (SPEC BN-07); empty: they join as somebody new.
  claimsMemberId?: string;
  // The holder that alone may join by it (SPEC IN-07, ID-04), 16 bytes; empty: whoever has the code may.
  forHolder?: string;
  // As in CreateInvite.
  label?: string;
  needsApproval?: boolean;
  // The server's instant, milliseconds since 1970; 0: stored before this was noted.
  createdAtMs?: Int64;
}

/** Lane admin. Somebody asks to join who is no member; the event names them as who acted. */
export interface JoinRequested {
  // The member they would be: somebody new, the placeholder they claim, or who they were before they left.
  memberId?: string;
  displayName?: string;
  // As in MemberJoined.
  holder?: string;
  role?: Role;
  inviteId?: string;
  // As in MemberJoined.
  transparencyVersion?: string;
}

/** Lane admin. What comes of it in lane shared is an ordinary joining. */
export interface JoinApproved {
  memberId?: string;
}

/** Lane admin. */
export interface JoinDeclined {
  memberId?: string;
  // What they wanted to be called.
  displayName?: string;
}

/** Lane admin. */
export interface InviteRevoked {
  inviteId?: string;
}

/** Lane admin. */
export interface InviteUsed {
  inviteId?: string;
  memberId?: string;
}

/** Lane shared. A placeholder turned out to be somebody: whoever joins, or a member until now, whose place ends. */
export interface MemberClaimed {
  memberId?: string;
  holder?: string;
  displayName?: string;
  role?: Role;
  // The claimer's place until now; empty for somebody who joins by claiming.
  replacedMemberId?: string;
  // As in MemberJoined.
  transparencyVersion?: string;
  // Who held the member until now (SPEC BN-07); empty: nobody, they were a placeholder.
  formerHolder?: string;
}

/** Lane shared. */
export interface MemberRenamed {
  memberId?: string;
  displayName?: string;
}

/** Lane shared. */
export interface MemberColorSet {
  memberId?: string;
  // Empty: none.
  color?: string;
}

/** Lane admin. Of the member who sent it. */
export interface MemberEmailSet {
  // Empty: none.
  email?: string;
  // As in MemberIncomeSet.
  formerMemberIds?: string[];
}

/** Lane shared. Ends what was proposed to the member or asked for by them. */
export interface RoleChanged {
  memberId?: string;
  role?: Role;
  // The version that the member acknowledged; empty: nothing had to be acknowledged.
  transparencyVersion?: string;
}

/** Lane shared. The role waits for the member, or with a placeholder for the time. */
export interface RoleChangeProposed {
  memberId?: string;
  role?: Role;
  // The notice to be acknowledged.
  transparencyVersion?: string;
  // From when a placeholder counts as having the role, milliseconds since 1970; 0: when the member acknowledges it.
  effectiveAtMs?: Int64;
}

/** Lane of the minor (SPEC MB-10); in histories of earlier versions lane admin, or shared. */
export interface RoleRequested {
  memberId?: string;
  role?: Role;
}

/** In the lane of the request. */
export interface RoleRequestDeclined {
  memberId?: string;
}

/** In the lane of the request, which has ended without a refusal: the role was changed, or the member is gone. */
export interface RoleRequestSettled {
  memberId?: string;
}

/** Lane shared. */
export interface MemberLeft {
  memberId?: string;
  // The role that waited for the member waits for them still if they come back (SPEC MB-11).
  keepsProposal?: boolean;
}

/** Lane shared. */
export interface MemberRemoved {
  memberId?: string;
  // As in MemberLeft.
  keepsProposal?: boolean;
}

/** Lane shared. A removed member was taken back, or one who had left joined again. */
export interface MemberRestored {
  memberId?: string;
  role?: Role;
  displayName?: string;
  // As in MemberJoined.
  transparencyVersion?: string;
}

/** Lane shared. The owner until now becomes an admin. */
export interface OwnershipTransferred {
  memberId?: string;
}

/** Lane inbox of the sender, and of the debtor and the creditor, one event in each (SPEC ST-09); in histories of earlier versions lane shared. */
export interface DebtorReminded {
  debtorId?: string;
  creditorId?: string;
  // What was owed at that moment.
  owed?: Money;
  // As the reminder named it; unspecified: as the group offered debts.
  mode?: SettlementMode;
  // When, by the clock by which things end (SPEC TM-03), milliseconds since 1970; 0: at the event's instant.
  sentAtMs?: Int64;
}

/** Lane shared. Only what has changed. */
export interface GroupUpdated {
  name?: string;
  description?: string;
  icon?: string;
  currency?: string;
  simplifyDebts?: boolean;
  timeZone?: string;
  weekStartsOn?: Weekday;
  membersMax?: number;
}

/** Lane income. */
export interface IncomeSet {
  // Missing: it was taken away.
  monthlyIncome?: Money;
}

/** Lane shared, so that all whom it binds know it. */
export interface PolicySet {
  policy?: Policy;
  allowed?: boolean;
}

/** Lane shared. */
export interface GroupArchived {
}

/** Lane shared. Takes back the request to delete the group too. */
export interface GroupUnarchived {
}

/** Lane shared. */
export interface PurgeRequested {
  // From then on the server may delete the group.
  purgeAtMs?: Int64;
}

/** Lane shared. */
export interface PurgeCancelled {
}

/** Lane shared. */
export interface CategorySet {
  content?: Category;
}

/** Lane shared. */
export interface CategoryRetired {
  key?: string;
}

/** Lane shared. */
export interface RateSet {
  // Complete: the date is always present.
  rate?: ExchangeRate;
}

/** Lane shared. Which notices its sender wants from then on: the cells that changed, by kind, then channel. */
export interface PreferencesSet {
  preferences?: NoticePreference[];
}

/** Lane shared. */
export interface DefaultSharingSet {
  memberId?: string;
  // Absent: from then on as the member's role has it.
  shares?: boolean;
}

/** Lane shared. */
export interface PartySet {
  memberId?: string;
  // Whose party the member joins; empty: they settle alone from then on.
  withMemberId?: string;
}

/** Lane shared. */
export interface RecurringSet {
  ruleId?: string;
  // Complete: first date, interval, payers and amount are always present.
  content?: RecurringContent;
  // Who made the rule, when this first sets it.
  createdBy?: string;
}

/** Lane shared. By a member, or by the server because an entry could not be booked. */
export interface RecurringPaused {
  ruleId?: string;
  // Why it paused although nobody asked for it: a code of errors.json. Empty: a member paused it.
  code?: string;
  // The date whose entry could not be booked; empty when the maker of the rule lost the right to it (SPEC RE-03).
  date?: string;
}

/** Lane shared. */
export interface RecurringResumed {
  ruleId?: string;
  // The dates until this one, it included, are passed over; empty: none is.
  passedUntil?: string;
  // The member who answers for the rule from now on beside its maker (SPEC RE-03); empty: its maker resumed it.
  resumedBy?: string;
}

/** Lane shared. By a member, or by the server because there is an entry with the id that this one would have. */
export interface OccurrenceSkipped {
  ruleId?: string;
  date?: string;
}

/** Lane shared. */
export interface RecurringEnded {
  ruleId?: string;
}

/** Lane shared. */
export interface FestivalSet {
  festivalId?: string;
  // Complete: name, months, categories and start are always present.
  content?: FestivalContent;
  // Who made the envelope, when this first sets it.
  createdBy?: string;
  // First day of the first season that the content holds for, YYYY-MM-DD: what was set before holds for the seasons before it (SPEC RC-12).
  // Empty: the content holds for every season since the start.
  effectiveFrom?: string;
  // The day on which an envelope comes back that was removed, YYYY-MM-DD; empty before this was noted.
  backOn?: string;
}

/** Lane shared. */
export interface FestivalRemoved {
  festivalId?: string;
  // The day in the group's time zone, "2026-11-20"; empty before this was noted.
  date?: string;
}

/** Lane of the minor. */
export interface GuardianAdded {
  minorId?: string;
  memberId?: string;
}

/** Lane of the minor. By the owner, or because the guardian came back, or the minor became one again (SPEC FA-02). */
export interface GuardianRemoved {
  minorId?: string;
  memberId?: string;
}

/** Lane of the minor. */
export interface SpendingSet {
  minorId?: string;
  spendingId?: string;
  // Complete: the date is always present.
  content?: SpendingContent;
}

/** Lane of the minor. */
export interface SpendingVoided {
  minorId?: string;
  spendingId?: string;
}

/** Lane of the minor. */
export interface SpendingRestored {
  minorId?: string;
  spendingId?: string;
}

/** Lane of the minor. */
export interface SpendingLimitSet {
  minorId?: string;
  limitId?: string;
  // Complete: start and alerts are always present.
  content?: SpendingLimitContent;
}

/** Lane of the minor. */
export interface SpendingLimitRemoved {
  minorId?: string;
  limitId?: string;
}

/** Lane of the minor. A limit reached a threshold: once per limit, period and threshold, in the same append as the act that made it so (SPEC FA-05). */
export interface ChildAlertFired {
  minorId?: string;
  limitId?: string;
  // As in AlertFired.
  periodStart?: string;
  basisPoints?: number;
  over?: boolean;
  spentMinor?: Int64;
  limitMinor?: Int64;
}

/** Lane of the minor. */
export interface AllowanceSet {
  minorId?: string;
  allowanceId?: string;
  // Complete: the first date is always present.
  content?: AllowanceContent;
  // YYYY-MM-DD, where other dates hold from now on: nothing is given for any up to this one.
  passedUntil?: string;
}

/** Lane of the minor. */
export interface AllowanceSkipped {
  minorId?: string;
  allowanceId?: string;
  date?: string;
}

/** Lane of the minor. Also where the minor leaves the group, or becomes none. */
export interface AllowancePaused {
  minorId?: string;
  allowanceId?: string;
  // It goes on again; the dates until passed_until, it included, are passed over; empty: none is.
  resumed?: boolean;
  passedUntil?: string;
}

/** Lane of the minor. */
export interface AllowanceEnded {
  minorId?: string;
  allowanceId?: string;
}

/** Lane of the minor. By the server, once for each date (SPEC FA-08): from then until the next date the minor may spend so much. */
export interface AllowanceBooked {
  minorId?: string;
  allowanceId?: string;
  date?: string;
  amount?: Money;
}

/** Lane of the minor. An account that is not the minor's own is granted to them, or has another name or type; beside account_granted or account_set (SPEC AC-11). No amounts: those stand in the account's lane. */
export interface ChildAccessGranted {
  minorId?: string;
  accountId?: string;
  name?: string;
  type?: AccountType;
  // Whose account it is.
  ownerId?: string;
}

/** Lane of the minor. The grant has ended; behind account_revoked (SPEC AC-11). */
export interface ChildAccessEnded {
  minorId?: string;
  accountId?: string;
  // As it was told last.
  name?: string;
  ownerId?: string;
}

/** An account was made by its owner, or changed. */
export interface AccountSet {
  accountId?: string;
  content?: AccountContent;
}

export interface AccountEntrySet {
  accountId?: string;
  entryId?: string;
  content?: AccountEntryContent;
  // One side of a transfer; the other has the same entry_id.
  transfer?: boolean;
}

export interface AccountEntryVoided {
  accountId?: string;
  entryId?: string;
}

export interface AccountReconciled {
  accountId?: string;
  entryIds?: string[];
  undone?: boolean;
}

export interface AccountGranted {
  accountId?: string;
  memberId?: string;
  permission?: GrantPermission;
  needsConsent?: boolean;
  // When, by the clock by which things end (SPEC TM-03), milliseconds since 1970; 0: at the event's instant.
  grantedAtMs?: Int64;
}

export interface AccountRevoked {
  accountId?: string;
  memberId?: string;
}

/** The sender wishes that a grant ends, and the other of the two has to agree. */
export interface AccountRevocationAsked {
  accountId?: string;
  memberId?: string;
  // When, by the clock by which things end (SPEC TM-03), milliseconds since 1970; 0: at the event's instant.
  askedAtMs?: Int64;
}

export interface AccountRevocationDeclined {
  accountId?: string;
  memberId?: string;
}

/** Lane inbox of the sender and, unless they muted the sender, of the recipient, one event in each (SPEC CO-01). */
export interface CoachingSent {
  recipientId?: string;
  text?: string;
  // When, by the clock by which things end (SPEC TM-03), milliseconds since 1970.
  sentAtMs?: Int64;
}

/** Lane inbox of the author. */
export interface CoachingMuted {
  // Whose coaching reaches the author no more.
  memberId?: string;
  unmuted?: boolean;
}

/** Lane shared. It ends by itself when the member is no minor any more. */
export interface CoachingRestricted {
  minorId?: string;
  lifted?: boolean;
}

/** Lane inbox of the member, and no other (SPEC SE-01). */
export interface Separated {
  memberId?: string;
  // Who held the member then: somebody who goes on in their place later is not separated.
  holder?: string;
}

/** Lane inbox of the member, and no other. */
export interface SeparationEnded {
  memberId?: string;
}

/** Lane shared. */
export interface CategoryShared {
  memberId?: string;
  category?: string;
  shared?: boolean;
  // Where it ends: the first day of the month whose total is taken away.
  periodStart?: string;
}

/** Lane shared. */
export interface CategoryTotalSet {
  memberId?: string;
  category?: string;
  // The first day of the month.
  periodStart?: string;
  // 0: there is none any more.
  amount?: Money;
}

/** Lane inbox of the member, and no other. */
export interface PaymentAddressSet {
  memberId?: string;
  // Who holds the member: the address is theirs.
  holder?: string;
  // Empty: there is none any more.
  address?: string;
}

/** Lane inbox of the member, and no other. */
export interface NoticeAddressSet {
  memberId?: string;
  // Who holds the member: nobody else's notices go there.
  holder?: string;
  channel?: NoticeChannel;
  // Empty: there is none any more.
  address?: string;
  // "en" or "hi".
  language?: string;
  hidesAmounts?: boolean;
}

/** Lane admin. The address and what is signed with stand in no history. */
export interface WebhookAdded {
  webhookId?: string;
  // The address's host, with its port unless that is 443: "hooks.example.com".
  host?: string;
  label?: string;
}

/** Lane admin. */
export interface WebhookSecretRotated {
  webhookId?: string;
  // Until then what is sent is signed with the former secret, too; milliseconds since 1970.
  formerUntilMs?: Int64;
}

/** Lane admin. The one event of this lane that is sent to a webhook: to the one that it names. */
export interface WebhookTested {
  webhookId?: string;
}

/** Lane admin. By the server, which then sends nothing more to it. */
export interface WebhookPaused {
  webhookId?: string;
  reason?: WebhookPause;
  // The last answer's HTTP status; 0: there was none.
  status?: number;
}

/** Lane admin. */
export interface WebhookResumed {
  webhookId?: string;
}

/** Lane admin. By a member, or with the right of the member who added it. */
export interface WebhookRemoved {
  webhookId?: string;
}

/** The words of a member are erased (SPEC EW-02 to EW-06). The first one is somebody's command and names no event; the server adds the others, in each lane where it has rewritten events, and the last one in lane shared. Lane shared, admin, or a member's inbox. */
export interface WordsErased {
  memberId?: string;
  // Events of the same lane, ascending.
  events?: ErasedEvent[];
  // Nothing is left to be erased. Lane shared only.
  done?: boolean;
  // What members are called from now on: with done those who are erased and have left, in lane admin also whoever asks to join.
  names?: MemberRenamed[];
}

export interface ErasedEvent {
  position?: Int64;
  // SHA-256 over the previous event's hash and the event's bytes without its words (SPEC EW-04): 32 bytes.
  hash?: string;
  // What may still have the words: an entry, a recurring rule, whoever asks to join, or who sent coaching; empty: nothing.
  subjectId?: string;
  // Of a comment.
  commentId?: string;
  // Of a dispute or a request to join, the event's instant; of coaching, when it was sent. 0: of nothing else.
  atMs?: Int64;
}

/** Asks what a command would change if it were sent now. Nothing happens, and nothing is remembered of it. */
export interface PreviewCommand {
  // As it would be sent; its group_id names the group.
  command?: Command;
}

/** What the command would change. What it would be refused for is answered by `rejected`. */
export interface Impact {
  groupId?: string;
  // Who would have acted.
  memberId?: string;
  // The periods of budgets whose figures change, in the order of the budgets, then of time.
  budgets?: BudgetImpact[];
  // The alerts that would fire, in order.
  alerts?: AlertFired[];
  // The balances that change, by the currency's code, then in the order of joining.
  balances?: BalanceImpact[];
  // What whoever asks would pay or be paid in the simplified plan, where that changes: by the currency's code, then in the order of joining.
  debts?: DebtImpact[];
  // How many dates of rules the server would then book at once (SPEC RC-05). What the first 100 of them book is counted in the figures above.
  dueDates?: Int64;
  // What the command itself would bring about in the lanes that its sender reads, in order, without alerts: who would pay whom how much, what would be
  // changed (SPEC IP-03). Each has what its event would have, without id and salt.
  events?: Event[];
  // How many of the lists' lines one message has no space for, and of the lines that a list has above 300.
  leftOut?: number;
}

export interface BudgetImpact {
  budgetId?: string;
  name?: string;
  currency?: string;
  // First and last day of the period.
  periodStart?: string;
  periodEnd?: string;
  // Absent when the budget did not count before, or will not.
  before?: BudgetFigure;
  after?: BudgetFigure;
  // What was spent in the budget's categories and period in other currencies by entries without a rate into the budget's: by the currency's
  // code, and in none of the figures (SPEC BU-01). Before and after as above.
  leftOutBefore?: Money[];
  leftOutAfter?: Money[];
}

/** How far a budget is spent in a period, in minor units of its currency. */
export interface BudgetFigure {
  spentMinor?: Int64;
  // What may be spent: the limit and what was carried.
  limitMinor?: Int64;
  // Spent of limit in 1/100 %, rounded down.
  basisPoints?: Int64;
}

/** What a member is owed, negative when they owe. */
export interface BalanceImpact {
  memberId?: string;
  currency?: string;
  beforeMinor?: Int64;
  afterMinor?: Int64;
}

/** What whoever asks is to pay this member; negative: is to be paid by them. */
export interface DebtImpact {
  memberId?: string;
  currency?: string;
  beforeMinor?: Int64;
  afterMinor?: Int64;
}

/** Asks for the figures of a month or week, as committed. */
export interface ReadDashboard {
  groupId?: string;
  period?: DashboardPeriod;
  // A day of the period, YYYY-MM-DD; empty means today.
  date?: string;
  // Empty means the group's currency.
  currency?: string;
}

/** Amounts are minor units of `currency`. Spending is expenses that are not voided, by the date they are of. */
export interface Dashboard {
  groupId?: string;
  currency?: string;
  // The currencies of expenses and incomes in the period, by code.
  currencies?: string[];
  period?: DashboardPeriod;
  // First and last day.
  periodStart?: string;
  periodEnd?: string;
  // Everybody who is in the group or has a part in the period, in the order of joining.
  members?: MemberFigure[];
  // Categories in which something was spent in the period or the one before, the most spent first; with an empty key what has none.
  categories?: CategoryFigure[];
  // This period and the five before it, the oldest first.
  periods?: PeriodFigure[];
  // The entries added last, whatever their date, the newest first; at most 10.
  recentEntryIds?: string[];
  // Who pays next (SPEC DB-04); empty: nobody in particular.
  nextPayerId?: string;
  // The active budgets in this currency, each in its own period: the one that the last day of this period falls into, or today if that comes first.
  // Of a period that has passed only what is of its days up to the last counts.
  budgets?: BudgetImpact[];
  // The alerts of these budgets that fired in the period, for whichever of the budgets' periods, in the order of the budgets.
  alerts?: DashboardAlert[];
  // Who joined in the period, and who left or was removed; in the order of joining.
  joinedMemberIds?: string[];
  leftMemberIds?: string[];
  // How many members, categories, budgets and alerts one message has no space for.
  leftOut?: number;
}

/** What a member put in and what fell to them. */
export interface MemberFigure {
  memberId?: string;
  // Of expenses in the period.
  paidMinor?: Int64;
  owedMinor?: Int64;
  // Of incomes in the period: what the member is due.
  incomeMinor?: Int64;
  // The member's balance, of all time.
  balanceMinor?: Int64;
}

export interface CategoryFigure {
  // Key of the category, or empty.
  category?: string;
  spentMinor?: Int64;
  // In the period before.
  beforeMinor?: Int64;
}

export interface PeriodFigure {
  periodStart?: string;
  periodEnd?: string;
  spentMinor?: Int64;
  incomeMinor?: Int64;
  // How many expenses and incomes.
  entries?: number;
  // The other currencies of expenses and incomes in the period, by code: they are in none of the figures.
  otherCurrencies?: string[];
}

export interface DashboardAlert {
  budgetId?: string;
  periodStart?: string;
  // As in AlertFired.
  basisPoints?: number;
  over?: boolean;
}

/** Asks what a group is, as committed, without following it: one part of what those who follow it have (SPEC QR-01). */
export interface ReadGroup {
  groupId?: string;
  part?: GroupPart;
  // Only what has this id or key; empty: all of the part. Settings have none.
  id?: string;
  // How many of the part's things are passed over: `next` of the answer before.
  after?: number;
}

/** The part that was asked for; the other lists are empty. */
export interface GroupContents {
  groupId?: string;
  // Who asks.
  memberId?: string;
  // With part settings: a snapshot's fields that are no lists of what the other parts have.
  settings?: SharedSnapshot;
  // In the order of joining.
  members?: Member[];
  categories?: Category[];
  // In the order of first setting.
  budgets?: Budget[];
  recurring?: RecurringRule[];
  festivals?: FestivalEnvelope[];
  rates?: ExchangeRate[];
  // In the order of creation.
  invites?: Invite[];
  // By minor_id.
  minors?: MinorContents[];
  // By account_id.
  accounts?: AccountContents[];
  // In the order of creation.
  webhooks?: Webhook[];
  // What the rest is asked for as `after`, where there is more than one message has space for; 0: there is no more.
  next?: number;
}

/** What is between a minor and their guardians. */
export interface MinorContents {
  minorId?: string;
  // Who looks after the minor, the owner first.
  guardianIds?: string[];
  // Of the spending the records noted last, at most 200.
  state?: MinorSnapshot;
}

/** An account as it now stands. */
export interface AccountContents {
  accountId?: string;
  // What is in it.
  balance?: Money;
  // The same by the entries that were compared with a statement.
  reconciled?: Money;
  // Of the entries the ones noted last, at most 200.
  state?: AccountSnapshot;
}

/** Asks for a page of a group's entries as they now stand, those added last first (SPEC QR-02). What is set narrows the choice. */
export interface ReadEntries {
  groupId?: string;
  // Only this one, whatever else is said.
  entryId?: string;
  // Entries added before this one stood at this position: `next` of the page before; 0: from the newest.
  before?: Int64;
  // At most this many; 0 means 50, more than 100 means 100.
  limit?: number;
  kind?: EntryKind;
  // Key of a category.
  category?: string;
  // A member who paid or owes a part of it.
  memberId?: string;
  // First and last day, YYYY-MM-DD.
  from?: string;
  to?: string;
  // ISO-4217 code.
  currency?: string;
  // Voided ones too.
  withVoided?: boolean;
  // Words that all have to fit (SPEC QR-04): at most 200 characters.
  search?: string;
  // With each entry how it stands.
  withStanding?: boolean;
}

export interface Entries {
  groupId?: string;
  entries?: ListedEntry[];
  // What the next page is asked for as `before`; 0: there is none. A page may have fewer entries than were asked for, even none, and a next one all the same.
  next?: Int64;
}

/** An entry as it now stands. */
export interface ListedEntry {
  entry?: Entry;
  // Position of the last event that touched it: what an edit is based on.
  version?: Int64;
  voided?: boolean;
  // Only when asked for.
  standing?: EntryStanding;
}

/** What becomes of an entry without making a version of it. */
export interface EntryStanding {
  // Who says that it is wrong, and why; one a member.
  disputes?: EntryDispute[];
  // What it made whom owe whom, and how far that is settled, as the group reckons (SPEC ST-05, ST-06). A voided one has none.
  shares?: ShareStatus[];
  // Shares beyond those listed.
  moreShares?: number;
  // What members said beside it, the first first (SPEC EN-13).
  comments?: EntryComment[];
}

export interface EntryComment {
  commentId?: string;
  memberId?: string;
  text?: string;
  atMs?: Int64;
}

export interface EntryDispute {
  memberId?: string;
  reason?: string;
  atMs?: Int64;
}

/** Asks how to pay a member what the asker owes them (SPEC PL-02). Nothing is paid by it. */
export interface ReadPaymentLink {
  groupId?: string;
  // The member whom the asker owes.
  payeeId?: string;
  // Empty means the group's currency.
  currency?: string;
  // What is to be paid, in minor units; 0: all that is owed.
  minor?: Int64;
  // Which debt is meant; unspecified: the one that the group offers (SPEC ST-06).
  mode?: SettlementMode;
}

export interface PaymentLink {
  groupId?: string;
  payeeId?: string;
  // The payee's name, as the link or code has it.
  name?: string;
  amount?: Money;
  // Where the payee takes money.
  address?: string;
  // A link that a telephone opens, or the text of a QR code that apps of banks read.
  payload?: string;
  // Whether `payload` is a link.
  link?: boolean;
  // What the payment is for, as the link or code has it.
  note?: string;
}

/** Asks what the lines of a file would add to a group or an account (SPEC CV-12). Nothing is added by it. */
export interface PlanImport {
  groupId?: string;
  // As a bank or an app wrote it. Over HTTP it is the body; the fields below are the query.
  file?: string;
  // An account that the asker receives; empty: the group's entries.
  accountId?: string;
  // The name of a profile of a bank or an app; empty: the file shows which.
  profile?: string;
  // How letters are written, such as utf-8 or windows-1252; empty: the file shows it.
  encoding?: string;
  // The currency of lines that name none; empty: the bank's, or the group's.
  currency?: string;
  // In which order days are written that could be two: dmy, mdy or ymd; empty: the file shows it.
  dates?: string;
  // What stands before decimals: point or comma; empty: the file shows it.
  decimals?: string;
  // Which amounts went out: minus those below 0, as in statements of banks, plus those above, as in statements of cards; empty: the file shows it.
  signs?: string;
  // Which column is what, such as date=Booked on, by name or number from 1; one a line.
  columns?: string;
  // Who is meant by a name of the file, such as Asha S.=Asha; one a line.
  members?: string;
  // Add lines, too, that are much like an entry that somebody typed.
  addSimilar?: boolean;
  // Note down people of the file as members whom nobody here is called like.
  addMembers?: boolean;
  // How many of the plan's lines are passed over: `next` of the answer before.
  after?: number;
  // The numbers of lines to add although each is much like an entry that somebody typed; one a line.
  addLines?: string;
}

export interface PlannedImport {
  groupId?: string;
  // Why nothing of the file can be read; the rest is then empty.
  flaw?: FileFlaw;
  // On the first page, to be sent before the commands of the lines: who would be noted down as a member.
  members?: Command[];
  // In the order of the file.
  lines?: PlannedLine[];
  // What the new lines of the whole file come to, by the currency's code.
  sums?: PlannedSum[];
  // On the first page: the balances that the whole file would change, at most 300.
  balances?: BalanceImpact[];
  // How many lines of the whole file are new, there already, and so on.
  counts?: PlannedCount[];
  // What the rest is asked for as `after`; 0: there is no more.
  next?: number;
}

export interface PlannedLine {
  // Line or record of the file, counted from 1.
  number?: number;
  outcome?: PlannedOutcome;
  // Of a new line. Its ids follow from the line, so sending it again adds nothing twice.
  command?: Command;
  // What a line says that is not new, as far as it could be read.
  figures?: PlannedFigures;
  there?: PlannedFigures;
  flaw?: FileFlaw;
}

export interface PlannedFigures {
  date?: string;
  amount?: Money;
  kind?: EntryKind;
  text?: string;
}

/** What is wrong with a file or a line, or why a line is no entry. */
export interface FileFlaw {
  // Such as no_amount; a client that does not know it shows `details`.
  code?: string;
  // Texts of the file and figures that the flaw is about, in the order that SPEC CV-13 has; at most 100, of at most 200 code points each.
  details?: string[];
  // Of a command that the server would refuse, with code refused: as in Rejected.
  refusal?: string;
  field?: string;
  cause?: string;
  remedy?: string;
}

export interface PlannedSum {
  currency?: string;
  spentMinor?: Int64;
  receivedMinor?: Int64;
  transferredMinor?: Int64;
}

export interface PlannedCount {
  outcome?: PlannedOutcome;
  lines?: number;
}

export interface ClientMessage {
  // Chosen by the client, echoed in the answer; 0 when it does not care.
  request?: number;
  hello?: Hello;
  register?: Register;
  command?: Command;
  subscribe?: Subscribe;
  unsubscribe?: Unsubscribe;
  previewInvite?: PreviewInvite;
  listGroups?: ListGroups;
  readHistory?: ReadHistory;
  readSettlement?: ReadSettlement;
  previewCommand?: PreviewCommand;
  readDashboard?: ReadDashboard;
  readGroup?: ReadGroup;
  readEntries?: ReadEntries;
  readPaymentLink?: ReadPaymentLink;
  linkDevice?: LinkDevice;
  listDevices?: ListDevices;
  revokeDevice?: RevokeDevice;
  rotateToken?: RotateToken;
  createLink?: CreateLink;
  tellHeads?: TellHeads;
  tellDraft?: TellDraft;
  planImport?: PlanImport;
  createGroupToken?: CreateGroupToken;
  listGroupTokens?: ListGroupTokens;
  revokeGroupToken?: RevokeGroupToken;
  setDevicePush?: SetDevicePush;
}

export interface ServerMessage {
  // The request that this answers; 0 for what the server says by itself.
  request?: number;
  welcome?: Welcome;
  registered?: Registered;
  accepted?: Accepted;
  rejected?: Rejected;
  subscribed?: Subscribed;
  unsubscribed?: Unsubscribed;
  invitePreview?: InvitePreview;
  groups?: Groups;
  history?: History;
  snapshotPart?: SnapshotPart;
  laneEvents?: LaneEvents;
  presenceChanged?: PresenceChanged;
  subscriptionEnded?: SubscriptionEnded;
  settlement?: Settlement;
  impact?: Impact;
  dashboard?: Dashboard;
  groupContents?: GroupContents;
  entries?: Entries;
  paymentLink?: PaymentLink;
  devices?: Devices;
  deviceRevoked?: DeviceRevoked;
  tokenRotated?: TokenRotated;
  linkCode?: LinkCode;
  headTold?: HeadTold;
  draftChanged?: DraftChanged;
  plannedImport?: PlannedImport;
  groupTokenCreated?: GroupTokenCreated;
  groupTokens?: GroupTokens;
  groupTokenRevoked?: GroupTokenRevoked;
}

/** First message of a client that has a token. */
export interface Hello {
  token?: string;
  // Name and version of the client program, for the operator's log.
  client?: string;
}

/** First message of somebody new. The answer carries the token, shown this once. */
export interface Register {
  displayName?: string;
  client?: string;
  // What this device is called in the list of devices, at most 50 characters.
  device?: string;
}

/** First message of a device that is to log in as somebody who is known, by the code that another device of theirs shows. The answer is that of register. */
export interface LinkDevice {
  code?: string;
  client?: string;
  // As of register.
  device?: string;
}

export interface Registered {
  identityId?: string;
  token?: string;
  deviceId?: string;
}

export interface ListDevices {
}

export interface Devices {
  devices?: Device[];
}

/** What has a token of the identity. */
export interface Device {
  deviceId?: string;
  // Empty when it was never given one.
  name?: string;
  createdAtMs?: Int64;
  // The day on which it last logged in, by UTC: "2026-10-24".
  usedOn?: string;
  // Whether it is the one that asks.
  current?: boolean;
  // Whether its browser is told of notices (SPEC NP-06).
  told?: boolean;
}

/** Where the browser of the device that asks is told of notices for `push` (SPEC NP-06), as its push manager says it. The answer is `devices`. */
export interface SetDevicePush {
  // At most 1,000 bytes, https; empty: the device is told no more.
  endpoint?: string;
  // The browser's key: a point of P-256, 65 bytes ("p256dh").
  key?: string;
  // 16 bytes ("auth").
  secret?: string;
  // "en", or "hi"; empty: English.
  language?: string;
  // Whether notices leave amounts out.
  hidesAmounts?: boolean;
}

/** Ends a device's tokens; its connections close with 4001. */
export interface RevokeDevice {
  deviceId?: string;
}

export interface DeviceRevoked {
  deviceId?: string;
}

/** A further token for the device that asks. */
export interface RotateToken {
}

/** The token that the device has is good until this one has logged in once. Shown this once. */
export interface TokenRotated {
  token?: string;
}

/** A code by which one further device can log in as whoever asks. */
export interface CreateLink {
}

export interface LinkCode {
  // Sixteen characters in four groups.
  code?: string;
  expiresInSeconds?: number;
}

/** A token for a program that acts for whoever asks, in one group (SPEC ID-19). */
export interface CreateGroupToken {
  groupId?: string;
  access?: GroupTokenAccess;
  // What it is called in the list of tokens, 1 to 50 characters.
  name?: string;
  // Days until it ends, at most 366; 0: 90.
  days?: number;
}

export interface GroupTokenCreated {
  // Shown this once.
  token?: string;
  made?: GroupToken;
}

/** Asks for one's own tokens for a group; without it for those of all groups. */
export interface ListGroupTokens {
  groupId?: string;
}

/** In the order in which they were made. */
export interface GroupTokens {
  tokens?: GroupToken[];
  // How many one message has no space for: asked for by group they find it.
  leftOut?: number;
}

export interface GroupToken {
  tokenId?: string;
  groupId?: string;
  access?: GroupTokenAccess;
  name?: string;
  createdAtMs?: Int64;
  endsAtMs?: Int64;
  // The day on which it was last used, by UTC; empty when it never was.
  usedOn?: string;
}

/** Ends a token of one's own; its connections close with 4001. */
export interface RevokeGroupToken {
  tokenId?: string;
  // May be left out; another group's token is none.
  groupId?: string;
}

export interface GroupTokenRevoked {
  tokenId?: string;
}

export interface Welcome {
  identityId?: string;
  displayName?: string;
  serverTimeMs?: Int64;
  messageBytesMax?: number;
  // Where the page behind an invite is (SPEC PG-02): "/" at the address that the client connected to, a URL where the operator says one,
  // empty where there is none.
  pageUrl?: string;
  // The only group, where the token is for one (SPEC ID-20).
  groupId?: string;
  // What the token lets do there.
  access?: GroupTokenAccess;
  // The key by which push services know this server, as browsers take it: a point of P-256 in base64url (SPEC NP-06). Empty: it tells no
  // browsers.
  pushKey?: string;
  // Messages that the connection may send at once, and a minute from then on (SPEC CM-08); 0: fewer than one.
  messagesAtOnce?: number;
  messagesPerMinute?: number;
}

export interface Accepted {
  commandId?: string;
  groupId?: string;
  // Where the first event of the command stands.
  lane?: string;
  position?: Int64;
  // True when the command had been accepted before; nothing changed this time.
  duplicate?: boolean;
  // Answer to CreateInvite: sixteen characters in four groups.
  inviteCode?: string;
  // Answer to JoinGroup: whoever sent it is no member yet, but has asked to be one (SPEC IN-08).
  pending?: boolean;
  // What ended with a right that the command took away (SPEC RE-04); not in a duplicate.
  revokedInviteIds?: string[];
  pausedRuleIds?: string[];
  // Of allowances, those whose lane the sender receives.
  pausedAllowanceIds?: string[];
  // Answer to AddWebhook and RotateWebhookSecret: "whsec_" and base64 of 32 bytes (SPEC WH-04).
  webhookSecret?: string;
}

/** Answer over HTTP to a POST that makes something in a group: that the command was accepted, and the thing as it then stands (SPEC HT-15). The thing may be missing: the sender may not read it, it is there no more, or the server could not look in time. */
export interface Created {
  commandId?: string;
  groupId?: string;
  // Where the first event of the command stands.
  lane?: string;
  position?: Int64;
  // True when the command had been accepted before; nothing changed this time.
  duplicate?: boolean;
  // Of an invite: sixteen characters in four groups.
  inviteCode?: string;
  // Of a webhook: "whsec_" and base64 of 32 bytes (SPEC WH-04).
  webhookSecret?: string;
  // Of a group that was made or joined: its part settings.
  group?: GroupContents;
  member?: Member;
  invite?: Invite;
  webhook?: Webhook;
  entry?: ListedEntry;
  comment?: EntryComment;
  budget?: Budget;
  rule?: RecurringRule;
  festival?: FestivalEnvelope;
  spending?: SpendingRecord;
  limit?: SpendingLimit;
  allowance?: Allowance;
  accountEntry?: AccountEntry;
}

/** A refused command or request. Codes, causes, remedies: errors.json. */
export interface Rejected {
  commandId?: string;
  groupId?: string;
  code?: string;
  // Path of the field at fault, "addEntry.content.amount.minor" in JSON, "add_entry.content.amount.minor" in protobuf,
  // over HTTP that within the request (SPEC ER-07); empty when it is no single field.
  field?: string;
  cause?: string;
  remedy?: string;
  retryAfterMs?: number;
  details?: Detail[];
}

/** A figure behind a rejection: {"difference_minor", "-10"}. */
export interface Detail {
  key?: string;
  value?: string;
}

export interface Subscribe {
  groupId?: string;
  // Where the client stands; a lane without a cursor starts from nothing.
  cursors?: Cursor[];
  // The epoch the cursors belong to; another one on the server makes it answer with snapshots.
  epoch?: Int64;
  // True: not shown as present, for programs that only look something up.
  quiet?: boolean;
  // Snapshots of which some parts have come before the connection broke (SPEC SB-09), of this epoch.
  parts?: PartCursor[];
}

/** How much of a snapshot a client has. */
export interface PartCursor {
  lane?: string;
  // Where the snapshot stands, and the lane's chain there: `position` and `head` of its parts.
  position?: Int64;
  head?: string;
  // `things` of the last part that has come.
  things?: Int64;
}

export interface Cursor {
  lane?: string;
  // Position of the last event the client has.
  position?: Int64;
}

export interface Subscribed {
  groupId?: string;
  memberId?: string;
  epoch?: Int64;
  // The lanes the member receives. What fills them follows at once: snapshot parts, then events, up to each head.
  lanes?: LaneStart[];
  // Members with a live connection.
  online?: string[];
}

export interface LaneStart {
  lane?: string;
  // Position after which events follow: the client's cursor, or the snapshot's position.
  start?: Int64;
  // Position of the last event of the catch-up.
  head?: Int64;
  // True when snapshot parts come first.
  snapshot?: boolean;
  // The parts go on behind so many things of the same snapshot, which the client has (SPEC SB-09); 0: they begin with its first.
  things?: Int64;
}

export interface SnapshotPart {
  groupId?: string;
  // The last part has last = true.
  last?: boolean;
  snapshot?: LaneSnapshot;
  // How many elements of its lists the snapshot's parts have told up to here; 0 where a snapshot is one part.
  things?: Int64;
}

export interface LaneEvents {
  groupId?: string;
  lane?: string;
  events?: LaneEvent[];
}

/** One event in its lane. On the wire SealedLaneEvent is the same bytes, with the event unparsed, for those who verify the chain. */
export interface LaneEvent {
  position?: Int64;
  event?: Event;
  // SHA-256 over the previous hash and the event's stored bytes (SPEC LN-05).
  hash?: string;
}

export interface Unsubscribe {
  groupId?: string;
}

export interface Unsubscribed {
  groupId?: string;
}

export interface PreviewInvite {
  code?: string;
  // What the asker is called; if exactly one placeholder that they may claim has that name, it is offered.
  displayName?: string;
}

export interface InvitePreview {
  groupName?: string;
  icon?: string;
  ownerName?: string;
  memberCount?: number;
  role?: Role;
  // The version of the transparency notice that has to be accepted; empty: none has to be.
  transparencyVersion?: string;
  // The placeholder that the asker may be, to be claimed only if they say so; empty: there is none, or more than one.
  offeredMemberId?: string;
  // What the asker was called, who has left and would come back (SPEC MB-11); empty: they were no member, or cannot come back.
  formerDisplayName?: string;
  // The joiner asks to join (SPEC IN-08).
  needsApproval?: boolean;
  // Entries that name nobody who owes divide among whoever joins by it too, from then on (SPEC CM-09).
  sharesByDefault?: boolean;
  // The role of whoever claims `offered_member_id` by it: of a minor's placeholder that of a minor, who accepts the notice (SPEC MB-05).
  offeredRole?: Role;
}

export interface ListGroups {
  // `next` of the answer before; empty: from the first.
  after?: string;
}

export interface Groups {
  groups?: GroupSummary[];
  // The last group's id where there are more than one message has space for: what the rest is asked for as `after`. Empty: there are no more.
  next?: string;
}

export interface GroupSummary {
  groupId?: string;
  name?: string;
  currency?: string;
  memberId?: string;
  role?: Role;
  memberCount?: number;
  // True when the group's stored history does not verify: it is not served, and nothing else is known of it.
  damaged?: boolean;
  archived?: boolean;
  icon?: string;
}

export interface ReadHistory {
  groupId?: string;
  // Empty means shared.
  lane?: string;
  // Events after this position.
  after?: Int64;
  // At most this many; 0 or more than 500 means 500. A page has fewer when it would be longer than a message may be (SPEC HI-01).
  limit?: number;
}

export interface History {
  groupId?: string;
  lane?: string;
  events?: LaneEvent[];
  // The lane's last position when the page was read.
  head?: Int64;
}

export interface PresenceChanged {
  groupId?: string;
  memberId?: string;
  online?: boolean;
}

/** Where the sender stands, for the other members who read the same lanes (SPEC PR-02). Answered only when it is refused. */
export interface TellHeads {
  groupId?: string;
  // The epoch that the heads belong to.
  epoch?: Int64;
  // At most one of each lane.
  heads?: VerifiedHead[];
}

/** The last event of a lane that a client has verified. */
export interface VerifiedHead {
  lane?: string;
  // From 1 on: a lane's beginning is the same for everybody.
  position?: Int64;
  // The lane's chain there, 32 bytes (SPEC LN-05).
  hash?: string;
}

/** Where another connection says that it stands, as it said so. */
export interface HeadTold {
  groupId?: string;
  memberId?: string;
  epoch?: Int64;
  head?: VerifiedHead;
}

/** What the sender is entering just now, for the other members who read the lane (SPEC PR-06). Answered only when it is refused. */
export interface TellDraft {
  groupId?: string;
  // "shared": drafts stand in no other lane.
  lane?: string;
  // Left out: nothing is being entered any more.
  draft?: DraftContent;
}

/** An entry that is being typed, with the last digits of its amount cut off by the client of who types it. */
export interface DraftContent {
  // ISO 4217; may be left out where there is no amount yet.
  currency?: string;
  // The first digits of the amount in whole units: at most half of them, and at most two. "12" of 1,200.
  leadingDigits?: string;
  // How many digits the whole units have; 0: no amount yet.
  digitCount?: number;
  // Key of a category of the group; may be empty.
  category?: string;
  // What is being entered, in words: at most 200 bytes.
  text?: string;
}

/** What another member is entering just now. */
export interface DraftChanged {
  groupId?: string;
  lane?: string;
  memberId?: string;
  // Left out: nothing any more.
  draft?: DraftContent;
}

/** The server has ended a subscription: nothing more of the group follows. Subscribing again is answered as the asker now stands. */
export interface SubscriptionEnded {
  groupId?: string;
  reason?: SubscriptionEnd;
}

/** Asks for the debts of a group in one currency, as committed. */
export interface ReadSettlement {
  groupId?: string;
  // Empty means the group's currency.
  currency?: string;
  mode?: SettlementMode;
  // Whether each debt is wanted with the entries behind it.
  explain?: boolean;
  // Whether the shares that are not settled yet are wanted.
  shares?: boolean;
  // Whether those who settle as one count as one, under their `party_id` (SPEC PT-03).
  byParty?: boolean;
  // How many debts and shares are passed over: `next_debt` and `next_share` of the answer before. Then balances and circles are left out.
  afterDebts?: number;
  afterShares?: number;
}

export interface Settlement {
  groupId?: string;
  currency?: string;
  mode?: SettlementMode;
  // All currencies that entries used, by code.
  currencies?: string[];
  // Every member in the order of joining: what they are owed, negative when they owe.
  balances?: Share[];
  // Direct: what each owes each. Simplified: the transfers that settle everything.
  debts?: Debt[];
  // Simplified only: true when no plan has fewer transfers, false when it is the best found (SPEC ST-03).
  proven?: boolean;
  // Simplified only: the certificate. Each circle's balances add up to zero, every member who owes or is owed stands in exactly one,
  // and there are as many transfers as such members less circles.
  circles?: SettlementCircle[];
  // Only when asked for: in the order of the entries.
  openShares?: ShareStatus[];
  // Open shares beyond those listed.
  moreShares?: number;
  // What the rest of the debts is asked for as `after_debts`, where there are more than one message has space for; shares follow the last debt. 0: there
  // are no more.
  nextDebt?: number;
  // The same of the open shares.
  nextShare?: number;
}

export interface SettlementCircle {
  balances?: Share[];
}

export interface Debt {
  fromMemberId?: string;
  toMemberId?: string;
  minor?: Int64;
  // Only when asked for: the ways the debt took from one to the other; their amounts add up to it.
  routes?: DebtRoute[];
}

/** A chain from who pays to who receives: each hop begins where the one before ended and carries the same amount. */
export interface DebtRoute {
  minor?: Int64;
  hops?: DebtHop[];
}

export interface DebtHop {
  fromMemberId?: string;
  toMemberId?: string;
  // False: by the entries, from owes this to to. True: to pays it to from by another of the transfers, which takes the place of this hop.
  replaced?: boolean;
  // The entries that the hop's amount comes from, oldest first; with `more_minor` they add up to it. None when it is replaced.
  parts?: DebtPart[];
  // Entries beyond those listed, and what they come to.
  moreEntries?: number;
  moreMinor?: Int64;
}

export interface DebtPart {
  entryId?: string;
  minor?: Int64;
}

/** What one member owes of one entry to one other, and how much of it is paid. */
export interface ShareStatus {
  entryId?: string;
  debtorId?: string;
  creditorId?: string;
  minor?: Int64;
  // What is settled of it: paid, or offset.
  paidMinor?: Int64;
  state?: ShareState;
  // What of `paid_minor` nobody paid: it was offset against what the creditor came to owe (SPEC ST-05).
  offsetMinor?: Int64;
}

/** The state of one lane. A large one travels in parts: append the lists of the parts in order (protobuf's own merge does it). */
export interface LaneSnapshot {
  lane?: string;
  // Position of the last event folded in.
  position?: Int64;
  // That event's hash: the head of the lane's chain.
  head?: string;
  shared?: SharedSnapshot;
  admin?: AdminSnapshot;
  income?: IncomeSnapshot;
  inbox?: InboxSnapshot;
  minor?: MinorSnapshot;
  account?: AccountSnapshot;
}

export interface SharedSnapshot {
  groupId?: string;
  name?: string;
  currency?: string;
  timeZone?: string;
  icon?: string;
  description?: string;
  membersMax?: number;
  createdAtMs?: Int64;
  categories?: Category[];
  // In the order of joining.
  members?: Member[];
  // In the order of first setting.
  budgets?: Budget[];
  // By the codes of the two currencies, then by date.
  rates?: ExchangeRate[];
  // Those of histories of earlier versions: of the last 24 hours before the newest, in the order of sending.
  reminders?: Reminder[];
  template?: GroupTemplate;
  // Unspecified means Monday.
  weekStartsOn?: Weekday;
  // Missing means true.
  simplifyDebts?: boolean;
  // Policies that were set, in the order of their numbers; all others are as the template has them.
  policies?: PolicySetting[];
  // How often a policy was set: the version of the group's constitution.
  policiesVersion?: number;
  createdBy?: string;
  // When the group last changed what it says of itself; missing: never since its creation.
  updatedAtMs?: Int64;
  // Missing: the group is not archived.
  archivedAtMs?: Int64;
  // Missing: nobody has asked to delete the group.
  purgeAtMs?: Int64;
  // In the order of first setting.
  recurring?: RecurringRule[];
  // In the order of first setting.
  festivals?: FestivalEnvelope[];
  // In the order of adding.
  entryRows?: EntryRow[];
  // By member, in the order of joining.
  memberActs?: MemberActs[];
  // Members whom an entry names or has named, by their places in members, ascending.
  namedMembers?: number[];
  // What members have said, in the order of joining; whoever has said nothing is missing.
  preferences?: MemberPreferences[];
  // Whose words are being erased, in the order of asking.
  erasingMemberIds?: string[];
}

export interface PolicySetting {
  policy?: Policy;
  allowed?: boolean;
  // The member who set it last, and when.
  setBy?: string;
  setAtMs?: Int64;
}

export interface IncomeSnapshot {
  monthlyIncome?: Money;
  // By member_id.
  members?: MemberIncome[];
}

/** What is told to one member alone. */
export interface InboxSnapshot {
  // Those of the last 24 hours before the newest, in the order of sending.
  reminders?: Reminder[];
  // The newest 20 to and from each member, in the order of sending.
  coaching?: Coaching[];
  // Members whose coaching reaches the reader no more, in the order of muting.
  coachingMutes?: CoachingMute[];
  // Absent: the member is not separated.
  separation?: Separation;
  // Absent: the member takes money nowhere.
  paymentAddress?: MemberPaymentAddress;
  // By channel.
  noticeAddresses?: MemberNoticeAddress[];
}

/** Where the server's notices reach a member in one channel (SPEC NP-03). */
export interface MemberNoticeAddress {
  // Who held the member when it was said.
  holder?: string;
  channel?: NoticeChannel;
  address?: string;
  // "en" or "hi".
  language?: string;
  hidesAmounts?: boolean;
}

/** Where a member takes money (SPEC PL-01). */
export interface MemberPaymentAddress {
  // Who held the member when it was said.
  holder?: string;
  address?: string;
}

export interface Coaching {
  senderId?: string;
  recipientId?: string;
  text?: string;
  // Milliseconds since 1970.
  atMs?: Int64;
}

export interface CoachingMute {
  memberId?: string;
}

/** Nothing of the member reaches anybody (SPEC SE-01). */
export interface Separation {
  // Who held the member when it began.
  holder?: string;
  // Milliseconds since 1970.
  atMs?: Int64;
}

/** What is between a minor and their guardians. */
export interface MinorSnapshot {
  // Whether anything has happened in the lane.
  begun?: boolean;
  // Besides the owner, in the order of adding.
  guardians?: Guardian[];
  // The role that the minor asks for; unspecified: none.
  requestedRole?: Role;
  // In the order of first setting.
  spending?: SpendingRecord[];
  // In the order of first setting.
  limits?: SpendingLimit[];
  // In the order of first setting; those that are over too.
  allowances?: Allowance[];
  // In the order of granting.
  accesses?: ChildAccess[];
}

/** An account of somebody else that a minor reads (SPEC AC-11). */
export interface ChildAccess {
  accountId?: string;
  name?: string;
  type?: AccountType;
  ownerId?: string;
  // When it was granted, milliseconds since 1970.
  atMs?: Int64;
}

export interface Allowance {
  allowanceId?: string;
  content?: AllowanceContent;
  // Who set it last.
  setBy?: string;
  // The last date that was booked or passed over; empty: none was.
  handledUntil?: string;
  // Later dates that are left out, ascending.
  skipped?: string[];
  paused?: boolean;
  ended?: boolean;
  // What was booked last; empty: nothing was.
  lastDate?: string;
  lastMinor?: Int64;
  // Who named the account that it is paid into.
  paidBy?: string;
}

/** What a minor has spent once. */
export interface SpendingRecord {
  spendingId?: string;
  content?: SpendingContent;
  // Who noted it, and when, milliseconds since 1970.
  addedBy?: string;
  addedAtMs?: Int64;
  voided?: boolean;
}

export interface SpendingLimit {
  limitId?: string;
  content?: SpendingLimitContent;
  // Who set it last.
  setBy?: string;
  // What fired so far, by period.
  fired?: FiredAlerts[];
}

/** Somebody who looks after a minor, as the lane says; whether they still may says lane shared (SPEC LN-14). */
export interface Guardian {
  memberId?: string;
  // Who added them, and when, milliseconds since 1970.
  addedBy?: string;
  atMs?: Int64;
}

/** What is between the owner of an account and its grantees. */
export interface AccountSnapshot {
  // Whose the account is; empty: there is none.
  ownerId?: string;
  // By member_id.
  grants?: AccountGrant[];
  content?: AccountContent;
  // In the order of first noting.
  entries?: AccountEntry[];
}

export interface AccountEntry {
  entryId?: string;
  content?: AccountEntryContent;
  transfer?: boolean;
  // Who noted it, and when, milliseconds since 1970.
  addedBy?: string;
  addedAtMs?: Int64;
  reconciled?: boolean;
  voided?: boolean;
}

/** Somebody who receives an account besides its owner. */
export interface AccountGrant {
  memberId?: string;
  permission?: GrantPermission;
  // Whether both must agree to end it.
  needsConsent?: boolean;
  // When it was granted, milliseconds since 1970.
  atMs?: Int64;
  // Who wishes that it ends, and since when; empty: nobody.
  revocationBy?: string;
  revocationAtMs?: Int64;
}

/** What a member earns a month. */
export interface MemberIncome {
  memberId?: string;
  monthly?: Money;
}

/** An entry, flat and short: a member is a number, their place in SharedSnapshot.members, counted from 0. */
export interface EntryRow {
  entryId?: string;
  kind?: EntryKind;
  minor?: Int64;
  currency?: string;
  // YYYY-MM-DD.
  date?: string;
  description?: string;
  category?: string;
  note?: string;
  merchant?: string;
  // Who paid, and how much: two lists side by side.
  paidBy?: number[];
  paidMinor?: Int64[];
  // Who owes, and how much.
  owedBy?: number[];
  owedMinor?: Int64[];
  // How what is owed came about, and with which figures: none for equal, exact and income, basis points for percentage, weights for
  // weights; in the order of owed_by.
  split?: SplitKind;
  splitFigures?: Int64[];
  addedBy?: number;
  addedAtMs?: Int64;
  // Position in the lane of the event that added it.
  position?: Int64;
  // Position of the last event that touched it; 0: the one that added it.
  version?: Int64;
  // Whatever few entries have; absent when there is nothing to say.
  story?: EntryStory;
  conversion?: Conversion;
}

/** What most entries do not have. */
export interface EntryStory {
  voided?: boolean;
  disputes?: Dispute[];
  // Each field that was changed since the entry was added, once.
  changes?: FieldChange[];
  place?: Place;
  receipts?: Receipt[];
  // The rule by which the server booked it; empty: a member added it.
  ruleId?: string;
  // With the rule of an EMI.
  instalment?: Instalment;
  // In the order in which they were said, without those that were removed.
  comments?: CommentRow[];
}

export interface Dispute {
  by?: number;
  reason?: string;
  atMs?: Int64;
}

/** What a member says beside an entry. */
export interface CommentRow {
  commentId?: string;
  by?: number;
  text?: string;
  atMs?: Int64;
}

/** The last change of a field: the version it made, and who made it. */
export interface FieldChange {
  field?: EntryField;
  version?: Int64;
  by?: number;
}

/** What is kept of one member beside Member. */
export interface MemberActs {
  member?: number;
  // The entry of the member's last act that can be undone.
  entryId?: string;
  act?: EntryAct;
  // The version the act made.
  version?: Int64;
  // The entry before the act, when the act was an edit.
  before?: EntryRow;
}

/** Which notices a member wants: the cells that they have said something of, by kind, then channel. */
export interface MemberPreferences {
  // Their place in SharedSnapshot.members, counted from 0.
  member?: number;
  preferences?: NoticePreference[];
}

export interface RecurringRule {
  ruleId?: string;
  content?: RecurringContent;
  createdBy?: string;
  // Position of the event that set it last.
  version?: Int64;
  // The last date that was booked or passed over; empty: none was.
  handledUntil?: string;
  // Later dates that are left out, ascending.
  skipped?: string[];
  paused?: boolean;
  // As in RecurringPaused.
  pauseCode?: string;
  ended?: boolean;
  // Of an EMI: how many instalments were booked, and what is owed after them.
  instalments?: number;
  outstandingMinor?: Int64;
  // As in RecurringResumed, of the last time.
  resumedBy?: string;
}

export interface FestivalEnvelope {
  festivalId?: string;
  content?: FestivalContent;
  createdBy?: string;
  removed?: boolean;
  // What held before the content, the oldest first (SPEC RC-12).
  earlier?: FestivalVersion[];
  // First day of the first season that the content holds for; empty: it holds for every season.
  effectiveFrom?: string;
  // The day of its removal; empty before this was noted, and for an envelope that is not removed.
  removedOn?: string;
  // The days on which it was not there, the oldest first (SPEC RC-16).
  gaps?: FestivalGap[];
}

/** Days from the one behind a removal to the one before the envelope came back, YYYY-MM-DD. */
export interface FestivalGap {
  firstDay?: string;
  lastDay?: string;
}

/** What an envelope was for some of its seasons. */
export interface FestivalVersion {
  // First day of the first season that it holds for.
  effectiveFrom?: string;
  // Without name, festival and start, which an envelope has one of.
  content?: FestivalContent;
}

export interface AdminSnapshot {
  // In the order of creation.
  invites?: Invite[];
  // Of members who gave one, in the order of the members' ids.
  emails?: MemberEmail[];
  // Who asks to join, in the order of asking.
  joinRequests?: JoinRequest[];
  // Who asks for another role, by member_id.
  roleRequests?: RoleRequested[];
  // Those that were not removed, in the order of creation.
  webhooks?: Webhook[];
}

export interface Webhook {
  webhookId?: string;
  // As in WebhookAdded.
  host?: string;
  label?: string;
  // The member who added it.
  createdBy?: string;
  createdAtMs?: Int64;
  // Unspecified: it is not paused.
  paused?: WebhookPause;
  // The last answer's HTTP status, of a paused one; 0: there was none.
  status?: number;
}

/** Somebody who asked to join and got no answer yet. */
export interface JoinRequest {
  requested?: JoinRequested;
  // When they asked, milliseconds since 1970.
  atMs?: Int64;
}

export interface MemberEmail {
  memberId?: string;
  email?: string;
}

export interface Member {
  memberId?: string;
  displayName?: string;
  role?: Role;
  // Kept after leaving or removal, so that coming back leads to the same member.
  holder?: string;
  joinedAtMs?: Int64;
  // Unspecified in snapshots of older versions: active with a holder, unclaimed without.
  status?: MemberStatus;
  // "#RRGGBB" or empty.
  color?: string;
  // The role that waits to be acknowledged; unspecified: none.
  proposedRole?: Role;
  // As in RoleChangeProposed.
  proposedVersion?: string;
  proposedEffectiveAtMs?: Int64;
  // The role asked for; unspecified: none.
  requestedRole?: Role;
  // The last version of the transparency notice that the member accepted.
  transparencyVersion?: string;
  // With MEMBER_STATUS_REPLACED: the member that this one turned out to be.
  becameMemberId?: string;
  // When the member left or was removed or replaced; 0: is there.
  endedAtMs?: Int64;
  // Whether entries that name nobody who owes divide among the member too; absent: as the role has it (SPEC MB-14).
  sharesByDefault?: boolean;
  // Whether the owner alone coaches the minor (SPEC CO-04).
  coachingRestricted?: boolean;
  // The member of the party that gives it its name, who is of it; empty: the member settles alone (SPEC PT-01).
  partyId?: string;
  // What the member tells the group of their own spending, by category, ascending (SPEC CS-01).
  sharedCategories?: SharedCategory[];
}

export interface SharedCategory {
  category?: string;
  // Whether it is shared still; its former totals stay otherwise.
  shared?: boolean;
  // The newest 12 months that were told, ascending.
  totals?: CategoryTotal[];
}

export interface CategoryTotal {
  // The first day of the month.
  periodStart?: string;
  amount?: Money;
}

export interface Entry {
  entryId?: string;
  content?: EntryContent;
  owed?: Share[];
  addedBy?: string;
  addedAtMs?: Int64;
  // Position in the lane of the event that added it.
  position?: Int64;
  // As in EntryStory.
  ruleId?: string;
  instalment?: Instalment;
}

export interface Budget {
  budgetId?: string;
  content?: BudgetContent;
  // Empty for what was set before this was noted.
  createdBy?: string;
  removed?: boolean;
  // What fired so far, by period.
  fired?: FiredAlerts[];
  // What held before the content, the oldest first (SPEC BU-06).
  earlier?: BudgetVersion[];
  // First day of the first period that the content holds for; empty: it holds for every period.
  effectiveFrom?: string;
  // The day on which it was removed, while it is; empty: before this was noted.
  removedOn?: string;
}

/** What a budget was for some of its periods. */
export interface BudgetVersion {
  // First day of the first period that it holds for.
  effectiveFrom?: string;
  // Without a name: a budget has one name at a time.
  content?: BudgetContent;
}

/** The alerts of a budget that fired in one period. */
export interface FiredAlerts {
  periodStart?: string;
  // Ascending.
  basisPoints?: number[];
  over?: boolean;
  // When each fired, milliseconds since 1970, in the order of basis_points, and of `over` last. 0, or nothing at all: before this was noted.
  atMs?: Int64[];
}

export interface Reminder {
  debtorId?: string;
  creditorId?: string;
  atMs?: Int64;
}

export interface Invite {
  inviteId?: string;
  role?: Role;
  usesMax?: number;
  uses?: number;
  expiresAtMs?: Int64;
  revoked?: boolean;
  codeHash?: string;
  // Empty: the server, when it took over the group.
  createdBy?: string;
  // As in InviteCreated.
  claimsMemberId?: string;
  forHolder?: string;
  label?: string;
  needsApproval?: boolean;
  createdAtMs?: Int64;
}

/** What the server keeps on disk; never sent. */
export interface GroupSnapshot {
  // The format of this message: 3.
  format?: number;
  groupId?: string;
  // The group's own sequence of the last event folded in.
  sequence?: Int64;
  lanes?: LaneSnapshot[];
  commandTable?: CommandTable;
  // The entries of lane shared, whose state has none then.
  entryTable?: EntryTable;
}

/** Entries in the order of adding, as columns: the n-th value of each belongs to the n-th entry. It says what EntryRow says, for a reader that wants all of them at once. */
export interface EntryTable {
  // Two words each, the upper first.
  entryIds?: Int64[];
  kinds?: EntryKind[];
  minors?: Int64[];
  // Days since 1970-01-01.
  days?: number[];
  descriptions?: string[];
  // Places in SharedSnapshot.categories, from 1; 0: none.
  categories?: number[];
  // How many paid and how many owe.
  payers?: number[];
  debtors?: number[];
  // The shares of one entry after the other, first of those who paid: members as in EntryRow, and minor units.
  shareMembers?: number[];
  shareMinors?: Int64[];
  splits?: SplitKind[];
  // As in EntryRow, one entry after the other.
  splitFigures?: Int64[];
  addedBy?: number[];
  addedAtMs?: Int64[];
  positions?: Int64[];
  // By place.
  remarks?: EntryRemark[];
}

/** What few entries of a table have. */
export interface EntryRemark {
  // Of the entry in the table, from 0.
  place?: number;
  // Missing: the group's.
  currency?: string;
  note?: string;
  merchant?: string;
  // As in EntryRow.
  version?: Int64;
  story?: EntryStory;
  conversion?: Conversion;
}

/** The accepted commands in the order of the log, as columns: the n-th value of each belongs to the n-th command. */
export interface CommandTable {
  // Two words each, the upper first.
  commandIds?: Int64[];
  // Two words each, the first bytes most significant.
  salts?: Int64[];
  digests?: Int64[];
  // Places in member_ids, from 0.
  members?: number[];
  // Places in lane_names, from 0.
  lanes?: number[];
  positions?: Int64[];
  // Two words each; each once, in the order of first use.
  memberIds?: Int64[];
  // Each once, in the order of first use.
  laneNames?: string[];
}

/** Money in minor units of an ISO-4217 currency: 450.50 INR is {minor: 45050, currency: "INR"}. Never a float. */
export interface Money {
  minor?: Int64;
  currency?: string;
}

/** One member's part of an entry, in minor units of the entry's currency. */
export interface Share {
  memberId?: string;
  minor?: Int64;
}

/** How what is owed is divided. The event carries the wish and the resolved shares. */
export interface Split {
  equal?: EqualSplit;
  percentage?: PercentageSplit;
  exact?: ExactSplit;
  weights?: WeightSplit;
  income?: IncomeSplit;
}

/** Evenly among the members named; none named means those who share by default (SPEC CM-09). */
export interface EqualSplit {
  memberIds?: string[];
}

/** Basis points (1/100 %) that total exactly 10,000. */
export interface PercentageSplit {
  shares?: PercentageShare[];
}

export interface PercentageShare {
  memberId?: string;
  basisPoints?: number;
}

/** Minor units that total exactly the entry's amount. */
export interface ExactSplit {
  shares?: Share[];
}

/** By whole numbers, 1 to 10,000 each: 2, 1 and 1 are a half and two quarters. */
export interface WeightSplit {
  shares?: WeightShare[];
}

export interface WeightShare {
  memberId?: string;
  weight?: number;
}

/** By what the members named earn a month; none named means those who share by default (SPEC CM-09). Only who reads lane income divides so (SPEC LN-09). What they earn is not repeated here, for not all who read an entry may know it. */
export interface IncomeSplit {
  memberIds?: string[];
}

/** Where it happened. All of it may be empty, but latitude and longitude come together. */
export interface Place {
  // Millionths of a degree, north is positive: -90,000,000 to 90,000,000.
  latitudeMicro?: number;
  // Millionths of a degree, east is positive: -180,000,000 to 180,000,000.
  longitudeMicro?: number;
  city?: string;
  country?: string;
}

/** Names a file whose bytes lie elsewhere. */
export interface Receipt {
  // SHA-256 of the file: 32 bytes.
  sha256?: string;
  // "image/jpeg".
  mediaType?: string;
  // The file's length.
  sizeBytes?: Int64;
  name?: string;
}

/** What a person says of an entry. */
export interface EntryContent {
  kind?: EntryKind;
  amount?: Money;
  description?: string;
  // Key of one of the group's categories; may be empty.
  category?: string;
  // Civil date in the group's time zone, YYYY-MM-DD. In a command, empty means today.
  date?: string;
  // Who paid how much; totals the amount. In a command, empty means the sender paid it all.
  paid?: Share[];
  // In a command, missing means equally among those who share by default, of an income to whoever received it (SPEC CM-09).
  split?: Split;
  // May have several lines (SPEC EN-14).
  note?: string;
  merchant?: string;
  place?: Place;
  // At most 10.
  receipts?: Receipt[];
  // What the amount counts for in the group's currency. In a command, missing means at the rate known for the date, if there is one (SPEC MN-06).
  conversion?: Conversion;
}

/** The parts of an entry that an edit replaces; what is absent stays as it is. */
export interface EntryChanges {
  // Kind, amount, payers and split are one field: they change together or not at all.
  money?: EntryMoney;
  description?: string;
  category?: string;
  date?: string;
  note?: string;
  merchant?: string;
  // An empty place takes the place away.
  place?: Place;
  receipts?: ReceiptList;
}

/** The part of an entry that numbers follow from. Empty lists mean the same as in EntryContent. */
export interface EntryMoney {
  kind?: EntryKind;
  amount?: Money;
  paid?: Share[];
  split?: Split;
  // As in EntryContent; in a command, missing keeps the rate unless the currency changes.
  conversion?: Conversion;
}

export interface ReceiptList {
  receipts?: Receipt[];
}

/** What one unit of a currency is worth in another, from a day on until the next one known. */
export interface ExchangeRate {
  // ISO-4217 code.
  from?: string;
  // ISO-4217 code.
  to?: string;
  // Units of `to` for one unit of `from`, a decimal of at most 12 digits: "83.1525". Never a float.
  rate?: string;
  // Civil date, YYYY-MM-DD. In a command, empty means today.
  date?: string;
  // Where the rate was read, for people; may be empty.
  source?: string;
}

/** The rate at which an entry in a foreign currency counts, fixed when it is added and never looked up again. */
export interface Conversion {
  // ISO-4217 code of what was then the group's currency. In a command, empty means that.
  to?: string;
  // As in ExchangeRate, for one unit of the entry's currency.
  rate?: string;
  // The day the rate is of. In a command it is not looked at: a rate that is given is of the entry's date.
  date?: string;
  source?: string;
}

export interface Category {
  // Short lower-case key, unique in the group: "groceries".
  key?: string;
  name?: string;
  // Symbol name for apps; kept verbatim.
  icon?: string;
  // Colour as "#RRGGBB".
  color?: string;
  class?: CategoryClass;
  forExpense?: boolean;
  forIncome?: boolean;
  // Lists show the lowest first, equal ones in the order of addition.
  sortOrder?: number;
  // True: it cannot be chosen any more.
  retired?: boolean;
}

export interface BudgetContent {
  name?: string;
  limit?: Money;
  period?: BudgetPeriod;
  // Keys of categories; at least one, none of them an income category.
  categories?: string[];
  // First day of the first period, YYYY-MM-DD. In a command, empty means the usual start: Monday, the first of the month, 1 January.
  startDate?: string;
  // What is left of a period, carried into the next (SPEC BU-05). In a command, unspecified means as it was, otherwise none.
  rollover?: Rollover;
  // The most that is carried, in minor units of the limit's currency; 0: no such bound. Only beside a rollover that carries.
  rolloverCapMinor?: Int64;
  // In a command, missing means as they were, otherwise 80 %, 100 % and over.
  alerts?: BudgetAlerts;
}

/** What alerts fire at (SPEC BU-07). None at all: no alerts. */
export interface BudgetAlerts {
  // Basis points of what may be spent: 8,000 is 80 %. At most 10, ascending in what is stored.
  basisPoints?: number[];
  // When more was spent than may be.
  over?: boolean;
}

/** One cell: whether notices of a kind are wanted in a channel (SPEC NP-01). */
export interface NoticePreference {
  kind?: NoticeKind;
  channel?: NoticeChannel;
  wanted?: boolean;
}

/** A series of dates, every so many units from the first one on (SPEC RC-02). */
export interface Recurrence {
  unit?: RecurrenceUnit;
  // 1 to 100; in a command, 0 means 1.
  interval?: number;
  // Civil date, YYYY-MM-DD. In a command, empty means as it was, otherwise today.
  firstDate?: string;
  // No date comes after this one.
  lastDate?: string;
  // How many dates there are, 1 to 10,000.
  count?: number;
}

/** What a rule books, and when. */
export interface RecurringContent {
  recurrence?: Recurrence;
  // What each entry says. Its date is not looked at, and it has no receipts. A split that is missing or names nobody is divided anew each time.
  template?: EntryContent;
  // Makes it an EMI: the entries are the instalments of a loan (SPEC RC-08).
  loan?: Loan;
}

/** A loan that is paid back in equal monthly instalments. Their number is the recurrence's count, and their amount the template's; in a command a template's minor of 0 means the amount that pays the loan back. */
export interface Loan {
  // What is owed before the first instalment, in minor units of the template's currency.
  principalMinor?: Int64;
  // 850 is 8.5 % a year; at most 10,000.
  annualRateBasisPoints?: number;
}

/** One instalment of a loan. Interest and principal total the entry's amount as it was booked. */
export interface Instalment {
  // From 1.
  number?: number;
  // How many there are.
  count?: number;
  interestMinor?: Int64;
  principalMinor?: Int64;
  // What is owed after it.
  outstandingMinor?: Int64;
}

/** An envelope that saves ahead for a festival, year after year. It moves no money: it says what to put aside. */
export interface FestivalContent {
  festival?: Festival;
  // 1 to 50 characters; in a command, empty means the festival's.
  name?: string;
  // What each year's festival may cost.
  target?: Money;
  // Over how many months before it that is put aside, 1 to 12; in a command, 0 means 6.
  monthsAhead?: number;
  // Keys of the categories whose spending is the festival's; in a command, none means "festivals".
  categories?: string[];
  // Spending before it does not count, YYYY-MM-DD. In a command, empty means as it was, otherwise today.
  startDate?: string;
}

/** What a minor has spent of their own. It moves no debt of the group. */
export interface SpendingContent {
  amount?: Money;
  description?: string;
  // Key of one of the group's expense categories; may be empty.
  category?: string;
  // YYYY-MM-DD. In a command, empty means today.
  date?: string;
  // May have several lines (SPEC EN-14).
  note?: string;
  // At most ten; their files belong to the minor's lane (SPEC AT-07).
  receipts?: Receipt[];
}

/** What a minor is to spend at most in a period. It warns and blocks nothing. */
export interface SpendingLimitContent {
  name?: string;
  limit?: Money;
  // Weekly, biweekly or monthly.
  period?: BudgetPeriod;
  // Keys of categories; none: all spending.
  categories?: string[];
  // As in BudgetContent.
  startDate?: string;
  alerts?: BudgetAlerts;
}

/** What a minor gets again and again: a cap on what they spend from each date until the next. */
export interface AllowanceContent {
  amount?: Money;
  // Weekly, biweekly or monthly.
  period?: BudgetPeriod;
  note?: string;
  // YYYY-MM-DD. In a command, empty means as it was, otherwise today.
  firstDate?: string;
  // The account into which each date is paid; empty: the allowance is a cap on spending.
  accountId?: string;
}

export interface AccountContent {
  // 1 to 50 characters after trimming.
  name?: string;
  type?: AccountType;
  // What was in it at the beginning; may be below zero. In a command, no currency means the group's.
  // The currency stays.
  opening?: Money;
  // Whether it takes no more entries.
  closed?: boolean;
}

export interface AccountEntryContent {
  kind?: AccountEntryKind;
  // In a command, no currency means the account's.
  amount?: Money;
  // YYYY-MM-DD. In a command, empty means today.
  date?: string;
  // 1 to 200 characters after trimming.
  description?: string;
  // Key of a category of the group's: for income of a deposit, for expenses of a withdrawal; may be empty.
  category?: string;
  // May have several lines (SPEC EN-14).
  note?: string;
}

/** The codes of refusals. */
export type Code =
  | 'bad_request'
  | 'unknown_command'
  | 'not_found'
  | 'forbidden'
  | 'separated'
  | 'group_archived'
  | 'invite_invalid'
  | 'already_member'
  | 'group_full'
  | 'already_exists'
  | 'unknown_currency'
  | 'unknown_category'
  | 'category_retired'
  | 'category_does_not_fit'
  | 'date_out_of_range'
  | 'unknown_member'
  | 'paid_does_not_add_up'
  | 'split_does_not_add_up'
  | 'transfer_needs_two_members'
  | 'entry_voided'
  | 'nothing_to_undo'
  | 'conflict'
  | 'income_unknown'
  | 'not_named'
  | 'possible_duplicate'
  | 'currency_fixed'
  | 'group_not_archived'
  | 'export_missing'
  | 'category_in_use'
  | 'out_of_range'
  | 'budget_removed'
  | 'recurring_ended'
  | 'instalment_does_not_fit'
  | 'no_occurrence'
  | 'loan_fixed'
  | 'nothing_owed'
  | 'more_than_owed'
  | 'reminded_recently'
  | 'nothing_changes'
  | 'too_many_invites'
  | 'too_many_webhooks'
  | 'webhooks_off'
  | 'notices_off'
  | 'join_pending'
  | 'too_many_join_requests'
  | 'too_many_budgets'
  | 'too_many_recurring'
  | 'too_many_festivals'
  | 'too_many_categories'
  | 'already_claimed'
  | 'claim_not_possible'
  | 'claim_not_allowed'
  | 'member_not_active'
  | 'member_left'
  | 'member_removed'
  | 'owner_must_transfer'
  | 'nothing_pending'
  | 'transparency_not_accepted'
  | 'too_many_for_minor'
  | 'account_closed'
  | 'entry_reconciled'
  | 'already_granted'
  | 'too_many_accounts'
  | 'disputes_too_long'
  | 'comments_full'
  | 'too_many_grants'
  | 'not_shared'
  | 'nudge'
  | 'no_payment_address'
  | 'payment_not_possible'
  | 'too_many_rates'
  | 'unauthorized'
  | 'rate_limited'
  | 'unavailable'
  | 'overloaded'
  | 'storage_full'
  | 'history_full'
  | 'idempotency_conflict'
  | 'group_damaged'
  | 'resync'
  | 'creation_restricted'
  | 'link_invalid'
  | 'too_many_devices'
  | 'too_many_tokens'
  | 'accounts_elsewhere';
