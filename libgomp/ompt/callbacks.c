/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that the tool has registered; see ompt.h.  Owns no data: the
   table is in team/callbacks.h.  Any thread, no lock: a callback is one word,
   which a call loads once.  */

#include <stdatomic.h>

#include "base/compiler.h"
#include "base/invariant.h"
#include "ompt/ompt.h"
#include "os/process.h"
#include "os/symbol.h"
#include "team/callbacks.h"
#include "team/self.h"
#include "tool/source_lines.h"
#include "tool_calls.h"

static const struct
{
  ompt_set_result_t plain;
  ompt_set_result_t compiled; /* if a file of the program calls SYMBOL, or
                                 libomp.so.5 */
  const char *symbol;         /* or NULL */
} answers[] = {
#define CALLBACK(name, answer)                                                 \
  [ompt_callback_##name] = { ompt_set_##answer, ompt_set_##answer, NULL },
#define CALLBACK_COMPILED(name, answer, compiled, symbol)                      \
  [ompt_callback_##name] = { ompt_set_##answer, ompt_set_##compiled, symbol },
#include "ompt/callbacks.def"
#undef CALLBACK
#undef CALLBACK_COMPILED
};

_Static_assert(GOMP_ARRAY_SIZE (answers) == GOMP_CALLBACKS,
               "an answer for each callback");

void
gomp_ompt_forget_callbacks (void)
{
  for (size_t i = 0; i < GOMP_CALLBACKS; i++)
    atomic_store (&gomp_callbacks[i], NULL);
}

/* What the program's files call says how they were compiled, and their line
   tables which calls are those of static loops.  Of a static program this is
   not known: events may come.  Code of clang calls libomp.so.5 for all these
   constructs.  */
static ompt_set_result_t
answer_for (ompt_callbacks_t event)
{
  const char *symbol = answers[event].symbol;
  bool is_told = symbol != NULL
                 && (gomp_self_shares_distance () || os_process_is_static ()
                     || os_symbol_is_called (symbol)
                     || (event == ompt_callback_work
                         && gomp_source_lines_known ("omp_get_num_threads")));
  return is_told ? answers[event].compiled : answers[event].plain;
}

/* How the program's files were compiled says nothing about its images.  */
ompt_set_result_t
gomp_ompt_device_answer (ompt_callbacks_t event)
{
  return answers[event].plain;
}

ompt_set_result_t
gomp_ompt_set_callback (ompt_callbacks_t event, ompt_callback_t callback)
{
  if (event < 1 || event >= GOMP_CALLBACKS)
    return ompt_set_error;
  gomp_invariant (answers[event].plain != ompt_set_error,
                  "there is no answer for callback %d", (int)event);
  if (callback != NULL)
    {
      gomp_ompt_observe ();
      gomp_ompt_listen (event);
    }
  /* Release: pairs with gomp_callback.  */
  atomic_store (&gomp_callbacks[event], callback);
  return callback == NULL ? ompt_set_always : answer_for (event);
}

int
gomp_ompt_get_callback (ompt_callbacks_t event, ompt_callback_t *callback)
{
  ompt_callback_t found
      = event >= 1 && event < GOMP_CALLBACKS ? gomp_callback (event) : NULL;
  if (found == NULL)
    return 0;
  *callback = found;
  return 1;
}

/* The result of omp_control_tool without a tool, and without a callback.  */
#define NO_TOOL (-2)
#define NO_CALLBACK (-1)

int
gomp_ompt_control (int command, int modifier, void *arg, const void *at)
{
  gomp_self ();
  if (!gomp_ompt_is_active ())
    return NO_TOOL;
  atomic_int *mark = gomp_callback_mark ();
  gomp_callback_enter (mark);
  ompt_callback_control_tool_t call
      = (ompt_callback_control_tool_t)gomp_callback (
          ompt_callback_control_tool);
  int result = call == NULL
                   ? NO_CALLBACK
                   : call ((uint64_t)command, (uint64_t)modifier, arg, at);
  gomp_callback_leave (mark);
  return result;
}
