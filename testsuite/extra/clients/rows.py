# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""What a client written in Python prints for compare: a result and the time
of each piece of work.  Arrays are told apart bit for bit."""

import hashlib
import os
import statistics
import sys
import time

QUICK = os.environ.get("CLIENT_SIZE") == "quick"


def digest(value):
    if isinstance(value, str):
        return value
    return hashlib.sha256(value.tobytes()).hexdigest()[:16]


def measure(name, work, repeat=1):
    """Do WORK once to warm up, then REPEAT times; tell what it gave and what
    it took in the median: others on the machine make some take far longer."""
    result = work()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    seconds = statistics.median(times)
    parts = result if isinstance(result, tuple) else (result,)
    print("value", name, *(digest(part) for part in parts))
    print("time", name, f"{seconds:.6f}")
    sys.stdout.flush()
