/// Reads times as people write them: `10s`, `5m`, `12h`, `7d`.
public enum DurationText {
  /// Seconds of the text.
  public static func seconds(_ text: String) throws(ArgumentFlaw) -> UInt32 {
    let wrong = ArgumentFlaw(
      "\"\(text.printable)\" is no time. Write a whole number and a unit: 10s, 5m, 12h or 7d.",
      "\"\(text.printable)\" कोई समय नहीं है। पूरी संख्या और इकाई लिखें: 10s, 5m, 12h या 7d।")
    guard let unit = text.last, let number = UInt32(text.dropLast()), !text.hasPrefix("+") else { throw wrong }
    let factor: UInt32
    switch unit {
    case "s": factor = 1
    case "m": factor = 60
    case "h": factor = 3_600
    case "d": factor = 86_400
    default: throw wrong
    }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow else { throw ArgumentFlaw("\"\(text)\" is too long.", "\"\(text)\" बहुत लंबा है।") }
    guard seconds > 0 else {
      throw ArgumentFlaw("\"\(text)\" is no time at all. Write at least 1s.", "\"\(text)\" कुछ भी समय नहीं है। कम से कम 1s लिखें।")
    }
    return seconds
  }
}
