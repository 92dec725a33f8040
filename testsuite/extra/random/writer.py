# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""What the parts of a program of target.py are drawn and written with."""

import random

from draw import Draw
from model import DEVICES, HOST, Array, is_always, is_from, is_to

TYPES = {
    "unsigned char": 0xFF,
    "unsigned short": 0xFFFF,
    "unsigned": 0xFFFFFFFF,
    "ull": 0xFFFFFFFFFFFFFFFF,
    "double": 0xFFFFF,
}
WORD = 0xFFFFFFFFFFFFFFFF

# With link variables beside others the tables of host and device differ, which
# our mkoffload mends.
OUR_IMAGE_ONLY = "For images of our mkoffload."


class Item:
    """An array's elements FIRST to before END, as a region names them."""

    def __init__(self, array, first, end, name=None, shift=0):
        self.array = array
        self.first = first
        self.end = end
        self.name = name or array.name
        self.shift = shift  # the element that NAME[0] is

    def at(self, index):
        """The element INDEX, an expression."""
        if self.shift:
            index = f"({index}) - {self.shift}"
        if self.array.columns and self.name == self.array.name:
            columns = self.array.columns
            return f"{self.name}[({index}) / {columns}][({index}) % {columns}]"
        return f"{self.name}[{index}]"


class Writer(Draw):
    def __init__(self, seed, mutate=None):
        super().__init__(seed)
        self.weaken = random.Random(seed * 1000 + (mutate or 0))
        self.mutate = mutate
        self.sites = 0
        self.mutation = ""
        self.lines = []
        self.depth = 1
        self.checks = 0
        self.scalars = {}
        self.pending = set()  # arrays that constructs with nowait use
        self.later = []  # checks after the next taskwait
        self.arrays = []
        self.enclosing = 0

    # ------------------------------------------------------------- writing
    def emit(self, text):
        for line in text.split("\n"):
            indent = "" if line.startswith("#") else "  " * self.depth
            self.lines.append(indent + line)

    def omp(self, text):
        self.emit("#pragma omp " + text)

    def begin(self):
        self.emit("{")
        self.depth += 1

    def end(self, _):
        """What the directive of this name encloses ends."""
        self.depth -= 1
        self.emit("}")

    def fill(self, first, end, statement, _=""):
        """A loop, which the directive of this name encloses."""
        self.emit(f"for (int i = {first}; i < {end}; i++)\n  {statement}")

    def item(self, array, first, end):
        return Item(array, first, end)

    def weakened(self, text, *weaker):
        """TEXT, or one of WEAKER where the program is to be wrong."""
        if not weaker:
            return text
        self.sites += 1
        if self.sites - 1 != self.mutate:
            return text
        replacement = self.weaken.choice(weaker)
        self.mutation = f"{text!r} became {replacement!r}"
        return replacement

    def check(self, got, wanted, later=False):
        self.checks += 1
        text = f"check ({self.checks}, {got}, {wanted}ULL);"
        if later:
            self.later.append(text)
        else:
            self.emit(text)

    # ------------------------------------------------------------- arrays
    def declare_arrays(self):
        kinds = ["plain", "plain", "heap", "heap", "member", "member", "declared"]
        kinds += [self.choose("plain", "link", "device", "matrix", "matrix")]
        kinds += [self.choose("link", "device", "heap", "declared", "matrix")]
        if "link" in kinds and self.chance(0.7):
            kinds = ["plain" if kind == "declared" else kind for kind in kinds]
        for number, kind in enumerate(kinds):
            ctype = self.random.choice(list(TYPES))
            length = self.choose(5, 12, 24, 24, 60, 100)
            if self.chance(0.03):
                length = 5000
            columns = 0
            if kind == "matrix":
                columns = self.choose(2, 3, 8)
                length = columns * self.choose(3, 4, 6)
            mask = TYPES[ctype]
            values = [self.random.getrandbits(64) & mask for _ in range(length)]
            where = HOST
            if kind == "device":
                where = self.random.randrange(DEVICES)
                values = [0] * length
            array = Array(f"{kind}{number}", kind, ctype, mask, values, where)
            array.columns = columns
            self.arrays.append(array)

    def declaration(self, array):
        columns = array.columns
        dimensions = f"[{array.length}]"
        if columns:
            dimensions = f"[{array.length // columns}][{columns}]"
        if array.kind == "device":
            return f"static {array.ctype} *{array.name};"
        suffix = {"double": "", "ull": "ULL", "unsigned": "U"}
        values = [f"{v}{suffix.get(array.ctype, '')}" for v in array.initial]
        if columns:
            rows = range(0, array.length, columns)
            values = ["{" + ", ".join(values[r : r + columns]) + "}" for r in rows]
        text = "{" + ", ".join(values) + "};"
        if array.kind in ("heap", "member"):
            return (
                f"static {array.ctype} {array.name}_mem{dimensions} = {text}\n"
                f"static {array.ctype} *{array.name} = {array.name}_mem;"
            )
        declaration = f"{array.ctype} {array.name}{dimensions} = {text}"
        if array.kind == "declared":
            return (
                f"#pragma omp declare target\n{declaration}\n"
                "#pragma omp end declare target"
            )
        if array.kind == "link":
            return f"{declaration}\n#pragma omp declare target link({array.name})"
        return declaration

    def draw_paths(self):
        """How the structure leads to the member arrays: by a member itself, or
        by one of a structure that is a member, an element of one, what one
        points to, or what one refers to.  GCC 12 passes all of these right with
        our compiler plugin only, and references to pointers (sign)."""
        for array in self.arrays:
            if array.kind != "member":
                continue
            array.way = "member"
            array.sign = self.choose("REFERENCE", "")
            if self.chance(0.4):
                array.way = self.choose("inner", "element", "pointer", "reference")
            array.path = {
                "member": f"s.{array.name}",
                "inner": f"s.in_{array.name}.{array.name}",
                "element": f"s.in_{array.name}[1].{array.name}",
                "pointer": f"s.to_{array.name}->{array.name}",
                "reference": f"s.to_{array.name}->{array.name}",
            }[array.way]

    def member(self, array):
        """What is declared before the structure, the field, and its value."""
        name = array.name
        field = f"{array.ctype} *{array.sign} {name};"
        if array.way == "member":
            return "", field, name
        inner = f"struct in_{name} {{ unsigned first; {field} unsigned last; }};\n"
        value = f"{{ 1, {name}, 2 }}"
        if array.way == "inner":
            return inner, f"struct in_{name} in_{name};", value
        if array.way == "element":
            return inner, f"struct in_{name} in_{name}[2];", f"{{ {value}, {value} }}"
        before = (
            f"{inner}static struct in_{name} at_{name} = {{ 1 VALUES(, {name}, 2) "
            f"}};\nstatic struct in_{name} *to_{name} = &at_{name};\n"
        )
        sign = "REFERENCE" if array.way == "reference" else ""
        return before, f"struct in_{name} *{sign} to_{name};", f"to_{name}"

    def structure(self):
        """The structure that has pointers to the member arrays, or in C++
        references to these."""
        members = [a for a in self.arrays if a.kind == "member"]
        parts = [self.member(a) for a in members]
        fields = "".join(
            f" {field} unsigned pad_{a.name};"
            for a, (_, field, _) in zip(members, parts)
        )
        values = "".join(f", {value}, 0" for _, _, value in parts)
        return (
            "".join(before for before, _, _ in parts)
            + f"static struct {{ unsigned n;{fields} }} s "
            + f"= {{ 7 VALUES({values}) }};"
        )

    def rest(self):
        """Statements that the program begins with."""
        for array in self.arrays:
            size = f"{array.length} * sizeof ({array.ctype})"
            if array.kind == "member":
                if array.way in ("pointer", "reference"):
                    self.emit(f"s.to_{array.name} = to_{array.name};")
                self.emit(f"{array.path} = {array.name};")
            elif array.kind == "heap":
                self.emit(
                    f"{array.name} = ({array.ctype} *) malloc ({size});\n"
                    f"memcpy ({array.name}, {array.name}_mem, {size});"
                )
            elif array.kind == "device":
                self.emit(
                    f"{array.name} = ({array.ctype} *) omp_target_alloc "
                    f"({size}, device[{array.device}]);"
                )

    # ------------------------------------------------------------- ranges
    def range_of(self, array):
        if array.kind == "link" or self.chance(0.15):
            return 0, array.length
        unit = array.columns or 1
        units = array.length // unit
        first = self.random.randrange(units)
        end = self.random.randrange(first + 1, units + 1)
        return first * unit, end * unit

    def mappable_range(self, array, device):
        """A range that may be mapped, mostly a part of what is, or None."""
        for _ in range(20):
            mapped = array.mappings[device]
            first, end = self.range_of(array)
            if mapped and self.chance(0.7):
                mapping = self.random.choice(mapped)
                first, end = mapping.first, mapping.end
                if self.chance(0.5) and array.kind != "link":
                    unit = array.columns or 1
                    first += unit * self.random.randrange((end - first) // unit)
                    end = first + unit * self.random.randrange(
                        1, (end - first) // unit + 1
                    )
            if array.may_map(device, first, end):
                return first, end
        return None

    def free_arrays(self, *kinds):
        """Arrays of these kinds that no pending construct uses."""
        return [
            a
            for a in self.arrays
            if a.name not in self.pending and (not kinds or a.kind in kinds)
        ]

    def section(self, array, first, end, name=None):
        name = name or array.name
        unit = array.columns or 1
        whole = first == 0 and end == array.length
        if array.kind == "link":
            return name  # of a section GCC 12 makes a copy that is lost
        if whole and array.kind in ("plain", "matrix", "declared"):
            if self.chance(0.5):
                return name
        lower, count = first // unit, (end - first) // unit
        start = "" if lower == 0 and self.chance(0.3) else lower
        shorter = f"{name}[{start}:{count - 1}]"
        rest = f"[0:{unit}]" if array.columns else ""
        text = f"{name}[{start}:{count}]{rest}"
        if count > 1:
            return self.weakened(text, shorter + rest)
        return text

    def map_clause(self, kind, text):
        weaker = []
        bare = kind.split()[-1]
        if is_always(kind):
            weaker.append(bare)
        if bare == "tofrom":
            weaker += ["to", "from", "alloc"]
        elif bare in ("to", "from"):
            weaker.append("alloc" if "exit" not in kind else "release")
        return f"map({self.weakened(kind, *weaker)} : {text})"

    def device_clause(self, device):
        if device == 0 and self.chance(0.3):
            return ""
        return f" device(device[{device}])"

    def never(self):
        """An if clause that is false, sometimes."""
        return self.chance(0.07)

    def map_kind(self, array, device, first, end, *kinds):
        """One of KINDS that does not bring what has no value to the host,
        mostly."""
        kind = self.random.choice(kinds)
        if is_from(kind) and not is_to(kind) and self.chance(0.9):
            if not array.is_valid(device, first, end):
                plain = [k for k in kinds if not is_from(k)]
                if plain:
                    return self.random.choice(plain)
        return kind

    def pick_mapped(self, count, device, *kinds):
        """Arrays with ranges that may be mapped."""
        arrays = self.free_arrays(*kinds)
        self.random.shuffle(arrays)
        found = []
        for array in arrays[:count]:
            where = self.mappable_range(array, device)
            if where:
                found.append((array,) + where)
        return found

    def waiting(self, wait, used, reads=()):
        """nowait and depend for a construct that uses these arrays, where WAIT
        says that it has them."""
        if not wait:
            return ""
        self.pending |= {a.name for a in used}
        parts = []
        for array in used:
            kind = "in" if array in reads else "inout"
            parts.append(
                self.weakened(f" depend({kind}: token_{array.name})", "")
            )
        return " nowait" + "".join(parts)

    # ------------------------------------------------------------- expressions
    def term(self, where, items, first, end, index):
        """An expression that regions and loops at WHERE may compute, and its
        values for the indices from FIRST to before END."""
        count = end - first
        kind = self.random.randrange(5)
        if kind == 0:
            name = self.random.choice(list(self.scalars))
            return name, [self.scalars[name]] * count
        if kind == 1:
            return f"(ull) ({index})", list(range(first, end))
        for _ in range(4):
            if not items:
                break
            item = self.random.choice(items)
            room = item.end - item.first - count
            if room < 0:
                continue
            start = item.first + self.random.randrange(room + 1)
            if not item.array.is_valid(where, start, start + count):
                continue
            values = item.array.values[start : start + count]
            if self.chance(0.3):
                text = item.at(f"{start + end - 1} - ({index})")
                return f"(ull) {text}", values[::-1]
            text = item.at(f"({index}) + {start - first}")
            return f"(ull) {text}", values
        number = self.random.randrange(1000)
        return f"{number}ULL", [number] * count

    def expression(self, where, items, first, end, index):
        text, values = self.term(where, items, first, end, index)
        for _ in range(self.random.randrange(3)):
            more, others = self.term(where, items, first, end, index)
            factor = self.random.randrange(1, 60)
            text = f"({text}) * {factor} + {more}"
            values = [a * factor + b & WORD for a, b in zip(values, others)]
        if self.chance(0.2):
            text = f"scramble ({text})"
            values = [(x ^ x >> 7) * 37 + 11 & WORD for x in values]
        return text, values

    def assignment(self, where, item, others, first, end, index):
        """A statement for each of these elements, and their new values."""
        text, values = self.expression(where, others, first, end, index)
        array = item.array
        place = item.at(index)
        if array.is_valid(where, first, end) and self.chance(0.5):
            text = f"(ull) {place} * 3 + {text}"
            old = array.values[first:end]
            values = [a * 3 + b & WORD for a, b in zip(old, values)]
        values = [v & array.mask for v in values]
        return f"{place} = ({array.ctype}) ({text} & {array.mask}ULL);", values
