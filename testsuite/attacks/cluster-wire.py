# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""One side of the line between a program and a node, which sends nonsense.

  cluster-wire.py host NODE SEED ROUNDS   start the server NODE so often
  cluster-wire.py node SEED [START SIZE]  be a node: standard input and output;
                                          SEED 0: a sane one.  Its devices have
                                          SIZE more addresses from START on
  cluster-wire.py keys NODE               start two servers: which keys let
                                          others send data to them?

The first prints how a server ended that ended badly, and fails if no server
understood it.  Numbers are those of plugin/cluster/wire.h.
"""
import hashlib
import hmac
import os
import random
import re
import select
import socket
import struct
import subprocess
import sys

WIRE = open(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                         '../../plugin/cluster/wire.h')).read()
MAGIC = int(re.search(r'CLUSTER_MAGIC (0x[0-9a-f]+)ull', WIRE)[1], 16)
VERSION = int(re.search(r'CLUSTER_VERSION ([0-9]+)', WIRE)[1])
NAMES = re.findall(r'^  CLUSTER_([A-Z]+)(?: = 1)?,? ',
                   WIRE[WIRE.index('enum cluster_type'):
                        WIRE.index('  CLUSTER_TYPES')], re.M)
TYPES = len(NAMES) + 1
globals().update(zip(NAMES, range(1, TYPES)))
WINDOW = [int(word, 0) for word in sys.argv[3:5]] \
    if sys.argv[1] == 'node' and len(sys.argv) == 5 else [0, 0]
SLOW = float(os.environ.get('TEST_SLOWNESS', '1'))


def prove(secret, role, challenge, nonce):
    text = role + b'\0' + challenge + struct.pack('<I', VERSION) + nonce
    return hmac.new(secret, text, hashlib.sha256).digest()


def message(kind, payload=b'', device=0, number=0, size=None):
    size = len(payload) if size is None else size
    return struct.pack('<IIQQ', kind, device, number, size) + payload


def spoil(random_, data):
    """DATA with some bytes changed, cut or added."""
    data = bytearray(data)
    for _ in range(random_.choice([0, 1, 1, 2, 8])):
        if data:
            data[random_.randrange(len(data))] = random_.choice(
                [0, 1, 0x7F, 0x80, 0xFF, random_.randrange(256)])
    if random_.random() < 0.2:
        del data[random_.randrange(len(data) + 1):]
    if random_.random() < 0.1:
        data += random_.randbytes(random_.randrange(100))
    return bytes(data)


# ---------------------------------------------------------------- the host

def address(random_, start):
    return random_.choice([0, start, start + 64, (start - 64) % 2**64,
                           2**64 - 8, random_.getrandbits(64)])


def length(random_):
    return random_.choice([0, 1, 8, 4096, 2**20, 2**63, 2**64 - 1])


def request(random_, start):
    kind = random_.choice([OPEN, CLOSE, LOAD, IMAGE, UNLOAD, PUT, COPY, REGION,
                           GET, BEAT, START, READY, DONE, OUTPUT, 0,
                           random_.randrange(1, TYPES), TYPES, 77])
    backed = random_.choice([0, 4096, 2**20, 2**62])
    ranges = random_.choice([0, 1, 2, 5])
    pairs = b''.join(struct.pack('<QQ', address(random_, start),
                                 random_.choice([0, 8, 64, length(random_)]))
                     for _ in range(ranges))
    payload = b''
    if kind == OPEN:
        payload = struct.pack('<ii', 0, 1)
    elif kind in (LOAD, IMAGE):
        payload = random_.randbytes(32) + struct.pack(
            '<QQQ8I', 1, 2, 10, 1, 1, random_.choice([0, 1, 2**31]),
            random_.choice([0, 1, 2**32 - 1]), 0, 0, random_.choice([0, 1]), 0)
        payload += b'name\0compiler\0f\0s\0v\0' + random_.randbytes(10)
    elif kind == UNLOAD:
        payload = struct.pack('<Q', 1)
    elif kind == PUT:
        payload = struct.pack('<QII', backed, ranges, 0) + pairs
        payload += random_.randbytes(64)
    elif kind == COPY:
        payload = struct.pack('<QQQQ', backed, address(random_, start),
                              address(random_, start), length(random_))
    elif kind in (REGION, GET):
        named = random_.choice([0, 0, 1, 3])
        payload = struct.pack('<QQQiiIIII', backed,
                              0 if kind == GET else address(random_, start),
                              address(random_, start), 0, 0, ranges, 0,
                              named and named + 1, 0) + pairs
        payload += b''.join(struct.pack('<Q', random_.randrange(32))
                            for _ in range(named))
    return kind, payload


def read_exactly(stream, size):
    data = b''
    while len(data) < size:
        part = stream.recv(size - len(data))
        if not part:
            raise ConnectionError
        data += part
    return data


def greet(stream, random_):
    secret, nonce = random_.randbytes(32), random_.randbytes(32)
    challenge = struct.pack('<QII', MAGIC, VERSION, 0) + nonce
    stream.sendall(struct.pack('<Q', MAGIC) + secret + challenge)
    proof = read_exactly(stream, 80)
    stream.sendall(prove(secret, b'host', challenge, proof[16:48]))
    stream.sendall(message(START, struct.pack(
        '<IIIIII', 2, 0, 30, 0, random_.randrange(2), 0)))
    return secret


def open_device(stream):
    """The start of the memory of device 0."""
    stream.sendall(message(OPEN, struct.pack('<ii', 0, 2), number=1))
    while True:
        kind, _, _, size = struct.unpack('<IIQQ', read_exactly(stream, 24))
        payload = read_exactly(stream, size)
        if kind == OPENED:
            return struct.unpack('<Q', payload[:8])[0]


def talk(stream, random_, opened):
    greet(stream, random_)
    start = 0
    if random_.random() < 0.7:
        start = open_device(stream)
        opened.append(start)
    for number in range(random_.randrange(1, 30)):
        kind, payload = request(random_, start)
        if random_.random() < 0.5:
            payload = spoil(random_, payload)
        size = random_.choice([None] * 6 + [0, len(payload) + 1, 2**63])
        stream.sendall(message(kind, payload, random_.choice([0, 0, 1, 9]),
                               number + 2, size))
        while select.select([stream], [], [], 0)[0]:
            if not stream.recv(65536):
                return


def play_host(node, seed, rounds):
    bad = 0
    opened = []
    for i in range(rounds):
        random_ = random.Random(seed * 1000003 + i)
        ours, theirs = socket.socketpair()
        ours.settimeout(60 * SLOW)
        child = subprocess.Popen([node, '--stdio'], stdin=theirs,
                                 stdout=theirs, stderr=subprocess.DEVNULL)
        theirs.close()
        try:
            if random_.random() < 0.1:
                ours.sendall(random_.randbytes(random_.randrange(1, 400)))
            else:
                talk(ours, random_, opened)
        except (ConnectionError, BrokenPipeError):
            pass
        except socket.timeout:
            print('round', i, 'of seed', seed, 'hangs')
            bad += 1
        ours.close()
        try:
            status = child.wait(60 * SLOW)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        if status < 0:
            print('round', i, 'of seed', seed, 'ends by signal', -status)
            bad += 1
    if not opened:
        print('no server has opened a device')
    return bad != 0 or not opened


# ---------------------------------------------------------------- the keys

def mask(secret, nonce, key):
    pad = hmac.new(secret, b'key\0' + nonce, hashlib.sha256).digest()
    return bytes(a ^ b for a, b in zip(key, pad))


def reply(stream, wanted):
    """The next message of the kind WANTED."""
    while True:
        kind, device, _, size = struct.unpack('<IIQQ', read_exactly(stream, 24))
        payload = read_exactly(stream, size)
        if kind == wanted:
            return device, payload


class Server:
    """A server whose device 0 is open, and who has been told KEY."""

    def __init__(self, node, random_):
        self.stream, theirs = socket.socketpair()
        self.stream.settimeout(60 * SLOW)
        self.child = subprocess.Popen([node, '--stdio'], stdin=theirs,
                                      stdout=theirs)
        theirs.close()
        self.secret = greet(self.stream, random_)
        self.start = open_device(self.stream)
        self.key, nonce = random_.randbytes(32), random_.randbytes(32)
        self.stream.sendall(message(
            MEET, nonce + mask(self.secret, nonce, self.key)
            + struct.pack('<II', 1, 0), number=2))
        _, met = reply(self.stream, MET)
        self.address = met[8:].decode(), struct.unpack('<I', met[:4])[0]

    def takes(self, key, random_):
        """Does it store what somebody sends that has KEY?"""
        with socket.create_connection(self.address) as stream:
            stream.settimeout(60 * SLOW)
            challenge = struct.pack('<QII', MAGIC, VERSION, 0) \
                + random_.randbytes(32)
            stream.sendall(challenge)
            proof = read_exactly(stream, 80)
            knows = proof[48:] == prove(key, b'node', challenge, proof[16:48])
            try:
                stream.sendall(prove(key, b'host', challenge, proof[16:48]))
                stream.sendall(message(PASS, struct.pack(
                    '<QQQII', self.start, 4096, 4, 0, 0) + b'data'))
                device, _ = reply(stream, PASSED)
            except ConnectionError:
                return knows
            return knows or device == 0

    def end(self):
        self.stream.sendall(message(QUIT))
        self.stream.close()
        return self.child.wait(60 * SLOW)


def try_keys(node):
    random_ = random.SystemRandom()
    a, b = Server(node, random_), Server(node, random_)
    bad = 0
    for server, other in (a, b), (b, a):
        for name, key, opens in (
                ('its own key', server.key, True),
                ("the other server's key", other.key, False),
                ("the other server's secret", other.secret, False),
                ('its secret', server.secret, False),
                ('no key', bytes(32), False)):
            if server.takes(key, random_) != opens:
                print(name, 'opens' if not opens else 'does not open',
                      'a server')
                bad += 1
    return bad + a.end() + b.end()


# ---------------------------------------------------------------- the node

def take(size):
    data = b''
    while len(data) < size:
        part = os.read(0, size - len(data))
        if not part:
            sys.exit(0)
        data += part
    return data


def put(data):
    while data:
        data = data[os.write(1, data):]


def answer(kind, payload):
    """What a node would say."""
    if kind == START:
        return READY, struct.pack('<QIIII', 2**33, 2, 4096, 1, 0) + b'fake'
    if kind == OPEN:
        return OPENED, struct.pack('<QQQQ', 2**40, 2**30, *WINDOW)
    if kind == LOAD:
        functions, variables = struct.unpack('<II', payload[64:72])
        # The last one is the number of the device, an int.
        sizes = [400] * (functions + variables) + [4]
        table = b''.join(struct.pack('<QQ', 2**41 + 4096 * i, size)
                         for i, size in enumerate(sizes))
        return LOADED, struct.pack('<II', len(sizes), 0) + table
    if kind in (REGION, GET):
        count = struct.unpack('<I', payload[32:36])[0]
        sizes = struct.unpack_from('<%dQ' % (2 * count), payload, 48)[1::2]
        return DONE, b'\0' * sum(sizes)
    return {CLOSE: CLOSED, UNLOAD: UNLOADED}[kind], b''


def play_node(seed):
    random_ = random.Random(seed)
    gift = take(40)
    challenge = take(48)
    nonce = random_.randbytes(32)
    proof = struct.pack('<QII', MAGIC, VERSION, 0) + nonce
    proof += prove(gift[8:], b'node', challenge, nonce)
    spoiled = seed != 0 and random_.random() < 0.1
    put(spoil(random_, proof) if spoiled else proof)
    take(32)
    good = random_.randrange(8) if seed != 0 else sys.maxsize
    while True:
        kind, device, number, size = struct.unpack('<IIQQ', take(24))
        payload = take(size)
        if kind in (PUT, COPY, BEAT):
            continue
        if kind == QUIT:
            return
        reply, data = answer(kind, payload)
        good -= 1
        if good < 0:
            reply = random_.choice([reply, reply,
                                    random_.randrange(TYPES + 1)])
            data = spoil(random_, data)
            size = random_.choice([None, None, 0, len(data) + 1, 2**62])
            put(message(reply, data, random_.choice([device, 1, 2, 99]),
                        random_.choice([number, number, number + 1, 0]), size))
        else:
            put(message(reply, data, device, number))


if sys.argv[1] == 'host':
    sys.exit(play_host(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
if sys.argv[1] == 'keys':
    sys.exit(try_keys(sys.argv[2]))
play_node(int(sys.argv[2]))
