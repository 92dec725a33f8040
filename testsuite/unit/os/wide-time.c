/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-additional-options "-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64" } */
/* A wait with a time limit sleeps as long on a 32-bit host whose time_t has 64
   bits, wider than what the system call takes.  The C library has both types
   there, so this program compiles the file with the wider one itself.  */

#include "os/linux.c"

#include "check.h"

static void
test_time_limit (void)
{
  const int64_t limit_ns = 200000000;
  atomic_uint word = 1;
  uint64_t start = os_time_ns ();
  EXPECT (os_futex_wait (&word, 1, GOMP_WAIT_PRIVATE, limit_ns)
          == OS_SLEEP_TIMEOUT);
  EXPECT (os_time_ns () - start >= (uint64_t)limit_ns);
}

int
main (void)
{
  RUN (test_time_limit);
  return check_done ();
}
