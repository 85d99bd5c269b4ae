extension Hindi {
  /// What the program says of its own accord, by the English pattern.
  var wordings: [String: String] { Self.wordings }

  private static let wordings = [typedWordings, usageWordings, namedWordings, fileWordings, machineWordings].reduce(into: [:]) {
    all, some in
    all.merge(some) { first, _ in first }
  }

  /// Of words, numbers and dates that are not understood.
  static let typedWordings: [String: String] = [
    "\"{1}\" is no template. Choose {2}, or name parts: rent=40,food=40,savings=20.":
      "\"{1}\" कोई साँचा नहीं है। {2} में से चुनें, या हिस्से लिखें: rent=40,food=40,savings=20।",
    "\"{1}\" is no part. Write parts like rent=40,food=40,savings=20.":
      "\"{1}\" कोई हिस्सा नहीं है। हिस्से ऐसे लिखें: rent=40,food=40,savings=20।",
    "An allocation has 1 to 100 parts.":
      "बँटवारे में 1 से 100 हिस्से होते हैं।",
    "The part {1} is not from 0.01 to 100 percent.":
      "हिस्सा {1} 0.01 से 100 प्रतिशत तक नहीं है।",
    "The parts add up to {1} percent, not to 100.":
      "हिस्सों का जोड़ {1} प्रतिशत है, 100 नहीं।",
    "The amount is out of bounds.":
      "राशि सीमा से बाहर है।",
    "There is a category {1} already: hearth category change.":
      "श्रेणी {1} पहले से है: hearth category change।",
    "\"{1}\" is no use. Choose expense, income or both.":
      "\"{1}\" किसी काम का नाम नहीं है। expense, income या both चुनें।",
    "\"{1}\" is no role. Choose admin, adult, viewer or minor.":
      "\"{1}\" कोई भूमिका नहीं है। admin, adult, viewer या minor चुनें।",
    "\"{1}\" is no colour. Write red, green and blue in hexadecimal digits, like #4F8A10, or none.":
      "\"{1}\" कोई रंग नहीं है। लाल, हरा और नीला सोलह-आधारी अंकों में लिखें, जैसे #4F8A10, या none।",
    "\"{1}\" is no template. Choose family, indian-family or split-group.":
      "\"{1}\" कोई साँचा नहीं है। family, indian-family या split-group चुनें।",
    "\"{1}\" is no day of the week. Write it like monday.":
      "\"{1}\" हफ़्ते का कोई दिन नहीं है। ऐसे लिखें: monday।",
    "\"{1}\" is neither yes nor no.":
      "\"{1}\" न yes है, न no।",
    "There is no policy \"{1}\". There are: {2}.":
      "\"{1}\" नाम की कोई नीति नहीं है। ये हैं: {2}।",
    "\"{1}\" is no class. Choose needs, wants or savings.":
      "\"{1}\" कोई वर्ग नहीं है। needs, wants या savings चुनें।",
    "There is no single action \"{1}\". There are: {2}.":
      "\"{1}\" नाम का ठीक एक काम नहीं है। ये हैं: {2}।",
    "\"{1}\" is no kind of entry. Choose expense, income or transfer.":
      "\"{1}\" प्रविष्टि का कोई प्रकार नहीं है। expense, income या transfer चुनें।",
    "\"{1}\" is no kind of entry. Choose expense or income; hearth pay makes transfers.":
      "\"{1}\" प्रविष्टि का कोई प्रकार नहीं है। expense या income चुनें; लेन-देन के लिए: hearth pay।",
    "\"{1}\" is no period. Choose weekly, biweekly, monthly or yearly.":
      "\"{1}\" कोई अवधि नहीं है। weekly, biweekly, monthly या yearly चुनें।",
    "\"{1}\" does not say whether they share. Choose in, out or default.":
      "\"{1}\" से पता नहीं चलता कि वे हिस्सेदार हैं या नहीं। in, out या default चुनें।",
    "\"{1}\" is no rollover. Choose none, surplus or both.":
      "\"{1}\" आगे ले जाने का कोई तरीक़ा नहीं है। none, surplus या both चुनें।",
    "There is no budget \"{1}\". There are none yet.":
      "\"{1}\" नाम का कोई बजट नहीं है। अभी एक भी नहीं है।",
    "There is no budget \"{1}\". There are: {2}.":
      "\"{1}\" नाम का कोई बजट नहीं है। ये हैं: {2}।",
    "There is no category \"{1}\". There are: {2}.":
      "\"{1}\" नाम की कोई श्रेणी नहीं है। ये हैं: {2}।",
    "\"{1}\" is no currency. Write a code of three letters, like INR.":
      "\"{1}\" कोई मुद्रा नहीं है। तीन अक्षरों का कोड लिखें, जैसे INR।",
    "The group is not complete.":
      "समूह पूरा नहीं है।",
    "\"{1}\" is no rate. Write a decimal with at most {2} digits, like 83.1525.":
      "\"{1}\" कोई दर नहीं है। ज़्यादा से ज़्यादा {2} अंकों की संख्या लिखें, जैसे 83.1525।",
    "\"{1}\" is no day. Write it like 2026-11-20.":
      "\"{1}\" कोई दिन नहीं है। ऐसे लिखें: 2026-11-20।",
    "\"{1}\" is no month. Write it like 2026-11.":
      "\"{1}\" कोई महीना नहीं है। ऐसे लिखें: 2026-11।",
    "\"{1}\" is no digest. Choose weekly or monthly.":
      "\"{1}\" कोई सार नहीं है। weekly या monthly चुनें।",
    "There are no notices called \"{1}\". There are: {2}, all.":
      "\"{1}\" नाम की कोई सूचना नहीं है। ये हैं: {2}, all।",
    "There is no channel \"{1}\". There are: {2}, all.":
      "\"{1}\" नाम का कोई रास्ता नहीं है। ये हैं: {2}, all।",
    "Say in which currency the debt is that the amount pays: --currency USD":
      "बताएँ कि यह राशि किस मुद्रा का कर्ज़ चुकाती है: --currency USD",
    "Together that is more {1} than can be counted.":
      "सब मिलाकर इतने {1} गिने नहीं जा सकते।",
    "There is nothing to settle.":
      "चुकाने को कुछ नहीं है।",
    "No debt that is settled needs the rate of {1}. Leave it out, or check its currency.":
      "चुकाए जाने वाले किसी कर्ज़ को {1} की दर नहीं चाहिए। उसे न लिखें, या मुद्रा जाँचें।",
    "With --more say who paid: --from NAME, or --from me":
      "--more के साथ बताएँ कि किसने दिया: --from NAME, या --from me",
    "Nobody settles with themselves.":
      "कोई अपने आप से हिसाब नहीं चुकाता।",
    "\"{1}\" is no time. Write a whole number and a unit: 10s, 5m, 12h or 7d.":
      "\"{1}\" कोई समय नहीं है। पूरी संख्या और इकाई लिखें: 10s, 5m, 12h या 7d।",
    "\"{1}\" is too long.":
      "\"{1}\" बहुत लंबा है।",
    "\"{1}\" is no time at all. Write at least 1s.":
      "\"{1}\" कुछ भी समय नहीं है। कम से कम 1s लिखें।",
    "No entry is called \"{1}\". Name it by its description, the end of its id, or last.":
      "\"{1}\" नाम की कोई प्रविष्टि नहीं है। उसका विवरण, उसकी पहचान का अंत या last लिखें।",
    "{1} entries are called \"{2}\". Name the one you mean by the end of its id: {3}.":
      "\"{2}\" नाम की {1} प्रविष्टियाँ हैं। जो चाहिए उसकी पहचान का अंत लिखें: {3}।",
    "\"{1}\" is no head. Copy one as hearth verify shows it, like shared:57: and 64 digits.":
      "\"{1}\" इतिहास का कोई सिरा नहीं है। hearth verify जैसा दिखाता है वैसा लिखें: shared:57: और 64 अंक।",
    "\"{1}\" is no invite. A code has 16 letters and digits, like K7QM-3FXP-9RTW-2HVC; the link ends in one.":
      "\"{1}\" कोई न्योता नहीं है। कोड में 16 अक्षर और अंक होते हैं, जैसे K7QM-3FXP-9RTW-2HVC; कड़ी के अंत में वही होता है।",
    "Nobody here is called \"{1}\". The members are: {2}.":
      "यहाँ \"{1}\" नाम का कोई नहीं है। सदस्य हैं: {2}।",
    "{1} members are called \"{2}\". Name the one you mean by id: {3}.":
      "\"{2}\" नाम के {1} सदस्य हैं। जो चाहिए उसकी पहचान लिखें: {3}।",
    "\"{1}\" is no moment. Write it like 2026-11-20, 2026-11-20T18:30 or 2026-11-20T18:30:00Z.":
      "\"{1}\" कोई क्षण नहीं है। ऐसे लिखें: 2026-11-20, 2026-11-20T18:30 या 2026-11-20T18:30:00Z।",
    "Say two moments with two dots between them, like 2026-10-24..2026-11-20, or 2026-10-24.. up to now.":
      "दो क्षण बीच में दो बिंदुओं के साथ लिखें, जैसे 2026-10-24..2026-11-20, या अब तक के लिए 2026-10-24..",
    "You cannot pay yourself.":
      "आप अपने आप को नहीं दे सकते।",
    "A debt in another currency is paid in the group's, which is {1}. Pay in {2} what is owed in {3}.":
      "दूसरी मुद्रा का कर्ज़ समूह की मुद्रा {1} में चुकाया जाता है। जो {3} में देना है वह {2} में दें।",
    "What 1 {1} is in {2} is not known. Say it with --rate, or for everybody: hearth rate set {3} 83.15":
      "1 {1} कितने {2} है, यह पता नहीं है। --rate से बताएँ, या सबके लिए: hearth rate set {3} 83.15",
    "At {1} that pays nothing of a debt in {2}, or more than an entry can hold.":
      "{1} की दर पर इससे {2} का कर्ज़ कुछ नहीं चुकता, या राशि प्रविष्टि की सीमा से ज़्यादा है।",
    "At {1} that is more {2} than can be counted.":
      "{1} की दर पर इतने {2} गिने नहीं जा सकते।",
    "\"{1}\" is no percentage. Write a number with at most two decimals, like 60 or 33.33.":
      "\"{1}\" कोई प्रतिशत नहीं है। दशमलव के बाद ज़्यादा से ज़्यादा दो अंकों की संख्या लिखें, जैसे 60 या 33.33।",
    "\"{1}\" is too much. Write at most {2} percent.":
      "\"{1}\" बहुत ज़्यादा है। ज़्यादा से ज़्यादा {2} प्रतिशत लिखें।",
    "Where several paid, say how much each did: --paid-by \"{1}\".":
      "कई लोगों ने दिया हो तो बताएँ कि किसने कितना दिया: --paid-by \"{1}\"।",
    "An alias does not begin with @.":
      "उपनाम @ से शुरू नहीं होता।",
    "Say what you call them, or --remove.":
      "बताएँ कि आप उन्हें क्या कहते हैं, या --remove लिखें।",
    "--remove goes with a member, and nothing else.":
      "--remove केवल एक सदस्य के साथ आता है।",
    "Nobody here is called \"{1}\".":
      "यहाँ \"{1}\" नाम का कोई नहीं है।",
    "Nobody here is called \"{1}\", and no entry is.":
      "यहाँ \"{1}\" नाम का न कोई सदस्य है, न कोई प्रविष्टि।",
    "\"{1}\" is no place on the globe. Write degrees north and east like 19.0760,72.8777, with at most 6 decimals.":
      "\"{1}\" धरती पर कोई जगह नहीं है। उत्तर और पूर्व के अंश ऐसे लिखें: 19.0760,72.8777, दशमलव के बाद ज़्यादा से ज़्यादा 6 अंक।",
    "\"{1}\" is not CODE=RATE, like USD=83.1525.":
      "\"{1}\" CODE=RATE नहीं है, जैसे USD=83.1525।",
    "At these rates the balances are more than can be counted in {1}.":
      "इन दरों पर हिसाब {1} में गिना नहीं जा सकता।",
    "At these rates what is owed in all is more than can be counted in {1}.":
      "इन दरों पर सब मिलाकर जो देना है वह {1} में गिना नहीं जा सकता।",
    "A rule ends with a day or after a number of times: say --until or --times.":
      "नियम किसी दिन पर या कुछ बार के बाद समाप्त होता है: --until या --times लिखें।",
    "\"{1}\" is no interval. Write daily, weekly, biweekly, monthly, yearly, or like \"3 months\".":
      "\"{1}\" कोई अंतराल नहीं है। daily, weekly, biweekly, monthly, yearly, या \"3 months\" जैसा लिखें।",
  ]
}
