# Verbs for people. Each one says what it does and, when it fails, what to do about it.
# `make demo` and `make test` are all a newcomer needs: they install what is missing first.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo test page-test page-check page-pictures terminal-check properties room-keys simulate lint format protocol protocol-check dependencies build release static install deb image package-check units-check proxies-check metrics-check metrics-cost dashboard-picture load encryption-cost chaos cluster cluster-control crash leak attacker updates hostile slow-line import-speed crowd crowd-control soak bench ledger-bench ledger-speed ledger-peers store-speed autobahn api-check webhooks-check python-clients clients-check picture options examples sanitize fuzz fuzz-corpus fuzz-coverage fuzz-leaks fuzz-control differential findings ci clean

FOR ?= 30s
FILTER ?=
FULL ?=
SHOW ?=
TARGET ?=
RUNS ?=
CASES ?= 100000
KEEP ?=
SEED ?= 1
N ?= 100000
SEEDS ?= 20000
FIRST ?= 0
KILLS ?=
CUTS ?=
FLIPS ?=
RACES ?=
SAMPLES ?=
ROUNDS ?=
NODES ?=
LINKS ?=
STORE ?=
ENTRIES ?=
COMPARE ?=
PEERS ?=
REPS ?=
ONLY ?=
SHORT ?=
PREFIX ?=
DESTDIR ?=
PROGRAMS ?=
PREVIOUS ?=
VERSION ?=
SWIFT_SOURCES = Package.swift $(shell git ls-files 'Sources/*.swift' 'Tests/*.swift' 'LoadTests/*.swift' | grep -v /Generated/)

BUILD_REMEDY = The build failed: the lines above say where. Swift 6.3 and the network (for the packages) are needed; after an update of Swift, run make clean first.

help: ## show the verbs
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: dependencies ## build, start a server, let a family live in it, show the live feed (FOR=30s, FOR=forever, STORE=postgres)
	@echo "==> Building the programs (debug; the first time takes some minutes, and make test goes on from there)"
	@swift build --target MainPrograms || { echo "$(BUILD_REMEDY)" >&2; exit 1; }
	@PROGRAMS=.build/debug STORE="$(STORE)" LoadTests/demo.sh "$(FOR)"

test: dependencies build ## build and pass every test (FILTER=name for some of them)
	@echo "==> Running the tests"
	@$(if $(FILTER),swift test --skip-build --disable-xctest --filter $(FILTER),Tests/run.sh) || { \
	  echo "Tests failed: the lines above say which and why. One test: make test FILTER=name"; exit 1; } >&2
	@$(if $(FILTER),true,$(MAKE) --no-print-directory page-test)

page-test: ## live with the page in headless Chromium, against a real server (ONLY="join offline" for some scenarios)
	@deploy/dependencies.sh node-typescript
	@[ -x .build/debug/hearthd ] && [ -x .build/debug/hearth ] || swift build --target MainPrograms
	@echo "==> The page in headless Chromium"
	@Tests/Page/page.sh $(if $(ONLY),--only $(ONLY),)

terminal-check: ## walk through a family's screens in tmux, at 80 and 40 columns, in both languages (KEEP=folder keeps them)
	@deploy/dependencies.sh tmux
	@[ -x .build/debug/hearthd ] && [ -x .build/debug/hearth ] || swift build --target MainPrograms
	@Tests/Terminal/walk.py --programs .build/debug $(if $(KEEP),--keep $(KEEP),)

page-check: dependencies ## print the page's sizes, when its first content is there, and whether all may use it
	@[ -x .build/debug/hearthd ] && [ -x .build/debug/hearth ] || swift build --target MainPrograms
	@Tests/Page/page.sh --only sizes first_content accessible accessible_homes keyboard

PROPERTIES = (LedgerTests\.(PropertyTests|LimitsPropertyTests|SnapshotPropertyTests|BundlePropertyTests|FairnessTests|BudgetPropertyTests|MemberPropertyTests|SettlementPlanTests|SettlementTests|ExplanationTests|RateTests|ConvertedBalancesTests|ConvertedSettlementTests|CategoryTests|FuzzTests)|HearthProtocolTests\.BinaryWriterTests)/

properties: dependencies build ## try each property of the ledger, and the writer of messages, on N=100000 random cases, from other seeds with SEED=n (make test: 4,000)
	@echo "==> $(N) cases for each property of the ledger, seeds shifted by $(SEED); each test names its seed"
	@HEARTH_PROPERTY_CASES="$(N)" HEARTH_PROPERTY_SEED="$(SEED)" swift test --skip-build --disable-xctest --filter '$(PROPERTIES)'

build: dependencies ## build everything in debug
	@echo "==> Building (debug; the first time takes some minutes)"
	@swift build --build-tests --explicit-target-dependency-import-check error || { echo "$(BUILD_REMEDY)" >&2; exit 1; }

release: dependencies ## build the programs in release
	@echo "==> Building (release; the first time takes some minutes)"
	@swift build -c release --target MainPrograms || { echo "$(BUILD_REMEDY)" >&2; exit 1; }

static: dependencies ## build the programs for release with the Swift runtime inside, stripped, into .build/programs
	@echo "==> Building (release, static; the first time takes some minutes)"
	@deploy/package/static.sh .build/programs

install: ## put the programs of make static in place, with units, manual and completions (PREFIX=/usr/local, DESTDIR=)
	@PREFIX="$(or $(PREFIX),/usr/local)" DESTDIR="$(DESTDIR)" PROGRAMS="$(or $(PROGRAMS),.build/programs)" deploy/package/install.sh

deb: ## make a package for Debian 12 of the programs of make static, in .build/package
	@PROGRAMS="$(or $(PROGRAMS),.build/programs)" VERSION="$(VERSION)" deploy/package/deb.sh .build/package

image: ## make a container image of the programs of make static, as an OCI layout in .build/image
	@PROGRAMS="$(or $(PROGRAMS),.build/programs)" deploy/package/image.sh .build/image

package-check: ## install, upgrade and remove the package in a bare Debian 12, and run the image (SHORT=1: with the debug build, to which the chroot is lent the Swift runtime)
	@SHORT="$(SHORT)" PREVIOUS="$(PREVIOUS)" deploy/package/check.sh

units-check: ## judge the units by systemd's own rules: they are well formed, exposed to 2.0 at most, and forbid nothing that hearthd does under strace
	@deploy/dependencies.sh systemd strace
	@[ -x .build/debug/hearthd ] && [ -x .build/debug/hearth ] || swift build --target MainPrograms
	@deploy/package/units-check.sh

proxies-check: ## run the nginx, haproxy and Apache of Debian before hearthd with the blocks of docs/operating.md, plain and with TLS (SHORT=1: 8 s of silence in place of 80)
	@[ -x .build/debug/hearthd ] && [ -x .build/debug/hearth ] || swift build --target MainPrograms
	@SHORT="$(SHORT)" LoadTests/proxies.sh

metrics-check: ## let Debian's promtool judge /metrics and the alert rules, and a real Prometheus scrape a server under load and answer every panel of the dashboard
	@[ -x .build/debug/hearthd ] && [ -x .build/debug/hearth ] && [ -x .build/debug/hearth-load ] || swift build --target MainPrograms
	@deploy/dependencies.sh curl
	@LoadTests/metrics.sh

dashboard-picture: dependencies release ## draw docs/dashboard.svg anew: what a real Prometheus answers the dashboard's panels over three minutes of load
	@deploy/dependencies.sh curl
	@PROGRAMS=.build/release PICTURE=docs/dashboard.svg LoadTests/metrics.sh

dependencies: ## install what is missing from Debian's packages
	@deploy/dependencies.sh

simulate: dependencies ## live SEEDS=20000 simulated lives of server and clients, as many of families, a twentieth of flats and a quarter over several servers, with crashes, cuts and full disks, from FIRST=0 on (make test: 60, 100, 2 and 48), and see all sabotage found out
	@echo "==> Building the simulation (release; the first time takes some minutes)"
	@HEARTH_TESTS=Simulation swift build -c release -Xswiftc -enable-testing --scratch-path .build/simulate --product hearthPackageTests || { echo "$(BUILD_REMEDY)" >&2; exit 1; }
	@echo "==> $(SEEDS) lives, as many of families, a twentieth of flats and a quarter over several servers, from seed $(FIRST) on, one of them 100 times, and sabotaged worlds, which must be found out; a life that fails says how to live it again"
	@HEARTH_TESTS=Simulation HEARTH_SIMULATE_SEEDS="$(SEEDS)" HEARTH_SIMULATE_FIRST="$(FIRST)" HEARTH_SIMULATE_REPLAYS=100 swift test -c release --scratch-path .build/simulate --skip-build --disable-xctest --filter 'Simulation\.SimulationTests/(promises|families|flats|servers|replay|sabotageIsFound)'

picture: dependencies release ## draw docs/feed.svg anew: a terminal in which a family's feed runs
	@docs/picture.py

page-pictures: dependencies ## take the pictures of the page in docs/ anew, by the test that looks at every view
	@[ -x .build/debug/hearthd ] && [ -x .build/debug/hearth ] || swift build --target MainPrograms
	@fc-list | grep -q NotoSansDevanagari || { echo "The pictures need fonts: apt-get install fonts-noto-core fonts-noto-color-emoji" >&2; exit 2; }
	@rm -rf .build/pictures; mkdir -p .build/pictures; Tests/Page/page.sh --only every_view --pictures .build/pictures
	@cp .build/pictures/en-360-light-room.png docs/page-room.png; cp .build/pictures/hi-390-dark-child.png docs/page-child.png
	@cp .build/pictures/en-1280-light-charts.png docs/page-charts.png

options: dependencies ## write the table of options in docs/operating.md anew
	@swift build --product hearthd
	@docs/options.py

examples: ## write Protocol/EXAMPLES.md anew from the vectors
	@Protocol/examples.py

lint: ## check the format, strictly
	@echo "==> Checking the format"
	@swift format lint --strict --parallel $(SWIFT_SOURCES) || { echo "Run: make format" >&2; exit 1; }

format: ## bring the sources, their comments and the prose into the house format
	@Tests/Tidy/comments.py $(SWIFT_SOURCES)
	@swift format --in-place --parallel $(SWIFT_SOURCES)
	@Tests/Tidy/prose.py $(shell git ls-files '*.md')

protocol: dependencies ## generate Sources/HearthProtocol/Generated from Protocol/, Protocol/openapi.json from it and the table of calls, and the types of clients/
	@clients/generate.py
	@deploy/generate-protocol.sh Sources/HearthProtocol/Generated
	@deploy/generate-refusals.py Sources/Ledger/Generated/RejectionCode.swift
	@deploy/generate-refusal-words.py Sources/Console/Generated/RejectionCode+Words.swift Web/hi-refusals.js Web/remedies.js Web/refusal-codes.js
	@deploy/generate-deciding.py Sources/Ledger/Generated/Deciding.swift
	@deploy/generate-openapi.py Protocol/openapi.json
	@deploy/generate-amounts.py Sources/HearthServer/Generated/AmountNames.swift

protocol-check: dependencies ## fail when generated code and schema differ
	@echo "==> Comparing generated code with the schema"
	@clients/generate.py --check
	@out=$$(mktemp -d) && trap 'rm -rf "$$out"' EXIT && deploy/generate-protocol.sh "$$out" && \
	  diff -r "$$out" Sources/HearthProtocol/Generated && deploy/generate-refusals.py "$$out/refusals" && \
	  diff "$$out/refusals" Sources/Ledger/Generated/RejectionCode.swift && \
	  deploy/generate-refusal-words.py "$$out/console" "$$out/hindi" "$$out/remedies" "$$out/codes" && \
	  diff "$$out/console" Sources/Console/Generated/RejectionCode+Words.swift && diff "$$out/hindi" Web/hi-refusals.js && \
	  diff "$$out/remedies" Web/remedies.js && diff "$$out/codes" Web/refusal-codes.js && \
	  deploy/generate-deciding.py "$$out/deciding" && diff "$$out/deciding" Sources/Ledger/Generated/Deciding.swift && \
	  deploy/generate-openapi.py "$$out/openapi.json" && diff "$$out/openapi.json" Protocol/openapi.json && \
	  deploy/generate-amounts.py "$$out/amounts" && diff "$$out/amounts" Sources/HearthServer/Generated/AmountNames.swift || { echo "The schema changed: run make protocol and commit the result." >&2; exit 1; }

load: release ## measure: 100 rooms x 10 members, at 500 commands/s and saturating
	@LoadTests/load.sh

encryption-cost: release ## measure: what encryption at rest costs, the same load without and with it in turns (REPS=5)
	@REPS="$(or $(REPS),5)" LoadTests/encryption-cost.sh

metrics-cost: release ## measure: what counting for /metrics takes of a saturated server
	@swift build -c release --product ledger-bench
	@LoadTests/metrics-cost.sh

ledger-speed: release ## measure: the whole ledger beside an older build, BASE=path/to/its/checkout, in turns (REPS=5, ONLY=rows or turns), judged by what is promised
	@swift build -c release --product ledger-bench
	@BASE="$(BASE)" REPS="$(or $(REPS),5)" ONLY="$(ONLY)" LoadTests/ledger-speed.sh

ledger-peers: release ## measure: hearthd with the whole ledger beside a bare broadcast by JetStream (nats-server from PyPI) and by PostgreSQL, in turns (REPS=3), judged by what is promised
	@deploy/dependencies.sh strace
	@REPS="$(or $(REPS),3)" LoadTests/ledger-peers.sh

store-speed: release ## measure: one hearthd over PostgreSQL beside one over SQLite, and three over PostgreSQL beside one, in turns (REPS=3), judged by what is promised
	@REPS="$(or $(REPS),3)" LoadTests/stores.sh

chaos: release build ## kill the server every 2 s, 20 times, and prove that nothing is lost; then prove that the proof can fail
	@KILLS="$(or $(KILLS),20)" LoadTests/chaos.sh

cluster: dependencies ## trouble three hearthd over PostgreSQL with two synchronous standbys, under Patroni and etcd: each round once, and real faults that must be found (ROUNDS=4 for a short one, ONLY="kill-node cut-node", SEED=2, NODES=2, LINKS=0 without links between them, CLUSTERS=3 side by side, LATE=told where the machine does other work, BEFORE=folder with an older hearthd)
	@[ -x $(or $(PROGRAMS),.build/debug)/hearthd ] || swift build --target MainPrograms
	@mkdir -p .build; set -o pipefail; ROUNDS="$(ROUNDS)" ONLY="$(ONLY)" SEED="$(SEED)" NODES="$(NODES)" LINKS="$(LINKS)" CLUSTERS="$(or $(CLUSTERS),1)" BEFORE="$(BEFORE)" LATE="$(LATE)" PROGRAMS="$(PROGRAMS)" LoadTests/cluster.sh 2>&1 | tee .build/cluster.log; \
	status=$$?; $(if $(ONLY),true,LoadTests/record.py cluster "make cluster$(if $(ROUNDS), ROUNDS=$(ROUNDS))$(if $(LINKS), LINKS=$(LINKS))$(if $(CLUSTERS), CLUSTERS=$(CLUSTERS))" <.build/cluster.log) || status=1; exit $$status

cluster-control: ## prove that the judge of make cluster finds a lost, a doubled, a reordered and a leaked event, and other faults
	@LoadTests/cluster.sh control

crash: release build ## cut the server's power at every change of its disk, fail every sync, fill the disk at every write, turn bits, cut files short, hold snapshots against logs; then kill it; replaces its row of LoadTests/RESULTS.md (KILLS=1000 CUTS=500 FLIPS=1000)
	@echo "==> Power cuts, failing and full disks, turned bits, files cut short, snapshots against logs: every place (make test tries a few)"
	@set -o pipefail; { HEARTH_CRASH_CUTS="$(or $(CUTS),500)" HEARTH_CRASH_FLIPS="$(or $(FLIPS),1000)" \
	  swift test --skip-build --disable-xctest --no-parallel --filter '^Crash\.' && \
	  KILLS="$(or $(KILLS),1000)" EVERY=0.5 LoadTests/chaos.sh; } 2>&1 | tee .build/crash.log
	@LoadTests/record.py crash "make crash KILLS=$(or $(KILLS),1000) CUTS=$(or $(CUTS),500) FLIPS=$(or $(FLIPS),1000)" <.build/crash.log

leak: build ## race removals against entries RACES=10000 times, compare lanes, and time SAMPLES=10000 answers about groups of others and of nobody
	@echo "==> Lanes, removals, unknown groups, data folders (make test races a few times and times nothing)"
	@HEARTH_LEAK_RACES="$(or $(RACES),10000)" HEARTH_LEAK_SAMPLES="$(or $(SAMPLES),10000)" \
	  HEARTH_LEAK_HISTORIES="$(or $(HISTORIES),2500)" HEARTH_SEPARATION_RACES="$(or $(RACES),10000)" HEARTH_SEPARATION_HISTORIES="$(or $(HISTORIES),2500)" swift test --skip-build \
	  --disable-xctest --no-parallel --filter 'LaneLeakTests|RemovalRaceTests|SameWorkTests|DataLeakTests|SeparationRaceTests|SeparationLeakTests|CoachingLaneTests|FamilyLeakTests|FamilyRaceTests'

attacker: dependencies ## one address uses up all its limits beside others, whose p99 may be 1.5 times what it is without (ROUNDS=5)
	@echo "==> Building the server's tests (release; the first time takes some minutes)"
	@HEARTH_TESTS=HearthServerTests swift build -c release -Xswiftc -enable-testing --build-tests --scratch-path .build-attacker
	@HEARTH_ATTACK_ROUNDS="$(or $(ROUNDS),5)" HEARTH_TESTS=HearthServerTests swift test -c release -Xswiftc -enable-testing --skip-build \
	  --scratch-path .build-attacker --disable-xctest --no-parallel --filter 'OneAttackerTests'

updates: dependencies ## ask Debian whether a security update of anything that the programs are linked with is outstanding, and whether newer Swift packages are there; part of a release
	@deploy/updates.sh

hostile: release ## throw random bytes, mutated sessions and 1,000 times the catalogue of bad input at live servers
	@LoadTests/hostile.sh

slow-line: release ## read a group of 60,000 entries over a line of 20,000 bytes a second, in a namespace of its own; then prove that a line slower than allowed is given up (ENTRIES=60000)
	@ENTRIES="$(ENTRIES)" LoadTests/slow-line.sh

import-speed: release ## preview and commit a statement of 10,000 lines with hearth, into a group and into an account: within 3 s and within 30 s (LINES=10000)
	@set -o pipefail; LINES="$(or $(LINES),10000)" LoadTests/import-speed.sh | tee .build/import-speed.log
	@LoadTests/record.py import-speed "make import-speed" <.build/import-speed.log

crowd: dependencies ## 10,000 members beside stalled readers, half handshakes and ping floods: they must not notice
	@echo "==> Building hearth-echo and hearth-load (release)"
	@swift build -c release --product hearth-echo
	@swift build -c release --product hearth-load
	@LoadTests/crowd.sh

crowd-control: dependencies ## prove that the crowd notices a server that stands still for 700 ms
	@echo "==> Building hearth-echo and hearth-load (release)"
	@swift build -c release --product hearth-echo
	@swift build -c release --product hearth-load
	@LoadTests/crowd.sh control

soak: FOR = 10m
soak: dependencies ## connections come and go for ten minutes, a million of them, and nothing grows (FOR=10s for a short one)
	@echo "==> Building hearth-echo and hearth-load (release)"
	@swift build -c release --product hearth-echo
	@swift build -c release --product hearth-load
	@LoadTests/soak.sh "$(FOR)"

bench: dependencies ## hearth-echo beside other servers, plain, TLS and deflate, judged by what is promised (COMPARE=path/to/compare.py, which you bring, PEERS= REPS=5)
	@COMPARE="$(COMPARE)" LoadTests/bench.sh --check
	@echo "==> Building hearth-echo (release)"
	@swift build -c release --product hearth-echo
	@COMPARE="$(COMPARE)" PEERS="$(PEERS)" REPS="$(or $(REPS),5)" ONLY="$(ONLY)" LoadTests/bench.sh

ledger-bench: dependencies ## decide, fold, memory and opening (from memory and files) of a group of 60,000 entries, against the checked-in thresholds
	@echo "==> Building ledger-bench (release)"
	@swift build -c release --product ledger-bench
	@.build/release/ledger-bench

python-clients: dependencies ## let the usual WebSocket clients of Python talk to hearthd, with and without compression, plain and over TLS (SHORT=1: with alone)
	@deploy/dependencies.sh python3-websockets python3-aiohttp python3-websocket python3-tornado
	@swift build --product hearthd
	@SHORT="$(SHORT)" LoadTests/python-clients.sh

clients-check: ## let the packages of clients/ live their scenarios against hearthd, as their users install them (SHORT=1: with one Node, and fewer)
	@deploy/dependencies.sh $(if $(SHORT),,nodejs node-ws)
	@[ -x .build/debug/hearthd ] || swift build --product hearthd
	@SHORT="$(SHORT)" clients/tests/check.sh $(if $(ONLY),--only $(ONLY),)

api-check: dependencies ## judge Protocol/openapi.json, and let schemathesis try every call that it describes against a live hearthd (SHORT=1: fewer tries; SEED=2)
	@swift build --product hearthd
	@SHORT="$(SHORT)" SEED="$(SEED)" LoadTests/api-check.sh

webhooks-check: dependencies ## let packages from PyPI (standardwebhooks, http-ece, py-vapid) judge what hearthd sends to a webhook, over a restart, and to a browser
	@swift build --product hearthd
	@LoadTests/webhooks.sh

autobahn: dependencies ## judge the WebSocket by the Autobahn suite, server and client, plain and TLS: cases 1 to 10 (FULL=1: all 517)
	@echo "==> Building hearth-echo (release)"
	@swift build -c release --product hearth-echo
	@FULL=$(FULL) LoadTests/autobahn.sh

room-keys: dependencies build ## press a million random keys in the terminal's room (KEYS=1000000, SEED=1): only what was shown is sent
	@HEARTH_ROOM_KEYS="$(or $(KEYS),1000000)" HEARTH_ROOM_SEED="$(or $(SEED),1)" swift test --skip-build --disable-xctest --filter RoomKeysTests

sanitize: dependencies ## run all tests under ThreadSanitizer and AddressSanitizer (THREAD=1, ADDRESS=1: one of them; FILTER=name for some)
	@FILTER="$(FILTER)" Tests/sanitize.sh $(if $(THREAD),thread,) $(if $(ADDRESS),address,)

fuzz: dependencies ## run every fuzzer with AddressSanitizer, each for FOR=30s or RUNS=n executions (TARGET=name for one, PROCESSES=2 of each side by side, LENGTH=70000 for long inputs)
	@FOR="$(FOR)" TARGET="$(TARGET)" RUNS="$(RUNS)" PROCESSES="$(PROCESSES)" LENGTH="$(LENGTH)" Tests/Fuzz/fuzz.sh run

fuzz-corpus: dependencies build ## feed the corpus to what the fuzzers call; make test does it too
	@swift test --skip-build --disable-xctest --filter FuzzTests

fuzz-coverage: dependencies ## the lines that the corpus reaches; fails below 95 % (SHOW=1 lists the others)
	@SHOW="$(SHOW)" Tests/Fuzz/fuzz.sh coverage

fuzz-leaks: dependencies ## no input of the corpus, and none that was found, leaves memory behind
	@TARGET="$(TARGET)" Tests/Fuzz/fuzz.sh leaks

fuzz-control: dependencies ## prove that the fuzzers find a planted bug
	@Tests/Fuzz/fuzz.sh control

differential: dependencies ## compare the frame codec with Python's websockets on random streams (CASES=100000, SEED=1)
	@CASES="$(CASES)" SEED="$(SEED)" Tests/Fuzz/fuzz.sh differential

findings: ## run the scripts about outside software that surprised us, each with packages from PyPI and Debian in a folder of its own (TARGET=name for one)
	@failed=0; for script in findings/$(or $(TARGET),*).sh; do echo "==> $$script"; "$$script" || failed=1; done; exit $$failed

ci: ## what continuous integration runs
	@.ci/run

clean: ## remove everything built
	@rm -rf .build .build-tsan .build-asan
