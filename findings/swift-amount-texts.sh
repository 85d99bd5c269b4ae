#!/usr/bin/env bash
# "12,50 €" with a common blank is 12 euros for Swift's strict reader of amounts, and 12.50 for its lenient one, which makes 1250 of 12.50.
#
# Guess: Decimal(_:format:lenient:) with lenient: false refuses what the language does not write so; and Decimal(string:) refuses 12,50 and 4.95-.
# Seen: in Swift 6.3.1's Foundation on Linux lenient: false reads as far as it understands and drops the rest: in German "12,50 €" is 12 unless the blank
# is a no-break space, "12,50" alone is 12 as an amount of euros and 12.5 as a number, and "1.234,50 €" is 1.234. In English 12,50 is 12 and 4.95- is
# 4.95; in Indian English 1,23,456.50 without its sign is 1 rupee. Without the word the reader is lenient: 12.50 in German and 12,50 in English are 1250.
# Decimal(string:) has 12, 4.95 and 1 for 1,234.50, of which old reports tell. The literal 1.005 goes by way of a Double and is 1.0049999999999997952;
# JSONDecoder reads 1.005 as it is.
# So an amount is read by a grammar of one's own to its last letter, and written without a locale.
source "$(dirname "$0")/common.bash"
cat >"$folder/amounts.swift" <<'S'
import Foundation

func text(_ amount: Decimal?) -> String { amount.map { "\($0)" } ?? "refused" }
func currency(_ text: String, _ code: String, _ locale: Locale, lenient: Bool) -> Decimal? {
  try? Decimal(text, format: .currency(code: code).locale(locale), lenient: lenient)
}
func number(_ text: String, _ locale: Locale, lenient: Bool) -> Decimal? { try? Decimal(text, format: .number.locale(locale), lenient: lenient) }
func show(_ language: String, _ code: String, _ texts: [String]) {
  let locale = Locale(identifier: language)
  for typed in texts {
    let cell = typed.replacingOccurrences(of: "_", with: "\u{a0}")
    print(
      "\(language) \(typed): \(code)", text(currency(cell, code, locale, lenient: false)), "lenient", text(currency(cell, code, locale, lenient: true)),
      "number", text(number(cell, locale, lenient: false)), "lenient", text(number(cell, locale, lenient: true)))
  }
}
show("de_DE", "EUR", ["12,50_€", "12,50 €", "12,50", "1.234,50 €", "12.50"])
show("en_US", "USD", ["12.50", "12,50", "4.95-"])
show("en_IN", "INR", ["₹1,23,456.50", "1,23,456.50"])
print("string:", ["12.50", "12,50", "4.95-", "1,234.50", "(4.95)"].map { "\($0) is \(text(Decimal(string: $0)))" }.joined(separator: ", "))
struct Entry: Decodable { var amount: Decimal }
let entry = try JSONDecoder().decode(Entry.self, from: Data(#"{"amount": 1.005}"#.utf8))
print("1.005 as a literal \(1.005 as Decimal), of JSON \(entry.amount)")
S
swiftc -o "$folder/amounts" "$folder/amounts.swift"

expect "de_DE 12,50_€: EUR 12.5 lenient 12.5 number 12.5 lenient 12.5
de_DE 12,50 €: EUR 12 lenient 12.5 number 12.5 lenient 12.5
de_DE 12,50: EUR 12 lenient 12.5 number 12.5 lenient 12.5
de_DE 1.234,50 €: EUR 1.234 lenient 1234.5 number 1234.5 lenient 1234.5
de_DE 12.50: EUR 12.5 lenient 1250 number 12.5 lenient 1250
en_US 12.50: USD 12.5 lenient 12.5 number 12.5 lenient 12.5
en_US 12,50: USD 12 lenient 1250 number 12 lenient 1250
en_US 4.95-: USD 4.95 lenient 4.95 number 4.95 lenient 4.95
en_IN ₹1,23,456.50: INR 123456.5 lenient 123456.5 number refused lenient refused
en_IN 1,23,456.50: INR 1 lenient 123456.5 number 123456.5 lenient 123456.5
string: 12.50 is 12.5, 12,50 is 12, 4.95- is 4.95, 1,234.50 is 1, (4.95) is refused
1.005 as a literal 1.0049999999999997952, of JSON 1.005" "$("$folder/amounts")"
