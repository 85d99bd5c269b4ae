"""Several hearthd over one replicated PostgreSQL, in trouble, judged after each round. LoadTests/cluster.sh installs what it needs and runs it.

    cluster.py FOLDER --programs P --tools T [--rounds N] [--only NAME …] [--seed N] [--nodes N] [--links] [--before P] [--no-fault]
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import pathlib
import random
import signal
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "clients/python"))

from judge import DISORDERED, DOUBLED, FENCE, LEAKED, LOST, Case, control, judge, seeded  # noqa: E402
from members import Group  # noqa: E402
from falsifying import doubles, resumes_off
from rounds import LINKED, ROUNDS, SHORT, Round  # noqa: E402
from world import Cluster, Failed, tail, until  # noqa: E402

# Limit: seconds that one round may take, judgement included.
ROUND_SECONDS = 240
# Limit: seconds until all commands are answered and all members have everything, after a round.
SETTLE_SECONDS = 60
# The same where a link leaves events out.
FAULT_SETTLE_SECONDS = 15
# A pause of writes that is shorter is none that a round made.
PAUSE_SECONDS = 1.5
# Findings that are counted by themselves.
COUNTED = (LOST, DOUBLED, DISORDERED, LEAKED)
# Limit: groups that take part at a time; the oldest of a node with several makes way for one at a node without.
GROUPS_MAX = 6
# Limit: events of a group behind which another takes its place, since each round judges all of its groups from their first event on.
GROUP_EVENTS_MAX = 3_000


# Has a hearthd of a debug build answer so many milliseconds before it commits.
EARLY = "--fault-acknowledge-before-commit"


def lost_of(case: Case, kinds: set[str] = {LOST}) -> int:
    return sum(kind in kinds for kind, _ in judge(case))


class Run:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.random = random.Random(options.seed)
        self.cluster = Cluster(options.folder, options.programs, options.tools, options.nodes, options.links, options.before)
        self.groups: list[Group] = []
        self.made = 0
        self.members_folder = options.folder / "members"
        self.members_folder.mkdir()
        self.found: dict[str, int] = {}
        self.retired_acknowledged = 0
        self.figures: dict[str, list[float]] = {}
        self.late: list[str] = []

    async def make_group(self, at: int) -> Group:
        self.made += 1
        group = Group(self.cluster, self.members_folder / f"group-{self.made}", random.Random(f"{self.options.seed} {self.made}"), self.options.pause)
        self.groups.append(group)
        await group.begin(at)
        group.load()
        return group

    async def group_at(self, node, count: int = 1) -> None:
        """Has the node own so many groups."""
        owners = {group: await group.owner() for group in self.groups}
        missing = count - list(owners.values()).count(node.name)
        for _ in range(missing):
            if len(self.groups) >= GROUPS_MAX:
                oldest = next(group for group in self.groups if owners.get(group) != node.name)
                await self.retire(oldest)
            group = await self.make_group(self.cluster.nodes.index(node))
            await until("writes of a new group", lambda: group.answered, 30, 0.02)

    async def retire(self, group: Group) -> None:
        await group.stop(SETTLE_SECONDS)
        await group.settle(SETTLE_SECONDS)
        self.take(judge(group.case))
        await self.leave(group)

    async def leave(self, group: Group) -> None:
        self.retired_acknowledged += group.case.acknowledged
        self.groups.remove(group)
        await group.end()

    @property
    def acknowledged(self) -> int:
        return self.retired_acknowledged + sum(group.case.acknowledged for group in self.groups)

    def take(self, found: list[tuple[str, str]]) -> None:
        for kind, what in found:
            self.found[kind] = self.found.get(kind, 0) + 1
            print(f"    {kind.upper()}: {what}", flush=True)

    async def round(self, number: int, name: str) -> bool:
        for group in self.groups:
            if not group.goes:
                group.load()
        # Load before, so that there is something on its way.
        begin = time.monotonic()
        for group in self.groups:
            await until("writes before the round", lambda: group.has_gone_on(begin), 60, 0.02)
        await asyncio.sleep(1)
        round = Round(self.cluster, self.groups, self.random, self.group_at)
        before = self.acknowledged
        await ROUNDS[name](round)
        hit = [group.silence(round.since) for group in round.groups_hit]
        if self.options.trace:
            for group, (pause, ended) in zip(round.groups_hit, hit):
                print(f"    {group.folder.name}, now of {await group.owner()}: {pause:.1f} s until {ended:.1f}", flush=True)
        longest = max((pause for pause, _ in hit), default=0.0)
        went_on = max((ended for _, ended in hit), default=0.0)
        await asyncio.sleep(0.5)
        await self.cluster.mend()
        # And a while with everything as it was.
        await asyncio.sleep(1)
        for group in list(self.groups):
            await group.stop(SETTLE_SECONDS)
        # A group that was retired within the round is judged already.
        found = round.wrong[:]
        for group in self.groups:
            await group.pry()
            await group.settle(SETTLE_SECONDS)
            found += judge(group.case)
        acknowledged = self.acknowledged - before
        self.figures.setdefault(name, []).append(longest)
        counts = {kind: sum(one == kind for one, _ in found) for kind in COUNTED}
        others = len(found) - sum(counts.values())
        print(f"{number:3} {name:22} {round.did}: longest pause {longest:.1f} s, over after {went_on:.1f} (bound {round.bound:.0f}); "
              f"{acknowledged} acknowledged, {', '.join(f'{count} {kind}' for kind, count in counts.items())}"
              f"{f', {others} other findings' if others else ''}", flush=True)
        for note in round.notes:
            print(f"    {note}", flush=True)
        if longest >= PAUSE_SECONDS and went_on > round.bound:
            self.late.append(f"round {number} ({name}): {went_on:.1f} s, bound {round.bound:.0f}")
            print(f"    TOO LATE: {went_on:.1f} s of at most {round.bound:.0f}", flush=True)
        for what in round.late:
            self.late.append(f"round {number} ({name}): {what}")
            print(f"    TOO LATE: {what}", flush=True)
        self.take(found)
        for group in [group for group in self.groups if len(group.case.rows) > GROUP_EVENTS_MAX]:
            await self.leave(group)
            await self.make_group(self.random.randrange(self.options.nodes))
        return not found

    async def verify(self) -> bool:
        """The server's own verifier over all groups, beside ours."""
        address = self.cluster.nodes[0].program.words[self.cluster.nodes[0].program.words.index("--store") + 1]
        process = await asyncio.create_subprocess_exec(str(self.cluster.hearthd), "verify", "--store", address, stdout=asyncio.subprocess.PIPE,
                                                       stderr=asyncio.subprocess.STDOUT)
        said, _ = await asyncio.wait_for(process.communicate(), 120)
        print(f"hearthd verify: {said.decode().strip().splitlines()[-1]}", flush=True)
        if process.returncode:
            print(said.decode())
        events, size, connections = (await self.cluster.ask("""
            SELECT (SELECT count(*) FROM hearth.event), (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'hearth.event'::regclass),
              (SELECT max(number) FROM (SELECT count(*) AS number FROM pg_stat_activity WHERE application_name LIKE 'hearth node-%%' GROUP BY application_name) AS each)
            """))[0]
        print(f"sizes: {int(size) // max(events, 1)} bytes an event with its index, at most {connections} connections of a node", flush=True)
        return process.returncode == 0

    async def fence_fault(self) -> bool:
        """A database that keeps the fence when a group changes its owner: the judge has to find what a stale owner stores."""
        print("==> A real fault: the fence stays as it is when another node takes a group", flush=True)
        await self.cluster.run("""
            CREATE FUNCTION hearth.keep_fence() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.fence := OLD.fence; RETURN NEW; END';
            CREATE TRIGGER keep_fence BEFORE UPDATE ON hearth.room FOR EACH ROW EXECUTE FUNCTION hearth.keep_fence()""")
        is_found = False
        for attempt in range(1, self.options.fault_tries + 1):
            for group in self.groups:
                if not group.goes:
                    group.load()
            round = Round(self.cluster, self.groups, self.random, self.group_at)
            await ROUNDS["stop-node"](round)
            await self.cluster.mend()
            found = round.wrong[:]
            for group in self.groups:
                await group.stop(SETTLE_SECONDS)
                await group.read_log()
                found += judge(group.case)
            count = sum(kind == FENCE for kind, _ in found)
            print(f"    try {attempt}: {count} findings of something that a stale owner stored", flush=True)
            if count:
                is_found = True
                break
        await self.cluster.run("DROP TRIGGER keep_fence ON hearth.room; DROP FUNCTION hearth.keep_fence()")
        return is_found

    async def link_faults(self) -> bool:
        """Links that double and that go on in the wrong place, by what passes through them: the judge has to find each."""
        print("==> Faults of links between nodes, put into what passes through them", flush=True)
        for group in list(self.groups):
            await self.retire(group)
        owner, other = self.cluster.nodes[:2]
        good = True
        for name, fault, kinds in (
            ("doubles what it delivers", doubles, {DOUBLED}), ("goes on one too early", resumes_off(-1), {DOUBLED}),
            ("goes on one too late", resumes_off(1), {DISORDERED, LOST}),
        ):
            is_found = False
            for attempt in range(1, self.options.fault_tries + 1):
                group = await self.make_group(0)
                group.members[0].go_to(owner)
                await owner.links.falsify(fault)
                for _ in range(4):
                    for member in group.members[1:]:
                        member.go_to(other)
                    await asyncio.sleep(1.2)
                await group.stop(SETTLE_SECONDS)
                # What they were handed is right in the end where the package notices: what came over the line is not. It notices nothing where the
                # last event of a lane was passed over; then that is the finding.
                with contextlib.suppress(Failed):
                    await group.settle(FAULT_SETTLE_SECONDS)
                group.case.readers = group.records
                count = sum(kind in kinds for kind, _ in judge(group.case))
                print(f"    a link that {name}: {count} findings", flush=True)
                await owner.links.falsify(None)
                self.groups.remove(group)
                await group.end()
                if count:
                    is_found = True
                    break
            good &= is_found
        for at in range(self.options.nodes):
            await self.make_group(at)
        return good

    async def fault(self) -> bool:
        """Commits that wait for no standby, an acknowledgement, and the loss of the primary: the judge has to find the lost record."""
        print("==> A last fault: Patroni's synchronous_mode off, both standbys gone for a moment, and the primary lost after an acknowledgement", flush=True)
        for attempt in range(1, self.options.fault_tries + 1):
            await self.cluster.mend()
            await self.cluster.set(synchronous_mode=False, synchronous_mode_strict=False)
            primary = await self.cluster.the_primary()
            await until("no standby is waited for", lambda: self.waits_for(primary, ""), 30)
            for group in self.groups:
                if not group.goes:
                    group.load()
            begin = time.monotonic()
            await until("writes", lambda: all(group.has_gone_on(begin) for group in self.groups), 60, 0.02)
            standbys = [database for database in self.cluster.databases if database is not primary]
            for standby in standbys:
                await standby.kill()
            begin = time.monotonic()
            await until("an acknowledgement without a standby", lambda: any(group.has_gone_on(begin) for group in self.groups), 60, 0.005)
            await primary.kill()
            for standby in standbys:
                await standby.start()
            await until("another primary", lambda: self.another(primary), 120)
            lost = 0
            for group in self.groups:
                await group.read_log()
                group.case.readers = group.records
                lost += lost_of(group.case)
            print(f"    try {attempt}: {lost} findings of something lost", flush=True)
            if lost:
                return True
        return False

    async def has_early_switch(self) -> bool:
        """Whether the programs are debug builds, which alone can be told to answer before they commit."""
        process = await asyncio.create_subprocess_exec(
            str(self.cluster.hearthd), "serve", f"{EARLY}=none", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
        _, said = await asyncio.wait_for(process.communicate(), 20)
        return b"invalid" in said

    async def early_fault(self) -> bool:
        """A hearthd that answers, and tells members, half a second before it commits, and is killed: the judge has to find the lost record."""
        print("==> A third fault: a hearthd answers and tells members 500 ms before it commits, and is killed", flush=True)
        node = self.cluster.nodes[0]
        sums = (0, 0)
        for attempt in range(1, self.options.fault_tries + 1):
            await self.cluster.mend()
            for group in list(self.groups):
                await self.retire(group)
            # A group that is made so is not known yet when its founder goes on.
            group = await self.make_group(0)
            await node.program.end()
            node.program.words.append(f"{EARLY}=500")
            await node.start()
            if not group.goes:
                group.load()
            begin = time.monotonic()
            await until("an early acknowledgement", lambda: group.has_gone_on(begin + 1), 60, 0.005)
            await node.program.end()
            node.program.words.pop()
            await self.cluster.mend()
            await group.stop(SETTLE_SECONDS)
            await group.read_log()
            group.case.readers = group.records
            # Each by itself: what was answered, and what members were told.
            answers = lost_of(dataclasses.replace(group.case, readers=[]))
            # Where something else has come to stand in its place it is another event than the log's.
            told = lost_of(dataclasses.replace(
                group.case, sent={id: dataclasses.replace(one, answer=None) for id, one in group.case.sent.items()}), {LOST, DISORDERED})
            sums = (sums[0] + answers, sums[1] + told)
            self.groups.remove(group)
            await group.end()
            print(f"    try {attempt}: {answers} lost answers found, and {told} lost events that members were told", flush=True)
            if all(sums):
                return True
        return False

    async def waits_for(self, primary, names: str) -> bool:
        return (await self.cluster.ask("SELECT current_setting('synchronous_standby_names')")) == [(names,)]

    async def another(self, before) -> bool:
        now = await self.cluster.primary()
        return now is not None and now is not before

    async def run(self) -> int:
        options = self.options
        begin = time.monotonic()
        print(f"==> etcd, Patroni with three PostgreSQLs, {options.nodes} hearthd; seed {options.seed}", flush=True)
        await self.cluster.start()
        for at in range(options.nodes):
            await self.make_group(at)
        print(f"==> {len(self.groups)} groups after {time.monotonic() - begin:.0f} s", flush=True)
        names = options.only or (SHORT if 0 < options.rounds <= len(SHORT) else self.possible())
        names = names[options.share[0] - 1::options.share[1]]
        order: list[str] = []
        count = options.rounds or len(names)
        while names and len(order) < count:
            # Each once before any comes again.
            order += self.random.sample(names, len(names))
        good = True
        for number, name in enumerate(order[:count], 1):
            async with asyncio.timeout(ROUND_SECONDS):
                good &= await self.round(number, name)
        good &= await self.verify() and not self.found
        acknowledged = self.acknowledged
        print("==> The judge is fed the histories of this run with one fault in each", flush=True)
        fullest = max((group.case for group in self.groups), key=lambda case: case.acknowledged)
        faults = len(seeded(fullest))
        is_controlled = control(fullest)
        print(f"    {'each of' if is_controlled else 'NOT all of'} {faults} found", flush=True)
        is_fault_found = options.no_fault
        if not options.no_fault:
            is_fault_found = await self.link_faults() if options.links else True
            if await self.has_early_switch():
                is_fault_found &= await self.early_fault()
                for at in range(options.nodes):
                    await self.make_group(at)
            else:
                print("==> These programs are release builds: none answers before it commits", flush=True)
            is_fault_found &= await self.fence_fault()
            is_fault_found &= await self.fault()
        for name, figures in self.figures.items():
            print(f"{name:22} {len(figures)} rounds, longest pause of writes {min(figures):.1f} to {max(figures):.1f} s")
        figure = ", ".join(f"{self.found.get(kind, 0)} {kind}" for kind in COUNTED)
        others = sum(count for kind, count in self.found.items() if kind not in COUNTED)
        # record.py and sum.py read these words.
        figure += f", {len(self.late)} rounds too late, {others} other findings"
        fault = "no fault was tried" if options.no_fault else f"{'all' if options.links else 'both'} faults found" if is_fault_found else "a fault was NOT found"
        print(f"cluster: {count} rounds, {acknowledged:,} commands: {figure}; {fault}; {time.monotonic() - begin:.0f} s")
        return 0 if good and is_controlled and is_fault_found and (options.late_is_told or not self.late) else 1

    def possible(self) -> list[str]:
        missing = set() if self.options.links else LINKED
        if not self.cluster.faketime:
            missing |= {"jump-clock"}
        return [name for name in ROUNDS if name not in missing]

    async def end(self) -> None:
        for group in self.groups:
            await group.end()
        await self.cluster.end()


async def main(options: argparse.Namespace) -> int:
    run = Run(options)
    task = asyncio.current_task()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        return await run.run()
    except asyncio.CancelledError:
        return 130
    except (Exception, TimeoutError) as error:
        traceback.print_exc()
        print(f"The run ended: {error!r}")
        for log in sorted(options.folder.glob("*.log")):
            print(f"--- {log.name}\n{tail(log, options.log_lines)}")
        return 1
    finally:
        await run.end()


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--programs", type=pathlib.Path, required=True)
parser.add_argument("--tools", type=pathlib.Path, required=True)
parser.add_argument("--rounds", type=int, default=0, help="0: each once")
parser.add_argument("--only", nargs="*", choices=sorted(ROUNDS))
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--nodes", type=int, default=3)
parser.add_argument("--pause", type=float, default=0.15, help="seconds between two commands of a member, on average")
parser.add_argument("--links", action="store_true", help="members start at any node, since the nodes have links")
parser.add_argument("--before", type=pathlib.Path, help="a folder with an older hearthd, with which the nodes begin; upgrade-nodes replaces it")
parser.add_argument("--no-fault", action="store_true", help="leave out the real fault")
parser.add_argument("--share", type=lambda text: tuple(map(int, text.split("/"))), default=(1, 1), help="2/3: the second of three parts of the rounds")
parser.add_argument("--late-is-told", action="store_true", help="a round that is too late is told and is no failure, as on a machine that does other work")
parser.add_argument("--trace", action="store_true", help="tell each group's pause")
parser.add_argument("--fault-tries", type=int, default=5)
parser.add_argument("--log-lines", type=int, default=12)
if __name__ == "__main__":
    sys.exit(asyncio.run(main(parser.parse_args())))
