/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* KMP_HW_SUBSET: the process uses only some of its CPUs, those of some sockets,
   of some cores in each, of some hardware threads in each core.

   Owns no data.  One thread, while the library is loaded.  */

#include <sched.h>
#include <string.h>
#include <strings.h>

#include "kmp_env.h"
#include "libomp.h"

enum level
{
  SOCKETS,
  CORES,
  THREADS,
  LEVELS
};

/* COUNT units from FIRST on, of those in a unit of the level above.  */
struct units
{
  uint64_t first;
  uint64_t count; /* UINT64_MAX: all */
};

#define CPUS CPU_SETSIZE
#define WORD_BITS (8 * sizeof (unsigned long))
#define WORDS (CPUS / WORD_BITS)

/* A unit is known by its first CPU.  */
struct machine
{
  bool has[CPUS]; /* the process may use the CPU */
  unsigned first[LEVELS][CPUS];
};

/* ---- The variable.  */

static bool
take_level (const char **at, enum level *level)
{
  static const char *const names[LEVELS][3]
      = { [SOCKETS] = { "sockets", "socket", "s" },
          [CORES] = { "cores", "core", "c" },
          [THREADS] = { "threads", "thread", "t" } };
  for (int l = 0; l < LEVELS; l++)
    for (int i = 0; i < 3; i++)
      {
        size_t n = strlen (names[l][i]);
        if (strncasecmp (*at, names[l][i], n) != 0)
          continue;
        *at += n;
        *level = (enum level)l;
        return true;
      }
  return false;
}

/* N[@FIRST]LEVEL or NLEVEL[@FIRST]; N may be '*'.  */
static bool
take_units (const char **at, struct units *of)
{
  struct units u = { .first = 0, .count = UINT64_MAX };
  enum level level;
  if (**at == '*')
    ++*at;
  else if (!libomp_kmp_number (at, &u.count) || u.count == 0)
    return false;
  if (**at == '@' && (++*at, !libomp_kmp_number (at, &u.first)))
    return false;
  if (!take_level (at, &level))
    return false;
  if (**at == '@' && (++*at, !libomp_kmp_number (at, &u.first)))
    return false;
  of[level] = u;
  return true;
}

static bool
parse (const char *value, struct units *of)
{
  const char *at = value;
  for (int l = 0; l < LEVELS; l++)
    of[l] = (struct units){ .first = 0, .count = UINT64_MAX };
  at += *at == ':';
  do
    if (!take_units (&at, of))
      return false;
  while (*at == ',' && *++at != '\0');
  return *at == '\0';
}

/* ---- The machine.  */

static unsigned
lowest (const unsigned long *mask, const struct machine *m)
{
  for (unsigned cpu = 0; cpu < CPUS; cpu++)
    if (m->has[cpu] && (mask[cpu / WORD_BITS] >> cpu % WORD_BITS & 1) != 0)
      return cpu;
  return 0;
}

/* False: the system does not report how CPUs are grouped.  */
static bool
look_at (struct machine *m)
{
  cpu_set_t set;
  if (sched_getaffinity (0, sizeof (set), &set) != 0)
    return false;
  for (unsigned cpu = 0; cpu < CPUS; cpu++)
    m->has[cpu] = CPU_ISSET (cpu, &set);
  for (unsigned cpu = 0; cpu < CPUS; cpu++)
    {
      unsigned long socket[WORDS] = { 0 }, siblings[WORDS] = { 0 };
      if (!m->has[cpu])
        continue;
      if (!core.cpu_siblings (cpu, true, socket, WORDS)
          || !core.cpu_siblings (cpu, false, siblings, WORDS))
        return false;
      m->first[SOCKETS][cpu] = lowest (socket, m);
      m->first[CORES][cpu] = lowest (siblings, m);
      m->first[THREADS][cpu] = cpu;
    }
  return true;
}

/* Which of the units of LEVEL in the unit above has CPU?  */
static uint64_t
rank (const struct machine *m, int level, unsigned cpu)
{
  uint64_t before = 0;
  for (unsigned other = 0; other < m->first[level][cpu]; other++)
    before += m->has[other] && m->first[level][other] == other
              && (level == 0
                  || m->first[level - 1][other] == m->first[level - 1][cpu]);
  return before;
}

static bool
is_selected (const struct machine *m, const struct units *of, unsigned cpu)
{
  for (int l = 0; l < LEVELS; l++)
    {
      uint64_t i = rank (m, l, cpu);
      if (i < of[l].first || i - of[l].first >= of[l].count)
        return false;
    }
  return true;
}

enum libomp_subset
libomp_kmp_subset (const char *value)
{
  struct machine machine = { 0 };
  struct units of[LEVELS];
  unsigned long mask[WORDS] = { 0 };
  bool is_any = false;
  if (!parse (value, of))
    return LIBOMP_SUBSET_WRONG;
  if (!look_at (&machine))
    return LIBOMP_SUBSET_EMPTY;
  for (unsigned cpu = 0; cpu < CPUS; cpu++)
    if (machine.has[cpu] && is_selected (&machine, of, cpu))
      {
        mask[cpu / WORD_BITS] |= 1ul << cpu % WORD_BITS;
        is_any = true;
      }
  if (!is_any)
    return LIBOMP_SUBSET_EMPTY;
  core.use_cpus (mask, WORDS);
  return LIBOMP_SUBSET_USED;
}
