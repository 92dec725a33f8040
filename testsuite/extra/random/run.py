#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Write random programs, and run each in every way that must not matter.

    run.py KIND SEED... [--jobs N] [--keep DIR] [--mutate] [--clang CLANG]
                                                            SEED or FIRST-LAST

KIND is host, target, fortran or openacc.  Prints a line PASS or FAIL for each seed,
or UNSUPPORTED where GCC's own library and plugin are wrong; a program that fails
is kept, with what it printed.  With --mutate each program is
made wrong in one place: the mapping checker must find that, unless the result is
right nevertheless.  With --clang this compiler makes the programs, of host and
target, for our libraries for clang: they must give what gcc's code without
OpenMP gives.  UNSUPPORTED is a program that CLANG refuses, or that is wrong on
LLVM's own library, too.

The environment is that of the suite's scripts (lib/script.sh)."""

import argparse
import concurrent.futures
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # where the sources are

import fortran
import host
import openacc
import target

SECONDS = 300  # until a program hangs; far more than any takes
HERE = os.path.dirname(os.path.abspath(__file__))
DEVICE_OPTIONS = "nvptx-none=-misa=sm_80 -Wa,--no-verify -lm -latomic -lgfortran -fno-PIC"


class Wrong(Exception):
    """What a program did, and how it was built and run; OUTPUT: what it
    printed."""

    def __init__(self, text, output=""):
        super().__init__(text)
        self.output = output


def output_of(command, settings, limit=SECONDS):
    """The exit status of COMMAND, or "timeout", and what it printed."""
    environment = dict(os.environ)
    environment.update(settings)
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=limit,
        )
    except subprocess.TimeoutExpired as error:
        return "timeout", (error.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout.decode(errors="replace")


def wrong_lines(output, wanted):
    """The numbers of the lines of WANTED that OUTPUT does not have."""
    found = output.splitlines()
    return {
        number
        for number, line in enumerate(wanted.splitlines())
        if number < len(found) and found[number] != line
    }


def checks_of(output):
    return [line for line in output.splitlines() if line.startswith("check ")]


class Tools:
    """The compilers and libraries there are."""

    def __init__(self):
        get = os.environ.get
        self.compilers = {
            "c": get("GCC", "gcc"),
            "cc": get("GXX", "g++"),
            "f90": get("GFORTRAN", "gfortran"),
        }
        self.clang = None
        self.toolchain = os.environ["TOOLCHAIN"]
        self.library = os.environ["LIBDIR"]
        self.standin = os.path.join(
            os.environ["top_builddir"], "standin/built/lib"
        )
        accel = subprocess.run(
            [self.compilers["c"], "-print-prog-name=accel/nvptx-none/mkoffload"],
            stdout=subprocess.PIPE,
            text=True,
        ).stdout.strip()
        self.has_nvptx = os.access(accel, os.X_OK) and os.path.isabs(accel)
        self.has_plugin = "nvptx-none" in get("OFFLOAD_TARGETS", "").split()

    def use_clang(self, clang):
        """Let CLANG compile C and C++."""
        self.clang = clang
        self.compilers["clang c"] = clang
        self.compilers["clang cc"] = clang.replace("clang", "clang++")
        self.llvm = os.path.join(self.toolchain, "llvm")

    def has(self, extension):
        return shutil.which(self.compilers[extension]) is not None

    def stock(self, name):
        """The distribution's library of this name, or None."""
        find = os.path.join(HERE, "../../lib/system-library.sh")
        found = subprocess.run(["sh", find, name], stdout=subprocess.PIPE, text=True)
        return found.stdout.strip() or None

    def is_mixable(self, plugin):
        """Does GCC's plugin have the interface of ours, that of GCC 12?"""
        if not plugin:
            return False
        load = f"import ctypes, os; f = ctypes.CDLL ({plugin!r}, os.RTLD_LAZY)"
        status, output = output_of(
            [sys.executable, "-c", load + "; print (f.GOMP_OFFLOAD_version ())"], {}
        )
        return status != 0 or int(output) <= 1

    def runtimes(self, directory):
        """Directories with each pair of a libgomp and a plugin for nvptx:
        name, path."""
        plugin = "libgomp-plugin-nvptx.so.1"
        ours = {n: os.path.join(self.library, n) for n in ("libgomp.so.1", plugin)}
        theirs = {n: self.stock(n) for n in ours}
        pairs = {"stock": (theirs, theirs)}
        if self.is_mixable(theirs[plugin]):
            pairs["our library"] = (ours, theirs)
        if self.has_plugin:
            if self.is_mixable(theirs[plugin]):
                pairs["our plugin"] = (theirs, ours)
            pairs["ours"] = (ours, ours)
        found = []
        for name, (library, module) in pairs.items():
            if not library["libgomp.so.1"] or not module[plugin]:
                continue
            path = os.path.join(directory, name.replace(" ", "-"))
            os.makedirs(path)
            os.symlink(library["libgomp.so.1"], os.path.join(path, "libgomp.so.1"))
            os.symlink(module[plugin], os.path.join(path, plugin))
            found.append((name, path))
        return found


class Refused(Wrong):
    """The compiler does not take the program."""


class Trial:
    """One program, in a directory of its own."""

    def __init__(self, tools, runtimes, directory, text, extension):
        self.tools = tools
        self.runtimes = runtimes
        self.directory = directory
        self.text = text
        self.stock_fault = ""
        self.model = "-fopenmp"
        self.is_target = False
        self.extension = extension
        self.source = os.path.join(directory, "program." + extension)
        with open(self.source, "w", encoding="utf-8") as file:
            file.write(text)

    def build_by_clang(self, option, libraries):
        """The executable for clang's libraries in the directory LIBRARIES."""
        options = ["-fopenmp", "-L" + libraries]
        if self.is_target:
            options.append("-fopenmp-targets=x86_64-pc-linux-gnu")
        return self.build("by-clang", option, *options, by="clang ")

    def build(self, name, *options, by=""):
        """Returns the path of the executable NAME."""
        path = os.path.join(self.directory, name)
        compiler = self.tools.compilers[by + self.extension]
        command = [compiler, "-w", "-I" + HERE, *options]
        if self.extension == "f90":
            command += ["-J" + self.directory, "-ffree-line-length-none"]
            command.append(os.path.join(HERE, "random_target.f90"))
        command.append(self.source)
        command += ["-o", path, "-pthread"]
        if by:
            command += ["-lm", "-latomic"]
        status, output = output_of(command, {})
        if status != 0:
            kind = Refused if by else Wrong
            raise kind(f"{' '.join(command)}\n{output}compiler: status {status}")
        return path

    def run(self, how, path, *arguments, wanted="", **settings):
        """PATH must print WANTED and succeed."""
        status, output = output_of([path, *arguments], settings)
        if status != 0 or output != wanted:
            told = " ".join(f"{k}={v!r}" for k, v in settings.items())
            raise Wrong(f"{told}\n{output}{how}: status {status}", output)

    def on_standin(self, how, path, libraries):
        self.run(
            how,
            path,
            ACC_DEVICE_TYPE="nvidia",
            OMP_TARGET_OFFLOAD="mandatory",
            OFFLOAD_EMUL_NUM="0",
            STANDIN_CUDA_DEVICES="2",
            GOMP_NVPTX_CACHE="none",
            LD_LIBRARY_PATH=f"{self.tools.standin}:{libraries}",
        )

    def on_devices(self, option):
        """A program with target regions that checks itself."""
        tools = self.tools
        self.run("without OpenMP", self.build("serial", "-O1"))
        ours = self.build("ours", option, "-fopenmp", "-B" + tools.toolchain)
        self.run(
            "on the host",
            ours,
            OMP_TARGET_OFFLOAD="disabled",
            LD_LIBRARY_PATH=tools.library,
        )
        self.run(
            "on emulated devices",
            ours,
            OMP_TARGET_OFFLOAD="mandatory",
            OFFLOAD_EMUL_NUM="2",
            LD_LIBRARY_PATH=tools.library,
        )
        self.run_checked(option)
        if not tools.has_nvptx:
            return
        wrong = self.on_nvptx(option) if tools.has_plugin else None
        if target.OUR_IMAGE_ONLY not in self.text:
            self.on_mixed(option)
        if wrong and not self.is_compilers(wrong, strictly=True):
            raise wrong

    def on_devices_by_clang(self, option):
        """The same, by clang."""
        self.is_target = True
        self.run("without OpenMP", self.build("serial", "-O1"))
        ours = self.build_by_clang(option, self.tools.llvm)
        try:
            for offload in ("disabled", "mandatory"):
                self.run(
                    f"by clang, offloading {offload}",
                    ours,
                    OMP_TARGET_OFFLOAD=offload,
                    OFFLOAD_EMUL_NUM="2",
                    LD_LIBRARY_PATH=self.tools.llvm,
                )
        except Wrong as error:
            if not self.is_clangs(error, ours, OMP_TARGET_OFFLOAD="mandatory"):
                raise error
            self.stock_fault += f"\n{error}"

    def is_clangs(self, ours, path, *arguments, wanted="", **settings):
        """Is the executable wrong on LLVM's library, too, in each line in which
        it is on ours?"""
        found = subprocess.run(
            [self.tools.clang, "-print-file-name=libomp.so"],
            stdout=subprocess.PIPE,
            text=True,
        ).stdout.strip()
        if not os.path.isabs(found):
            return False
        settings["LD_LIBRARY_PATH"] = os.path.dirname(found)
        settings["KMP_WARNINGS"] = "0"
        try:
            self.run("LLVM's library", path, *arguments, wanted=wanted, **settings)
        except Wrong as error:
            if wrong_lines(ours.output, wanted) <= wrong_lines(error.output, wanted):
                self.stock_fault = str(error)
        return bool(self.stock_fault)

    def on_accelerators(self, option):
        """A program of OpenACC that checks itself."""
        tools = self.tools
        self.model = "-fopenacc"
        self.run("without OpenACC", self.build("serial", "-O1"))
        ours = self.build("ours", option, self.model, "-B" + tools.toolchain)
        for device in ("host", "x86emul"):
            self.run(
                f"on {device}",
                ours,
                ACC_DEVICE_TYPE=device,
                LD_LIBRARY_PATH=tools.library,
            )
        self.run(
            "in fallback",
            ours,
            OMP_TARGET_OFFLOAD="disabled",
            LD_LIBRARY_PATH=tools.library,
        )
        self.run_checked(option)
        if not tools.has_nvptx:
            return
        wrong = self.on_nvptx(option) if tools.has_plugin else None
        self.on_mixed(option)
        if wrong and not self.is_compilers(wrong, strictly=True):
            raise wrong

    def on_nvptx(self, option):
        """What is wrong with our image for nvptx, or None; it may be GCC's
        compiler."""
        ours = self.build(
            "ours-nvptx",
            option,
            self.model,
            "-B" + self.tools.toolchain,
            "-foffload=nvptx-none",
        )
        try:
            self.on_standin("our image, library and plugin", ours, self.tools.library)
        except Wrong as error:
            return error
        return None

    def on_mixed(self, option):
        """An image of GCC's mkoffload on each pair of a library and a plugin.
        What is wrong on GCC's own pair, too, is its fault."""
        theirs = self.build(
            "theirs",
            option,
            self.model,
            "-foffload=nvptx-none",
            "-foffload-options=" + DEVICE_OPTIONS,
        )
        for name, path in self.runtimes:
            try:
                self.on_standin(f"{name}, GCC's image", theirs, path)
            except Wrong as error:
                if name == "stock":
                    self.stock_fault = str(error)
                elif not self.is_compilers(error, strictly=name == "ours"):
                    raise

    def is_compilers(self, error, strictly):
        """Is it wrong on GCC's own pair, too?  STRICTLY: in the same results."""
        if not self.stock_fault or not strictly:
            return bool(self.stock_fault)
        found = checks_of(str(error))
        return found and found == checks_of(self.stock_fault)

    def build_checked(self, option):
        return self.build(
            "checked",
            option,
            self.model,
            "-B" + self.tools.toolchain,
            "-DOFFLOAD_EMUL_CHECK",
        )

    def checker_settings(self):
        return {
            "OMP_TARGET_OFFLOAD": "mandatory",
            "OFFLOAD_EMUL_NUM": "2",
            "OFFLOAD_EMUL_CHECK": "1,status=9",
            "LD_LIBRARY_PATH": self.tools.library,
        }

    def run_checked(self, option):
        path = self.build_checked(option)
        self.run("with the mapping checker", path, **self.checker_settings())

    def run_mutated(self, option):
        """The checker must find the error, or libgomp, or nothing is wrong."""
        path = self.build_checked(option)
        status, output = output_of([path], self.checker_settings())
        if status == 0 or status == 9 or "libgomp: " in output:
            return
        raise Wrong(f"{output}not found by the checker: status {status}")

    def on_host(self, option, random_):
        """A program without target regions, whose output does not depend on the
        number of threads."""
        seeds = [str(random_.randrange(10**6)) for _ in range(3)]
        serial = self.build("serial", "-O0", "-DSERIAL")
        settings = {
            "OMP_CANCELLATION": random_.choice(["true", "false"]),
            "OMP_MAX_TASK_PRIORITY": random_.choice(["0", "10"]),
        }
        status, wanted = output_of([serial, *seeds], settings)
        if status != 0:
            raise Wrong(f"{wanted}without OpenMP: status {status}")
        if self.tools.clang:
            ours = self.build_by_clang(option, self.tools.llvm)
            settings["LD_LIBRARY_PATH"] = self.tools.llvm
        else:
            ours = self.build("ours", option, "-fopenmp")
            settings["LD_LIBRARY_PATH"] = self.tools.library
        for threads in "1248":
            settings["OMP_NUM_THREADS"] = threads
            settings["OMP_WAIT_POLICY"] = random_.choice(["active", "passive"])
            settings["OMP_DYNAMIC"] = random_.choice(["true", "false", "false"])
            settings["OMP_PROC_BIND"] = random_.choice(["true", "false", "false"])
            settings["OMP_MAX_ACTIVE_LEVELS"] = random_.choice("01233333")
            how = f"with {threads} threads"
            try:
                self.run(how, ours, *seeds, wanted=wanted, **settings)
            except Wrong as error:
                if not self.tools.clang or not self.is_clangs(
                    error, ours, *seeds, wanted=wanted, **settings
                ):
                    raise error
                self.stock_fault += f"\n{error}"
                return


def try_seed(arguments, tools, runtimes, seed):
    """The verdict, and what is to be told."""
    random_ = random.Random(f"{arguments.kind} {seed}")
    option = random_.choice(["-O0", "-O1", "-O2", "-O2", "-O3"])
    extension = "f90" if arguments.kind == "fortran" else "c"
    if extension == "c" and random_.random() < 0.3 and tools.has("cc"):
        extension = "cc"
    wrong = ""
    if arguments.kind == "host":
        text = host.generate(seed, extension == "cc", bool(arguments.clang))
    else:
        mutate = random_.randrange(10**6) if arguments.mutate else None
        kind = target.Generator
        if arguments.kind == "fortran":
            kind = fortran.FortranGenerator
        elif arguments.kind == "openacc":
            kind = openacc.AccGenerator
        text, wrong = target.generate(seed, mutate, kind)
    name = f"{arguments.kind} {seed} {option} {extension}"
    if arguments.mutate:
        name += " made wrong"
    if arguments.clang:
        name += " by " + arguments.clang
    with tempfile.TemporaryDirectory(prefix="random-") as directory:
        trial = Trial(tools, runtimes, directory, text, extension)
        try:
            if arguments.kind == "host":
                trial.on_host(option, random_)
            elif arguments.mutate:
                trial.run_mutated(option)
            elif arguments.kind == "openacc":
                trial.on_accelerators(option)
            elif arguments.clang:
                trial.on_devices_by_clang(option)
            else:
                trial.on_devices(option)
        except Refused as error:
            return "UNSUPPORTED", f"{name}: refused\n{error}"
        except Wrong as error:
            kept = keep(arguments, trial.source, seed, f"{name}\n{error}\n{wrong}\n")
            last = str(error).splitlines()[-1]
            return "FAIL", f"{name}: {last} ({kept})\n{wrong}\n{error}"
    if trial.stock_fault:
        whose = "clang" if arguments.clang else "GCC"
        return "UNSUPPORTED", f"{name}: {whose}'s fault\n{trial.stock_fault}"
    return "PASS", name


def keep(arguments, source, seed, told):
    os.makedirs(arguments.keep, exist_ok=True)
    _, extension = os.path.splitext(source)
    name = arguments.kind + ("-wrong" if arguments.mutate else "")
    base = os.path.join(arguments.keep, f"{name}-{seed}")
    shutil.copy(source, base + extension)
    with open(base + ".txt", "w", encoding="utf-8") as file:
        file.write(told)
    return base + extension


def seeds_of(words):
    for word in words:
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("kind", choices=["host", "target", "fortran", "openacc"])
    parser.add_argument("seeds", nargs="+")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", default="found")
    parser.add_argument("--mutate", action="store_true")
    parser.add_argument("--clang")
    arguments = parser.parse_args()
    tools = Tools()
    if arguments.clang:
        tools.use_clang(arguments.clang)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="random-") as directory:
        runtimes = tools.runtimes(directory)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            tried = pool.map(
                lambda seed: try_seed(arguments, tools, runtimes, seed),
                seeds_of(arguments.seeds),
            )
            for verdict, told in tried:
                print(f"{verdict}: {told}", flush=True)
                failed += verdict == "FAIL"
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
