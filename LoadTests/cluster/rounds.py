"""The rounds of make cluster: each does something to the cluster under load, and tells what has to hold beyond the judgement that ends every round."""
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from dataclasses import dataclass, field

import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from hearth_client import Refused
from hearth_client.calls import call
from judge import Sent, take_answer
from members import Group, Loyal
from world import LOOP_WAIT, SENDER_TIMEOUT, TTL, Cluster, Database, Failed, get, until

# Seconds after which others take a node that was not seen for gone (NodeLife.leaseSeconds).
LEASE = 8
# Promised: seconds behind a node's death within which writes of its groups go on.
NODE_DEATH = 10
# What a takeover may take beyond the lease where a node stands still or is cut off: its last sign of life may be on its way, and a member finds
# the new owner by trying, when the old one has said nothing for long enough.
TAKEOVER_MORE = 5
# The same where others have links to it: the database has to say twice that it is gone (RoomHost+Relay).
LINKED_MORE = 8
# Promised: seconds that writes take beyond Patroni's own fail-over.
FAILOVER_MORE = 2
# The same after a planned change, in which a standby that was the primary has to come back first.
SWITCHOVER_MORE = 8
# Seconds that a primary without its Patroni runs beside the next one, before that is started again.
BOTH_SECONDS = 3
# Seconds within which a hearthd finds the next primary beside the one that it is connected with: a sign of life, an answer that does not come
# (NodeLife), a look at every host, and members who look for the server that has their group then.
FIND_SECONDS = 20
# Seconds after which a link over which nothing is heard is broken (NodeLinks.silenceMilliseconds).
LINK_SILENCE = 10
# Seconds after which a node that is cut from the database has noticed that, hears nothing of other nodes, and has sent its readers away: an answer does not
# come for 5 s, and it reaches nothing for 4 (NodeLife); others tell it something, 8 s pass (NodeTable.ownMilliseconds); and it looks at all that.
CUT_OFF = 22
# Seconds after which nothing is on its way any more that was acknowledged before.
ON_ITS_WAY = 0.5
# The code with which a connection is closed that is to come back at another server (SPEC SB-13).
TRY_AGAIN = 1013
# Promised: seconds within which every node closes what a revoked device has open.
REVOKED = 1
# What commits may take after a standby is there again, or a pause is over.
GO_ON = 20


@dataclass
class Round:
    """What a round works on, and what it tells."""

    cluster: Cluster
    groups: list[Group]
    random: object
    group_at: object
    """Has a node own so many groups, one by default, and makes what is missing."""
    did: str = ""
    since: float = 0.0
    """When it happened."""
    groups_hit: list[Group] = field(default_factory=list)
    bound: float = 0.0
    """Seconds within which writes of these groups have to go on."""
    notes: list[str] = field(default_factory=list)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    """What else took longer than it may."""

    def happens(self, did: str, groups: list[Group], bound: float) -> None:
        self.did, self.groups_hit, self.bound, self.since = did, groups, bound, time.monotonic()

    async def go_on(self, since: float) -> None:
        """Waits until writes of the groups go on: an acknowledgement after a moment at which what happened is over, and nothing from before on its way."""
        await until("writes go on", lambda: all(group.has_gone_on(since) for group in self.groups_hit), self.bound + 60, 0.02)

    async def go_on_elsewhere(self, node) -> None:
        """Waits until another node has the groups, and their writes go on."""
        await asyncio.sleep(ON_ITS_WAY)
        await until("another node has the groups", lambda: others_have(self.groups_hit, node), self.bound + 60)
        await self.go_on(time.monotonic())

    async def owned(self, node) -> list[Group]:
        return [group for group in self.groups if await group.owner() == node.name]


async def some_node(round: Round):
    node = round.random.choice(round.cluster.nodes)
    await round.group_at(node)
    return node


async def kill_node(round: Round) -> None:
    """kill -9 of a hearthd: others take its groups over when its lease has run out."""
    node = await some_node(round)
    groups = await round.owned(node)
    async with contextlib.AsyncExitStack() as stack:
        loyal = None
        if round.cluster.has_links:
            other = round.random.choice([one for one in round.cluster.nodes if one is not node])
            loyal = await stack.enter_async_context(Loyal(groups[0].members[0], groups[0].id, other))
            listening = asyncio.create_task(loyal.listen("shared"))
            stack.callback(listening.cancel)
            await until("who stays hears something", lambda: loyal.heard, GO_ON, 0.02)
            loyal.begun = loyal.snapshots = 0
        round.happens(f"kill -9 {node.name}, which has {len(groups)} of {len(round.groups)} groups", groups, NODE_DEATH)
        await node.program.end()
        await round.go_on_elsewhere(node)
        if loyal:
            await hears_on(round, loyal, listening, groups[0])


async def hears_on(round: Round, loyal: Loyal, listening: asyncio.Task, group: Group) -> None:
    """Judges a connection of a member at another node than the one that was killed: it stays, and hears all of its group, once and in order."""
    # What went on may have been an account's or a minor's: only what comes behind the takeover on its own lane shows that it hears on.
    since = time.monotonic()
    await until("entries go on", lambda: group.has_added(since), GO_ON, 0.02)
    last = max(one.answer[1] for one in group.case.sent.values() if one.answer and one.answer[0] == "shared")
    with contextlib.suppress(Failed):
        await until("who stays hears all", lambda: listening.done() or loyal.begun and loyal.heard[-1] >= last, GO_ON, 0.02)
    if listening.done():
        round.wrong.append(("closed", f"a connection at {loyal.node.name}, which lives, was closed ({listening.exception()})"))
    elif loyal.heard[-1] < last:
        round.wrong.append(("lost", f"a connection at {loyal.node.name}, which lives, has heard {loyal.heard[-1]} of {last} events"))
    elif loyal.heard != list(range(loyal.heard[0], loyal.heard[-1] + 1)):
        round.wrong.append(("reordered", f"a connection at {loyal.node.name}, which lives, has heard {loyal.heard}"))
    elif loyal.snapshots or not loyal.begun:
        round.wrong.append(("closed", f"a connection at {loyal.node.name} began anew {loyal.begun} times and read {loyal.snapshots} parts of a snapshot"))
    else:
        round.notes.append(f"a member at {loyal.node.name} stayed connected and heard all {len(loyal.heard)} events")


async def stop_node(round: Round) -> None:
    """SIGSTOP of a hearthd for longer than its lease. What it is told then it may not store: another has its groups."""
    node = round.random.choice(round.cluster.nodes)
    await round.group_at(node, 2)
    groups = await round.owned(node)
    # Nothing is added to this one meanwhile, so that its head is where the stale owner knows it: the fence alone keeps it out.
    quiet = groups[0]
    await quiet.stop(60)
    async with contextlib.AsyncExitStack() as stack:
        # One is connected with the stale owner itself; with links another's commands reach it through a link, and wait in that when it goes on.
        direct = await stack.enter_async_context(Loyal(quiet.members[0], quiet.id, node))
        linked = None
        if round.cluster.has_links:
            linked = await stack.enter_async_context(Loyal(quiet.members[1], quiet.id, next(one for one in round.cluster.nodes if one is not node)))
        round.happens(f"SIGSTOP {node.name} until another has its {len(groups)} groups, then SIGCONT", groups[1:], LEASE + TAKEOVER_MORE)
        node.program.tell(signal.SIGSTOP)
        # It stands in the link, and nobody knows yet that nobody reads that.
        through = await tell_stale(quiet, 1, linked) if linked else None
        for member in quiet.members:
            member.leave()
        await until("another node has the groups", lambda: others_have(groups, node), round.bound + 60)
        await round.go_on(time.monotonic())
        told = await tell_stale(quiet, 0, direct)
        await asyncio.sleep(0.5)
        begin = time.monotonic()
        node.program.tell(signal.SIGCONT)
        answer = None
        try:
            answer = await direct.answer(30)
            round.notes.append(f"the stale owner answers {code_of(answer)} after {time.monotonic() - begin:.1f} s")
        except TimeoutError:
            round.wrong.append(("fence", f"{node.name} answers nothing to what it was told while it stood still"))
        except ConnectionClosed as closed:
            round.notes.append(f"the stale owner closed the connection ({closed})")
        finally:
            quiet.load()
        if answer and "accepted" in answer and not round.cluster.has_links:
            round.wrong.append(("fence", f"{node.name} accepted a command for a group that another node has"))
        await heard_of_stale(round, quiet, 0, told, answer)
        if linked and through:
            answer = None
            with contextlib.suppress(TimeoutError, ConnectionClosed):
                answer = await linked.answer(5)
            round.notes.append(f"what was told through a link is {f'answered {code_of(answer)}' if answer else 'not answered'}")
            await heard_of_stale(round, quiet, 1, through, answer)


async def tell_stale(group: Group, number: int, loyal: Loyal) -> tuple[dict, Sent]:
    command, body, sent = group.body(group.members[number])
    # The one who sends it again says the same.
    body["saidAtMs"] = str(int(time.time() * 1000))
    sent.must_be_absent = True
    group.case.sent[command] = sent
    await loyal.say({**body, "groupId": group.id})
    return body, sent


async def heard_of_stale(round: Round, group: Group, number: int, told: tuple[dict, Sent], answer: dict | None) -> None:
    """Notes the answer. Where it leaves open whether the command stands, the member sends it again under its id, and is told the one place."""
    body, sent = told
    take_answer(sent, answer, round.cluster.has_links)
    if sent.must_be_absent or sent.answer:
        return
    try:
        async with asyncio.timeout(GO_ON):
            accepted = await group.members[number].send(group.id, body)
        sent.answer = (accepted["lane"], int(accepted["position"]))
        round.notes.append(f"sent again it is accepted{', and stood' if accepted.get('duplicate') else ''}")
    except (TimeoutError, Refused) as failure:
        round.wrong.append(("unanswered", f"a command of unknown outcome that is sent again is not accepted: {failure!r}"))


def code_of(answer: dict) -> str:
    return answer.get("rejected", {}).get("code", "accepted" if "accepted" in answer else json.dumps(answer))


async def others_have(groups: list[Group], node) -> bool:
    return all([await group.owner() != node.name for group in groups])


async def kill_primary(round: Round) -> None:
    """kill -9 of the primary and its Patroni, as the loss of its machine: a standby takes over when the lease has run out."""
    primary = await round.cluster.the_primary()
    round.happens(f"kill -9 the primary {primary.name} and its Patroni", round.groups, TTL + 10)
    await primary.kill()
    took = await until("another primary", lambda: another(round.cluster, primary), 90, 0.05)
    failover = time.monotonic() - round.since
    round.bound = failover + FAILOVER_MORE
    await round.go_on(round.since + failover)
    after = max(group.silence(round.since)[1] for group in round.groups) - failover
    round.notes.append(f"Patroni made {took.name} the primary after {failover:.1f} s; writes went on {after:+.1f} s from there")


async def another(cluster: Cluster, before: Database) -> Database | None:
    now = await cluster.primary()
    return now if now and now is not before else None


async def crash_primary(round: Round) -> None:
    """kill -9 of the primary's PostgreSQL alone: its Patroni starts it again."""
    primary = await round.cluster.the_primary()
    round.happens(f"kill -9 the postmaster of {primary.name}", round.groups, GO_ON)
    postmaster = primary.postmaster()
    with contextlib.suppress(ProcessLookupError):
        os.kill(postmaster, signal.SIGKILL)
    await until(f"another postmaster of {primary.name}", lambda: primary.postmaster() not in (0, postmaster), round.bound + 60, 0.02)
    await round.go_on(time.monotonic())
    now = await round.cluster.the_primary()
    round.notes.append(f"the primary is {now.name} then")


async def kill_patroni(round: Round) -> None:
    """kill -9 of the primary's Patroni alone: its PostgreSQL goes on by itself until a standby takes over, and then takes sessions beside it."""
    primary = await round.cluster.the_primary()
    round.happens(f"kill -9 the Patroni of the primary {primary.name}, and start it when another is primary", round.groups, TTL + GO_ON)
    await primary.patroni.end()
    took = await until("another primary", lambda: another(round.cluster, primary), 90, 0.05)
    failover = time.monotonic() - round.since
    # Commits that the old one has taken wait for standbys that have left it.
    await asyncio.sleep(BOTH_SECONDS)
    meanwhile = sum(at > round.since + failover for group in round.groups for at in group.answered)
    await primary.start()
    ended = time.monotonic()
    await round.go_on(ended)
    round.notes.append(f"Patroni made {took.name} the primary after {failover:.1f} s; {meanwhile} acknowledged in the {BOTH_SECONDS} s that both ran")


async def leave_patroni(round: Round) -> None:
    """kill -9 of the primary's Patroni alone, which nobody starts: the hosts in the servers' address begin with the old primary, which still takes
    sessions. They have to find the next one beside it, and nothing that the old one commits may be acknowledged."""
    first = round.cluster.databases[0]
    primary = await round.cluster.the_primary()
    if primary is not first:
        await get(primary.rest, "switchover", "POST", {"leader": primary.name, "candidate": first.name})
        await until("the first host is primary", round.cluster.is_whole)
        primary = await round.cluster.the_primary()
        begin = time.monotonic()
        await until("writes", lambda: all(group.has_gone_on(begin) for group in round.groups), 60, 0.02)
    round.happens(f"kill -9 the Patroni of the primary {primary.name}, and start it when writes go on at another", round.groups, TTL + FIND_SECONDS)
    await primary.patroni.end()
    took = await until("another primary", lambda: another(round.cluster, primary), 90, 0.05)
    failover = time.monotonic() - round.since
    round.bound = failover + FIND_SECONDS
    # What the old one was told before may be acknowledged until its standbys have left it.
    behind = time.monotonic() + 1
    probe = asyncio.create_task(commits_alone(primary))
    with contextlib.suppress(Failed):
        await until("writes go on", lambda: all(group.has_gone_on(behind) for group in round.groups), 3 * FIND_SECONDS, 0.02)
    acknowledged = sum(at > behind for group in round.groups for at in group.answered)
    if await probe:
        round.wrong.append(("two primaries", f"{primary.name} acknowledged a commit while {took.name} was the primary"))
    if not all(group.has_gone_on(behind) for group in round.groups):
        round.wrong.append(("two primaries", f"after {3 * FIND_SECONDS} s the servers had not found {took.name} beside {primary.name}"))
    round.notes.append(f"Patroni made {took.name} the primary after {failover:.1f} s; {acknowledged} acknowledged before {primary.name} had a Patroni again; "
                       f"a commit of ours at {primary.name} waited")
    restarted = time.monotonic()
    await primary.start()
    await round.go_on(restarted)


async def commits_alone(database: Database) -> bool:
    """Whether a commit is acknowledged within 5 s by a server that has lost its standbys."""
    connection = await asyncio.to_thread(database.connect, dbname="postgres")
    task = asyncio.create_task(asyncio.to_thread(connection.execute, "SELECT pg_logical_emit_message(true, 'judge', '')"))
    done, _ = await asyncio.wait({task}, timeout=5)
    if not done:
        # No timeout of PostgreSQL's ends such a wait (findings/postgres-commit-without-standby.sh).
        await asyncio.to_thread(connection.cancel)
    with contextlib.suppress(psycopg.Error):
        await task
    connection.close()
    return bool(done)


async def restart_patroni(round: Round) -> None:
    """kill -9 of the primary's Patroni alone, which is started again at once, as a unit with Restart=always does it."""
    primary = await round.cluster.the_primary()
    round.happens(f"kill -9 the Patroni of the primary {primary.name}, and start it a second later", round.groups, GO_ON)
    await primary.patroni.end()
    await asyncio.sleep(1)
    await primary.start()
    # Until it has been heard of, and any lease that it had could be over.
    await asyncio.sleep(TTL + 2)
    now = await round.cluster.the_primary()
    round.notes.append(f"the primary is {now.name} {TTL + 2} s later")
    await round.go_on(time.monotonic())


async def stop_standby(round: Round) -> None:
    """SIGSTOP of one synchronous standby: writes wait until PostgreSQL and Patroni have given it up, then go on with the other."""
    primary = await round.cluster.the_primary()
    standby = round.random.choice([database for database in round.cluster.databases if database is not primary])
    round.happens(f"SIGSTOP the standby {standby.name}", round.groups, SENDER_TIMEOUT + 3 * LOOP_WAIT + GO_ON)
    standby.tell(signal.SIGSTOP)
    await asyncio.sleep(ON_ITS_WAY)
    await round.go_on(time.monotonic())
    standby.tell(signal.SIGCONT)


async def end_standby(round: Round) -> None:
    """kill -9 of one synchronous standby and its Patroni."""
    primary = await round.cluster.the_primary()
    standby = round.random.choice([database for database in round.cluster.databases if database is not primary])
    round.happens(f"kill -9 the standby {standby.name} and its Patroni", round.groups, 3 * LOOP_WAIT + GO_ON)
    await standby.kill()
    await asyncio.sleep(ON_ITS_WAY)
    await round.go_on(time.monotonic())


async def stop_standbys(round: Round) -> None:
    """SIGSTOP of both standbys: nothing may be acknowledged until one of them is there again."""
    primary = await round.cluster.the_primary()
    standbys = [database for database in round.cluster.databases if database is not primary]
    for standby in standbys:
        standby.tell(signal.SIGSTOP)
    span = 8.0
    # What was acknowledged before may still be on its way to the members.
    await asyncio.sleep(ON_ITS_WAY)
    begin = time.monotonic()
    round.happens(f"SIGSTOP both standbys for {span:.0f} s", round.groups, span + GO_ON)
    await asyncio.sleep(span)
    early = sum(at > begin for group in round.groups for at in group.answered)
    ended = time.monotonic()
    for standby in standbys:
        standby.tell(signal.SIGCONT)
    round.notes.append(f"{early} acknowledged meanwhile")
    if early:
        round.wrong.append(("without a standby", f"{early} commands were acknowledged while no standby ran"))
    await round.go_on(ended)


async def pause_etcd(round: Round) -> None:
    """SIGSTOP of etcd for less than the lease: with failsafe_mode the primary asks its standbys, and goes on."""
    span = TTL * 0.6
    round.happens(f"SIGSTOP etcd for {span:.0f} s of {TTL}", round.groups, span + GO_ON)
    round.cluster.etcd.tell(signal.SIGSTOP)
    await asyncio.sleep(span)
    during = sum(at > round.since + 1 for group in round.groups for at in group.answered)
    ended = time.monotonic()
    round.cluster.etcd.tell(signal.SIGCONT)
    round.notes.append(f"{during} acknowledged meanwhile")
    await round.go_on(ended)


async def pause_etcd_and_standby(round: Round) -> None:
    """SIGSTOP of etcd while a standby is gone: failsafe_mode wants every member, so the primary takes no writes until etcd is back."""
    primary = await round.cluster.the_primary()
    standby = round.random.choice([database for database in round.cluster.databases if database is not primary])
    await standby.kill()
    begin = time.monotonic()
    await until("writes with one standby", lambda: all(group.has_gone_on(begin + 2) for group in round.groups), 60, 0.02)
    span = TTL * 0.6
    round.happens(f"SIGSTOP etcd for {span:.0f} s of {TTL}, with the standby {standby.name} gone", round.groups, span + GO_ON)
    round.cluster.etcd.tell(signal.SIGSTOP)
    await asyncio.sleep(span)
    last = max((at for group in round.groups for at in group.answered), default=round.since)
    ended = time.monotonic()
    round.cluster.etcd.tell(signal.SIGCONT)
    round.notes.append(f"the last acknowledgement meanwhile was {last - round.since:.1f} s behind etcd's")
    await round.go_on(ended)


async def restart_nodes(round: Round) -> None:
    """kill -9 of every hearthd, and a start of each: their groups are theirs, by their names."""
    round.happens(f"kill -9 all {len(round.cluster.nodes)} hearthd, and start them", round.groups, LEASE + TAKEOVER_MORE + GO_ON)
    for node in round.cluster.nodes:
        await node.program.end()
    await asyncio.gather(*(node.start() for node in round.cluster.nodes))
    await round.go_on(time.monotonic())


async def restart_all(round: Round) -> None:
    """kill -9 of everything at once, as where a whole site loses its power: etcd, every database and every hearthd; then all start."""
    cluster = round.cluster
    round.happens("kill -9 etcd, all databases and all hearthd, and start them", round.groups, 0)
    cluster.etcd.tell(signal.SIGKILL)
    await asyncio.gather(*(node.program.end() for node in cluster.nodes), *(database.kill() for database in cluster.databases))
    await cluster.etcd.end()
    await cluster.etcd.start()
    await cluster.mend()
    mended = time.monotonic()
    round.bound = mended - round.since + GO_ON
    await round.go_on(mended)


async def move_group(round: Round) -> None:
    """An operator moves a group to another node while its members write, and back."""
    cluster = round.cluster
    node = await some_node(round)
    group = (await round.owned(node))[0]
    other = round.random.choice([one for one in cluster.nodes if one is not node])
    round.happens(f"move {group.folder.name} from {node.name} to {other.name} and back", [group], LEASE)
    words = node.program.words
    store = words[words.index("--store") + 1]
    for to in (other, node):
        process = await asyncio.create_subprocess_exec(
            str(cluster.hearthd), "groups", "move", group.id, "--to", to.name, "--store", store,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
        said, _ = await asyncio.wait_for(process.communicate(), 60)
        if process.returncode:
            round.wrong.append(("moved", f"hearthd groups move ended with {process.returncode}: {said.decode().strip()}"))
            return
        moved = time.monotonic()
        if await group.owner() != to.name:
            round.wrong.append(("moved", f"{group.folder.name} is {await group.owner()}'s and not {to.name}'s"))
        await round.go_on(moved)


async def drain_node(round: Round) -> None:
    """SIGTERM of a hearthd under load: it finishes what it accepted, says that it has gone, and others take its groups at once."""
    node = await some_node(round)
    groups = await round.owned(node)
    round.happens(f"SIGTERM {node.name}, which has {len(groups)} of {len(round.groups)} groups", groups, LEASE)
    status = await node.program.end(signal.SIGTERM, 30)
    if status != 0:
        round.wrong.append(("drain", f"{node.name} ended with {status}"))
    round.notes.append(f"it ended after {time.monotonic() - round.since:.1f} s")
    await round.go_on_elsewhere(node)


async def cut_node(round: Round) -> None:
    """A hearthd that reaches its database no more, and nobody there hears that: others take its groups over; then the line is mended."""
    node = round.cluster.nodes[-1]
    await round.group_at(node)
    groups = await round.owned(node)
    round.happens(f"cut {node.name} from the database, which has {len(groups)} groups, then mend it", groups,
                  LEASE + (LINKED_MORE if round.cluster.has_links else TAKEOVER_MORE))
    async with contextlib.AsyncExitStack() as stack:
        far = loyal = None
        if round.cluster.has_links:
            # A member of another node's group, who stays connected with the one that is cut.
            await round.group_at(round.cluster.nodes[0])
            far = (await round.owned(round.cluster.nodes[0]))[0]
            loyal = await stack.enter_async_context(Loyal(far.members[0], far.id, node))
            listening = asyncio.create_task(loyal.listen("shared"))
            stack.callback(listening.cancel)
            await until("who is cut off hears something", lambda: loyal.heard, GO_ON, 0.02)
            # And one of a group that the node itself has.
            own = await stack.enter_async_context(Loyal(groups[0].members[0], groups[0].id, node))
            staying = asyncio.create_task(own.listen("shared"))
            stack.callback(staying.cancel)
            round.since = time.monotonic()
        for line in round.cluster.lines:
            line.cut()
        await round.go_on_elsewhere(node)
        if far and loyal:
            await hears_no_more(round, loyal, far)
            if staying.done() and own.socket.close_code == TRY_AGAIN:
                round.notes.append("who followed a group of its own was sent away")
            elif staying.done():
                round.wrong.append(("cut off", f"{node.name} closed who follows a group of its own with {own.socket.close_code}, not {TRY_AGAIN}"))
            else:
                round.wrong.append(("cut off", f"{node.name} keeps who follows a group that another has, {CUT_OFF} s after it was cut from the database"))
        for line in round.cluster.lines:
            line.mend()
        await until(f"{node.name} takes members", node.is_ready)


async def hears_no_more(round: Round, loyal: Loyal, group: Group) -> None:
    """Judges a connection at the node that is cut from the database: that knows of no removed member and no revoked device, so it may tell nothing new."""
    await asyncio.sleep(max(0.0, round.since + CUT_OFF - time.monotonic()))
    heard, since = len(loyal.heard), time.monotonic()
    await until("entries go on", lambda: group.has_added(since), GO_ON, 0.02)
    await asyncio.sleep(ON_ITS_WAY)
    if len(loyal.heard) > heard:
        round.wrong.append(("cut off", f"{loyal.node.name} told {len(loyal.heard) - heard} new events {CUT_OFF} s after it was cut from the database"))
    else:
        round.notes.append(f"{CUT_OFF} s after the cut {loyal.node.name} tells nothing new of other nodes' groups")


async def cut_links(round: Round) -> None:
    """A hearthd that others reach no more, and that reaches no other, while all reach the database: its groups stay its own, and members go on there."""
    node = await some_node(round)
    groups = await round.owned(node)
    others = [one for one in round.cluster.nodes if one is not node]
    for group in groups:
        # One at the owner and one at each side of the cut.
        for member, place in zip(group.members, [*others, node]):
            member.go_to(place)
    await asyncio.sleep(1.5)
    round.happens(f"cut {node.name}, which has {len(groups)} of {len(round.groups)} groups, from the other nodes, then mend it", round.groups, LINK_SILENCE + GO_ON)
    for other in others:
        node.links.cut(other.name)
        other.links.cut(node.name)
    # Longer than a link may be silent, so that it ends and is tried again.
    await asyncio.sleep(LINK_SILENCE + 3)
    await round.go_on(time.monotonic())
    held = sum([await group.owner() == node.name for group in groups])
    for one in round.cluster.nodes:
        one.links.mend()
    round.notes.append(f"{node.name} has {held} of its {len(groups)} groups after {LINK_SILENCE + 3} s; one member waited {max(group.silence_of_one(round.since) for group in round.groups):.1f} s")
    await round.go_on(time.monotonic())


async def upgrade_nodes(round: Round) -> None:
    """A rolling upgrade: one hearthd after the other is ended and started as the program under test, under load."""
    nodes = list(round.cluster.nodes)
    older = sum(node.program.words[0] != str(round.cluster.hearthd) for node in nodes)
    round.happens(f"end and start {len(nodes)} hearthd one after the other" + (f", {older} of an older build" if older else ""), round.groups,
                  len(nodes) * LEASE)
    for node in nodes:
        if await node.program.end(signal.SIGTERM, 30) != 0:
            round.wrong.append(("upgrade", f"{node.name} ended with {node.program.process.returncode}"))
        node.program.words[0] = str(round.cluster.hearthd)
        await node.start()
        # All go on before the next.
        await round.go_on(time.monotonic())


async def join_node(round: Round) -> None:
    """A further hearthd joins and takes load: a group is made there, members come to it, and to the groups of one that ends; then it ends itself."""
    node = await round.cluster.add_node()
    # A group that is made there is its own.
    await round.group_at(node)
    leaver = round.random.choice(round.cluster.nodes[:-1])
    await round.group_at(leaver)
    groups = await round.owned(leaver)
    round.happens(f"start {node.name}, and SIGTERM {leaver.name}, which has {len(groups)} of {len(round.groups)} groups", round.groups, 3 * LEASE)
    for group in round.groups if round.cluster.has_links else groups:
        group.members[0].go_to(node)
    if round.cluster.has_links:
        await round.go_on(time.monotonic())
    ending = asyncio.create_task(leaver.program.end(signal.SIGTERM, 30))
    for group in groups:
        for member in group.members:
            member.go_to(node)
    if await ending != 0:
        round.wrong.append(("drain", f"{leaver.name} ended with {leaver.program.process.returncode}"))
    await round.go_on(time.monotonic())
    began = time.monotonic()
    await asyncio.sleep(2)
    at = {id(member) for group in round.groups for member in group.members if member.nodes[member.at % len(member.nodes)] is node}
    has = await round.owned(node)
    count = sum(at > began for group in has for at in group.answered)
    round.notes.append(f"{node.name} has {len(has)} groups and {len(at)} members; {count} acknowledged there in 2 s")
    if not has:
        round.wrong.append(("join", f"{node.name} has no group"))
    await leaver.start()
    if await node.program.end(signal.SIGTERM, 30) != 0:
        round.wrong.append(("drain", f"{node.name} ended with {node.program.process.returncode}"))
    round.cluster.nodes.remove(node)
    await round.go_on(time.monotonic())


async def jump_clock(round: Round) -> None:
    """A hearthd whose wall clock jumps an hour ahead, and then an hour behind."""
    node = round.random.choice(round.cluster.nodes)
    offset = round.cluster.folder / f"{node.name}.clock"
    offset.write_text("+0\n")
    await node.program.end(signal.SIGTERM, 30)
    node.program.environment = {
        "LD_PRELOAD": str(round.cluster.faketime), "FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    await node.start()
    await round.group_at(node)
    groups = await round.owned(node)
    round.happens(f"jump the clock of {node.name}, which has {len(groups)} of {len(round.groups)} groups, an hour ahead, then an hour behind",
                  round.groups, GO_ON)
    for hours in (1, -1):
        offset.write_text(f"{hours:+}h\n")
        began = time.monotonic()
        # Several signs of life.
        await asyncio.sleep(5)
        await round.go_on(time.monotonic())
        times = [begin for group in groups for begin in group.answered if begin > began]
        round.notes.append(f"{hours:+} h: {len(times)} acknowledged, {len(await round.owned(node))} groups are its")
    node.program.environment = {}
    await node.program.end(signal.SIGTERM, 30)
    await node.start()
    await round.go_on(time.monotonic())


async def switch_over(round: Round) -> None:
    """A planned change of the primary, as before work on its machine."""
    primary = await round.cluster.the_primary()
    round.happens(f"switch over from {primary.name}", round.groups, GO_ON)
    candidate = round.random.choice([database for database in round.cluster.databases if database is not primary])
    asked = asyncio.create_task(get(primary.rest, "switchover", "POST", {"leader": primary.name, "candidate": candidate.name}))
    await until("another primary", lambda: another(round.cluster, primary), 90, 0.05)
    failover = time.monotonic() - round.since
    round.bound = failover + SWITCHOVER_MORE
    await asked
    await round.go_on(time.monotonic())
    after = max(group.silence(round.since)[1] for group in round.groups) - failover
    round.notes.append(f"{candidate.name} was the primary after {failover:.1f} s; writes went on {after:+.1f} s from there")


async def revoke_device(round: Round) -> None:
    """Somebody's device is revoked at one node while it is connected with all of them: each closes its connection."""
    nodes = round.random.sample(round.cluster.nodes, len(round.cluster.nodes))
    made = await call(f"{nodes[0].url}/v1/identities", {"displayName": "Kai"})
    async with contextlib.AsyncExitStack() as stack:
        sockets = []
        for node in nodes:
            socket = await connect(node.url.replace("http", "ws", 1) + "/v1/socket", subprotocols=["hearth.v1.json"], proxy=None, ping_interval=None)
            stack.callback(socket.transport.abort)
            await socket.send(json.dumps({"hello": {"token": made["token"]}}))
            await socket.recv()
            sockets.append(socket)
        round.happens(f"revoke a device at {nodes[0].name} that is connected with all {len(nodes)}", [], 0)
        await sockets[0].send(json.dumps({"request": 1, "revokeDevice": {"deviceId": made["deviceId"]}}))
        await sockets[0].recv()
        begin = time.monotonic()
        took = await asyncio.gather(*(closed_after(socket, begin) for socket in sockets))
    for node, (seconds, code) in zip(nodes, took):
        if code != 4001:
            round.wrong.append(("revoked", f"{node.name} closes a revoked device's connection with {code} after {seconds:.1f} s"))
        elif seconds > REVOKED:
            round.late.append(f"{node.name} closed a revoked device's connection after {seconds:.2f} s, bound {REVOKED}")
    round.notes.append(f"closed after {', '.join(f'{seconds:.2f}' for seconds, _ in took)} s")


async def closed_after(socket, begin: float) -> tuple[float, int]:
    """Seconds until a connection is closed, and its code; 0: it was not."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GO_ON):
            await socket.wait_closed()
    return time.monotonic() - begin, socket.close_code or 0


ROUNDS = {
    "kill-node": kill_node, "stop-node": stop_node, "cut-node": cut_node, "drain-node": drain_node, "restart-nodes": restart_nodes,
    "restart-all": restart_all, "move-group": move_group,
    "kill-primary": kill_primary, "crash-primary": crash_primary, "kill-patroni": kill_patroni, "leave-patroni": leave_patroni,
    "restart-patroni": restart_patroni, "switch-over": switch_over,
    "stop-standby": stop_standby, "end-standby": end_standby, "stop-standbys": stop_standbys, "pause-etcd": pause_etcd,
    "pause-etcd-and-standby": pause_etcd_and_standby, "upgrade-nodes": upgrade_nodes, "join-node": join_node, "jump-clock": jump_clock,
    "cut-links": cut_links, "revoke-device": revoke_device,
}
# Those that need links between the nodes.
LINKED = {"cut-links"}
# Those that ROUNDS=4 without names takes: the promises of README.
SHORT = ["kill-node", "stop-node", "kill-primary", "stop-standbys"]
