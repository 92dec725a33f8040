/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process, for offgomp-info: the records "cpus", "place" and "setting" of
   include/offgomp_describe.h.  Owns no data; any thread.  */

#include "icv/describe.h"

#include <stdio.h>
#include <stdlib.h>

#include "icv/affinity_format.h"
#include "icv/env.h"
#include "icv/env_show.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "os/cpu.h"

/* ---- CPUs.  */

struct mask
{
  const unsigned long *bits;
  size_t words; /* of the bits */
};

static void
print_mask (struct gomp_strbuf *sb, const void *what)
{
  const struct mask *mask = what;
  gomp_affinity_print_mask (sb, mask->bits, mask->words, GOMP_MASK_RANGES);
}

static void
print_threads_from (struct gomp_strbuf *sb, const void *what)
{
  (void)what;
  gomp_icv_print_nthreads_source (sb);
}

static void
print_quota (struct gomp_strbuf *sb, const void *what)
{
  const struct os_cpu_quota *quota = what;
  gomp_strbuf_printf (sb, "%llu.%03llu",
                      (unsigned long long)(quota->milli_cpus / 1000),
                      (unsigned long long)(quota->milli_cpus % 1000));
}

/* Into how many GROUPs the CPUs of MASK fall; 0 if the system does not say.  */
static long long
count_groups (const struct mask *mask, enum os_cpu_group group)
{
  unsigned long *seen = gomp_alloc_zeroed (mask->words * sizeof (*seen));
  long long count = 0;
  unsigned cpus = (unsigned)(mask->words * GOMP_WORD_BITS);
  for (unsigned cpu = 0; seen != NULL && cpu < cpus; cpu++)
    {
      if (!gomp_mask_has (mask->bits, mask->words, cpu)
          || gomp_mask_has (seen, mask->words, cpu))
        continue;
      if (os_cpu_siblings ("", cpu, group, seen, mask->words) != 0)
        {
          count = 0;
          break;
        }
      gomp_mask_add (seen, cpu);
      count++;
    }
  gomp_free (seen);
  return count;
}

static void
describe_mask (const struct offgomp_describer *to, const struct mask *mask)
{
  static const struct
  {
    const char *name;
    enum os_cpu_group group;
  } groups[] = { { "cores", OS_CPU_CORE },
                 { "sockets", OS_CPU_SOCKET },
                 { "ll_caches", OS_CPU_LAST_CACHE },
                 { "numa_domains", OS_CPU_NUMA } };
  gomp_describe_printed (to, "mask", print_mask, mask);
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (groups); i++)
    gomp_describe_number (to, groups[i].name,
                          count_groups (mask, groups[i].group));
}

static void
describe_cpus (const struct offgomp_describer *to)
{
  gomp_describe_begin (to, "cpus");
  gomp_describe_number (to, "available", gomp_icv_available_cpus ());
  unsigned long *bits;
  size_t words;
  if (os_affinity_get (0, &bits, &words) == 0)
    {
      describe_mask (to, &(struct mask){ bits, words });
      free (bits);
    }
  gomp_describe_number (to, "threads", gomp_icv_initial ()->nthreads);
  gomp_describe_printed (to, "threads_from", print_threads_from, NULL);
  const struct os_cpu_quota *quota = gomp_icv_quota ();
  if (quota->milli_cpus == UINT64_MAX)
    return;
  gomp_describe_printed (to, "quota", print_quota, quota);
  gomp_describe_text (to, "quota_group", quota->group);
}

static void
describe_places (const struct offgomp_describer *to)
{
  for (size_t i = 0; i < gomp_places.count; i++)
    {
      struct mask mask = { gomp_places_mask ((int)i), gomp_places.words };
      gomp_describe_begin (to, "place");
      gomp_describe_number (to, "number", (long long)i);
      gomp_describe_printed (to, "cpus", print_mask, &mask);
    }
}

/* ---- Settings.  */

static void
print_setting (struct gomp_strbuf *sb, const void *what)
{
  const struct gomp_env_row *row = what;
  row->show (row, sb);
}

/* A row that is not shown by OMP_DISPLAY_ENV has no value but the variable's
   own.  */
static void
describe_setting (const struct offgomp_describer *to, size_t i)
{
  const struct gomp_env_row *row = &gomp_env_rows[i];
  const char *suffix = gomp_env_suffix (i);
  const char *value = suffix != NULL ? getenv (row->name) : NULL;
  char from[128];
  snprintf (from, sizeof (from), "%s%s", suffix != NULL ? row->name : "default",
            suffix != NULL ? suffix : "");
  gomp_describe_begin (to, "setting");
  gomp_describe_text (to, "name", row->name);
  if (row->show != gomp_env_show_nothing)
    gomp_describe_printed (to, "value", print_setting, row);
  else
    gomp_describe_text (to, "value",
                        value != NULL ? value : row->default_value);
  gomp_describe_text (to, "from", from);
}

void
gomp_icv_describe (const struct offgomp_describer *to)
{
  gomp_icv_initial ();
  describe_cpus (to);
  describe_places (to);
  for (size_t i = 0; i < gomp_env_row_count; i++)
    describe_setting (to, i);
}
