/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The names of the entry points; see ompt.h.  Owns no data.  */

#include <string.h>

#include "base/compiler.h"
#include "ompt/ompt.h"

static const struct
{
  const char *name;
  ompt_interface_fn_t function;
  bool observes;
} entries[] = {
#define ENTRY(name, result, parameters)                                        \
  { "ompt_" #name, (ompt_interface_fn_t)gomp_ompt_##name, false },
#define WHERE(name, result, parameters)                                        \
  { "ompt_" #name, (ompt_interface_fn_t)gomp_ompt_##name, true },
#include "ompt/entry_points.def"
#undef WHERE
#undef ENTRY
};

ompt_interface_fn_t
gomp_ompt_lookup (const char *name)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (entries); i++)
    if (strcmp (entries[i].name, name) == 0)
      {
        if (entries[i].observes)
          gomp_ompt_observe ();
        return entries[i].function;
      }
  return NULL;
}
