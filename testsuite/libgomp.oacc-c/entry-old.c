/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points that only older compilers call: GCC 5's, and enter_exit_data of
   those before 12.  */

#include "check.h"

extern void GOACC_parallel (int, void (*) (void *), size_t, void **, size_t *,
                            unsigned short *, int, int, int, int, int, ...);
extern void GOACC_enter_exit_data (int, size_t, void **, size_t *,
                                   unsigned short *, int, int, ...);
extern int GOACC_get_num_threads (void);
extern int GOACC_get_thread_num (void);

enum
{
  TO = 0x01,
  DELETE = 0x07,
  FROM = 0x02
};

static void
region (void *data)
{
  int **addresses = data;
  *addresses[0] += 1;
}

/* The program has device code.  */
static void
modern (int *a)
{
#pragma acc parallel present(a[0 : 1])
  a[0] += 10;
}

int
main (void)
{
  int a = 5, shared = is_shared ();
  void *host = &a;
  size_t size = sizeof (a);
  unsigned short kind = TO | FROM;
  /* GCC's library crashes if there is no device yet.  */
  acc_create (&size, sizeof (size));
  GOACC_parallel (-1, region, 1, &host, &size, &kind, 1, 1, 1, -2, 0);
  CHECK (a == 6);
  CHECK (GOACC_get_num_threads () == 1 && GOACC_get_thread_num () == 0);

  kind = TO;
  GOACC_enter_exit_data (-1, 1, &host, &size, &kind, -2, 0);
  CHECK (acc_is_present (&a, sizeof (a)));
  modern (&a);
  CHECK (a == (shared ? 16 : 6));
  kind = FROM;
  GOACC_enter_exit_data (-1, 1, &host, &size, &kind, -2, 0);
  CHECK (a == 16);
  CHECK (acc_is_present (&a, sizeof (a)) == shared);
  kind = TO;
  GOACC_enter_exit_data (-1, 1, &host, &size, &kind, 1, 2, 2, 3);
  kind = DELETE;
  GOACC_enter_exit_data (-1, 1, &host, &size, &kind, 1, 1, 1);
  acc_wait (1);
  CHECK (acc_is_present (&a, sizeof (a)) == shared);
  /* Nothing is done on the host instead.  */
  kind = TO;
  GOACC_enter_exit_data (-2, 1, &host, &size, &kind, -2, 0);
  CHECK (acc_is_present (&a, sizeof (a)) == shared);
  return 0;
}
