#!/usr/bin/env python3
"""Asks a Prometheus what each panel of deploy/monitoring/dashboard.json asks it, and draws the answers.

  docs/dashboard.py --prometheus http://127.0.0.1:9090 [--seconds 180] [--out docs/dashboard.svg]

It fails when a panel's query answers nothing. LoadTests/metrics.sh runs it over a server under load; make dashboard-picture keeps the picture.
"""
import argparse
import html
import json
import math
import pathlib
import re
import sys
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A column and a row of Grafana's grid, in points of the picture; the grid has 24 columns.
COLUMN, ROW, COLUMNS, GAP = 50, 25, 24, 8
POINTS = 90
# Limit: series that a legend names; those with the most stand first, the others are counted.
NAMED = 6
COLORS = ["#73bf69", "#f2cc0c", "#5794f2", "#ff9830", "#f2495c", "#b877d9", "#8ab8ff", "#37872d", "#e0b400", "#c4162a", "#8f3bb8", "#96d98d"]
BACKGROUND, PANEL, EDGE, INK, FAINT, GRID = "#111217", "#181b1f", "#2c3235", "#d8d9da", "#9fa7b3", "#2a2e33"


class Prometheus:
    """The HTTP API of a Prometheus, over the last seconds of its own time."""

    def __init__(self, address, seconds):
        self.address = address
        self.end = time.time()
        self.start, self.step = self.end - seconds, seconds / POINTS

    def ask(self, path, **words):
        with urllib.request.urlopen(f"{self.address}/api/v1/{path}?{urllib.parse.urlencode(words)}", timeout=30) as answer:
            return json.load(answer)["data"]["result"]

    def series(self, query):
        """What a panel over time shows: the labels and the points of each series, without those that are no number."""
        # Grafana takes the step and a scrape more, and four scrapes at least; a scrape here is a second.
        query = query.replace("$__rate_interval", f"{math.ceil(max(self.step + 1, 4))}s")
        for one in self.ask("query_range", query=query, start=self.start, end=self.end, step=self.step):
            points = [(float(at), float(value)) for at, value in one["values"] if math.isfinite(float(value))]
            if points:
                yield one["metric"], points

    def now(self, query):
        """What a panel of a number shows."""
        for one in self.ask("query", query=query, time=self.end):
            yield one["metric"], [(self.end, float(one["value"][1]))]


def written(value, unit):
    """A number as Grafana writes it, with the unit of the panel."""
    def short(number):
        return f"{number:.3g}" if abs(number) < 1000 else f"{number:.0f}"
    if unit == "percentunit":
        return short(value * 100) + " %"
    if unit == "s":
        for scale, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
            if abs(value) >= scale or scale == 1e-6:
                return f"{short(value / scale)} {name}" if value else "0 s"
    base, names = (1024, ["B", "KiB", "MiB", "GiB", "TiB"]) if unit == "bytes" else (1000, ["", "K", "M", "G", "T"])
    power = 0
    while abs(value) >= base and power + 1 < len(names):
        value, power = value / base, power + 1
    return f"{short(value)} {names[power]}{'/s' if unit == 'ops' else ''}".strip().replace(" /s", "/s")


def ticks(most, unit):
    """Where the lines of a panel stand: 0, and up to four more, the last of which is the top."""
    if most <= 0:
        return [0, 1]
    base = 1024.0 ** int(math.log(most, 1024)) if unit == "bytes" and most >= 1024 else 1.0
    rough = most / base / 4
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= rough * 0.999)
    return [number * step * base for number in range(math.ceil(most / base / step * 0.999) + 1)]


def named(legend, labels):
    return re.sub(r"\{\{(\w+)\}\}", lambda match: labels.get(match[1], ""), legend)


def answers(prometheus, panel):
    """What the panel shows: a name and points for each line."""
    lines = []
    for target in panel["targets"]:
        found = list((prometheus.now if panel["type"] == "stat" else prometheus.series)(target["expr"]))
        if not found:
            sys.exit(f"The panel {panel['title']!r} shows nothing: {target['expr']} has no answer.")
        lines += [(named(target["legendFormat"], labels), points) for labels, points in found]
    return lines


def text(x, y, words, size=11, fill=FAINT, more=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{fill}"{more}>{html.escape(words, quote=False)}</text>'


def draw_numbers(lines, unit, left, top, width, height):
    each = width / len(lines)
    for number, (name, points) in enumerate(lines):
        middle = left + each * (number + 0.5)
        yield text(middle, top + height / 2, written(points[-1][1], unit), 34, COLORS[0], ' text-anchor="middle"')
        yield text(middle, top + height / 2 + 24, name, 12, INK, ' text-anchor="middle"')


def draw_lines(lines, unit, left, top, width, height, start, end):
    lines = sorted(lines, key=lambda line: -max(value for _, value in line[1]))
    marks = ticks(max(value for _, points in lines for _, value in points), unit)
    legend = lines[:NAMED]
    inner_left, inner_right, inner_top, inner_bottom = left + 58, left + width - 10, top + 34, top + height - 62
    def x(at):
        return inner_left + (at - start) / (end - start) * (inner_right - inner_left)
    def y(value):
        return inner_bottom - value / marks[-1] * (inner_bottom - inner_top)
    for mark in marks:
        yield f'<path d="M{inner_left} {y(mark):.0f}H{inner_right}" stroke="{GRID}"/>'
        yield text(inner_left - 6, y(mark) + 4, written(mark, unit), more=' text-anchor="end"')
    for minute in range(int((end - start) // 60) + 1):
        at = x(start + 60 * minute)
        yield text(at, inner_bottom + 15, f"{minute}:00", more=f' text-anchor="{"middle" if at < inner_right - 10 else "end"}"')
    for number, (_, points) in reversed(list(enumerate(lines))):
        way, before = "", None
        for at, value in points:
            # A series that was away for a while has a gap.
            way += f"{'M' if before is None or at - before > (end - start) / POINTS * 1.5 else 'L'}{x(at):.0f} {y(value):.1f}"
            before = at
        yield f'<path d="{way}" fill="none" stroke="{COLORS[number % len(COLORS)]}" stroke-width="1.5"/>'
    # The names in two rows, each as far as it goes; what has no place is counted.
    place, row = left + 12, 0
    for number, (name, points) in enumerate(legend):
        words = f"{name}  {written(points[-1][1], unit)}"
        needs = 18 + 6.2 * len(words) + 8
        if place + needs > left + width - 8:
            place, row = left + 12, row + 1
        if row > 1:
            legend = legend[:number]
            break
        at = top + height - 28 + 17 * row
        yield f'<rect x="{place:.0f}" y="{at - 5:.0f}" width="12" height="3" fill="{COLORS[number % len(COLORS)]}"/>'
        yield text(place + 17, at, words, fill=INK)
        place += needs
    if len(lines) > len(legend):
        yield text(left + width - 12, top + 22, f"and {len(lines) - len(legend)} more", more=' text-anchor="end"')


def draw(board, prometheus):
    bottom = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in board["panels"])
    width, height = COLUMNS * COLUMN + GAP, bottom * ROW + GAP
    picture = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img"',
        '  font-family="Inter, Helvetica, DejaVu Sans, Arial, sans-serif">',
        f"<title>The panels of the dashboard over {prometheus.end - prometheus.start:.0f} seconds of a server under load</title>",
        f'<rect width="100%" height="100%" fill="{BACKGROUND}"/>',
    ]
    count = 0
    for panel in board["panels"]:
        place, unit = panel["gridPos"], panel["fieldConfig"]["defaults"]["unit"]
        left, top = place["x"] * COLUMN + GAP, place["y"] * ROW + GAP
        size = (place["w"] * COLUMN - GAP, place["h"] * ROW - GAP)
        lines = answers(prometheus, panel)
        count += len(lines)
        picture.append(f'<rect x="{left}" y="{top}" width="{size[0]}" height="{size[1]}" rx="2" fill="{PANEL}" stroke="{EDGE}"/>')
        picture.append(text(left + 12, top + 22, panel["title"], 13, INK, ' font-weight="600"'))
        if panel["type"] == "stat":
            picture += draw_numbers(lines, unit, left, top, *size)
        else:
            picture += draw_lines(lines, unit, left, top, *size, prometheus.start, prometheus.end)
    return "\n".join(picture + ["</svg>"]) + "\n", len(board["panels"]), count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prometheus", required=True, help="its address, like http://127.0.0.1:9090")
    parser.add_argument("--seconds", type=float, default=180, help="how far back the picture goes")
    parser.add_argument("--board", type=pathlib.Path, default=ROOT / "deploy/monitoring/dashboard.json")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/dashboard.svg")
    given = parser.parse_args()
    picture, panels, series = draw(json.loads(given.board.read_text()), Prometheus(given.prometheus, given.seconds))
    given.out.write_text(picture, encoding="utf-8")
    print(f"{panels} panels show {series} series")


main()
