/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the tool has registered; see ompt.h.  Any thread, no lock: a callback is
   one word, which a call loads once.  */

#include <stdatomic.h>

#include "base/compiler.h"
#include "ompt/ompt.h"
#include "team/self.h"

static const ompt_set_result_t answers[] = {
#define CALLBACK(name, answer) [ompt_callback_##name] = ompt_set_##answer,
#include "ompt/callbacks.def"
#undef CALLBACK
};

#define COUNT GOMP_ARRAY_SIZE (answers)

static ompt_callback_t _Atomic callbacks[COUNT];

ompt_callback_t
gomp_ompt_callback (ompt_callbacks_t event)
{
  /* Acquire: pairs with gomp_ompt_set_callback.  */
  return atomic_load_explicit (&callbacks[event], memory_order_acquire);
}

void
gomp_ompt_forget_callbacks (void)
{
  for (size_t i = 0; i < COUNT; i++)
    atomic_store (&callbacks[i], NULL);
}

ompt_set_result_t
gomp_ompt_set_callback (ompt_callbacks_t event, ompt_callback_t callback)
{
  if (event < 1 || event >= COUNT)
    return ompt_set_error;
  /* Release: pairs with gomp_ompt_callback.  */
  atomic_store (&callbacks[event], callback);
  return callback == NULL ? ompt_set_always : answers[event];
}

int
gomp_ompt_get_callback (ompt_callbacks_t event, ompt_callback_t *callback)
{
  ompt_callback_t found
      = event >= 1 && event < COUNT ? gomp_ompt_callback (event) : NULL;
  if (found == NULL)
    return 0;
  *callback = found;
  return 1;
}

/* What omp_control_tool returns without a tool, and without a callback.  */
#define NO_TOOL (-2)
#define NO_CALLBACK (-1)

int
gomp_ompt_control (int command, int modifier, void *arg, const void *at)
{
  gomp_self ();
  if (!gomp_ompt_is_active ())
    return NO_TOOL;
  ompt_callback_control_tool_t call
      = (ompt_callback_control_tool_t)gomp_ompt_callback (
          ompt_callback_control_tool);
  if (call == NULL)
    return NO_CALLBACK;
  return call ((uint64_t)command, (uint64_t)modifier, arg, at);
}
