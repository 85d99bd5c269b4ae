import HearthProtocol
import Ledger

/// Finds categories by the names that banks and other apps have for them, and by rules of the user.
struct CategoryNames {
  private let shared: SharedState
  private let rules: [ImportRule]

  init(_ shared: SharedState, _ rules: [ImportRule]) { (self.shared, self.rules) = (shared, rules) }

  /// The key of the group's category; nil where none is meant, or none that fits.
  ///
  /// - Parameters:
  ///   - name: as the file has it.
  ///   - text: what it was for, which rules look at.
  func key(_ name: String, text: String, _ kind: EntryKind) -> String? {
    let small = text.lowercased()
    if let rule = rules.last(where: { small.contains($0.words) }), let key = fitting(rule.category, kind) { return key }
    if name.isEmpty { return nil }
    if let own = shared.categories.key(named: name), let key = fitting(own, kind) { return key }
    return Self.keys[name.lowercased()].flatMap { fitting($0, kind) }
  }

  private func fitting(_ key: String, _ kind: EntryKind) -> String? {
    guard let category = shared.category(key) else { return nil }
    switch kind {
    case .expense: return category.forExpense ? key : nil
    case .income: return category.forIncome ? key : nil
    default: return nil
    }
  }

  private static let keys: [String: String] = {
    var keys: [String: String] = [:]
    for (key, names) in names { for name in names.split(separator: "|") { keys[String(name)] = key } }
    return keys
  }()

  /// By key, the names in Splitwise, Spliit and other apps, and in English, German, French, Swedish, Dutch, Spanish,
  /// Italian, Polish, Portuguese and Hindi.
  private static let names: [(String, String)] = [
    (
      "groceries",
      "groceries|household supplies|supermarket|lebensmittel|einkauf|courses|alimentation|supermarché|livsmedel|matvaror|boodschappen|supermercado|comida|किराना|राशन|food|food & groceries|spesa|generi alimentari|alimentari|artykuły spożywcze|zakupy spożywcze|żywność|mercado|mercearia|compras de supermercado|alimentação"
    ),
    (
      "dining",
      "dining out|dining|food and drink - other|food and drink|liquor|restaurants|restaurant|eating out|essen gehen|essen und trinken - sonstiges|restauration|restaurang|uit eten|restaurante|बाहर खाना|restaurants & bars|restaurant & bars|food & dining|bars & restaurants|bars & cafes|cafes|coffee shops|fast food|ristoranti|ristorante|ristoranti e bar|bar e ristoranti|restauracje|restauracja|jedzenie na mieście|restaurantes|restaurantes e bares"
    ),
    (
      "housing",
      "rent|mortgage|home - other|maintenance|miete|loyer|hyra|huur|alquiler|किराया|housing|wohnen|logement|boende|affitto|casa|mutuo|czynsz|mieszkanie|dom|aluguel|aluguer|moradia|habitação"
    ),
    (
      "utilities",
      "electricity|heat/gas|water|trash|tv/phone/internet|utilities - other|utilities|cleaning|services|strom|heizung/gas|wasser|électricité|eau|el|vatten|energie|luz|बिजली|bills|bollette|utenze|luce|acqua|rachunki|prąd|contas|luz e água|água|eletricidade|energia"
    ),
    (
      "transportation",
      "bus/train|car|taxi|gas/fuel|parking|bicycle|transportation - other|transport|transportation|bus/zug|auto|parken|fahrrad|voiture|essence|bil|vervoer|transporte|परिवहन|transportes|trasporti|trasporto|carburante|benzina|transport publiczny|paliwo|samochód|combustível|carro|táxi|public transport|auto & transport"
    ),
    (
      "travel",
      "plane|hotel|travel|flugzeug|reisen|voyage|avion|resa|resor|reizen|viaje|viajes|holidays|vacation|यात्रा|viaggi|viaggio|vacanze|podróże|podróż|wakacje|viagens|viagem|férias|travel & vacation"
    ),
    (
      "entertainment",
      "movies|music|games|sports|entertainment - other|entertainment|filme|musik|spiele|sport|unterhaltung|cinéma|musique|jeux|loisirs|nöje|ocio|मनोरंजन|intrattenimento|svago|divertimento|tempo libero|rozrywka|kultura i rozrywka|entretenimento|lazer"
    ),
    (
      "shopping",
      "furniture|electronics|clothing|shopping|möbel|elektronik|kleidung|meubles|vêtements|kläder|kleding|ropa|ख़रीदारी|acquisti|abbigliamento|vestiti|zakupy|ubrania|odzież|compras|roupas|roupa|vestuário|clothes"
    ),
    (
      "healthcare",
      "medical expenses|health|healthcare|medical|gesundheit|arztkosten|santé|hälsa|zorg|salud|स्वास्थ्य|salute|sanità|farmacia|zdrowie|apteka|lekarz|saúde|farmácia|health & fitness|pharmacy"
    ),
    (
      "insurance",
      "insurance|versicherung|assurance|försäkring|verzekering|seguro|बीमा|assicurazione|assicurazioni|ubezpieczenie|ubezpieczenia|seguros"
    ),
    ("education", "education|bildung|éducation|utbildning|onderwijs|educación|शिक्षा|istruzione|scuola|edukacja|szkoła|educação|escola"),
    (
      "gifts",
      "gifts|gift|geschenke|cadeaux|presenter|cadeaus|regalos|उपहार|donation|charity|regali|regalo|prezenty|prezent|presentes|presente|gifts & donations"
    ),
    (
      "family-support",
      "childcare|pets|kinderbetreuung|haustiere|garde d'enfants|barnomsorg|bambini|animali|dzieci|zwierzęta|crianças|filhos"
    ),
    (
      "salary",
      "salary|income|wages|gehalt|lohn|salaire|lön|salaris|nómina|वेतन|stipendio|wynagrodzenie|pensja|wypłata|salário|paycheck|paychecks"
    ),
  ]
}

/// What a user wants of lines with some words: "UPI-VEGETABLE" is groceries.
public struct ImportRule: Equatable, Sendable {
  /// In small letters; at least one.
  public var words: String
  /// The category's key.
  public var category: String

  // Limit: words of a rule, in characters, and rules of a user.
  /// Characters of a rule's words.
  public static let wordsMax = 100
  /// Rules of a user.
  public static let countMax = 1_000

  /// Makes a rule.
  public init(words: String, category: String) { (self.words, self.category) = (words, category) }
}

extension Sequence<Category> {
  /// The key of the category with this key or name, in capitals or not.
  public func key(named text: String) -> String? {
    let wanted = text.lowercased()
    return first { $0.key == wanted || $0.name.lowercased() == wanted }?.key
  }
}
