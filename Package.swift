// swift-tools-version: 6.2
import PackageDescription

// Only Tests/Fuzz/fuzz.sh sets it: own code then tells libFuzzer where it goes, and links with nothing but the fuzzer.
// Both sanitizers are named, since the last flag is the one that counts: with the fuzzer alone nothing watches what our
// code reads and writes. What watches it is called and not put in place, or the fuzzer takes the sanitizer's
// comparisons and branches for ours, which costs a third of the speed.
let isFuzzed = Context.environment["HEARTH_FUZZ"] != nil
let fuzzed = ["-sanitize=address,fuzzer", "-Xllvm", "-asan-instrumentation-with-call-threshold=0"]

// Every target is compiled in language mode 6 with warnings as errors.
let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] + (isFuzzed ? [.unsafeFlags(fuzzed)] : [])

// Generated messages keep large ones in classes, and each look at a field of a class asks at run time whether somebody
// writes it: a seventh of what deciding an entry costs. These looks are single loads and stores of the generated code,
// none within another, so they cannot overlap; debug builds, in which the tests run, go on asking.
let generated = strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

// Debug builds, in which the tests run, optimize what every test folds and decides with: generic code of the standard
// library would otherwise look its types up at each step, which is most of what the tests' time goes into.
let quick = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let hashTrees = Target.Dependency.product(name: "HashTreeCollections", package: "swift-collections")
let heaps = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let deques = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")

let package = Package(
  name: "hearth",
  products: [
    .executable(name: "hearthd", targets: ["hearthd"]),
    .executable(name: "hearth", targets: ["hearth"]),
    .executable(name: "hearth-load", targets: ["hearth-load"]),
    .library(name: "HearthClient", targets: ["HearthClient"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    // Thin C.
    .target(name: "CLinux"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

    // A lock, for targets that may not import more.
    .target(name: "Locking", swiftSettings: strict),

    // A value and words in one piece of memory.
    .target(name: "Packing", swiftSettings: strict),

    // Hashes, authentication codes, sealing and signatures by libcrypto.
    .target(name: "Cryptography", dependencies: ["COpenSSL"], swiftSettings: strict),

    // Puts files into the program when it is built.
    .executableTarget(name: "file-embedder", dependencies: ["CZlib", "Cryptography"], swiftSettings: strict),
    .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["file-embedder"], path: "Sources/EmbedFiles"),

    // Pure: no sockets, no clock, no randomness, no logging.
    .target(name: "HearthProtocol", dependencies: ["Cryptography", protobuf], swiftSettings: generated),
    .target(name: "Ledger", dependencies: ["HearthProtocol", "Packing", hashTrees], swiftSettings: quick),
    .target(name: "EventStore", dependencies: ["HearthProtocol", "Locking"], swiftSettings: strict),
    .target(
      name: "Room", dependencies: ["HearthProtocol", "Ledger", "EventStore", "Cryptography", "Locking", deques, hashTrees, protobuf],
      swiftSettings: quick),
    .target(name: "WebSocket", dependencies: ["Cryptography", httpTypes], swiftSettings: strict),
    .target(name: "Statements", dependencies: ["Ledger"], exclude: ["Profiles"], swiftSettings: strict, plugins: ["EmbedFiles"]),

    .target(name: "JSONWebToken", dependencies: ["Cryptography"], swiftSettings: strict),

    // What a file would do to a group.
    .target(name: "Importing", dependencies: ["HearthProtocol", "Ledger", "Statements"], swiftSettings: strict),

    // Shells: they own memory of C, sockets, clock and disk.
    .target(name: "TimeZones", dependencies: ["Ledger", "Locking"], swiftSettings: strict),
    .target(name: "Deflate", dependencies: ["CZlib", "WebSocket"], swiftSettings: strict),
    .target(name: "TLS", dependencies: ["COpenSSL", "Locking"], swiftSettings: strict),
    .target(name: "Transport", dependencies: ["CLinux", "Locking", "TLS"], swiftSettings: strict),
    // What a store seals with, and how that lies in it.
    .target(name: "Sealing", dependencies: ["Cryptography", "EventStore", "HearthProtocol", "Locking"], swiftSettings: strict),
    .target(
      name: "SQLiteStore", dependencies: ["Cryptography", "EventStore", "HearthProtocol", "Locking", "Sealing", grdb, sqlite],
      swiftSettings: strict),
    .target(
      name: "PostgresStore", dependencies: ["CPostgreSQL", "Cryptography", "EventStore", "HearthProtocol", "Locking", "Sealing"],
      swiftSettings: strict),
    // The page behind the invite: the files of Web/.
    .target(name: "Page", dependencies: ["CZlib"], swiftSettings: strict, plugins: ["EmbedFiles"]),
    .target(
      name: "HearthServer",
      dependencies: [
        "CLinux", "HearthProtocol", "Ledger", "Room", "EventStore", "WebSocket", "JSONWebToken", "Statements", "Importing", "TimeZones",
        "Deflate", "TLS",
        "Transport", "Cryptography", "Locking", "Page",
        protobuf, logging, httpTypes,
      ], swiftSettings: strict),
    .target(
      name: "HearthClient",
      dependencies: ["HearthProtocol", "Ledger", "WebSocket", "Deflate", "TLS", "Transport", "Locking", protobuf, deques, httpTypes],
      swiftSettings: strict),
    .target(
      name: "ClientStore",
      dependencies: ["Cryptography", "HearthProtocol", "Ledger", "HearthClient", "Locking", protobuf, grdb, sqlite], swiftSettings: strict),
    .target(
      name: "Console",
      dependencies: [
        "HearthProtocol", "Ledger", "Locking", "Statements", "Importing", "TimeZones", "TLS", "HearthClient", "ClientStore", "CQRencode",
      ],
      swiftSettings: strict),

    // Programs: argument parsing and wiring.
    .executableTarget(
      name: "hearthd",
      dependencies: [
        "CLinux", "HearthServer", "HearthProtocol", "JSONWebToken", "Ledger", "Locking", "SQLiteStore", "PostgresStore", "EventStore",
        "Room", "TLS", "TimeZones", "Transport", arguments, logging,
      ],
      swiftSettings: strict),
    .executableTarget(name: "hearth", dependencies: ["ClientStore", "Console", "Importing", "TLS", arguments], swiftSettings: strict),
    // Pure: the judge of the load tests, its own ledger, and what is thrown at a server.
    .target(name: "HearthLoadKit", dependencies: ["HearthProtocol"], path: "LoadTests/HearthLoadKit", swiftSettings: strict),
    // The shell of the catalogue of bad input: sockets and OpenSSL's own client.
    .target(
      name: "CatalogueRunner", dependencies: ["HearthLoadKit", "COpenSSL", "Deflate", "WebSocket"], path: "LoadTests/CatalogueRunner",
      swiftSettings: strict),
    .executableTarget(
      name: "hearth-load",
      dependencies: [
        "HearthLoadKit", "CatalogueRunner", "HearthClient", "HearthProtocol", "Ledger", "CLinux", "TLS", "Transport", "Locking", arguments,
        histogram,
      ],
      path: "LoadTests/hearth-load", swiftSettings: strict),
    // The three programs that a demo and a release need, so that one call builds them.
    .target(
      name: "MainPrograms", dependencies: ["hearthd", "hearth", "hearth-load"], path: "LoadTests/MainPrograms", swiftSettings: strict),
    .executableTarget(
      name: "hearth-echo", dependencies: ["TLS", "Transport", "WebSocket", "Deflate", "Locking", httpTypes, arguments],
      path: "LoadTests/hearth-echo", swiftSettings: strict),

    // The ledger and the opening of a group, against the clock.
    .executableTarget(
      name: "ledger-bench",
      dependencies: ["CLinux", "EventStore", "HearthProtocol", "HearthServer", "Ledger", "Room", "SQLiteStore", protobuf, arguments],
      path: "LoadTests/ledger-bench", exclude: ["thresholds.txt"], swiftSettings: strict),

    // What many tests need: chance with a seed, waiting, folders, a valid command of every kind.
    .target(name: "Support", dependencies: ["HearthProtocol", protobuf], path: "Tests/Support", swiftSettings: strict),
    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: strict),
    .testTarget(name: "HearthProtocolTests", dependencies: ["Support", "HearthProtocol", protobuf], swiftSettings: strict),
    .testTarget(name: "LedgerTests", dependencies: ["Support", "Ledger", "HearthProtocol", "EventStore", protobuf], swiftSettings: strict),
    .testTarget(
      name: "RoomTests", dependencies: ["Support", "Room", "Ledger", "HearthProtocol", "EventStore", protobuf], swiftSettings: strict),
    .testTarget(
      name: "StatementsTests", dependencies: ["Statements", "Ledger"], exclude: ["Files", "FormatFiles"], swiftSettings: strict),
    .testTarget(name: "TimeZonesTests", dependencies: ["TimeZones", "Ledger", "Locking"], swiftSettings: strict),
    // What tests of work measure with.
    .target(name: "Passes", path: "Tests/Passes", swiftSettings: strict),
    .testTarget(name: "WebSocketTests", dependencies: ["Support", "WebSocket", "Passes", httpTypes], swiftSettings: strict),
    // An issuer of tokens with its keys.
    .target(name: "TestIssuer", dependencies: ["COpenSSL", "Cryptography"], path: "Tests/TestIssuer", swiftSettings: strict),
    .testTarget(name: "JSONWebTokenTests", dependencies: ["JSONWebToken", "TestIssuer"], swiftSettings: strict),
    .target(name: "TestCertificates", path: "Tests/TestCertificates", swiftSettings: strict),
    .testTarget(name: "TLSTests", dependencies: ["Support", "TLS", "COpenSSL", "TestCertificates"], swiftSettings: strict),
    .testTarget(name: "DeflateTests", dependencies: ["Support", "Deflate", "WebSocket", "HearthLoadKit", "Passes"], swiftSettings: strict),
    .testTarget(
      name: "TransportTests", dependencies: ["Support", "Transport", "TLS", "COpenSSL", "TestCertificates", "Locking", "CLinux"],
      swiftSettings: strict
    ),
    // A PostgreSQL of its own, and what kills it.
    .target(name: "TestPostgres", dependencies: ["Locking"], path: "Tests/TestPostgres", swiftSettings: strict),
    .testTarget(
      name: "EventStoreTests",
      dependencies: [
        "Support", "EventStore", "SQLiteStore", "PostgresStore", "Sealing", "Cryptography", "TestPostgres", "HearthProtocol", "Locking",
        grdb,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HearthServerTests",
      dependencies: [
        "Support", "HearthServer", "Page", "Ledger", "SQLiteStore", "PostgresStore", "TestPostgres", "Sealing", "EventStore",
        "HearthClient",
        "ClientStore", "Console", "Importing", "HearthProtocol",
        "WebSocket",
        "JSONWebToken",
        "TimeZones", "Deflate", "Transport", "TLS", "Room", "HearthLoadKit", "Locking", "Passes", "TestIssuer", "TestCertificates", logging,
        httpTypes, deques,
        grdb, "Cryptography",
      ],
      swiftSettings: strict),
    // The doors of a server, tried with what the ledger's tests have.
    .testTarget(
      name: "DoorTests",
      dependencies: [
        "LedgerTests", "HearthServerTests", "HearthServer", "Room", "Ledger", "HearthProtocol", "EventStore", "Transport", protobuf,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HearthClientTests", dependencies: ["Support", "HearthClient", "HearthProtocol", "Ledger", "Locking", "Transport", protobuf],
      swiftSettings: strict),
    .testTarget(
      name: "ClientStoreTests",
      dependencies: ["Support", "ClientStore", "Cryptography", "HearthClient", "HearthProtocol", "Ledger", grdb],
      swiftSettings: strict),
    .testTarget(
      name: "ConsoleTests",
      dependencies: ["Support", "Passes", "Console", "ClientStore", "HearthClient", "HearthProtocol", "Importing", "Ledger", "Statements"],
      swiftSettings: strict),
    .testTarget(
      name: "CatalogueTests",
      dependencies: [
        "Support", "CatalogueRunner", "HearthLoadKit", "HearthServer", "EventStore", "TLS", "Transport", "TestCertificates", "Locking",
        logging,
      ], swiftSettings: strict),
    .testTarget(name: "HearthLoadTests", dependencies: ["HearthLoadKit", "HearthProtocol"], swiftSettings: strict),
    // Starts programs as built, and hearthd with its members.
    .target(name: "Programs", dependencies: ["HearthClient", "HearthProtocol", "Locking"], path: "Tests/Programs", swiftSettings: strict),
    // Real processes: hearthd, hearth, hearth-load and hearth-echo as built.
    .testTarget(
      name: "SystemTests",
      dependencies: [
        "Support", "Programs", "hearthd", "hearth", "hearth-load", "hearth-echo", "ledger-bench", "HearthProtocol", "HearthClient",
        "HearthServer", "Console",
        "CatalogueRunner", "HearthLoadKit", "TestCertificates", "TestIssuer", "TestPostgres", "Locking", grdb, arguments,
      ],
      exclude: ["Clock"], swiftSettings: strict),
    // The real cores in simulated shells, under one seed.
    .testTarget(
      name: "Simulation",
      dependencies: [
        "Support", "HearthServer", "HearthClient", "Room", "EventStore", "Ledger", "HearthProtocol", "WebSocket", "Transport", "TLS",
        "TestCertificates", "Locking", heaps,
        protobuf, logging,
      ],
      swiftSettings: strict),
    // hearthd on a disk that loses power, fails, is full or rots.
    .testTarget(
      name: "Crash",
      dependencies: [
        "Support", "Programs", "hearthd", "hearth", "HearthServer", "HearthClient", "ClientStore", "HearthLoadKit", "HearthProtocol",
        "Ledger", "Room",
        "EventStore", "SQLiteStore",
        logging, grdb,
      ],
      path: "Tests/Crash", exclude: ["Shim"], swiftSettings: strict),
    // What the fuzzers call, one file a unit, and the tests that call it with the corpus.
    .target(
      name: "FuzzUnits",
      dependencies: [
        "WebSocket", "JSONWebToken", "TimeZones", "Deflate", "TLS", "Transport", "HearthProtocol", "Ledger", "Statements", "Importing",
        "HearthServer", "CZlib", "COpenSSL",
        "Cryptography", "TestCertificates", httpTypes, protobuf,
      ],
      path: "Tests/FuzzUnits", swiftSettings: strict),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzUnits"], swiftSettings: strict),
    // The house rules, checked.
    .testTarget(name: "Tidy", exclude: ["comments.py", "places.py", "prose.py"], swiftSettings: strict),
  ]
)

// The test targets to compile, by name and with commas between them. Without it all are.
if let chosen = Context.environment["HEARTH_TESTS"] {
  var names = chosen.split(separator: ",").map(String.init)
  // They use what these two have.
  if names.contains("DoorTests") { names += ["LedgerTests", "HearthServerTests"] }
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

if isFuzzed {
  package.targets += [
    // Which blocks of OpenSSL's AddressSanitizer does not watch.
    .target(name: "FuzzMemory", path: "Tests/Fuzz/Memory", linkerSettings: [.linkedLibrary("crypto")]),
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzUnits", "FuzzMemory", "WebSocket", "Deflate"], path: "Tests/Fuzz",
      exclude: ["Corpus", "Memory", "fuzz.sh", "differential.py"],
      swiftSettings: strict + [.enableExperimentalFeature("Extern")],
      linkerSettings: [.unsafeFlags(["-sanitize=address,fuzzer", "-use-ld=lld"])]),
  ]
}
