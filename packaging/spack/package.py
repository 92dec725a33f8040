# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
"""Spack's recipe, for a repository's packages/offgomp.  It takes the archive of
"make dist" from the directory in which spack is run."""

import os

from spack.package import *


class Offgomp(AutotoolsPackage):
    """OpenMP run-time library for programs of GCC, with emulated devices."""

    url = "file://{0}/offgomp-0.1.0.tar.xz".format(os.getcwd())

    license("GPL-3.0-or-later WITH GCC-exception-3.1")

    # Of the archive that you make: spack install --no-checksum.
    version("0.1.0")

    variant("nvptx", default=True, description="Offload to NVIDIA devices")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("elf", type="link")
    depends_on("binutils+libiberty", type="build")
    depends_on("gmake", type="build")
    depends_on("texinfo", type="build")

    requires("%gcc@12:", msg="the toolchain directory is for a GCC with plugins")

    def configure_args(self):
        targets = "x86emul"
        if self.spec.satisfies("+nvptx"):
            targets += ",nvptx-none"
        return [
            "--with-gcc={0}".format(self.compiler.cc),
            "--enable-offload-targets={0}".format(targets),
        ]
