/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool (OMPT) that registers a function for each event; see host.c.  */

#include "../ompt/every.h"

static void
call (void)
{
}

static void
finalize (ompt_data_t *data)
{
  (void)data;
}
