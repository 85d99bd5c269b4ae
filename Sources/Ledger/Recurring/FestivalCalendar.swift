import HearthProtocol

/// The days of festivals (product 192).
///
/// The dates are those of India as the package `holidays` 0.109 for Python has them, which takes them from
/// timeanddate.com: Diwali is the day of Lakshmi Puja, Holi the day of colours. Eid al-Adha of 2026 is the day on which
/// India's exchanges were closed, a day later than there. The months of the Islamic calendar begin when the moon is
/// seen, so the days of Eid from 2027 on are forecasts.
public enum FestivalCalendar {
  /// The first year and the last that the table has; of Christmas every year is known.
  public static let years = 2024...2035

  /// The days of the festival in this order; empty for one that is not known. In 2033 there are two Eid al-Fitr.
  public static func days(of festival: Festival) -> [CivilDate] {
    switch festival {
    case .diwali: diwali
    case .holi: holi
    case .eidAlFitr: eidAlFitr
    case .eidAlAdha: eidAlAdha
    case .christmas: christmas
    case .unspecified, .UNRECOGNIZED: []
    }
  }

  /// The festival's first day from this day on, or nil when the table ends before.
  public static func day(of festival: Festival, from day: CivilDate) -> CivilDate? { days(of: festival).first { $0 >= day } }

  private static let diwali = dates(
    "2024-10-31 2025-10-20 2026-11-08 2027-10-29 2028-10-17 2029-11-05 2030-10-26 2031-11-14 2032-11-02 2033-10-22 2034-11-10 2035-10-30")
  private static let holi = dates(
    "2024-03-25 2025-03-14 2026-03-04 2027-03-22 2028-03-11 2029-03-01 2030-03-20 2031-03-09 2032-03-27 2033-03-16 2034-03-05 2035-03-24")
  private static let eidAlFitr = dates(
    """
    2024-04-11 2025-03-31 2026-03-21 2027-03-10 2028-02-27 2029-02-15 2030-02-05 2031-01-25 2032-01-15 2033-01-03 2033-12-24 2034-12-13 \
    2035-12-02
    """)
  private static let eidAlAdha = dates(
    "2024-06-17 2025-06-07 2026-05-28 2027-05-17 2028-05-06 2029-04-25 2030-04-14 2031-04-03 2032-03-23 2033-03-12 2034-03-02 2035-02-19")
  private static let christmas = years.compactMap { CivilDate(year: $0, month: 12, day: 25) }

  private static func dates(_ text: String) -> [CivilDate] { text.split(separator: " ").compactMap { CivilDate(iso8601: $0) } }
}

extension Festival {
  /// The festivals that are known.
  public static let known: [Festival] = [.diwali, .holi, .eidAlFitr, .eidAlAdha, .christmas]

  /// As people write it.
  public var text: String {
    switch self {
    case .diwali: "Diwali"
    case .holi: "Holi"
    case .eidAlFitr: "Eid al-Fitr"
    case .eidAlAdha: "Eid al-Adha"
    case .christmas: "Christmas"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}
