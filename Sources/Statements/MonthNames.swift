/// Months by name, whole or cut, as files have them.
enum MonthNames {
  /// The month of a name, 1 to 12, in whatever case; nil when no month is called so.
  static func month(_ word: String) -> Int? { months[word.lowercased()] }

  /// Whether it is the name of a day of the week, or a word between day and month.
  static func isFiller(_ word: String) -> Bool { fillers.contains(word.lowercased()) }

  private static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for line in names.split(separator: "\n") {
      for (place, names) in line.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
        for name in names.split(separator: " ") { months[String(name)] = place + 1 }
      }
    }
    return months
  }()

  private static let fillers = Set(
    """
    st nd rd th of de den der le el am mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday \
    mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lun mar mer jeu ven sam dim lundi mardi \
    mercredi jeudi vendredi samedi dimanche mån tis ons tor fre lör sön måndag tisdag onsdag torsdag fredag lördag söndag \
    सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार
    """.split(separator: " ").map(String.init))

  /// English, German, French, Swedish, Hindi, Dutch, Spanish, Italian, Portuguese, Danish and Norwegian; one line a
  /// language, twelve months between commas.
  private static let names = """
    jan january,feb february,mar march,apr april,may,jun june,jul july,aug august,sep sept september,oct october,nov november,dec december
    jän januar jänner,februar feber,mär märz maerz mrz,,mai,juni,juli,,,okt oktober,,dez dezember
    janv janvier,févr fév fevr février fevrier,mars,avr avril,,juin,juil juillet,août aout,,octobre,novembre,déc décembre decembre
    januari,februari,,,maj,,,augusti,,,,
    जनवरी जन,फ़रवरी फरवरी फ़र,मार्च,अप्रैल अप्रै,मई,जून,जुलाई जुल,अगस्त अग,सितंबर सितम्बर सित,अक्टूबर अक्तूबर अक्टू,नवंबर नवम्बर नव,दिसंबर दिसम्बर दिस
    ,,mrt maart,,mei,,,augustus,,,,
    ene enero,febrero,marzo,abr abril,mayo,junio,julio,ago agosto,septiembre,octubre,noviembre,dic diciembre
    gen gennaio,febbraio,,aprile,mag maggio,giu giugno,lug luglio,,set settembre,ott ottobre,,dicembre
    janeiro,fev fevereiro,março,,maio,junho,julho,,setembro,out outubro,novembro,dezembro
    ,,marts,,,,,,,,,desember des
    """
}
