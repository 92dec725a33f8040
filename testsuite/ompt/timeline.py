#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Check a timeline (GOMP_TRACE) and print how often it has what.

Activities of a thread are inside or outside of one another, each arrow has two
ends inside of activities, the first one earlier, and every thread has a name.
"""

import collections
import json
import sys


def times(event):
    start = round(event["ts"] * 1000)
    return start, start + round(event.get("dur", 0) * 1000)


def check_nesting(thread, events):
    inside = []
    for start, end, name in sorted(events, key=lambda e: (e[0], -e[1])):
        while inside and inside[-1][1] <= start:
            inside.pop()
        if inside and end > inside[-1][1]:
            print(f"thread {thread}: {name} ends after {inside[-1][2]}")
        inside.append((start, end, name))


def check_arrow(ends, activities):
    ends.sort(key=lambda end: end["ph"], reverse=True)
    if [end["ph"] for end in ends] != ["s", "f"]:
        print(f"arrow with ends {ends}")
    elif ends[0]["ts"] >= ends[1]["ts"]:
        print(f"arrow to the past {ends}")
    for end in ends:
        at = times(end)[0]
        if not any(a[0] <= at <= a[1] for a in activities[end["tid"]]):
            print(f"arrow outside of activities {end}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    named, arrows = set(), collections.defaultdict(list)
    activities = collections.defaultdict(list)
    counts = collections.Counter()
    for event in events:
        key = event["pid"], event["tid"]
        if event["ph"] == "M":
            named.add(key)
            continue
        if key not in named:
            print(f"thread {key} has no name")
        if event["ph"] in "sf":
            arrows[event["id"]].append(event)
        if event["ph"] == "X":
            activities[event["tid"]].append(times(event) + (event["name"],))
        if event["ph"] != "f" and event["cat"] != "wait":
            counts[event["ph"], event["name"]] += 1
    for thread, of_thread in activities.items():
        check_nesting(thread, of_thread)
    for ends in arrows.values():
        check_arrow(ends, activities)
    for (phase, name), count in sorted(counts.items()):
        print(f"{count} {name}" + (" (open)" if phase == "B" else ""))


main()
