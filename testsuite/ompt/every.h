/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool's start: it registers one function for each event.  The function gets
   arguments of many types, and reads none.  */

#include "start.h"

static void call (void);

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  (void)data;
  for (int event = 1; event <= ompt_callback_error; event++)
    set ((ompt_callbacks_t)event, call);
  return 1;
}
