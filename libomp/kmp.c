/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Settings beside those of OpenMP: kmp_set_*, kmp_get_*.

   Each has three names: kmp_NAME for C, kmp_NAME_ for Fortran, which passes
   addresses, and kmpc_NAME for Fortran where it passes values.

   Owns what the last kmp_set_library asked for; the rest is in libgomp.so.1.
   Any thread.  */

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "kmp_env.h"
#include "libomp.h"

#define GETTER(type, name, value)                                              \
  EXPORT type kmp_##name (void);                                               \
  EXPORT type kmp_##name##_ (void);                                            \
  type kmp_##name (void) { return value; }                                     \
  type kmp_##name##_ (void) { return value; }

/* CALL is a function of an argument of this type.  */
#define SETTER(name, type, call)                                               \
  EXPORT void kmp_##name (type value);                                         \
  EXPORT void kmp_##name##_ (const type *value);                               \
  EXPORT void kmpc_##name (type value);                                        \
  void kmp_##name (type value) { call (value); }                               \
  void kmp_##name##_ (const type *value) { call (*value); }                    \
  void kmpc_##name (type value) { call (value); }

#define ACTION(name, call)                                                     \
  EXPORT void kmp_##name (void);                                               \
  EXPORT void kmp_##name##_ (void);                                            \
  void kmp_##name (void) { call; }                                             \
  void kmp_##name##_ (void) { call; }

/* ---- Stacks of threads that start later.  */

static void
set_stack_size (size_t size)
{
  core.set_stack_size (size);
}

static void
set_small_stack_size (int size)
{
  if (size > 0)
    core.set_stack_size ((size_t)size);
}

GETTER (size_t, get_stacksize_s, core.stack_size ())
GETTER (int, get_stacksize, (int)core.stack_size ())
SETTER (set_stacksize_s, size_t, set_stack_size)
SETTER (set_stacksize, int, set_small_stack_size)

/* ---- How long threads spin before they sleep: in milliseconds, INT32_MAX:
   always.  */

#define NS_PER_MS 1000000u

static int
block_time (void)
{
  uint64_t ms = core.spin_time () / NS_PER_MS;
  return ms < INT32_MAX ? (int)ms : INT32_MAX;
}

static void
set_block_time (int ms)
{
  if (ms == INT32_MAX)
    core.set_spin_time (UINT64_MAX);
  else
    core.set_spin_time (ms > 0 ? (uint64_t)ms * NS_PER_MS : 0);
}

GETTER (int, get_blocktime, block_time ())
SETTER (set_blocktime, int, set_block_time)

/* ---- What the program shares the machine with.  */

enum library
{
  SERIAL = 1,     /* regions have one thread */
  TURNAROUND = 2, /* nothing: threads spin */
  THROUGHPUT = 3  /* other programs: threads sleep after a while */
};

/* The mode, and what it replaced.  */
static _Atomic enum library mode = THROUGHPUT;
static unsigned usual_limit;
static uint64_t usual_spin_time;

static void
leave_mode (void)
{
  if (mode == SERIAL)
    core.limit_threads (usual_limit);
  else if (mode == TURNAROUND)
    core.set_spin_time (usual_spin_time);
  mode = THROUGHPUT;
}

static void
set_library (int which)
{
  char text[80];
  if (which < SERIAL || which > THROUGHPUT)
    {
      snprintf (text, sizeof (text), "kmp_set_library (%d): not a library type",
                which);
      core.warning (text);
      return;
    }
  leave_mode ();
  if (which == SERIAL)
    usual_limit = core.limit_threads (1);
  else if (which == TURNAROUND)
    {
      usual_spin_time = core.spin_time ();
      core.set_spin_time (UINT64_MAX);
    }
  mode = (enum library)which;
}

GETTER (int, get_library, (int)mode)
SETTER (set_library, int, set_library)
ACTION (set_library_serial, set_library (SERIAL))
ACTION (set_library_turnaround, set_library (TURNAROUND))
ACTION (set_library_throughput, set_library (THROUGHPUT))

/* ---- Others.  */

EXPORT void kmp_set_defaults (const char *settings);
EXPORT void kmp_set_defaults_ (const char *settings, int length);
EXPORT void kmpc_set_defaults (const char *settings);
EXPORT int kmp_get_cancellation_status (int kind);
EXPORT int kmp_get_cancellation_status_ (const int *kind);

/* "NAME=value", with '|' between.  */
void
kmp_set_defaults (const char *settings)
{
  char entry[500];
  while (*settings != '\0')
    {
      size_t n = strcspn (settings, "|");
      struct libomp_text text;
      snprintf (entry, sizeof (entry), "%.*s", n < 400 ? (int)n : 400,
                settings);
      if (strncmp (entry, "KMP_", 4) != 0)
        core.set_variables (entry);
      else if (libomp_kmp_translate (entry, &text) && text.text[0] != '\0')
        core.set_variables (text.text);
      settings += n + (settings[n] == '|');
    }
}

void
kmp_set_defaults_ (const char *settings, int length)
{
  (void)length;
  kmp_set_defaults (settings);
}

void
kmpc_set_defaults (const char *settings)
{
  kmp_set_defaults (settings);
}

int
kmp_get_cancellation_status (int kind)
{
  return core.cancellation_point (libomp_cancel_kind (kind));
}

int
kmp_get_cancellation_status_ (const int *kind)
{
  return kmp_get_cancellation_status (*kind);
}

static inline void
ignore (int value)
{
  (void)value;
}

GETTER (int, get_num_known_threads, libomp_known_threads ())
/* Loops in progress are kept elsewhere, and no warning is for these calls.  */
SETTER (set_disp_num_buffers, int, ignore)
ACTION (set_warnings_on, (void)0)
ACTION (set_warnings_off, (void)0)
