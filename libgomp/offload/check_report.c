/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mapping checker's reports; see check.h.

   A report is one message: what was done where, "[CATEGORY]", in which region,
   what the address is, a hint.  One for each place and category, REPORTS_MAX in
   all.  gomp_check_lock guards the list of those made.  */

#include "offload/check_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "icv/icv.h"
#include "os/file.h"

#define REPORTS_MAX 100
#define TEXT_MAX 2048
/* Farther than this, a mapping does not explain an address.  */
#define NEAR ((uintptr_t)1 << 30)

struct made
{
  unsigned category;
  char place[GOMP_CHECK_PLACE_MAX];
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
    case GOMP_CATEGORY_HOST:
      return "host-memory";
    case GOMP_CATEGORY_BOUNDS:
      return "bounds";
    case GOMP_CATEGORY_FREED:
      return "freed";
    case GOMP_CATEGORY_UNWRITTEN:
      return "unwritten";
    case GOMP_CATEGORY_STALE:
      return "stale";
    case GOMP_CATEGORY_LOST:
      return "lost";
    default:
      return "leak";
    }
}

/* Whether a report is to be made, and notes that it is.  */
static bool
begins (unsigned category, const char *place)
{
  if ((gomp_icv_global.offload_check & category) == 0)
    return false;
  for (unsigned i = 0; i < made_count; i++)
    if (made[i]->category == category && strcmp (made[i]->place, place) == 0)
      return false;
  if (made_count == REPORTS_MAX)
    {
      further++;
      return false;
    }
  struct made *m = gomp_xalloc (sizeof (*m));
  m->category = category;
  snprintf (m->place, sizeof (m->place), "%s", place);
  made[made_count++] = m;
  return true;
}

/* The parts of "FILE:LINE<tab>EXPRESSION".  */
static int
source_length (const char *place)
{
  return (int)strcspn (place, "\t");
}

static const char *
expression (const char *place)
{
  const char *tab = strchr (place, '\t');
  return tab == NULL ? "" : tab + 1;
}

/* The first line: "SOURCE: WHAT: EXPRESSION [CATEGORY]".  */
static void
write_head (struct gomp_strbuf *out, unsigned category, const char *place,
            const char *what, const struct gomp_check_range *r)
{
  const char *name = expression (place);
  if (*name == '\0' && r != NULL)
    name = r->name;
  gomp_strbuf_printf (
      out, "mapping check: %.*s%s%s%s%s [%s]", source_length (place), place,
      source_length (place) > 0 ? ": " : "", what, *name != '\0' ? ": " : "",
      name, category_name (category));
}

static void
write_hint (struct gomp_strbuf *out, const char *hint)
{
  gomp_strbuf_printf (out, "\n  hint: %s", hint);
}

static void
print (const char *text)
{
  gomp_error ("%s", text);
}

/* ---- Ranges in words.  */

/* Its name as the compiler gave it, or the program's symbol.  */
static void
write_name (struct gomp_strbuf *out, const struct gomp_check_range *r)
{
  char symbol[GOMP_CHECK_NAME_MAX];
  uintptr_t start;
  if (r->name[0] != '\0')
    gomp_strbuf_printf (out, "%s", r->name);
  else if (os_symbol_find (r->host, symbol, sizeof (symbol), &start)
           && start == r->host)
    gomp_strbuf_printf (out, "%s", symbol);
  else
    gomp_strbuf_printf (out, "host memory");
}

/* " by DIRECTIVE (SOURCE)".  */
static void
write_by (struct gomp_strbuf *out, const char *directive, const char *place)
{
  gomp_strbuf_printf (out, " by %s", directive);
  if (place != NULL && source_length (place) > 0)
    gomp_strbuf_printf (out, " (%.*s)", source_length (place), place);
}

/* "NAME, 400 bytes at 0x..., mapped (to) by target (t.c:3)".  */
static void
write_range (struct gomp_strbuf *out, const struct gomp_check_range *r)
{
  write_name (out, r);
  gomp_strbuf_printf (out, ", %lu bytes at 0x%lx, mapped",
                      (unsigned long)(r->end - r->host),
                      (unsigned long)r->host);
  if (*r->type != '\0')
    gomp_strbuf_printf (out, " (%s)", r->type);
  write_by (out, r->directive, r->place);
}

static void
write_region (struct gomp_strbuf *out, struct gomp_device *device,
              const void *function)
{
  char where[GOMP_DEVICE_NAME_MAX];
  const struct gomp_plugin *p = device->plugin;
  const char *name = NULL, *source = NULL;
  gomp_device_describe (device, where);
  if (function != NULL && p->function_name != NULL)
    name = p->function_name (device->ordinal, function);
  if (name != NULL && p->function_source != NULL)
    source = p->function_source (device->ordinal, function);
  if (name != NULL)
    gomp_strbuf_printf (out, "\n  in target region %s%s%s%s on %s", name,
                        source != NULL ? " (" : "",
                        source != NULL ? source : "", source != NULL ? ")" : "",
                        where);
  else
    gomp_strbuf_printf (out, "\n  on %s", where);
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

/* What is gone whose copy had ADDRESS, the latest, or NULL.  */
static const struct gomp_check_range *
gone_at (struct gomp_device *device, uintptr_t address)
{
  const struct gomp_check_range *r = gomp_check_gone;
  while (r != NULL && (r->device != device || distance (r, address) != 0))
    r = r->next;
  return r;
}

static void
write_near (struct gomp_strbuf *out, struct gomp_device *device,
            uintptr_t address)
{
  const struct gomp_check_range *r = nearest (device, address);
  if (r == NULL)
    return;
  if (distance (r, address) == 0)
    gomp_strbuf_printf (out, "\n  byte %lu of the copy of ",
                        (unsigned long)(address - r->copy));
  else if (address < r->copy)
    gomp_strbuf_printf (out, "\n  %lu bytes before the start of the copy of ",
                        (unsigned long)(r->copy - address));
  else if (address - r->copy == r->end - r->host)
    gomp_strbuf_printf (out, "\n  directly after the end of the copy of ");
  else
    gomp_strbuf_printf (
        out, "\n  %lu bytes after the end of the copy of ",
        (unsigned long)(address - r->copy - (r->end - r->host)));
  write_range (out, r);
}

static void
write_gone (struct gomp_strbuf *out, struct gomp_device *device,
            uintptr_t address)
{
  const struct gomp_check_range *r = gone_at (device, address);
  if (r == NULL)
    return;
  gomp_strbuf_printf (out, "\n  byte %lu of what was the copy of ",
                      (unsigned long)(address - r->copy));
  write_range (out, r);
  gomp_strbuf_printf (out, "\n  it was unmapped");
  write_by (out, r->gone_by, r->gone_place);
}

static void
write_stale (struct gomp_strbuf *out, struct gomp_device *device,
             uintptr_t address)
{
  const struct gomp_check_range *r = nearest (device, address);
  write_near (out, device, address);
  if (r == NULL || r->undone_at == NULL)
    return;
  gomp_strbuf_printf (out, "\n  what the host had changed was overwritten");
  write_by (out, "a copy from the device", r->undone_at);
}

/* ---- What regions do.  */

static void
write_host_address (struct gomp_strbuf *out, struct gomp_device *device,
                    uintptr_t address)
{
  size_t i = gomp_check_find (device->number, address);
  const struct gomp_check_range *r
      = i < gomp_check_live.count ? gomp_check_live.ranges[i] : NULL;
  if (address < 65536)
    {
      gomp_strbuf_printf (out, "\n  0x%lx is %sthe null pointer",
                          (unsigned long)address, address == 0 ? "" : "near ");
      write_hint (out, "a pointer that is null on the host, or whose target is "
                       "not mapped, is null on the device");
      return;
    }
  gomp_strbuf_printf (out, "\n  0x%lx is no address of the device",
                      (unsigned long)address);
  if (r != NULL && r->device == device && address >= r->host)
    {
      gomp_strbuf_printf (out, ", but byte %lu of ",
                          (unsigned long)(address - r->host));
      write_range (out, r);
      write_hint (out, "the region used the host's pointer to it: pass it by "
                       "use_device_ptr or use_device_addr, or map what it "
                       "points to together with it");
      return;
    }
  write_hint (out, "map what the pointer points to");
}

/* The kinds of reports, by enum gomp_check_kind.  */
static const struct
{
  unsigned category;
  const char *what; /* "read" or "write", "of N bytes" come before it */
  void (*explain) (struct gomp_strbuf *out, struct gomp_device *device,
                   uintptr_t address);
  const char *hint; /* or NULL: EXPLAIN has it */
} kinds[] = {
  [GOMP_CHECK_KIND_HOST]
  = { GOMP_CATEGORY_HOST, "memory of the host", write_host_address, NULL },
  [GOMP_CHECK_KIND_BOUNDS]
  = { GOMP_CATEGORY_BOUNDS, "outside of what is mapped", write_near,
      "check the subscripts, and that the map clause has all elements that the "
      "region uses" },
  [GOMP_CHECK_KIND_FREED]
  = { GOMP_CATEGORY_FREED, "freed device memory", write_gone,
      "the region uses a device pointer that was kept longer than what it "
      "points to" },
  [GOMP_CHECK_KIND_UNWRITTEN]
  = { GOMP_CATEGORY_UNWRITTEN, "device memory that nobody has written",
      write_near,
      "map(alloc:) and map(from:) give the device's copy no value: use "
      "map(to:) or map(tofrom:), or let a region write it first" },
  [GOMP_CHECK_KIND_STALE]
  = { GOMP_CATEGORY_STALE, "what the host has changed since it was copied",
      write_stale,
      "data that is present is not copied again: use target update to(...) or "
      "map(always, to: ...)" },
};

void
gomp_check_say_device (struct gomp_device *device,
                       const struct gomp_check_report *report)
{
  char text[TEXT_MAX], what[128];
  struct gomp_strbuf out;
  unsigned kind = report->kind < GOMP_ARRAY_SIZE (kinds) ? report->kind : 0;
  if (kind == 0 || !begins (kinds[kind].category, report->place))
    return;
  snprintf (what, sizeof (what), "%s of %lu bytes %s%s",
            report->is_write ? "write" : "read", (unsigned long)report->size,
            kind == GOMP_CHECK_KIND_BOUNDS ? "" : "of ", kinds[kind].what);
  gomp_strbuf_init (&out, text, sizeof (text));
  write_head (&out, kinds[kind].category, report->place, what,
              nearest (device, (uintptr_t)report->address));
  write_region (&out, device, report->function);
  kinds[kind].explain (&out, device, (uintptr_t)report->address);
  if (kinds[kind].hint != NULL)
    write_hint (&out, kinds[kind].hint);
  print (text);
}

/* ---- What the host does.  */

void
gomp_check_say_lost (const struct gomp_check_range *r, uintptr_t host,
                     size_t size, const char *place)
{
  char text[TEXT_MAX];
  struct gomp_strbuf out;
  (void)size;
  if (!begins (GOMP_CATEGORY_LOST, place))
    return;
  gomp_strbuf_init (&out, text, sizeof (text));
  write_head (&out, GOMP_CATEGORY_LOST, place,
              "the host reads a value that the device has changed since", r);
  gomp_strbuf_printf (&out, "\n  byte %lu of ",
                      (unsigned long)(host - r->host));
  write_range (&out, r);
  if (r->dropped_at != NULL)
    {
      gomp_strbuf_printf (&out, "\n  the device's value was overwritten");
      write_by (&out, "a copy to the device", r->dropped_at);
    }
  else if (r->gone_by != NULL)
    {
      gomp_strbuf_printf (&out, "\n  the device's value was dropped");
      write_by (&out, r->gone_by, r->gone_place);
    }
  write_hint (&out, r->dropped_at != NULL
                        ? "target update from(...) copies to the host, target "
                          "update to(...) to the device"
                    : r->gone_by != NULL
                        ? "use map(from: ...) or map(tofrom: ...), or target "
                          "update from(...) before it is unmapped"
                        : "use target update from(...) or map(always, from: "
                          "...); what is mapped longer than by the region is "
                          "not copied at its end");
  print (text);
}

void
gomp_check_say_leak (const struct gomp_check_range *r, bool freed,
                     const char *place)
{
  char text[TEXT_MAX], own[GOMP_CHECK_PLACE_MAX];
  struct gomp_strbuf out;
  const char *what = place == NULL ? "still mapped at the end of the program"
                     : freed       ? "freed while it is mapped"
                                   : "leaves its scope while it is mapped";
  const char *name = place == NULL ? "" : expression (place);
  if (r->name[0] != '\0' && (freed || *name == '\0'))
    name = r->name;
  snprintf (own, sizeof (own), "%.*s\t%s",
            place != NULL      ? source_length (place)
            : r->place != NULL ? source_length (r->place)
                               : 0,
            place != NULL      ? place
            : r->place != NULL ? r->place
                               : "",
            name);
  if (!begins (GOMP_CATEGORY_LEAK, own))
    return;
  gomp_strbuf_init (&out, text, sizeof (text));
  write_head (&out, GOMP_CATEGORY_LEAK, own, what, r);
  gomp_strbuf_printf (&out, "\n  ");
  write_range (&out, r);
  write_hint (&out, place == NULL
                        ? "each target enter data needs its target exit data"
                        : "use target exit data before: what gets this address "
                          "next would count as mapped");
  print (text);
}

void
gomp_check_say_plain (struct gomp_device *device)
{
  static bool said;
  unsigned can = device->plugin->check (device->ordinal);
  if (said || (can & GOMP_CHECK_PLAIN) == 0)
    return;
  said = true;
  gomp_warning ("mapping check: %s device code was built without calls of the "
                "checker: what regions access is not seen\n"
                "  hint: compile with -DOFFLOAD_EMUL_CHECK, or with "
                "OFFLOAD_EMUL_CHECK=1 in the environment, and link anew",
                can & GOMP_CHECK_ACCESS ? "some" : "the");
}

/* ---- The end.  */

/* After the devices are finalised.  */
static void __attribute__ ((destructor (101))) end_check (void)
{
  if (further > 0)
    gomp_error ("mapping check: %u further reports are not shown", further);
  if (made_count + further == 0 || gomp_icv_global.offload_check_status == 0)
    return;
  fflush (NULL);
  _exit (gomp_icv_global.offload_check_status);
}
