/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The target arguments of a region: values of its clauses for the device.  */

#ifndef OFFGOMP_TARGET_ARGS_H
#define OFFGOMP_TARGET_ARGS_H

#include <stddef.h>
#include <stdint.h>

/* The target arguments that run gets as ARGS: words up to a NULL word.  */
#define GOMP_TARGET_ARG_TYPE_MASK 0x7f /* device type it is for; 0: all */
#define GOMP_TARGET_ARG_INDIRECT 0x80  /* the value is the next word */
#define GOMP_TARGET_ARG_ID_MASK 0xff00 /* one of the next two */
#define GOMP_TARGET_ARG_NUM_TEAMS 0x100
#define GOMP_TARGET_ARG_THREAD_LIMIT 0x200
#define GOMP_TARGET_ARG_VALUE_SHIFT 16 /* of a value in the word itself */
/* As a number of teams, from GCC 13 on: no teams construct, so one team.  GCC
   12 has 1 for that; 0 is a teams construct without a number, -1 one that only
   the device can compute.  */
#define GOMP_TARGET_ARG_NO_TEAMS (-2)

/* The value in ARGS for a device of TYPE; 0: none.  */
static inline void
gomp_target_args_read (void **args, int type, int *num_teams, int *thread_limit)
{
  *num_teams = 0;
  *thread_limit = 0;
  while (args != NULL && *args != NULL)
    {
      intptr_t word = (intptr_t)*args++;
      int whose = (int)(word & GOMP_TARGET_ARG_TYPE_MASK);
      intptr_t value = word & GOMP_TARGET_ARG_INDIRECT
                           ? (intptr_t)*args++
                           : word >> GOMP_TARGET_ARG_VALUE_SHIFT;
      if (whose != 0 && whose != type)
        continue;
      if ((word & GOMP_TARGET_ARG_ID_MASK) == GOMP_TARGET_ARG_NUM_TEAMS)
        *num_teams = value == GOMP_TARGET_ARG_NO_TEAMS ? 1 : (int)value;
      else if ((word & GOMP_TARGET_ARG_ID_MASK) == GOMP_TARGET_ARG_THREAD_LIMIT)
        *thread_limit = (int)value;
    }
}

#endif
