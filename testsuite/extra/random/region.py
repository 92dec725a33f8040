# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""A target region of a program of target.py."""

from model import HOST, is_always
from writer import WORD, Item

LOOPS = [
    "parallel for",
    "parallel for simd",
    "teams distribute parallel for",
    "teams distribute parallel for",
    "teams distribute parallel for simd",
    "teams distribute",
    "teams distribute simd",
    "teams loop",
    "parallel loop",
    "simd",
]

# operator, initial value, statement, what it computes
REDUCTIONS = [
    ("+", 7, "{r} += {x};", lambda r, x: (r + x) & WORD),
    ("*", 3, "{r} *= 2 * {x} + 1;", lambda r, x: r * (2 * x + 1) & WORD),
    ("^", 7, "{r} ^= {x};", lambda r, x: r ^ x),
    ("|", 4, "{r} |= {x};", lambda r, x: r | x),
    ("&", WORD, "{r} &= ~({x});", lambda r, x: r & ~x & WORD),
    ("max", 9, "if ({r} < {x}) {r} = {x};", max),
    ("min", 1 << 40, "if ({r} > {x}) {r} = {x};", min),
    ("&&", 1, "{r} = {r} && {x} % 7 != 3;", lambda r, x: int(r and x % 7 != 3)),
    ("||", 0, "{r} = {r} || {x} % 7 == 3;", lambda r, x: int(r or x % 7 == 3)),
]


class Loop:
    """From FIRST to before END by one or two canonical loops."""

    def __init__(self, random_, first, end):
        self.first = first
        self.end = end
        self.depth = 1
        length = end - first
        kind = random_.choice(["int", "long", "unsigned", "size_t"])
        divisors = [d for d in range(2, length) if length % d == 0]
        shape = random_.randrange(4)
        self.index = "i"
        if shape == 0 and divisors:
            self.depth = 2
            inner = random_.choice(divisors)
            self.heads = [
                f"for ({kind} i = 0; i < {length // inner}; i++)",
                f"for (int j = 0; j < {inner}; j++)",
            ]
            self.index = f"{first} + (int) i * {inner} + j"
        elif shape == 1 and kind in ("int", "long"):
            self.heads = [f"for ({kind} i = {end - 1}; i >= {first}; i--)"]
        elif shape == 2:
            self.heads = [f"for ({kind} i = 0; i < {length}; i++)"]
            self.index = f"(int) i + {first}"
        else:
            self.heads = [f"for ({kind} i = {first}; i < {end}; i++)"]
        # where the last iteration is
        self.last = first if shape == 1 and "i--" in self.heads[0] else end - 1


class Region:
    """What it maps, its body, what comes back."""

    def __init__(self, writer, device, wait):
        self.writer = writer
        self.device = device
        self.wait = wait  # with nowait
        self.nothing = writer.never()  # if(never)
        self.where = HOST if self.nothing else device
        self.clauses = []
        self.items = []
        self.used = []  # arrays
        self.reads = []  # those of them that are mapped before and after
        self.written = []
        self.results = []  # expressions of the host, and their values
        self.text = []

    def write(self):
        leaving = self.map_arrays()
        self.use_device_memory()
        if self.items:
            if self.writer.chance(0.5):
                self.loop()
            else:
                self.block()
        for array, first, end, kind in leaving:
            array.exit(self.device, first, end, kind)

    # ------------------------------------------------------------- clauses
    def map_arrays(self):
        """Returns what its end does: arrays, ranges, kinds."""
        writer, device = self.writer, self.device
        leaving = []
        members = 0
        for array, first, end in writer.pick_mapped(
            writer.choose(1, 2, 2, 3), device, "plain", "heap", "member", "link",
            "matrix", "declared",
        ):
            kind = writer.choose(
                "to", "from", "tofrom", "tofrom", "alloc", "always, to",
                "always, from", "always, tofrom",
            )
            name = array.name
            if array.kind == "member" and writer.chance(0.6):
                name = array.path
                members += 1
            if array.kind == "declared" and writer.chance(0.5):
                kind = "alloc"
            else:
                section = writer.section(array, first, end, name)
                self.clauses.append(writer.map_clause(kind, section))
            if array.covering(device, first, end) and not is_always(kind):
                self.reads.append(array)
            self.used.append(array)
            self.items.append(Item(array, first, end, name))
            if not self.nothing:
                array.enter(device, first, end, kind)
                leaving.append((array, first, end, kind))
        if members:
            self.map_structure(members)
        return leaving

    def map_structure(self, members):
        """Without a clause the structure is mapped as by map(tofrom: s), which
        others may not do at once."""
        clause = self.writer.choose("map(to: s)", "map(tofrom: s)", "")
        if self.wait or members > 1 and not clause:
            clause = "map(to: s)"
        if clause:
            self.clauses.insert(0, clause)

    def use_device_memory(self):
        for array in self.writer.free_arrays("device"):
            here = array.device == self.device and not self.nothing
            if here and self.writer.chance(0.6):
                self.clauses.append(f"is_device_ptr({array.name})")
                self.used.append(array)
                self.items.append(Item(array, 0, array.length))

    def emit(self, construct, body):
        """All of it; the results are checked when they are there."""
        writer = self.writer
        condition = ""
        if self.nothing:
            modifier = "target: " if " " in construct else ""
            condition = f" if({modifier}never)"
        reads = [a for a in self.reads if a not in self.written]
        for text in self.text:
            writer.emit(text)
        writer.emit(
            f"#pragma omp {construct}{writer.device_clause(self.device)}{condition} "
            + " ".join(self.clauses)
            + writer.waiting(self.wait, self.used, reads)
        )
        writer.emit(body)
        for got, wanted in self.results:
            writer.check(got, wanted, bool(self.wait))

    def store(self, array, first, values):
        self.written.append(array)
        array.store_all(self.where, first, values)

    def pick_written(self):
        """An item, a range of it, and the other items."""
        random_ = self.writer.random
        item = random_.choice(self.items)
        first, end = item.first, item.end
        if self.writer.chance(0.5):
            first = random_.randrange(item.first, item.end)
            end = random_.randrange(first + 1, item.end + 1)
        return item, first, end, [i for i in self.items if i is not item]

    # ------------------------------------------------------------- loops
    def loop(self):
        """A combined construct of one loop."""
        writer = self.writer
        construct = writer.random.choice(LOOPS)
        item, first, end, others = self.pick_written()
        loop = Loop(writer.random, first, end)
        body = []
        text, values = writer.assignment(
            self.where, item, others, first, end, loop.index
        )
        # of loop constructs OpenMP allows neither
        if "loop" not in construct and writer.chance(0.2):
            body.append(self.private(loop))
        body.append(text)
        if writer.chance(0.4):
            body.append(self.reduction(others, loop))
        if "loop" not in construct and writer.chance(0.2):
            body.append(self.lastprivate(loop))
        self.clauses += self.loop_clauses(construct, loop)
        self.store(item.array, first, values)
        lines = loop.heads + ["{"] + ["  " + text for text in body] + ["}"]
        self.emit("target " + construct, "\n".join(lines))

    def private(self, loop):
        """A condition that is true, by a private variable."""
        name = self.writer.name("t")
        self.text.append(f"ull {name} = 5;")
        self.clauses.append(f"private({name})")
        self.results.append((f"openmp ? {name} : 5", 5))
        twice = f"(ull) ({loop.index}) * 2"
        return f"{name} = {twice};\n  if ({name} == {twice})"

    def lastprivate(self, loop):
        name = self.writer.name("l")
        self.text.append(f"ull {name} = 3;")
        # GCC 12 and Clang 19 lose it with nowait and without the map
        self.clauses.append(f"lastprivate({name}) map(tofrom: {name})")
        self.results.append((name, loop.last + 40))
        return f"{name} = (ull) ({loop.index}) + 40;"

    def loop_clauses(self, construct, loop):
        choose, chance = self.writer.choose, self.writer.chance
        clauses = []
        if loop.depth > 1 and (chance(0.7) or "distribute" in construct):
            clauses.append("collapse(2)")
        if "for" in construct and chance(0.4):
            # auto: GCC 12 calls a function of nvptx without its last argument
            kind = choose("static", "dynamic", "guided", "static, 3",
                          "dynamic, 2", "guided, 4", "nonmonotonic: dynamic")
            clauses.append(f"schedule({kind})")
        if "distribute" in construct and chance(0.3):
            kind = choose("static", "static, 4")
            clauses.append(f"dist_schedule({kind})")
        if "teams" in construct and chance(0.4):
            clauses.append(f"num_teams({choose(1, 2, 3, 5)})")
        if "teams" in construct and chance(0.3):
            clauses.append(f"thread_limit({choose(1, 2, 8, 32)})")
        if "parallel" in construct and chance(0.3):
            clauses.append(f"num_threads({choose(1, 2, 4, 7)})")
        if "simd" in construct and chance(0.3):
            clauses.append(choose("safelen(4)", "simdlen(4)"))
        if chance(0.2):
            clauses.append(f"firstprivate({choose(*self.writer.scalars)})")
        return clauses

    def reduction(self, items, loop):
        """Adds a clause; returns the statement for the loop's body."""
        writer = self.writer
        text, values = writer.expression(
            self.where, items, loop.first, loop.end, loop.index
        )
        text = f"({text})"
        name = writer.name("r")
        kind = writer.random.randrange(8)
        if kind == 0:
            self.text.append(f"struct pair {name} = {{ 1, 2 }};")
            operator = "join"
            statement = f"{name}.sum += {text}; {name}.bits ^= {text};"
            total, bits = 1, 2
            for value in values:
                total, bits = total + value & WORD, bits ^ value
            self.results += [(f"{name}.sum", total), (f"{name}.bits", bits)]
        elif kind == 1:
            self.text.append(f"ull {name}[4] = {{ 1, 2, 3, 4 }};")
            operator, statement = "+", f"{name}[({loop.index}) % 4] += {text};"
            sums = [1, 2, 3, 4]
            for offset, value in enumerate(values):
                sums[(loop.first + offset) % 4] += value
            self.results += [(f"{name}[{k}]", s & WORD) for k, s in enumerate(sums)]
        else:
            operator, total, statement, compute = writer.random.choice(REDUCTIONS)
            self.text.append(f"ull {name} = {total}ULL;")
            statement = statement.format(r=name, x=text)
            for value in values:
                total = compute(total, value)
            self.results.append((name, total))
        way = writer.weakened("tofrom", "to", "from")
        self.clauses.append(f"reduction({operator}: {name}) map({way}: {name})")
        return statement

    # ------------------------------------------------------------- blocks
    def block(self):
        """target and a block of several statements."""
        body = []
        for _ in range(self.writer.random.randrange(1, 5)):
            body.append(
                self.writer.choose(
                    self.assign, self.assign, self.assign, self.total, self.atomic
                )()
            )
        self.emit("target", "{\n" + "\n".join(body) + "\n}")

    def total(self):
        """A sum for the host."""
        valid = [
            i for i in self.items if i.array.is_valid(self.where, i.first, i.end)
        ]
        if not valid:
            return self.assign()
        item = self.writer.random.choice(valid)
        name = self.writer.name("v")
        self.text.append(f"ull {name} = 9;")
        way = self.writer.weakened("from", "alloc")
        self.clauses.append(f"map({way}: {name})")
        total = sum(item.array.values[item.first : item.end]) & WORD
        self.results.append((name, total))
        return (
            f"{name} = 0;\nfor (int i = {item.first}; i < {item.end}; i++)\n"
            f"  {name} += (ull) {item.at('i')};"
        )

    def atomic(self):
        """Threads add to one element."""
        item, first, end, others = self.pick_written()
        array = item.array
        integer = array.ctype in ("unsigned", "ull")
        if not integer or not array.valid[self.where][first]:
            return self.assign()
        loop = Loop(self.writer.random, first, end)
        text, values = self.writer.expression(
            self.where, others, first, end, loop.index
        )
        self.store(array, first, [array.values[first] + sum(values)])
        heads = "\n".join(loop.heads)
        return (
            f"#pragma omp parallel for\n{heads}\n{{\n#pragma omp atomic\n"
            f"  {item.at(first)} += ({array.ctype}) ({text});\n}}"
        )

    def assign(self):
        """A loop that gives elements values."""
        item, first, end, others = self.pick_written()
        loop = Loop(self.writer.random, first, end)
        text, values = self.writer.assignment(
            self.where, item, others, first, end, loop.index
        )
        directive = self.writer.choose(
            "", "", "#pragma omp parallel for", "#pragma omp simd",
            "#pragma omp parallel for num_threads(3) schedule(dynamic)",
            "#pragma omp parallel\n#pragma omp for",
        )
        if directive and loop.depth > 1:
            directive += " collapse(2)"
        self.store(item.array, first, values)
        lines = [directive] if directive else []
        return "\n".join(lines + loop.heads + ["  " + text])
