/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Symbols as a programmer reads them; see symbol.h.

   C++ names are decoded by the function that the C++ ABI defines for it
   (Itanium C++ ABI, "Demangler API").  A C++ program is linked with the library
   that has it; other programs have no such names.  Owns nothing; any
   thread.  */

#include "base/symbol.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern char *__cxa_demangle (const char *name, char *buffer, size_t *size,
                             int *status) __attribute__ ((weak));

#define MODULE "_MOD_"

/* The first LENGTH bytes of SYMBOL are a C++ name.  */
static bool
write_cxx (struct gomp_strbuf *sb, const char *symbol, size_t length)
{
  int status;
  if (__cxa_demangle == NULL || strncmp (symbol, "_Z", 2) != 0)
    return false;
  char *name = strndup (symbol, length);
  char *text = name == NULL ? NULL : __cxa_demangle (name, NULL, NULL, &status);
  free (name);
  if (text == NULL)
    return false;
  gomp_strbuf_printf (sb, "%s", text);
  free (text);
  return true;
}

/* For a name in a Fortran module, or the unnamed COMMON block.  */
static bool
write_fortran (struct gomp_strbuf *sb, const char *symbol, size_t length)
{
  if (strcmp (symbol, "__BLNK__") == 0)
    {
      gomp_strbuf_printf (sb, "//");
      return true;
    }
  const char *middle = strstr (symbol, MODULE);
  if (strncmp (symbol, "__", 2) != 0 || middle == NULL
      || middle >= symbol + length)
    return false;
  gomp_strbuf_write (sb, symbol + 2, (size_t)(middle - symbol) - 2);
  gomp_strbuf_printf (sb, "::");
  middle += strlen (MODULE);
  gomp_strbuf_write (sb, middle, (size_t)(symbol + length - middle));
  return true;
}

void
gomp_symbol_write (struct gomp_strbuf *sb, const char *symbol)
{
  size_t length = strcspn (symbol, ".");
  if (!write_cxx (sb, symbol, length) && !write_fortran (sb, symbol, length))
    gomp_strbuf_write (sb, symbol, length);
  /* GCC appends numbers to names that are local to a function.  */
  const char *rest = symbol + length;
  if (length > 0 && isdigit ((unsigned char)rest[*rest != '\0']))
    rest += 1 + strspn (rest + 1, "0123456789");
  gomp_strbuf_printf (sb, "%s", rest);
}
