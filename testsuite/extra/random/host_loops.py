# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Functions, clauses and loops of a program of host.py."""

import re

from draw import Draw

TYPES = {
    "int": ("INT_MIN", "INT_MAX"),
    "unsigned": ("0", "UINT_MAX"),
    "long": ("LONG_MIN", "LONG_MAX"),
    "unsigned long": ("0", "ULONG_MAX"),
    "long long": ("LLONG_MIN", "LLONG_MAX"),
    "unsigned long long": ("0", "ULLONG_MAX"),
    "short": ("SHRT_MIN", "SHRT_MAX"),
    "unsigned short": ("0", "USHRT_MAX"),
}

# operator, type, initial value, statement on the variable X by the number K
REDUCTIONS = [
    ("+", "ull", "7", "X += K;"),
    ("^", "ull", "7", "X ^= K;"),
    ("|", "unsigned", "4", "X |= (unsigned) (K);"),
    ("&", "short", "-1", "X &= (short) ~(1 << ((K) % 11));"),
    ("*", "unsigned", "3", "X *= (unsigned) (2 * (K) + 1);"),
    ("max", "long", "-9", "if (X < (long) ((K) >> 1)) X = (long) ((K) >> 1);"),
    ("min", "int", "9999", "if (X > (int) ((K) & 65535)) X = (int) ((K) & 65535);"),
    ("&&", "int", "1", "X = X && (K) % 7 != 3;"),
    ("||", "int", "0", "X = X || (K) % 7 == 3;"),
]


class Piece:
    """Declarations, constructs, and what is done with the results."""

    def __init__(self, setup=(), text="", after=()):
        self.setup = list(setup)
        self.text = text
        self.after = list(after)


class Loop(Piece):
    """A loop nest: TEXT is not used, but these."""

    def __init__(self):
        super().__init__()
        self.heads = []
        self.clauses = []
        self.body = []
        self.ordered = False

    def nest(self):
        return "\n".join(self.heads) + "\n{\n" + "\n".join(self.body) + "\n}"

    def directive(self, name, *clauses):
        words = [name, *clauses, *self.clauses]
        return "#pragma omp " + " ".join(w for w in words if w)


class Writer(Draw):
    def __init__(self, seed, cxx):
        super().__init__(seed)
        self.cxx = cxx
        self.functions = []

    def function(self, piece):
        """A function of PIECE; returns its name."""
        name = self.name("piece_")
        lines = piece.setup + [piece.text] + piece.after
        self.functions.append(
            "static void __attribute__ ((noinline))\n"
            f"{name} (struct generator *r, ull *sum)\n{{\n(void) r;\n"
            + "\n".join(lines)
            + "\n}\n"
        )
        return name

    # ------------------------------------------------------------- clauses
    def schedule(self, loop):
        kind = self.choose(
            "", "static", "dynamic", "guided", "runtime", "auto",
            "static, ", "dynamic, ", "guided, ",
        )
        if not kind:
            return ""
        modifiers = ["", "", "monotonic: "]
        if not loop.ordered:
            modifiers.append("nonmonotonic: ")
        if kind.endswith(", "):
            chunk = self.name("chunk")
            ctype = self.choose("long", "int", "ull")
            most = "INT_MAX" if ctype == "int" else "LONG_MAX"
            loop.setup.append(
                f"const {ctype} {chunk} = ({ctype}) (pick_chunk (r) & {most});"
            )
            if kind == "static, ":
                # more may not fit a short loop variable, in which GCC 12 counts
                chunk += " % 100 + 1"
            kind += chunk
        if kind == "runtime":
            loop.setup.append("pick_schedule (r);")
        return f"schedule ({self.random.choice(modifiers)}{kind})"

    def threads(self, piece):
        if self.chance(0.5):
            return ""
        name = self.name("threads")
        piece.setup.append(f"const int {name} = pick_threads (r);")
        return f"num_threads ({name})"

    def binding(self):
        return self.choose(
            "", "", "", "proc_bind (close)", "proc_bind (spread)", "proc_bind (master)"
        )

    def task_clauses(self, level, final=True):
        """LEVEL: an integer that if and final clauses look at."""
        clauses = []
        if self.chance(0.2):
            clauses.append("untied")
        if self.chance(0.2):
            clauses.append("mergeable")
        if self.chance(0.2):
            clauses.append(f"priority ({self.choose(0, 1, 5, 100)})")
        if self.chance(0.15):
            clauses.append(f"if ({level} % {self.choose(2, 3)})")
        if final and self.chance(0.2):
            clauses.append(f"final ({level} > {self.choose(2, 4)})")
        return " ".join(clauses)

    # ------------------------------------------------------------- loops
    def outer_head(self, loop, ctype, wide):
        """Any bounds of the type, upwards or downwards."""
        low, high = TYPES[ctype]
        count, bounds, variable = self.name("n"), self.name("b"), self.name("i")
        first, end, step = self.name("first"), self.name("end"), self.name("step")
        loop.setup += [
            f"const long {count} = pick_count (r);",
            f"const struct bounds {bounds} = pick_bounds (r, {low}, {high}, "
            f"{count}, {int(wide)});",
            f"const {ctype} {step} = ({ctype}) {bounds}.step;",
        ]
        # of an unsigned type that is not wider GCC 12 takes -step for a long way up
        if self.chance(0.6) or ctype in ("unsigned", "unsigned short"):
            loop.setup.append(
                f"const {ctype} {first} = ({ctype}) {bounds}.low, "
                f"{end} = ({ctype}) {bounds}.end;"
            )
            loop.heads.append(
                f"for ({ctype} {variable} = {first}; {variable} < {end}; "
                f"{variable} += {step})"
            )
        else:
            loop.setup.append(
                f"const {ctype} {end} = ({ctype}) {bounds}.low, {first} = ({ctype}) "
                f"({bounds}.low + {bounds}.step * {count});"
            )
            loop.heads.append(
                f"for ({ctype} {variable} = {first}; {variable} > {end}; "
                f"{variable} -= {step})"
            )
        return variable

    def inner_head(self, loop):
        ctype = self.choose("int", "long", "unsigned", "ull")
        count, variable = self.name("m"), self.name("j")
        loop.setup.append(f"const {ctype} {count} = ({ctype}) below (r, 6);")
        loop.heads.append(
            self.choose(
                f"for ({ctype} {variable} = 0; {variable} < {count}; {variable}++)",
                f"for ({ctype} {variable} = 3; {variable} <= {count} + 3; "
                f"{variable} += 2)",
                f"for ({ctype} {variable} = {count} + 9; {variable} > 9; "
                f"{variable}--)",
            )
        )
        return variable

    def loop(self, nested=None, ordered=True, schedules=True, wide=True):
        """A loop with random bounds, clauses and body; NESTED: a function that
        its body may call."""
        loop = Loop()
        depth = self.choose(1, 1, 1, 2, 2, 3)
        ctype = self.random.choice(list(TYPES))
        loop.ordered = ordered and self.chance(0.3)
        if schedules:
            loop.clauses.append(self.schedule(loop))
        # the whole of a type only where the compiler leaves it to the library
        wide = wide and depth == 1 and "long" in ctype
        wide = wide and re.search("dynamic|guided|runtime", loop.clauses[0])
        variables = [self.outer_head(loop, ctype, bool(wide))]
        variables += [self.inner_head(loop) for _ in range(1, depth)]
        key = " + ".join(
            f"(ull) {v} * {self.random.randrange(1, 1 << 30) * 2 + 1}ULL"
            for v in variables
        )
        loop.body.append(f"add (sum, {key});")
        if depth > 1:
            loop.clauses.append(f"collapse ({depth})")
        if loop.ordered:
            self.add_ordered(loop, key)
        if self.chance(0.3):
            self.add_lastprivate(loop, key)
        if self.chance(0.6):
            self.add_reduction(loop, key)
        if nested and self.chance(0.4):
            loop.body.append(
                f"if (mix ({key}) % 16 == 0) {{ struct generator r2 = {{{key}}}; "
                f"{nested} (&r2, sum); }}"
            )
        if self.chance(0.15):
            self.add_exclusive(loop, key)
        return loop

    def add_ordered(self, loop, key):
        name = self.name("ordered")
        loop.clauses.append("ordered")
        loop.setup.append(f"ull {name} = 1;")
        text = f"#pragma omp ordered\n{name} = {name} * 31 + ({key});"
        if self.chance(0.3):
            text = f"if (mix ({key}) % 3)\n{{\n{text}\n}}"
        loop.body.append(text)
        loop.after.append(f"add (sum, {name});")

    def add_lastprivate(self, loop, key):
        name, any_ = self.name("last"), self.name("any")
        loop.setup.append(f"ull {name} = 5; int {any_} = 0;")
        loop.clauses.append(f"lastprivate ({name})")
        loop.body.append(
            f"{name} = ({key}) + 1;\n#pragma omp atomic write\n{any_} = 1;"
        )
        loop.after.append(f"if ({any_}) add (sum, {name});")

    def add_reduction(self, loop, key):
        name = self.name("x")
        kind = self.random.randrange(8)
        if kind == 0:
            loop.setup.append(f"ull {name}[5] = {{1, 2, 3, 4, 5}};")
            loop.clauses.append(f"reduction (+: {name}[1:3])")
            loop.body.append(f"{name}[1 + ({key}) % 3] += {key};")
            loop.after.append(
                f"for (int i = 0; i < 5; i++) add (sum, {name}[i] * 7 + (ull) i);"
            )
        elif kind == 1:
            loop.setup.append(f"struct pair {name} = {{1, 2}};")
            loop.clauses.append(f"reduction (join: {name})")
            loop.body.append(
                f"{name}.sum += (long) (({key}) & 1023); {name}.bits ^= ({key});"
            )
            loop.after.append(f"add (sum, (ull) {name}.sum * 3 + {name}.bits);")
        else:
            operator, ctype, initial, text = self.random.choice(REDUCTIONS)
            loop.setup.append(f"{ctype} {name} = {initial};")
            loop.clauses.append(f"reduction ({operator}: {name})")
            text = re.sub("[XK]", lambda m: name if m[0] == "X" else key, text)
            loop.body.append(text)
            loop.after.append(f"add (sum, (ull) {name} + 1);")

    def add_exclusive(self, loop, key):
        """An addition that one thread does at a time."""
        name, lock = self.name("e"), self.name("lock")
        plus = f"{name} += mix ({key});"
        kind = self.choose("critical", "atomic", "lock", "nest_lock", "test")
        if kind == "critical":
            which = self.choose("", "(A)", "(B)", "(C) hint (omp_sync_hint_contended)")
            text = f"#pragma omp critical {which}\n{plus}"
        elif kind == "atomic":
            how = self.choose("", "seq_cst", "relaxed", "update acq_rel")
            text = f"#pragma omp atomic {how}\n{plus}"
        else:
            nest = "nest_" if kind == "nest_lock" else ""
            loop.setup.append(
                f"omp_{nest}lock_t {lock}; omp_init_{nest}lock (&{lock});"
            )
            loop.after.append(f"omp_destroy_{nest}lock (&{lock});")
            take = f"omp_set_{nest}lock (&{lock}); "
            leave = f" omp_unset_{nest}lock (&{lock});"
            if kind == "test":
                take = f"while (!omp_test_lock (&{lock})) ; "
            times = 2 if nest else 1
            text = take * times + plus + leave * times
        loop.setup.append(f"ull {name} = 0;")
        loop.after.append(f"add (sum, {name});")
        loop.body.append(text)
