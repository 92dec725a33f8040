# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""multiprocessing's fork on top of a threaded BLAS: the parent multiplies,
then its children do.  Hangs on a runtime that is not fork-safe."""

import multiprocessing

import numpy as np

from rows import QUICK, digest, measure

n = 160 if QUICK else 300
base = np.random.default_rng(3).standard_normal((n, n))


def child(shift):
    return digest((base + shift) @ base)


def pool():
    """Whether the children multiply as their parent does."""
    with multiprocessing.get_context("fork").Pool(3) as workers:
        found = workers.map(child, range(6), 1)
    return "agree" if found == [child(i) for i in range(6)] else "differ"


if __name__ == "__main__":
    # One multiplication is shorter than a time slice of a busy neighbour.
    repeat = 1 if QUICK else 50
    measure("parent-before", lambda: base @ base, repeat)
    measure("pool", pool, 1 if QUICK else 3)
    measure("parent-after", lambda: base @ base, repeat)
