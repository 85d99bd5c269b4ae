import ClientStore

/// `hearth privacy --resources`, without a connection.
public struct ResourceCommands {
  private let output: Output
  private let home: HomeFolder

  /// Commands of one call.
  public init(_ terminal: Terminal, home: HomeFolder, isJSON: Bool) {
    self.init(Output(terminal: terminal, isJSON: isJSON), home)
  }

  init(_ output: Output, _ home: HomeFolder) { (self.output, self.home) = (output, home) }

  /// `hearth privacy --resources`: whom to call; asks nobody.
  public func show() {
    let resources = resources()
    output.show(Screens.resources(resources, output.theme), json: resources.map(Screens.resourceJSON))
  }

  /// A file that is not as it is to be is no reason to show nothing.
  func resources() -> [SupportResource] {
    do {
      return try SupportResource.all(in: home)
    } catch {
      output.complain(ConsoleFailure(error))
      return SupportResource.all
    }
  }
}
