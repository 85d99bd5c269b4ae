/// How much a server is used, in numbers of people and groups; of nobody in particular.
public struct UsageFigures: Sendable, Hashable {
  /// People with an account.
  public var identities: Int
  /// Those of them with a device that was used since a day.
  public var activeIdentities: Int
  /// Those of them who were the first in a group.
  public var creators: Int
  /// Groups with somebody in them.
  public var groups: Int
  /// Groups with two people or more in them.
  public var sharedGroups: Int

  /// Makes figures.
  public init(identities: Int = 0, activeIdentities: Int = 0, creators: Int = 0, groups: Int = 0, sharedGroups: Int = 0) {
    self.identities = identities
    self.activeIdentities = activeIdentities
    self.creators = creators
    self.groups = groups
    self.sharedGroups = sharedGroups
  }
}
