extension Story {
  static let looksBack = Story(
    name: "People look at the month, the week, the past and the feed",
    calls: family + [
      shows("Asha", "add 400 Rice --category groceries", "Rice"),
      wrong("Asha", "dash --month november", "\"november\" is no month", "2026-11"),
      json("Asha", "dash", "\"spentMinor\":\"40000\""),
      wrong("Asha", "digest daily", "\"daily\" is no digest", "weekly or monthly"),
      wrong("Asha", "digest weekly --date then", "\"then\" is no day", "2026-11-20"),
      json("Asha", "digest monthly", "\"periods\""),
      wrong("Asha", "history --limit few", "few", "--limit"),
      json("Asha", "history --as-of 2099-12-31", "\"Rice\""),
      wrong("Asha", "history --as-of 2000-01-01", "There was no such group then", "created on"),
      shows("Asha", "add 90 Auto", "Auto"),
      wrong("Asha", "entries --limit 0", "Write a number from 1 to 1000."),
      wrong("Asha", "entries --category dragons", "There is no category \"dragons\"", "groceries"),
      json("Asha", "entries --limit 1", "\"Auto\"", "\"standing\"", "{\"next\":\""),
      shows("Asha", "entries --category groceries", "Rice", "₹400.00"),
      wrong("Asha", "entries --kind loan", "Choose expense, income or payment."),
      shows("Asha", "entries --kind income", "There are no such entries."),
      shows("Asha", "entries --search 'rice groceries'", "Rice"), json("Asha", "entries --search '@ravi auto'", "\"Auto\""),
      shows("Asha", "entries --search 'rice 2001-01'", "There are no such entries."),
      shows("Asha", "entries --kind expense", "Rice", "Auto"),
      shows("Asha", "entries --member Ravi --limit 1", "Auto", "Older ones: the same with --before "),
      shows("Asha", "entries --from 2001-01-01 --to 2001-01-31", "There are no such entries."),
      wrong("Asha", "mirror list --from soon", "\"soon\" is no day", "2026-11-20"),
      json("Asha", "mirror list --limit 1", "\"description\":\"Auto\"", "\"minor\":\"4500\"", keeps: ["share"]),
      shows("Ravi", "mirror", "Rice", "Your shares: spent ₹245.00"), offline(shows("Asha", "mirror --language hi", "आपके हिस्से")),
      wrong("Asha", "mirror export", "Say one of --csv FILE, --ofx FILE, --ledger FILE and --beancount FILE."),
      json("Asha", "mirror export --ofx {folder}/shares.ofx", "\"shares\":2"), shows("Asha", "mirror export --csv -", "{share}"),
      wrong("Asha", "diff yesterday", "2026-10-24..2026-11-20"),
      json("Asha", "diff 2020-01-01..", "\"change\":\"entry\""),
      wrong("Asha", "verify --head nonsense", "\"nonsense\" is no head", "shared:57:"),
      json("Asha", "verify", "\"heads\":[\"", "\"metAgain\":"),
      wrong("Asha", "feed --for soon", "\"soon\" is no time", "5m"),
      json("Asha", "feed --for 1s", "\"subscribed\""),
      // Without a terminal it is the feed.
      wrong("Asha", "room --for soon", "\"soon\" is no time", "5m"), json("Asha", "room --for 1s", "\"subscribed\""),
    ])

  static let tunnel = Story(
    name: "A train goes through a tunnel",
    calls: family + [
      shows("Asha", "add 400 Rice", "Rice"),
      shows("Ravi", "balances", "₹200.00"),
      offline(shows("Asha", "add 120 Milk", "Milk", "Kept here.")),
      offline(json("Asha", "add 80 Bread", "\"keptAtMs\"", keeps: ["id"])),
      offline(json("Asha", "outbox", "Milk", "Bread")),
      offline(shows("Asha", "balances", "₹300.00")),
      offline(json("Asha", "outbox drop {id}", "Bread")),
      wrong("Asha", "outbox drop 12", "No one command here is \"12\""),
      wrong("Asha", "outbox list all", "all"),
      wrong("Asha", "sync now", "now"),
      json("Asha", "sync", "\"commandId\""),
      offline(shows("Ravi", "edit Rice --amount 410", "Kept here.")),
      shows("Asha", "edit Rice --amount 420", "Changed: Rice"),
      refused("Ravi", "sync", "conflict", "₹400.00", "₹420.00", "₹410.00", "hearth outbox reapply"),
      json("Ravi", "outbox list", "\"rejected\":{", keeps: ["id"]),
      wrong("Ravi", "outbox reapply", "<id>"),
      json("Ravi", "outbox reapply {id}", "\"commandId\""),
      offline(shows("Ravi", "add 90 Auto", "Kept here.")),
      shows("Asha", "add 90 Auto", "Auto"),
      refused("Ravi", "sync", "possible_duplicate", "Asha added Auto, ₹90.00"),
      json("Ravi", "outbox", keeps: ["id"]),
      shows("Ravi", "outbox reapply {id}", "Auto"),
      shows("Ravi", "outbox", "Nothing waits to be sent."),
      refused("Ravi", "add 90 Auto", "Ravi added Auto, ₹90.00", "say --again"),
      shows("Ravi", "add 90 Auto --again", "Auto"),
      shows("Asha", "entry show Rice", "₹410.00"),
    ])

  static let files = Story(
    name: "Books are exported and imported",
    files: [
      "bank.csv": "Booked,Text,Amount\n01/11/2026,Rent,-25000.00\n02/11/2026,Interest,12.50\n",
      "broken.csv": "date,description,amount\n2026-11-01,Rent,much\n",
      "flat.csv": "Date,Description,Category,Cost,Currency,Asha,Ravi\n\n2026-11-01,Pizza,Dining out,10.00,INR,5.00,-5.00\n",
    ],
    calls: family + [
      wrong("Asha", "import csv", "<file>"),
      wrong("Asha", "import csv {folder}/bank.csv --dates weekly", "--dates is dmy, mdy or ymd."),
      refused("Asha", "import csv {folder}/none.csv", "Could not read", "Check the path"),
      refused("Asha", "import csv {folder}/broken.csv --commit", "Nothing was added", "--skip-problems"),
      json(
        "Asha", "import csv {folder}/bank.csv --map date=Booked --map description=Text --map amount=Amount --signed --dates dmy --commit",
        "\"outcome\":\"new\""),
      shows(
        "Asha", "import csv {folder}/bank.csv --map date=Booked --map description=Text --map amount=Amount --signed --dates dmy --commit",
        "0 new, 2 there already"),
      wrong("Asha", "import splitwise {folder}/flat.csv --member Asha", "Asha"),
      json("Asha", "import splitwise {folder}/flat.csv --commit", "\"outcome\":\"new\""),
      wrong("Asha", "import file {folder}/flat.csv --dates weekly", "--dates is dmy, mdy or ymd."),
      json("Asha", "import file {folder}/flat.csv", "\"outcome\":\""), wrong("Asha", "imports much", "Unexpected argument 'much'"),
      json("Asha", "imports", "\"import\":1", "\"undone\":false"), shows("Asha", "imports --language hi", "flat.csv"),
      wrong("Asha", "export", "--csv FILE, --ledger FILE, --beancount FILE, --accounts FOLDER and --bundle FILE"),
      json("Asha", "export --csv {folder}/entries.csv", "\"entries\":3"),
      shows("Asha", "export --ledger -", "Rent"),
      shows("Asha", "export --bundle {folder}/books.hearth"),
      wrong("Asha", "verify-bundle", "<file>"),
      json("Asha", "verify-bundle {folder}/books.hearth", "\"events\""),
      refused("Asha", "verify-bundle {folder}/bank.csv", "bank.csv"),
      wrong("Asha", "import undo 99", "There is no such import", "hearth imports"), json("Asha", "import undo", "\"voided\":1"),
    ])

  static let imports = Story(
    name: "Files of a bank and of another app go in, and how they are read is kept",
    files: [
      "november.ofx": bank("<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261115120000[+5.30:IST]<TRNAMT>-450.50<FITID>A1<NAME>Vegetables</STMTTRN>"),
      "grown.ofx": bank(
        "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261115<TRNAMT>-450.50<FITID>A1<NAME>Vegetables</STMTTRN>"
          + "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261116<TRNAMT>12.00<FITID>A2<NAME>Interest</STMTTRN>"),
      "odd.csv": "Gebucht,Was,Wert\n01/11/2026,Rent,-25000.00\n02/11/2026,Sugar,-45.00\n",
      "odder.csv": "Gebucht,Was,Wert\n03/11/2026,Salt,-20.00\n",
      "chai.csv": "date,description,amount\n2026-11-03,UPI-TEA STALL,70.00\n",
      "trip.csv": "Date,Description,Category,Cost,Currency,Asha,Ravi,Zoya\n\n2026-11-01,Boat,General,30.00,INR,20.00,-10.00,-10.00\n",
    ],
    calls: family + [
      json("Asha", "import {folder}/november.ofx", "\"outcome\":\"new\"", "\"spentMinor\":45050"),
      wrong("Asha", "import {folder}/november.ofx --save-profile mybank --commit", "A profile is kept of a bank's table"),
      shows("Asha", "import {folder}/november.ofx --commit", "Done: 1 new."),
      shows("Asha", "import {folder}/november.ofx --commit", "0 new, 1 there already"),
      shows("Asha", "import {folder}/grown.ofx --commit", "1 new, 1 there already"),
      json("Asha", "entry show Vegetables", "450"),
      refused("Asha", "import {folder}/odder.csv --commit", "Nothing was added"),
      shows(
        "Asha",
        "import {folder}/odd.csv --map date=Gebucht --map description=Was --map amount=Wert --signed --dates dmy --save-profile mybank --commit",
        "Done: 2 new."),
      json("Asha", "import {folder}/odder.csv --commit", "\"outcome\":\"new\"", "\"2026-11-03\"", "\"ENTRY_KIND_EXPENSE\""),
      refused("Asha", "import {folder}/trip.csv --commit", "Nothing was added", "--skip-problems"),
      wrong("Asha", "import {folder}/trip.csv --add-line first", "first"),
      wrong("Asha", "import {folder}/trip.csv --add-members --add-line 9", "Line 9 of the file is no entry", "--add-line"),
      wrong("Asha", "import {folder}/trip.csv --save-profile 'my bank'", "\"my bank\" is no name for a profile", "my-bank"),
      json("Asha", "import {folder}/trip.csv --add-members --commit", "\"outcome\":\"new\"", "\"outcome\":\"balance\""),
      shows("Ravi", "members", "Zoya"),
      shows("Asha", "import {folder}/trip.csv --add-members --commit", "0 new, 1 there already"),
      json("Asha", "import undo", "\"file\":\"trip.csv\"", "\"voided\":1", "\"memberIds\":[\""),
      shows("Asha", "add 70 Chai --date 2026-11-03", "Chai"),
      shows("Asha", "import {folder}/chai.csv", "0 new, 1 like what somebody typed"),
      json("Asha", "import {folder}/chai.csv --add-line 2 --commit", "\"outcome\":\"new\""),
      offline(shows("Asha", "imports", "trip.csv", "taken back", "chai.csv", "1 entry")),
    ])

  private static func bank(_ records: String) -> String {
    "OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>INR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>\(records)</BANKTRANLIST></STMTRS></OFX>\n"
  }

  static let currencies = Story(
    name: "A journey in another currency",
    files: [
      "rates.csv": "from,to,rate,date\nEUR,,90.5,2026-11-01\nINR,EUR,0.011,2026-11-01\n",
      "wrong.csv": "from,rate\nEUR,much\n",
    ],
    calls: family + [
      wrong("Asha", "rate set USD lots", "\"lots\" is no rate", "83.1525"),
      wrong("Asha", "rate set DOLLAR 83", "\"DOLLAR\" is no currency", "INR"),
      json("Asha", "rate set USD 83.1525 --date 2026-11-01 --source Bank", "\"commandId\""),
      wrong("Asha", "rate list --group Nowhere", "no group called \"Nowhere\""),
      json("Asha", "rate list", "\"83.1525\""),
      wrong("Asha", "rate import {folder}/rates.csv --dates weekly", "--dates is dmy, mdy or ymd."),
      refused("Asha", "rate import {folder}/wrong.csv --commit", "Nothing was noted", "--skip-problems"),
      shows("Asha", "rate import {folder}/rates.csv", "2 new", "Nothing was sent"),
      json("Asha", "rate import {folder}/rates.csv --commit", "\"outcome\":\"new\""),
      shows("Asha", "rate import {folder}/rates.csv --commit", "0 new, 2 there already"),
      shows("Asha", "add 19.99 Museum --currency USD --date 2026-11-02", "$19.99", "83.1525"),
      wrong("Asha", "balances --in INR --rate USD", "\"USD\" is not CODE=RATE", "USD=83.1525"),
      json("Asha", "balances --in INR --rate USD=100", "\"currency\":\"INR\""),
      wrong("Asha", "currency DOLLAR", "\"DOLLAR\" is no currency", "INR"),
      json("Asha", "currency EUR", "\"currency\":\"EUR\""),
      // MN-09: through the rupee, of which both rates are known.
      shows("Asha", "balances", "is owed  €9.14"),
      shows("Asha", "balances --in each", "$"),
      shows("Asha", "currency each", "each currency by itself"),
      wrong("Ravi", "settle Asha --currency DOLLAR", "\"DOLLAR\" is no currency", "INR"),
      shows("Asha", "remind Ravi --currency USD", "$"),
      shows("Ravi", "settle --currency USD", "$"),
      refused("Ravi", "settle Asha --currency USD", "nothing_owed"),
      json("Asha", "pay Ravi 1 --currency USD", "\"commandId\""),
    ])

  static let ends = Story(
    name: "A group is archived, purged and kept",
    calls: family + [
      wrong("Asha", "group archive --group Nowhere", "no group called \"Nowhere\""),
      json("Asha", "group archive", "\"commandId\""),
      refused("Asha", "add 10 Tea", "group_archived"),
      refused("Asha", "group purge", "export_missing", "hearth export --bundle FILE", "--exported"),
      wrong("Asha", "group purge --group Nowhere", "no group called \"Nowhere\""),
      json("Asha", "group purge --exported", "\"commandId\""),
      wrong("Asha", "group keep --group Nowhere", "no group called \"Nowhere\""),
      json("Asha", "group keep", "\"commandId\""),
      wrong("Asha", "group unarchive --group Nowhere", "no group called \"Nowhere\""),
      shows("Asha", "group unarchive --preview", "This is a preview"),
      refused("Asha", "add 10 Tea", "group_archived"),
      json("Asha", "group unarchive", "\"commandId\""),
      shows("Asha", "add 10 Tea", "Tea"),
    ])
}
