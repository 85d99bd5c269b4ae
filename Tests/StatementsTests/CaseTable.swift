/// What each file of these tests says, one text a record.
enum CaseTable {
  static let expected = banks + others + more

  private static let others: [(String, String)] = [
    (
      "app-cospend.csv",
      """
      6 2026-10-01 expense 4250 Dinner: Kai=4250 / Kai=1417,Lea=2833
      7 2026-10-02 transfer 1000 Back: Lea=1000 / Kai=1000
      8 nothing notCompleted("deleted")
      """
    ),
    (
      "app-ihatemoney.csv",
      """
      2 2026-10-02 transfer 1333 refund: Lea=1333 / Kai=1333
      3 2026-10-01 expense 20000 red wine: Kai=20000 / Kai=13333,Lea=6667
      """
    ),
    (
      "app-ihatemoney.json",
      """
      1 2026-10-02 transfer 1333 EUR refund: Lea=1333 / Kai=1333
      2 2026-10-01 expense 20000 EUR wine: Kai=20000 / Kai=13333,Lea=6667
      """
    ),
    (
      "app-mint.csv",
      """
      2 2026-10-14 -2345 A Shop
      3 2026-10-15 100000 Employer
      """
    ),
    (
      "app-settleup.csv",
      """
      2 2026-10-01 expense 10000 EUR Dinner: Kai=10000 / Kai=5000,Lea=5000
      3 2026-10-02 expense 3000 EUR Taxi, late: Lea=3000 / Kai=1000,Lea=2000
      4 2026-10-03 expense 9001 EUR Tickets: Kai=6000,Lea=3001 / Kai=4501,Lea=4500
      5 2026-10-03 transfer 4000 EUR transfer: Lea=4000 / Kai=4000
      """
    ),
    (
      "app-spendee.csv",
      """
      2 2026-10-14 -2345 EUR A shop, town
      3 2026-10-15 100000 EUR Salary
      """
    ),
    (
      "app-spliit.csv",
      """
      2 2026-10-01 expense 10000 EUR Dinner: Kai=10000 / Kai=3334,Lea=3333,Noor=3333
      3 problem shareUnclear("Paid back")
      4 2026-10-03 expense 3000 EUR Taxi: Kai=3000 / Lea=1000,Noor=2000
      """
    ),
    (
      "app-spliit.json",
      """
      1 2026-10-01 expense 10000 EUR Dinner: Kai=10000 / Kai=3334,Lea=3333,Noor=3333
      2 2026-10-02 transfer 2000 EUR Paid back: Kai=2000 / Lea=2000
      3 2026-10-03 expense 3001 EUR Taxi: Noor=3001 / Kai=1000,Lea=2001
      """
    ),
    (
      "app-splitpro.csv",
      """
      2 2026-10-01 expense 10000 EUR Dinner: You=10000 / You=5000,Lea=5000
      3 2026-10-02 expense 3000 EUR Taxi, late: Lea=3000 / Lea=2000,You=1000
      4 2026-10-03 transfer 4000 EUR Settle up: Lea=4000 / You=4000
      """
    ),
    (
      "app-toshl.csv",
      """
      2 2026-10-14 -2345 EUR A shop
      3 2026-10-15 100000 EUR Income
      """
    ),
    (
      "app-tricount.csv",
      """
      2 2026-10-01 expense 10000 EUR Dinner: Kai=10000 / Kai=5000,Lea=5000
      3 2026-10-02 expense 1800 EUR Museum: Lea=1800 / Kai=900,Lea=900
      4 2026-10-03 transfer 1000 EUR Repayment: Lea=1000 / Kai=1000
      """
    ),
    (
      "app-wallet.csv",
      """
      2 2026-10-14 -2345 EUR [A Shop] milk
      3 2026-10-15 100000 EUR [Employer] October
      """
    ),
    (
      "app-ynab.csv",
      """
      2 nothing balanceLine
      3 2026-10-14 -2345 [A Shop] weekly
      4 2026-10-15 100000 [Employer] wages
      """
    ),
    (
      "numbered-1.csv",
      """
      2 2026-11-02 -45050 INR UPI/0001/grocer
      3 2026-11-03 -12000 INR UPI/0002/bakery
      """
    ),
    (
      "numbered-2.csv",
      """
      2 2026-11-01 -900000 INR UPI/0000/rent
      3 2026-11-02 -45050 INR UPI/0001/grocer
      4 2026-11-03 -12000 INR UPI/0002/bakery
      """
    ),
    (
      "plain-kinds.csv",
      """
      2 2026-10-01 8500 Wages
      3 2026-10-02 -8500 Shop
      """
    ),
    (
      "plain-lines-in-a-text.csv",
      """
      2 2026-10-01 -495 Direct debit Contract 1
      """
    ),
    (
      "plain-stray-quote.csv",
      """
      2 problem strayQuote
      3 2026-10-02 -100 Shop
      """
    ),
    (
      "profile-ing-de.csv",
      """
      9 2026-10-12 -2345 EUR [EIN LADEN] Lastschrift Rechnung 7
      10 2026-10-01 200000 EUR [ARBEITGEBER] Gehalt/Rente Lohn
      """
    ),
    (
      "profile-kotak.csv",
      """
      6 2026-04-03 -25000 INR UPI/A SHOP/609300000001/Payment #UPI-609300000001
      7 2026-04-14 2500000 INR NEFT EMPLOYER #NEFT000000002
      8 nothing balanceLine
      """
    ),
    (
      "profile-monzo.csv",
      """
      2 2026-10-12 -2345 GBP [A Shop] A SHOP TOWN #tx_0001
      3 2026-10-13 100000 GBP [Employer] Wages #tx_0002
      """
    ),
    (
      "profile-n26-2024.csv",
      """
      2 2026-10-12 -2345 EUR [A Shop] Presentment
      """
    ),
    (
      "profile-n26.csv",
      """
      2 2026-10-12 -2345 EUR [A Shop] MasterCard Payment
      3 2026-10-01 200000 EUR [Employer] Wages Income
      """
    ),
    (
      "profile-paytm.csv",
      """
      2 2026-04-28 -125000 INR [shop@bank] Paid to A SHOP #611800000001
      3 2026-04-13 20000 INR [friend@bank] Received from A FRIEND #610300000002
      """
    ),
    (
      "profile-phonepe.csv",
      """
      2 2026-04-28 -125000 INR Paid to A SHOP #T2604280000000001
      3 2026-04-13 20000 INR Received from A FRIEND #T2604130000000002
      """
    ),
    (
      "profile-revolut.csv",
      """
      2 2026-10-12 -2345 EUR A Shop
      3 2026-10-14 -10050 EUR To A Friend
      4 nothing notCompleted("REVERTED")
      """
    ),
    (
      "profile-sparkasse.csv",
      """
      2 2026-10-12 -2345 EUR [EIN LADEN] KARTENZAHLUNG 2026-10-11T12:00 Debitk.0 #0000001
      3 2026-10-10 250000 EUR [ARBEITGEBER] LOHN GEHALT Lohn Oktober
      4 nothing notCompleted("Umsatz vorgemerkt")
      """
    ),
    (
      "profile-swedbank-se.csv",
      """
      3 2026-10-11 -12345 SEK Kortköp EN BUTIK
      4 2026-10-01 100000 SEK Insättning LÖN
      """
    ),
    (
      "profile-volksbank-2022.csv",
      """
      2 2026-10-12 -2345 EUR [Ein Laden] Basislastschrift Rechnung 7
      3 2026-10-01 200000 EUR [Arbeitgeber] Überweisungsgutschr. Lohn
      """
    ),
    (
      "profile-wise.csv",
      """
      2 2026-10-12 -2345 EUR [A Shop] Card transaction of 23.45 EUR issued by A Shop #CARD-1
      3 2026-10-01 100000 EUR [EMPLOYER] Received money from EMPLOYER Wages #TRANSFER-2
      """
    ),
    (
      "splitwise-ended-currencies.csv",
      """
      2 2022-07-01 expense 10000 HRK Old trip: Kai=10000 / Kai=5000,Lea=5000
      3 2025-07-01 expense 10000 BGN Sofia: Kai=10000 / Kai=5000,Lea=5000
      """
    ),
    (
      "splitwise-french.csv",
      """
      2 2026-03-11 expense 720 EUR Courses: Kai=720 / Kai=360,Lea=360
      """
    ),
    (
      "splitwise-german.csv",
      """
      2 2026-06-22 expense 200 EUR Einkauf: Lea=200 / Kai=100,Lea=100
      3 2026-06-23 transfer 1000 EUR Lea hat Kai bezahlt: Lea=1000 / Kai=1000
      """
    ),
    (
      "splitwise-payments.csv",
      """
      2 2026-11-01 expense 100000 USD Rent: Kai=100000 / Kai=50000,Lea=50000
      3 2026-11-02 transfer 30000 USD Lea paid Kai: Lea=30000 / Kai=30000
      4 2026-11-03 transfer 20000 USD Lea hat Kai bezahlt: Lea=20000 / Kai=20000
      """
    ),
    (
      "splitwise-yen.csv",
      """
      2 2026-01-02 expense 30000 JPY Inn: Kai=30000 / Kai=15000,Lea=15000
      """
    ),
    (
      "statement-booked.csv",
      """
      2 2026-11-22 -740 Cafe
      """
    ),
    (
      "statement-pending.csv",
      """
      2 2026-11-22 -740 Cafe
      """
    ),
    (
      "wrong-column.csv",
      """
      2 2026-11-01 -1200 Shop
      """
    ),
  ]
}
