/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What sanitizers of this process report; see sanitizer_report.h.

   A sanitizer knows addresses, but not what they mean on the host.  So after
   each report this process notes in the control block which access it is about;
   libgomp on the host then describes the data.  Runs on the thread that the
   sanitizer reports on, while it holds its locks: calls nothing but the
   sanitizer's functions for the current report.  */

#include "target/sanitizer_report.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "proto.h"
#include "target/process.h"
#include "target/report.h"

/* AddressSanitizer's description of its report; of its libraries since 2014. */
static struct
{
  void *(*address) (void);
  int (*is_write) (void);
  size_t (*size) (void);
  const char *(*description) (void);
} asan;

static void
note (const char *sanitizer, const char *mistake, uintptr_t address,
      size_t size, bool is_write)
{
  char what[X86EMUL_LOCATION_MAX];
  snprintf (what, sizeof (what), "%s: %s", sanitizer, mistake);
  x86emul_report_add (&x86emul_process.control->sanitizers, 0, is_write,
                      address, address, size, what);
}

static void
hear_asan (const char *text)
{
  (void)text;
  note ("AddressSanitizer", asan.description (), (uintptr_t)asan.address (),
        asan.size (), asan.is_write () != 0);
}

/* The first access of a race says where it is.  */
void
__tsan_on_report (void *report)
{
  int (*access) (void *, unsigned long, int *, void **, int *, int *, int *,
                 void **, unsigned long)
      = (__typeof__ (access))dlsym (RTLD_DEFAULT, "__tsan_get_report_mop");
  int thread, size = 0, is_write = 0, is_atomic = 0;
  void *address = NULL, *trace[1];
  if (access != NULL && x86emul_process.control != NULL
      && access (report, 0, &thread, &address, &size, &is_write, &is_atomic,
                 trace, 1)
      && address != NULL)
    note ("ThreadSanitizer", "data race", (uintptr_t)address, (size_t)size,
          is_write != 0);
}

void
x86emul_sanitizer_report_init (void)
{
  void (*call) (void (*) (const char *)) = (__typeof__ (call))dlsym (
      RTLD_DEFAULT, "__asan_set_error_report_callback");
  *(void **)&asan.address = dlsym (RTLD_DEFAULT, "__asan_get_report_address");
  *(void **)&asan.is_write
      = dlsym (RTLD_DEFAULT, "__asan_get_report_access_type");
  *(void **)&asan.size = dlsym (RTLD_DEFAULT, "__asan_get_report_access_size");
  *(void **)&asan.description
      = dlsym (RTLD_DEFAULT, "__asan_get_report_description");
  if (call != NULL && asan.address != NULL && asan.is_write != NULL
      && asan.size != NULL && asan.description != NULL)
    call (hear_asan);
}
