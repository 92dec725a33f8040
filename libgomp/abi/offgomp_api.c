/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines of offgomp.h, and the note that shows a file's version and build
   to readelf and strings.  Owns constants only.  */

#include <stdint.h>

#include "base/compiler.h"
#include "icv/icv.h"
#include "sync/running.h"

#pragma GCC visibility push(default)
#include "user/offgomp.h"
#pragma GCC visibility pop

#ifdef ENABLE_CHECKING
#  define CHECKING "yes"
#else
#  define CHECKING "no"
#endif
#if defined __SANITIZE_ADDRESS__
#  define SANITIZER "address"
#elif defined __SANITIZE_THREAD__
#  define SANITIZER "thread"
#else
#  define SANITIZER "none"
#endif

#define FACTS                                                                  \
  "version: " PACKAGE_STRING "\n"                                              \
  "interface: libgomp.so.1 of GCC 12, with the versions of GCC 13 to 16\n"     \
  "compiler: " __VERSION__ "\n"                                                \
  "checking: " CHECKING "\n"                                                   \
  "sanitizer: " SANITIZER "\n"

/* An ELF note.  */
static const struct
{
  uint32_t name_size, text_size, type;
  char name[8];
  char text[sizeof (FACTS)];
} note __attribute__ ((section (".note.offgomp"), used, aligned (4)))
= { sizeof ("offgomp"), sizeof (FACTS), 1, "offgomp", FACTS };

const char *
offgomp_version (void)
{
  return PACKAGE_STRING;
}

const char *
offgomp_build_facts (void)
{
  return note.text;
}

unsigned long long
offgomp_get_spin_time (void)
{
  return gomp_icv_spin_time ();
}

void
offgomp_set_spin_time (unsigned long long ns)
{
  gomp_icv_set_spin_time (ns);
}

unsigned
offgomp_get_running_threads (void)
{
  gomp_icv_initial ();
  return gomp_running_threads ();
}
