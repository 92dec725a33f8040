/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables of images that devices load into the program's process.

   There a variable in declare target is the program's: plugin/shared gives its
   symbol the address of that one.  So code has to reach it by the dynamic
   linker, and it needs a symbol: static variables get external linkage, and a
   name that no other has.  */

#include "gcc_headers.h"

#include "device_gcc.h"
#include "shared.h"

/* Is VARIABLE known to this unit alone?  */
static bool
is_static (tree variable)
{
  return VAR_P (variable) && !DECL_EXTERNAL (variable)
         && !DECL_THREAD_LOCAL_P (variable)
         && (!TREE_PUBLIC (variable)
             || DECL_VISIBILITY (variable) != VISIBILITY_DEFAULT);
}

static void
expose (tree variable, unsigned number)
{
  varpool_node *node = varpool_node::get (variable);
  if (node == NULL || !node->definition || node->alias)
    return;
  if (!TREE_PUBLIC (variable))
    {
      char suffix[32];
      snprintf (suffix, sizeof (suffix), ".offgomp%u", number);
      char *name = concat (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (variable)),
                           suffix, NULL);
      symtab->change_decl_assembler_name (variable, get_identifier (name));
      free (name);
    }
  TREE_PUBLIC (variable) = 1;
  DECL_VISIBILITY (variable) = VISIBILITY_DEFAULT;
  DECL_VISIBILITY_SPECIFIED (variable) = 1;
  node->resolution = LDPR_PREVAILING_DEF;
  node->force_output = 1;
  node->externally_visible = 1;
}

void
offgomp_shared_expose ()
{
  for (unsigned i = 0; i < vec_safe_length (offload_vars); i++)
    if (is_static ((*offload_vars)[i]))
      expose ((*offload_vars)[i], i);
}
