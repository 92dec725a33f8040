/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Text built piece by piece in the caller's buffer.  It never overflows: text
   that does not fit is counted, not stored.  Owned by one thread.  */

#ifndef GOMP_BASE_STRBUF_H
#define GOMP_BASE_STRBUF_H

#include <stddef.h>

#include "base/compiler.h"

struct gomp_strbuf
{
  char *text;      /* the caller's storage, always NUL terminated */
  size_t capacity; /* bytes of storage, including the NUL; may be 0 */
  size_t length;   /* bytes wanted so far; may exceed the capacity */
};

HIDDEN void gomp_strbuf_init (struct gomp_strbuf *sb, char *storage,
                              size_t capacity);
HIDDEN void gomp_strbuf_putc (struct gomp_strbuf *sb, char c);
HIDDEN void gomp_strbuf_write (struct gomp_strbuf *sb, const char *text,
                               size_t length);
/* A JSON string.  Each byte of TEXT that is not valid UTF-8 becomes U+FFFD.  */
HIDDEN void gomp_strbuf_json (struct gomp_strbuf *sb, const char *text,
                              size_t length);
HIDDEN void gomp_strbuf_printf (struct gomp_strbuf *sb, const char *fmt, ...)
    PRINTF_LIKE (2, 3);
/* The text that PRINT writes for WHAT, whatever its length; free it with
   gomp_free.  PRINT is called until the text fits, so twice as a rule.  */
HIDDEN char *gomp_strbuf_text (void (*print) (struct gomp_strbuf *sb,
                                              const void *what),
                               const void *what);

#endif
