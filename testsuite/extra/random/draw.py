# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""What the generators draw, by their seed."""

import random


class Draw:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, probability):
        return self.random.random() < probability

    def choose(self, *choices):
        return self.random.choice(choices)
