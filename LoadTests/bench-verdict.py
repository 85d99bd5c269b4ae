"""Judges the figures of a run of bench.sh by what is promised.

    bench-verdict.py --peers c-tick,socketify [--dir .build/bench] [--reps 5] [--only plain|secure]
    bench-verdict.py --control

It reads what the run wrote into the folder: plain.json and idle.json, which are the plain half, and secure.json. --reps, --only and
--peers are what the run was told: a peer of the plain half without a row is a promise missed, since nobody can say that ours is ahead
of it. Only the half over TLS, whose peers are always the same, is judged without --peers. A line for each judgement; wrong messages
of others are named and fail nothing. Exit status 1 when a promise is missed, 2 when a file cannot be used.
--control needs no run: it makes a small good set, spoils copies of it in every way that must not pass, and fails when one of them is
let through, or is refused for another reason than its fault.
"""
import argparse
import collections
import contextlib
import io
import json
import os
import statistics
import sys
import tempfile
from decimal import Decimal

# What is promised of hearth-echo; figures are medians of a run's repetitions.
REFERENCE_SHARE_MAX = Decimal("1.1")  # of the reference's processor seconds per million deliveries
WRONG_MAX = 0                         # messages or connections
IDLE_BYTES_MAX = 600                  # bytes of the server's memory per idle connection
CONNECTS_MIN = 20_000                 # connections a second
TLS_IDLE_BYTES_MAX = 20 * 1024        # bytes of the server's memory per idle connection over TLS
# Repetitions, below which a median says little.
REPS_MIN = 5
# How far the reference was from itself in one run: two servers of one program, medians of five.
NOISE_PER_CENT = 15

OURS = "ours"
REFERENCE = "c-tick"
# The reference in C, in whatever mode, is what to come near to, not what to be ahead of.
REFERENCE_PREFIX = "c-"
SECURE_REFERENCE = "c-tick plain"
SECURE_PEERS = ("node-ws", "libwebsockets")
PLAIN_WORKLOADS = ("W1a", "W1b", "W2", "W4")
FILES = {"plain": ("plain", "idle"), "secure": ("secure",)}

COST = "cpu_s_per_million"
CONNECT_COST = "connect_cpu_s_per_10k"
BYTES = "bytes_per_conn"
CONNECTS = "connect_per_s"
UNITS = {COST: "CPU-s/M", CONNECT_COST: "CPU-s for 10,000 connects"}
# Counts of what went wrong: those that a row must have, and those that count where it has them.
WRONG = ("lost", "duplicated", "misrouted", "order_differs")
WRONG_IDLE = ("lost",)
WRONG_IF_THERE = ("duplicated", "misrouted", "order_differs", "closed", "failed", "protocol_errors")

Judgement = collections.namedtuple("Judgement", "kept text by_chance")


class Unusable(Exception):
    pass


def is_number(value):
    # Fractions are read as decimals, so that exactly 1.1 of the reference is within 1.1; a NaN stays a float and is none.
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def figures(rows, key):
    """A server that did nothing costs 0: that is no figure."""
    return [Decimal(row[key]) for row in rows if is_number(row.get(key)) and row[key] > 0]


def middle(rows, key):
    values = figures(rows, key)
    return statistics.median(values) if values else None


def shown(value):
    return f"{value.normalize():,f}"


def load(folder, name):
    path = os.path.join(folder, f"{name}.json")
    half = "secure" if name == "secure" else "plain"
    again = f"Run it again: make bench COMPARE=path/to/compare.py ONLY={half}"
    try:
        with open(path) as file:
            rows = json.load(file, parse_float=Decimal)
    except FileNotFoundError:
        raise Unusable(f"There is no {path}: its run ended before it wrote one, or this half was not run. {again}")
    except (OSError, ValueError) as error:
        raise Unusable(f"{path} cannot be read: {error}. {again}")
    names = ("server", "workload") + (("secret",) if name == "secure" else ())
    if not isinstance(rows, list) or not all(isinstance(row, dict) and all(isinstance(row.get(key), str) for key in names) for row in rows):
        raise Unusable(f"{path} is not a list of rows with {', '.join(names)}: another program wrote it. {again}")
    if not rows:
        raise Unusable(f"{path} has no rows: no server gave a result, and what the run printed says why. {again}")
    return rows


def repetitions(title, rows, keys, reps):
    """Each server as often as the run was told to; a row without its figures is no repetition."""
    counts = {server: sum(all(figures([row], key) for key in keys) for row in own) for server, own in rows.items()}
    wrong = [f"{server} {counts[server]}" for server in rows if counts[server] != reps or len(rows[server]) != reps]
    servers = "1 server" if len(rows) == 1 else f"each of {len(rows)} servers"
    text = f"{title}: repetitions with figures, {reps} wanted of {servers}: " + (", ".join(wrong) if wrong else f"{reps}")
    return Judgement(not wrong, text, False)


def wrong_messages(rows, needed):
    """How many messages or connections went wrong, and which counts are missing."""
    keys = dict.fromkeys(needed + WRONG_IF_THERE)
    missing = [key for key in needed if not all(is_number(row.get(key)) for row in rows)]
    return sum(abs(row[key]) for row in rows for key in keys if is_number(row.get(key))), missing


def no_wrong(title, rows, needed):
    if not rows:
        return Judgement(False, f"{title}: wrong messages of ours unknown, without a row", False)
    wrong, missing = wrong_messages(rows, needed)
    text = f"{title}: {wrong:,} wrong of ours, at most {WRONG_MAX}" + (f"; not counted: {', '.join(missing)}" if missing else "")
    return Judgement(wrong <= WRONG_MAX and not missing, text, False)


def near_reference(title, rows, key):
    ours, base = middle(rows[OURS], key), middle(rows[REFERENCE], key)
    if ours is None or base is None:
        return Judgement(False, f"{title}: no figure of {OURS if ours is None else REFERENCE}", False)
    share = ours / base
    text = f"{title}: ours {shown(ours)} {UNITS[key]}, {share:.3f} of {REFERENCE}'s {shown(base)}, at most {REFERENCE_SHARE_MAX}"
    return Judgement(ours <= REFERENCE_SHARE_MAX * base, text, True)


def ahead(title, rows, key, others):
    ours = middle(rows[OURS], key)
    theirs = {name: middle(rows[name], key) for name in others}
    without = [name for name in others if theirs[name] is None]
    if ours is None or without:
        return Judgement(False, f"{title}: no figure of {OURS if ours is None else ', '.join(without)}", False)
    least = min(theirs.values())
    named = [name for name in others if theirs[name] <= ours] or [name for name in others if theirs[name] == least]
    beside = ", ".join(f"{name}'s {shown(theirs[name])}" for name in named)
    text = f"{title}: ours {shown(ours)} {UNITS[key]}, has to be below {beside}"
    return Judgement(ours < least, text + (f", the least of {len(others)} others" if ours < least else ""), True)


def limit(title, rows, key, what, least=None, most=None):
    value = middle(rows, key)
    if value is None:
        return Judgement(False, f"{title}: no figure of ours, {what}", False)
    kept = value >= least if most is None else value <= most
    text = f"{title}: ours {shown(value)} {what}, " + (f"at least {least:,}" if most is None else f"at most {most:,}")
    return Judgement(kept, text, True)


def matching(rows, where):
    return [row for row in rows if all(row[key] == value for key, value in where.items())]


def by_server(rows, servers, **wanted):
    return {server: matching(rows, {**wanted, "server": server}) for server in servers}


def others_wrong(title, rows, needed):
    for server, own in rows.items():
        wrong, _ = wrong_messages(own, needed)
        if server != OURS and wrong:
            yield f"{title}: {wrong:,} wrong of {server}, which fails nothing here"


def judge_plain(tables, reps, peers):
    """Judgements and notes on what there is of plain.json and idle.json."""
    judged, notes = [], []
    seen = [row["server"] for rows in tables.values() for row in rows]
    servers = list(dict.fromkeys(peers + seen + [OURS]))
    others = [server for server in servers if server != OURS and not server.startswith(REFERENCE_PREFIX)]
    if REFERENCE not in servers:
        notes.append(f"plain: not judged is how near ours is to {REFERENCE}, which was not among the peers")
    if others:
        notes.append(f"plain: ours has to be ahead of {', '.join(others)}")
    else:
        notes.append("plain: not judged is whether ours is ahead of others, of whom none was among the peers")
    if "plain" in tables:
        strange = sorted({row["workload"] for row in tables["plain"]} - set(PLAIN_WORKLOADS))
        notes += [f"plain {workload}: not judged, nothing is promised of it" for workload in strange]
        for workload in PLAIN_WORKLOADS:
            title, rows = f"plain {workload}", by_server(tables["plain"], servers, workload=workload)
            judged += [repetitions(title, rows, (COST,), reps), no_wrong(title, rows[OURS], WRONG)]
            if REFERENCE in servers:
                judged.append(near_reference(title, rows, COST))
            if others:
                judged.append(ahead(title, rows, COST, others))
            notes += others_wrong(title, rows, WRONG)
    if "idle" in tables:
        title, rows = "plain idle", by_server(tables["idle"], servers, workload="idle")
        judged += [
            repetitions(title, rows, (BYTES, CONNECTS), reps), no_wrong(title, rows[OURS], WRONG_IDLE),
            limit(title, rows[OURS], BYTES, "bytes a connection", most=IDLE_BYTES_MAX),
            limit(title, rows[OURS], CONNECTS, "connects a second", least=CONNECTS_MIN),
        ]
        notes += others_wrong(title, rows, WRONG_IDLE)
    return judged, notes


def judge_secure(table, reps):
    """Every workload that one of the secrets has, the other has too, where both were measured."""
    judged, notes = [], []
    kinds, workloads = (list(dict.fromkeys(row[key] for row in table)) for key in ("secret", "workload"))
    servers = list(dict.fromkeys([SECURE_REFERENCE, *SECURE_PEERS, OURS] + [row["server"] for row in table]))
    notes += [f"secure: not judged is {kind}, which was not measured" for kind in ("tls", "deflate") if kind not in kinds]
    wanted = PLAIN_WORKLOADS + ("idle",)
    notes += [f"secure: not judged is {workload}, which was not measured" for workload in wanted if workload not in workloads]
    for kind in kinds:
        for workload in workloads:
            idle = workload == "idle"
            key, needed = (CONNECT_COST, WRONG_IDLE) if idle else (COST, WRONG)
            title, rows = f"{kind} {workload}", by_server(table, servers, workload=workload, secret=kind)
            judged += [repetitions(title, rows, (key, BYTES) if idle else (key,), reps), no_wrong(title, rows[OURS], needed)]
            judged.append(ahead(title, rows, key, SECURE_PEERS))
            if idle and kind == "tls":
                judged.append(limit(title, rows[OURS], BYTES, "bytes a connection", most=TLS_IDLE_BYTES_MAX))
            notes += others_wrong(title, rows, needed)
    return judged, notes


def judge(folder, reps, only, peers):
    """Judgements, notes, and which files cannot be used."""
    tables, unusable, judged, notes = {}, [], [], []
    for half, names in FILES.items():
        if only not in (None, half):
            notes.append(f"{half}: not judged, the run was of the other half")
            continue
        for name in names:
            try:
                tables[name] = load(folder, name)
            except Unusable as error:
                unusable.append(str(error))
    plain = {name: tables[name] for name in FILES["plain"] if name in tables}
    found = [judge_plain(plain, reps, peers)] if plain else []
    found += [judge_secure(tables["secure"], reps)] if "secure" in tables else []
    for more, remarks in found:
        judged += more
        notes += remarks
    return judged, notes, unusable


def verdict(folder, reps, only, peers):
    judged, notes, unusable = judge(folder, reps, only, peers)
    for judgement in judged:
        print(f"  {'holds ' if judgement.kept else 'MISSED'}  {judgement.text}")
    for note in notes:
        print(f"  note    {note}")
    missed = [judgement for judgement in judged if not judgement.kept]
    if missed:
        print(f"FAILED: {len(missed)} of {len(judged)}")
    if any(judgement.by_chance for judgement in missed):
        print(f"  A figure may miss its limit by chance: here the reference itself errs against itself by up to {NOISE_PER_CENT} %.\n"
              "  Run it again on an idle machine, with nothing that builds, tests or serves beside it; what misses again is slower.")
    for text in unusable:
        print(text, file=sys.stderr)
    if unusable:
        return 2
    if reps < REPS_MIN:
        print(f"  note    a short form: {reps} repetitions of {REPS_MIN}, which do not show what is promised")
    if not missed:
        print(f"The bench's promises hold{', in a short form' if reps < REPS_MIN else ''}: {len(judged)} of {len(judged)}")
    return 1 if missed else 0


CONTROL_REPS = 3
CONTROL_PEERS = ["c-tick", "c-write", "socketify", "node-ws"]
CONTROL_SECURE_WORKLOADS = ("W1a", "W4quarter", "idle")


def good_set():
    """Rows of a run that keeps every promise, some just so."""
    counted = {**dict.fromkeys(WRONG, 0), "closed": 0}
    idle = {CONNECT_COST: Decimal("0.25"), "lost": 0, "closed": 0, "failed": 0}
    # Ours has a bad turn, the last: a mean would not pass.
    costs = {"c-tick": ("5.0", "5.0", "5.1"), "c-write": ("1.0",) * 3, "socketify": ("5.501", "5.501", "9.0"), "node-ws": ("11",) * 3,
             OURS: ("5.5", "4.9", "50.0")}
    secure_costs = {SECURE_REFERENCE: "1.0", "node-ws": "9.0", "libwebsockets": "6.001", OURS: "6.0"}
    plain, flat, secure = [], [], []
    for turn in range(CONTROL_REPS):
        for server, cost in costs.items():
            plain += [{"server": server, "workload": name, COST: Decimal(cost[turn]), **counted} for name in PLAIN_WORKLOADS]
            size, rate = ((600, 430, 6000)[turn], (20000, 21000, 200)[turn]) if server == OURS else (9000, 9000)
            flat.append({"server": server, "workload": "idle", **idle, BYTES: size, CONNECTS: rate})
        for server, cost in secure_costs.items():
            for name in CONTROL_SECURE_WORKLOADS:
                row = {COST: Decimal(cost), **counted}
                if name == "idle":
                    row = {**idle, BYTES: TLS_IDLE_BYTES_MAX, CONNECT_COST: Decimal(cost)}
                secure += [{"server": server, "workload": name, "secret": kind, **row} for kind in ("tls", "deflate")]
    return {"plain": plain, "idle": flat, "secure": secure}


def setting(name, where, count=CONTROL_REPS, **values):
    """A change that gives the last rows other values; None takes one out."""
    def change(tables):
        for row in matching(tables[name], where)[-count:]:
            row.update(values)
            for key in [key for key, value in values.items() if value is None]:
                del row[key]
    return change


def lacking(name, count=0, **where):
    """A change that takes the last rows away, or all."""
    def change(tables):
        gone = [id(row) for row in matching(tables[name], where)[-count:]]
        tables[name] = [row for row in tables[name] if id(row) not in gone]
    return change


def lacking_plain(*servers):
    """A change that takes servers out of the whole plain half."""
    return together(*(lacking(name, server=server) for name in FILES["plain"] for server in servers))


def without_files(*names):
    return lambda tables: [tables.pop(name) for name in names]


def together(*changes):
    return lambda tables: [change(tables) for change in changes]


def doubled(name, **where):
    def change(tables):
        tables[name].append(dict(matching(tables[name], where)[0]))
    return change


def spoiled_workload(name, title, where, key, needed, peers):
    """What must not pass in any workload: what it is, which judgement refuses it, and the change."""
    ours = {**where, "server": OURS}
    yield f"{title} ours five times the reference", title, setting(name, ours, **{key: Decimal(26)})
    yield f"{title} without a repetition of ours", f"{title}: repetitions", lacking(name, 1, **ours)
    yield f"{title} with a repetition of ours too many", f"{title}: repetitions", doubled(name, **ours)
    empty = together(doubled(name, **ours), setting(name, ours, 1, **{key: 0}))
    yield f"{title} with an empty repetition of ours too many", f"{title}: repetitions", empty
    yield f"{title} without ours", title, lacking(name, **ours)
    for server in peers:
        yield f"{title} without a repetition of {server}", f"{title}: repetitions", lacking(name, 1, **where, server=server)
        yield f"{title} without {server}", title, lacking(name, **where, server=server)
    for count in needed:
        yield f"{title} without the count of {count}", f"{title}: 0 wrong", setting(name, ours, 1, **{count: None})
    for count in dict.fromkeys(needed + WRONG_IF_THERE):
        yield f"{title} with 1 {count} of ours", f"{title}: 1 wrong", setting(name, ours, 1, **{count: 1})
    for figure in (0, -1, None, float("nan"), "5.0", True):
        yield f"{title} with {key} {figure!r} once", f"{title}: repetitions", setting(name, ours, 1, **{key: figure})


def spoiled():
    """Copies of the good set, each with one thing wrong."""
    for workload in PLAIN_WORKLOADS:
        title, where = f"plain {workload}", {"workload": workload}
        yield from spoiled_workload("plain", title, where, COST, WRONG, CONTROL_PEERS)
        ours = {**where, "server": OURS}
        above = together(setting("plain", ours, **{COST: Decimal("5.5004")}), setting("plain", ours, 1, **{COST: Decimal("0.1")}))
        yield f"{title} just above 1.1 of the reference, less in the mean", f"{title}: ours 5.5004", above
        for server, figure in (("socketify", "5.5"), ("node-ws", "5.4")):
            change = setting("plain", {**where, "server": server}, **{COST: Decimal(figure)})
            yield f"{title} not ahead of {server}", f"{title}: ours", change
        yield f"{title} not measured", title, lacking("plain", **where)
    idle = {"server": OURS, "workload": "idle"}
    for what, title, change in spoiled_workload("idle", "plain idle", {"workload": "idle"}, BYTES, WRONG_IDLE, CONTROL_PEERS):
        # Nothing is compared there; the limits themselves follow.
        if "five times" not in what:
            yield what, title, change
    yield "an idle repetition without connects", "plain idle: repetitions", setting("idle", idle, 1, **{CONNECTS: None})
    yield "601 bytes of an idle connection", "plain idle: ours 601", setting("idle", idle, **{BYTES: IDLE_BYTES_MAX + 1})
    yield "19,999 connects a second", "plain idle: ours 19,999", setting("idle", idle, **{CONNECTS: CONNECTS_MIN - 1})
    for kind in ("tls", "deflate"):
        for workload in CONTROL_SECURE_WORKLOADS:
            title, where = f"{kind} {workload}", {"workload": workload, "secret": kind}
            key, needed = (CONNECT_COST, WRONG_IDLE) if workload == "idle" else (COST, WRONG)
            yield from spoiled_workload("secure", title, where, key, needed, (SECURE_REFERENCE, *SECURE_PEERS))
            for peer in SECURE_PEERS:
                yield f"{title} level with {peer}", f"{title}: ours", setting("secure", {**where, "server": peer}, **{key: Decimal("6.0")})
            yield f"{title} not measured, though the other secret was", title, lacking("secure", **where)
    tls_idle = {"server": OURS, "workload": "idle", "secret": "tls"}
    yield "20,481 bytes of one over TLS", "tls idle: ours 20,481", setting("secure", tls_idle, **{BYTES: TLS_IDLE_BYTES_MAX + 1})
    yield "no ours in the plain half", "plain", lacking_plain(OURS)
    yield "no ours over TLS and deflate", ("tls", "deflate"), lacking("secure", server=OURS)
    for server in CONTROL_PEERS:
        yield f"no {server} in the plain half", "plain", lacking_plain(server)
    yield "no other server", "plain", lacking_plain(*CONTROL_PEERS[2:])


def accepted():
    """Copies that keep every promise all the same: what it is, the change, which half, which peers."""
    lossy = [setting("plain", {"server": "node-ws"}, 1, lost=7), setting("secure", {"server": "libwebsockets"}, 1, lost=7)]
    uncounted = [setting(name, {}, 1000, closed=None) for name in ("plain", "idle")]
    slow = {COST: Decimal(99)}
    yield "the good set", together(), None, CONTROL_PEERS
    yield "peers whose messages were wrong", together(*lossy), None, CONTROL_PEERS
    yield "rows that do not count what was closed", together(*uncounted), None, CONTROL_PEERS
    yield "the plain half alone", without_files("secure"), "plain", CONTROL_PEERS
    yield "the other half alone", without_files("plain", "idle"), "secure", CONTROL_PEERS
    yield "the plain half beside a bad other one of another day", setting("secure", {"server": OURS}, 1000, **slow), "plain", CONTROL_PEERS
    yield "the other half beside a bad plain one of another day", setting("plain", {"server": OURS}, 1000, **slow), "secure", CONTROL_PEERS
    yield "TLS alone", lacking("secure", secret="deflate"), None, CONTROL_PEERS
    yield "no c-tick, which was left out", lacking_plain(REFERENCE), None, CONTROL_PEERS[1:]
    yield "c-tick alone", lacking_plain(*CONTROL_PEERS[1:]), None, [REFERENCE]


def useless():
    """Files that cannot be used: what it is, the file, what it contains; nothing is no file."""
    texts = {"no": None, "an empty": "", "a cut": '[{"server": "ou', "a rowless": "[]", "a strange": '{"server": "ours"}',
             "a nameless": '[{"workload": "idle", "secret": "tls"}]'}
    for name in ("plain", "idle", "secure"):
        for what, text in texts.items():
            yield f"{what} {name}.json", name, text


def judged_copy(change, only=None, peers=CONTROL_PEERS, texts=None, judged_by=judge):
    """Through files, as a run's own are."""
    tables = good_set()
    change(tables)
    with tempfile.TemporaryDirectory() as folder:
        texts = {**{name: json.dumps(rows, default=float) for name, rows in tables.items()}, **(texts or {})}
        for name, text in texts.items():
            if text is not None:
                with open(os.path.join(folder, f"{name}.json"), "w") as file:
                    file.write(text)
        return judged_by(folder, CONTROL_REPS, only, peers)


def statuses():
    """What the whole program ends with: a good set, a spoiled one, one without a file."""
    slow = setting("plain", {"server": OURS}, 1000, **{COST: Decimal(26)})
    for what, change, wanted in (("a good set", together(), 0), ("a slow one", slow, 1), ("no idle.json", without_files("idle"), 2)):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield what, judged_copy(change, judged_by=verdict), wanted


def control():
    missed, counts = [], collections.Counter()
    for what, change, only, peers in accepted():
        judged, _, unusable = judged_copy(change, only, peers)
        counts["accepted"] += 1
        if unusable or not judged or not all(judgement.kept for judgement in judged):
            missed.append(f"refuses {what}: " + "; ".join(unusable + [judgement.text for judgement in judged if not judgement.kept]))
    for what, title, change in spoiled():
        judged, _, unusable = judged_copy(change)
        refused = [judgement.text for judgement in judged if not judgement.kept]
        counts["spoiled"] += 1
        if unusable or not refused or not all(text.startswith(title) for text in refused):
            missed.append(f"{'refuses for another reason' if refused or unusable else 'passes'}: {what}")
    for what, name, text in useless():
        _, _, unusable = judged_copy(together(), texts={name: text})
        counts["useless"] += 1
        if len(unusable) != 1 or f"{name}.json" not in unusable[0]:
            missed.append(f"takes {what}")
    for what, status, wanted in statuses():
        counts["statuses"] += 1
        if status != wanted:
            missed.append(f"ends with {status} instead of {wanted}: {what}")
    for line in missed:
        print(f"  The judge {line}")
    if missed:
        print(f"FAILED: {len(missed)} of {sum(counts.values())} controls of the judge")
        return 1
    print(f"  control  {counts['spoiled']} spoiled copies of a good set and {counts['useless']} files that cannot be used, all refused; "
          f"{counts['accepted']} good sets pass")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", default=".build/bench")
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--only", choices=("plain", "secure"))
    parser.add_argument("--peers", default="")
    parser.add_argument("--control", action="store_true")
    arguments = parser.parse_args()
    if arguments.control:
        return control()
    peers = [name for name in arguments.peers.split(",") if name]
    if not peers and arguments.only != "secure":
        parser.error("--peers names no peer of the plain half: give it what the run was told, as in --peers c-tick,socketify")
    return verdict(arguments.dir, arguments.reps, arguments.only, peers)


if __name__ == "__main__":
    sys.exit(main())
