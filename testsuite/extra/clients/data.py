# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""The input of the clients, the same each time: data.py DIR quick|full."""

import math
import pathlib
import random
import sys

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"


def family(source, count, length, letters, changes, gaps):
    """COUNT relatives of a random sequence, in FASTA."""
    ancestor = [source.choice(letters) for _ in range(length)]
    lines = []
    for number in range(count):
        sequence = []
        for letter in ancestor:
            draw = source.random()
            if draw < changes:
                letter = source.choice(letters)
            elif draw < changes + gaps:
                letter = source.choice(("", letter + source.choice(letters)))
            sequence.append(letter)
        lines += [f">s{number}", "".join(sequence)]
    return "\n".join(lines) + "\n"


def photo(source, width, height):
    """A picture with waves, edges and noise, as PPM."""
    pixels = bytearray()
    for y in range(height):
        for x in range(width):
            pixels += bytes((
                int(118 + 100 * math.sin(x / 37 + y / 91)
                    + source.randrange(20)),
                (x * 7 + y * 3) % 256,
                255 if (x // 40 + y // 40) % 2 else (x ^ y) % 256))
    return b"P6\n%d %d\n255\n" % (width, height) + bytes(pixels)


def samples(source, count):
    """Labelled samples in the form that LIBSVM and XGBoost read."""
    lines = []
    for _ in range(count):
        x = [source.gauss(0, 1) for _ in range(20)]
        label = int(x[0] * x[1] + x[2] > 0)
        lines.append(f"{label} " + " ".join(f"{i}:{v:.5f}"
                                            for i, v in enumerate(x)))
    return "\n".join(lines) + "\n"


def reads(source, length, count):
    """COUNT pieces of a random sequence, in FASTA."""
    genome = "".join(source.choices("ACGT", k=length))
    lines = []
    for number in range(count):
        start = source.randrange(length - 100)
        lines += [f">r{number}", genome[start:start + 100]]
    return "\n".join(lines) + "\n"


def catalogues(source, count):
    """A catalogue of COUNT translated messages, and the template of a later
    version, in which each has changed a little."""
    old = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
    new = old[:]
    for number in range(count):
        words = ["".join(source.choices("aeiourstlnm", k=source.randint(3, 8)))
                 for _ in range(10)]
        old.append(f'msgid "{" ".join(words)}"\nmsgstr "{number}"\n')
        words[source.randrange(10)] = "changed"
        new.append(f'msgid "{" ".join(words)}"\nmsgstr ""\n')
    return "\n".join(old), "\n".join(new)


XGBOOST = """booster = gbtree
objective = binary:logistic
tree_method = hist
max_depth = 6
num_round = {rounds}
data = "{samples}?format=libsvm"
model_out = "{model}"
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    quick = sys.argv[2] == "quick"
    source = random.Random(7)
    write = {
        "proteins.fasta": family(source, *((12, 60) if quick else (250, 250)),
                                 AMINO_ACIDS, 0.2, 0.1),
        "few.fasta": family(source, *((6, 40) if quick else (20, 120)),
                            AMINO_ACIDS, 0.2, 0.1),
        "aligned.fasta": family(source, *((12, 80) if quick else (120, 400)),
                                "ACGT", 0.15, 0),
        "mixed.fasta": "".join(
            family(source, *((3, 80) if quick else (60, 250)),
                   AMINO_ACIDS, 0.1, 0.02).replace(">s", f">f{group}s")
            for group in range(3 if quick else 25)),
        "samples.txt": samples(source, 200 if quick else 4000),
    }
    write["reads.fasta"] = reads(source, *((2000, 800) if quick
                                           else (60000, 30000)))
    write["old.po"], write["new.pot"] = catalogues(source,
                                                   40 if quick else 4000)
    for name, text in write.items():
        (folder / name).write_text(text)
    for rounds, name in ((2, "quick"), (20, "full")):
        (folder / f"xgboost-{name}.conf").write_text(XGBOOST.format(
            rounds=rounds, samples=folder / "samples.txt",
            model=folder / "xgboost.model"))
    (folder / "photo.ppm").write_bytes(
        photo(source, *((60, 50) if quick else (640, 480))))
    (folder / "blob").write_bytes(
        source.randbytes(1 << 18 if quick else 8 << 20))


main()
