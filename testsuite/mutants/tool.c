/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool (OMPT) that registers a function for each event; see host.c.  */

#include <omp-tools.h>
#include <stddef.h>

#include "../ompt/start.h"

static void
nothing (void)
{
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  (void)data;
  for (int event = 1; event <= ompt_callback_error; event++)
    set ((ompt_callbacks_t)event, nothing);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void)data;
}
