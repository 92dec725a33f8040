/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* From a mnemonic to its handler.  The first thread that needs the table makes
   it; from then on it is only read.  */

#include "exec/handler.h"

#include <pthread.h>
#include <string.h>

#define SLOTS 4096

static const struct sim_form *slot[SLOTS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static unsigned
hash (const char *name, size_t length)
{
  unsigned h = 2166136261u;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char)name[i]) * 16777619u;
  return h % SLOTS;
}

static void
add_all (const struct sim_form *forms)
{
  for (; forms->name; forms++)
    {
      unsigned h = hash (forms->name, strlen (forms->name));
      while (slot[h])
        h = (h + 1) % SLOTS;
      slot[h] = forms;
    }
}

static void
make_table (void)
{
  add_all (sim_alu_forms);
  add_all (sim_float_forms);
  add_all (sim_compare_forms);
  add_all (sim_convert_forms);
  add_all (sim_warp_forms);
}

const struct sim_form *
sim_form_find (const char *name, size_t length)
{
  pthread_once (&once, make_table);
  unsigned h = hash (name, length);
  while (slot[h]
         && (strlen (slot[h]->name) != length
             || memcmp (slot[h]->name, name, length) != 0))
    h = (h + 1) % SLOTS;
  return slot[h];
}
