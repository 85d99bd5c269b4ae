import Ledger

extension TransparencyNotice {
  /// The text in every language, a paragraph an element.
  static let wordings = zip(text, hindi).map { english, hindi in Wording("\(english)", "\(hindi)") }

  private static let hindi = [
    "नाबालिग़ के रूप में आप समूह के सदस्य, प्रविष्टियाँ, बजट और हिसाब देखते हैं, पर उन्हें बदलते नहीं।",
    "यहाँ आपका कोई निजी खाता अभी नहीं है: जिन प्रविष्टियों में आपका नाम है और जो आपको देना है, वह समूह के सब सदस्य देखते हैं।",
    "यहाँ आपका कोई अभिभावक अभी नहीं है। आपकी भूमिका स्वामी तय करता है, और जब आप दूसरी भूमिका माँगते हैं तो स्वामी और प्रबंधक देखते हैं।",
    "जब तक यहाँ आपका खाता है, कोई आपको इसे पढ़े बिना नाबालिग़ नहीं बना सकता।",
  ]
}
