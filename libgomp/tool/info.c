/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Immediate reports (GOMP_OFFLOAD_INFO): a line for each event.  Owns nothing;
   any thread, no lock.  */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "os/symbol.h"
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

/* Whether SYMBOL, "a" or "module::a", names the variable NAME.  */
static bool
is_of (const char *symbol, const char *name)
{
  size_t length = strlen (symbol), end = strlen (name);
  if (length < end || strcmp (symbol + length - end, name) != 0)
    return false;
  return length == end || symbol[length - end - 1] == ':';
}

/* A clause has the name of the variable that a section is part of; the
   variable's symbol gives the section's offset.  */
const char *
gomp_tool_variable (const struct gomp_tool_event *event, char *buf)
{
  const struct gomp_tool_variable *v = &event->variable;
  uintptr_t start = event->host, symbol_start;
  struct gomp_strbuf sb;
  char symbol[GOMP_TOOL_NAME_MAX];
  const char *name
      = v->at == NULL ? "" : gomp_tool_clause_name (v->at, v->clause);
  gomp_strbuf_init (&sb, buf, GOMP_TOOL_NAME_MAX);
  if (event->host == 0)
    return buf;
  if (*name != '\0')
    start = v->start;
  if ((*name == '\0' || start == event->host)
      && os_symbol_find (event->host, symbol, sizeof (symbol), &symbol_start)
      && (*name == '\0' || is_of (symbol, name)))
    {
      name = *name == '\0' ? symbol : name;
      start = symbol_start;
    }
  gomp_strbuf_printf (&sb, "%s", name);
  if (*name != '\0' && event->host != start)
    gomp_strbuf_printf (&sb, "+%lu", (unsigned long)(event->host - start));
  return buf;
}

/* "x [0x..0x..), 16 bytes".  */
static void
describe (struct gomp_strbuf *sb, const struct gomp_tool_event *event)
{
  char name[GOMP_TOOL_NAME_MAX];
  gomp_tool_variable (event, name);
  if (event->host != 0)
    gomp_strbuf_printf (sb, "%s%s[0x%lx..0x%lx), ", name,
                        *name == '\0' ? "" : " ", (unsigned long)event->host,
                        (unsigned long)(event->host + event->bytes));
  gomp_strbuf_printf (sb, "%lu bytes", (unsigned long)event->bytes);
}

void
gomp_tool_construct (struct gomp_strbuf *sb, enum gomp_tool_kind kind,
                     const void *at)
{
  const char *source = gomp_tool_source (at);
  gomp_strbuf_printf (sb, "by %s%s%s%s", gomp_tool_words[kind].text,
                      *source == '\0' ? "" : " (", source,
                      *source == '\0' ? "" : ")");
}

static void
print_data (unsigned level, const char *verb, const char *direction,
            const struct gomp_tool_event *event)
{
  char text[768];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_strbuf_printf (&sb, "%s: %s ", event->device->name, verb);
  describe (&sb, event);
  if (event->note != NULL)
    gomp_strbuf_printf (&sb, ", %s", event->note);
  if (direction != NULL)
    gomp_strbuf_printf (&sb, ", %s", direction);
  if (event->region != NULL)
    gomp_strbuf_printf (&sb, ", for %s %s",
                        gomp_tool_region_words (event->region),
                        event->region->name);
  else if (event->construct != GOMP_TOOL_KINDS)
    {
      gomp_strbuf_printf (&sb, ", ");
      gomp_tool_construct (&sb, event->construct, event->at);
    }
  gomp_tool_say (level, "%s", text);
}

/* Memory of the program's own on the device.  */
static void
print_memory (const char *verb, const struct gomp_tool_event *event)
{
  char text[768];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_strbuf_printf (&sb, "%s: %s ", event->device->name, verb);
  if (event->kind != GOMP_TOOL_FREE && event->kind != GOMP_TOOL_ACC_FREE)
    {
      describe (&sb, event);
      gomp_strbuf_printf (&sb, " at ");
    }
  gomp_strbuf_printf (&sb, "device address 0x%lx, ",
                      (unsigned long)event->device_address);
  gomp_tool_construct (&sb, event->kind, event->at);
  gomp_tool_say (GOMP_INFO_MAP, "%s", text);
}

/* The line that is printed for each kind of event.  A kind without a verb is
   not printed.  */
static const struct
{
  unsigned level;
  const char *verb;
  const char *direction; /* of data; NULL: none */
  bool own;              /* memory of the program's own */
} lines[GOMP_TOOL_KINDS] = {
  [GOMP_TOOL_MAP] = { GOMP_INFO_MAP, "maps", NULL, false },
  [GOMP_TOOL_UNMAP] = { GOMP_INFO_MAP, "unmaps", NULL, false },
  [GOMP_TOOL_ALLOC] = { GOMP_INFO_MAP, "allocates", NULL, true },
  [GOMP_TOOL_ACC_MALLOC] = { GOMP_INFO_MAP, "allocates", NULL, true },
  [GOMP_TOOL_FREE] = { GOMP_INFO_MAP, "frees", NULL, true },
  [GOMP_TOOL_ACC_FREE] = { GOMP_INFO_MAP, "frees", NULL, true },
  [GOMP_TOOL_ASSOCIATE] = { GOMP_INFO_MAP, "associates", NULL, true },
  [GOMP_TOOL_ACC_MAP] = { GOMP_INFO_MAP, "associates", NULL, true },
  [GOMP_TOOL_DISASSOCIATE] = { GOMP_INFO_MAP, "disassociates", NULL, true },
  [GOMP_TOOL_ACC_UNMAP] = { GOMP_INFO_MAP, "disassociates", NULL, true },
  [GOMP_TOOL_TO] = { GOMP_INFO_TRANSFER, "copies", "to the device", false },
  [GOMP_TOOL_FROM] = { GOMP_INFO_TRANSFER, "copies", "from the device", false },
  [GOMP_TOOL_WITHIN]
  = { GOMP_INFO_TRANSFER, "copies", "within the device", false },
};

void
gomp_tool_print (const struct gomp_tool_event *event)
{
  enum gomp_tool_kind kind = event->kind;
  if ((gomp_tool_wants () & lines[kind].level) == 0)
    return;
  if (lines[kind].own)
    print_memory (lines[kind].verb, event);
  else
    print_data (lines[kind].level, lines[kind].verb, lines[kind].direction,
                event);
}
