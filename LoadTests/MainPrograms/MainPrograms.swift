// Nothing but a name for hearthd, hearth and hearth-load together: `swift build --target MainPrograms` builds the three
// at once.
