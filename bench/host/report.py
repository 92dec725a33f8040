# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Tables, aims and charts of what host/run measured."""

import math
import statistics
import sys

PEERS = ("libgomp", "libomp")
NOISE = 1.1
MEAN_AIM = 0.6

# Rows that have to be further ahead of the better peer than other rows.
ROW_AIMS = {"fib": 0.35, "chain": 0.5, "wavefront": 0.5, "taskgroup": 0.6}

# Rows that are compared with others of our own: the mean of those, how many of
# their operations an operation of the row is, the aim.  `nested' is an outer
# and an inner region, with as many threads at the bottom as the flat one.  A
# team of all CPUs may take twice the time of one that leaves a CPU free.
OWN_AIMS = {"fork": (("fork-less",), 1, 2),
            "fork-work": (("fork-work-less",), 1, 2),
            "fork-alternating": (("fork", "fork-half"), 1, 1.2),
            "nested": (("fork",), 2, 1.5), "nested-inner": (("fork",), 1, 1.5)}

# Figures of peers that are not compared, since the peer does not do what the
# program asks for.  LLVM's runtime ignores the chunk size of doacross loops
# with a static schedule, which leaves each thread one block.
INCOMPARABLE = {("doacross-cyclic", "libomp"), ("doacross-grid", "libomp")}

# What an operation may cost per CPU with more threads than CPUs, compared
# with as many threads as CPUs.
CROWDED_AIM = 3

# The same for rows of which threads beyond the CPUs should cost nothing: the
# beginnings of their names.
SURPLUS_ROWS = ("work-",)
SURPLUS_AIM = 1.1

# What is by hand in those operations, as floor rows measured it in the same
# run: a barrier of threads that share their CPUs, and for a region, which all
# but one come to late, one switch more.  What costs more than the aim there is
# not asked of the library, but no more than NOISE above it.  {row: (barriers,
# switches)}; the beginning of a name stands for all rows that begin like that.
FLOOR_BARRIERS = {"barrier": (1, 0), "single": (1, 0), "static": (1, 0),
                  "dynamic-start": (1, 0), "guided-start": (1, 0),
                  "sections": (1, 0), "reduction-for": (1, 0),
                  "single-nowait": (0, 0), "reduction": (1, 1),
                  "parallel-for": (1, 1), "fork": (1, 1), "fork-if0": (0, 0),
                  "nested": (2, 2), "nested-inner": (1, 1)}

# Rows whose teams have other sizes than the thread count says.
UNCROWDED = ("fork-half", "fork-less", "fork-work-less")


# Whether the quickest sample of all turns is what counts, not medians.
quickest = False


def use_minimum():
    global quickest
    quickest = True


def value(result):
    return result.get("min" if quickest else "ns", result.get("above"))


def collapsed(results):
    return any(r and "above" in r for r in results)


def figure(results):
    """The median of the turns, or None."""
    values = [value(r) for r in results if r]
    if not values:
        return None
    return min(values) if quickest else statistics.median(values)


def turn_ratios(results, references):
    return [value(r) / value(q) for r, q in zip(results, references)
            if r and q and value(q) > 0]


def ratio(results, references):
    """The median of the turns' ratios, or None."""
    if quickest:
        here, there = figure(results), figure(references)
        return here / there if here and there else None
    ratios = turn_ratios(results, references)
    return statistics.median(ratios) if ratios else None


def interval(ratios):
    """Where the median of infinitely many turns with such RATIOS lies, with at
    least 95 percent if there are six of them (between two order statistics,
    by the binomial distribution)."""
    ratios = sorted(ratios)
    n = len(ratios)
    outside, share = 0, 0.0
    while outside < n // 2:
        share += math.comb(n, outside) / 2 ** n
        if share > 0.025:
            break
        outside += 1
    first = max(outside - 1, 0)
    return ratios[first], ratios[n - 1 - first]


def mean(ratios):
    ratios = [r for r in ratios if r]
    if not ratios:
        return None
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def to_text(number, results=()):
    if number is None:
        return "-"
    sign = "> " if collapsed(results) else ""
    if number >= 1e6:
        return f"{sign}{number / 1e6:.1f} ms"
    if number >= 1e4:
        return f"{sign}{number / 1e3:.1f} us"
    return f"{sign}{number:.0f}" if number >= 100 else f"{sign}{number:.1f}"


def ratio_text(number):
    if number is None:
        return "-"
    return f"{number:.2f}" if number >= 0.005 else f"{number:.0e}"


def kind(figures, row):
    return figures["rows"][row]["kind"]


def cells(figures):
    """(row, threads, {side: results}) in the order of measurement."""
    for row, by_threads in figures["figures"].items():
        if kind(figures, row) != "floor":
            for threads, sides in by_threads.items():
                yield row, int(threads), sides


def floor(figures, row):
    """The least that was seen, with whichever library: the machine's."""
    return min((r["min"] for sides in figures["figures"].get(row, {}).values()
                for results in sides.values() for r in results
                if r and "min" in r), default=None)


def ratios(row, sides):
    """{peer: ours / peer}, None where they cannot be compared."""
    return {peer: (None if (row, peer) in INCOMPARABLE else
                   ratio(sides["ours"], sides[peer]))
            for peer in PEERS + ("baseline",)
            if peer in sides and "ours" in sides}


def better(row, sides):
    """Ours against the better peer: the greater of the ratios."""
    return max((r for peer, r in ratios(row, sides).items()
                if r and peer in PEERS), default=None)


def fitting_figure(figures, row):
    """Ours with as many threads as CPUs, or fewer; or None."""
    by_threads = figures["figures"][row]
    fitting = [int(t) for t in by_threads if int(t) <= figures["cpus"]]
    if not fitting:
        return None
    return figure(by_threads[str(max(fitting))].get("ours", []))


def crowded(figures, row, threads):
    """What an operation costs per CPU, compared with the team that fills the
    CPUs.  Where each thread takes part in every operation, threads / CPUs of
    them share a CPU, and the operation may cost so much more."""
    cpus = figures["cpus"]
    here = figure(figures["figures"][row][str(threads)].get("ours", []))
    there = fitting_figure(figures, row)
    if threads <= cpus or row in UNCROWDED or not here or not there:
        return None
    share = threads / cpus if kind(figures, row) == "each" else 1
    return here / there / share


def by_hand(figures, row, threads):
    """The least that an operation with more threads than CPUs takes, as far as
    floor rows were measured; or 0."""
    if row == "fork-alternating":
        return statistics.mean(by_hand(figures, "fork", n)
                               for n in (threads, threads // 2))
    names = [name for name in FLOOR_BARRIERS if row.startswith(name)]
    if not names or kind(figures, row) != "each":
        return 0
    barriers, changes = FLOOR_BARRIERS[max(names, key=len)]
    barrier = floor(figures, f"floor-barrier-{threads // figures['cpus']}")
    change = floor(figures, "floor-switch")
    return barriers * (barrier or 0) + changes * (change or 0)


def crowded_aim(figures, row, threads):
    """CROWDED_AIM, or NOISE above what the machine takes by hand."""
    if row.startswith(SURPLUS_ROWS):
        return SURPLUS_AIM
    least = by_hand(figures, row, threads)
    there = fitting_figure(figures, row)
    if not least or not there:
        return CROWDED_AIM
    return max(CROWDED_AIM, round(
        NOISE * least / there / (threads / figures["cpus"]), 1))


def switches(figures, row, threads):
    """A note: how many switches between threads would take as long as ours,
    for each thread on its CPU."""
    one = floor(figures, "floor-switch")
    here = figure(figures["figures"][row][str(threads)]["ours"])
    if not one or kind(figures, row) != "each":
        return ""
    return f" ({here / one / (threads / figures['cpus']):.1f} switches)"


def own(figures, row, threads):
    """The ratio of one of OWN_AIMS."""
    others, regions, _ = OWN_AIMS[row]
    by_row = figures["figures"]
    values = [figure(by_row.get(other, {}).get(str(threads), {})
                     .get("ours", [])) for other in others]
    here = figure(by_row[row][str(threads)].get("ours", []))
    if not here or not all(values):
        return None
    return here / statistics.mean(values) / regions


def misses(figures):
    """(what, figure, aim) of each aim that is not met."""
    for row, threads, sides in cells(figures):
        aim = ROW_AIMS.get(row, NOISE)
        found = better(row, sides)
        if found and found > aim:
            yield f"{row} at {threads}: to the better peer", found, aim
        if row in OWN_AIMS:
            found, aim = own(figures, row, threads), OWN_AIMS[row][2]
            if found and found > aim:
                names, regions, _ = OWN_AIMS[row]
                others = ("" if regions == 1 else f"{regions} ") \
                    + " and ".join(names)
                yield f"{row} at {threads}: to {others}", found, aim
        found = crowded(figures, row, threads)
        aim = crowded_aim(figures, row, threads)
        if found and found > aim:
            yield (f"{row} at {threads}: per CPU, to as many threads as CPUs"
                   + switches(figures, row, threads), found, aim)
    for peer, found in means(figures).items():
        if peer in PEERS and found > MEAN_AIM:
            yield f"geometric mean to {peer}", found, MEAN_AIM


def means(figures):
    """{peer: geometric mean of ours / peer}"""
    by_peer = {}
    for row, _, sides in cells(figures):
        # What is mostly work takes as long with each library.
        if row.startswith(SURPLUS_ROWS):
            continue
        for peer, number in ratios(row, sides).items():
            by_peer.setdefault(peer, []).append(number)
    return {peer: mean(numbers) for peer, numbers in by_peer.items()
            if mean(numbers)}


def heading(figures):
    sides = figures["sides"]
    words = ["row", "threads", *sides]
    if "ours" in sides:
        words += [f"/{peer}" for peer in sides if peer != "ours"]
        if all(peer in sides for peer in PEERS):
            words.append("/better")
    return words


def line(figures, row, threads, sides):
    words = [row, str(threads)]
    words += [to_text(figure(sides[side]), sides[side])
              for side in figures["sides"]]
    if "ours" in sides:
        by_peer = ratios(row, sides)
        words += [ratio_text(by_peer[peer]) for peer in figures["sides"]
                  if peer != "ours"]
        if all(peer in sides for peer in PEERS):
            words.append(ratio_text(better(row, sides)))
    return words


def print_line(words):
    print(f"{words[0]:22}{words[1]:>7}"
          + "".join(f"{word:>11}" for word in words[2:]))


def print_progress(figures, row, threads):
    """A row as soon as it is measured, to the terminal."""
    words = line(figures, row, threads, figures["figures"][row][threads])
    print(f"{words[0]:22}{words[1]:>3} "
          + "".join(f"{word:>11}" for word in words[2:]), file=sys.stderr)


def print_report(figures):
    print_line(heading(figures))
    for row, threads, sides in cells(figures):
        print_line(line(figures, row, threads, sides))
    print_summary(figures)
    if "ours" not in figures["sides"]:
        return
    missed = list(misses(figures))
    if missed:
        print("\nAims that are not met:")
    elif all(peer in figures["sides"] for peer in PEERS):
        print("\nThe aims of these rows are met.")
    for what, number, aim in missed:
        print(f"  {what}: {ratio_text(number)}, aim {aim}")


def above(figures, limit):
    """(row, threads, sides) where ours takes more than LIMIT of the
    baseline."""
    return [(row, threads, sides) for row, threads, sides in cells(figures)
            if (ratios(row, sides).get("baseline") or 0) > limit]


def print_doubtful(rows, limit):
    """ROWS, {name: ratios of the turns}, that --confirm left above LIMIT, and
    whether they are surely above it."""
    print(f"\nrows above {limit} of the baseline: turns, ratio, interval of"
          " 95 percent")
    for name, found in rows.items():
        least, most = interval(found)
        verdict = "slower" if least > limit else "not sure"
        print(f"{name:26}{len(found):>5}{statistics.median(found):>7.2f}"
              f"{least:>7.2f}{most:>6.2f}  {verdict}")


def print_confirmed(figures, limit):
    print_doubtful({f"{row:22}{threads:>4}":
                    turn_ratios(sides["ours"], sides["baseline"])
                    for row, threads, sides in above(figures, limit)}, limit)


def print_summary(figures):
    print()
    for row in figures["figures"]:
        if kind(figures, row) == "floor":
            print(f"{row}: {to_text(floor(figures, row))}, "
                  f"{figures['rows'][row]['what']}")
    for peer, number in means(figures).items():
        print(f"geometric mean of ours / {peer}: {number:.3f}")


def counts_of(figures):
    """The thread counts, as the keys that they are."""
    return sorted({str(threads) for _, threads, _ in cells(figures)}, key=int)


def print_markdown(figures):
    """A line a row: for each thread count ours and its ratio to each peer."""
    counts = counts_of(figures)
    peers = [peer for peer in figures["sides"] if peer != "ours"]
    words = ["row"]
    for threads in counts:
        words += [f"{threads}: ns"] + [f"/{peer}" for peer in peers]
    print("| " + " | ".join(words) + " |")
    print("| --- |" + " ---: |" * (len(words) - 1))
    for row, by_threads in figures["figures"].items():
        if kind(figures, row) == "floor":
            continue
        words = [row]
        for threads in counts:
            sides = by_threads.get(threads, {})
            ours = sides.get("ours", [])
            words.append(to_text(figure(ours), ours))
            words += [ratio_text(ratios(row, sides).get(peer))
                      for peer in peers]
        print("| " + " | ".join(words) + " |")
    print_summary(figures)


def print_use(figures):
    """What ours used: CPU time a nanosecond, and how often an operation made a
    thread sleep or change."""
    print(f"\n{'ours':22}{'threads':>7}{'CPUs busy':>11}{'sleeps':>11}"
          f"{'switches':>11}")
    for row, threads, sides in cells(figures):
        results = [r for r in sides.get("ours", []) if r and "cpu" in r]
        if results:
            sleeps, changes = (statistics.median(r[key] for r in results)
                               for key in ("sleeps", "switches"))
            busy = statistics.median(r["cpu"] / r["ns"] for r in results)
            print(f"{row:22}{threads:>7}{busy:>11.2f}{sleeps:>11.4f}"
                  f"{changes:>11.4f}")


def merge(old, new):
    """OLD with what NEW measured again; both of the same sides."""
    if old["sides"] != new["sides"]:
        sys.exit("the file of --json has figures of other libraries")
    for row, by_threads in new["figures"].items():
        old["figures"].setdefault(row, {}).update(by_threads)
    order = list(new["rows"])
    old["rows"] = new["rows"]
    old["figures"] = {row: old["figures"][row] for row in order
                      if row in old["figures"]}
    return old


# The chart: a column of panels, one a thread count, and in each a line a row
# with a dot a peer, at ours / peer on a logarithmic scale.
COLOURS = {"libgomp": "#c0392b", "libomp": "#2471a3", "baseline": "#7d8a8a"}
LEAST, GREATEST = 0.01, 10
LABELS, PANEL, MARGIN, LINE, TOP = 150, 240, 18, 14, 60


def svg_text(x, y, text, anchor="start"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'


def svg_rule(x, top, bottom, colour, width=1):
    return (f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" '
            f'stroke="{colour}" stroke-width="{width}"/>')


def svg_place(left, number):
    """Where a ratio lies in the panel that begins at LEFT."""
    share = (math.log(min(max(number, LEAST), GREATEST) / LEAST)
             / math.log(GREATEST / LEAST))
    return left + MARGIN + share * (PANEL - 2 * MARGIN)


def svg_panel(left, bottom, threads):
    parts = [svg_text(left + PANEL / 2, TOP - 26, f"{threads} thread"
                      + "s" * (threads != "1"), "middle")]
    for mark in (0.01, 0.1, 1, 10):
        place = svg_place(left, mark)
        parts.append(svg_rule(place, TOP - 8, bottom,
                              "#333" if mark == 1 else "#ccc"))
        parts.append(svg_text(f"{place:.1f}", TOP - 12, f"{mark:g}",
                              "middle"))
    return parts


def svg_dots(figures, row, threads, left, y):
    sides = figures["figures"][row].get(threads, {})
    parts = []
    for peer, number in ratios(row, sides).items():
        if number:
            parts.append(
                f'<circle cx="{svg_place(left, number):.1f}" cy="{y}" r="4" '
                f'fill="{COLOURS[peer]}" fill-opacity="0.75"><title>{row}, '
                f'{threads} threads: {ratio_text(number)} of {peer}</title>'
                '</circle>')
    return parts


def write_svg(figures, name):
    counts = counts_of(figures)
    rows = [row for row in figures["figures"] if kind(figures, row) != "floor"]
    width = LABELS + PANEL * len(counts) + 10
    bottom = TOP + LINE * len(rows)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
             f'height="{bottom + 20}" font-family="sans-serif" '
             'font-size="11">',
             '<rect width="100%" height="100%" fill="white"/>']
    legend = [side for side in figures["sides"] if side in COLOURS]
    parts.append(svg_text(10, 18, "Time of offgomp / time of"))
    for place, peer in enumerate(legend):
        x = LABELS + 30 + 90 * place
        parts.append(f'<circle cx="{x}" cy="14" r="4" '
                     f'fill="{COLOURS[peer]}"/>')
        parts.append(svg_text(x + 8, 18, peer))
    for column, threads in enumerate(counts):
        parts += svg_panel(LABELS + PANEL * column, bottom, threads)
    for index, row in enumerate(rows):
        y = TOP + LINE * index + LINE / 2
        parts.append(svg_text(LABELS - 6, y + 4, row, "end"))
        for column, threads in enumerate(counts):
            parts += svg_dots(figures, row, threads, LABELS + PANEL * column,
                              y)
    parts.append("</svg>")
    with open(name, "w", encoding="utf-8") as output:
        output.write("\n".join(parts) + "\n")
