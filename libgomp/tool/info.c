/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is told at once (GOMP_OFFLOAD_INFO): a line each.  Owns nothing; any
   thread, no lock.  */

#include <stdarg.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "os/file.h"
#include "tool/internal.h"

void
gomp_tool_say (unsigned level, const char *fmt, ...)
{
  char text[1024];
  if ((gomp_tool_wants () & level) == 0)
    return;
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof (text), fmt, ap);
  va_end (ap);
  char line[1100];
  snprintf (line, sizeof (line), "libgomp: offload: %s\n", text);
  gomp_print (line);
}

const char *
gomp_tool_variable (uintptr_t host, char *buf)
{
  uintptr_t start;
  struct gomp_strbuf sb;
  char name[GOMP_TOOL_NAME_MAX];
  gomp_strbuf_init (&sb, buf, GOMP_TOOL_NAME_MAX);
  if (host != 0 && os_symbol_find (host, name, sizeof (name), &start))
    {
      gomp_strbuf_printf (&sb, "%s", name);
      if (host != start)
        gomp_strbuf_printf (&sb, "+%lu", (unsigned long)(host - start));
    }
  return buf;
}

/* "x [0x..0x..), 16 bytes".  */
static void
describe (struct gomp_strbuf *sb, const struct gomp_tool_event *event)
{
  char name[GOMP_TOOL_NAME_MAX];
  gomp_tool_variable (event->host, name);
  if (event->host != 0)
    gomp_strbuf_printf (sb, "%s%s[0x%lx..0x%lx), ", name,
                        *name == '\0' ? "" : " ", (unsigned long)event->host,
                        (unsigned long)(event->host + event->bytes));
  gomp_strbuf_printf (sb, "%lu bytes", (unsigned long)event->bytes);
}

static void
print_data (unsigned level, const char *verb, const char *direction,
            const struct gomp_tool_event *event)
{
  char text[512];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_strbuf_printf (&sb, "%s: %s ", event->place->name, verb);
  describe (&sb, event);
  if (event->note != NULL)
    gomp_strbuf_printf (&sb, ", %s", event->note);
  if (direction != NULL)
    gomp_strbuf_printf (&sb, ", %s", direction);
  if (event->region != NULL)
    gomp_strbuf_printf (&sb, ", for target region %s", event->region->name);
  gomp_tool_say (level, "%s", text);
}

void
gomp_tool_print (const struct gomp_tool_event *event)
{
  unsigned wants = gomp_tool_wants ();
  if (wants & GOMP_INFO_MAP)
    {
      if (event->kind == GOMP_TOOL_MAP)
        print_data (GOMP_INFO_MAP, "maps", NULL, event);
      else if (event->kind == GOMP_TOOL_UNMAP)
        print_data (GOMP_INFO_MAP, "unmaps", NULL, event);
    }
  if (wants & GOMP_INFO_TRANSFER)
    {
      if (event->kind == GOMP_TOOL_TO)
        print_data (GOMP_INFO_TRANSFER, "copies", "to the device", event);
      else if (event->kind == GOMP_TOOL_FROM)
        print_data (GOMP_INFO_TRANSFER, "copies", "from the device", event);
      else if (event->kind == GOMP_TOOL_WITHIN)
        print_data (GOMP_INFO_TRANSFER, "copies", "within the device", event);
    }
}
