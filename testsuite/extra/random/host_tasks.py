# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Tasks, and what is cancelled, of a program of host.py."""

import re

from host_loops import Loop, Piece, Writer


class Tasks(Writer):
    def tree(self):
        """Tasks that create tasks."""
        name = self.name("tree_")
        children = self.choose(2, 2, 3)
        deepest = {2: 7, 3: 4}[children]
        calls = "".join(
            f"#pragma omp task shared (x{i}) firstprivate (depth, id) "
            f"{self.task_clauses('depth')}\n"
            f"x{i} = {name} (depth + 1, id * {children} + {i + 1}, sum);\n"
            for i in range(children)
        )
        calls = self.choose(
            f"{calls}#pragma omp taskwait\n", f"#pragma omp taskgroup\n{{\n{calls}}}\n"
        )
        beside = ""
        if self.chance(0.3):
            beside = (
                "#pragma omp task firstprivate (id) "
                f"{self.task_clauses('(int) (id % 100)', False)}\nadd (sum, id + 5);\n"
            )
        if self.chance(0.2):
            beside += "#pragma omp taskyield\n"
        variables = ", ".join(f"x{i} = 0" for i in range(children))
        total = " + ".join(f"x{i} * {2 * i + 3}" for i in range(children))
        self.functions.append(
            f"static ull\n{name} (int depth, ull id, ull *sum)\n{{\n"
            f"if (depth >= {deepest} || mix (id) % 9 == 0)\nreturn mix (id);\n"
            f"ull {variables};\n{beside}{calls}return {total};\n}}\n"
        )
        piece = Piece(["ull result = 0; const ull id = draw (r);"])
        call = f"{name} (0, id, sum)"
        if "add" not in beside and self.chance(0.3):
            text = f"const ull v = {call};\n#pragma omp single\nresult = v;"
        else:
            who = self.choose("single", "master", "single nowait")
            text = f"#pragma omp {who}\nresult = {call};"
        piece.text = f"#pragma omp parallel {self.threads(piece)}\n{{\n{text}\n}}"
        piece.after.append("add (sum, result);")
        return self.function(piece)

    # kind of a task of a graph: its text; what it computes
    INPUTS = "depend (iterator (k = 0:inputs[t]), in: c[in[t][k]])"
    LISTED = "depend (in: c[in[t][0]], c[in[t][1]], c[in[t][2]], c[in[t][3]])"
    SUM = "ull s = 0; for (int k = 0; k < inputs[t]; k++) s += c[in[t][k]];"
    UPDATE = f"{{ {SUM} c[o] = c[o] * 31 + s + (ull) t; }}"
    REPLACE = f"{{ {SUM} c[o] = s + (ull) t; }}"

    def graph_tasks(self):
        # GCC 12 crashes on iterators with run-time bounds in C++
        inputs = self.LISTED if self.cxx else self.INPUTS
        own = "firstprivate (t, o)"
        clauses = [f"{own} {self.task_clauses('t', False)}" for _ in range(5)]
        return [
            f"#pragma omp task {inputs} depend (inout: c[o]) {clauses[0]}\n"
            f"{self.UPDATE}",
            f"#pragma omp task {self.LISTED} depend (out: c[o]) {clauses[1]}\n"
            f"{self.UPDATE}",
            f"#pragma omp task depend (out: c[o]) {inputs} {clauses[2]}\n"
            f"{self.REPLACE}",
            f"#pragma omp task depend (mutexinoutset: c[o]) {clauses[3]}\n"
            "c[o] += mix (t);",
            "{\nomp_depend_t *object = &objects[t];\n"
            "#pragma omp depobj (*object) depend (inout: c[o])\n"
            f"#pragma omp task depend (depobj: *object) {inputs} {clauses[4]}\n"
            f"{self.UPDATE}\n#pragma omp depobj (*object) destroy\n}}",
            "{\n#pragma omp taskwait depend (in: c[o])\n}",
            f"#pragma omp task if (0) {inputs} depend (inout: c[o]) {own}\n"
            f"{self.UPDATE}",
            "#pragma omp taskgroup\n{\n"
            f"#pragma omp task {inputs} depend (inout: c[o]) {own}\n{self.UPDATE}\n}}",
            f"#pragma omp task {inputs} depend (inout: c[o]) {own}\n{{\n"
            f"#pragma omp task shared (c) if (0)\n{self.UPDATE}\n}}",
            "{\nomp_event_handle_t event;\n#pragma omp task detach (event) "
            f"{inputs} depend (inout: c[o]) {own}\n{{\n"
            f"#pragma omp task firstprivate (t, o, event)\n{{ {self.UPDATE} "
            "omp_fulfill_event (event); }\n}\n}",
        ]

    def graph(self):
        """Tasks with dependences, against the same in the order of the
        program."""
        tasks = self.graph_tasks()
        serial = "\n".join(
            f"case {k}: {t};\nbreak;"
            for k, t in enumerate(
                [self.UPDATE, self.UPDATE, self.REPLACE, "c[o] += mix (t)", self.UPDATE]
                + ["", self.UPDATE, self.UPDATE, self.UPDATE, self.UPDATE]
            )
        )
        body = "\n".join(f"case {k}:\n{t}\nbreak;" for k, t in enumerate(tasks))
        every = "for (int t = 0; t < count; t++)\n{\nconst int o = out[t];\n"
        every += "switch (kind[t])\n"
        loop = f"{every}{{\n{body}\n}}\n}}"
        if self.chance(0.2):
            loop = f"#pragma omp taskgroup\n{{\n{loop}\n}}"
        if self.chance(0.2):
            loop = f"#pragma omp task shared (c)\n{{\n{loop}\n#pragma omp taskwait\n}}"
        wait = self.choose("#pragma omp taskwait\n", "")
        piece = Piece(
            [
                "const int places = 1 + (int) below (r, 12), "
                "count = (int) below (r, 80);",
                "ull z[16], c[16]; for (int i = 0; i < 16; i++) c[i] = (ull) i + 3;",
                "static int in[80][4], inputs[80], out[80], kind[80];",
                "for (int t = 0; t < count; t++)\n{\n"
                "inputs[t] = (int) below (r, 4); out[t] = (int) below (r, places);\n"
                f"kind[t] = (int) below (r, {len(tasks)});\n"
                "for (int k = 0; k < 4; k++)\n{ in[t][k] = (int) below (r, places); "
                "if (in[t][k] == out[t]) in[t][k] = places; }\n}",
                f"{every}{{\n{serial}\n}}\n}}",
                "memcpy (z, c, sizeof z); "
                "for (int i = 0; i < 16; i++) c[i] = (ull) i + 3;",
            ],
            after=[
                "for (int i = 0; i < 16; i++) add (sum, z[i] + (ull) i);",
                "add (sum, (ull) parallel_only (memcmp (c, z, sizeof z) != 0));",
            ],
        )
        who = self.choose("single", "master")
        piece.text = (
            "#ifndef SERIAL\nstatic omp_depend_t objects[80];\n"
            f"#pragma omp parallel {self.threads(piece)}\n#pragma omp {who}\n"
            f"{{\n{loop}\n{wait}}}\n#endif"
        )
        return self.function(piece)

    def taskloop(self):
        loop = self.loop(ordered=False, schedules=False, wide=False)
        grain = self.name("grain")
        loop.setup.append(f"const long {grain} = pick_chunk (r) & INT_MAX;")
        loop.clauses += [
            "default (shared)",
            self.choose("", f"grainsize ({grain})", f"num_tasks (1 + {grain} % 1000)",
                        f"grainsize (strict: {grain})",
                        f"num_tasks (strict: 1 + {grain} % 1000)"),
            self.choose("", "untied", "mergeable", "priority (3)", "final (1)"),
        ]
        threads = self.threads(loop)
        if self.chance(0.2):
            directive = loop.directive("parallel master taskloop", threads)
            loop.text = f"{directive}\n{loop.nest()}"
            return self.function(loop)
        loop.clauses.append(self.choose("", "", "if (0)"))
        if not re.search("reduction|lastprivate", " ".join(loop.clauses)):
            loop.clauses.append(self.choose("", "", "", "nogroup"))
        text = f"{loop.directive('taskloop')}\n{loop.nest()}\n#pragma omp taskwait"
        if self.chance(0.7):
            who = self.choose("single", "master")
            text = f"#pragma omp parallel {threads}\n#pragma omp {who}\n{{\n{text}\n}}"
        loop.text = text
        return self.function(loop)

    def task_reduction(self):
        piece = Piece(
            [
                "ull x = 3, y = 5, a[6] = {0, 1, 2, 3, 4, 5};",
                "struct pair p = {1, 1}; const int n = (int) below (r, 200);",
            ]
        )
        threads = self.threads(piece)
        variables = ["+: x, y", "+: a[1:4]", "join: p"]
        joined = " ".join(f"in_reduction ({v})" for v in variables)
        deeper = self.choose("", "#pragma omp task in_reduction (+: x)\nx += 2;\n")
        tasks = (
            f"for (int i = 0; i < n; i++)\n{{\n#pragma omp task {joined} "
            f"firstprivate (i) {self.task_clauses('i', False)}\n"
            "{\nx += (ull) i; y += mix ((ull) i); a[1 + i % 4] += (ull) i * 3;\n"
            f"p.sum += i; p.bits ^= mix ((ull) i + 9);\n{deeper}}}\n}}"
        )
        shared = " ".join(f"reduction (task, {v})" for v in variables)
        group = " ".join(f"task_reduction ({v})" for v in variables)
        schedule = self.choose("", "schedule (static)", "schedule (dynamic)")
        parallel = f"#pragma omp parallel {threads}"
        section = f"#pragma omp section\n{{\n{tasks}\n}}\n"
        piece.text = self.choose(
            f"{parallel}\n#pragma omp single\n#pragma omp taskgroup {group}\n"
            f"{{\n{tasks}\n}}",
            f"{parallel} {shared}\n#pragma omp masked\n{{\n{tasks}\n}}",
            f"{parallel}\n#pragma omp for {shared} {schedule}\n"
            f"for (int j = 0; j < 3; j++)\n{{\n{tasks}\n}}",
            f"{parallel}\n#pragma omp sections {shared}\n{{\n{section}{section}}}",
        )
        piece.after += [
            "add (sum, x * 3 + y * 5 + (ull) p.sum * 7 + p.bits * 11);",
            "for (int i = 0; i < 6; i++) add (sum, a[i] + 100);",
        ]
        return self.function(piece)

    # ------------------------------------------------------------- cancel
    def cancel(self):
        """With OMP_CANCELLATION each iteration runs once at most, else once."""
        piece = Piece(
            [
                "const long n = 1 + pick_count (r), at = (long) below (r, (ull) n);",
                "static unsigned char seen[400]; memset (seen, 0, sizeof seen);",
                "int bad = 0, done = 0;",
            ],
            after=[
                "for (long i = 0; i < n; i++)\n"
                "bad += omp_get_cancellation () ? seen[i] > 1 : seen[i] != 1;",
                "add (sum, (ull) bad); add (sum, (ull) done);",
            ],
        )
        parallel = f"#pragma omp parallel {self.threads(piece)}"
        kind = self.choose("for", "sections", "parallel", "taskgroup")
        piece.text = getattr(self, f"cancel_{kind}")(piece, parallel)
        return self.function(piece)

    def cancel_for(self, piece, parallel):
        loop = Loop()
        schedule = self.schedule(loop)
        piece.setup += loop.setup
        return (
            f"{parallel}\n{{\n#pragma omp for {schedule}\n"
            "for (long i = 0; i < n; i++)\n{\nseen[i]++;\n"
            "#pragma omp cancel for if (i == at)\n"
            "#pragma omp cancellation point for\n}\n#pragma omp single\ndone = 1;\n}"
        )

    def cancel_sections(self, piece, parallel):
        piece.after = ["add (sum, (ull) bad); add (sum, (ull) done);"]
        return (
            f"{parallel}\n{{\n#pragma omp sections\n{{\n#pragma omp section\n{{\n"
            "seen[0]++;\n#pragma omp cancel sections if (at & 1)\nseen[1]++;\n}\n"
            "#pragma omp section\n{\n#pragma omp cancellation point sections\n"
            "seen[2]++;\n}\n#pragma omp section\nseen[3]++;\n}\n"
            "#pragma omp single\ndone = 1;\n}"
        )

    def cancel_parallel(self, piece, parallel):
        piece.after = [
            "for (long i = 0; i < n; i++)\nbad += seen[i] > 1;",
            "add (sum, (ull) bad);",
        ]
        schedule = self.choose("static", "dynamic", "guided")
        return (
            f"{parallel}\n{{\n#pragma omp for nowait schedule ({schedule})\n"
            "for (long i = 0; i < n; i++)\nseen[i]++;\n"
            "#pragma omp cancellation point parallel\n"
            "#pragma omp cancel parallel if (at % 2)\n#pragma omp barrier\n"
            "#pragma omp single\ndone = 1;\n}"
        )

    def cancel_taskgroup(self, piece, parallel):
        clause = self.choose("", "untied", "if (i % 3)", "priority (2)")
        return (
            f"{parallel}\n#pragma omp single\n{{\n#pragma omp taskgroup\n"
            "for (long i = 0; i < n; i++)\n{\n"
            f"#pragma omp task firstprivate (i) {clause}\n"
            "{\n#pragma omp cancellation point taskgroup\nseen[i]++;\n"
            "#pragma omp cancel taskgroup if (i == at)\n}\n}\ndone = 1;\n}"
        )
