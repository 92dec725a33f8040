/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Text built piece by piece; see strbuf.h.  */

#include "base/strbuf.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "base/sizes.h"

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
      gomp_invariant (sb->length + n < sb->capacity,
                      "a text of %zu bytes in a buffer of %zu", sb->length + n,
                      sb->capacity);
      sb->text[sb->length + n] = '\0';
    }
  sb->length = gomp_size_sum (sb->length, length);
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
    sb->length = gomp_size_sum (sb->length, (size_t)n);
}

char *
gomp_strbuf_text (void (*print) (struct gomp_strbuf *sb, const void *what),
                  const void *what)
{
  char *text = NULL;
  size_t size = 0;
  for (;;)
    {
      struct gomp_strbuf sb;
      gomp_strbuf_init (&sb, text, size);
      print (&sb, what);
      if (sb.length < size)
        return text;
      gomp_free (text);
      size = sb.length + 1;
      text = gomp_xalloc (size);
    }
}

/* The number of bytes of the UTF-8 character at TEXT, which has LENGTH bytes; 0
   if it is not valid (RFC 3629).  */
static size_t
character_size (const char *text, size_t length)
{
  const unsigned char *c = (const unsigned char *)text;
  size_t size = *c < 0x80                  ? 1
                : *c >= 0xc2 && *c <= 0xdf ? 2
                : *c >= 0xe0 && *c <= 0xef ? 3
                : *c >= 0xf0 && *c <= 0xf4 ? 4
                                           : 0;
  if (size > length)
    return 0;
  for (size_t i = 1; i < size; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  /* An overlong form, a surrogate, or beyond the last character.  */
  bool wrong
      = size > 1
        && ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f)
            || (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f));
  return wrong ? 0 : size;
}

/* U+FFFD.  */
#define REPLACEMENT "\xef\xbf\xbd"

void
gomp_strbuf_json (struct gomp_strbuf *sb, const char *text, size_t length)
{
  gomp_strbuf_putc (sb, '"');
  for (size_t i = 0; i < length;)
    {
      size_t size = character_size (text + i, length - i);
      if (size == 0)
        gomp_strbuf_write (sb, REPLACEMENT, strlen (REPLACEMENT));
      else if ((unsigned char)text[i] < ' ')
        gomp_strbuf_printf (sb, "\\u%04x", (unsigned)text[i]);
      else
        {
          if (text[i] == '"' || text[i] == '\\')
            gomp_strbuf_putc (sb, '\\');
          gomp_strbuf_write (sb, text + i, size);
        }
      i += size == 0 ? 1 : size;
    }
  gomp_strbuf_putc (sb, '"');
}
