extension Hindi {
  /// Of files and receipts.
  static let fileWordings: [String: String] = [
    "The server with the key {1} has signed it and vouches for it.":
      "{1} कुंजी वाले सर्वर ने इस पर हस्ताक्षर किए हैं और वह इसकी पुष्टि करता है।",
    "It is the word of the member who exported it: nobody has signed it.":
      "यह उसी सदस्य का कथन है जिसने इसे निर्यात किया: इस पर किसी के हस्ताक्षर नहीं हैं।",
    "Nobody has signed it: who made its events cannot be told.":
      "इस पर किसी के हस्ताक्षर नहीं हैं: घटनाएँ किसने बनाईं, यह नहीं बताया जा सकता।",
    "The file is larger than {1} MiB.":
      "फ़ाइल {1} MiB से बड़ी है।",
    "The file is not UTF-8 text. Save it as \"CSV UTF-8\".":
      "फ़ाइल UTF-8 में नहीं है। उसे \"CSV UTF-8\" के रूप में सहेजें।",
    "Line {1} has more than {2} fields.":
      "पंक्ति {1} में {2} से ज़्यादा ख़ाने हैं।",
    "Line {1} has a quotation mark within a field that does not begin with one.":
      "पंक्ति {1} के एक ख़ाने के बीच में उद्धरण चिह्न है, जो उससे शुरू नहीं होता।",
    "Line {1} has a carriage return that ends no line.":
      "पंक्ति {1} में ऐसा वाहक-वापसी चिह्न है जो पंक्ति समाप्त नहीं करता।",
    "Line {1} has text after the closing quotation mark of a field.":
      "पंक्ति {1} में ख़ाने के बंद उद्धरण चिह्न के बाद भी कुछ लिखा है।",
    "Line {1} opens a quotation mark that is never closed.":
      "पंक्ति {1} में खुला उद्धरण चिह्न कहीं बंद नहीं होता।",
    "The file is empty.":
      "फ़ाइल ख़ाली है।",
    "\"{1}\" maps nothing. Write FIELD=COLUMN, like date=Booked; the fields are {2}.":
      "\"{1}\" कुछ नहीं जोड़ता। FIELD=COLUMN लिखें, जैसे date=Booked; ख़ाने हैं: {2}।",
    "The file has no column \"{1}\". It has: {2}.":
      "फ़ाइल में \"{1}\" नाम का स्तंभ नहीं है। ये हैं: {2}।",
    "No column is the {1}. Say which with --map {2}=COLUMN; there are: {3}.":
      "{1} का कोई स्तंभ नहीं है। --map {2}=COLUMN से बताएँ; ये हैं: {3}।",
    "\"{1}\" is below 0. If such amounts are expenses and others income, say --signed.":
      "\"{1}\" 0 से कम है। अगर ऐसी रक़में ख़र्च हैं और बाक़ी आय, तो --signed लिखें।",
    "\"{1}\" is not NAME=AMOUNT.":
      "\"{1}\" NAME=AMOUNT नहीं है।",
    "\"{1}\" names nobody. Write NAME IN THE FILE=NAME HERE.":
      "\"{1}\" में कोई नाम नहीं है। ऐसे लिखें: फ़ाइल में नाम=यहाँ का नाम।",
    "{1} Say who it is with --member \"{2}=NAME\".":
      "{1} --member \"{2}=NAME\" से बताएँ कि वह कौन है।",
    "\"{1}\" is no day like 2026-11-20. If days are written otherwise, say --dates dmy, mdy or ymd.":
      "\"{1}\" 2026-11-20 जैसा दिन नहीं है। दिन और तरह लिखे हों तो --dates dmy, mdy या ymd लिखें।",
    "\"{1}\" is no day in the order {2}, with a year of four digits.":
      "\"{1}\" {2} क्रम में चार अंकों के साल वाला दिन नहीं है।",
    "The first line names no column \"{1}\". The columns are {2}; from and rate are needed.":
      "पहली पंक्ति में \"{1}\" नाम का स्तंभ नहीं है। स्तंभ हैं: {2}; from और rate ज़रूरी हैं।",
    "{1} has no rate in itself.":
      "{1} की अपने आप में कोई दर नहीं होती।",
    "Line {1} has a rate of these currencies and this day already.":
      "पंक्ति {1} में इन मुद्राओं की इस दिन की दर पहले से है।",
    "This is no export of Splitwise: no line begins with Date,Description,Category,Cost,Currency.":
      "यह Splitwise का निर्यात नहीं है: कोई पंक्ति Date,Description,Category,Cost,Currency से शुरू नहीं होती।",
    "The file names no people: there is no column after Currency.":
      "फ़ाइल में लोग नहीं हैं: Currency के बाद कोई स्तंभ नहीं है।",
    "What people paid and owe does not add up to 0.":
      "लोगों ने जो दिया और जो देना है, उनका जोड़ 0 नहीं है।",
    "People get back more than it cost.":
      "लोगों को ख़र्च से ज़्यादा वापस मिलता है।",
    "The total of {1} in {2} is {3} here, but the lines above come to {4}.":
      "{2} में {1} का जोड़ यहाँ {3} है, पर ऊपर की पंक्तियों का {4} है।",
    "It has fewer than five fields.":
      "इसमें पाँच से कम ख़ाने हैं।",
    "It has more fields than the first line.":
      "इसमें पहली पंक्ति से ज़्यादा ख़ाने हैं।",
    "Nothing was added, since {1} of the lines cannot be.":
      "कुछ नहीं जोड़ा गया, क्योंकि {1} पंक्तियाँ नहीं जुड़ सकतीं।",
    "Nothing was noted, since {1} of the lines cannot be.":
      "कुछ दर्ज नहीं हुआ, क्योंकि {1} पंक्तियाँ दर्ज नहीं हो सकतीं।",
    "Correct them, or leave them out with --skip-problems.":
      "उन्हें सुधारें, या --skip-problems से छोड़ दें।",
    "Could not write {1}.":
      "{1} लिखी नहीं जा सकी।",
    "Could not read {1}.":
      "{1} पढ़ी नहीं जा सकी।",
    "Check that the folder is there, that you may write to it and that the disk has room.":
      "जाँचें कि फ़ोल्डर है, आप उसमें लिख सकते हैं और डिस्क में जगह है।",
    "Check that the folder is there and that you may write to it.":
      "जाँचें कि फ़ोल्डर है और आप उसमें लिख सकते हैं।",
    "Check the folder, and that no file of that name is there; --out names another.":
      "फ़ोल्डर जाँचें, और यह कि उस नाम की फ़ाइल न हो; दूसरा नाम --out से दें।",
    "Check the path, and that you may read the file.":
      "पथ जाँचें, और यह कि आप फ़ाइल पढ़ सकते हैं।",
    "Could not read standard input.":
      "मानक इनपुट पढ़ा नहीं जा सका।",
    "Pipe the file into it, or name the file.":
      "फ़ाइल उसमें भेजें, या फ़ाइल का नाम लिखें।",
    "The group's history cannot be believed: {1}":
      "समूह के इतिहास पर भरोसा नहीं किया जा सकता: {1}",
    "Tell the server's operator.":
      "सर्वर चलाने वाले को बताएँ।",
    "{1} does not verify: {2}":
      "{1} सही नहीं निकली: {2}",
    "Get the file anew from where it came from.":
      "फ़ाइल जहाँ से आई थी वहाँ से फिर लें।",
    "The group cannot take it: {1}.":
      "समूह इसे नहीं ले सकता: {1}।",
    "The server does not have this file.":
      "सर्वर के पास यह फ़ाइल नहीं है।",
    "The member who added the receipt may still have it.":
      "जिसने रसीद जोड़ी उसके पास शायद हो।",
    "The server does not take the token kept here, so {1} was not taken.":
      "सर्वर यहाँ रखा टोकन नहीं मानता, इसलिए {1} नहीं ली गई।",
    "Register again: hearth register --replace.":
      "फिर से पंजीकरण करें: hearth register --replace।",
    "{1} may not be added by you, or the group is archived.":
      "{1} जोड़ने की आपको अनुमति नहीं है, या समूह संग्रह में है।",
    "Ask an adult of the group.":
      "समूह के किसी वयस्क से कहें।",
    "{1} was not taken: the server does not know this group, or keeps no files.":
      "{1} नहीं ली गई: सर्वर यह समूह नहीं जानता, या फ़ाइलें नहीं रखता।",
    "Check the group and the server.":
      "समूह और सर्वर जाँचें।",
    "{1} is larger than the server takes.":
      "{1} सर्वर की सीमा से बड़ी है।",
    "Make it smaller.":
      "उसे छोटी करें।",
    "{1} finds no room: the group or the server has as many files as it may, or the disk is full.":
      "{1} के लिए जगह नहीं है: समूह या सर्वर की फ़ाइलें पूरी हो चुकी हैं, या डिस्क भर गई है।",
    "Ask the server's operator.":
      "सर्वर चलाने वाले से कहें।",
    "{1} was not taken (HTTP status {2}).":
      "{1} नहीं ली गई (HTTP {2})।",
    "Try again later.":
      "बाद में फिर कोशिश करें।",
    "Before you become a minor in this group, read what that means:":
      "इस समूह में नाबालिग़ बनने से पहले पढ़ें कि इसका मतलब क्या है:",
    "As a minor you see the group's members, entries, budgets and balances, but you do not change them.":
      "नाबालिग़ के रूप में आप समूह के सदस्य, प्रविष्टियाँ, बजट और हिसाब देखते हैं, पर उन्हें बदलते नहीं।",
    "There is no private record for you here yet: entries that name you, and what you owe, are seen by all members of the group.":
      "यहाँ आपका कोई निजी खाता अभी नहीं है: जिन प्रविष्टियों में आपका नाम है और जो आपको देना है, वह समूह के सब सदस्य देखते हैं।",
    "You have no guardian here yet. The owner decides about your role, and the owner and admins see when you ask for another one.":
      "यहाँ आपका कोई अभिभावक अभी नहीं है। आपकी भूमिका स्वामी तय करता है, और जब आप दूसरी भूमिका माँगते हैं तो स्वामी और प्रबंधक देखते हैं।",
    "Nobody can make you a minor while you have an account here without your having read this.":
      "जब तक यहाँ आपका खाता है, कोई आपको इसे पढ़े बिना नाबालिग़ नहीं बना सकता।",
    "If you accept it: {1} --accept-transparency":
      "मानने पर: {1} --accept-transparency",
  ]
}
