extension CaseTable {
  /// The same of further banks and apps.
  static let more: [(String, String)] = [
    (
      "bank-commonwealth.csv",
      """
      1 2026-10-14 -2345 A SHOP TOWN AU Card xx0000 Value Date: 12/10/2026
      2 2026-10-01 150000 Salary EMPLOYER
      """
    ),
    (
      "bank-nationwide.csv",
      """
      6 2026-10-14 -2345 GBP A SHOP TOWN
      7 2026-10-01 150000 GBP EMPLOYER
      """
    ),
    (
      "bank-natwest.csv",
      """
      4 2026-10-14 -2345 'A SHOP , TOWN
      5 2026-10-01 150000 'EMPLOYER , WAGES
      """
    ),
    (
      "bank-postfinance.csv",
      """
      8 2026-10-14 -2345 CHF Purchase of 14.10.2026 A SHOP TOWN
      9 2026-10-30 150000 CHF Credit Employer
      """
    ),
    (
      "bank-td.csv",
      """
      1 2026-10-14 -2345 A SHOP TOWN
      2 2026-10-15 150000 EMPLOYER PAY
      """
    ),
    (
      "bank-ubs.csv",
      """
      11 2026-10-14 -2345 CHF Ein Laden
      12 2026-10-30 150000 CHF Arbeitgeber Zahlungsgrund: Lohn
      """
    ),
    (
      "bank-wells-fargo.csv",
      """
      1 2026-10-14 -2345 A SHOP TOWN
      2 2026-10-15 150000 EMPLOYER PAYROLL
      3 2026-10-16 -20000 CHECK
      """
    ),
    (
      "profile-actual.csv",
      """
      2 2026-10-14 -2345 [A Shop] bread
      3 2026-10-15 150000 [Employer] wages
      """
    ),
    (
      "profile-amex-us.csv",
      """
      2 2026-10-14 -2345 USD A SHOP TOWN
      3 2026-10-15 10000 USD ONLINE PAYMENT - THANK YOU
      4 2026-10-31 -450 USD A CAFE TOWN
      """
    ),
    (
      "profile-boursobank.csv",
      """
      2 2026-10-14 -2345 EUR CARTE 13/10/26 UN MAGASIN CB*0000
      3 2026-10-30 150000 EUR VIR SEPA EMPLOYEUR
      """
    ),
    (
      "profile-cash-app.csv",
      """
      2 2026-10-14 -2345 USD [A Friend] Dinner Sent P2P #abc001
      3 2026-10-15 1200 USD [A Friend] Taxi Received P2P #abc002
      """
    ),
    (
      "profile-comdirect.csv",
      """
      6 nothing notCompleted("offen")
      7 2026-10-14 -2345 EUR Auftraggeber: Ein Laden Buchungstext: Einkauf Ref. AB0000000000/2 Lastschrift / Belastung
      8 2026-10-01 150000 EUR Auftraggeber: Arbeitgeber Buchungstext: Gehalt Ref. AB0000000000/1 Übertrag / Überweisung
      """
    ),
    (
      "profile-danske.csv",
      """
      2 2026-10-14 -12345 DKK En butik
      3 2026-10-30 1500000 DKK Løn
      4 nothing notCompleted("Venter")
      """
    ),
    (
      "profile-deutsche-bank.csv",
      """
      7 2026-10-14 -2345 EUR [Ein Laden] Einkauf SEPA-Lastschrift von
      8 2026-10-30 150000 EUR [Arbeitgeber] Gehalt SEPA-Gutschrift von
      9 nothing balanceLine
      """
    ),
    (
      "profile-discover.csv",
      """
      2 2026-10-14 -2345 USD A SHOP TOWN
      3 2026-10-15 10000 USD INTERNET PAYMENT - THANK YOU
      """
    ),
    (
      "profile-dkb.csv",
      """
      6 2026-10-14 -2345 EUR [Ein Laden] VISA Debitkartenumsatz #480000000000001
      7 2026-10-30 150000 EUR [Arbeitgeber GmbH] Gehalt Oktober
      8 nothing notCompleted("Vorgemerkt")
      """
    ),
    (
      "profile-fio.csv",
      """
      14 2026-10-14 -12345 CZK Nákup: OBCHOD, MESTO Platba kartou #26000000001
      15 2026-10-30 1500000 CZK [Zamestnavatel] Mzda Bezhotovostní příjem #26000000002
      """
    ),
    (
      "profile-monarch.csv",
      """
      2 2026-10-14 -2345 A Shop
      3 2026-10-15 150000 Employer
      """
    ),
    (
      "profile-nubank.csv",
      """
      2 2026-10-14 -2345 BRL Compra no débito - Uma Loja #60000000-0000-4000-8000-000000000001
      3 2026-10-30 150000 BRL Transferência recebida pelo Pix - Empregador #60000000-0000-4000-8000-000000000002
      """
    ),
    (
      "profile-op.csv",
      """
      2 2026-10-14 -2345 EUR [KAUPPA] PKORTTIMAKSU Viesti: KORTTIOSTO #20261014/500000/000001
      3 2026-10-30 150000 EUR [TYONANTAJA] PALKKA #20261030/500000/000002
      """
    ),
    (
      "profile-paypal.csv",
      """
      2 2026-10-14 -2345 USD [A Shop] Express Checkout Payment #0AA00000AA000001A
      3 nothing turnoverLine
      4 2026-10-15 9680 USD [A Friend] General Payment #0AA00000AA000003A
      5 nothing notCompleted("Pending")
      """
    ),
    (
      "profile-rbc.csv",
      """
      2 2026-10-14 -2345 CAD CONTACTLESS INTERAC PURCHASE - 0001 A SHOP TOWN
      3 2026-10-15 150000 CAD PAYROLL DEPOSIT EMPLOYER
      """
    ),
    (
      "profile-venmo.csv",
      """
      4 nothing remark
      5 2026-10-14 -2345 USD Dinner Payment #4000000000000000001
      6 2026-10-15 1200 USD Taxi Charge #4000000000000000002
      """
    ),
    (
      "profile-wechat.csv",
      """
      12 2026-10-14 -2345 CNY [某商店] 早餐 商户消费 #4200000000000000001
      13 2026-10-15 10000 CNY [某朋友] 转账备注:晚饭 转账 #4200000000000000002
      """
    ),
    (
      "profile-tinkoff.csv",
      """
      2 2026-10-14 -23450 RUB Магазин
      3 2026-10-30 1500000 RUB Работодатель
      4 nothing notCompleted("FAILED")
      """
    ),
  ]
}
