# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""scikit-learn: its own OpenMP regions between calls of a threaded BLAS."""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.neighbors import NearestNeighbors

from rows import QUICK, measure

random = np.random.default_rng(5)
n = 600 if QUICK else 6000
x = random.standard_normal((n, 12))
y = (x[:, 0] * x[:, 1] + x[:, 2] > 0).astype(int)


# Sums of several threads are added up in the order in which they finish: the
# labels are the result, the centres differ in their last bits.
def cluster():
    model = KMeans(8, n_init=2, max_iter=40, random_state=1)
    return model.fit_predict(x)


def boost():
    model = HistGradientBoostingClassifier(max_iter=5 if QUICK else 30,
                                           random_state=1)
    return model.fit(x, y).predict(x)


def neighbours():
    found = NearestNeighbors(n_neighbors=5, algorithm="brute").fit(x)
    return found.kneighbors(x[: n // 2], return_distance=False)


measure("k-means", cluster)
measure("boosting", boost)
measure("neighbours", neighbours)
