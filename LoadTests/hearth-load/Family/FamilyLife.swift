import HearthLoadKit

/// What happens in the family, week after week: who, what, how much, and among whom.
struct FamilyLife {
  /// The family, by place.
  enum Person: Int, CaseIterable {
    case asha, ravi, meera, kabir
  }

  /// How an expense is divided.
  enum Division {
    /// Among all four.
    case all
    /// Among some.
    case among([Person])
    /// By percent, for Asha and Ravi.
    case percent(Int32, Int32)
    /// From the payer to somebody.
    case transfer(to: Person)
    /// It comes in.
    case income
  }

  /// Something that happens. Amounts are in rupees; most vary by up to a tenth.
  struct Occasion {
    /// The day of the four weeks, from 0.
    var day: Int
    var who: Person
    var what: String
    var category: String
    var rupees: Int64
    var division = Division.all
    var merchant = ""
    /// Who pays half of it.
    var with: Person?
  }

  /// How many days the occasions span.
  static let days = 28

  /// Four weeks, in the order of the days.
  static let occasions: [Occasion] =
    [
      .init(day: 0, who: .asha, what: "Rent", category: "housing", rupees: 32_000, division: .percent(60, 40)),
      .init(day: 0, who: .ravi, what: "Salary", category: "salary", rupees: 85_000, division: .income),
      .init(day: 1, who: .asha, what: "Milk, curd, bread", category: "groceries", rupees: 340, merchant: "Mother Dairy"),
      .init(
        day: 1, who: .meera, what: "School fees, first term", category: "education", rupees: 18_500, division: .percent(50, 50), with: .asha
      ),
      .init(day: 2, who: .kabir, what: "Auto to college", category: "transportation", rupees: 120, division: .among([.kabir])),
      .init(day: 3, who: .ravi, what: "Vegetables at the mandi", category: "groceries", rupees: 860),
      .init(day: 4, who: .ravi, what: "Pocket money by UPI", category: "", rupees: 1_500, division: .transfer(to: .kabir)),
      .init(day: 5, who: .asha, what: "Dosa for everybody", category: "dining", rupees: 1_240, merchant: "Saravana Bhavan"),
      .init(
        day: 6, who: .meera, what: "Cinema", category: "entertainment", rupees: 960, division: .among([.meera, .kabir]), merchant: "PVR"),
      .init(day: 7, who: .asha, what: "Electricity", category: "utilities", rupees: 2_870, division: .percent(50, 50), merchant: "BESCOM"),
      .init(day: 8, who: .ravi, what: "Rice, atta, dal", category: "groceries", rupees: 3_450, merchant: "Big Bazaar", with: .asha),
      .init(day: 9, who: .kabir, what: "Data pack", category: "utilities", rupees: 299, division: .among([.kabir])),
      .init(day: 10, who: .meera, what: "Doctor", category: "healthcare", rupees: 700),
      .init(day: 11, who: .kabir, what: "Samosa and chai", category: "dining", rupees: 180, division: .among([.kabir, .meera])),
      .init(day: 12, who: .asha, what: "Family dinner", category: "dining", rupees: 2_980, merchant: "Barbeque Nation"),
      .init(day: 13, who: .meera, what: "Settling up by UPI", category: "", rupees: 2_000, division: .transfer(to: .asha)),
      .init(day: 14, who: .ravi, what: "Petrol", category: "transportation", rupees: 2_200, division: .among([.asha, .ravi])),
      .init(day: 15, who: .asha, what: "Vegetables and fruit", category: "groceries", rupees: 1_120),
      .init(day: 16, who: .ravi, what: "Gas cylinder", category: "utilities", rupees: 905),
      .init(day: 17, who: .meera, what: "दिवाली की मिठाई", category: "festivals", rupees: 2_400, merchant: "Haldiram's"),
      .init(day: 18, who: .kabir, what: "Diyas and rangoli colours", category: "festivals", rupees: 450),
      .init(day: 19, who: .asha, what: "Gifts for the cousins", category: "gifts", rupees: 5_200, with: .ravi),
      .init(day: 20, who: .ravi, what: "Late dinner after the puja", category: "dining", rupees: 1_860, merchant: "Swiggy"),
      .init(day: 21, who: .meera, what: "Tutoring, side income", category: "other-income", rupees: 6_000, division: .income),
      .init(day: 22, who: .asha, what: "Groceries for the month", category: "groceries", rupees: 4_300, merchant: "DMart", with: .ravi),
      .init(day: 23, who: .ravi, what: "Broadband", category: "utilities", rupees: 999, division: .percent(50, 50), merchant: "ACT"),
      .init(
        day: 24, who: .kabir, what: "Pizza with friends, and Meera", category: "dining", rupees: 1_150, division: .among([.kabir, .meera])),
      .init(day: 25, who: .kabir, what: "Paying Ravi back by UPI", category: "", rupees: 600, division: .transfer(to: .ravi)),
      .init(day: 26, who: .asha, what: "Gold coin for Dhanteras", category: "gold", rupees: 7_900, division: .percent(50, 50)),
      .init(day: 27, who: .meera, what: "Milk, eggs, fruit", category: "groceries", rupees: 780),
      .init(day: 27, who: .ravi, what: "Dinner with the grandparents", category: "dining", rupees: 2_640, merchant: "Karim's", with: .asha),
    ]
}
