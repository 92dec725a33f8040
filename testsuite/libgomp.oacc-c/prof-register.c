/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Registering: order, reference counts, toggles, what makes no sense.  */

#include <acc_prof.h>
#include <string.h>

#include "check.h"

static char calls[100];

#define CALLBACK(name, letter)                                                 \
  static void name (acc_prof_info *prof, acc_event_info *event,                \
                    acc_api_info *api)                                         \
  {                                                                            \
    size_t n = strlen (calls);                                                 \
    (void)event;                                                               \
    (void)api;                                                                 \
    CHECK (n < sizeof (calls) - 2);                                            \
    calls[n] = letter[prof->event_type == acc_ev_compute_construct_end];       \
    calls[n + 1] = '\0';                                                       \
  }
CALLBACK (first, "aA")
CALLBACK (second, "bB")
CALLBACK (third, "cC")

#define START acc_ev_compute_construct_start
#define END acc_ev_compute_construct_end

static void
expect (const char *wanted)
{
  int x = 0;
  calls[0] = '\0';
#pragma acc parallel copy(x)
  x++;
  if (strcmp (calls, wanted) != 0)
    printf ("%s instead of %s\n", calls, wanted);
  CHECK (strcmp (calls, wanted) == 0);
}

int
main (void)
{
  expect ("");
  acc_prof_register (START, first, acc_reg);
  acc_prof_register (START, second, acc_reg);
  acc_prof_register (END, first, acc_reg);
  acc_prof_register (END, second, acc_reg);
  acc_prof_register (START, third, acc_reg);
  expect ("abcBA");

  /* Twice registered, called once, until unregistered twice.  */
  acc_prof_register (START, second, acc_reg);
  expect ("abcBA");
  acc_prof_unregister (START, second, acc_reg);
  expect ("abcBA");
  acc_prof_unregister (START, second, acc_reg);
  expect ("acBA");
  acc_prof_unregister (START, second, acc_reg);
  acc_prof_register (START, second, acc_reg);
  expect ("acbBA");

  /* One function of an event.  */
  acc_prof_unregister (START, third, acc_toggle);
  expect ("abBA");
  acc_prof_register (START, third, acc_toggle);
  expect ("acbBA");
  /* An event.  */
  acc_prof_unregister (END, NULL, acc_toggle);
  expect ("acb");
  acc_prof_unregister (START, first, acc_toggle);
  expect ("cb");
  acc_prof_register (START, first, acc_toggle);
  acc_prof_register (END, NULL, acc_toggle);
  expect ("acbBA");
  /* All.  */
  acc_prof_unregister (acc_ev_none, NULL, acc_toggle);
  expect ("");
  acc_prof_register (acc_ev_none, NULL, acc_toggle);
  expect ("acbBA");
  /* This thread's.  */
  acc_prof_unregister (acc_ev_none, NULL, acc_toggle_per_thread);
  expect ("");
  acc_prof_register (acc_ev_none, NULL, acc_toggle_per_thread);
  expect ("acbBA");

  /* What makes no sense is ignored.  */
  acc_prof_register (acc_ev_none, first, acc_reg);
  acc_prof_register (acc_ev_last, first, acc_reg);
  acc_prof_register ((acc_event_t)-3, first, acc_reg);
  acc_prof_unregister ((acc_event_t)1000, first, acc_reg);
  acc_prof_register (START, first, (acc_register_t)7);
  acc_prof_unregister (acc_ev_update_start, first, acc_reg);
  acc_prof_unregister (START, first, acc_toggle_per_thread);
  expect ("acbBA");

  acc_prof_unregister (START, first, acc_reg);
  acc_prof_unregister (START, second, acc_reg);
  acc_prof_unregister (START, third, acc_reg);
  acc_prof_unregister (END, first, acc_reg);
  acc_prof_unregister (END, second, acc_reg);
  expect ("");
  acc_prof_register (START, first, acc_reg);
  expect ("a");
  return 0;
}
