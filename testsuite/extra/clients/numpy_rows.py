# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Dense linear algebra: NumPy on OpenBLAS's OpenMP flavour."""

import numpy as np

from rows import QUICK, measure

random = np.random.default_rng(7)
n = 200 if QUICK else 700
a = random.standard_normal((n, n))
b = random.standard_normal((n, n))
tall = random.standard_normal((n // 2, n // 3))

measure("matmul", lambda: a @ b, 8)
measure("solve", lambda: np.linalg.solve(a, b[:, :8]), 8)
measure("svd", lambda: np.linalg.svd(tall), 2)
measure("eigh", lambda: np.linalg.eigh(tall.T @ tall), 2)

# Sizes on both sides of the threshold where OpenBLAS goes parallel, so that
# regions with and without a team, and serial gaps, alternate.
sizes = (16, 160, 40, 96, 300, 64, 24, 128)
small = [random.standard_normal((s, s)) for s in sizes]


def alternate():
    total = np.zeros(16)
    for _ in range(3 if QUICK else 60):
        for m in small:
            total += (m @ m)[:16, 0]
    return total


measure("small-sizes", alternate)


# Many short regions: matrix times vector, with a little Python in between.
def iterate():
    v = np.ones(n)
    for _ in range(20 if QUICK else 600):
        v = a @ v
        v /= np.abs(v).max()
    return v


measure("power-iteration", iterate)
