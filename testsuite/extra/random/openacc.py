#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Write a random program with OpenACC's constructs, in C that is C++, too.

    openacc.py SEED > program.c

It has structured and dynamic data, sections, attached pointers, device
memory, updates, loops and queues, and is otherwise like those of target.py.

A queue has an array from the construct with `async' that uses it until a
wait: what other queues or the host do with it comes after that."""

from model import HOST, Array
from target import Generator, write_program
from writer import TYPES, Item

DEVICE = 0
QUEUES = 3

# Gangs that do not share a loop would each do all of it.
LOOPS = [
    "parallel loop",
    "parallel loop gang",
    "parallel loop gang worker",
    "parallel loop gang vector",
    "parallel loop gang num_gangs(2)",
    "parallel loop worker vector num_gangs(1) num_workers(2)",
    "parallel loop vector num_gangs(1) vector_length(32)",
    "parallel loop seq num_gangs(1)",
    "parallel loop auto num_gangs(1)",
    "parallel loop gang independent num_gangs(3)",
    "kernels loop independent",
    "kernels loop",
    "serial loop",
]

REDUCTIONS = [
    ("+", 7, "{r} += {x};", lambda r, x: r + x),
    ("^", 7, "{r} ^= {x};", lambda r, x: r ^ x),
    ("|", 1, "{r} |= {x};", lambda r, x: r | x),
    ("max", 9, "{r} = {r} > {x} ? {r} : {x};", max),
    ("*", 3, "{r} *= {x} | 1;", lambda r, x: r * (x | 1)),
]

COPIES_IN = ("copy", "copyin", "pcopy", "present_or_copyin")
COPIES_OUT = ("copy", "copyout", "pcopy", "present_or_copyout")


class AccMapping:
    """The elements FIRST to before END of an array, on the device."""

    def __init__(self, first, end):
        self.first = first
        self.end = end
        self.structured = 0
        self.dynamic = 0

    def covers(self, first, end):
        return self.first <= first and end <= self.end


class AccArray(Array):
    """An array of which a queue may have the last use."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.queue = None
        self.attached = 0  # how often the structure's pointer is

    def begin(self, first, end, kind, dynamic):
        """A data clause, where a construct begins."""
        mapping = self.covering(DEVICE, first, end)
        if mapping is None:
            mapping = AccMapping(first, end)
            self.mappings[DEVICE].append(mapping)
            self.valid[DEVICE][first:end] = [False] * (end - first)
            if kind in COPIES_IN:
                self.copy(HOST, DEVICE, first, end)
        if dynamic:
            mapping.dynamic += 1
        else:
            mapping.structured += 1
        return mapping

    def finish(self, mapping, first, end, kind):
        """Likewise, where its structured region ends."""
        mapping.structured -= 1
        self.remove_unused(mapping, first, end, kind)

    def leave(self, first, end, kind, finalize):
        """A clause of exit data, of what is mapped."""
        mapping = self.covering(DEVICE, first, end)
        if mapping is None or mapping.dynamic == 0:
            return
        mapping.dynamic = 0 if finalize else mapping.dynamic - 1
        self.remove_unused(mapping, first, end, kind)

    def remove_unused(self, mapping, first, end, kind):
        if mapping.structured or mapping.dynamic:
            return
        if kind in COPIES_OUT:
            self.copy(DEVICE, HOST, first, end)
        self.remove(DEVICE, mapping)


class AccGenerator(Generator):
    def omp(self, text):
        raise NotImplementedError(text)

    def acc(self, text):
        self.emit("#pragma acc " + text)

    # ------------------------------------------------------------- arrays
    def declare_arrays(self):
        kinds = ["plain", "plain", "heap", "heap", "member", "member"]
        kinds += [self.choose("matrix", "plain"), self.choose("device", "matrix")]
        for number, kind in enumerate(kinds):
            ctype = self.random.choice(list(TYPES))
            length = self.choose(5, 12, 24, 24, 60, 100)
            columns = 0
            if kind == "matrix":
                columns = self.choose(2, 3, 8)
                length = columns * self.choose(3, 4, 6)
            mask = TYPES[ctype]
            values = [self.random.getrandbits(64) & mask for _ in range(length)]
            where = HOST
            if kind == "device":
                where, values = DEVICE, [0] * length
            array = AccArray(f"{kind}{number}", kind, ctype, mask, values, where)
            array.columns = columns
            array.way, array.sign = "member", ""
            array.path = f"s.{array.name}"
            self.arrays.append(array)

    def allocate(self):
        for array in self.arrays:
            size = f"{array.length} * sizeof ({array.ctype})"
            if array.kind == "member":
                self.emit(f"{array.path} = {array.name};")
            elif array.kind == "heap":
                self.emit(
                    f"{array.name} = ({array.ctype} *) malloc ({size});\n"
                    f"memcpy ({array.name}, {array.name}_mem, {size});"
                )
            elif array.kind == "device":
                self.emit(f"{array.name} = ({array.ctype} *) acc_malloc ({size});")
        self.acc("enter data copyin(s)")

    # ------------------------------------------------------------- queues
    def after(self, arrays, may_be_async=True):
        """The clauses of a construct that uses ARRAYS, in a queue or not."""
        queues = {a.queue for a in arrays if a.queue is not None}
        if not may_be_async or self.chance(0.6):
            if queues and may_be_async and self.chance(0.5):
                text = self.waits_for(queues)
            else:
                self.wait(queues)
                text = ""
            self.free(queues)
            return text
        queue = self.random.randrange(QUEUES)
        others = queues - {queue}
        text = f" async({queue})" + self.waits_for(others)
        # what else the others have is not known to be done: they keep it
        for array in arrays:
            array.queue = queue
        return text

    def waits_for(self, queues):
        if not queues:
            return ""
        return " wait(" + ", ".join(str(q) for q in sorted(queues)) + ")"

    def wait(self, queues):
        for queue in sorted(queues):
            self.acc(f"wait({queue})")

    def free(self, queues):
        for array in self.arrays:
            if array.queue in queues:
                array.queue = None

    def wait_everywhere(self):
        if any(a.queue is not None for a in self.arrays):
            self.acc("wait")
        self.free(range(QUEUES))

    def wait_some(self):
        queue = self.random.randrange(QUEUES)
        self.wait({queue})
        self.free({queue})

    def free_arrays(self, *kinds):
        """Those of the host's memory that no queue has, unless asked for."""
        kinds = kinds or ("plain", "heap", "member", "matrix")
        return [a for a in self.arrays if a.kind in kinds and a.queue is None]

    def arrays_of(self, *kinds):
        kinds = kinds or ("plain", "heap", "member", "matrix")
        return [a for a in self.arrays if a.kind in kinds]

    # ------------------------------------------------------------- data
    def pick(self, count, kinds=()):
        arrays = self.arrays_of(*kinds)
        self.random.shuffle(arrays)
        found = []
        for array in arrays[:count]:
            where = self.mappable_range(array, DEVICE)
            if where:
                found.append((array,) + where)
        return found

    def enter_data(self):
        picked = self.pick(self.choose(1, 1, 2))
        if not picked:
            return
        order = self.after([a for a, _, _ in picked])
        clauses = []
        for array, first, end in picked:
            kind = self.choose("copyin", "copyin", "create")
            array.begin(first, end, kind, True)
            clauses.append(f"{kind}({self.section(array, first, end)})")
        if len(clauses) == 1 and self.chance(0.2) and not order:
            self.enter_by_routine(picked[0], kind)
        else:
            self.acc(f"enter data {' '.join(clauses)}{order}")

    def enter_by_routine(self, what, kind):
        array, first, end = what
        self.emit_if_openacc(f"acc_{kind} ({self.bytes_of(array, first, end)});")

    def bytes_of(self, array, first, end):
        start = Item(array, 0, array.length).at(first)
        return f"(void *) &{start}, {end - first} * sizeof ({array.ctype})"

    def emit_if_openacc(self, text):
        self.emit("#ifdef _OPENACC\n" + text + "\n#endif")

    def exit_data(self):
        arrays = [a for a in self.arrays_of() if a.mappings[DEVICE]]
        if not arrays:
            return
        array = self.random.choice(arrays)
        mapping = self.random.choice(array.mappings[DEVICE])
        first, end = mapping.first, mapping.end
        kind = self.choose("copyout", "copyout", "delete")
        finalize = self.chance(0.2)
        last = not mapping.structured and (finalize or mapping.dynamic == 1)
        if kind == "copyout" and last:
            if not array.is_valid(DEVICE, first, end):
                kind = "delete"
        order = self.after([array])
        array.leave(first, end, kind, finalize)
        section = self.section(array, first, end)
        if not order and self.chance(0.2):
            suffix = "_finalize" if finalize else ""
            self.emit_if_openacc(
                f"acc_{kind}{suffix} ({self.bytes_of(array, first, end)});"
            )
            return
        suffix = " finalize" if finalize else ""
        self.acc(f"exit data {kind}({section}){suffix}{order}")

    def update(self):
        arrays = self.arrays_of()
        array = self.random.choice(arrays)
        first, end = self.range_of(array)
        mapped = array.covering(DEVICE, first, end)
        if not mapped and array.overlapping(DEVICE, first, end):
            return
        way = self.choose("device", "self", "host")
        source, target = (HOST, DEVICE) if way == "device" else (DEVICE, HOST)
        if mapped and not array.is_valid(source, first, end):
            return
        if not mapped and self.chance(0.7):
            return
        order = self.after([array])
        present = "" if mapped else " if_present"
        if mapped:
            array.copy(source, target, first, end)
        text = self.section(array, first, end)
        self.acc(f"update {way}({text}){present}{order}")

    def data_region(self):
        if self.enclosing > 2:
            return
        picked = self.pick(self.choose(1, 1, 2))
        if not picked:
            return
        self.wait({a.queue for a, _, _ in picked if a.queue is not None})
        self.free({a.queue for a, _, _ in picked if a.queue is not None})
        clauses, entered = [], []
        for array, first, end in picked:
            kinds = ["copy", "copyin", "copyout", "create", "pcopy"]
            if array.covering(DEVICE, first, end):
                kinds += ["present", "no_create"]
            kind = self.choose(*kinds)
            clauses.append(f"{kind}({self.section(array, first, end)})")
            mapping = array.begin(first, end, kind, False)
            entered.append((array, first, end, kind, mapping))
        self.acc("data " + " ".join(clauses))
        self.begin()
        self.enclosing += 1
        for _ in range(self.random.randrange(1, 6)):
            self.operation(DEVICE)
        self.wait_everywhere()
        for array, first, end, kind, mapping in entered:
            alone = mapping.structured == 1 and not mapping.dynamic
            if alone and kind in COPIES_OUT:
                if not array.is_valid(DEVICE, first, end):
                    self.make_valid_there(array, first, end)
        self.enclosing -= 1
        self.end("data")
        for array, first, end, kind, mapping in reversed(entered):
            array.finish(mapping, first, end, kind)

    def make_valid_there(self, array, first, end):
        text, values = self.assignment(
            DEVICE, self.item(array, first, end), [], first, end, "i"
        )
        self.acc(f"parallel loop present({self.section(array, first, end)})")
        self.fill(first, end, text)
        array.store_all(DEVICE, first, values)

    # ------------------------------------------------------------- regions
    def clause_for(self, array, first, end):
        """A data clause of a region, and the name of the array there."""
        kinds = ["copy", "copy", "copyin", "copyout", "create", "pcopy"]
        name = array.name
        if array.covering(DEVICE, first, end):
            kinds += ["present", "present", "no_create"]
        kind = self.choose(*kinds)
        if array.kind == "member" and self.chance(0.6):
            name = array.path
        return kind, name

    def region(self):
        picked = self.pick(self.choose(1, 2, 2, 3))
        device = [a for a in self.arrays_of("device") if self.chance(0.5)]
        if not picked:
            return
        nothing = self.never()
        shared_memory = HOST if nothing else DEVICE
        used = [a for a, _, _ in picked]
        self.region_on(picked, [] if nothing else device, nothing, used, shared_memory)

    def region_on(self, picked, device, nothing, used, where):
        order = self.after(used + device, not nothing)
        clauses, items, entered = [], [], []
        for array, first, end in picked:
            kind, name = self.clause_for(array, first, end)
            clauses.append(f"{kind}({self.section(array, first, end, name)})")
            items.append(Item(array, first, end, name))
            if not nothing:
                mapping = array.begin(first, end, kind, False)
                entered.append((array, first, end, kind, mapping))
        for array in device:
            clauses.append(f"deviceptr({array.name})")
            items.append(Item(array, 0, array.length))
        if nothing:
            clauses.append("if(never)")
        # what it copies out has to be all written, or valid
        needed = [
            (item, kind, mapping)
            for item, (_, _, _, kind, mapping) in zip(items, entered)
            if kind in COPIES_OUT
            and mapping.structured == 1 and not mapping.dynamic
            and not item.array.is_valid(DEVICE, item.first, item.end)
        ]
        targets = [item for item, _, _ in needed] or [self.random.choice(items)]
        body = []
        for target in targets:
            others = [i for i in items if i not in targets]
            body.append(self.loop(where, target, others, bool(needed)))
        if len(body) == 1:
            self.one_loop(body[0], clauses, order)
        else:
            self.several(body, clauses, order)
        for array, first, end, kind, mapping in reversed(entered):
            array.finish(mapping, first, end, kind)

    def loop(self, where, target, others, whole):
        first, end = target.first, target.end
        if not whole and self.chance(0.5):
            first = self.random.randrange(target.first, target.end)
            end = self.random.randrange(first + 1, target.end + 1)
        text, values = self.assignment(where, target, others, first, end, "i")
        reduction = None
        if self.chance(0.4):
            reduction = self.reduction(where, others, first, end)
        target.array.store_all(where, first, values)
        return first, end, text, reduction

    def reduction(self, where, items, first, end):
        text, values = self.expression(where, items, first, end, "i")
        operator, total, statement, compute = self.random.choice(REDUCTIONS)
        name = self.name("r")
        start = total
        for value in values:
            total = compute(total, value) & 0xFFFFFFFFFFFFFFFF
        return name, operator, start, statement.format(r=name, x=f"({text})"), total

    def one_loop(self, loop, clauses, order):
        """A combined construct; a reduction is not asynchronous."""
        first, end, text, reduction = loop
        construct = self.random.choice(LOOPS)
        uses_scalar = any(name in text for name in self.scalars)
        if construct.startswith("kernels") and "async" in order and uses_scalar:
            # kernels would copy the scalars back, perhaps after their function.
            construct = "parallel loop"
        if reduction:
            name, operator, start, statement, total = reduction
            self.emit(f"ull {name} = {start};")
            clauses.append(f"reduction({operator}: {name}) copy({name})")
            text = f"{{ {text} {statement} }}"
        self.acc(f"{construct} {' '.join(clauses)}{order}")
        self.fill(first, end, text)
        if reduction:
            if "async" in order:
                queue = int(order.split("async(")[1].split(")")[0])
                self.wait({queue})
                self.free({queue})
            self.check(name, total)

    def several(self, body, clauses, order):
        """Loops one after the other: gangs do not wait for each other."""
        self.acc(f"parallel num_gangs(1) {' '.join(clauses)}{order}")
        self.begin()
        for first, end, text, _ in body:
            if self.chance(0.8):
                self.acc("loop " + self.choose("gang", "vector", "worker", "auto"))
            self.fill(first, end, text)
        self.end("parallel")

    def host_data(self):
        """host_data use_device, and a region that is given the address."""
        found = [
            (a, m) for a in self.arrays_of("plain", "heap") for m in a.mappings[DEVICE]
        ]
        if not found:
            return
        array, mapping = self.random.choice(found)
        self.after([array], False)
        pointer = self.name("p")
        whole = mapping.first
        self.emit(f"{array.ctype} *{pointer} = &{array.name}[{whole}];")
        self.emit(f"{array.ctype} *there_{pointer};")
        self.acc(f"host_data use_device({pointer})")
        self.emit(f"there_{pointer} = {pointer};")
        item = Item(array, mapping.first, mapping.end, f"there_{pointer}", whole)
        text, values = self.assignment(
            DEVICE, item, [], mapping.first, mapping.end, "i"
        )
        self.acc(f"parallel loop deviceptr(there_{pointer})")
        self.fill(mapping.first, mapping.end, text)
        array.store_all(DEVICE, mapping.first, values)

    def attach(self):
        """The structure's pointer gets the address of a mapping."""
        found = [
            a for a in self.arrays_of("member")
            if any(m.first == 0 for m in a.mappings[DEVICE])
        ]
        if not found:
            return
        array = self.random.choice(found)
        mapping = next(m for m in array.mappings[DEVICE] if m.first == 0)
        self.after([array], False)
        self.acc(f"enter data attach({array.path})")
        item = Item(array, 0, mapping.end, array.path)
        text, values = self.assignment(DEVICE, item, [], 0, mapping.end, "i")
        self.acc("parallel loop present(s)")
        self.fill(0, mapping.end, text)
        array.store_all(DEVICE, 0, values)
        self.acc(f"exit data detach({array.path})" + self.choose("", " finalize"))

    # ------------------------------------------------------------- the rest
    def present_check(self, _=None):
        array = self.random.choice(self.arrays_of())
        first, end = self.range_of(array)
        there = int(bool(array.covering(DEVICE, first, end)))
        self.check(
            f"shared ? {there} : is_there ({self.bytes_of(array, first, end)})", there
        )

    def memory(self):
        """acc_memcpy_to_device and acc_memcpy_from_device."""
        ours = [a for a in self.free_arrays("device")]
        if not ours:
            return
        array = self.random.choice(ours)
        others = [
            a for a in self.free_arrays("plain", "heap") if a.ctype == array.ctype
        ]
        if not others:
            return
        other = self.random.choice(others)
        count = self.random.randrange(1, min(array.length, other.length) + 1)
        size = f"{count} * sizeof ({array.ctype})"
        if other.is_valid(HOST, 0, count):
            self.emit(f"acc_memcpy_to_device ({array.name}, {other.name}, {size});")
            array.store_all(DEVICE, 0, other.values[:count])
        if array.is_valid(DEVICE, 0, count) and self.chance(0.5):
            self.emit(f"acc_memcpy_from_device ({other.name}, {array.name}, {size});")
            other.store_all(HOST, 0, array.values[:count])

    def operations(self, device):
        return [
            (5, self.enter_data),
            (5, self.exit_data),
            (4, self.update),
            (8, self.region),
            (3, self.data_region),
            (3, self.host_write),
            (3, self.host_check),
            (1, self.change_scalar),
            (2, self.present_check),
            (1, self.memory),
            (2, self.host_data),
            (2, self.attach),
            (1, self.wait_some),
        ]

    def operation(self, device):
        operations = self.operations(device)
        self.random.choices(operations, [w for w, _ in operations])[0][1]()

    def wait_all(self):
        self.wait_everywhere()

    def unmap_all(self):
        self.wait_everywhere()
        for array in self.arrays_of():
            for mapping in list(array.mappings[DEVICE]):
                first, end = mapping.first, mapping.end
                kind = "delete"
                if array.is_valid(DEVICE, first, end):
                    kind = self.choose("copyout", "delete")
                for _ in range(mapping.dynamic):
                    array.leave(first, end, kind, False)
                    self.acc(f"exit data {kind}({self.section(array, first, end)})")
        self.acc("exit data delete(s)")
        for array in self.arrays:
            if array.kind == "device":
                self.emit(f"acc_free ({array.name});")
            else:
                self.check_valid(array)
                there = f"is_there ({self.bytes_of(array, 0, 1)})"
                self.check(f"{there} == shared", 1)
        self.check_structure()

    def program(self):
        self.top = []
        self.declare_arrays()
        parts = self.random.randrange(2, 5)
        self.function("begin", self.allocate)
        for number in range(parts):
            self.function(f"part_{number}", self.part)
        self.function("leave", self.unmap_all)
        text = ['#include "acc.h"', ""]
        text += [self.declaration(a) for a in self.arrays]
        text += [self.structure()] + self.top + [""] + self.lines
        calls = "".join(f"  part_{n} ();\n" for n in range(parts))
        text.append(
            "int\nmain (void)\n{\n  find_accelerator ();\n  begin ();\n"
            + calls + "  leave ();\n  return failures != 0;\n}"
        )
        return "\n".join(text) + "\n"


if __name__ == "__main__":
    write_program(__doc__, AccGenerator)
