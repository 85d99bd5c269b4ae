import HearthProtocol

/// The categories that a group starts with (product 127), by key.
public enum UsualCategory: String, CaseIterable, Sendable {
  // Each is named as its key is.
  case housing, groceries, utilities, education, healthcare, transportation, insurance
  case familySupport = "family-support"
  case emi, dining, entertainment, shopping
  case personalCare = "personal-care"
  case travel, subscriptions, gifts, festivals
  case emergencyFund = "emergency-fund"
  case investments, retirement
  case goalSavings = "goal-savings"
  case gold, salary
  case otherIncome = "other-income"

  /// Whether the group still calls it what it was called at the start.
  public func isUnchanged(_ category: Category) -> Bool {
    defaultCategories.contains { $0.key == rawValue && $0.name == category.name }
  }

  /// What it is called in Hindi.
  public var hindi: String {
    switch self {
    case .housing: "घर/किराया"
    case .groceries: "राशन"
    case .utilities: "बिजली-पानी"
    case .education: "शिक्षा"
    case .healthcare: "स्वास्थ्य"
    case .transportation: "यातायात"
    case .insurance: "बीमा"
    case .familySupport: "परिवार की मदद"
    case .emi: "ईएमआई/क़र्ज़"
    case .dining: "बाहर का खाना"
    case .entertainment: "मनोरंजन"
    case .shopping: "ख़रीदारी"
    case .personalCare: "निजी देखभाल"
    case .travel: "यात्रा"
    case .subscriptions: "सदस्यताएँ"
    case .gifts: "उपहार और दान"
    case .festivals: "त्योहार"
    case .emergencyFund: "आपात कोष"
    case .investments: "निवेश"
    case .retirement: "सेवानिवृत्ति"
    case .goalSavings: "लक्ष्य की बचत"
    case .gold: "सोना/आभूषण"
    case .salary: "वेतन"
    case .otherIncome: "अन्य आय"
    }
  }
}
