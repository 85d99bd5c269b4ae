"""The queue of a program that is slow: at its limit, one past it, and what is read from the history afterwards (Python)."""
import tempfile

from hearth_client.following import QUEUE_EVENTS_MAX, Following
from hearth_client.store import Store


def events(first: int, last: int) -> list:
    return [{"position": str(position), "event": {"entryAdded": {}}} for position in range(first, last + 1)]


with tempfile.TemporaryDirectory() as folder:
    following = Following("g", Store(f"{folder}/store.db"), False)
    following.begin({"epoch": "1", "lanes": [{"lane": "shared", "head": "0"}]})
    following.take("shared", events(1, QUEUE_EVENTS_MAX))
    assert (len(following.queue), following.behind) == (QUEUE_EVENTS_MAX, set())
    following.take("shared", events(QUEUE_EVENTS_MAX + 1, QUEUE_EVENTS_MAX + 1))
    assert (len(following.queue), following.behind) == (QUEUE_EVENTS_MAX, {"shared"})
    assert following.wanted() == "", "nothing is read while there is no space"
    for _ in range(QUEUE_EVENTS_MAX // 2):
        following.queue.popleft()
    assert following.wanted() == "shared"
    # Live events wait until what lies before them was read.
    following.take("shared", events(QUEUE_EVENTS_MAX + 2, QUEUE_EVENTS_MAX + 2))
    for one in events(QUEUE_EVENTS_MAX + 1, QUEUE_EVENTS_MAX + 2):
        following.put("shared", one)
    assert following.wanted() == "" and not following.behind
    following.take("shared", events(QUEUE_EVENTS_MAX + 2, QUEUE_EVENTS_MAX + 3))
    positions = [one.position for one in following.queue]
    assert positions == list(range(QUEUE_EVENTS_MAX // 2 + 1, QUEUE_EVENTS_MAX + 4)), positions[:3]
print("the queue's limit holds")
