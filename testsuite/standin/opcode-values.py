# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Values for opcodes.c: what instructions must give, by their definitions in the
PTX ISA, computed with exact integers and fractions, not by any floating-point unit.

Prints OP (mnemonic, result type, operand types), then V (a, b, c, result) for each
of its values, all as bits; a predicate is 0 or 1."""

import math
import random
from fractions import Fraction

random.seed(5)
INTEGERS = ["u16", "u32", "u64", "s16", "s32", "s64"]
ROUNDINGS = ["rn", "rz", "rm", "rp"]
MASK32 = (1 << 32) - 1
ONE = 0x3F800000  # as a number of 32 bits


LANES = 32


def emit(mnemonic, result, operands, rows):
    for first in range(0, len(rows), LANES):
        print(f'OP ("{mnemonic}", "{result}", "{" ".join(operands)}")')
        for values, wanted in rows[first : first + LANES]:
            padded = list(values) + [0] * (3 - len(values))
            print(f"V ({', '.join(f'{v:#x}' for v in padded)}, {wanted:#x})")


# ------------------------------------------------------------------ integers
def width(t):
    return int(t[1:])


def is_signed(t):
    return t[0] == "s"


def number(t, bits):
    bits &= (1 << width(t)) - 1
    if is_signed(t) and bits >> (width(t) - 1):
        return bits - (1 << width(t))
    return bits


def bits_of(t, value):
    return value & ((1 << width(t)) - 1)


def edges(t, more=5):
    w = width(t)
    some = [0, 1, (1 << w) - 1, 1 << (w - 1), (1 << (w - 1)) - 1]
    return some + [random.getrandbits(w) for _ in range(more)]


def pairs(t, some=7):
    """Each edge with each, and some random ones."""
    a, b = edges(t), edges(t)
    return [(x, y) for x in a[:5] for y in b[:5]] + [
        (random.choice(a[5:]), random.choice(b[5:])) for _ in range(some)
    ]


def triples(t, some=7):
    a = edges(t)
    return [(x, y, z) for x in a[:5] for y in a[:5] for z in a[:5]] + [
        tuple(random.choice(a) for _ in range(3)) for _ in range(some)
    ]


def quotient(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


COMPARISONS = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def arithmetic(t):
    w = width(t)
    two = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul.lo": lambda a, b: a * b,
        "mul.hi": lambda a, b: (a * b) >> w,
        "min": min,
        "max": max,
    }
    for name, f in two.items():
        emit(f"{name}.{t}", t, [t, t],
             [(p, bits_of(t, f(*(number(t, x) for x in p)))) for p in pairs(t)])
    # By zero the result is unspecified.
    divisions = [p for p in pairs(t, 16) if number(t, p[1])]
    emit(f"div.{t}", t, [t, t],
         [((a, b), bits_of(t, quotient(number(t, a), number(t, b))))
          for a, b in divisions])
    emit(f"rem.{t}", t, [t, t],
         [((a, b), bits_of(t, number(t, a) - number(t, b)
                           * quotient(number(t, a), number(t, b))))
          for a, b in divisions])
    for name, shift in (("mad.lo", 0), ("mad.hi", w)):
        rows = []
        for a, b, c in triples(t):
            product = number(t, a) * number(t, b) >> shift
            rows.append(((a, b, c), bits_of(t, product + number(t, c))))
        emit(f"{name}.{t}", t, [t, t, t], rows)


def saturating():
    t, low, high = "s32", -(1 << 31), (1 << 31) - 1

    def row(values, f):
        wanted = f(*(number(t, v) for v in values))
        return values, bits_of(t, max(low, min(high, wanted)))

    for name, f in (("add", lambda a, b: a + b), ("sub", lambda a, b: a - b)):
        emit(f"{name}.sat.{t}", t, [t, t], [row(p, f) for p in pairs(t)])
    emit(f"mad.hi.sat.{t}", t, [t] * 3,
         [row(p, lambda a, b, c: (a * b >> 32) + c) for p in triples(t)])


def wide(t):
    w = t[0] + str(2 * width(t))
    emit(f"mul.wide.{t}", w, [t, t],
         [((a, b), bits_of(w, number(t, a) * number(t, b))) for a, b in pairs(t)])
    emit(f"mad.wide.{t}", w, [t, t, w],
         [((a, b, c), bits_of(w, number(t, a) * number(t, b) + number(w, c)))
          for (a, b), c in zip(pairs(t), edges(w))])


def shift_amounts(w):
    return [0, 1, w - 1, w, w + 1, 2 * w, MASK32, 5]


JOINS = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def joined(name, t, rows):
    """With a predicate that the result is joined with."""
    for join, f in JOINS.items():
        emit(f"{name}.{join}.{t}", "pred", [t, t, "pred"],
             [(p + (c,), f(yes, c)) for p, yes in rows[5:12] for c in (0, 1)])


def compare(t):
    equal = random.getrandbits(width(t))
    operands = pairs(t, 6) + [(equal, equal)]
    for name, f in COMPARISONS.items():
        rows = [((a, b), int(f(number(t, a), number(t, b)))) for a, b in operands]
        emit(f"setp.{name}.{t}", "pred", [t, t], rows)
        joined(f"setp.{name}", t, rows)
        numbers(name, t, rows)
        if name in ("eq", "ne"):
            emit(f"setp.{name}.b{width(t)}", "pred", [t, t], rows)
    for name, same in UNSIGNED.items():
        if not is_signed(t):
            rows = [((a, b), int(COMPARISONS[same](a, b))) for a, b in operands]
            emit(f"setp.{name}.{t}", "pred", [t, t], rows)
            numbers(name, t, rows)


def numbers(name, t, rows):
    """Comparisons that give a number, in both orders of the types."""
    results = [("u32", MASK32), ("s32", MASK32), ("f32", ONE)]
    for result, yes in results[: 2 if t == "f16" else 3]:
        some = [(values, holds * yes) for values, holds in rows[:32]]
        emit(f"set.{name}.{result}.{t}", result, [t, t], some)
        emit(f"set.{result}.{name}.{t}", result, [t, t], some)


def integers():
    for t in INTEGERS:
        w = width(t)
        arithmetic(t)
        if w < 64:
            wide(t)
        if is_signed(t):
            emit(f"neg.{t}", t, [t],
                 [((a,), bits_of(t, -number(t, a))) for a in edges(t)])
            emit(f"abs.{t}", t, [t],
                 [((a,), bits_of(t, abs(number(t, a)))) for a in edges(t)])
        emit(f"shr.{t}", t, [t, "u32"],
             [((a, s), bits_of(t, number(t, a) >> min(s, w)))
              for a in edges(t)[3:6] for s in shift_amounts(w)])
        compare(t)


# ---------------------------------------------------------------------- bits
def bitwise(t):
    w = width(t)
    ones = (1 << w) - 1
    for name, f in (("xor", lambda a, b: a ^ b), ("and", lambda a, b: a & b),
                    ("or", lambda a, b: a | b)):
        emit(f"{name}.{t}", t, [t, t], [((a, b), f(a, b)) for a, b in pairs(t, 6)])
    emit(f"not.{t}", t, [t], [((a,), a ^ ones) for a in edges(t, 2)])
    emit(f"cnot.{t}", t, [t], [((a,), int(a == 0)) for a in edges(t, 1)])
    emit(f"shl.{t}", t, [t, "u32"],
         [((a, s), (a << min(s, w)) & ones)
          for a in edges(t)[4:7] for s in shift_amounts(w)])
    emit(f"shr.{t}", t, [t, "u32"],
         [((a, s), a >> min(s, w)) for a in edges(t)[3:5] for s in shift_amounts(w)])
    emit(f"selp.{t}", t, [t, t, "pred"],
         [((a, b, c), a if c else b) for a, b in pairs(t, 5) for c in (0, 1)])
    if w == 16:
        return
    emit(f"clz.{t}", "u32", [t], [((a,), w - a.bit_length()) for a in edges(t)])
    emit(f"popc.{t}", "u32", [t], [((a,), bin(a).count("1")) for a in edges(t)])
    emit(f"brev.{t}", t, [t],
         [((a,), int(f"{a:0{w}b}"[::-1], 2)) for a in edges(t)])


def moves():
    for t in ("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32",
              "f64"):
        values = [random.getrandbits(width(t)) for _ in range(4)] + [(1 << width(t)) - 1]
        emit(f"mov.{t}", t, [t], [((a,), a) for a in values])
        if t[0] != "b":
            emit(f"selp.{t}", t, [t, t, "pred"],
                 [((a, b, c), a if c else b)
                  for a, b in zip(values, values[1:]) for c in (0, 1)])


def predicates():
    both = [(a, b) for a in (0, 1) for b in (0, 1)]
    for name, f in (("and", lambda a, b: a & b), ("or", lambda a, b: a | b),
                    ("xor", lambda a, b: a ^ b)):
        emit(f"{name}.pred", "pred", ["pred", "pred"], [(p, f(*p)) for p in both])
    emit("not.pred", "pred", ["pred"], [((a,), 1 - a) for a in (0, 1)])
    emit("mov.pred", "pred", ["pred"], [((a,), a) for a in (0, 1)])


def highest_bit(t, a):
    a = number(t, a)
    a = ~a if a < 0 else a
    return a.bit_length() - 1 if a else MASK32


def field(t, a, position, length):
    w = width(t)
    bits = [a >> p & 1 if p < w else a >> (w - 1) & 1 if is_signed(t) else 0
            for p in range(position, position + length)]
    value = sum(bit << k for k, bit in enumerate(bits))
    sign = a >> min(position + length - 1, w - 1) & 1
    if is_signed(t) and length and sign:
        value |= -1 << length
    return bits_of(t, value)


def permute(a, b, c):
    source = [(b << 32 | a) >> 8 * k & 255 for k in range(8)]
    result = 0
    for i in range(4):
        selector = c >> 4 * i & 15
        byte = source[selector & 7]
        if selector & 8:
            byte = 255 if byte & 128 else 0
        result |= byte << 8 * i
    return result


def fields():
    for t in ("u32", "u64", "s32", "s64"):
        w = width(t)
        emit(f"bfind.{t}", "u32", [t], [((a,), highest_bit(t, a)) for a in edges(t)])
        places = [(0, 8), (4, 12), (w - 4, 8), (w, 3), (3, 0), (0, w), (w - 1, 1)]
        emit(f"bfe.{t}", t, [t, "u32", "u32"],
             [((a, p, n), field(t, a, p, n)) for a in edges(t)[5:8]
              for p, n in places])
    shifts = {
        "l.wrap": lambda both, c: both << (c & 31) >> 32,
        "r.wrap": lambda both, c: both >> (c & 31),
        "l.clamp": lambda both, c: both << min(c, 32) >> 32,
        "r.clamp": lambda both, c: both >> min(c, 32),
    }
    some = pairs("b32")[-2:]
    for name, f in shifts.items():
        emit(f"shf.{name}.b32", "b32", ["b32", "b32", "u32"],
             [((a, b, c), f(b << 32 | a, c) & MASK32)
              for a, b in some for c in (0, 1, 31, 32, 33, 64)])
    emit("prmt.b32", "b32", ["b32"] * 3,
         [((a, b, c), permute(a, b, c)) for a, b in some
          for c in (0x3210, 0x7654, 0x0123, 0xFEDC, 0x5140)])
    for name, sign in (("vadd", 1), ("vsub", -1)):
        emit(f"{name}.u32.u32.u32.add", "u32", ["u32"] * 3,
             [((a, b, c), (a + sign * b + c) & MASK32)
              for (a, b), c in zip(pairs("u32"), edges("u32"))])


# -------------------------------------------------------------------- floats
class Format:
    """A binary format; numbers are bit patterns, their values fractions."""

    def __init__(self, name, size, precision, least, limit, nan):
        self.name, self.size, self.precision = name, size, precision
        self.least, self.limit, self.nan = least, limit, nan
        self.sign = 1 << (size - 1)
        self.infinity = ((1 << (size - precision)) - 1) << (precision - 1)

    def is_nan(self, a):
        return a & ~self.sign > self.infinity

    def is_infinite(self, a):
        return a & ~self.sign == self.infinity

    def is_zero(self, a):
        return a & ~self.sign == 0

    def is_negative(self, a):
        return a >> (self.size - 1)

    def value(self, a):
        magnitude = a & ~self.sign
        exponent = magnitude >> (self.precision - 1)
        digits = magnitude & ((1 << (self.precision - 1)) - 1)
        if exponent:
            digits |= 1 << (self.precision - 1)
        power = Fraction(2) ** (self.least + max(exponent, 1) - 1)
        return digits * power * (-1 if a & self.sign else 1)

    def encode(self, value, mode="rn", zero_is_negative=False):
        """VALUE, a fraction, rounded."""
        if value == 0:
            return self.sign if zero_is_negative else 0
        negative, magnitude, exponent = value < 0, abs(value), self.least
        while magnitude >= Fraction(2) ** (exponent + self.precision):
            bits = (magnitude.numerator.bit_length()
                    - magnitude.denominator.bit_length())
            exponent += max(1, bits - exponent - self.precision - 1)
        digits = round_to_integer(magnitude / Fraction(2) ** exponent, mode,
                                  negative)
        if digits >= 1 << self.precision:
            digits //= 2
            exponent += 1
        if digits and exponent + digits.bit_length() > self.limit:
            away = (mode == "rn" or (mode == "rm" and negative)
                    or (mode == "rp" and not negative))
            result = self.infinity if away else self.infinity - 1
        elif digits < 1 << (self.precision - 1):
            result = digits
        else:
            result = ((exponent - self.least + 1) << (self.precision - 1)) + (
                digits - (1 << (self.precision - 1)))
        return result | (self.sign if negative else 0)

    def edges(self):
        one = self.encode(Fraction(1))
        least = 1 << (self.precision - 1)
        some = [0, self.sign, one, one | self.sign, self.infinity,
                self.infinity | self.sign, self.nan, 1, self.infinity - 1, one + 1,
                least, least - 1, self.sign | (least - 1),
                (self.infinity - 1) | self.sign]
        for value in (Fraction(1, 3), Fraction(-7, 2), Fraction(5, 2),
                      Fraction(10**9) + Fraction(1, 2)):
            some.append(self.encode(value))
        for _ in range(4):
            digits = random.getrandbits(self.precision) * random.choice((1, -1))
            some.append(self.encode(digits
                                    * Fraction(2) ** random.randint(-40, 10)))
        return some

    def pairs(self, some=28):
        """Each of the first with each, and some of all."""
        e = self.edges()
        return [(a, b) for a in e[:14] for b in e[:14]] + [
            (random.choice(e), random.choice(e)) for _ in range(some)]

    def triples(self, some=128):
        e = self.edges()
        return [tuple(random.choice(e) for _ in range(3)) for _ in range(some)] + [
            (a, b, c) for a in e[3:9] for b in e[3:9] for c in e[3:9]]


HALF = Format("f16", 16, 11, -24, 16, 0x7FFF)
FLOATS = [
    Format("f32", 32, 24, -149, 128, 0x7FFFFFFF),
    Format("f64", 64, 53, -1074, 1024, 0x7FF8000000000000),
]


def round_to_integer(value, mode, negative):
    """VALUE is a magnitude."""
    floor = value.numerator // value.denominator
    rest = value - floor
    if rest == 0 or mode == "rz":
        return floor
    if mode == "rn":
        half = Fraction(1, 2)
        return floor + (rest > half or (rest == half and floor & 1))
    return floor + (negative if mode == "rm" else not negative)


def product(f, a, b, mode):
    negative = f.is_negative(a) ^ f.is_negative(b)
    if f.is_infinite(a) or f.is_infinite(b):
        if f.is_zero(a) or f.is_zero(b):
            return f.nan
        return f.infinity | (f.sign if negative else 0)
    return f.encode(f.value(a) * f.value(b), mode, negative)


def ratio(f, a, b, mode):
    negative = f.is_negative(a) ^ f.is_negative(b)
    sign = f.sign if negative else 0
    if (f.is_infinite(a) and f.is_infinite(b)) or (f.is_zero(a) and f.is_zero(b)):
        return f.nan
    if f.is_infinite(a) or f.is_zero(b):
        return f.infinity | sign
    if f.is_infinite(b):
        return sign
    return f.encode(f.value(a) / f.value(b), mode, negative)


def fused(f, a, b, c, mode):
    negative = f.is_negative(a) ^ f.is_negative(b)
    if f.is_infinite(a) or f.is_infinite(b):
        opposite = f.is_infinite(c) and f.is_negative(c) != negative
        if f.is_zero(a) or f.is_zero(b) or opposite:
            return f.nan
        return f.infinity | (f.sign if negative else 0)
    if f.is_infinite(c):
        return c
    exact = f.value(a) * f.value(b)
    both = bool(negative and f.is_negative(c))
    mixed = bool(negative) != bool(f.is_negative(c)) or exact != 0
    return f.encode(exact + f.value(c), mode, both or (mode == "rm" and mixed))


def root(f, a, mode):
    if f.is_zero(a) or (f.is_infinite(a) and not f.is_negative(a)):
        return a
    if f.is_negative(a):
        return f.nan
    scaled = f.value(a) * 4**700
    floor = Fraction(math.isqrt(scaled.numerator // scaled.denominator), 2**700)
    inexact = floor * floor != f.value(a)
    return f.encode(floor + (Fraction(1, 2**701) if inexact else 0), mode)


def quiet(f, function, *operands):
    """A NaN among the operands gives the canonical one."""
    if any(f.is_nan(a) for a in operands):
        return f.nan
    return function(*operands)


def float_arithmetic(f, mode):
    t = f.name
    one = f.encode(Fraction(1))
    plain = [f".{mode}"] + ([""] if mode == "rn" else [])
    for dot in plain:
        two = {
            "add": lambda a, b: fused(f, a, one, b, mode),
            "sub": lambda a, b: fused(f, a, one, b ^ f.sign, mode),
            "mul": lambda a, b: product(f, a, b, mode),
        }
        if dot:
            two["div"] = lambda a, b: ratio(f, a, b, mode)
        for name, g in two.items():
            emit(f"{name}{dot}.{t}", t, [t, t],
                 [(p, quiet(f, g, *p)) for p in f.pairs()])
    for name in ("fma", "mad") if mode == "rn" else ("fma",):
        emit(f"{name}.{mode}.{t}", t, [t] * 3,
             [(p, quiet(f, lambda a, b, c: fused(f, a, b, c, mode), *p))
              for p in f.triples()])
    emit(f"rcp.{mode}.{t}", t, [t],
         [((a,), quiet(f, lambda x: ratio(f, one, x, mode), a))
          for a in f.edges()])
    emit(f"sqrt.{mode}.{t}", t, [t],
         [((a,), quiet(f, lambda x: root(f, x, mode), a)) for a in f.edges()])


def half_arithmetic():
    f, t = HALF, "f16"
    one = f.encode(Fraction(1))
    two = {
        "add": lambda a, b: fused(f, a, one, b, "rn"),
        "sub": lambda a, b: fused(f, a, one, b ^ f.sign, "rn"),
        "mul": lambda a, b: product(f, a, b, "rn"),
    }
    for dot in ("", ".rn"):
        for name, g in two.items():
            emit(f"{name}{dot}.{t}", t, [t, t],
                 [(p, quiet(f, g, *p)) for p in f.pairs()])
    emit(f"fma.rn.{t}", t, [t] * 3,
         [(p, quiet(f, lambda a, b, c: fused(f, a, b, c, "rn"), *p))
          for p in f.triples()])


def approximations():
    """What the PTX ISA prescribes of them: special values, and numbers whose result
    is one of the format."""
    f = FLOATS[0]

    def rows(pairs, *special):
        return [((f.encode(Fraction(a)),), f.encode(Fraction(b)))
                for a, b in pairs] + list(special)

    minus = f.infinity | f.sign
    minus_zero = f.sign
    nan = ((f.nan,), f.nan)
    table = {
        "rcp.approx": rows([(2, "1/2"), ("-1/4", -4)], ((0,), f.infinity),
                           ((minus_zero,), minus), ((f.infinity,), 0),
                           ((minus,), minus_zero), nan),
        "sqrt.approx": rows([(4, 2), ("1/16", "1/4"), (0, 0)],
                            ((minus_zero,), minus_zero),
                            ((f.infinity,), f.infinity), ((minus,), f.nan), nan),
        "rsqrt.approx": rows([(4, "1/2"), ("1/16", 4)], ((0,), f.infinity),
                             ((f.infinity,), 0), ((minus,), f.nan), nan),
        "sin.approx": rows([(0, 0)], ((minus_zero,), minus_zero),
                           ((f.infinity,), f.nan), ((minus,), f.nan), nan),
        "cos.approx": rows([(0, 1)], ((minus_zero,), ONE), ((f.infinity,), f.nan),
                           ((minus,), f.nan), nan),
        "ex2.approx": rows([(0, 1), (10, 1024), (-3, "1/8")],
                           ((f.infinity,), f.infinity), ((minus,), 0), nan),
        "lg2.approx": rows([(1, 0), (1024, 10), ("1/8", -3)], ((0,), minus),
                           ((f.infinity,), f.infinity), ((minus,), f.nan), nan),
        "tanh.approx": rows([(0, 0)], ((f.infinity,), ONE),
                            ((minus,), ONE | f.sign), nan),
    }
    for name, values in table.items():
        emit(f"{name}.f32", "f32", ["f32"], values)
    g = FLOATS[1]
    emit("rsqrt.approx.f64", "f64", ["f64"],
         [((g.encode(Fraction(a)),), g.encode(Fraction(b)))
          for a, b in ((4, "1/2"), ("1/16", 4))]
         + [((0,), g.infinity), ((g.sign,), g.infinity | g.sign),
            ((g.infinity,), 0), ((g.infinity | g.sign,), g.nan), ((g.nan,), g.nan)])
    quotients = [((f.encode(Fraction(a)), f.encode(Fraction(b))),
                  f.encode(Fraction(a) / b)) for a, b in ((6, 2), (-1, 8), (0, 5))]
    for name in ("div.approx.f32", "div.full.f32"):
        emit(name, "f32", ["f32", "f32"], quotients)


def order(f, a):
    """Bits as integers in the order of the numbers, -0 below +0."""
    return -(a & ~f.sign) - 1 if a & f.sign else a


def extreme(f, choose, a, b):
    if f.is_nan(a) or f.is_nan(b):
        return b if not f.is_nan(b) else a if not f.is_nan(a) else f.nan
    return choose(a, b, key=lambda x: order(f, x))


def float_selection(f):
    t = f.name
    e = f.edges()
    numbers = [a for a in e if not f.is_nan(a)]
    emit(f"neg.{t}", t, [t], [((a,), a ^ f.sign) for a in numbers])
    emit(f"abs.{t}", t, [t], [((a,), a & ~f.sign) for a in numbers])
    for name, choose in (("min", min), ("max", max)):
        emit(f"{name}.{t}", t, [t, t],
             [(p, extreme(f, choose, *p)) for p in f.pairs()])
    if f is HALF:
        return
    emit(f"selp.{t}", t, [t, t, "pred"],
         [((a, b, c), a if c else b) for a, b in f.pairs(0)[:8] for c in (0, 1)])
    emit(f"copysign.{t}", t, [t, t],
         [((a, b), (b & ~f.sign) | (a & f.sign)) for a, b in f.pairs(8)
          if not f.is_nan(b)])
    classes = {
        "finite": lambda a: a & ~f.sign < f.infinity,
        "infinite": f.is_infinite,
        "number": lambda a: not f.is_nan(a),
        "notanumber": f.is_nan,
        "normal": lambda a: 1 << (f.precision - 1) <= a & ~f.sign < f.infinity,
        "subnormal": lambda a: 0 < a & ~f.sign < 1 << (f.precision - 1),
    }
    for name, g in classes.items():
        emit(f"testp.{name}.{t}", "pred", [t], [((a,), int(g(a))) for a in e])


def float_comparison(f):
    t = f.name
    e = f.edges()
    operands = f.pairs(10) + [(e[14], e[14])]

    def key(a):
        return 0 if f.is_zero(a) else order(f, a)

    unordered = [f.is_nan(a) or f.is_nan(b) for a, b in operands]
    for name, compare_keys in COMPARISONS.items():
        holds = [compare_keys(key(a), key(b)) for a, b in operands]
        for suffix, with_nan in (("", False), ("u", True)):
            rows = [(p, int(with_nan if u else h))
                    for p, h, u in zip(operands, holds, unordered)]
            emit(f"setp.{name}{suffix}.{t}", "pred", [t, t], rows)
            joined(f"setp.{name}{suffix}", t, rows)
            numbers(name + suffix, t, rows[-32:])
    for name, wanted in (("num", False), ("nan", True)):
        rows = [(p, int(u == wanted)) for p, u in zip(operands, unordered)]
        emit(f"setp.{name}.{t}", "pred", [t, t], rows)
        numbers(name, t, rows[-32:])


# ------------------------------------------------------ subnormals, saturation
def flushed(f, a):
    is_subnormal = 0 < a & ~f.sign < 1 << (f.precision - 1)
    return a & f.sign if is_subnormal else a


def saturated(f, a):
    if f.is_nan(a) or f.is_negative(a):
        return 0
    return min(a, f.encode(Fraction(1)))


def modified(f, mode):
    """.ftz and .sat: what operands are before, and results behind."""
    t = f.name
    one = f.encode(Fraction(1))
    operations = {
        "add": (2, lambda a, b: fused(f, a, one, b, mode)),
        "sub": (2, lambda a, b: fused(f, a, one, b ^ f.sign, mode)),
        "mul": (2, lambda a, b: product(f, a, b, mode)),
        "fma": (3, lambda a, b, c: fused(f, a, b, c, mode)),
    }
    for name, (count, g) in operations.items():
        some = (f.pairs(60) if count == 2 else f.triples())[-96:]
        for dot, before, behind in (
            (".ftz", flushed, flushed),
            (".sat", None, saturated),
            (".ftz.sat", flushed, lambda f, a: saturated(f, flushed(f, a))),
        ):
            rows = []
            for p in some:
                q = [before(f, a) for a in p] if before else p
                rows.append((p, behind(f, quiet(f, g, *q))))
            emit(f"{name}.{mode}{dot}.{t}", t, [t] * count, rows)


def flushing():
    f, double = FLOATS
    one, ftz = f.encode(Fraction(1)), lambda a: flushed(f, a)
    for mode in ROUNDINGS:
        emit(f"div.{mode}.ftz.f32", "f32", ["f32"] * 2,
             [((a, b), ftz(quiet(f, lambda x, y: ratio(f, x, y, mode), ftz(a),
                                 ftz(b)))) for a, b in f.pairs()])
        emit(f"rcp.{mode}.ftz.f32", "f32", ["f32"],
             [((a,), ftz(quiet(f, lambda x: ratio(f, one, x, mode), ftz(a))))
              for a in f.edges()])
        emit(f"sqrt.{mode}.ftz.f32", "f32", ["f32"],
             [((a,), ftz(quiet(f, lambda x: root(f, x, mode), ftz(a))))
              for a in f.edges()])
        emit(f"cvt.{mode}.ftz.f32.f64", "f32", ["f64"],
             [((a,), ftz(convert(double, f, a, mode))) for a in double.edges()
              + [double.encode(Fraction(k, 2**149)) for k in (1, 3, 5, 2**24)]])
        emit(f"cvt.{mode}.sat.f32.f64", "f32", ["f64"],
             [((a,), saturated(f, convert(double, f, a, mode)))
              for a in double.edges()])
    for name, choose in (("min", min), ("max", max)):
        emit(f"{name}.ftz.f32", "f32", ["f32"] * 2,
             [(p, extreme(f, choose, *map(ftz, p))) for p in f.pairs()])
    numbers_only = [a for a in f.edges() if not f.is_nan(a)]
    emit("neg.ftz.f32", "f32", ["f32"],
         [((a,), ftz(a) ^ f.sign) for a in numbers_only])
    emit("abs.ftz.f32", "f32", ["f32"],
         [((a,), ftz(a) & ~f.sign) for a in numbers_only])
    emit("cvt.ftz.f64.f32", "f64", ["f32"],
         [((a,), convert(f, double, ftz(a), "rn")) for a in f.edges()])
    for mode, rounding in INTEGRAL.items():
        emit(f"cvt.{mode}.ftz.s32.f32", "s32", ["f32"],
             [((a,), truncated(f, ftz(a), "s32", rounding)) for a in f.edges()])
        emit(f"cvt.{mode}.ftz.f32.f32", "f32", ["f32"],
             [((a,), integral(f, ftz(a), rounding)) for a in f.edges()])
    for g in FLOATS:
        emit(f"cvt.sat.{g.name}.{g.name}", g.name, [g.name],
             [((a,), saturated(g, a)) for a in g.edges()])

    def key(a):
        return 0 if f.is_zero(a) else order(f, a)

    operands = [(ftz(a), ftz(b), a, b) for a, b in f.pairs()]
    for name, compare_keys in COMPARISONS.items():
        emit(f"setp.{name}.ftz.f32", "pred", ["f32"] * 2,
             [((a, b), int(not (f.is_nan(a) or f.is_nan(b))
                           and compare_keys(key(x), key(y))))
              for x, y, a, b in operands])


def two_halves():
    """Two numbers in each register."""
    f = HALF
    one = f.encode(Fraction(1))

    def both(rows, g):
        return [(tuple(x | y << 16 for x, y in zip(p, q)), g(*p) | g(*q) << 16)
                for p, q in zip(rows, reversed(rows))]

    def named(g):
        return lambda *p: quiet(f, g, *p)

    two = {
        "add": named(lambda a, b: fused(f, a, one, b, "rn")),
        "sub": named(lambda a, b: fused(f, a, one, b ^ f.sign, "rn")),
        "mul": named(lambda a, b: product(f, a, b, "rn")),
    }
    for name, g in two.items():
        for dot in ("", ".rn"):
            emit(f"{name}{dot}.f16x2", "b32", ["b32"] * 2, both(f.pairs(), g))
    for name, choose in (("min", min), ("max", max)):
        emit(f"{name}.f16x2", "b32", ["b32"] * 2,
             both(f.pairs(), lambda a, b: extreme(f, choose, a, b)))
    fma = named(lambda a, b, c: fused(f, a, b, c, "rn"))
    emit("fma.rn.f16x2", "b32", ["b32"] * 3, both(f.triples(), fma))
    emit("fma.rn.ftz.f16x2", "b32", ["b32"] * 3,
         both(f.triples(),
              lambda *p: flushed(f, fma(*(flushed(f, a) for a in p)))))
    emit("fma.rn.sat.f16x2", "b32", ["b32"] * 3,
         both(f.triples(), lambda *p: saturated(f, fma(*p))))
    numbers_only = [(a,) for a in f.edges() if not f.is_nan(a)]
    emit("neg.f16x2", "b32", ["b32"], both(numbers_only, lambda a: a ^ f.sign))
    emit("abs.f16x2", "b32", ["b32"], both(numbers_only, lambda a: a & ~f.sign))
    exact = [(f.encode(Fraction(k)),) for k in (0, 1, 2, 3, -3, 15)]
    powers = {f.encode(Fraction(k)): f.encode(Fraction(2) ** k)
              for k in (0, 1, 2, 3, -3, 15)}
    emit("ex2.approx.f16x2", "b32", ["b32"], both(exact, lambda a: powers[a]))
    emit("ex2.approx.f16", "f16", ["f16"], [((a,), powers[a]) for (a,) in exact])
    flat = {0: 0, f.sign: f.sign, f.infinity: one,
            f.infinity | f.sign: one | f.sign, f.nan: f.nan}
    emit("tanh.approx.f16x2", "b32", ["b32"],
         both([(a,) for a in flat], lambda a: flat[a]))
    emit("tanh.approx.f16", "f16", ["f16"], list(((a,), b) for a, b in flat.items()))


# --------------------------------------------------------------- conversions
ALL_INTEGERS = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]
INTEGRAL = {"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}


def register(t):
    return t if width(t) >= 16 else t[0] + "32"


def in_register(t, value):
    """What a register holds of VALUE converted to T."""
    return bits_of(register(t), number(t, bits_of(t, value)))


def limits(t):
    w = width(t)
    return (-(1 << (w - 1)), (1 << (w - 1)) - 1) if is_signed(t) else (0, (1 << w) - 1)


def clamp(t, value):
    low, high = limits(t)
    return max(low, min(high, value))


def integer_conversions():
    for to in ALL_INTEGERS:
        for source in ALL_INTEGERS:
            rows = [(in_register(source, a), number(source, a))
                    for a in edges(source, 2)]
            names = [register(source)]
            emit(f"cvt.{to}.{source}", register(to), names,
                 [((a,), in_register(to, v)) for a, v in rows])
            # Only where the result may not fit.
            if [clamp(to, v) for v in limits(source)] != list(limits(source)):
                emit(f"cvt.sat.{to}.{source}", register(to), names,
                     [((a,), in_register(to, clamp(to, v))) for a, v in rows])


def truncated(f, a, to, mode):
    if f.is_nan(a):
        wide_side = f.name == "f64" or width(to) == 64
        return in_register(to, 1 << (width(to) - 1)) if wide_side else 0
    if f.is_infinite(a):
        return in_register(to, limits(to)[0 if f.is_negative(a) else 1])
    value = f.value(a)
    whole = round_to_integer(abs(value), mode, value < 0)
    return in_register(to, clamp(to, -whole if value < 0 else whole))


def integral(f, a, mode):
    if f.is_nan(a):
        return f.nan
    if f.is_infinite(a):
        return a
    value = f.value(a)
    whole = round_to_integer(abs(value), mode, value < 0)
    return f.encode(Fraction(-whole if value < 0 else whole), "rn", f.is_negative(a))


def ties(t):
    """Numbers half way between two of a format's, and next to it."""
    w = width(t)
    some = [k + (1 << p) for p in (11, 24, 53, 62) for k in (1, 2, 3)
            if p + 1 < w]
    if w == 64:
        some += [(1 << 62) + (1 << 38) + k for k in (-1, 0, 1)]
    return some + [bits_of(t, -v) for v in some if is_signed(t)]


def float_conversions(f):
    t = f.name
    halves = [f.encode(Fraction(k, 2)) for k in (1, 3, -1, -5)]
    for other in ALL_INTEGERS:
        for mode in ROUNDINGS:
            emit(f"cvt.{mode}.{t}.{other}", t, [register(other)],
                 [((in_register(other, a),),
                   f.encode(Fraction(number(other, a)), mode))
                  for a in edges(other, 4) + ties(other)])
        low, high = limits(other)
        near = [Fraction(k, 4) for k in (-4, -3, -2, -1, 1, 2, 3, 4)]
        borders = [f.encode(v) for v in [Fraction(high), Fraction(low),
                                         Fraction(2**70), Fraction(-(2**70))]
                   + [high + k for k in near] + [low + k for k in near]]
        for mode, rounding in INTEGRAL.items():
            emit(f"cvt.{mode}.{other}.{t}", register(other), [t],
                 [((a,), truncated(f, a, other, rounding))
                  for a in f.edges() + halves + borders])
    for mode, rounding in INTEGRAL.items():
        emit(f"cvt.{mode}.{t}.{t}", t, [t],
             [((a,), integral(f, a, rounding)) for a in f.edges() + halves])


def convert(source, to, a, mode):
    if source.is_nan(a):
        return to.nan
    if source.is_infinite(a):
        return to.infinity | (to.sign if source.is_negative(a) else 0)
    return to.encode(source.value(a), mode, source.is_negative(a))


def between_floats():
    single, double = FLOATS
    emit("cvt.f64.f32", "f64", ["f32"],
         [((a,), convert(single, double, a, "rn")) for a in single.edges()])
    borders = [double.encode(Fraction(2) ** 128), double.encode(Fraction(1, 2**150)),
               double.encode(Fraction(3, 2**151)),
               double.encode(1 + Fraction(1, 2**24))]
    for mode in ROUNDINGS:
        emit(f"cvt.{mode}.f32.f64", "f32", ["f64"],
             [((a,), convert(double, single, a, mode))
              for a in double.edges() + borders])
    for wider in FLOATS:
        emit(f"cvt.{wider.name}.f16", wider.name, ["f16"],
             [((a,), convert(HALF, wider, a, "rn")) for a in HALF.edges()])
        borders = [wider.encode(Fraction(k)) for k in (65504, 65519, 65520, 65536)]
        borders += [wider.encode(Fraction(k, 2**26)) for k in (1, 2, 3, 5, 6, -2)]
        for mode in ROUNDINGS:
            emit(f"cvt.{mode}.f16.{wider.name}", "f16", [wider.name],
                 [((a,), convert(wider, HALF, a, mode))
                  for a in wider.edges()[:15] + borders])


def without_change():
    for f in FLOATS + [HALF]:
        emit(f"cvt.{f.name}.{f.name}", f.name, [f.name],
             [((a,), a) for a in f.edges() if not f.is_nan(a)])


integers()
saturating()
for bit_type in ("b16", "b32", "b64"):
    bitwise(bit_type)
fields()
for float_format in FLOATS:
    for rounding_mode in ROUNDINGS:
        float_arithmetic(float_format, rounding_mode)
    float_selection(float_format)
    float_comparison(float_format)
for rounding_mode in ROUNDINGS:
    modified(FLOATS[0], rounding_mode)
modified(HALF, "rn")
flushing()
two_halves()
moves()
predicates()
approximations()
half_arithmetic()
float_selection(HALF)
float_comparison(HALF)
integer_conversions()
for float_format in FLOATS + [HALF]:
    float_conversions(float_format)
between_floats()
without_change()
print("#undef OP\n#undef V")
