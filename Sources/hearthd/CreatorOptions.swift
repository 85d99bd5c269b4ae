import ArgumentParser
import HearthProtocol
import HearthServer

/// Who may create groups.
struct CreatorOptions: ParsableArguments {
  /// Who may, besides those who are named.
  enum Creators: String, CaseIterable, ExpressibleByArgument {
    case everybody, members, named
  }

  @Option(
    help: ArgumentHelp(
      "Who may create groups: everybody; members, who were invited to a group and are in it; or named, who are named by --creator. Who "
        + "is in a group may invite to it all the same.", valueName: "who"))
  var whoMayCreate = Creators.everybody

  @Option(
    help: ArgumentHelp(
      "An identity that may create groups when not everybody may, repeatable; hearth register --json says it.", valueName: "identity"))
  var creator: [String] = []

  func validate() throws {
    if let wrong = creator.first(where: { IdentityID($0) == nil }) {
      throw ValidationError("--creator is an identity's id, a UUID, and not \"\(wrong)\".")
    }
    guard creator.isEmpty || whoMayCreate != .everybody else {
      throw ValidationError("--creator goes with --who-may-create members or named.")
    }
  }

  /// Sets what was given.
  func apply(to configuration: inout ServerConfiguration) {
    let named = Set(creator.compactMap { IdentityID($0) })
    switch whoMayCreate {
    case .everybody: configuration.creators = .everybody
    case .members: configuration.creators = .members(besides: named)
    case .named: configuration.creators = .named(named)
    }
  }
}
