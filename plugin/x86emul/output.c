/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Output in order; see output.h.  Owns the address of libgfortran's flush;
   any thread.  */

#include "output.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>

typedef void flush_unit (int32_t *unit);

/* _gfortran_flush_i4, or NULL.  Set once, never reset: libgfortran is not
   unloaded while a program that needs it runs.  */
static _Atomic (flush_unit *) flush_fortran;

void
x86emul_output_find_fortran (void *handle)
{
  void *symbol
      = dlsym (handle != NULL ? handle : RTLD_DEFAULT, "_gfortran_flush_i4");
  /* Relaxed: the pointer alone matters.  */
  if (symbol != NULL)
    atomic_store_explicit (&flush_fortran, (flush_unit *)symbol,
                           memory_order_relaxed);
}

static inline void
flush_stream (FILE *stream)
{
  if (__fpending (stream) != 0)
    fflush (stream);
}

void
x86emul_output_flush (void)
{
  flush_stream (stdout);
  flush_stream (stderr);
  flush_unit *fortran
      = atomic_load_explicit (&flush_fortran, memory_order_relaxed);
  if (unlikely (fortran != NULL))
    {
      int32_t standard_output = 6;
      fortran (&standard_output);
    }
}
