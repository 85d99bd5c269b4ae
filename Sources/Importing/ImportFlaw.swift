import HearthProtocol
import Ledger
import Statements

/// What is wrong with a file, with how it is to be read, or with one of its lines; or why a line is no entry.
public indirect enum ImportFlaw: Error, Equatable, Sendable {
  /// The file or the line says so itself.
  case statement(StatementFlaw)
  /// What is known of the group is not complete.
  case settingsMissing
  /// A text that is none of the few that something may be: what it is about, and the text.
  case unknownChoice(String, String)
  /// A line is wanted, by its number, that the file does not have, or that is no entry.
  case noEntryAtLine(Int)
  /// A text that does not say who is meant by whom: "Asha S.=Asha".
  case noNames(String)
  /// Nobody is the one who is meant by a name of the file.
  case member(MemberFlaw)
  /// A name of the file, why nobody is meant by it, and whether whoever has it can be noted down as a member.
  case memberInFile(String, MemberFlaw, canJoin: Bool)
  /// Somebody of the file cannot be noted down as a member, for this reason.
  case newcomer(String, RehearsalFlaw)
  /// A text that is no kind of entry.
  case unknownKind(String)
  /// A text that names no currency.
  case unknownCurrency(String)
  /// A text that is no part like "Asha=500.00".
  case noNameAndAmount(String)
  /// A text that is no amount of this currency, and why.
  case amount(String, MoneyTextFlaw, Currency)
  /// Nothing says whether the line came in or went out.
  case directionUnsaid
  /// The line is in a currency, by its code, that is not the account's.
  case otherCurrency(String, Currency)
  /// The line was imported and voided too often.
  case importedTooOften
  /// It was given up before the end.
  case takesTooLong
  /// The server would refuse the line.
  case refused(RehearsalFlaw)
}

extension ImportFlaw {
  /// Whether it says of a line that is no entry that others may be missing.
  public var isWarning: Bool {
    guard case .statement(let flaw) = self else { return false }
    switch flaw.kind {
    case .balanceDiffers, .totalDiffers: return true
    default: return false
    }
  }
}

/// Why a name means no single member.
public enum MemberFlaw: Error, Equatable, Sendable {
  /// A member that could be meant, by name and id.
  public struct Candidate: Equatable, Sendable {
    /// What the user calls them.
    public var name: String
    /// Who they are.
    public var id: MemberID
  }

  /// Nobody is called so; carries what those who are there are called.
  case nobody(String, names: [String])
  /// Several are called so.
  case several(String, [Candidate])
}
