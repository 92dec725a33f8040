/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Numbers; see number.h.  Owns no data; any thread.  */

#include "base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool
gomp_number_parse (const char *text, const char *suffixes, uint64_t *value)
{
  text += strspn (text, " \t");
  if (*text < '0' || *text > '9')
    return false;
  char *end;
  errno = 0;
  uint64_t v = strtoull (text, &end, 10);
  if (errno != 0)
    return false;
  if (*end != '\0' && strchr (suffixes, *end & ~0x20) != NULL)
    {
      unsigned shift
          = 10 * (unsigned)(strchr (suffixes, *end & ~0x20) - suffixes + 1);
      if (v > UINT64_MAX >> shift)
        return false;
      v <<= shift;
      end++;
    }
  end += strspn (end, " \t");
  if (*end != '\0')
    return false;
  *value = v;
  return true;
}
