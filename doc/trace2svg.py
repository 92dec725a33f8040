#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Draw a trace of GOMP_OFFLOAD_TRACE as an SVG picture, for the manual.

    GOMP_OFFLOAD_TRACE=trace.json ./program
    trace2svg.py trace.json >trace.svg

A track for each thread of the host and each lane of a device; what an event
contains is drawn below it.  Perfetto shows more.
"""

import html
import json
import sys

WIDTH, LEFT, ROW, GAP, LETTER = 960, 150, 15, 8, 5.2
COLOURS = {"region": "#4c78a8", "fallback": "#b279a2", "directive": "#72b7b2",
           "launch": "#f58518", "wait": "#d9d9d9", "transfer": "#54a24b",
           "map": "#333333", "memory": "#333333"}


def tracks_of(events):
    """{(pid, tid): [(depth, event)]}, the host's first."""
    tracks = {}
    for event in sorted(events, key=lambda e: (e["ts"], -e.get("dur", 0))):
        track = tracks.setdefault((event["pid"], event["tid"]), [])
        end = event["ts"] + event.get("dur", 0)
        around = [depth for depth, e in track
                  if e["ph"] == "X" and e["ts"] + e["dur"] >= end]
        track.append((max(around) + 1 if around else 0, event))
    return dict(sorted(tracks.items()))


def names_of(events):
    names = {}
    for event in events:
        if event["ph"] == "M":
            tid = event["tid"] if event["name"] == "thread_name" else None
            names[event["pid"], tid] = event["args"]["name"]
    return names


def label(event):
    variable = event["args"].get("variable")
    name = event["name"].split(" device ")[0].split("._omp_fn")[0]
    return f"{name}: {variable}" if variable else name


def draw(events, names):
    start = min(e["ts"] for e in events)
    end = max(e["ts"] + e.get("dur", 0) for e in events)
    scale = (WIDTH - LEFT - 10) / (end - start)
    top, process, out = 10, None, []

    def text(x, y, words, extra=""):
        out.append(f'<text x="{x:.0f}" y="{y:.0f}"{extra}>'
                   f'{html.escape(words)}</text>')

    for (pid, tid), track in tracks_of(events).items():
        if pid != process:
            process = pid
            text(4, top + ROW, names[pid, None], ' font-weight="bold"')
            top += ROW + 4
        text(12, top + ROW - 4, names[pid, tid])
        for depth, event in track:
            x = LEFT + (event["ts"] - start) * scale
            y = top + depth * ROW
            if event["ph"] == "i":
                out.append(f'<path d="M{x:.1f} {y}v{ROW - 2}" '
                           f'stroke="{COLOURS["map"]}"/>')
                continue
            width = max(event["dur"] * scale, 0.8)
            words = label(event)
            out.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" '
                       f'height="{ROW - 2}" fill="{COLOURS[event["cat"]]}"/>')
            if len(words) * LETTER < width:
                text(x + 2, y + ROW - 5, words)
        top += (max(depth for depth, _ in track) + 1) * ROW + GAP
    text(LEFT, top + ROW, f"{(end - start) / 1000:.1f} ms:")
    x = LEFT + 60
    for category in COLOURS:
        out.append(f'<rect x="{x}" y="{top + 5}" width="10" height="10" '
                   f'fill="{COLOURS[category]}"/>')
        text(x + 14, top + ROW, category)
        x += 24 + len(category) * 7
    return out, top + 2 * ROW


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        events = json.load(file)
    body, height = draw([e for e in events if e["ph"] in "Xi"],
                        names_of(events))
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
          f'height="{height}" font-family="sans-serif" font-size="10">')
    print("<!-- SPDX-License-Identifier: GPL-3.0-or-later WITH "
          "GCC-exception-3.1\n     Made by trace2svg.py.  -->")
    print('<rect width="100%" height="100%" fill="white"/>')
    print("\n".join(body))
    print("</svg>")


if __name__ == "__main__":
    main()
