extension Hindi {
  /// Of rules, splits, settling, groups and forms.
  static let namedWordings: [String: String] = [
    "\"{1}\" is neither hide nor show.": "\"{1}\" न hide है, न show।",
    "JSON has the amounts that programs need. Leave out --json or --hide-amounts.":
      "JSON में वे राशियाँ होती हैं जो प्रोग्राम पढ़ते हैं। --json या --hide-amounts में से एक छोड़ दें।",
    "Somebody else in the group is called \"{1}\". Choose another alias.":
      "समूह में किसी और का नाम \"{1}\" है। कोई दूसरा नाम चुनें।",
    "You keep {1} aliases, as many as may be. Take one away first: hearth alias NAME --remove":
      "आपने {1} नाम रखे हैं, इतने ही रखे जा सकते हैं। पहले एक हटाएँ: hearth alias NAME --remove",
    "An alias has at least one character. Take one away with hearth alias NAME --remove":
      "नाम में कम से कम एक अक्षर होता है। हटाने के लिए: hearth alias NAME --remove",
    "The alias is too long. Write at most {1} characters.": "नाम बहुत लंबा है। ज़्यादा से ज़्यादा {1} अक्षर लिखें।",
    "The alias has characters that no name may have, such as control characters. Remove these characters.":
      "नाम में ऐसे चिह्न हैं जो किसी नाम में नहीं हो सकते, जैसे नियंत्रण चिह्न। उन्हें हटाएँ।",
    "You have no alias for {1}. See them all: hearth alias": "{1} के लिए आपने कोई नाम नहीं रखा है। सब यहाँ हैं: hearth alias",
    "{1} cannot be read.": "{1} पढ़ा नहीं जा सकता।",
    "Move the file away and set your aliases again, or restore it from a backup.":
      "फ़ाइल को हटाकर नाम फिर से रखें, या बैकअप से लौटाएँ।",
    "No rule is called \"{1}\". hearth recurring list shows them all.":
      "\"{1}\" नाम का कोई नियम नहीं है। सब यहाँ दिखते हैं: hearth recurring list।",
    "{1} rules are called \"{2}\". Name the one you mean by the end of its id: {3}.":
      "\"{2}\" नाम के {1} नियम हैं। जो चाहिए उसकी पहचान का अंत लिखें: {3}।",
    "\"{1}\" is no festival that is known. There are: {2}.":
      "\"{1}\" जाना हुआ त्योहार नहीं है। ये हैं: {2}।",
    "--limit {1} is not possible. Write a number from {2} to {3}.": "--limit {1} संभव नहीं है। {2} से {3} तक की संख्या लिखें।",
    "--from {1} is after --to {2}. Say the earlier day with --from.": "--from {1}, --to {2} के बाद है। पहले का दिन --from से बताएँ।",
    "\"{1}\" is no number of shares. Write a whole number from 1 to 10000.":
      "\"{1}\" हिस्सों की गिनती नहीं है। 1 से 10000 तक पूरी संख्या लिखें।",
    "\"{1}\" is no split. Write equal:Asha,Ravi or percent:Asha=60,Ravi=40 or exact:Asha=333,Ravi=666 or shares:Asha=2,Ravi=1 or income.":
      "\"{1}\" कोई बँटवारा नहीं है। equal:Asha,Ravi या percent:Asha=60,Ravi=40 या exact:Asha=333,Ravi=666 या shares:Asha=2,Ravi=1 या income लिखें।",
    "\"{1}\" names no amount. Write NAME=AMOUNT, as in {2}; no commas within amounts.":
      "\"{1}\" में राशि नहीं है। NAME=AMOUNT लिखें, जैसे {2}; राशि में अल्पविराम नहीं।",
    "\"{1}\" is not NAME=AMOUNT, as in {2}.":
      "\"{1}\" NAME=AMOUNT नहीं है, जैसे {2}।",
    "\"{1}\" is no amount. Write it like 450 or 450.50.": "\"{1}\" कोई राशि नहीं है। इसे 450 या 450.50 जैसे लिखें।",
    "\"{1}\" has letters behind the figure. In files nothing multiplies, since banks mean credit by Cr: write it like 450 or 450.50.":
      "\"{1}\" में अंक के पीछे अक्षर हैं। फ़ाइलों में कुछ गुणा नहीं होता, क्योंकि बैंक Cr से जमा लिखते हैं: इसे 450 या 450.50 जैसे लिखें।",
    "\"{1}\" is no amount. Write it like 450, 450.50 or 1.2L.":
      "\"{1}\" कोई राशि नहीं है। ऐसे लिखें: 450, 450.50 या 1.2L।",
    "\"{1}\" is in {2}, but the amount is to be in {3}. Say --currency if you mean another.":
      "\"{1}\" {2} में है, पर राशि {3} में होनी है। दूसरी मुद्रा हो तो --currency लिखें।",
    "\"{1}\" has a comma where none belongs. Write it like 450.50 or 12,34,567: decimals come after a point.":
      "\"{1}\" में अल्पविराम ग़लत जगह है। 450.50 या 12,34,567 जैसा लिखें: दशमलव बिंदु के बाद आता है।",
    "\"{1}\" has too many decimals: {2} has none.":
      "\"{1}\" में दशमलव के अंक ज़्यादा हैं: {2} में वे नहीं होते।",
    "\"{1}\" has too many decimals: {2} has at most {3}.":
      "\"{1}\" में दशमलव के अंक ज़्यादा हैं: {2} में ज़्यादा से ज़्यादा {3} होते हैं।",
    "\"{1}\" is more than an entry can hold.":
      "\"{1}\" प्रविष्टि की सीमा से ज़्यादा है।",
    "There is no currency \"{1}\".":
      "\"{1}\" नाम की कोई मुद्रा नहीं है।",
    "\"{1}\" is no language that hearth speaks. Choose one of: {2}.":
      "\"{1}\" ऐसी भाषा नहीं है जो Hearth बोलता है। इनमें से चुनें: {2}।",
    "No one command here is \"{1}\". Name it by the end of its id, at least four digits: hearth outbox.":
      "\"{1}\" नाम का ठीक एक आदेश यहाँ नहीं है। उसकी पहचान का अंत लिखें, कम से कम चार अंक: hearth outbox।",
    "The budget {1} was removed. Bring it back first: hearth budget reactivate \"{2}\"":
      "बजट {1} हटाया गया है। पहले उसे वापस लाएँ: hearth budget reactivate \"{2}\"",
    "There is no budget \"{1}\" yet. Say how much and for what: hearth budget set Groceries 12000 --category groceries":
      "बजट \"{1}\" अभी नहीं है। बताएँ कि कितना और किसके लिए: hearth budget set Groceries 12000 --category groceries",
    "--currency goes with a limit: hearth budget set Dollars 500 --currency USD":
      "--currency सीमा के साथ लिखा जाता है: hearth budget set Dollars 500 --currency USD",
    "--cap bounds what is carried: say --rollover surplus or --rollover both with it.":
      "--cap उसकी सीमा है जो आगे जाता है: साथ में --rollover surplus या --rollover both लिखें।",
    "A bound of 0 would carry nothing: say --rollover none for that, or --cap none for no bound.":
      "0 की सीमा से कुछ आगे नहीं जाएगा: उसके लिए --rollover none लिखें, या बिना सीमा के लिए --cap none।",
    "You have no device with the id or name \"{1}\". hearth devices lists the ids.":
      "\"{1}\" पहचान या नाम का आपका कोई उपकरण नहीं है। पहचानें यहाँ हैं: hearth devices।",
    "Several devices are called \"{1}\". hearth devices lists the ids.":
      "\"{1}\" नाम के कई उपकरण हैं। पहचानें यहाँ हैं: hearth devices।",
    "{1} is not paid: {2} of {3} so far.":
      "{1} का भुगतान बाक़ी है: अब तक {3} में से {2}।",
    "What was paid comes to {1}, which is {2} more than {3}.":
      "दी गई रक़मों का जोड़ {1} है, जो {3} से {2} ज़्यादा है।",
    "{1} left to assign: {2} of {3} so far.":
      "{1} बाँटने बाक़ी हैं: अब तक {3} में से {2}।",
    "The shares come to {1}, which is {2} more than {3}.":
      "हिस्सों का जोड़ {1} है, जो {3} से {2} ज़्यादा है।",
    "No one member called \"{1}\" can be claimed by this invite: taken by somebody else, never there, for another role, or one of several. Join without --claim; then hearth members shows who has no account yet, and hearth claim NAME claims them.":
      "इस न्योते से \"{1}\" नाम का ठीक एक सदस्य नहीं अपनाया जा सकता: किसी और ने अपना लिया, था ही नहीं, दूसरी भूमिका का है, या कई हैं। --claim के बिना शामिल हों; फिर hearth members दिखाता है कि किनका खाता नहीं है, और hearth claim NAME से उन्हें अपनाएँ।",
    "You are in no group with the id {1}.":
      "आप {1} पहचान के किसी समूह में नहीं हैं।",
    "\"{1}\" is no invite's id, number or label. Codes are not kept: revoke an invite by what hearth invites shows of it.":
      "\"{1}\" किसी न्योते की पहचान, गिनती या लेबल नहीं है। कोड सहेजे नहीं जाते: न्योता उससे वापस लें जो यहाँ दिखता है: hearth invites।",
    "{1} invites go by \"{2}\". Name the one you mean by its number: {3}.":
      "\"{2}\" से {1} न्योते मिलते हैं। जो चाहिए उसकी गिनती लिखें: {3}।",
    "{1} invites go by \"{2}\". Name the one you mean by its id: {3}.":
      "\"{2}\" से {1} न्योते मिलते हैं। जो चाहिए उसकी पहचान लिखें: {3}।",
    "Nobody called \"{1}\" asks to join. See who does: hearth members.": "\"{1}\" नाम से कोई शामिल होना नहीं माँग रहा। देखें कौन माँग रहा है: hearth members।",
    "{1} people called \"{2}\" ask to join. Name the one you mean by id: {3}.":
      "\"{2}\" नाम के {1} लोग शामिल होना माँग रहे हैं। पहचान से बताएँ कि कौन: {3}।",
    "\"{1}\" is no identity. The person you invite finds theirs with hearth whoami.":
      "\"{1}\" कोई पहचान नहीं है। जिसे आप बुलाते हैं उसे उसकी पहचान यह दिखाता है: hearth whoami।",
    "Ask one of them.":
      "उनमें से किसी से कहें।",
    "A digest is shown in the feed and nowhere else: hearth notify set digest feed yes":
      "सार केवल फ़ीड में दिखता है: hearth notify set digest feed yes",
    "Nobody here is called that.":
      "यहाँ इस नाम का कोई नहीं है।",
    "There is no receipt {1} of {2}. What there is: hearth receipt list ENTRY":
      "{2} की रसीद {1} नहीं है। जो हैं वे यहाँ दिखती हैं: hearth receipt list ENTRY",
    "{1} has no date to come.":
      "{1} की कोई आने वाली तारीख़ नहीं है।",
    "{1} is no EMI. hearth recurring list shows it.":
      "{1} कर्ज़ की किस्त नहीं है। वह यहाँ दिखता है: hearth recurring list।",
    "There is no envelope \"{1}\". There are none yet.":
      "\"{1}\" नाम का कोई लिफ़ाफ़ा नहीं है। अभी एक भी नहीं है।",
    "There is no envelope \"{1}\". There are: {2}.":
      "\"{1}\" नाम का कोई लिफ़ाफ़ा नहीं है। ये हैं: {2}।",
    "Say what to change, like --name \"Sharma Family\".":
      "बताएँ कि क्या बदलना है, जैसे --name \"Sharma Family\"।",
    "You owe nothing in {1}. Say whose payment to you to record: hearth settle NAME":
      "आपको {1} में कुछ नहीं देना है। बताएँ कि किसका दिया दर्ज करना है: hearth settle NAME",
    "Say whom you paid: hearth settle NAME. You owe {1}.":
      "बताएँ कि किसे दिया: hearth settle NAME। आपको देने हैं: {1}।",
    "Say how much and what for, like hearth split 450 Vegetables, or an entry to take it from: --from last.":
      "बताएँ कि कितना और किसके लिए, जैसे hearth split 450 Vegetables, या प्रविष्टि जिससे लेना है: --from last।",
    "There is nothing to split: the amount is 0. Write it like 450.50.":
      "बाँटने को कुछ नहीं है: राशि 0 है। 450.50 जैसा लिखें।",
    "There was no such group then: it was created on {1}.":
      "तब ऐसा कोई समूह नहीं था: वह {1} को बनाया गया।",
    "Say the earlier moment first.":
      "पहले वाला क्षण पहले लिखें।",
    "You are in no group yet. Make one with hearth create, or join one with hearth join CODE.":
      "आप अभी किसी समूह में नहीं हैं। नया बनाएँ: hearth create, या शामिल हों: hearth join CODE।",
    "Say which group with --group, or choose one with hearth use. You are in: {1}.":
      "--group से बताएँ कि कौन सा समूह, या चुनें: hearth use। आप इनमें हैं: {1}।",
    "You are in no group called \"{1}\". You are in: {2}.":
      "आप \"{1}\" नाम के किसी समूह में नहीं हैं। आप इनमें हैं: {2}।",
    "Several groups are called \"{1}\". You are in: {2}.":
      "\"{1}\" नाम के कई समूह हैं। आप इनमें हैं: {2}।",
    "\"{1}\" is no server's address. Write it like wss://hearth.example or ws://127.0.0.1:7433.":
      "\"{1}\" किसी सर्वर का पता नहीं है। ऐसे लिखें: wss://hearth.example या ws://127.0.0.1:7433।",
    "An income of nothing cannot be divided. Write it like 85000, or press Enter for no budgets.":
      "शून्य आय बाँटी नहीं जा सकती। 85000 जैसी लिखें, या बिना बजट के लिए Enter दबाएँ।",
    "{1}. Lower a line first, like 1={2}.":
      "{1}। पहले कोई पंक्ति घटाएँ, जैसे 1={2}।",
    "{1} would count in {2} and in {3}. Name each category in one part only.":
      "{1} {2} और {3} दोनों में गिनी जाएगी। हर श्रेणी केवल एक हिस्से में लिखें।",
    "The group has no categories for {1}. Name single ones: rent=40,food=40,fun=20.":
      "समूह में {1} की कोई श्रेणी नहीं है। अलग-अलग लिखें: rent=40,food=40,fun=20।",
    "\"{1}\" is no part of a budget. Name needs, wants, savings, or a category: {2}.":
      "\"{1}\" बजट का कोई हिस्सा नहीं है। needs, wants, savings या कोई श्रेणी लिखें: {2}।",
    "\"{1}\" is no answer. Say yes, no, or which line to change, like 2=25000 or 2=30%.":
      "\"{1}\" कोई जवाब नहीं है। yes, no, या कौन सी पंक्ति बदलनी है लिखें, जैसे 2=25000 या 2=30%।",
    "There is no line {1}. There are 1 to {2}.":
      "पंक्ति {1} नहीं है। 1 से {2} तक हैं।",
    "That is the last line. Say no for no budgets.":
      "यह आख़िरी पंक्ति है। बिना बजट के लिए no लिखें।",
    "{1} is {2} more than the {3} that are left to assign.":
      "{1} उन {3} से {2} ज़्यादा है जो बाँटने बाक़ी हैं।",
    "{1} would be left to assign. Press Enter to give {2} the {3}.":
      "{1} बाँटने बाक़ी रहेंगे। {2} को {3} देने के लिए Enter दबाएँ।",
    "forbidden: Who asks to join is seen by the owner and admins only.":
      "forbidden: कौन शामिल होना माँग रहा है, यह केवल स्वामी और प्रबंधक देखते हैं।",
    "forbidden: Invites are seen by the owner and admins only.":
      "forbidden: न्योते केवल स्वामी और प्रबंधक देखते हैं।",
  ]
}
