extension Hindi {
  /// Of the connection and of what is kept on this machine.
  static let machineWordings: [String: String] = [
    "{1} at {2}": "{1}, {2} पर",
    "Registered as {1}.": "पंजीकरण हुआ: {1}।",
    "Logged in as {1}.": "लॉग इन हुआ: {1}।",
    "Your credentials are in {1}. That file lets anybody act as you: keep it to yourself, and keep a copy.":
      "आपकी पहचान {1} में है। जिसके पास यह फ़ाइल है, वही आप है: इसे अपने पास रखें, और एक प्रति भी।",
    "You are no member of this group any more.": "अब आप इस समूह के सदस्य नहीं हैं।",
    "A group": "एक समूह",
    "{1}: the whole history": "{1}: पूरा इतिहास",
    "{1}: one member's share of the history": "{1}: इतिहास का एक सदस्य को दिखने वाला भाग",
    "{1} events ({2}), {3} entries, {4} receipts": "{1} घटनाएँ ({2}), {3} प्रविष्टियाँ, {4} रसीदें",
    "Order, hash chains, receipts and checksum hold.": "क्रम, हैश-शृंखलाएँ, रसीदें और जाँच-अंक ठीक हैं।",
    "{1} events are of a later version and were not looked into.": "{1} घटनाएँ बाद के संस्करण की हैं और जाँची नहीं गईं।",
    "it closed the connection with code {1}":
      "उसने संपर्क कोड {1} के साथ बंद किया",
    "it answered with HTTP status {1}":
      "उसका जवाब HTTP {1} था",
    "the connection broke":
      "संपर्क टूट गया",
    "it is silent":
      "वह चुप है",
    "{1} cannot be used: {2}.":
      "{1} काम में नहीं लिया जा सकता: {2}।",
    "Check the folder's permissions, or set HEARTH_HOME to one that you can write.":
      "फ़ोल्डर की अनुमतियाँ जाँचें, या HEARTH_HOME में ऐसा फ़ोल्डर दें जिसमें आप लिख सकें।",
    "There is no room for {1}.":
      "{1} के लिए जगह नहीं है।",
    "Make room on that disk, and try again.":
      "उस डिस्क में जगह बनाएँ, और फिर कोशिश करें।",
    "Another program holds {1}.":
      "{1} दूसरे प्रोग्राम के पास है।",
    "Wait until it has ended, and try again.":
      "उसके समाप्त होने तक रुकें, और फिर कोशिश करें।",
    "{1} cannot be read: {2}.":
      "{1} पढ़ी नहीं जा सकती: {2}।",
    "It keeps only what waits to be sent and what was seen. Move the file away; what waited in it has to be entered again.":
      "इसमें केवल वह रहता है जो भेजना बाक़ी है और जो देखा गया। फ़ाइल को हटाएँ; जो भेजना बाक़ी था उसे फिर दर्ज करना होगा।",
    "A newer hearth wrote the file that keeps what waits to be sent.":
      "जो भेजना बाक़ी है उसकी फ़ाइल नए संस्करण ने लिखी है।",
    "Use that version of hearth.":
      "वही संस्करण काम में लें।",
    "{1} commands wait to be sent, as many as may.":
      "{1} आदेश भेजने बाक़ी हैं, इससे ज़्यादा नहीं रुक सकते।",
    "Reach the server with hearth sync, or drop some: hearth outbox.":
      "सर्वर तक पहुँचें: hearth sync, या कुछ छोड़ दें: hearth outbox।",
    "Nothing of this group can be vouched for. See what was altered: hearth verify.":
      "इस समूह की किसी बात पर भरोसा नहीं किया जा सकता। देखें कि क्या बदला गया: hearth verify।",
    "The name {1} could not be resolved: {2}.":
      "नाम {1} का पता नहीं मिला: {2}।",
    "Check the server's address and your network.":
      "सर्वर का पता और अपना नेटवर्क जाँचें।",
    "{1} cannot be reached: {2}.":
      "{1} तक पहुँचा नहीं जा सका: {2}।",
    "Check that the server is running and the address is right.":
      "जाँचें कि सर्वर चल रहा है और पता सही है।",
    "{1} does not know who you are: it does not take the token kept here.":
      "{1} आपको नहीं पहचानता: वह यहाँ रखा टोकन नहीं मानता।",
    "Register again: hearth register --replace. Where accounts are an issuer's, log in with a new token: hearth login --jwt.":
      "फिर से पंजीकरण करें: hearth register --replace। जहाँ खाते किसी और के हैं वहाँ नए टोकन से आएँ: hearth login --jwt।",
    "{1} lets this device in no more: it was revoked, or its token was replaced meanwhile or has expired.":
      "{1} इस उपकरण को अब नहीं आने देता: वह हटाया गया, या उसका टोकन बदला गया या समाप्त हो गया।",
    "If it was not you, look at hearth devices elsewhere. A device that is logged in can link this one again: hearth devices link. An issuer's newer token goes on: hearth login --jwt.":
      "अगर यह आपने नहीं किया, तो दूसरे उपकरण पर देखें: hearth devices। जो उपकरण चालू है वह इसे फिर जोड़ सकता है: hearth devices link। खाते किसी और के हों तो नए टोकन से: hearth login --jwt।",
    "Check that a Hearth server of this version answers at that address.":
      "जाँचें कि उस पते पर इसी संस्करण का Hearth सर्वर है।",
    "Interrupted.":
      "बीच में रोका गया।",
    "The line to {1} is too slow: less than 10,240 bytes came in 10 s.":
      "{1} तक की लाइन बहुत धीमी है: 10 सेकंड में 10,240 बाइट से कम आए।",
    "Nothing was changed. Try again over a faster line.":
      "कुछ नहीं बदला. तेज़ लाइन पर फिर कोशिश करें।",
    "{1} gave no answer within {2} s.":
      "{1} ने {2} सेकंड में जवाब नहीं दिया।",
    "Nothing was changed. Try again.": "कुछ नहीं बदला। फिर कोशिश करें।",
    "It is not known whether the request was carried out. Look with hearth history before you send it again.":
      "यह हुआ या नहीं, पता नहीं। फिर भेजने से पहले देखें: hearth history।",
    "Check the file of --ca.":
      "--ca की फ़ाइल जाँचें।",
    "The system would not start the client: {1}.":
      "सिस्टम ने प्रोग्राम शुरू नहीं होने दिया: {1}।",
    "Check the limits of this account.":
      "इस खाते की सीमाएँ जाँचें।",
    "Could not read {1}: {2}.":
      "{1} पढ़ी नहीं जा सकी: {2}।",
    "Could not lock {1}: {2}.":
      "{1} रोकी नहीं जा सकी: {2}।",
    "Could not write {1}: {2}.":
      "{1} लिखी नहीं जा सकी: {2}।",
    "Could not replace {1}: {2}.":
      "{1} बदली नहीं जा सकी: {2}।",
    "The folder is locked, and no passphrase was given.": "फ़ोल्डर पर ताला है, और गुप्त वाक्य नहीं दिया गया।",
    "Run the command at a terminal and type it, or set HEARTH_PASSPHRASE for a script.":
      "आदेश को टर्मिनल पर चलाकर लिखें, या स्क्रिप्ट के लिए HEARTH_PASSPHRASE में रखें।",
    "The passphrase is wrong. Nothing was read or changed.": "गुप्त वाक्य ग़लत है। न कुछ पढ़ा गया, न बदला।",
    "Try again.": "फिर से करें।",
    "A passphrase has {1} to {2} characters.": "गुप्त वाक्य में {1} से {2} अक्षर होते हैं।",
    "Choose one of several words that nobody can guess.": "कई शब्दों का ऐसा वाक्य चुनें जिसे कोई बूझ न सके।",
    "No key could be derived: {1}": "कुंजी नहीं बन सकी: {1}",
    "Make 256 MB of memory free, and try again.": "256 MB मेमोरी ख़ाली करके फिर से करें।",
    "{1} is not readable as a lock.": "{1} ताले के रूप में पढ़ा नहीं जा सकता।",
    "Restore the file from a backup. Without it what is sealed does not open.":
      "फ़ाइल को बैकअप से लौटाएँ। उसके बिना मुहरबंद फ़ाइलें नहीं खुलतीं।",
    "A newer hearth wrote {1}.": "{1} को नए hearth ने लिखा है।",
    "{1} is sealed, and the file lock.json beside it is gone.": "{1} मुहरबंद है, और उसके पास की lock.json नहीं रही।",
    "Restore lock.json from a backup. Without it what is sealed does not open.":
      "lock.json को बैकअप से लौटाएँ। उसके बिना मुहरबंद फ़ाइलें नहीं खुलतीं।",
    "{1} does not open: it is damaged, or was put in the place of another file.":
      "{1} नहीं खुलती: वह ख़राब है, या किसी और फ़ाइल की जगह रखी गई है।",
    "Restore it from a backup.": "उसे बैकअप से लौटाएँ।",
    "Another call of hearth uses {1}.": "hearth का कोई और आदेश {1} चला रहा है।",
    "End it, such as a feed in another window, and try again.": "उसे बंद करें, जैसे दूसरी खिड़की का feed, और फिर से करें।",
    "{1} is no list of resources, or has more than {2}.": "{1} सहायता की सूची नहीं है, या उसमें {2} से ज़्यादा हैं।",
    "See how it is written: hearth privacy --help": "कैसे लिखें, यहाँ है: hearth privacy --help",
    "The folder is locked already.": "फ़ोल्डर पर पहले से ताला है।",
    "For another passphrase, end the lock first: hearth lock --remove": "दूसरे गुप्त वाक्य के लिए पहले ताला हटाएँ: hearth lock --remove",
    "The folder is not locked.": "फ़ोल्डर पर ताला नहीं है।",
    "Lock it: hearth lock": "ताला लगाएँ: hearth lock",
    "The two passphrases differ, so nothing was locked. Try again.":
      "दोनों गुप्त वाक्य अलग हैं, इसलिए ताला नहीं लगा। फिर से करें।",
    "Could not make the folder {1}: {2}.":
      "{1} का फ़ोल्डर बनाया नहीं जा सका: {2}।",
    "You are registered here already, as {1}.":
      "आप यहाँ पहले से पंजीकृत हैं: {1}।",
    "Use another folder (HEARTH_HOME=…), or --replace; the old identity's token is lost then, and its groups with it.":
      "दूसरा फ़ोल्डर लें (HEARTH_HOME=…), या --replace; तब पुरानी पहचान का टोकन खो जाता है, और उसके समूह भी।",
    "{1} names no identity.":
      "{1} में कोई पहचान नहीं है।",
    "Move the file away and register again, or restore it from a backup.":
      "फ़ाइल को हटाएँ और फिर से पंजीकरण करें, या बैकअप से वापस लाएँ।",
    "There is no {1} yet to keep it in.":
      "इसे रखने के लिए {1} अभी नहीं है।",
    "Register first: hearth register":
      "पहले पंजीकरण करें: hearth register",
    "You are not registered yet: there is no {1}.":
      "आप अभी पंजीकृत नहीं हैं: {1} नहीं है।",
    "Register first: hearth register --server ws://127.0.0.1:7433 --name YOURNAME":
      "पहले पंजीकरण करें: hearth register --server ws://127.0.0.1:7433 --name YOURNAME",
    "{1} is not readable as a profile.":
      "{1} प्रोफ़ाइल के रूप में पढ़ी नहीं जा सकती।",
    "{1} is gone.":
      "{1} अब नहीं है।",
    "Register again, or restore it from a backup.":
      "फिर से पंजीकरण करें, या बैकअप से वापस लाएँ।",
  ]
}
