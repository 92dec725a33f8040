/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Output of host and device in the program's order: each side writes out its
   buffered output before the other goes on.  */

#ifndef PLUGIN_X86EMUL_OUTPUT_H
#define PLUGIN_X86EMUL_OUTPUT_H

#include "base/compiler.h"

/* Look for libgfortran's flush among the libraries that HANDLE (of dlopen;
   NULL: the program) can reach, to call it from now on.  */
HIDDEN void x86emul_output_find_fortran (void *handle);
/* Write out pending output of stdout, stderr and Fortran's standard output.
   The calling thread must not be in a Fortran output statement.  */
HIDDEN void x86emul_output_flush (void) HOT;
/* As x86emul_output_flush, for a thread that may be in a Fortran output
   statement; if it is, Fortran's output is not written.  */
HIDDEN void x86emul_output_flush_anywhere (void) HOT;
/* Wait, for a limited time, until no thread flushes any more: at the program's
   end libgfortran closes and frees the unit without its lock.  */
HIDDEN void x86emul_output_settle (void);

#endif
