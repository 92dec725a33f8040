#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Write a random program with constructs of the host, in C or C++.

    host.py SEED [--c++] > program.c

Its functions print sums that depend neither on the number of threads nor on who
runs what, so with SERIAL, without OpenMP, they are the same.  Bounds, chunks and
sizes are drawn when the program runs, from seeds that are its arguments."""

import argparse

from host_loops import Loop, Piece
from host_tasks import Tasks


# Clang compiles no scope construct.  Here each thread has an iteration.
NO_SCOPE = "for schedule (static, 1)"
NO_SCOPE_LOOP = "for (int i = 0; i < omp_get_num_threads (); i++)\n"


class Generator(Tasks):
    for_clang = False

    # ------------------------------------------- what a parallel region has
    def construct(self, nested):
        kinds = [self.sections, self.single, self.copyprivate, self.masked]
        kinds += [self.critical, self.barrier, self.scope, self.scan, self.doacross]
        kinds += [self.numbers]
        if self.chance(0.4):
            loop = self.loop(nested)
            wait = self.choose("", "nowait")
            return Piece(
                loop.setup, f"{loop.directive('for', wait)}\n{loop.nest()}", loop.after
            )
        return self.random.choice(kinds)()

    def number(self):
        return f"{self.random.getrandbits(40)}ULL"

    def sections(self):
        last = self.name("last")
        wait = self.choose("", " nowait")
        text = f"#pragma omp sections lastprivate ({last}){wait}\n{{\n"
        for index in range(self.random.randrange(1, 7)):
            text += (
                f"#pragma omp section\n{{ add (sum, {self.number()}); "
                f"{last} = {index}; }}\n"
            )
        return Piece([f"ull {last} = 4;"], text + "}", [f"add (sum, {last});"])

    def single(self):
        name = self.name("single")
        wait = self.choose("", " nowait")
        return Piece(
            [f"int {name} = 0;"],
            f"#pragma omp single{wait}\n{{ {name}++; add (sum, {self.number()}); }}",
            [f"add (sum, (ull) {name});"],
        )

    def copyprivate(self):
        name, value, wrong = self.name("copy"), self.name("v"), self.name("wrong")
        return Piece(
            [f"const ull {value} = below (r, 99); ull {wrong} = 0;"],
            f"{{\null {name} = 3;\n#pragma omp single copyprivate ({name})\n"
            f"{name} = {value} * 3 + 1;\nif ({name} != {value} * 3 + 1)\n"
            f"#pragma omp atomic\n{wrong}++;\n}}",
            [f"add (sum, {wrong});"],
        )

    def masked(self):
        name = self.name("masked")
        kind = self.choose("master", "masked", "masked filter (0)")
        return Piece(
            [f"int {name} = 0;"],
            f"#pragma omp {kind}\n{name}++;",
            [f"add (sum, (ull) {name});"],
        )

    def counted(self, exclusive):
        """Each thread adds one, and all see that."""
        name = self.name("count")
        return Piece(
            [f"int {name} = 0;"],
            f"{exclusive}\n{name}++;\n#pragma omp barrier\n"
            f"if ({name} != omp_get_num_threads ()) add (sum, 1);\n"
            "#pragma omp barrier",
        )

    def critical(self):
        return self.counted(f"#pragma omp critical ({self.choose('A', 'B')})")

    def barrier(self):
        return self.counted("#pragma omp atomic")

    def scope(self):
        total, threads = self.name("total"), self.name("threads")
        return Piece(
            [f"unsigned {total} = 0, {threads} = 0;"],
            f"#pragma omp {NO_SCOPE if self.for_clang else 'scope'} "
            f"reduction (+: {total})\n{NO_SCOPE_LOOP if self.for_clang else ''}"
            f"{total} += (unsigned) omp_get_thread_num () + 1;\n"
            f"#pragma omp single\n{threads} = (unsigned) omp_get_num_threads ();",
            [f"add (sum, {total} == {threads} * ({threads} + 1) / 2);"],
        )

    def scan(self):
        count, total, array = self.name("n"), self.name("total"), self.name("a")
        plus = f"{{ {total} += mix ((ull) i + 3); }}"
        store = f"{{ {array}[i] = {total}; }}"
        kind = self.choose("inclusive", "exclusive")
        scan = f"reduction (inscan, +: {total})"
        first, then = (plus, store) if kind == "inclusive" else (store, plus)
        return Piece(
            [
                f"ull {total} = 9, {array}[400]; memset ({array}, 0, sizeof {array});",
                f"const long {count} = pick_count (r);",
            ],
            f"#pragma omp for {'ordered' if self.for_clang else scan}\n"
            f"for (long i = 0; i < {count}; i++)\n"
            + ("#pragma omp ordered\n" if self.for_clang else "")
            + f"{{\n{first}\n"
            + ("" if self.for_clang else f"#pragma omp scan {kind} ({total})\n")
            + f"{then}\n}}",
            [
                f"for (int i = 0; i < 400; i++) add (sum, {array}[i] * 3 + (ull) i);",
                f"add (sum, {total});",
            ],
        )

    def doacross(self):
        loop = Loop()
        loop.ordered = True
        array, n, m = self.name("a"), self.name("n"), self.name("m")
        ctype = self.choose("int", "long", "ull")
        loop.clauses.append(self.schedule(loop))
        loop.setup += [
            f"const {ctype} {n} = ({ctype}) below (r, 60), "
            f"{m} = ({ctype}) (1 + below (r, 12));",
            f"ull {array}[64][16]; memset ({array}, 1, sizeof {array});",
        ]
        if self.chance(0.5):
            clauses = "ordered (1)", self.choose("", "nowait")
            loop.heads = [f"for ({ctype} i = 1; i <= {n}; i++)"]
            sink = "depend (sink: i - 1)"
            text = f"{array}[i][0] = {array}[i - 1][0] * 31 + (ull) i;"
        else:
            clauses = "ordered (2)", self.choose("", "collapse (2)")
            loop.heads = [
                f"for ({ctype} i = 1; i <= {n}; i++)",
                f"for ({ctype} j = 1; j <= {m}; j++)",
            ]
            sink = "depend (sink: i - 1, j) depend (sink: i, j - 1)"
            text = (
                f"{array}[i][j] = {array}[i - 1][j] * 31 + {array}[i][j - 1] * 7 "
                "+ (ull) i;"
            )
        loop.body = [f"#pragma omp ordered {sink}", text]
        loop.body.append("#pragma omp ordered depend (source)")
        after = (
            "for (int i = 0; i < 64; i++) for (int j = 0; j < 16; j++) "
            f"add (sum, {array}[i][j] + (ull) (i * 16 + j));"
        )
        text = f"{loop.directive('for', *clauses)}\n{loop.nest()}"
        return Piece(loop.setup, text, [after])

    def numbers(self):
        return Piece(
            text="if (omp_get_thread_num () >= omp_get_num_threads ()\n"
            "|| omp_get_ancestor_thread_num (omp_get_level ()) != "
            "omp_get_thread_num ()\n|| omp_get_team_size (omp_get_level ()) != "
            "omp_get_num_threads ())\nadd (sum, 77);"
        )

    # ------------------------------------------------------------- regions
    def region(self, nested=None):
        """A parallel region of several constructs."""
        whole = Piece()
        texts = []
        for _ in range(self.random.randrange(1, 5)):
            piece = self.construct(nested)
            whole.setup += piece.setup
            whole.after += piece.after
            texts.append(piece.text)
        condition = self.choose("", "", "if (below (r, 4))")
        clauses = f"{self.threads(whole)} {self.binding()} {condition}"
        whole.text = f"#pragma omp parallel {clauses}\n{{\n" + "\n".join(texts) + "\n}"
        return self.function(whole)

    def combined(self, nested=None, teams=True):
        """parallel for, or with teams and distribute."""
        loop = self.loop(nested, wide=False)
        name, clauses = "parallel for", []
        modified = "monotonic" in " ".join(loop.clauses)
        if teams and not loop.ordered and not modified and self.chance(0.3):
            name = "teams distribute parallel for"
            clauses.append(
                self.choose("", "num_teams (3)", "thread_limit (2)",
                            "dist_schedule (static)", "dist_schedule (static, 5)")
            )
        clauses.append(self.threads(loop))
        loop.text = f"{loop.directive(name, *clauses)}\n{loop.nest()}"
        return self.function(loop)

    def threadprivate(self):
        name = self.name("own")
        self.functions.append(
            f"static ull {name} = 5;\n#pragma omp threadprivate ({name})\n"
        )
        piece = Piece(["const ull first = below (r, 1000); ull bad = 0;"])
        piece.setup.append(f"{name} = first;")
        threads = self.threads(piece)
        is_wrong = f"{name} != first + (ull) omp_get_thread_num ()"
        piece.text = (
            f"#pragma omp parallel {threads} copyin ({name}) reduction (+: bad)\n{{\n"
            f"bad += {name} != first; {name} += (ull) omp_get_thread_num ();\n"
            f"#pragma omp barrier\nbad += {is_wrong};\n}}\n"
            f"#pragma omp parallel {threads} reduction (+: bad)\nbad += {is_wrong};"
        )
        piece.after.append("add (sum, bad);")
        return self.function(piece)

    def teams(self):
        schedule = self.choose("", "(static)", "(static, 3)")
        schedule = schedule and f"dist_schedule {schedule}"
        return self.function(
            Piece(
                [
                    "const int nt = 1 + (int) below (r, 5);",
                    "const int limit = 1 + (int) below (r, 4);",
                    "ull total = 0; int bad = 0; const long n = pick_count (r);",
                ],
                "#pragma omp teams num_teams (nt) thread_limit (limit) "
                "reduction (+: total, bad)\n{\n"
                "total += (ull) parallel_only (omp_get_team_num () + 1);\n"
                f"#pragma omp distribute {schedule}\n"
                "for (long i = 0; i < n; i++)\nadd (sum, (ull) i);\n"
                "#pragma omp parallel num_threads (8) reduction (+: bad)\n"
                "bad += omp_get_num_threads () > limit;\n}",
                [
                    "bad += parallel_only (total != (ull) nt * (ull) (nt + 1) / 2);",
                    "add (sum, (ull) bad);",
                ],
            )
        )

    def nested(self, function):
        """Regions in threads or tasks of a region."""
        piece = Piece(
            [
                "const int levels = 1 + (int) below (r, 3), "
                "was = omp_get_max_active_levels ();",
                "omp_set_max_active_levels (levels); const ull first = draw (r);",
            ],
            after=["omp_set_max_active_levels (was);"],
        )
        call = (
            "{ struct generator r2 = {first + (ull) i}; " f"{function} (&r2, sum); }}"
        )
        threads = f"num_threads ({self.choose(1, 2, 2, 3, 4)})"
        schedule = self.choose("static", "dynamic", "guided")
        piece.text = self.choose(
            f"#pragma omp parallel for schedule (static, 1) {threads}\n"
            f"for (int i = 0; i < 4; i++)\n{call}",
            f"#pragma omp parallel {threads}\n#pragma omp for schedule ({schedule})\n"
            f"for (int i = 0; i < 5; i++)\n{call}",
            f"#pragma omp parallel {threads}\n#pragma omp single\n"
            f"for (int i = 0; i < 5; i++)\n{{\n#pragma omp task firstprivate (i)\n"
            f"{call}\n}}",
        )
        return self.function(piece)

    def foreign(self, function):
        """Regions of threads that the program starts, maybe beside its own."""
        body, argument = self.name("body"), self.name("argument")
        self.functions.append(
            f"struct {argument}\n{{\null seed;\null *sum;\n}};\n"
            f"static void *\n{body} (void *p)\n{{\n"
            f"struct {argument} *a = (struct {argument} *) p;\n"
            f"struct generator r = {{a->seed}};\n{function} (&r, a->sum);\n"
            "return NULL;\n}\n"
        )
        beside = f"{{ struct generator r2 = {{draw (r)}}; {function} (&r2, sum); }}"
        return self.function(
            Piece(
                [f"pthread_t thread[3]; struct {argument} a[3];"],
                "for (int i = 0; i < 3; i++)\n{\na[i].seed = draw (r);\n"
                "a[i].sum = sum;\n"
                f"pthread_create (&thread[i], NULL, {body}, &a[i]);\n}}\n"
                + self.choose(beside, "")
                + "\nfor (int i = 0; i < 3; i++)\npthread_join (thread[i], NULL);",
            )
        )

    # ------------------------------------------------------------- program
    def leaf(self):
        """A function that may run several times at once."""
        kind = self.choose("region", "combined", "tree", "taskloop", "task_reduction")
        if kind == "combined":
            return self.combined(teams=False)
        return getattr(self, kind)()

    def piece(self):
        kind = self.choose(
            "region", "region", "region", "combined", "combined", "tree", "graph",
            "graph", "taskloop", "task_reduction", "cancel", "threadprivate", "teams",
            "nested", "nested", "foreign",
        )
        if kind in ("region", "combined"):
            return getattr(self, kind)(self.leaf() if self.chance(0.2) else None)
        if kind == "nested":
            inner = self.leaf()
            return self.nested(self.nested(inner) if self.chance(0.3) else inner)
        if kind == "foreign":
            return self.foreign(self.leaf())
        return getattr(self, kind)()

    def program(self):
        pieces = [self.piece() for _ in range(self.random.randrange(5, 9))]
        return (
            '#include "host.h"\n\n'
            + "\n".join(self.functions)
            + "\nint\nmain (int argc, char **argv)\n{\n"
            "static void (*const pieces[]) (struct generator *, ull *)\n"
            f"= {{ {', '.join(pieces)} }};\n"
            "for (int a = 1; a < argc; a++)\n"
            "for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++)\n{\n"
            "struct generator r = {strtoull (argv[a], NULL, 10) * 1000 + i};\n"
            "ull sum = 0;\npieces[i] (&r, &sum);\n"
            'printf ("%s %u %llx\\n", argv[a], i, sum);\nfflush (stdout);\n}\n'
            "return 0;\n}\n"
        )


def generate(seed, cxx, for_clang=False):
    generator = Generator(seed, cxx)
    generator.for_clang = for_clang
    return generator.program()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--c++", dest="cxx", action="store_true")
    parser.add_argument("--clang", action="store_true", help="for clang")
    arguments = parser.parse_args()
    print(generate(arguments.seed, arguments.cxx, arguments.clang), end="")


if __name__ == "__main__":
    main()
