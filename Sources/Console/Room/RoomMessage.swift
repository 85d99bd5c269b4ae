import HearthClient
import HearthProtocol
import Ledger

/// What can happen to a room in a terminal.
public enum RoomMessage: Sendable {
  /// Somebody at the keyboard has done this.
  case key(RoomKey)
  /// The terminal has so many columns and rows.
  case resized(columns: Int, rows: Int)
  /// It is this instant, in milliseconds since 1970, this day in the group, and so many milliseconds of a steady clock.
  case time(now: Int64, today: CivilDate, steady: Int64)
  /// The group's view is complete for the first time, or was made anew without events.
  case began(GroupView)
  /// The group's view has changed; the view is the one after it.
  case changed(GroupUpdate, GroupView)
  /// Somebody came or left; the view is the one after it, if there is one.
  case presence(MemberID, isOnline: Bool, GroupView?)
  /// Another member is entering this, or nothing any more.
  case draft(MemberID, DraftContent?)
  /// The connection broke; it is made again after so many milliseconds.
  case disconnected(retryMilliseconds: Int64)
  /// The connection stands.
  case connected
  /// There is none, and none is tried for.
  case offline
  /// Something about the server's account that its reader has to know.
  case warned(FeedModel.Message)
  /// These commands wait here, in words.
  case waiting([String])
  /// What was sent is done.
  case sent
  /// What was to be sent is kept here; more about it, in the user's language.
  case kept([String])
  /// What was sent was refused, and this is why; the line that it was typed in.
  case refused([String], line: String)
  /// A page of the group's history, from its beginning on.
  case history([ReplicaEvent], isWhole: Bool)
  /// The screen of the model as it is was shown.
  case painted
}

/// What a room asks its shell to do, in order.
public enum RoomStep: Sendable, Equatable {
  /// Send this, with fresh ids in the place of missing ones; the line that it was typed in.
  case send(Command.OneOf_Body, line: String)
  /// Show the others what is being entered, or that nothing is any more.
  case tellDraft(DraftContent?)
  /// Read the group's history from the beginning.
  case readHistory
  /// Show the screen from scratch.
  case repaint
  /// Give the terminal back until the user returns.
  case suspend
  /// Leave the room.
  case quit
}

/// What stands in the place of the feed.
enum RoomPanel: Sendable, Equatable {
  /// The feed itself.
  case feed
  /// The newest entries; the one at this place is chosen, 0 is the newest.
  case entries(chosen: Int)
  /// One entry.
  case entry(EntryID)
  /// An account's ledger; the entry at this place is chosen, 0 is the newest.
  case account(AccountID, chosen: Int)
  /// Who pays whom.
  case balances
  case budgets
  case members
  /// The group as it was.
  case history
  case help
}

/// How the room stands with the server.
enum RoomConnection: Sendable, Equatable {
  case live
  case broken(retryMilliseconds: Int64)
  case offline
}

/// What the input line means as it stands.
enum RoomDraft: Sendable {
  /// Nothing.
  case nothing
  /// Something is missing.
  case incomplete(String)
  /// It is not understood, or would be refused: why, and what to do.
  case wrong([String])
  /// It can be sent, and this is what would come of it.
  case ready(Command.OneOf_Body, Impact)
  /// It shows something.
  case opens(RoomPanel, CivilDate?)
  /// It leaves the room.
  case quits
}
