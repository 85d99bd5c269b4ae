"""The rounds of make cluster: each does something to the cluster under load, and tells what has to hold beyond the judgement that ends every round."""
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from dataclasses import dataclass, field

from websockets.exceptions import ConnectionClosed

from members import Group, Loyal
from world import LOOP_WAIT, SENDER_TIMEOUT, TTL, Cluster, Database, get, until

# Seconds after which others take a node that was not seen for gone (NodeLife.leaseSeconds).
LEASE = 10
# What a takeover may take beyond that: a node's last sign of life may be as old as its pace, and a member finds the new owner by trying.
TAKEOVER_MORE = 5
# What writes may take beyond Patroni's own fail-over.
FAILOVER_MORE = 3
# The same after a planned change, in which a standby that was the primary has to come back first.
SWITCHOVER_MORE = 8
# Seconds that a primary without its Patroni runs beside the next one. With 75 it shows that a hearthd does not find the next one by itself.
BOTH_SECONDS = 3
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

    def happens(self, did: str, groups: list[Group], bound: float) -> None:
        self.did, self.groups_hit, self.bound, self.since = did, groups, bound, time.monotonic()

    async def go_on(self, since: float | None = None) -> None:
        """Waits until writes of the groups go on."""
        begin = self.since if since is None else since
        await until("writes go on", lambda: all(group.has_gone_on(begin) for group in self.groups_hit), self.bound + 60, 0.02)

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
    round.happens(f"kill -9 {node.name}, which has {len(groups)} of {len(round.groups)} groups", groups, LEASE + TAKEOVER_MORE)
    await node.program.end()
    await round.go_on()


async def stop_node(round: Round) -> None:
    """SIGSTOP of a hearthd for longer than its lease. What it is told then it may not store: another has its groups."""
    node = round.random.choice(round.cluster.nodes)
    await round.group_at(node, 2)
    groups = await round.owned(node)
    # Nothing is added to this one meanwhile, so that its head is where the stale owner knows it: the fence alone keeps it out.
    quiet = groups[0]
    await quiet.stop(60)
    async with Loyal(quiet.members[0], quiet.id, node) as loyal:
        round.happens(f"SIGSTOP {node.name} until another has its {len(groups)} groups, then SIGCONT", groups[1:], LEASE + TAKEOVER_MORE)
        node.program.tell(signal.SIGSTOP)
        for member in quiet.members:
            member.leave()
        await until("another node has the groups", lambda: others_have(groups, node), round.bound + 60)
        await round.go_on()
        command, body, sent = quiet.body(quiet.members[0])
        sent.must_be_absent = True
        quiet.case.sent[command] = sent
        await loyal.say({**body, "groupId": quiet.id})
        await asyncio.sleep(0.5)
        begin = time.monotonic()
        node.program.tell(signal.SIGCONT)
        try:
            answer = await loyal.answer(30)
        except TimeoutError:
            round.wrong.append(("fence", f"{node.name} answers nothing to what it was told while it stood still"))
            return
        except ConnectionClosed as closed:
            round.notes.append(f"the stale owner closed the connection ({closed})")
            return
        finally:
            quiet.load()
        code = answer.get("rejected", {}).get("code", "accepted" if "accepted" in answer else json.dumps(answer))
        round.notes.append(f"the stale owner answers {code} after {time.monotonic() - begin:.1f} s")
        if "accepted" in answer:
            if round.cluster.has_links:
                # It may have asked the new owner.
                sent.must_be_absent = False
                sent.answer = (answer["accepted"]["lane"], int(answer["accepted"]["position"]))
            else:
                round.wrong.append(("fence", f"{node.name} accepted a command for a group that another node has"))


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
    await round.go_on()
    after = max(group.silence(round.since)[1] for group in round.groups) - failover
    round.notes.append(f"Patroni made {took.name} the primary after {failover:.1f} s; writes went on {after:+.1f} s from there")


async def another(cluster: Cluster, before: Database) -> Database | None:
    now = await cluster.primary()
    return now if now and now is not before else None


async def crash_primary(round: Round) -> None:
    """kill -9 of the primary's PostgreSQL alone: its Patroni starts it again."""
    primary = await round.cluster.the_primary()
    round.happens(f"kill -9 the postmaster of {primary.name}", round.groups, GO_ON)
    postmaster = int((primary.data / "postmaster.pid").read_text().split()[0])
    with contextlib.suppress(ProcessLookupError):
        os.kill(postmaster, signal.SIGKILL)
    await round.go_on()
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
    await asyncio.sleep(0.3)
    await round.go_on(time.monotonic())
    standby.tell(signal.SIGCONT)


async def end_standby(round: Round) -> None:
    """kill -9 of one synchronous standby and its Patroni."""
    primary = await round.cluster.the_primary()
    standby = round.random.choice([database for database in round.cluster.databases if database is not primary])
    round.happens(f"kill -9 the standby {standby.name} and its Patroni", round.groups, 3 * LOOP_WAIT + GO_ON)
    await standby.kill()
    await asyncio.sleep(0.3)
    await round.go_on(time.monotonic())


async def stop_standbys(round: Round) -> None:
    """SIGSTOP of both standbys: nothing may be acknowledged until one of them is there again."""
    primary = await round.cluster.the_primary()
    standbys = [database for database in round.cluster.databases if database is not primary]
    for standby in standbys:
        standby.tell(signal.SIGSTOP)
    span = 8.0
    # What was acknowledged before may still be on its way to the members.
    await asyncio.sleep(0.5)
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
    await round.go_on()


async def drain_node(round: Round) -> None:
    """SIGTERM of a hearthd under load: it finishes what it accepted, says that it has gone, and others take its groups at once."""
    node = await some_node(round)
    groups = await round.owned(node)
    round.happens(f"SIGTERM {node.name}, which has {len(groups)} of {len(round.groups)} groups", groups, LEASE)
    status = await node.program.end(signal.SIGTERM, 30)
    if status != 0:
        round.wrong.append(("drain", f"{node.name} ended with {status}"))
    round.notes.append(f"it ended after {time.monotonic() - round.since:.1f} s")
    await round.go_on(time.monotonic())


async def cut_node(round: Round) -> None:
    """A hearthd that reaches its database no more, and nobody there hears that: others take its groups over; then the line is mended."""
    node = round.cluster.nodes[-1]
    await round.group_at(node)
    groups = await round.owned(node)
    round.happens(f"cut {node.name} from the database, which has {len(groups)} groups, then mend it", groups, LEASE + TAKEOVER_MORE)
    for line in round.cluster.lines:
        line.cut()
    await until("another node has the groups", lambda: others_have(groups, node), round.bound + 60)
    await round.go_on(time.monotonic())
    for line in round.cluster.lines:
        line.mend()
    await until(f"{node.name} takes members", node.is_ready)


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


ROUNDS = {
    "kill-node": kill_node, "stop-node": stop_node, "cut-node": cut_node, "drain-node": drain_node, "restart-nodes": restart_nodes,
    "kill-primary": kill_primary, "crash-primary": crash_primary, "kill-patroni": kill_patroni,
    "restart-patroni": restart_patroni, "switch-over": switch_over,
    "stop-standby": stop_standby, "end-standby": end_standby, "stop-standbys": stop_standbys, "pause-etcd": pause_etcd,
    "pause-etcd-and-standby": pause_etcd_and_standby,
}
# Those that ROUNDS=4 without names takes: the promises of README.
SHORT = ["kill-node", "stop-node", "kill-primary", "stop-standbys"]
