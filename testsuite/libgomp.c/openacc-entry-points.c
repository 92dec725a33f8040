/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* The entry points of OpenACC's constructs, those of older compilers too, as
   the compiler calls them; on the host.  */

#include <stddef.h>

#include "check.h"

extern void GOACC_parallel_keyed (int, void (*) (void *), size_t, void **,
                                  size_t *, unsigned short *, ...);
extern void GOACC_parallel (int, void (*) (void *), size_t, void **, size_t *,
                            unsigned short *, int, int, int, int, int, ...);
extern void GOACC_data_start (int, size_t, void **, size_t *, unsigned short *);
extern void GOACC_data_end (void);
extern void GOACC_enter_data (int, size_t, void **, size_t *, unsigned short *,
                              int, int, ...);
extern void GOACC_exit_data (int, size_t, void **, size_t *, unsigned short *,
                             int, int, ...);
extern void GOACC_enter_exit_data (int, size_t, void **, size_t *,
                                   unsigned short *, int, int, ...);
extern void GOACC_update (int, size_t, void **, size_t *, unsigned short *, int,
                          int, ...);
extern void GOACC_declare (int, size_t, void **, size_t *, unsigned short *);
extern void GOACC_wait (int, int, ...);
extern int GOACC_get_num_threads (void);
extern int GOACC_get_thread_num (void);

/* Complements of "no flag" and "on the host".  */
#define NO_FLAG (-1)
#define ON_HOST (-2)

/* Launch arguments: code, device, operand.  */
#define TAG(code, operand) ((unsigned)(code) << 28 | (operand))
#define DIM 1
#define ASYNC 2
#define WAIT 3

static int values[8];

static void
region (void *data)
{
  int *v = *(int **)data;
  for (int i = 0; i < 8; i++)
    v[i]++;
}

int
main (void)
{
  void *hosts[] = { values };
  size_t sizes[] = { sizeof (values) };
  unsigned short to = 0x01, from = 0x02, both = 0x03, force_to = 0x81,
                 force_from = 0x82, release = 0x17;

  GOACC_parallel_keyed (NO_FLAG, region, 1, hosts, sizes, &both, 0);
  CHECK (values[7] == 1);
  GOACC_parallel_keyed (ON_HOST, region, 1, hosts, sizes, &both, TAG (DIM, 7),
                        4, 2, 32, TAG (ASYNC, 3), TAG (WAIT, 2), 5, 6, 0);
  CHECK (values[7] == 2);
  GOACC_parallel_keyed (NO_FLAG, region, 1, hosts, sizes, &both,
                        TAG (ASYNC, 0xffff), -1, TAG (WAIT, 10), 1, 2, 3, 4, 5,
                        6, 7, 8, 9, 10, 0);
  CHECK (values[7] == 3);
  GOACC_parallel (NO_FLAG, region, 1, hosts, sizes, &both, 1, 1, 1, -2, 0);
  CHECK (values[7] == 4);

  GOACC_data_start (NO_FLAG, 1, hosts, sizes, &both);
  GOACC_data_start (ON_HOST, 1, hosts, sizes, &both);
  GOACC_update (NO_FLAG, 1, hosts, sizes, &force_to, -2, 0);
  GOACC_update (NO_FLAG, 1, hosts, sizes, &force_from, 4, 2, 1, 2);
  GOACC_data_end ();
  GOACC_data_end ();
  GOACC_enter_data (NO_FLAG, 1, hosts, sizes, &to, -2, 0);
  GOACC_exit_data (NO_FLAG, 1, hosts, sizes, &from, 7, 1, 3);
  GOACC_enter_exit_data (NO_FLAG, 1, hosts, sizes, &to, -1, 0);
  GOACC_enter_exit_data (NO_FLAG, 1, hosts, sizes, &release, -2, 0);
  GOACC_declare (NO_FLAG, 1, hosts, sizes, &to);
  GOACC_declare (NO_FLAG, 1, hosts, sizes, &release);
  GOACC_wait (-2, 0);
  GOACC_wait (3, 0);
  GOACC_wait (-2, 2, 1, 7);
  CHECK (values[0] == 4 && values[7] == 4);

  CHECK (GOACC_get_num_threads () == 1);
  CHECK (GOACC_get_thread_num () == 0);
  return 0;
}
