import Ledger

/// `hearth allocate`: needs neither server nor group.
public enum Allocate {
  /// Writes what each part gets.
  ///
  /// - Parameters:
  ///   - amount: as typed, in the currency's usual units.
  ///   - template: 50/30/20 and the like, or parts of one's own.
  ///   - code: the currency's ISO code.
  public static func run(amount: String, template: String, currency code: String, isJSON: Bool, terminal: Terminal) throws(ConsoleFailure) {
    do throws(ArgumentFlaw) {
      guard let currency = Currency(code: code.uppercased()) else {
        throw ArgumentFlaw("There is no currency \"\(code.printable)\".", "\"\(code.printable)\" नाम की कोई मुद्रा नहीं है।")
      }
      let minor = try AmountText.minor(amount, currency)
      let allocation = try AllocationText.allocation(template)
      let amounts: [Int64]
      do throws(Allocation.Flaw) {
        amounts = try allocation.amounts(of: minor)
      } catch {
        throw AllocationText.flaw(error)
      }
      guard isJSON else { return terminal.write(Screens.allocation(allocation, amounts, currency, terminal.theme)) }
      terminal.write(
        zip(allocation.parts, amounts).map { part, minor in
          var json = JSONLine()
          json.add("part", part.name)
          json.add("basisPoints", json: String(part.basisPoints))
          json.add("minor", String(minor))
          json.add("currency", currency.code)
          return json.text
        })
    } catch {
      throw ConsoleFailure(error)
    }
  }
}
