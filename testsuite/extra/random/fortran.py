#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Write a random program with target constructs, in Fortran.

    fortran.py SEED [--mutate N] > program.f90

It has arrays of fixed and of assumed shape, allocatables, pointers, components
of derived types and variables of declare target, and is otherwise like those of
target.py.  All arrays begin at 0, as the model's do."""

from model import HOST, Array, is_always
from target import Generator, write_program
from writer import Item

# Numbers stay far below the largest of kind 8.
TYPES = {
    "integer(2)": 0x7FFF,
    "integer(4)": 0x7FFFFFFF,
    "integer(8)": 0xFFFFFFFFFF,
    "real(8)": 0xFFFFF,
}
SUM = 0xFFFFFFFFFF

LOOPS = [
    "parallel do",
    "parallel do simd",
    "teams distribute parallel do",
    "teams distribute parallel do simd",
    "teams distribute",
    "simd",
]

REDUCTIONS = [
    ("+", 7, "{r} = {r} + {x}", lambda r, x: r + x),
    ("ieor", 7, "{r} = ieor ({r}, {x})", lambda r, x: r ^ x),
    ("max", 9, "{r} = max ({r}, {x})", max),
    ("min", 1 << 50, "{r} = min ({r}, {x})", min),
]


class FortranItem(Item):
    def at(self, index):
        return f"{self.name}({index})"


class FortranGenerator(Generator):
    # ------------------------------------------------------------- syntax
    def emit(self, text):
        for line in text.split("\n"):
            indent = "" if line.startswith("!$") else "  " * self.depth
            self.lines.append(indent + line)

    def omp(self, text):
        self.emit("!$omp " + text)

    def begin(self):
        self.depth += 1

    def end(self, name):
        self.depth -= 1
        self.omp("end " + name)

    def fill(self, first, end, statement, name=""):
        self.emit(f"do i = {first}, {end - 1}\n  {statement}\nend do")
        if name:
            self.omp("end " + name)

    def item(self, array, first, end):
        return FortranItem(array, first, end, self.variable(array))

    def check(self, got, wanted, later=False):
        self.checks += 1
        text = f"call check ({self.checks}, int ({got}, 8), {wanted}_8)"
        if later:
            self.later.append(text)
        else:
            self.emit(text)

    def check_range(self, array, start, end):
        place = self.item(array, start, end).at("i")
        self.emit("total = 0")
        self.fill(start, end, f"total = iand (total * 31 + int ({place}, 8), {SUM}_8)")
        total = 0
        for value in array.values[start:end]:
            total = total * 31 + value & SUM
        self.check("total", total)

    def device_clause(self, device):
        return f" device(device({device}))"

    def change_scalar(self):
        name = self.choose(*self.scalars)
        self.scalars[name] = self.random.randrange(1000)
        self.emit(f"{name} = {self.scalars[name]}")

    # ------------------------------------------------------------- arrays
    def declare_arrays(self):
        kinds = ["plain", "plain", "heap", "heap", "heap", "component", "declared"]
        # GCC 12 has components in no other directive than target
        for number, kind in enumerate(kinds):
            ctype = self.choose(*TYPES)
            length = self.choose(5, 12, 24, 60)
            mask = TYPES[ctype]
            values = [self.random.getrandbits(40) & mask for _ in range(length)]
            array = Array(f"{kind}{number}", kind, ctype, mask, values)
            array.columns = 0
            self.arrays.append(array)

    def declaration(self, array):
        attribute = ""
        if array.kind == "heap":
            attribute = self.choose(", allocatable", ", pointer")
        elif array.kind == "component":
            attribute = ", pointer"  # GCC 12 maps no allocatable ones
        bounds = ":" if attribute else f"0:{array.length - 1}"
        return f"  {array.ctype}{attribute} :: {array.name}({bounds})"

    def variable(self, array):
        return ("s%" if array.kind == "component" else "") + array.name

    def rest(self):
        for array in self.arrays:
            name = self.variable(array)
            if array.kind in ("heap", "component"):
                self.emit(f"allocate ({name}(0:{array.length - 1}))")
            if array.kind != "declared":
                self.emit(f"{name} = {self.initial(array)}")

    def range_of(self, array):
        if array.kind in ("heap", "component"):
            return 0, array.length
        return super().range_of(array)

    def mappable_range(self, array, device):
        """A descriptor is mapped with all that it describes."""
        if array.kind in ("heap", "component"):
            return 0, array.length
        return super().mappable_range(array, device)

    def section(self, array, first, end, name=None):
        name = self.variable(array)
        if array.kind in ("heap", "component"):
            return name
        if first == 0 and end == array.length and self.chance(0.5):
            return name
        text = f"{name}({first}:{end - 1})"
        if end - first > 1:
            return self.weakened(text, f"{name}({first}:{end - 2})")
        return text

    # ------------------------------------------------------------- values
    def term(self, where, items, first, end, index):
        count = end - first
        kind = self.random.randrange(5)
        if kind == 0:
            name = self.choose(*self.scalars)
            return name, [self.scalars[name]] * count
        if kind == 1:
            return f"int ({index}, 8)", list(range(first, end))
        for _ in range(4 if items else 0):
            item = self.random.choice(items)
            room = item.end - item.first - count
            if room < 0:
                continue
            start = item.first + self.random.randrange(room + 1)
            if item.array.is_valid(where, start, start + count):
                place = item.at(f"{index} + ({start - first})")
                values = item.array.values[start : start + count]
                return f"int ({place}, 8)", values
        number = self.random.randrange(1000)
        return f"{number}_8", [number] * count

    def expression(self, where, items, first, end, index):
        text, values = self.term(where, items, first, end, index)
        for _ in range(self.random.randrange(3)):
            more, others = self.term(where, items, first, end, index)
            factor = self.random.randrange(1, 60)
            text = f"(({text}) * {factor} + {more})"
            values = [a * factor + b for a, b in zip(values, others)]
        return text, values

    def assignment(self, where, item, others, first, end, index):
        text, values = self.expression(where, others, first, end, index)
        array, place = item.array, item.at(index)
        if array.is_valid(where, first, end) and self.chance(0.5):
            text = f"int ({place}, 8) * 3 + {text}"
            values = [a * 3 + b for a, b in zip(array.values[first:end], values)]
        values = [v & array.mask for v in values]
        convert = array.ctype.replace("(", " (V, ").replace("integer", "int")
        value = convert.replace("V", f"iand ({text}, {array.mask}_8)")
        return f"{place} = {value}", values

    # ------------------------------------------------------------- regions
    def region(self, device, wait=""):
        if not wait and self.chance(0.2):
            self.call(device)
            return
        nothing = self.never()
        where = HOST if nothing else device
        clauses, items, used, reads, leaving = [], [], [], [], []
        for array, first, end in self.pick_mapped(
            self.choose(1, 2, 2, 3), device, "plain", "heap", "component", "declared"
        ):
            kind = self.choose(
                "to", "from", "tofrom", "tofrom", "alloc", "always, to",
                "always, tofrom",
            )
            clauses.append(self.map_clause(kind, self.section(array, first, end)))
            if array.covering(device, first, end) and not is_always(kind):
                reads.append(array)
            items.append(self.item(array, first, end))
            used.append(array)
            if not nothing:
                array.enter(device, first, end, kind)
                leaving.append((array, first, end, kind))
        if any(array.kind == "component" for array in used):
            clauses.insert(0, "map(to: s)")
        if items:
            condition = " if(never)" if nothing else ""
            self.write_region(
                f"{self.device_clause(device)}{condition}", where, clauses, items,
                (wait, used, reads),
            )
        for array, first, end, kind in leaving:
            array.exit(device, first, end, kind)

    def write_region(self, options, where, clauses, items, waiting):
        """A combined construct of a loop, or target with loops."""
        wait, used, reads = waiting
        item = self.random.choice(items)
        others = [i for i in items if i is not item]
        construct = "target"
        results = []
        statement, values = self.assignment(
            where, item, others, item.first, item.end, "i"
        )
        for other in others:
            if other.array.kind != "plain" and other.name not in statement:
                # GCC 12 forgets the descriptor of a pointer that is not used
                size = f"min (0, size ({other.name})) + "
                statement = statement.replace("iand (", "iand (" + size, 1)
        body = [statement]
        # GCC 12 forgets depend of combined constructs
        if not wait and self.chance(0.6):
            construct += " " + self.choose(*LOOPS)
            if self.chance(0.4):
                body.append(self.reduction(where, clauses, others, item, results))
        item.array.store_all(where, item.first, values)
        clauses = " ".join(clauses)
        reads = [a for a in reads if a is not item.array]
        self.omp(f"{construct}{options} {clauses}{self.waiting(wait, used, reads)}")
        self.fill(item.first, item.end, "\n  ".join(body), construct)
        for name, value in results:
            self.check(name, value, bool(wait))

    def reduction(self, where, clauses, items, item, results):
        text, values = self.expression(where, items, item.first, item.end, "i")
        operator, total, statement, compute = self.random.choice(REDUCTIONS)
        name = self.name("r")
        self.top.append(f"  integer(8) :: {name} = {total}_8")
        for value in values:
            total = compute(total, value)
        way = self.weakened("tofrom", "to", "from")
        clauses.append(f"reduction({operator}: {name}) map({way}: {name})")
        results.append((name, total))
        return statement.format(r=name, x=text)

    def call(self, device):
        """A region in a procedure, with a dummy argument of assumed shape."""
        found = self.pick_mapped(1, device, "plain", "heap", "declared")
        if not found:
            return
        array, first, end = found[0]
        kind = self.choose("tofrom", "always, tofrom", "from", "to", "alloc")
        procedure, dummy = self.name("region_"), self.name("x")
        array.enter(device, first, end, kind)
        clause = self.map_clause(kind, dummy)
        item = FortranItem(array, first, end, dummy)
        text, values = self.assignment(device, item, [], first, end, "i")
        array.store_all(device, first, values)
        array.exit(device, first, end, kind)
        self.emit(f"call {procedure} ({array.name}({first}:{end - 1}))")
        target = ", target" if self.chance(0.3) else ""
        self.procedures.append(
            f"subroutine {procedure} ({dummy})\n"
            f"  {array.ctype}{target} :: {dummy}({first}:)\n  integer :: i\n"
            + "".join(f"  integer(8) :: {n} = {v}_8\n" for n, v in self.scalars.items())
            + f"!$omp target teams distribute parallel do device(device({device})) "
            f"{clause}\n  do i = {first}, {end - 1}\n    {text}\n  end do\n"
            "end subroutine\n"
        )

    # ------------------------------------------------------------- program
    def routines(self, device):
        return []

    def check_structure(self):
        self.check("s%n", 7)

    def scalar(self, name, value):
        self.emit(f"{name} = {value}")

    def function(self, name, body):
        self.lines.append(f"subroutine {name} ()\n  integer :: i")
        self.lines.append("  integer(8) :: total, k0, k1, k2")
        body()
        self.lines.append("end subroutine\n")

    def program(self):
        self.procedures = []
        parts = self.functions("start")
        own = [a for a in self.arrays if a.kind != "component"]
        lines = ["module program_data", "  use random_target", "  implicit none"]
        for array in own:
            lines.append(self.declaration(array))
            if array.kind == "declared":
                lines[-1] += " = " + self.initial(array)
                lines.append(f"!$omp declare target ({array.name})")
        lines += ["  type :: structure", "    integer :: n = 7"]
        lines += [self.declaration(a) for a in self.arrays if a.kind == "component"]
        lines += ["  end type", "  type(structure) :: s"]
        lines += [f"  integer :: token_{a.name}" for a in self.arrays]
        lines += self.top + ["contains"] + self.lines + self.procedures
        lines += ["end module", "program main", "  use program_data"]
        lines += ["  call find_devices", "  call start"]
        lines += [f"  call part_{n}" for n in range(parts)]
        lines += ["  call leave", "  if (failures > 0) stop 1", "end program", ""]
        return "\n".join(lines)

    def initial(self, array):
        suffix = {"real(8)": "._8", "integer(8)": "_8"}.get(array.ctype, "")
        values = ", ".join(f"{v}{suffix}" for v in array.initial)
        return f"[{array.ctype} :: {values}]"


if __name__ == "__main__":
    write_program(__doc__, FortranGenerator)
