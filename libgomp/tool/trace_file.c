/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The file of a trace, see trace_file.h.  Owns nothing; the caller holds the
   trace's mutex.  */

#include "tool/trace_file.h"

#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/strbuf.h"
#include "os/file.h"
#include "tool/tool.h"

#define TRACE_START "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
#define TRACE_END "\n]}\n"

void
gomp_tool_file_name (const char *given, int pid, char *name, size_t size)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, name, size);
  for (const char *at = given; *at != '\0'; at++)
    if (at[0] == '%' && at[1] == 'p')
      {
        gomp_strbuf_printf (&sb, "%d", pid);
        at++;
      }
    else
      {
        at += at[0] == '%' && at[1] == '%';
        gomp_strbuf_putc (&sb, *at);
      }
}

static void
give_up (struct gomp_trace_file *f, int error)
{
  char text[128];
  f->given_up = true;
  f->owner->gave_up ();
  gomp_warning ("cannot write the trace to '%s' (%s): %s; the program goes on "
                "without",
                f->name, f->owner->variable,
                os_file_error (error, text, sizeof (text)));
}

void
gomp_trace_file_open (struct gomp_trace_file *f,
                      const struct gomp_trace_owner *owner, const char *given,
                      int pid)
{
  f->owner = owner;
  gomp_tool_file_name (given, pid, f->name, sizeof (f->name));
  int fd;
  int error = os_file_create (f->name, &fd);
  if (error != 0)
    {
      give_up (f, error);
      return;
    }
  f->open = true;
  os_held_set (&f->fd, fd);
  f->is_seekable = os_file_is_seekable (fd);
  f->started = false;
  f->offset = 0;
  f->behind = 0;
  f->used = 0;
}

bool
gomp_trace_file_names_process (const char *name)
{
  for (; *name != '\0'; name++)
    if (name[0] == '%' && name[1] == 'p')
      return true;
    else
      name += name[0] == '%' && name[1] == '%';
  return false;
}

void
gomp_trace_file_close (struct gomp_trace_file *f)
{
  if (f->open)
    os_held_close (&f->fd);
  f->open = false;
}

/* On a full disk what was there stays valid.  */
static void
repair (struct gomp_trace_file *f)
{
  size_t size = strlen (TRACE_END);
  if (!f->is_seekable || f->offset == 0)
    return;
  int fd = os_held_get (&f->fd);
  if (os_file_write (fd, TRACE_END, size, f->offset) == 0)
    os_file_truncate (fd, f->offset + size);
}

/* TEXT replaces the contents after OFFSET.  TEXT's buffer has room for these:
   if they are longer, blanks overwrite the rest before it is cut off.  */
static void
replace_end (struct gomp_trace_file *f, char *text, size_t size)
{
  size_t whole = size < f->behind ? f->behind : size;
  memset (text + size, ' ', whole - size);
  int fd = os_held_get (&f->fd);
  int error = os_file_write (fd, text, whole, f->offset);
  if (error == 0 && whole > size)
    os_file_truncate (fd, f->offset + size);
  if (error == 0)
    return;
  repair (f);
  gomp_trace_file_close (f);
  give_up (f, error);
}

static size_t
add_end (char *text, size_t size)
{
  memcpy (text + size, TRACE_END, strlen (TRACE_END));
  return size + strlen (TRACE_END);
}

void
gomp_trace_file_flush (struct gomp_trace_file *f, bool last)
{
  if (f->used == 0 && f->behind == 0 && !last)
    return;
  size_t size = f->is_seekable || last ? add_end (f->buffer, f->used) : f->used;
  replace_end (f, f->buffer, size);
  f->offset += f->used;
  f->behind = 0;
  f->used = 0;
}

void
gomp_trace_file_flush_unfinished (struct gomp_trace_file *f)
{
  size_t used = f->unfinished_used;
  f->unfinished_used = 0;
  if (used == 0 || !f->open || !f->is_seekable)
    return;
  size_t size = add_end (f->unfinished, used);
  replace_end (f, f->unfinished, size);
  f->behind = size;
}

/* There is room for TEXT.  */
static void
append (struct gomp_trace_file *f, const char *text)
{
  size_t length = strlen (text);
  gomp_invariant (f->used + length <= sizeof (f->buffer),
                  "%zu bytes are put into a trace's buffer behind %zu", length,
                  f->used);
  memcpy (f->buffer + f->used, text, length);
  f->used += length;
}

/* Behind what is there for good.  */
static void
put_for_now (struct gomp_trace_file *f, const struct gomp_strbuf *line)
{
  static const char comma[] = ",\n";
  char *end = f->unfinished + f->unfinished_used;
  size_t size = f->unfinished_used + strlen (comma) + line->length;
  if (size + strlen (TRACE_END) > sizeof (f->unfinished))
    return;
  memcpy (end, comma, strlen (comma));
  memcpy (end + strlen (comma), line->text, line->length);
  f->unfinished_used = size;
}

static void
put_for_good (struct gomp_trace_file *f, const struct gomp_strbuf *line)
{
  if (f->used + strlen (TRACE_START) + line->length + strlen (TRACE_END)
      > sizeof (f->buffer))
    gomp_trace_file_flush (f, false);
  append (f, f->started ? ",\n" : TRACE_START);
  memcpy (f->buffer + f->used, line->text, line->length);
  f->used += line->length;
  f->started = true;
}

void
gomp_trace_file_put (struct gomp_trace_file *f, const struct gomp_strbuf *line,
                     bool for_now)
{
  if (f->given_up || line->length >= line->capacity)
    return;
  if (for_now)
    put_for_now (f, line);
  else
    put_for_good (f, line);
}
