/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How the tests of this folder judge an attack.

   An attack is a process to which something hostile happens, as its name says.
   It gets nothing but the name, so it can be repeated: PROGRAM "NAME".  However
   hostile the attack is, the process ends by itself and in time, and leaves
   nothing behind.  Either its body found its results right and prints "right"
   at its end, or it ends with a message of the library.  */

#ifndef ATTACK_H
#define ATTACK_H

#define SCENARIO_LIMIT_S 60
#include "../diag/scenario.h"
#include "../unit/random.h"

#define ATTACK_RIGHT "right\n"

/* What a body calls at its end.  */
static inline void
attack_result (bool good)
{
  printf ("%s", good ? ATTACK_RIGHT : "wrong\n");
  exit (good ? 0 : 3);
}

/* Why the run is no good, or NULL.  */
static inline const char *
attack_fault (const struct scenario_run *run)
{
  if (run->timed_out)
    return "did not end";
  if (!WIFEXITED (run->status))
    return "died of a signal";
  if (WEXITSTATUS (run->status) == 0
          ? strstr (run->output, ATTACK_RIGHT) == NULL
          : strstr (run->output, "libgomp: ") == NULL)
    return "ended without a word";
  if (strstr (run->output, "wrong\n") != NULL)
    return "has a wrong result";
  return NULL;
}

/* Run the attack NAME, with VARIABLE (NAME=VALUE) in its environment if that is
   not NULL.  */
static inline bool
attack_try (const char *name, const char *variable)
{
  static struct scenario_run run;
  const struct scenario attack = { .name = name, .environment = { variable } };
  int before = scenario_shared_memory (), in;
  bool good = true;

  memset (&run, 0, sizeof run);
  scenario_start (&attack, &run, &in);
  scenario_watch (&attack, &run, in);
  const char *fault = attack_fault (&run);
  if (fault != NULL)
    scenario_complain (&good, name, fault, "");
  if (scenario_leftovers ())
    scenario_complain (&good, name, "left a process", "");
  if (scenario_shared_memory () > before
      || scenario_count_files (run.folder, "", true) > 0)
    scenario_complain (&good, name, "left a file", "");
  rmdir (run.folder);
  if (!good || getenv ("SCENARIO_VERBOSE"))
    printf ("---- %s \"%s\", status %#x:\n%s----\n", variable ? variable : "",
            name, (unsigned)run.status, run.output);
  fflush (stdout);
  return good;
}

/* How many attacks there shall be where the test does USUAL ones.  */
static inline long
attack_rounds (long usual)
{
  const char *rounds = getenv ("ATTACK_ROUNDS");

  return rounds != NULL && atol (rounds) > 0 ? atol (rounds) : usual;
}

/* Where random numbers begin.  */
static inline void
attack_seed (void)
{
  const char *seed = getenv ("ATTACK_SEED");

  random_seed = seed != NULL ? strtoull (seed, NULL, 0) : 1;
}

static inline void
attack_tell (bool good, const char *what)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", what);
  fflush (stdout);
}

#endif
