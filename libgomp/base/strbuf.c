/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Text built piece by piece; see strbuf.h.  */

#include "base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
gomp_strbuf_init (struct gomp_strbuf *sb, char *storage, size_t capacity)
{
  sb->text = storage;
  sb->capacity = capacity;
  sb->length = 0;
  if (capacity > 0)
    storage[0] = '\0';
}

static size_t
room (const struct gomp_strbuf *sb)
{
  return sb->length < sb->capacity ? sb->capacity - sb->length : 0;
}

void
gomp_strbuf_putc (struct gomp_strbuf *sb, char c)
{
  gomp_strbuf_write (sb, &c, 1);
}

void
gomp_strbuf_write (struct gomp_strbuf *sb, const char *text, size_t length)
{
  size_t left = room (sb);
  if (left > 1)
    {
      size_t n = length < left ? length : left - 1;
      memcpy (sb->text + sb->length, text, n);
      sb->text[sb->length + n] = '\0';
    }
  sb->length += length;
}

void
gomp_strbuf_printf (struct gomp_strbuf *sb, const char *fmt, ...)
{
  size_t left = room (sb);
  va_list ap;
  va_start (ap, fmt);
  int n = vsnprintf (left > 0 ? sb->text + sb->length : NULL, left, fmt, ap);
  va_end (ap);
  if (n > 0)
    sb->length += (size_t)n;
}

void
gomp_strbuf_json (struct gomp_strbuf *sb, const char *text, size_t length)
{
  gomp_strbuf_putc (sb, '"');
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)text[i] < ' ')
      gomp_strbuf_printf (sb, "\\u%04x", (unsigned)text[i]);
    else
      {
        if (text[i] == '"' || text[i] == '\\')
          gomp_strbuf_putc (sb, '\\');
        gomp_strbuf_putc (sb, text[i]);
      }
  gomp_strbuf_putc (sb, '"');
}
