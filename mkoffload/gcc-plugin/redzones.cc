/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Redzones after the variables of a checked image.

   A pointer to a variable of the image may go past it into the next one, which
   may be accessed, too.  So each variable gets its own section, which ends with
   unused bytes; the linker keeps them together.  The section offgomp_redzones
   has the addresses, for the device program.

   An image is compiled from all its objects at once, and the compiler has
   merged shared variables: common blocks, static members of templates and
   inline variables.  They lose the attributes by which the linker would merge
   them.  Variables that another definition may replace (weak), variables with a
   section that the program chose, and constants get no redzone.  */

#define INCLUDE_STRING
#include "gcc_headers.h"

#include "varasm.h"

#include "check.h"
#include "plugin.h"
#include "x86emul_image.h"

/* How many variables have a redzone.  */
static unsigned redzones;

static bool
may_have_redzone (tree variable)
{
  return VAR_P (variable) && !TREE_READONLY (variable)
         && !DECL_ARTIFICIAL (variable) && !DECL_THREAD_LOCAL_P (variable)
         && (DECL_COMDAT (variable) || !DECL_WEAK (variable))
         && !DECL_HARD_REGISTER (variable) && !DECL_EXTERNAL (variable)
         && DECL_SECTION_NAME (variable) == NULL
         && DECL_SIZE_UNIT (variable) != NULL_TREE
         && TREE_CODE (DECL_SIZE_UNIT (variable)) == INTEGER_CST;
}

/* The only definition of NODE's variable is here.  */
static void
settle (varpool_node *node)
{
  tree variable = node->decl;
  if (DECL_COMDAT (variable) || DECL_ONE_ONLY (variable))
    {
      node->dissolve_same_comdat_group_list ();
      node->set_comdat_group (NULL_TREE);
      DECL_COMDAT (variable) = 0;
    }
  DECL_COMMON (variable) = 0;
}

/* Data has even numbers, zero-initialised variables have odd ones.  */
static const char *
section_name (unsigned redzone)
{
  static char name[40];
  snprintf (name, sizeof (name), ".%s.offgomp%u", redzone % 2 ? "bss" : "data",
            redzone / 2);
  return name;
}

static void
write_redzones (void *, void *)
{
  for (unsigned redzone = 0; redzone < redzones; redzone++)
    fprintf (asm_out_file,
             "\t.section %s,\"aw\",@%s\n.Lredzone%u:\n\t.zero %d\n"
             "\t.section offgomp_redzones,\"aw\",@progbits\n\t.balign 8\n"
             "\t.quad .Lredzone%u\n",
             section_name (redzone), redzone % 2 ? "nobits" : "progbits",
             redzone, X86EMUL_REDZONE_SIZE, redzone);
}

static void
lay_redzones (void)
{
  varpool_node *node;
  FOR_EACH_DEFINED_VARIABLE (node)
  if (!node->alias && may_have_redzone (node->decl))
    {
      settle (node);
      unsigned redzone
          = redzones + (redzones % 2 != bss_initializer_p (node->decl));
      set_decl_section_name (node->decl, section_name (redzone));
      redzones = redzone + 1;
    }
}

static const pass_data redzones_pass_data = {
  SIMPLE_IPA_PASS, "offgomp_redzones", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

/* Runs when it is known which variables are written, before any of them is
   output.  */
class redzones_pass : public simple_ipa_opt_pass
{
public:
  redzones_pass (gcc::context *context)
      : simple_ipa_opt_pass (redzones_pass_data, context)
  {
  }
  unsigned
  execute (function *) final override
  {
    lay_redzones ();
    return 0;
  }
};

void
offgomp_redzones_start (const plugin_name_args *info)
{
  register_callback (info->base_name, PLUGIN_FINISH_UNIT, write_redzones, NULL);
  offgomp_plugin_add_pass (info, new redzones_pass (g), "simdclone",
                           PASS_POS_INSERT_AFTER);
}
