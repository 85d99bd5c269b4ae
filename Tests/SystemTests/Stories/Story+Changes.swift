extension Story {
  static let clashes = Story(
    name: "Two change the same entry",
    calls: family + [
      json("Asha", "add 100 Rice --category groceries", "\"commandId\""),
      json("Asha", "entry show Rice", "\"standing\"", keeps: ["version"]),
      json("Ravi", "edit Rice --amount 120 --note 'for Holi'", "\"commandId\""),
      wrong("Asha", "edit Rice --amount 90 --base 1", "Rice has no version 1", "hearth entry show"),
      // Neither names what the other has changed.
      json("Asha", "edit Rice --merchant Bazaar --base {version}", "\"commandId\""),
      refused(
        "Asha", "edit Rice --paid-by Ravi --note 'for Eid' --base {version}", "conflict:", "amount, changed by Ravi", "it was     ₹100.00",
        "it is now  ₹120.00", "yours      ₹100.00", "paid by, changed by Ravi", "yours      Ravi", "note, changed by Ravi",
        "it was     nothing", "it is now  for Holi", "yours      for Eid", "--reapply"),
      refused("Asha", "edit Rice --paid-by Ravi --base {version} --preview", "conflict:", "yours      Ravi"),
      // The amount that Ravi has said stays: only who paid was named.
      shows("Asha", "edit Rice --paid-by Ravi --note 'for Eid' --base {version} --reapply", "Changed: Rice"),
      json("Asha", "entry show Rice", "\"minor\":\"12000\"", "for Eid", "Bazaar"),
      shows("Asha", "entry show Rice", "₹120.00", "paid by Ravi", "you owe ₹60.00"),
      // What she typed she meant in rupees.
      json("Asha", "entry show Rice", "\"standing\"", keeps: ["version"]),
      json("Ravi", "edit Rice --currency USD", "\"commandId\""),
      refused(
        "Asha", "edit Rice --amount 460 --base {version} --reapply", "conflict:", "it is now  $120.00", "yours      ₹460.00",
        "was in INR and is in USD now", "--currency"),
      shows("Asha", "entry show Rice", "$120.00"),
      shows("Asha", "edit Rice --amount 460 --currency INR --base {version} --reapply", "Changed: Rice"),
      shows("Asha", "entry show Rice", "₹460.00"),
    ])

  static let editsAll = Story(
    name: "Everything that an entry says is changed",
    calls: family + [
      json("Asha", "add 250 Idli --place Chennai --country India --at 13.0827,80.2707", "\"commandId\""),
      wrong("Asha", "add 250 Vada --at 95,10", "\"95,10\" is no place on the globe", "19.0760,72.8777"),
      json("Asha", "entry show Idli", "\"latitudeMicro\":13082700", "\"country\":\"India\""),
      wrong("Asha", "edit Idli --at here", "\"here\" is no place on the globe", "19.0760,72.8777"),
      json("Asha", "edit Idli --place Madras --at -33.86,151.2", "\"commandId\""),
      json("Asha", "entry show Idli", "\"latitudeMicro\":-33860000", "\"country\":\"India\"", "Madras"),
      wrong("Asha", "edit Idli --currency rupees", "\"rupees\" is no currency", "INR"),
      wrong("Asha", "edit Idli --rate cheap", "\"cheap\" is no rate", "83.1525"),
      wrong("Asha", "edit Idli --kind gift", "\"gift\" is no kind of entry", "expense or income"),
      json("Asha", "edit Idli --currency USD --rate 83.15 --preview", "\"balances\""),
      json("Asha", "edit Idli --currency USD --rate 83.15", "\"commandId\""),
      shows("Asha", "entry show Idli", "$250.00", "at 83.15 INR"),
      wrong("Asha", "edit Idli --days asha:3,ravi:7 --split equal", "Say either --days or --split."),
      wrong("Asha", "edit Idli --tip 5", "belong to items"),
      json("Asha", "edit Idli --item 'Idli 50 @asha' --item 'Vada 30 @ravi' --tip 10% --preview", "\"item\":\"Vada\""),
      shows("Asha", "edit Idli --item 'Idli 50 @asha' --item 'Vada 30 @ravi' --tip 10%", "Asha $55.00: Idli $50.00", "Changed: Idli"),
      json("Asha", "entry show Idli", "Idli 50.00 @Asha; Vada 30.00 @Ravi; tip 8.00"),
      json("Asha", "edit Idli --amount 250 --days asha:1,ravi:1 --note ''", "\"commandId\""),
      json("Asha", "edit Idli --kind income --category salary", "\"commandId\""),
      shows("Asha", "entry show Idli", "Salary", "not split"),
      json("Asha", "edit Idli --split equal", "\"commandId\""),
      shows("Asha", "entry show Idli", "Salary", "you owe $125.00"),
    ])

  static let saysBeside = Story(
    name: "Something is said beside an entry and taken away",
    calls: family + [
      json("Asha", "add 100 Rice --category groceries", "\"commandId\""),
      shows("Ravi", "comment Rice 'The bill is in the drawer'", "Commented on: Rice"),
      json("Asha", "comment Rice Thanks", "\"commandId\""),
      shows("Asha", "entry show Rice", "The bill is in the drawer", "Thanks"),
      json("Asha", "entry show Rice", "\"comments\"", "\"text\":\"Thanks\""),
      shows("Asha", "history", "Ravi on Rice: The bill is in the drawer"),
      wrong("Asha", "comment Rice Hello --remove last", "the words, or --remove"),
      wrong("Asha", "comment Rice --remove zz", "the end of no single comment"),
      wrong("Asha", "comment Rice", "the words, or --remove"), refused("Asha", "comment Rice ''", "bad_request"),
      shows("Ravi", "comment Rice --remove last", "Comment removed from: Rice"),
      wrong("Ravi", "comment Rice --remove last", "You have not commented on it"),
      shows("Asha", "history", "Ravi took a comment on Rice away"),
      shows("Asha", "can ravi uncomment Rice", "No"),
    ])

  static let looksAhead = Story(
    name: "What a command would do is looked at before",
    calls: family + [
      shows("Asha", "add 300 Taxi", "Taxi"),
      json("Asha", "budget set Travel 500 --period weekly --category transportation", "\"commandId\""),
      shows("Asha", "edit Taxi --category transportation --preview", "Travel 0 % → 60 % (₹200.00 left)", "This is a preview"),
      json("Asha", "edit Taxi --category transportation", "\"commandId\""),
      shows("Asha", "void Taxi --preview", "Travel 60 % → 0 %", "what Ravi owes you: ₹150.00 → nothing"),
      json("Asha", "void Taxi --preview", "\"debts\""),
      refused("Asha", "restore Taxi --preview", "nothing_changes"),
      shows("Asha", "undo --preview", "Travel 60 % → 0 % (₹500.00 left)"),
      refused("Ravi", "undo --preview", "nothing_to_undo"),
      shows("Ravi", "pay Asha 50 --preview", "what you owe Asha: ₹150.00 → ₹100.00"),
      json("Ravi", "pay Asha 50 --preview", "\"debts\""),
      shows("Asha", "budget remove Travel --preview", "no longer counted"),
      refused("Asha", "budget reactivate Travel --preview", "nothing_changes"),
      // What is not named stays weekly.
      json("Asha", "budget set Travel 600", "\"commandId\""),
      json("Asha", "budgets", "BUDGET_PERIOD_WEEKLY", "\"limitMinor\":\"60000\""),
      // Nothing of it was done.
      json("Asha", "balances", "\"minor\":\"15000\""),
      json("Asha", "budgets", "\"spentMinor\":\"30000\""),
      json("Asha", "void Taxi", "\"commandId\""),
      shows("Asha", "restore Taxi --preview", "Travel 0 % → 50 %", "what Ravi owes you: nothing → ₹150.00"),
      json("Asha", "budget remove Travel", "\"commandId\""),
      shows("Asha", "budget reactivate Travel --preview", "Travel → 0 %"),
    ])

  static let paysInRupees = Story(
    name: "What is owed in several currencies is paid in one",
    calls: family + [
      shows("Asha", "add 200 Hotel --currency USD", "Hotel"),
      shows("Ravi", "add 5000 Train", "Train"),
      wrong("Ravi", "settle Asha --in INR", "What 1 USD is in INR is not known", "hearth rate set USD 83.15"),
      wrong("Ravi", "settle Asha --in EUR --rate USD=0.9", "paid in the group's, which is INR"),
      wrong("Ravi", "settle Asha --rate USD=83", "--rate goes with --in."),
      wrong("Ravi", "settle Asha --in INR --rate USD=83.15 --rate EUR=90", "needs the rate of EUR"),
      wrong("Ravi", "settle Asha 100 --in INR", "Say in which currency the debt is", "--currency USD"),
      wrong("Ravi", "pay Asha 831.50 --of USD", "What 1 USD is in INR is not known", "--rate"),
      json("Ravi", "pay Asha 831.50 --of USD --rate 83.15", "\"commandId\""),
      json("Ravi", "balances", "\"minor\":\"-9000\",\"currency\":\"USD\"", "\"minor\":\"250000\",\"currency\":\"INR\""),
      shows("Ravi", "settle Asha 831.50 --currency USD --in INR --rate USD=83.15", "$10.00", "₹831.50 to hand over"),
      json("Ravi", "settle Asha --in INR --rate USD=83.15 --preview", "\"handedOverMinor\":\"415200\""),
      shows("Ravi", "settle Asha --simplified --in INR --rate USD=83.15", "Ravi paid Asha  $80.00", "₹4,152.00 to hand over"),
      shows("Ravi", "balances --simplified", "nobody owes anything."),
      refused("Ravi", "settle Asha --in INR --rate USD=83.15", "nothing_owed", "Nothing is owed in any currency between Ravi and Asha."),
      refused("Ravi", "settle --in INR", "nothing_owed: You owe nothing in any currency.", "hearth settle NAME"),
      shows("Ravi", "settle Asha 831.50 --more --from me --currency USD --in INR --rate USD=83.15", "$10.00", "₹831.50 to hand over"),
    ])

  static let mayThey = Story(
    name: "What one may, and what stands in the way",
    calls: family + [
      shows("Ravi", "can ravi undo", "No: Ravi", "nothing that Ravi could undo"),
      shows("Ravi", "add 300 Taxi --split equal:Ravi", "Taxi"),
      shows("Ravi", "can ravi undo", "Yes: Ravi", "It would undo the last change of Taxi.", "entries.void"),
      json("Asha", "policy set adults_void_own no", "\"commandId\""),
      shows("Ravi", "can ravi undo", "No: Ravi", "entries.void"),
      refused("Ravi", "undo", "forbidden"),
      shows("Ravi", "can asha dispute Taxi", "No: Asha", "Asha neither paid nor owes anything of Taxi."),
      shows("Ravi", "can ravi dispute Taxi", "Yes: Ravi"),
      refused("Asha", "dispute Taxi 'not mine'", "not_named"),
      json("Asha", "group archive", "\"commandId\""),
      shows("Asha", "can asha void Taxi", "No: Asha", "The group is archived"),
      json("Asha", "can asha void Taxi", "\"allowed\":false,\"obstacle\":\"group_archived\""),
      refused("Asha", "void Taxi", "group_archived"),
      shows("Asha", "can asha settle ravi", "Yes: Asha"),
      shows("Asha", "can asha add", "Yes: Asha", "only payments are added"),
    ])
}
