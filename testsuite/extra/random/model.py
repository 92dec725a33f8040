# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""What a program with target regions may do, and what comes of it.

The model of target.py and fortran.py.  Of each element of an array it keeps the
value that was stored last, and which of its copies, the host's and each
device's, hold that value.  A generated program reads a copy only where it does:
then the result is the same on devices, on the host alone, and where the
directives are comments."""

HOST = -1
DEVICES = 2


class Mapping:
    """The elements FIRST to before END of an array, on one device."""

    def __init__(self, first, end, count):
        self.first = first
        self.end = end
        self.count = count  # references; None: for ever
        self.pins = 0  # references of constructs that enclose what follows

    def covers(self, first, end):
        return self.first <= first and end <= self.end


class Array:
    """KIND tells how the program declares it and what may be done to it."""

    def __init__(self, name, kind, ctype, mask, values, device=HOST):
        self.name = name
        self.kind = kind
        self.ctype = ctype
        self.mask = mask  # of the values that an element can have
        self.values = list(values)
        self.initial = list(values)
        self.device = device  # where alone it is, for memory of a device
        self.length = length = len(self.values)
        self.valid = {HOST: [device == HOST] * length}
        self.mappings = {}
        for number in range(DEVICES):
            everywhere = kind == "declared"
            self.valid[number] = [everywhere] * length
            self.mappings[number] = []
            if everywhere or number == device:
                self.mappings[number].append(Mapping(0, length, None))
        if device != HOST:
            self.valid[device] = [False] * length

    def store(self, where, index, value):
        self.values[index] = value & self.mask
        for valid in self.valid.values():
            valid[index] = False
        self.valid[where][index] = True

    def store_all(self, where, first, values):
        for offset, value in enumerate(values):
            self.store(where, first + offset, value)

    def copy(self, source, target, first, end):
        self.valid[target][first:end] = self.valid[source][first:end]
        if target == HOST:
            # what the host gets that is not the value is a later one
            for index in range(first, end):
                if not self.valid[HOST][index]:
                    for valid in self.valid.values():
                        valid[index] = False

    def is_valid(self, where, first, end):
        return all(self.valid[where][first:end])

    def overlapping(self, device, first, end):
        return [
            m
            for m in self.mappings[device]
            if m.first < end and first < m.end
        ]

    def covering(self, device, first, end):
        """The mapping that has all these elements, or None."""
        for mapping in self.mappings[device]:
            if mapping.covers(first, end):
                return mapping
        return None

    def may_map(self, device, first, end):
        """OpenMP 5.2, 5.8.3: not a part of what is mapped and more."""
        return not self.overlapping(device, first, end) or self.covering(
            device, first, end
        )

    def enter(self, device, first, end, kind):
        """What a map clause does when a construct begins."""
        mapping = self.covering(device, first, end)
        fresh = mapping is None
        if fresh:
            mapping = Mapping(first, end, 0)
            self.mappings[device].append(mapping)
            self.valid[device][first:end] = [False] * (end - first)
        if mapping.count is not None:
            mapping.count += 1
        if is_to(kind) and (fresh or is_always(kind)):
            self.copy(HOST, device, first, end)
        return mapping

    def exit(self, device, first, end, kind):
        """What a map clause does when a construct ends."""
        mapping = self.covering(device, first, end)
        if mapping.count is not None:
            mapping.count = 0 if kind == "delete" else mapping.count - 1
        if is_from(kind) and (mapping.count == 0 or is_always(kind)):
            self.copy(device, HOST, first, end)
        if mapping.count == 0:
            self.remove(device, mapping)

    def remove(self, device, mapping):
        self.mappings[device].remove(mapping)
        for index in range(mapping.first, mapping.end):
            self.valid[device][index] = False


def is_to(kind):
    return kind.split()[-1] in ("to", "tofrom")


def is_from(kind):
    return kind.split()[-1] in ("from", "tofrom")


def is_always(kind):
    return kind.startswith("always")
