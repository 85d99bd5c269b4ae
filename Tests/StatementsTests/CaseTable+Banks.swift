extension CaseTable {
  /// The same of banks' files.
  static let banks: [(String, String)] = [
    (
      "bank-axis.csv",
      """
      8 2026-04-02 -43959 INR UPI/P2M/609200000001/A SHOP/NO REM/BANK
      9 2026-04-06 453800 INR IMPS/P2A/609600000002/A FRIEND/BANK/IMPSTran/1
      """
    ),
    (
      "bank-barclays.csv",
      """
      2 2026-10-22 -1099 GBP A SHOP ON 21 OCT BCC
      3 2026-10-07 245000 GBP EMPLOYER WAGES BGC
      """
    ),
    (
      "bank-bnp.csv",
      """
      2 2026-10-12 -2345 CARTE 1110 UN MAGASIN VILLE
      3 2026-10-30 100000 VIR SEPA RECU /DE EMPLOYEUR /MOTIF SALAIRE
      """
    ),
    (
      "bank-bofa.csv",
      """
      8 nothing balanceLine
      9 2026-10-12 -310085 A SHOP PURCHASE
      10 2026-10-30 19311 EMPLOYER DES:PAYROLL
      """
    ),
    (
      "bank-bunq.csv",
      """
      2 2026-10-12 -2345 EUR [A Shop] A Shop, Town
      3 2026-10-14 100000 EUR [Employer] Wages
      """
    ),
    (
      "bank-canara.csv",
      """
      8 2026-10-01 -45000 UPI/DR/600000000001/A SHOP/BANK/shop@bank/00
      9 2026-10-22 12500000 NEFT CR-EMPLOYER
      """
    ),
    (
      "bank-capital-one-360.csv",
      """
      2 2026-10-14 -2345 Debit Card Purchase - A SHOP TOWN
      3 2026-10-31 45 Monthly Interest Paid
      """
    ),
    (
      "bank-capital-one.csv",
      """
      2 2026-10-12 -2345 A SHOP
      3 2026-10-15 10000 CAPITAL ONE MOBILE PYMT
      """
    ),
    (
      "bank-chase-card.csv",
      """
      2 2026-10-12 -2345 USD A SHOP
      3 2026-10-15 10000 USD Payment Thank You-Mobile
      """
    ),
    (
      "bank-chase.csv",
      """
      2 2026-10-15 -4250 A SHOP TOWN 10/14
      3 2026-10-16 150000 EMPLOYER PAYROLL PPD ID: 0000000001
      4 2026-10-17 -20000 CHECK 1088
      """
    ),
    (
      "bank-cr-dr.csv",
      """
      2 2026-11-05 200000 Payment received
      3 2026-11-06 -45050 Grocer
      """
    ),
    (
      "bank-dnb.csv",
      """
      2 2026-10-12 -124990 Varekjøp EN BUTIKK
      3 2026-10-01 3500000 Lønn
      """
    ),
    (
      "bank-hdfc-card.csv",
      """
      6 2026-04-28 -2600 INR UPI-TEA STALL
      7 2026-05-04 -593361 INR SUPERMARKET TOWN
      8 2026-05-06 100000 INR PAYMENT RECEIVED
      """
    ),
    (
      "bank-hdfc.csv",
      """
      3 2026-04-01 -16800 INR UPI-VEGETABLE STALL-Q000000001@ybl-YESB0000001-609100000001-PAYMENT FROM PHONE #0000609100000001
      4 2026-04-02 -200000 INR POS 400000XXXXXX0000 SUPERMARKET POS DEBIT #0000609200000002
      5 2026-04-03 2500000 INR NEFT CR-ABCD0000001-SALARY APR #ABCD260403000003
      6 2026-04-07 250000 INR NWD-400000XXXXXX0000-00000003-TOWN #0000609700000004
      9 nothing balanceLine
      """
    ),
    (
      "bank-hsbc-uk.csv",
      """
      1 2026-10-22 -2345 A SHOP TOWN VIS
      2 2026-10-07 145000 EMPLOYER CR
      """
    ),
    (
      "bank-icici.csv",
      """
      3 2026-04-01 1180000 INR UPI/609100000001/Payment/shop@ybl/A BANK
      4 2026-04-02 -590000 INR MMT/IMPS/609200000002/INV 2/A Shop
      """
    ),
    (
      "bank-idfc.csv",
      """
      6 nothing balanceLine
      7 2026-10-03 -45000 UPI/MOB/600000000001/A SHOP
      8 2026-10-22 12500000 NEFT/EMPLOYER/WAGES
      10 nothing turnoverLine
      """
    ),
    (
      "bank-ing.csv",
      """
      2 2026-10-12 -2345 EUR [Supermarkt] Pasvolgnr: 012
      3 2026-10-10 250000 EUR [Werkgever] Salaris oktober
      """
    ),
    (
      "bank-kbc.csv",
      """
      2 2026-10-12 -7508 EUR [EEN WINKEL] INSTANTOVERSCHRIJVING NAAR Rekening 7
      3 2026-10-01 100000 EUR [WERKGEVER] EUROPESE OVERSCHRIJVING VAN
      """
    ),
    (
      "bank-mbank.csv",
      """
      16 2026-10-18 -111872 PLN SKLEP ZAKUP PRZY UŻYCIU KARTY W KRAJU
      17 2026-10-19 -1400 PLN PRZEJAZD BILET BLIK ZAKUP E-COMMERCE
      19 2026-10-19 5000 PLN PRZELEW PRZYCHODZĄCY
      """
    ),
    (
      "bank-nordea.csv",
      """
      2 nothing notCompleted("Reserverat")
      3 2026-10-12 -123500 SEK Kortköp EN BUTIK
      4 2026-10-01 100000 SEK LÖN
      """
    ),
    (
      "bank-pko.csv",
      """
      2 2026-10-12 -2345 PLN Tytuł: 000000001 Lokalizacja: Adres: SKLEP Miasto: ŁÓDŹ Kraj: POLSKA Data wykonania: 2026-10-11
      3 2026-10-01 100000 PLN Nazwa nadawcy: PRACODAWCA Tytuł: Wynagrodzenie
      """
    ),
    (
      "bank-pnb.csv",
      """
      4 2026-10-22 12500000 NEFT_IN:EMPLOYER
      5 2026-10-03 -45000 UPI/600000000001/A SHOP
      """
    ),
    (
      "bank-rabobank.csv",
      """
      2 2026-10-02 -3210 EUR [Supermarkt] Betaalautomaat 12:03 pas 001 #REF1
      3 2026-10-04 150000 EUR [Werkgever] Salaris oktober #REF2
      4 2026-10-06 -999 EUR Kosten rekening
      """
    ),
    (
      "bank-santander-es.csv",
      """
      5 2026-10-12 -2345 EUR Compra Una Tienda, Ciudad, Tarjeta 0000
      6 2026-10-01 200000 EUR Transferencia De Empleador
      """
    ),
    (
      "bank-sbi.csv",
      """
      8 2026-03-03 -9900 INR POS PRCH-POS HT0000000001 MOBILE SHOP TOWN--
      9 2026-03-13 -68900 INR TO TRANSFER-UPI/DR/607200000001/A SHOP/ICIC/SHOP.9/Verif- #TRANSFER TO 4800000000001
      10 2026-03-25 4400 INR CREDIT INTEREST---
      """
    ),
    (
      "bank-starling.csv",
      """
      2 2026-10-03 -1099 GBP [A Shop]  #A SHOP TOWN
      3 2026-10-25 100000 GBP [Employer] thanks #WAGES OCT
      """
    ),
    (
      "bank-swedbank.csv",
      """
      2 nothing balanceLine
      3 2014-10-01 -1531 LTL [A SHOP] PURCHASE 0000 2014.09.30 15.31 LTL A SHOP Town 00000 #2014100100000001
      4 2014-10-06 286363 LTL [EMPLOYER] Wages #2014100600000002
      5 nothing turnoverLine
      """
    ),
    (
      "bank-volksbank-latin1.csv",
      """
      9 2026-09-30 -495 EUR Abschluss ABSCHLUSS PER 30.09.2026
      12 2026-09-13 -105223 EUR [Stadtwerke] Lastschrift Vertrag : 1 EREF: Z0 BB
      17 nothing balanceLine
      18 nothing balanceLine
      18 nothing balanceDiffers(stated: 19004, reckoned: -80996, Optional(EUR))
      """
    ),
    (
      "bank-volksbank-utf8.csv",
      """
      9 2026-09-30 -495 EUR Abschluss ABSCHLUSS PER 30.09.2026
      12 2026-09-13 -105223 EUR [Stadtwerke] Lastschrift Vertrag : 1 EREF: Z0 BB
      17 nothing balanceLine
      18 nothing balanceLine
      18 nothing balanceDiffers(stated: 19004, reckoned: -80996, Optional(EUR))
      """
    ),
  ]
}
