#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Write a random program with target constructs, in C that is C++, too.

    target.py SEED [--mutate N] > program.c

It knows what comes of each statement (model.py), checks that, and ends with
status 1 if anything is different.  With --mutate the N-th (modulo their number)
of its clauses and directives is weakened or left out."""

import argparse
import sys

from model import DEVICES, HOST, is_from
from region import Region
from writer import OUR_IMAGE_ONLY, WORD, Item, Writer


class Generator(Writer):
    # ------------------------------------------------------------- data
    def enter_data(self, device, wait=""):
        clauses = []
        used = []
        nothing = self.never()
        for array, first, end in self.pick_mapped(
            self.choose(1, 1, 2, 3), device, "plain", "heap", "member", "link",
            "matrix", "declared",
        ):
            kind = self.choose("to", "to", "alloc", "always, to")
            if not nothing:
                array.enter(device, first, end, kind)
            clauses.append(self.map_clause(kind, self.section(array, first, end)))
            used.append(array)
        if clauses:
            self.directive("enter data", device, clauses, used, nothing, wait)
        return used

    def directive(self, text, device, clauses, used, nothing, wait):
        condition = " if(never)" if nothing else ""
        self.omp(
            f"target {text}{self.device_clause(device)}{condition} "
            + " ".join(clauses)
            + self.waiting(wait, used)
        )

    def exit_data(self, device, wait=""):
        clauses = []
        used = []
        nothing = self.never()
        arrays = [
            a
            for a in self.free_arrays("plain", "heap", "member", "link", "matrix")
            if a.mappings[device]
        ]
        self.random.shuffle(arrays)
        for array in arrays[: self.choose(1, 1, 2)]:
            mapping = self.random.choice(array.mappings[device])
            first, end = mapping.first, mapping.end
            kind = self.map_kind(
                array, device, first, end, "from", "from", "release", "delete",
                "always, from",
            )
            least = mapping.pins + (kind != "delete")
            if mapping.count is not None and mapping.count < least + (
                kind == "delete" and mapping.pins > 0
            ) or kind == "delete" and mapping.pins:
                continue
            if not nothing:
                array.exit(device, first, end, kind)
            text = self.section(array, first, end)
            clauses.append(self.map_clause(kind, text))
            used.append(array)
        if clauses:
            self.directive("exit data", device, clauses, used, nothing, wait)

    def update(self, device, wait=""):
        arrays = [
            a
            for a in self.free_arrays(
                "plain", "heap", "member", "link", "matrix", "declared"
            )
            if a.mappings[device]
        ]
        if not arrays:
            return
        array = self.random.choice(arrays)
        mapping = self.random.choice(array.mappings[device])
        unit = array.columns or 1
        first, end = mapping.first // unit, mapping.end // unit
        first = self.random.randrange(first, end) * unit
        end = self.random.randrange(first // unit + 1, end + 1) * unit
        if array.kind == "link":
            first, end = 0, array.length
        way = self.choose("to", "from")
        if way == "from" and not array.is_valid(device, first, end):
            way = "to"
        if way == "to" and not array.is_valid(HOST, first, end):
            way = "from"
        source, target = (HOST, device) if way == "to" else (device, HOST)
        if not array.is_valid(source, first, end) and self.chance(0.9):
            return
        nothing = self.never()
        if not nothing:
            array.copy(source, target, first, end)
        text = self.section(array, first, end)
        self.directive(
            "update", device, [f"{way}({text})"], [array], nothing, wait
        )

    def region(self, device, wait=""):
        Region(self, device, wait).write()

    def data_region(self, device):
        """target data around other operations."""
        if self.enclosing > 2:
            return
        nothing = self.never()
        clauses = []
        entered = []
        for array, first, end in self.pick_mapped(
            self.choose(1, 1, 2), device, "plain", "heap", "member", "link", "matrix"
        ):
            kind = self.choose("to", "from", "tofrom", "alloc", "always, tofrom")
            text = self.section(array, first, end)
            clauses.append(self.map_clause(kind, text))
            if not nothing:
                mapping = array.enter(device, first, end, kind)
                mapping.pins += 1
                entered.append((array, first, end, kind, mapping))
        if not clauses:
            return
        self.directive("data", device, clauses, [], nothing, "")
        self.begin()
        self.enclosing += 1
        for _ in range(self.random.randrange(1, 6)):
            self.operation(device)
        self.wait_all()
        for array, first, end, kind, mapping in entered:
            if is_from(kind) and not array.is_valid(device, first, end):
                self.make_valid(array, device, first, end)
        self.enclosing -= 1
        self.end("target data")
        for array, first, end, kind, mapping in entered:
            mapping.pins -= 1
            array.exit(device, first, end, kind)

    def make_valid(self, array, device, first, end):
        """Write what the end of target data would bring without a value."""
        if self.chance(0.1):
            return
        text, values = self.assignment(
            device, self.item(array, first, end), [], first, end, "i"
        )
        self.omp(
            f"target{self.device_clause(device)} "
            f"map(alloc: {self.section(array, first, end)})"
        )
        self.fill(first, end, text, "target")
        array.store_all(device, first, values)

    # ------------------------------------------------------------- host
    def host_write(self):
        arrays = self.free_arrays(
            "plain", "heap", "member", "link", "matrix", "declared"
        )
        if not arrays:
            return
        array = self.random.choice(arrays)
        first, end = self.range_of(array)
        if self.chance(0.4):
            end = first + 1
        item = self.item(array, first, end)
        text, values = self.assignment(HOST, item, [], first, end, "i")
        self.fill(first, end, text)
        array.store_all(HOST, first, values)

    def host_check(self):
        arrays = self.free_arrays(
            "plain", "heap", "member", "link", "matrix", "declared"
        )
        if not arrays:
            return
        self.check_valid(self.random.choice(arrays))

    def check_valid(self, array):
        """Check all elements that the host's copy has."""
        start = 0
        while start < array.length:
            if not array.valid[HOST][start]:
                start += 1
                continue
            end = start
            while end < array.length and array.valid[HOST][end]:
                end += 1
            self.check_range(array, start, end)
            start = end

    def check_range(self, array, start, end):
        place = Item(array, start, end).at("i_")
        total = 0
        for index in range(start, end):
            total = (total * 31 + array.values[index]) & WORD
        self.check(f"SUM ({place}, {start}, {end})", total)

    def change_scalar(self):
        name = self.random.choice(list(self.scalars))
        value = self.random.randrange(1000)
        self.scalars[name] = value
        self.emit(f"{name} = {value};")

    def present_check(self, device):
        arrays = self.free_arrays("plain", "heap", "member", "declared", "matrix")
        if not arrays:
            return
        array = self.random.choice(arrays)
        index = self.random.randrange(array.length)
        mapped = int(bool(array.overlapping(device, index, index + 1)))
        place = Item(array, 0, array.length).at(index)
        self.check(f"offload ? present (&{place}, {device}) : {mapped}", mapped)

    # ------------------------------------------------------------- copies
    def memcpy(self):
        """omp_target_memcpy or omp_target_memcpy_rect, with device memory at
        one side at least."""
        ours = self.free_arrays("device")
        others = self.free_arrays("plain", "heap", "member")
        if not ours:
            return
        a = self.random.choice(ours)
        b = self.random.choice(ours + others)
        if a is b or a.ctype != b.ctype:
            same = [o for o in ours + others if o.ctype == a.ctype and o is not a]
            if not same:
                return
            b = self.random.choice(same)
        target, source = self.choose((a, b), (b, a))
        at = target.device, source.device
        if self.chance(0.3):
            self.rectangle(target, source, at)
            return
        count = self.random.randrange(1, min(target.length, source.length) + 1)
        to = self.random.randrange(target.length - count + 1)
        from_ = self.random.randrange(source.length - count + 1)
        size = f"sizeof ({a.ctype})"
        self.emit(
            f"copy ({target.name}, {source.name}, {count} * {size}, {to} * {size}, "
            f"{from_} * {size}, {self.number(at[0])}, {self.number(at[1])});"
        )
        moves = [(to + k, from_ + k) for k in range(count)]
        self.move(target, source, moves)

    def number(self, device):
        return "omp_get_initial_device ()" if device == HOST else f"device[{device}]"

    def rectangle(self, target, source, at):
        width, other = self.choose(2, 3, 5), self.choose(2, 3, 5)
        columns = self.random.randrange(1, min(width, other) + 1)
        rows = min(target.length // width, source.length // other)
        rows = self.random.randrange(1, rows + 1) if rows else 0
        if not rows:
            return
        row = self.random.randrange(target.length // width - rows + 1)
        from_row = self.random.randrange(source.length // other - rows + 1)
        column = self.random.randrange(width - columns + 1)
        from_column = self.random.randrange(other - columns + 1)
        self.emit(
            f"copy_rectangle ({target.name}, {source.name}, sizeof "
            f"({target.ctype}), {rows}, {columns}, {width}, {other}, {row}, "
            f"{column}, {from_row}, {from_column}, {self.number(at[0])}, "
            f"{self.number(at[1])});"
        )
        moves = [
            ((row + r) * width + column + c, (from_row + r) * other + from_column + c)
            for r in range(rows)
            for c in range(columns)
        ]
        self.move(target, source, moves)

    def move(self, target, source, moves):
        for to, from_ in moves:
            known = source.valid[source.device][from_]
            target.store(target.device, to, source.values[from_])
            target.valid[target.device][to] = known

    def associate(self, device):
        arrays = [
            a
            for a in self.free_arrays("plain", "heap", "member")
            if not a.mappings[device]
        ]
        if not arrays:
            return
        array = self.random.choice(arrays)
        first, end = self.range_of(array)
        memory = self.name("pool")
        size = f"{end - first} * sizeof ({array.ctype})"
        self.top.append(f"static void *{memory};")
        self.emit(
            f"{memory} = omp_target_alloc ({size}, device[{device}]);\n"
            "if (offload)"
        )
        self.depth += 1
        self.check(
            f"(ull) omp_target_associate_ptr (&{array.name}[{first}], {memory}, "
            f"{size}, 0, device[{device}])",
            0,
        )
        self.depth -= 1
        mapping = array.enter(device, first, end, "alloc")
        mapping.count = None
        mapping.memory = memory

    def disassociate(self, device, array, mapping):
        self.emit("if (offload)")
        self.depth += 1
        self.check(
            f"(ull) omp_target_disassociate_ptr (&{array.name}[{mapping.first}], "
            f"device[{device}])",
            0,
        )
        self.depth -= 1
        self.emit(f"omp_target_free ({mapping.memory}, device[{device}]);")
        array.remove(device, mapping)

    def disassociate_any(self, device):
        for array in self.free_arrays("plain", "heap", "member"):
            for mapping in array.mappings[device]:
                if mapping.count is None and not mapping.pins:
                    self.disassociate(device, array, mapping)
                    return

    def device_address(self, device):
        """use_device_ptr or use_device_addr and a region that is given the
        address."""
        found = [
            (a, m)
            for a in self.free_arrays("plain", "heap", "member", "declared")
            for m in a.mappings[device]
        ]
        if not found:
            return
        array, mapping = self.random.choice(found)
        whole = mapping.first == 0 and mapping.end == array.length
        if array.kind in ("plain", "declared") and whole and self.chance(0.5):
            pointer, shift = array.name, 0
            use, take = f"use_device_addr({pointer})", f"has_device_addr({pointer})"
        else:
            pointer, shift = self.name("p"), mapping.first
            self.emit(f"{array.ctype} *{pointer} = &{array.name}[{shift}];")
            use, take = f"use_device_ptr({pointer})", f"is_device_ptr({pointer})"
        item = Item(array, mapping.first, mapping.end, pointer, shift)
        text, values = self.assignment(
            device, item, [], mapping.first, mapping.end, "i"
        )
        self.emit(
            f"#pragma omp target data device(device[{device}]) {use}\n"
            f"#pragma omp target device(device[{device}]) {take}\n"
            f"for (int i = {mapping.first}; i < {mapping.end}; i++)\n  {text}"
        )
        array.store_all(device, mapping.first, values)

    # ------------------------------------------------------------- nowait
    def tasks(self, device):
        """Constructs with nowait, ordered by what they use; host tasks too."""
        for _ in range(self.random.randrange(2, 6)):
            held = self.pending
            self.pending = set()
            kind = self.random.randrange(7)
            other = device if self.chance(0.6) else self.random.randrange(DEVICES)
            if kind < 3:
                self.region(other, "nowait")
            elif kind == 3:
                self.enter_data(other, "nowait")
            elif kind == 4:
                self.exit_data(other, "nowait")
            elif kind == 5:
                self.update(other, "nowait")
            else:
                self.host_task()
            self.pending |= held
            if self.chance(0.2):
                self.host_write()
            if self.chance(0.2):
                self.host_check()
            if self.chance(0.2):
                self.change_scalar()
        self.wait_all()

    def host_task(self):
        arrays = self.free_arrays("plain", "heap", "member", "declared")
        array = self.random.choice(arrays)
        first, end = self.range_of(array)
        text, values = self.assignment(
            HOST, self.item(array, first, end), [], first, end, "i"
        )
        depend = self.weakened(f" depend(inout: token_{array.name})", "")
        self.omp(f"task{depend}")
        self.fill(first, end, text, "task")
        array.store_all(HOST, first, values)
        self.pending.add(array.name)

    def wait_all(self):
        if self.pending or self.later:
            if self.weakened("taskwait", "nothing") == "taskwait":
                self.omp("taskwait")
        self.pending = set()
        for text in self.later:
            self.emit(text)
        self.later = []

    # ------------------------------------------------------------- program
    def operation(self, device):
        if self.chance(0.1):
            device = self.random.randrange(DEVICES)
        operations = self.operations(device)
        weights = [weight for weight, _ in operations]
        self.random.choices(operations, weights)[0][1]()

    def operations(self, device):
        """How often each is drawn, and it."""
        return [
            (4, lambda: self.enter_data(device)),
            (4, lambda: self.exit_data(device)),
            (4, lambda: self.update(device)),
            (8, lambda: self.region(device)),
            (3, lambda: self.data_region(device)),
            (3, self.host_write),
            (3, self.host_check),
            (1, self.change_scalar),
            *self.routines(device),
            (3, lambda: self.tasks(device)),
        ]

    def routines(self, device):
        """Likewise, those that call routines for devices."""
        return [
            (2, lambda: self.present_check(device)),
            (3, self.memcpy),
            (1, lambda: self.associate(device)),
            (1, lambda: self.disassociate_any(device)),
            (2, lambda: self.device_address(device)),
        ]

    def scalar(self, name, value):
        self.emit(f"ull {name} = {value};\n(void) {name};")

    def part(self):
        """The body of a function."""
        device = self.random.randrange(DEVICES)
        self.scalars = {f"k{n}": self.random.randrange(1000) for n in range(3)}
        for name, value in self.scalars.items():
            self.scalar(name, value)
        for _ in range(self.random.randrange(8, 20)):
            self.operation(device)

    def unmap_all(self):
        for array in self.arrays:
            for device in range(DEVICES):
                for mapping in list(array.mappings[device]):
                    if array.kind in ("declared", "device"):
                        continue
                    if mapping.count is None:
                        self.disassociate(device, array, mapping)
                        continue
                    first, end = mapping.first, mapping.end
                    kind = self.choose("delete", "from")
                    times = mapping.count if kind == "from" else 1
                    for _ in range(times):
                        array.exit(device, first, end, kind)
                        self.omp(
                            "target exit data"
                            f"{self.device_clause(device)} map({kind}: "
                            f"{self.section(array, first, end)})"
                        )
        for array in self.arrays:
            if array.kind == "device":
                self.emit(
                    f"omp_target_free ({array.name}, device[{array.device}]);"
                )
            else:
                self.check_valid(array)
        self.check_structure()

    def check_structure(self):
        for array in self.free_arrays("member"):
            self.check(f"{array.path} == {array.name}", 1)
        self.check("s.n", 7)

    def functions(self, first):
        """All, of which FIRST comes first; how many parts there are."""
        self.top = []
        self.declare_arrays()
        self.draw_paths()
        parts = self.random.randrange(2, 5)
        for number in range(parts):
            self.function(f"part_{number}", self.part)
        self.function("leave", self.unmap_all)
        self.function(first, self.rest)
        return parts

    def needs_our_image(self):
        """For link variables beside others, and for members that are not
        pointers in the structure itself."""
        members = [a for a in self.arrays if a.kind == "member"]
        return {"link", "declared"} <= {a.kind for a in self.arrays} or any(
            a.way != "member" or a.sign for a in members
        )

    def program(self):
        parts = self.functions("begin")
        text = ['#include "target.h"', ""]
        if self.needs_our_image():
            text.insert(0, f"/* {OUR_IMAGE_ONLY} */")
        text += [self.declaration(a) for a in self.arrays]
        text += [self.structure()]
        text += [f"static char token_{a.name};" for a in self.arrays]
        text += self.top + [""] + self.lines
        calls = "".join(f"  part_{n} ();\n" for n in range(parts)) + "  leave ();\n"
        if self.chance(0.3):
            region = "#pragma omp parallel num_threads(3)\n#pragma omp single\n"
            calls = f"{region}{{\n{calls}}}\n"
        text.append(
            "int\nmain (void)\n{\n  find_devices ();\n  begin ();\n"
            + calls + "  return failures != 0;\n}"
        )
        return "\n".join(text) + "\n"

    def function(self, name, body):
        self.lines.append(f"static void\n{name} (void)\n{{")
        body()
        self.lines.append("}\n")


def generate(seed, mutate=None, kind=Generator):
    """The program of SEED; with MUTATE also what is wrong in it."""
    generator = kind(seed)
    text = generator.program()
    if mutate is None:
        return text, ""
    generator = kind(seed, mutate % generator.sites)
    text = generator.program()
    return text, generator.mutation


def write_program(description, kind):
    """A generator as a program."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--mutate", type=int)
    arguments = parser.parse_args()
    text, mutation = generate(arguments.seed, arguments.mutate, kind)
    print(text, end="")
    if mutation:
        print(mutation, file=sys.stderr)


if __name__ == "__main__":
    write_program(__doc__, Generator)
