/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The objects of a trace; see trace_line.h.  Owns nothing.  */

#include "tool/trace_line.h"

#include <string.h>

void
gomp_trace_put_text (struct gomp_strbuf *sb, const char *text)
{
  gomp_strbuf_json (sb, text, strlen (text));
}

void
gomp_trace_put_member (struct gomp_strbuf *sb, const char *name,
                       const char *text)
{
  gomp_strbuf_printf (sb, ",\"%s\":", name);
  gomp_trace_put_text (sb, text);
}

void
gomp_trace_put_time (struct gomp_strbuf *sb, const char *name, uint64_t ns)
{
  gomp_strbuf_printf (sb, ",\"%s\":%llu.%03u", name,
                      (unsigned long long)(ns / 1000), (unsigned)(ns % 1000));
}

void
gomp_trace_put_head (struct gomp_strbuf *sb, const char *name,
                     const char *category, char phase, long pid, long tid)
{
  gomp_strbuf_printf (sb, "{\"name\":");
  gomp_trace_put_text (sb, name);
  gomp_trace_put_member (sb, "cat", category);
  gomp_strbuf_printf (sb, ",\"ph\":\"%c\",\"pid\":%ld,\"tid\":%ld", phase, pid,
                      tid);
}

void
gomp_trace_put_name (struct gomp_trace_file *file, const char *what, long pid,
                     long tid, const char *name)
{
  char text[GOMP_TRACE_LINE];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_trace_put_head (&sb, what, "__metadata", 'M', pid, tid);
  gomp_strbuf_printf (&sb, ",\"args\":{\"name\":");
  gomp_trace_put_text (&sb, name);
  gomp_strbuf_printf (&sb, "}}");
  gomp_trace_file_put (file, &sb, false);
}

void
gomp_trace_put_flow (struct gomp_trace_file *file, bool for_now,
                     const char *name, char phase, uint64_t flow, long pid,
                     long tid, uint64_t ns)
{
  char text[GOMP_TRACE_LINE];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_trace_put_head (&sb, name, "flow", phase, pid, tid);
  gomp_trace_put_time (&sb, "ts", ns);
  gomp_strbuf_printf (&sb, ",\"id\":\"0x%llx\"%s}", (unsigned long long)flow,
                      phase == 'f' ? ",\"bp\":\"e\"" : "");
  gomp_trace_file_put (file, &sb, for_now);
}
