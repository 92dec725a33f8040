/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mapping checker's reports; see check.h.

   A report is one message: the access and its location, "[CATEGORY]", the
   region, what the address is, a hint.  There is one for each location and
   category, at most REPORTS_MAX in all. gomp_check_lock protects the list of
   reports made.  */

#include "offload/check/check_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/symbol.h"
#include "icv/icv.h"
#include "offload/device/requires.h"
#include "os/symbol.h"
#include "tool/tool.h"

#define REPORTS_MAX 100
#define TEXT_MAX 2048
/* A mapping that is farther away does not explain an address.  */
#define NEAR ((uintptr_t)1 << 30)

struct made
{
  unsigned category;
  char location[GOMP_CHECK_LOCATION_MAX];
};

static struct made *made[REPORTS_MAX];
static unsigned made_count;
/* Reports beyond the limit.  */
static unsigned further;

/* ---- One report.  */

static const char *
category_name (unsigned category)
{
  switch (category)
    {
#define CHECK_CATEGORY(name, value, word)                                      \
  case GOMP_CATEGORY_##name:                                                   \
    return word;
#include "check_words.def"
    default:
      return "";
    }
}

/* Whether a report has to be made; records that it is.  */
static bool
begins (unsigned category, const char *location)
{
  if ((gomp_icv_global.offload_check & category) == 0)
    return false;
  for (unsigned i = 0; i < made_count; i++)
    if (made[i]->category == category
        && strcmp (made[i]->location, location) == 0)
      return false;
  if (made_count == REPORTS_MAX)
    {
      further++;
      return false;
    }
  struct made *m = gomp_check_alloc (sizeof (*m));
  m->category = category;
  snprintf (m->location, sizeof (m->location), "%s", location);
  made[made_count++] = m;
  return true;
}

/* The parts of "FILE:LINE<tab>EXPRESSION".  */
static int
source_length (const char *location)
{
  return (int)strcspn (location, "\t");
}

static const char *
expression (const char *location)
{
  const char *tab = strchr (location, '\t');
  return tab == NULL ? "" : tab + 1;
}

/* ---- Ranges in words.  */

bool
gomp_check_report_range_name (const struct gomp_check_range *r, char *name)
{
  uintptr_t start;
  snprintf (name, GOMP_CHECK_NAME_MAX, "%s", r->name);
  return *name != '\0'
         || (os_symbol_find (r->host, name, GOMP_CHECK_NAME_MAX, &start)
             && start == r->host);
}

/* The words of the program for R, which may be NULL.  */
static const struct gomp_words *
words_of (const struct gomp_check_range *r)
{
  return gomp_words_of (r == NULL ? "" : r->directive);
}

/* " by DIRECTIVE (SOURCE)".  */
static void
write_by (struct gomp_strbuf *out, const char *directive, const char *location)
{
  gomp_strbuf_printf (out, " by %s", directive);
  if (location != NULL && source_length (location) > 0)
    gomp_strbuf_printf (out, " (%.*s)", source_length (location), location);
}

/* "NAME, 400 bytes at 0x..., mapped (to) by target (t.c:3)".  */
static void
write_range (struct gomp_strbuf *out, const struct gomp_check_range *r)
{
  char name[GOMP_CHECK_NAME_MAX];
  bool named = gomp_check_report_range_name (r, name);
  gomp_strbuf_printf (out, "%s", named ? name : "host memory");
  gomp_strbuf_printf (out, ", %lu bytes at 0x%lx, %s",
                      (unsigned long)(r->end - r->host), (unsigned long)r->host,
                      strcmp (r->directive, "target update") == 0 ? "copied"
                                                                  : "mapped");
  if (*r->type != '\0')
    gomp_strbuf_printf (out, " (%s)", r->type);
  write_by (out, r->directive, r->location);
}

/* "in target region main._omp_fn.0 (t.c:3) on device 0 (x86emul)".  */
static void
write_region (struct gomp_strbuf *out, const struct gomp_check_finding *f)
{
  char where[GOMP_DEVICE_NAME_MAX];
  gomp_device_describe (f->device, where);
  if (f->region == NULL)
    gomp_strbuf_printf (out, "\n  on %s", where);
  else if (f->region_location == NULL)
    gomp_strbuf_printf (out, "\n  in %s %s on %s", f->region_words, f->region,
                        where);
  else
    gomp_strbuf_printf (out, "\n  in %s %s (%s) on %s", f->region_words,
                        f->region, f->region_location, where);
}

/* "SOURCE: WHAT: EXPRESSION [CATEGORY]", and everything else that is known.  */
static void
print (const struct gomp_check_finding *f)
{
  char text[TEXT_MAX];
  struct gomp_strbuf out;
  const char *name = expression (f->location);
  int length = source_length (f->location);
  if (*name == '\0' && f->range != NULL)
    name = f->range->name;
  gomp_strbuf_init (&out, text, sizeof (text));
  gomp_strbuf_printf (&out, "mapping check: %.*s%s%s%s%s [%s]", length,
                      f->location, length > 0 ? ": " : "", f->what,
                      *name != '\0' ? ": " : "", name,
                      category_name (f->category));
  if (f->size != 0)
    write_region (&out, f);
  gomp_strbuf_printf (&out, "%s\n  hint: %s", f->details, f->hint);
  gomp_error ("%s", text);
  gomp_check_json_write (f, category_name (f->category));
}

/* ---- Device addresses in words.  */

static uintptr_t
distance (const struct gomp_check_range *r, uintptr_t address)
{
  uintptr_t size = r->end - r->host;
  return address < r->copy          ? r->copy - address
         : address - r->copy < size ? 0
                                    : address - r->copy - size + 1;
}

/* The live range whose copy is nearest to ADDRESS, or NULL.  */
static const struct gomp_check_range *
nearest (struct gomp_device *device, uintptr_t address)
{
  const struct gomp_check_range *best = NULL;
  for (size_t i = 0; i < gomp_check_live.count; i++)
    {
      const struct gomp_check_range *r = gomp_check_live.ranges[i];
      if (r->device == device && distance (r, address) < NEAR
          && (best == NULL || distance (r, address) < distance (best, address)))
        best = r;
    }
  return best;
}

/* The latest unmapped range whose copy had ADDRESS, or NULL.  */
static const struct gomp_check_range *
gone_at (struct gomp_device *device, uintptr_t address)
{
  const struct gomp_check_range *r = gomp_check_gone;
  while (r != NULL && (r->device != device || distance (r, address) != 0))
    r = r->next;
  return r;
}

/* The live range whose host memory has ADDRESS, or NULL.  */
static const struct gomp_check_range *
live_at (struct gomp_device *device, uintptr_t address)
{
  size_t i = gomp_check_range_find (device->number, address);
  const struct gomp_check_range *r
      = i < gomp_check_live.count ? gomp_check_live.ranges[i] : NULL;
  return r != NULL && r->device == device && address >= r->host ? r : NULL;
}

/* The range that explains a wrong address of a region: the object that the
   region should have stayed in, if known, else the nearest range.  */
static const struct gomp_check_range *
beside (struct gomp_device *device, const struct gomp_check_report *report)
{
  for (size_t i = 0; i < gomp_check_live.count; i++)
    if (gomp_check_live.ranges[i]->device == device
        && gomp_check_live.ranges[i]->copy == report->start)
      return gomp_check_live.ranges[i];
  return nearest (device, (uintptr_t)report->address);
}

static const struct gomp_check_range *
range_for (struct gomp_device *device, const struct gomp_check_report *report)
{
  uintptr_t address = (uintptr_t)report->address;
  switch (report->kind)
    {
    case GOMP_CHECK_KIND_HOST:
      return live_at (device, address);
    case GOMP_CHECK_KIND_FREED:
      return gone_at (device, address);
    case GOMP_CHECK_KIND_BOUNDS:
      return beside (device, report);
    default:
      return nearest (device, address);
    }
}

/* ---- What regions do.  */

static void
explain_near (struct gomp_strbuf *out, struct gomp_check_finding *f,
              uintptr_t address)
{
  const struct gomp_check_range *r = f->range;
  if (r == NULL)
    return;
  uintptr_t end = r->copy + (r->end - r->host);
  if (distance (r, address) == 0)
    gomp_strbuf_printf (out, "\n  byte %lu of the copy of ",
                        (unsigned long)(address - r->copy));
  else if (address < r->copy)
    gomp_strbuf_printf (out, "\n  %lu bytes before the start of the copy of ",
                        (unsigned long)(r->copy - address));
  else if (address == end)
    gomp_strbuf_printf (out, "\n  directly after the end of the copy of ");
  else
    gomp_strbuf_printf (out, "\n  %lu bytes after the end of the copy of ",
                        (unsigned long)(address - end));
  write_range (out, r);
}

static void
explain_gone (struct gomp_strbuf *out, struct gomp_check_finding *f,
              uintptr_t address)
{
  const struct gomp_check_range *r = f->range;
  if (r == NULL)
    return;
  gomp_strbuf_printf (out, "\n  byte %lu of what was the copy of ",
                      (unsigned long)(address - r->copy));
  write_range (out, r);
  gomp_strbuf_printf (out, "\n  it was unmapped");
  write_by (out, r->gone_by, r->gone_location);
}

static void
explain_stale (struct gomp_strbuf *out, struct gomp_check_finding *f,
               uintptr_t address)
{
  explain_near (out, f, address);
  if (f->range == NULL || f->range->undone_at == NULL)
    return;
  gomp_strbuf_printf (out, "\n  the host's changes were overwritten");
  write_by (out, "a copy from the device", f->range->undone_at);
}

static void
explain_host (struct gomp_strbuf *out, struct gomp_check_finding *f,
              uintptr_t address)
{
  if (address < 65536)
    {
      gomp_strbuf_printf (out, "\n  0x%lx is %sthe null pointer",
                          (unsigned long)address, address == 0 ? "" : "near ");
      f->hint = f->words->null_pointer;
      return;
    }
  gomp_strbuf_printf (out, "\n  0x%lx is no address of the device%s",
                      (unsigned long)address,
                      gomp_requires_lends () ? " unless it shares memory" : "");
  if (f->range == NULL)
    return;
  gomp_strbuf_printf (out, ", but byte %lu of ",
                      (unsigned long)(address - f->range->host));
  write_range (out, f->range);
  f->hint = f->words->host_pointer;
}

#define HINT(name) offsetof (struct gomp_words, name)

/* The kinds of reports, by enum gomp_check_kind.  */
static const struct
{
  unsigned category;
  const char *what; /* "read" or "write", "of N bytes" come before it */
  void (*explain) (struct gomp_strbuf *out, struct gomp_check_finding *f,
                   uintptr_t address);
  size_t hint; /* its offset in the words; EXPLAIN may give a better one */
} kinds[] = {
  [GOMP_CHECK_KIND_HOST] = { GOMP_CATEGORY_HOST, "memory of the host",
                             explain_host, HINT (map_pointee) },
  [GOMP_CHECK_KIND_BOUNDS]
  = { GOMP_CATEGORY_BOUNDS, "outside of what is mapped", explain_near,
      HINT (bounds) },
  [GOMP_CHECK_KIND_FREED]
  = { GOMP_CATEGORY_FREED, "freed device memory", explain_gone, HINT (freed) },
  [GOMP_CHECK_KIND_UNWRITTEN]
  = { GOMP_CATEGORY_UNWRITTEN, "device memory that was never written",
      explain_near, HINT (unwritten) },
  [GOMP_CHECK_KIND_STALE]
  = { GOMP_CATEGORY_STALE, "data that the host has changed since it was copied",
      explain_stale, HINT (stale) },
  [GOMP_CHECK_KIND_SIMD]
  = { GOMP_CATEGORY_RACE,
      "data that another iteration of the simd loop may use at the same time",
      explain_near, HINT (simd) },
};

/* The device's functions that are regions of OpenACC.  */
static struct
{
  const void **all;
  size_t count, room;
} acc_regions;

static bool
is_acc_region (const void *function)
{
  size_t i = 0;
  while (i < acc_regions.count && acc_regions.all[i] != function)
    i++;
  return i < acc_regions.count;
}

void
gomp_check_report_acc_region (struct gomp_device *device, const void *fn)
{
  const void *function = gomp_functions_find (&device->functions, fn);
  if (function == NULL || is_acc_region (function))
    return;
  if (acc_regions.count == acc_regions.room)
    acc_regions.all = gomp_check_extend (acc_regions.all, &acc_regions.room,
                                         sizeof (*acc_regions.all));
  acc_regions.all[acc_regions.count++] = function;
}

/* The words for what FUNCTION, a region if it is known, does.  */
static const struct gomp_words *
words_for (const struct gomp_check_finding *f, const void *function)
{
  if (function == NULL)
    return words_of (f->range);
  return &gomp_words[is_acc_region (function) ? GOMP_OPENACC : GOMP_OPENMP];
}

/* NAME has GOMP_REGION_NAME_MAX bytes.  */
static void
find_region (struct gomp_check_finding *f, const void *function, char *name)
{
  const struct gomp_plugin *p = f->device->plugin;
  const char *symbol = NULL;
  struct gomp_strbuf sb;
  if (function != NULL && p->function_name != NULL)
    symbol = p->function_name (f->device->ordinal, function);
  if (symbol == NULL)
    return;
  gomp_strbuf_init (&sb, name, GOMP_REGION_NAME_MAX);
  gomp_symbol_write (&sb, symbol);
  f->region = name;
  f->region_words = gomp_tool_region_title (
      is_acc_region (function) ? GOMP_OPENACC : GOMP_OPENMP,
      gomp_functions_find_host (&f->device->functions, function));
  if (p->function_source != NULL)
    f->region_location = p->function_source (f->device->ordinal, function);
}

void
gomp_check_report_device (struct gomp_device *device,
                          const struct gomp_check_report *report)
{
  char what[128], region[GOMP_REGION_NAME_MAX];
  struct gomp_strbuf details;
  unsigned kind = report->kind < GOMP_ARRAY_SIZE (kinds) ? report->kind : 0;
  if (kind == 0 || !begins (kinds[kind].category, report->location))
    return;
  struct gomp_check_finding f = { .category = kinds[kind].category,
                                  .location = report->location,
                                  .what = what,
                                  .is_write = report->is_write != 0,
                                  .size = report->size,
                                  .range = range_for (device, report),
                                  .device = device };
  f.words = words_for (&f, report->function);
  f.hint = *(const char *const *)((const char *)f.words + kinds[kind].hint);
  snprintf (what, sizeof (what), "%s of %lu bytes %s%s",
            report->is_write ? "write" : "read", (unsigned long)report->size,
            kind == GOMP_CHECK_KIND_BOUNDS ? "" : "of ", kinds[kind].what);
  find_region (&f, report->function, region);
  gomp_strbuf_init (&details, f.details, sizeof (f.details));
  kinds[kind].explain (&details, &f, (uintptr_t)report->address);
  print (&f);
}

/* ---- What the host does.  */

void
gomp_check_report_lost (const struct gomp_check_range *r, uintptr_t host,
                        const char *location)
{
  struct gomp_strbuf details;
  const struct gomp_words *words = words_of (r);
  if (!begins (GOMP_CATEGORY_LOST, location))
    return;
  struct gomp_check_finding f
      = { .category = GOMP_CATEGORY_LOST,
          .location = location,
          .what = "the host reads a value that the device has changed since",
          .range = r,
          .device = r->device,
          .words = words,
          .hint = words->lost };
  gomp_strbuf_init (&details, f.details, sizeof (f.details));
  gomp_strbuf_printf (&details, "\n  byte %lu of ",
                      (unsigned long)(host - r->host));
  write_range (&details, r);
  if (r->dropped_at != NULL)
    {
      gomp_strbuf_printf (&details, "\n  the device's value was overwritten");
      write_by (&details, "a copy to the device", r->dropped_at);
      f.hint = words->lost_by_copy;
    }
  else if (r->gone_by != NULL)
    {
      gomp_strbuf_printf (&details, "\n  the device's value was dropped");
      write_by (&details, r->gone_by, r->gone_location);
      f.hint = words->lost_at_end;
    }
  print (&f);
}

void
gomp_check_report_unwritten (struct gomp_device *device,
                             const struct gomp_check_range *r, uintptr_t host,
                             const char *location)
{
  struct gomp_strbuf details;
  const struct gomp_words *words = words_of (r);
  if (!begins (GOMP_CATEGORY_UNWRITTEN, location))
    return;
  struct gomp_check_finding f
      = { .category = GOMP_CATEGORY_UNWRITTEN,
          .location = location,
          .what = "the host reads data that no region has written",
          .range = r,
          .device = device,
          .words = words,
          .hint = words->unwritten_back };
  gomp_strbuf_init (&details, f.details, sizeof (f.details));
  if (r != NULL)
    {
      gomp_strbuf_printf (&details, "\n  byte %lu of ",
                          (unsigned long)(host - r->host));
      write_range (&details, r);
      gomp_strbuf_printf (&details, "\n  its value came");
      write_by (&details, "a copy from the device", r->unwritten_at);
      if (strcmp (r->type, words->from) == 0)
        f.hint = words->unwritten_part;
    }
  print (&f);
}

/* Write to OWN, of GOMP_CHECK_LOCATION_MAX, the location to report for R: the
   end of its memory, LOCATION, or else the location where it was mapped, and
   its name.  */
static void
location_of_leak (const struct gomp_check_range *r, bool freed,
                  const char *location, char *own)
{
  const char *name = location == NULL ? "" : expression (location);
  if (r->name[0] != '\0' && (freed || *name == '\0'))
    name = r->name;
  if (location == NULL)
    location = r->location == NULL ? "" : r->location;
  snprintf (own, GOMP_CHECK_LOCATION_MAX, "%.*s\t%s", source_length (location),
            location, name);
}

void
gomp_check_report_leak (const struct gomp_check_range *r, bool freed,
                        const char *location)
{
  char own[GOMP_CHECK_LOCATION_MAX];
  struct gomp_strbuf details;
  const struct gomp_words *words = words_of (r);
  location_of_leak (r, freed, location, own);
  if (!begins (GOMP_CATEGORY_LEAK, own))
    return;
  struct gomp_check_finding f
      = { .category = GOMP_CATEGORY_LEAK,
          .location = own,
          .what = location == NULL ? "still mapped at the end of the program"
                  : freed          ? "freed while it is mapped"
                                   : "leaves its scope while it is mapped",
          .range = r,
          .device = r->device,
          .words = words,
          .hint = location == NULL ? words->leak : words->leak_of_freed };
  gomp_strbuf_init (&details, f.details, sizeof (f.details));
  gomp_strbuf_printf (&details, "\n  ");
  write_range (&details, r);
  print (&f);
}

void
gomp_check_report_section (size_t size, size_t room, const char *name,
                           const char *memory)
{
  char own[GOMP_CHECK_LOCATION_MAX];
  struct gomp_strbuf details;
  const char *where = gomp_check_host_construct ();
  snprintf (own, sizeof (own), "%s\t%s", where == NULL ? "" : where, name);
  if (!begins (GOMP_CATEGORY_BOUNDS, own))
    return;
  struct gomp_check_finding f
      = { .category = GOMP_CATEGORY_BOUNDS,
          .location = own,
          .what = "the section is longer than the memory that it is a part of",
          .hint = "check the bounds of the section; in C and C++ its second "
                  "number is a length" };
  gomp_strbuf_init (&details, f.details, sizeof (f.details));
  gomp_strbuf_printf (&details,
                      "\n  it has %zu bytes, but %zu are left of %s where it "
                      "starts",
                      size, room, *name != '\0' ? name : "the memory");
  if (*memory != '\0')
    gomp_strbuf_printf (&details, "\n  %s", memory);
  print (&f);
}

void
gomp_check_report_race (enum gomp_check_race_kind kind,
                        const struct gomp_check_range *r, uintptr_t host,
                        const char *location, const char *name)
{
  static const char *const what[] = {
    [GOMP_CHECK_RACE_READ]
    = "the host reads data that a construct with nowait may be writing",
    [GOMP_CHECK_RACE_WRITE]
    = "the host writes data that a construct with nowait may be using",
    [GOMP_CHECK_RACE_DEAD]
    = "memory that a construct with nowait may be using ceases to exist",
    [GOMP_CHECK_RACE_CONSTRUCT]
    = "copies data that another construct, with nowait, may be copying",
  };
  char own[GOMP_CHECK_LOCATION_MAX];
  struct gomp_strbuf details;
  if (location == NULL)
    {
      const char *where = gomp_check_host_construct ();
      snprintf (own, sizeof (own), "%s\t%s", where == NULL ? "" : where, name);
      location = own;
    }
  if (!begins (GOMP_CATEGORY_RACE, location))
    return;
  struct gomp_check_finding f
      = { .category = GOMP_CATEGORY_RACE,
          .location = location,
          .what = what[kind],
          .range = r,
          .device = r->device,
          .hint = "wait for that construct first: by taskwait, the end of a "
                  "taskgroup, a barrier or depend clauses" };
  gomp_strbuf_init (&details, f.details, sizeof (f.details));
  gomp_strbuf_printf (&details, "\n  byte %lu of ",
                      (unsigned long)(host - r->host));
  write_range (&details, r);
  print (&f);
}

/* "reads and writes them", or according to MARKS.  */
static void
write_marks (struct gomp_strbuf *out, unsigned marks)
{
  const unsigned reads
      = marks & (GOMP_CHECK_MARK_READ | GOMP_CHECK_MARK_ATOMIC_READ);
  const unsigned writes
      = marks & (GOMP_CHECK_MARK_WRITE | GOMP_CHECK_MARK_ATOMIC_WRITE);
  const unsigned plain = marks & (GOMP_CHECK_MARK_READ | GOMP_CHECK_MARK_WRITE);
  gomp_strbuf_printf (out, " %s%s%s them%s", reads ? "reads" : "",
                      reads && writes ? " and " : "", writes ? "writes" : "",
                      plain ? "" : " by atomic operations");
}

/* "bytes 0 to 7 of ", or one.  */
static void
write_bytes (struct gomp_strbuf *out, size_t first, size_t last)
{
  if (first == last)
    gomp_strbuf_printf (out, "\n  byte %zu of ", first);
  else
    gomp_strbuf_printf (out, "\n  bytes %zu to %zu of ", first, last);
}

void
gomp_check_report_meeting (const struct gomp_check_meeting *m)
{
  char own[GOMP_CHECK_LOCATION_MAX], name[GOMP_CHECK_NAME_MAX];
  const char *location = m->then_location == NULL ? "" : m->then_location;
  struct gomp_strbuf details;
  gomp_check_report_range_name (m->range, name);
  snprintf (own, sizeof (own), "%.*s\t%s", source_length (location), location,
            name);
  if (!begins (GOMP_CATEGORY_RACE, own))
    return;
  struct gomp_check_finding f
      = { .category = GOMP_CATEGORY_RACE,
          .location = own,
          .what = m->then_copies
                      ? "copies data that a region may be using at the same "
                        "time"
                      : "uses data that another construct may be using at the "
                        "same time",
          .range = m->range,
          .device = m->range->device,
          .hint = "nothing orders the two: use depend clauses, or taskwait "
                  "between them" };
  gomp_strbuf_init (&details, f.details, sizeof (f.details));
  write_bytes (&details, m->start - m->range->host,
               m->end - 1 - m->range->host);
  write_range (&details, m->range);
  gomp_strbuf_printf (&details, "\n  the %s",
                      m->first_copies ? "copy" : "region");
  if (m->first_location != NULL)
    gomp_strbuf_printf (&details, " at %.*s", source_length (m->first_location),
                        m->first_location);
  write_marks (&details, m->first_marks);
  gomp_strbuf_printf (&details, ", this one");
  write_marks (&details, m->then_marks);
  print (&f);
}

void
gomp_check_report_plain (struct gomp_device *device)
{
  static bool said;
  unsigned can = device->plugin->check (device->ordinal);
  if (said || (can & GOMP_CHECK_PLAIN) == 0)
    return;
  said = true;
  gomp_warning ("mapping check: %s device code was built without calls of the "
                "checker: accesses of regions are not seen\n"
                "  hint: compile with -DOFFLOAD_EMUL_CHECK, or with "
                "OFFLOAD_EMUL_CHECK=1 in the environment, and link again",
                can & GOMP_CHECK_ACCESS ? "some" : "the");
}

/* ---- The end.  */

/* After the devices are finalised.  */
static LAST_DESTRUCTOR void
end_check (void)
{
  if (further > 0)
    gomp_error ("mapping check: %u further reports are not shown", further);
  if (made_count + further == 0 || gomp_icv_global.offload_check_status == 0)
    return;
  fflush (NULL);
  _exit (gomp_icv_global.offload_check_status);
}
