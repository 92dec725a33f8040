/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OMP_DISPLAY_ENV and omp_display_env (OpenMP 5.1 sections 6.12 and 3.15), in
   GCC 12's format.  Any thread may call; the text is built in one piece and
   printed at once.  */

#include "icv/env_show.h"

#include "base/diag.h"
#include "base/mem.h"
#include "icv/affinity_format.h"
#include "icv/icv.h"
#include "icv/places.h"

GOMP_ENV_SHOWER (boolean)
{
  gomp_strbuf_printf (sb, "%s", *(bool *)row->target ? "TRUE" : "FALSE");
}

GOMP_ENV_SHOWER (int32)
{
  gomp_strbuf_printf (sb, "%d", *(int32_t *)row->target);
}

GOMP_ENV_SHOWER (uint32)
{
  gomp_strbuf_printf (sb, "%u", *(uint32_t *)row->target);
}

GOMP_ENV_SHOWER (uint8)
{
  gomp_strbuf_printf (sb, "%u", *(uint8_t *)row->target);
}

GOMP_ENV_SHOWER (size)
{
  gomp_strbuf_printf (sb, "%zu", *(size_t *)row->target);
}

GOMP_ENV_SHOWER (nested)
{
  (void)row;
  bool nested = gomp_icv_global.initial.max_active_levels > 1;
  gomp_strbuf_printf (sb, "%s", nested ? "TRUE" : "FALSE");
}

GOMP_ENV_SHOWER (nthreads)
{
  (void)row;
  const struct gomp_icv_global *g = &gomp_icv_global;
  gomp_strbuf_printf (sb, "%u", g->initial.nthreads);
  for (size_t i = 1; i < g->nthreads_count; i++)
    gomp_strbuf_printf (sb, ",%u", g->nthreads_list[i]);
}

GOMP_ENV_SHOWER (schedule)
{
  (void)row;
  static const char *const names[]
      = { "?", "STATIC", "DYNAMIC", "GUIDED", "AUTO" };
  const struct gomp_icv *icv = &gomp_icv_global.initial;
  unsigned kind = icv->schedule & ~GOMP_SCHEDULE_MONOTONIC;
  bool monotonic = (icv->schedule & GOMP_SCHEDULE_MONOTONIC) != 0;
  bool is_static = kind == GOMP_SCHEDULE_STATIC;
  if (monotonic != is_static)
    gomp_strbuf_printf (sb, "%s", monotonic ? "MONOTONIC:" : "NONMONOTONIC:");
  gomp_strbuf_printf (sb, "%s", names[kind <= GOMP_SCHEDULE_AUTO ? kind : 0]);
  if (kind != GOMP_SCHEDULE_AUTO && icv->schedule_chunk != (is_static ? 0 : 1))
    gomp_strbuf_printf (sb, ",%d", icv->schedule_chunk);
}

GOMP_ENV_SHOWER (proc_bind)
{
  (void)row;
  static const char *const names[]
      = { "FALSE", "TRUE", "MASTER", "CLOSE", "SPREAD" };
  const struct gomp_icv_global *g = &gomp_icv_global;
  gomp_strbuf_printf (sb, "%s", names[g->initial.bind]);
  for (size_t i = 1; i < g->bind_count; i++)
    gomp_strbuf_printf (sb, ",%s", names[g->bind_list[i]]);
}

GOMP_ENV_SHOWER (places)
{
  (void)row;
  for (size_t i = 0; i < gomp_places.count; i++)
    {
      gomp_strbuf_printf (sb, "%s{", i > 0 ? "," : "");
      gomp_affinity_print_mask (sb, gomp_places.bits + i * gomp_places.words,
                                gomp_places.words, GOMP_MASK_COUNTS);
      gomp_strbuf_printf (sb, "}");
    }
}

GOMP_ENV_SHOWER (wait_policy)
{
  (void)row;
  bool active = gomp_icv_global.wait_policy > 0;
  gomp_strbuf_printf (sb, "%s", active ? "ACTIVE" : "PASSIVE");
}

/* These numbers are what users of libgomp expect; the library itself counts
   time.  */
GOMP_ENV_SHOWER (spin_count)
{
  (void)row;
  static const uint64_t by_policy[] = { 300000, 0, 30000000000u };
  const struct gomp_icv_global *g = &gomp_icv_global;
  uint64_t count
      = g->spin_count_set ? g->spin_count : by_policy[g->wait_policy + 1];
  gomp_strbuf_printf (sb, "%llu", (unsigned long long)count);
}

GOMP_ENV_SHOWER (text)
{
  const char *text = *(char **)row->target;
  gomp_strbuf_printf (sb, "%s", text != NULL ? text : row->default_value);
}

GOMP_ENV_SHOWER (allocator)
{
  switch (*(uintptr_t *)row->target)
    {
#define ALLOCATOR(name, value, space)                                          \
  case value:                                                                  \
    gomp_strbuf_printf (sb, "omp_%s_mem_alloc", #name);                        \
    break;
#include "alloc/traits.def"
    default:
      gomp_strbuf_printf (sb, "0x%llx",
                          (unsigned long long)*(uintptr_t *)row->target);
    }
}

GOMP_ENV_SHOWER (target_offload)
{
  (void)row;
  static const char *const names[] = { "DEFAULT", "MANDATORY", "DISABLED" };
  gomp_strbuf_printf (sb, "%s", names[gomp_icv_global.target_offload]);
}

/* Devices are not counted for this.  */
GOMP_ENV_SHOWER (default_device)
{
  const char *list = gomp_icv_global.default_device_list;
  int32_t number = *(int32_t *)row->target;
  if (list != NULL)
    gomp_strbuf_printf (sb, "%s", list);
  else
    gomp_strbuf_printf (sb, "%d",
                        number != GOMP_DEFAULT_DEVICE_OPEN ? number : 0);
}

GOMP_ENV_SHOWER (threads_reserve)
{
  (void)row;
  gomp_strbuf_printf (sb, "structured(%u),free_agent(%u)",
                      gomp_icv_global.structured_reserve,
                      gomp_icv_global.free_agent_reserve);
}

GOMP_ENV_SHOWER (nothing)
{
  (void)row;
  (void)sb;
}

static void
print_all (struct gomp_strbuf *sb, const void *is_verbose)
{
  bool verbose = *(const bool *)is_verbose;
  gomp_strbuf_printf (sb, "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n"
                          "  _OPENMP = '201511'\n");
  for (size_t i = 0; i < gomp_env_row_count; i++)
    {
      const struct gomp_env_row *row = &gomp_env_rows[i];
      if (row->shown == GOMP_ENV_NEVER
          || (row->shown == GOMP_ENV_VERBOSE && !verbose))
        continue;
      gomp_strbuf_printf (sb, "  %s = '", row->name);
      row->show (row, sb);
      gomp_strbuf_printf (sb, "'\n");
    }
  if (verbose)
    {
      gomp_strbuf_printf (sb, "  OFFGOMP_VERSION = '" PACKAGE_VERSION "'\n"
                              "  OFFGOMP_NUM_THREADS_FROM = '");
      gomp_icv_print_nthreads_source (sb);
      gomp_strbuf_printf (sb, "'\n");
    }
  gomp_strbuf_printf (sb, "OPENMP DISPLAY ENVIRONMENT END\n");
}

void
gomp_env_display (bool verbose)
{
  gomp_icv_initial ();
  char *text = gomp_strbuf_text (print_all, &verbose);
  gomp_print (text);
  gomp_free (text);
}
