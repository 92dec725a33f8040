# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Kill a process of a program whose devices are on nodes, at a random moment.

  cluster-kills.py PROGRAM SEED ROUNDS [VICTIM...]

In ROUNDS rounds a device, a node's server, a part of the command that starts
it, or the program is killed; others, in which it ended before, do not count.
Unless it was killed itself the program must end within 30 s, with a message of
the library and status 1, or with status 0 and the same output as an undisturbed
run.  Then all other processes end, too: they are known by a variable in their
environment.  Prints what went wrong.  Writes the files out and err.
"""
import os
import random
import signal
import subprocess
import sys
import time

SLOW = float(os.environ.get('TEST_SLOWNESS', '1'))
LIMIT = 30 * SLOW
LOOK = 0.01
MARK = 'CLUSTER_KILLS'
KINDS = {'x86emul-device': 'device', 'offgomp-node': 'server',
         'cat': 'launcher', 'sh': 'launcher'}


def read(pid, name):
    try:
        with open('/proc/%s/%s' % (pid, name), 'rb') as f:
            return f.read()
    except OSError:
        return b''


def living(mark):
    """Number and kind of each process with this MARK that is no zombie."""
    wanted = ('%s=%s' % (MARK, mark)).encode()
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        if wanted not in read(pid, 'environ').split(b'\0'):
            continue
        words = read(pid, 'cmdline').split(b'\0')
        name = os.path.basename(words[0].decode(errors='replace'))
        state = read(pid, 'stat').rpartition(b')')[2].split()[:1]
        if state and state[0] not in (b'Z', b'X'):
            found.append((int(pid), KINDS.get(name, name)))
    return found


def within_limit(holds):
    """Wait for HOLDS; what stops all processes for a while does not count."""
    for _ in range(int(LIMIT / LOOK)):
        if holds():
            return True
        time.sleep(LOOK)
    return holds()


def start(program, mark, lost):
    environment = dict(os.environ, OFFLOAD_LOST=lost, **{MARK: mark})
    with open('out', 'wb') as out, open('err', 'wb') as err:
        return subprocess.Popen([program], stdin=subprocess.DEVNULL,
                                stdout=out, stderr=err, env=environment)


def content(name):
    with open(name, 'rb') as f:
        return f.read()


def ended(process):
    return within_limit(lambda: process.poll() is not None)


def strike(process, mark, victim, choose):
    """Kill a VICTIM as soon as there is one; False: the program ends first."""
    if victim == 'program':
        process.kill()
        return True
    while process.poll() is None:
        pids = [p for p, kind in living(mark) if kind == victim]
        if pids:
            try:
                os.kill(choose(pids), signal.SIGKILL)
                return True
            except ProcessLookupError:
                pass
    return False


def play(program, mark, victim, random_, duration, expected):
    """What went wrong, or an empty text; and whether something was killed."""
    process = start(program, mark, random_.choice(['stop', 'host', 'again']))
    time.sleep(random_.random() * duration)
    hit = strike(process, mark, victim, random_.choice)
    wrong = ''
    if not ended(process):
        wrong = 'hangs: %s; ' % living(mark)
        process.kill()
    status, out, err = process.wait(), content('out'), content('err')
    if wrong or (victim == 'program' and status == -signal.SIGKILL):
        pass
    elif status == 0:
        wrong = '' if out == expected else 'prints %r; ' % out
    elif status != 1 or b'libgomp: ' not in err:
        wrong = 'status %d, %r; ' % (status, err[-500:])
    within_limit(lambda: not living(mark))
    left = living(mark)
    for pid, _ in left:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return wrong + ('left: %s' % left if left else ''), hit


def main():
    program, seed, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    victims = sys.argv[4:] or ['device', 'server', 'launcher', 'program']
    begin = time.monotonic()
    process = start(program, 'undisturbed-%d' % seed, 'stop')
    if not ended(process) or process.returncode != 0:
        sys.exit('undisturbed: status %s, %r' % (process.returncode,
                                                 content('err')))
    expected, duration = content('out'), time.monotonic() - begin
    bad = 0
    for victim in victims:
        hits = i = 0
        while hits < rounds and i < 20 * rounds:
            i += 1
            random_ = random.Random('%d %s %d' % (seed, victim, i))
            wrong, hit = play(program, '%s-%d-%d' % (victim, seed, i), victim,
                              random_, duration, expected)
            hits += hit
            if wrong:
                print('%s, round %d of seed %d: %s' % (victim, i, seed, wrong))
                bad += 1
        print('%s: %d rounds, killed in %d' % (victim, i, hits))
    sys.exit(bad != 0)


main()
