/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Facts for offgomp-info; see include/offgomp_describe.h.  The calls go to the
   program that asks, on its thread; no lock may be held.  */

#ifndef GOMP_BASE_DESCRIBE_H
#define GOMP_BASE_DESCRIBE_H

#include <stddef.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "offgomp_describe.h"

static inline void
gomp_describe_begin (const struct offgomp_describer *to, const char *kind)
{
  to->begin (to->context, kind);
}

static inline void
gomp_describe_text (const struct offgomp_describer *to, const char *name,
                    const char *value)
{
  to->text (to->context, name, value);
}

static inline void
gomp_describe_number (const struct offgomp_describer *to, const char *name,
                      long long value)
{
  to->number (to->context, name, value);
}

/* Append the text that PRINT writes for WHAT, whatever its length.  */
static inline void
gomp_describe_printed (const struct offgomp_describer *to, const char *name,
                       void (*print) (struct gomp_strbuf *sb, const void *what),
                       const void *what)
{
  char *text = gomp_strbuf_text (print, what);
  gomp_describe_text (to, name, text);
  gomp_free (text);
}

#endif
