"""Reckons from what metrics-cost.sh left in a folder which share of a saturated server's processor time goes to counting.

  metrics-cost.py FOLDER TIMES      TIMES: how many times as much a count is taken to cost
"""

import re
import sys
from pathlib import Path

# The most that counting and scraping may take of a saturated run.
SHARE_MAX = 0.01
# Prometheus' own example asks every 15 seconds.
SCRAPE_SECONDS = 15
SCRAPES = 200

folder, times = Path(sys.argv[1]), float(sys.argv[2])
costs = {name: float(value) * times for name, value in (line.split()[:2] for line in (folder / "counts").read_text().splitlines())}


def page(name):
    """The sums of a page's samples by their names, whatever their labels."""
    sums = {}
    for line in (folder / name).read_text().splitlines():
        if found := re.match(r"(\w+)(?:\{.*\})? ([-+.\deE]+)", line):
            sums[found[1]] = sums.get(found[1], 0) + float(found[2])
    return sums


worst = 0
for window in (1, 8):
    before, after, scraped = (page(f"{when}-{window}") for when in ("before", "after", "scraped"))

    def grown(name):
        assert name in after, f"/metrics has no {name}"
        return after[name] - before.get(name, 0)

    seconds = grown("process_cpu_seconds_total")
    counted = {
        "count-message-ns": grown("hearth_messages_received_total") + grown("hearth_messages_sent_total"),
        "count-command-ns": grown("hearth_commands_total"),
        "count-batch-ns": grown("hearth_decide_seconds_count"),
        "count-commit-ns": grown("hearth_store_commit_seconds_count"),
    }
    assert all(count > 0 for count in counted.values()), counted
    counting = sum(costs[name] * count for name, count in counted.items()) / 1e9 / seconds
    scrape = (scraped["process_cpu_seconds_total"] - after["process_cpu_seconds_total"]) / SCRAPES
    scraping = scrape / SCRAPE_SECONDS
    worst = max(worst, counting + scraping)
    print(
        f"{window} in flight: {counted['count-command-ns']:.0f} commands, {counted['count-message-ns']:.0f} messages, {seconds:.1f} CPU-s: "
        f"counting {counting:.2%}, a scrape every {SCRAPE_SECONDS} s {scraping:.2%} ({scrape * 1000:.1f} ms each)"
    )
holds = worst < SHARE_MAX
print(f"verdict: metrics take at most {worst:.2%}" + ("" if holds else f": MISSED (below {SHARE_MAX:.0%})"))
sys.exit(0 if holds else 1)
