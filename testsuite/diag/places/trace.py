#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Is a trace valid, strictly?  Then a line for each event:

    CATEGORY|NAME|SOURCE|VARIABLE|BYTES

The lines are those of Google's "Trace Event Format", as far as we use it: an
array of objects; complete events of a thread lie inside or outside of one
another; each thread's end in the order of the file; processes and threads
that have events have one name each, before the first.
"""

import json
import sys

PHASES = {"X": {"name", "cat", "ph", "pid", "tid", "ts", "dur", "args"},
          "B": {"name", "cat", "ph", "pid", "tid", "ts", "args"},
          "i": {"name", "cat", "ph", "pid", "tid", "ts", "s", "args"},
          "M": {"name", "cat", "ph", "pid", "tid", "args"}}
CATEGORIES = {"region", "fallback", "directive", "launch", "wait", "transfer",
              "map", "memory", "__metadata"}


def once(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f"a key twice in {keys}"
    return dict(pairs)


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def check_event(event):
    phase = event["ph"]
    assert set(event) == PHASES[phase], f"members of {event}"
    assert event["cat"] in CATEGORIES, f"category of {event}"
    for key in ("pid", "tid"):
        assert isinstance(event[key], int) and event[key] > 0, f"{key}: {event}"
    for key in {"ts", "dur"} & set(event):
        assert event[key] >= 0, f"{key} of {event}"
    if phase == "i":
        assert event["s"] == "t", f"scope of {event}"


def check_names(events):
    """Each process and thread is named once, before it does anything."""
    named = set()
    for event in events:
        thread = event["pid"], event["tid"]
        if event["ph"] == "M":
            assert event["name"] in ("process_name", "thread_name"), event
            assert set(event["args"]) == {"name"}, event
            whose = (event["pid"] if event["name"] == "process_name"
                     else thread)
            assert whose not in named, f"named twice: {event}"
            named.add(whose)
        else:
            assert event["pid"] in named, f"process without a name: {event}"
            assert thread in named, f"thread without a name: {event}"


def check_order(events):
    """What a thread tells, it tells at its end."""
    ends = {}
    for event in events:
        if event["ph"] in "Xi" and event["cat"] != "launch":
            end = event["ts"] + event.get("dur", 0)
            thread = event["pid"], event["tid"]
            assert end >= ends.get(thread, 0) - 0.002, f"out of order: {event}"
            ends[thread] = end


def check_nesting(events):
    threads = {}
    for event in events:
        if event["ph"] == "X":
            threads.setdefault((event["pid"], event["tid"]), []).append(event)
    for spans in threads.values():
        spans.sort(key=lambda e: (e["ts"], -e["dur"]))
        around = []
        for event in spans:
            end = event["ts"] + event["dur"]
            while around and around[-1] <= event["ts"] + 0.0005:
                around.pop()
            assert not around or end <= around[-1] + 0.002, \
                f"ends after what it is in: {event}"
            around.append(end)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        events = json.load(file, object_pairs_hook=once, parse_constant=refuse)
    assert isinstance(events, list) and events
    for event in events:
        check_event(event)
    check_names(events)
    check_order(events)
    check_nesting(events)
    for event in events:
        args = event["args"]
        print(event["cat"], event["name"].split("._omp_fn")[0],
              args.get("source", "").rpartition("/")[2],
              args.get("variable", ""), args.get("bytes", ""), sep="|")


main()
