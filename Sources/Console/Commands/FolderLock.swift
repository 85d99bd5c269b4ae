import ClientStore

/// `hearth lock`: a passphrase on what this device keeps (product 163).
public enum FolderLock {
  /// Sets the passphrase, after it was said what is lost when it is forgotten.
  public static func set(isJSON: Bool, _ terminal: Terminal, home: HomeFolder) throws(ConsoleFailure) {
    let phrases = terminal.theme.phrases
    let isFinished = try failing { () throws(HomeFailure) in try home.finishInterrupted() }
    if isFinished, try failing({ () throws(HomeFailure) in try home.isLocked }) {
      return tell(isJSON, isLocked: true, phrases.locked(home.path.printable), terminal)
    }
    guard try !failing({ () throws(HomeFailure) in try home.isLocked }) else { throw ConsoleFailure(ProfileFailure(.lockedAlready)) }
    // On standard error, where a script's output is data.
    terminal.complain(phrases.lockWarning(home.path.printable).flatMap { $0.wrapped(to: terminal.theme.width) })
    let passphrase = try chosen(phrases)
    try failing { () throws(HomeFailure) in try home.lock(passphrase) }
    tell(isJSON, isLocked: true, phrases.locked(home.path.printable), terminal)
  }

  /// Ends it.
  public static func remove(isJSON: Bool, _ terminal: Terminal, home: HomeFolder) throws(ConsoleFailure) {
    try failing { () throws(HomeFailure) in try home.unlock() }
    tell(isJSON, isLocked: false, terminal.theme.phrases.unlocked(home.path.printable), terminal)
  }

  /// The new passphrase: a script says it once, a person twice.
  private static func chosen(_ phrases: Phrases) throws(ConsoleFailure) -> [UInt8] {
    if let said = Passphrase.taken() { return said }
    guard let first = Passphrase.typed(phrases.askNewPassphrase()) else { throw ConsoleFailure(ProfileFailure(.passphraseMissing)) }
    guard Passphrase.typed(phrases.askAgain()) == first else {
      throw ConsoleFailure(
        ArgumentFlaw("The two passphrases differ, so nothing was locked. Try again.", "दोनों गुप्त वाक्य अलग हैं, इसलिए ताला नहीं लगा। फिर से करें।"))
    }
    return first
  }

  private static func tell(_ isJSON: Bool, isLocked: Bool, _ line: String, _ terminal: Terminal) {
    guard isJSON else { return terminal.write([line]) }
    var json = JSONLine()
    json.add("locked", json: isLocked ? "true" : "false")
    terminal.write([json.text])
  }

  private static func failing<Value>(_ body: () throws(HomeFailure) -> Value) throws(ConsoleFailure) -> Value {
    do {
      return try body()
    } catch {
      throw ConsoleFailure(ProfileFailure(error))
    }
  }
}
