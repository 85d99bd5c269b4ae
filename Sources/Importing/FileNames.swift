import HearthProtocol
import Ledger

/// Members by the names that a file has for them.
struct FileNames {
  private var meant: [String: MemberID] = [:]
  private var names: MemberFinder

  /// - Parameters:
  ///   - said: "Asha S.=Asha".
  ///   - goesOn: asked before each of them.
  init(_ said: [String], _ names: MemberFinder, goesOn: () -> Bool = { true }) throws(ImportFlaw) {
    self.names = names
    for text in said {
      guard goesOn() else { throw .takesTooLong }
      guard let equals = text.lastIndex(of: "=") else { throw .noNames(text) }
      do throws(MemberFlaw) {
        meant[text[..<equals].trimmingSpaces.lowercased()] = try names.find(text[text.index(after: equals)...].trimmingSpaces)
      } catch {
        throw .member(error)
      }
    }
  }

  /// Takes in somebody who has joined since.
  mutating func add(_ member: MemberState) { names.add(member) }

  /// Whether somebody is meant by it.
  func knows(_ name: String) -> Bool {
    do throws(ImportFlaw) {
      _ = try find(name)
      return true
    } catch {
      return false
    }
  }

  /// - Parameter canJoin: whether the file is one whose people can be noted down as members.
  func find(_ name: String, canJoin: Bool = false) throws(ImportFlaw) -> MemberID {
    if let member = meant[name.lowercased()] { return member }
    do throws(MemberFlaw) {
      return try names.find(name)
    } catch {
      throw .memberInFile(name, error, canJoin: canJoin)
    }
  }
}
