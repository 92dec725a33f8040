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

enum way
{
  ENTER = 1, /* acc_prof_register, else acc_prof_unregister */
  TOGGLE = 2,
  THREAD = 4,
  STRANGE = 8
};

/* Steps, and what is called for a construct after each.  */
static const struct
{
  unsigned way;
  acc_event_t event;
  acc_prof_callback callback;
  const char *calls;
} steps[] = {
  { ENTER, START, first, "a" },
  { ENTER, START, second, "ab" },
  { ENTER, END, first, "abA" },
  { ENTER, END, second, "abBA" },
  { ENTER, START, third, "abcBA" },
  /* Twice registered, called once, until unregistered twice.  */
  { ENTER, START, second, "abcBA" },
  { 0, START, second, "abcBA" },
  { 0, START, second, "acBA" },
  { 0, START, second, "acBA" },
  { ENTER, START, second, "acbBA" },
  /* One function of an event.  */
  { TOGGLE, START, third, "abBA" },
  { TOGGLE | ENTER, START, third, "acbBA" },
  /* An event.  */
  { TOGGLE, END, NULL, "acb" },
  { TOGGLE, START, first, "cb" },
  { TOGGLE | ENTER, START, first, "acb" },
  { TOGGLE | ENTER, END, NULL, "acbBA" },
  /* All.  */
  { TOGGLE, acc_ev_none, NULL, "" },
  { TOGGLE | ENTER, acc_ev_none, NULL, "acbBA" },
  /* This thread's.  */
  { THREAD, acc_ev_none, NULL, "" },
  { THREAD | ENTER, acc_ev_none, NULL, "acbBA" },
  /* What makes no sense is ignored.  */
  { ENTER, acc_ev_none, first, "acbBA" },
  { ENTER, acc_ev_last, first, "acbBA" },
  { ENTER, (acc_event_t)-3, first, "acbBA" },
  { 0, (acc_event_t)1000, first, "acbBA" },
  { STRANGE | ENTER, START, first, "acbBA" },
  { 0, acc_ev_update_start, first, "acbBA" },
  { THREAD, START, first, "acbBA" },
  /* None is left, and then one again.  */
  { 0, START, first, "cbBA" },
  { 0, START, second, "cBA" },
  { 0, START, third, "BA" },
  { 0, END, first, "B" },
  { 0, END, second, "" },
  { ENTER, START, first, "a" },
};

static acc_register_t
register_way (unsigned way)
{
  return way & TOGGLE    ? acc_toggle
         : way & THREAD  ? acc_toggle_per_thread
         : way & STRANGE ? (acc_register_t)7
                         : acc_reg;
}

int
main (void)
{
  expect ("");
  for (size_t i = 0; i < sizeof (steps) / sizeof (steps[0]); i++)
    {
      (steps[i].way & ENTER ? acc_prof_register : acc_prof_unregister) (
          steps[i].event, steps[i].callback, register_way (steps[i].way));
      expect (steps[i].calls);
    }
  return 0;
}
