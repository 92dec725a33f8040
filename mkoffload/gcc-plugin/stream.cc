/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The second stream of offloaded code.

   A compiler with offload targets writes the GIMPLE of offloaded functions and
   variables into sections .gnu.offload_lto_*.  That stream is made for a
   compiler of another machine: it leaves out parts that only the host's own
   lto1 can read (the target options of functions, address spaces) and has a
   table of machine modes, so the host's lto1 cannot read it.

   GCC calls the write_summary hooks of all IPA passes while it writes a
   stream.  Our pass has such a hook and nothing else.  Called within an
   offload stream it writes the streams once more: with another section
   prefix, and with lto_stream_offload_p cleared once that inner run has
   chosen its nodes (the choice still has to be the offload one; the hooks run
   after it, before anything is written).  Then it restores both, and the
   offload stream goes on as if nothing had happened.  */

#include "gcc_headers.h"

#include "omp_gcc.h"

#include "check.h"
#include "check_variable.h"
#include "declared.h"
#include "location.h"
#include "map_pointers.h"
#include "plugin.h"
#include "requires.h"
#include "scope_ends.h"
#include "simd_atomic.h"

#define DEVICE_SECTION_PREFIX ".gnu.x86emul_lto_"

/* -------------------------- selectors of declare variant and metadirectives

   Calls whose variant depends on the device stay calls of the base function
   until lto1 knows the device.  But the host's lto1 treats device={kind(host)}
   as true and kind(nohost) as false.  So the second stream has kind(any), which
   is always true, in place of nohost, and a nonexistent kind in place of
   host.  */

#define VARIANT_ATTRIBUTE "omp declare variant base"
#define KIND_OF_NOTHING "offgomp-none"

/* A property's name that was replaced, to be restored.  */
struct exchanged_name
{
  tree list;  /* the property, a TREE_LIST */
  bool value; /* the name is its value, else its purpose */
  tree name;  /* what it was */
};

static vec<exchanged_name> exchanged;

/* Whether WORD, which may be none, is NAME as an identifier or a string.  */
static bool
is_word (tree word, const char *name)
{
  if (word == NULL_TREE)
    return false;
  if (TREE_CODE (word) == IDENTIFIER_NODE)
    return strcmp (IDENTIFIER_POINTER (word), name) == 0;
  return TREE_CODE (word) == STRING_CST
         && strcmp (TREE_STRING_POINTER (word), name) == 0;
}

/* The same kind of word as WORD.  */
static tree
make_word (tree word, const char *name)
{
  if (TREE_CODE (word) == IDENTIFIER_NODE)
    return get_identifier (name);
  return build_string (strlen (name) + 1, name);
}

/* Replace WORD, the purpose or the value of the property LIST, if it is the
   kind FROM.  */
static bool
exchange (tree list, bool value, const char *from, const char *to)
{
  tree *word = value ? &TREE_VALUE (list) : &TREE_PURPOSE (list);
  if (!is_word (*word, from))
    return false;
  exchanged.safe_push ({ list, value, *word });
  *word = make_word (*word, to);
  return true;
}

static void
exchange_kinds (tree properties)
{
  for (; properties != NULL_TREE; properties = TREE_CHAIN (properties))
    for (int value = 0; value < 2; value++)
      if (exchange (properties, value != 0, "nohost", "any")
          || exchange (properties, value != 0, "host", KIND_OF_NOTHING))
        break;
}

/* How releases name the set of device selectors, and the selector of kinds
   in it.  */
#if __GNUC__ >= 14
static bool
is_device_set (tree set)
{
  return OMP_TSS_CODE (set) == OMP_TRAIT_SET_DEVICE;
}

static bool
is_kind_selector (tree selector)
{
  return OMP_TS_CODE (selector) == OMP_TRAIT_DEVICE_KIND;
}
#else
static bool
is_device_set (tree set)
{
  return is_word (TREE_PURPOSE (set), "device");
}

static bool
is_kind_selector (tree selector)
{
  return is_word (TREE_PURPOSE (selector), "kind");
}
#endif

/* CONTEXT: list of selector sets, each a list of selectors, each a list of
   properties.  */
static void
exchange_context (tree context)
{
  for (; context != NULL_TREE; context = TREE_CHAIN (context))
    if (is_device_set (context))
      for (tree selector = TREE_VALUE (context); selector != NULL_TREE;
           selector = TREE_CHAIN (selector))
        if (is_kind_selector (selector))
          exchange_kinds (TREE_VALUE (selector));
}

/* Metadirectives in functions of devices are left to the compiler of the device
   from GCC 15 on: as assignments, with all their selectors.  */
#if __GNUC__ >= 15
static void
exchange_variants (gimple *statement)
{
  if (!is_gimple_assign (statement)
      || gimple_assign_rhs_code (statement) != OMP_NEXT_VARIANT)
    return;
  tree state = OMP_NEXT_VARIANT_STATE (gimple_assign_rhs1 (statement));
  tree contexts = TREE_CHAIN (state);
  for (int i = 0; i < TREE_VEC_LENGTH (contexts); i++)
    exchange_context (TREE_VEC_ELT (contexts, i));
}

static void
exchange_metadirectives (cgraph_node *node)
{
  function *f = DECL_STRUCT_FUNCTION (node->decl);
  basic_block block;
  if (!node->offloadable || !node->has_omp_variant_constructs || f == NULL
      || f->cfg == NULL)
    return;
  FOR_EACH_BB_FN (block, f)
  for (gimple_stmt_iterator i = gsi_start_bb (block); !gsi_end_p (i);
       gsi_next (&i))
    exchange_variants (gsi_stmt (i));
}
#else
static void
exchange_metadirectives (cgraph_node *)
{
}
#endif

static void
exchange_selectors ()
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
  for (tree attribute
       = lookup_attribute (VARIANT_ATTRIBUTE, DECL_ATTRIBUTES (node->decl));
       attribute != NULL_TREE;
       attribute = lookup_attribute (VARIANT_ATTRIBUTE, TREE_CHAIN (attribute)))
    exchange_context (TREE_VALUE (TREE_VALUE (attribute)));
  FOR_EACH_FUNCTION (node)
  exchange_metadirectives (node);
}

static void
restore_selectors ()
{
  while (!exchanged.is_empty ())
    {
      exchanged_name last = exchanged.pop ();
      if (last.value)
        TREE_VALUE (last.list) = last.name;
      else
        TREE_PURPOSE (last.list) = last.name;
    }
}

/* -------------------------------------------------- symbols of the compiler

   Offloaded code refers to symbols that users cannot declare: virtual tables,
   type information, __func__, implicit destructors, constants of the library's
   headers (std::piecewise_construct), profile counters.  They are written with
   the code.  So are inline functions of the library's headers: GCC does not
   find those that a function of an extern template calls and always_inline
   brings in.  */

/* Whether DECL is a virtual table, type information or the like.  */
static bool
is_cxx_table (tree decl)
{
  return VAR_P (decl) && DECL_ARTIFICIAL (decl) && TREE_READONLY (decl)
         && (TREE_STATIC (decl) || DECL_EXTERNAL (decl))
         && DECL_ASSEMBLER_NAME_SET_P (decl)
         && strncmp (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)), "_ZT", 3)
                == 0;
}

/* Symbols chosen for this stream alone.  */
static vec<symtab_node *> chosen;

static void choose_uses (symtab_node *);

/* Whether VARIABLE is a profile counter, or describes a place to
   UndefinedBehaviorSanitizer: these are written at run time.  */
static bool
is_own_variable (tree variable)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (variable));
  return strncmp (name, "__gcov", 6) == 0
         || (DECL_ARTIFICIAL (variable) && strstr (name, "Lubsan_") != NULL);
}

/* Whether DECL is a symbol that users cannot declare.  */
static bool
is_own_symbol (tree decl)
{
  if (VAR_P (decl) && is_own_variable (decl))
    return true;
  if (VAR_P (decl) && !TREE_READONLY (decl))
    return false;
  return DECL_ARTIFICIAL (decl)
         || ((VAR_P (decl) || DECL_COMDAT (decl))
             && in_system_header_at (DECL_SOURCE_LOCATION (decl)));
}

static void
choose (symtab_node *node)
{
  if (node->offloadable || !node->definition || node->alias
      || !is_own_symbol (node->decl))
    return;
  node->offloadable = 1;
  chosen.safe_push (node);
  choose_uses (node);
}

static void
choose_uses (symtab_node *node)
{
  ipa_ref *reference = NULL;
  for (unsigned i = 0; node->iterate_reference (i, reference); i++)
    choose (reference->referred->ultimate_alias_target ());
  if (cgraph_node *function = dyn_cast<cgraph_node *> (node))
    for (cgraph_edge *e = function->callees; e != NULL; e = e->next_callee)
      choose (e->callee->ultimate_alias_target ());
}

static void
choose_own_symbols ()
{
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
  {
    if (node->offloadable && node->definition
        && (is_a<cgraph_node *> (node) || is_cxx_table (node->decl)))
      choose_uses (node);
  }
}

static void
restore_choice ()
{
  while (!chosen.is_empty ())
    chosen.pop ()->offloadable = 0;
}

/* ------------------------------------------- symbols that are not offloaded

   Offloaded code may refer to a symbol of this file that is not "declare
   target", which is a user error.  Written unchanged, it would break lto1.  So
   the second stream declares it as external, and the link of the image finds
   and names it.  The link ignores functions that only a virtual table refers
   to: they are null there.

   The same holds for functions that are also defined elsewhere (extern
   templates); the other definition is then used.  */

/* A symbol that was made external, to be restored.  */
struct hidden_symbol
{
  symtab_node *node; /* the symbol */
  bool analyzed;     /* what it was, as are the rest */
  bool is_external;
  bool is_static;
  bool is_public;
  bool is_weak;
  tree attributes;
  tree context;
};

static vec<hidden_symbol> hidden;

/* Whether code of the stream calls NODE or takes its address.  */
static bool
is_used_by_code (symtab_node *node)
{
  ipa_ref *reference = NULL;
  for (unsigned i = 0; node->iterate_referring (i, reference); i++)
    if (is_a<cgraph_node *> (reference->referring)
        && reference->referring->offloadable)
      return true;
  cgraph_node *function = dyn_cast<cgraph_node *> (node);
  if (function == NULL)
    return true;
  for (cgraph_edge *e = function->callers; e != NULL; e = e->next_caller)
    if (e->caller->offloadable)
      return true;
  return false;
}

static void
hide_symbol (symtab_node *node)
{
  tree decl = node->decl;
  hidden.safe_push ({ node, (bool)node->analyzed, (bool)DECL_EXTERNAL (decl),
                      (bool)TREE_STATIC (decl), (bool)TREE_PUBLIC (decl),
                      (bool)DECL_WEAK (decl), DECL_ATTRIBUTES (decl),
                      DECL_CONTEXT (decl) });
  node->definition = 0;
  node->analyzed = 0;
  if (DECL_EXTERNAL (decl))
    return;
  DECL_EXTERNAL (decl) = 1;
  TREE_STATIC (decl) = 0;
  TREE_PUBLIC (decl) = 1;
  /* A variable of a function that is not static would count as automatic.  */
  if (decl_function_context (decl) != NULL_TREE && VAR_P (decl))
    DECL_CONTEXT (decl) = build_translation_unit_decl (NULL_TREE);
  if (!is_used_by_code (node))
    {
      DECL_WEAK (decl) = 1;
      DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("weak"), NULL_TREE,
                                          DECL_ATTRIBUTES (decl));
    }
}

/* GCC 16 also has top-level assembly among the nodes, earlier releases have
   only symbols; the GCC that it is for compiles this code.  */
#if __GNUC__ >= 16
static symtab_node *
symbol_of (toplevel_node *node)
{
  return dyn_cast<symtab_node *> (node);
}
#else
static symtab_node *
symbol_of (symtab_node *node)
{
  return node;
}
#endif

static void
hide_symbols ()
{
  lto_symtab_encoder_t encoder = lto_get_out_decl_state ()->symtab_node_encoder;
  for (int i = 0; i < lto_symtab_encoder_size (encoder); i++)
    {
      symtab_node *node = symbol_of (lto_symtab_encoder_deref (encoder, i));
      if (node != NULL && node->definition && !node->alias
          && !lto_symtab_encoder_in_partition_p (encoder, node))
        hide_symbol (node);
    }
}

static void
restore_symbols ()
{
  while (!hidden.is_empty ())
    {
      hidden_symbol last = hidden.pop ();
      tree decl = last.node->decl;
      last.node->definition = 1;
      last.node->analyzed = last.analyzed;
      DECL_EXTERNAL (decl) = last.is_external;
      TREE_STATIC (decl) = last.is_static;
      TREE_PUBLIC (decl) = last.is_public;
      DECL_WEAK (decl) = last.is_weak;
      DECL_ATTRIBUTES (decl) = last.attributes;
      DECL_CONTEXT (decl) = last.context;
    }
}

/* ---------------------------------------------------------------- stream */

/* Whether the inner run is under way.  */
static bool writing_device_stream;

static void
write_device_stream (void)
{
  if (!lto_stream_offload_p)
    return;
  if (writing_device_stream)
    {
      hide_symbols ();
      lto_stream_offload_p = false;
      return;
    }
  /* ipa_write_summaries expects to be called outside of passes.  */
  FILE *dump = dump_file;
  set_dump_file (NULL);
  const char *prefix = section_name_prefix;
  section_name_prefix = DEVICE_SECTION_PREFIX;
  exchange_selectors ();
  choose_own_symbols ();
  writing_device_stream = true;
  ipa_write_summaries ();
  writing_device_stream = false;
  restore_symbols ();
  restore_choice ();
  restore_selectors ();
  section_name_prefix = prefix;
  lto_stream_offload_p = true;
  set_dump_file (dump);
}

static const pass_data stream_pass_data
    = { IPA_PASS, "x86emul_stream", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };

class stream_pass : public ipa_opt_pass_d
{
public:
  stream_pass (gcc::context *context)
      : ipa_opt_pass_d (stream_pass_data, context, NULL, write_device_stream,
                        NULL, NULL, NULL, NULL, 0, NULL, NULL)
  {
  }
  bool
  gate (function *) final override
  {
    return true;
  }
  unsigned
  execute (function *) final override
  {
    return 0;
  }
};

/* ------------------------------------------- C++ tables in target regions

   A region that creates an object with virtual functions or throws uses virtual
   tables and type information.  GCC treats them as variables without a map
   clause, and maps them: the device would get pointers into the host, and the
   copy back would write to constants.  If they are marked as declare target
   variables, they are not mapped.  They must be in the symbol table before
   that, or they would become entries of the table of variables.

   The same holds for variables of libraries (stderr): the device has its own
   libraries, and a FILE of the host is useless there.  */

#define TARGET_ATTRIBUTE "omp declare target"

static tree
find_target_region (tree *where, int *, void *)
{
  switch (TREE_CODE (*where))
    {
    case OMP_TARGET:
    case OACC_PARALLEL:
    case OACC_SERIAL:
    case OACC_KERNELS:
      return *where;
    default:
      return NULL_TREE;
    }
}

/* Whether DECL is a variable that a library defines.  */
static bool
is_library_variable (tree decl)
{
  return VAR_P (decl) && DECL_EXTERNAL (decl) && TREE_PUBLIC (decl)
         && !DECL_THREAD_LOCAL_P (decl)
         && in_system_header_at (DECL_SOURCE_LOCATION (decl));
}

static tree
mark_own_variable (tree *where, int *, void *)
{
  if (is_cxx_table (*where) || is_library_variable (*where))
    varpool_node::get_create (*where)->offloadable = 1;
  return NULL_TREE;
}

/* UndefinedBehaviorSanitizer's checks of virtual tables are added after this,
   and their type information would be mapped: FUNCTION, which has target
   regions, gets none of them.  An attribute says so, since GCC 16 adds them
   after it has parsed other functions.  */
static void
leave_out_vptr_checks (tree function)
{
  tree *attributes = &DECL_ATTRIBUTES (function);
  tree given = lookup_attribute ("no_sanitize", *attributes);
  unsigned HOST_WIDE_INT flags = SANITIZE_VPTR;
  if (given != NULL_TREE)
    flags |= tree_to_uhwi (TREE_VALUE (given));
  *attributes = tree_cons (get_identifier ("no_sanitize"),
                           build_int_cstu (long_unsigned_type_node, flags),
                           remove_attribute ("no_sanitize", *attributes));
}

/* Called for each function that has been parsed.  */
static void
mark_own_variables (void *function, void *)
{
  tree *body = &DECL_SAVED_TREE ((tree)function);
  bool has_region
      = walk_tree_without_duplicates (body, find_target_region, NULL)
        != NULL_TREE;
  if (!has_region)
    return;
  if (flag_sanitize & SANITIZE_VPTR)
    leave_out_vptr_checks ((tree)function);
  walk_tree_without_duplicates (body, mark_own_variable, NULL);
}

/* ------------------------------------------------------ counts of loops

   A loop with ordered(n) whose numbers of iterations are constants has them in
   a static variable, which GCC makes after it has looked for variables that
   regions use.  Without a mark neither stream has the variable.  */

static bool
is_loop_counts (tree decl)
{
  return DECL_ARTIFICIAL (decl) && DECL_NAME (decl) != NULL_TREE
         && startswith (IDENTIFIER_POINTER (DECL_NAME (decl)), ".omp_counts");
}

/* Whether a region or a function for devices refers to NODE.  The context of
   such a variable is the function that the region is in.  */
static bool
is_used_by_region (varpool_node *node)
{
  ipa_ref *reference = NULL;
  for (unsigned i = 0; node->iterate_referring (i, reference); i++)
    if (reference->referring->offloadable)
      return true;
  return false;
}

/* Called when all loops are calls.  */
static void
mark_loop_counts (void *, void *)
{
  varpool_node *node;
  FOR_EACH_VARIABLE (node)
  if (is_loop_counts (node->decl) && is_used_by_region (node))
    node->offloadable = 1;
}

/* ---------------------------------------------------------- kept tables

   No code refers to the tables of an object, so the linker would drop them with
   --gc-sections.  A reference that leaves no trace, in a section that the
   linker retains, keeps them.  The section has one byte for it, because gold
   fails at a reference from beyond a section's end.  */

#define KEEP_SECTION ".offgomp_keep"
/* GCC 14 has this one first.  */
#define INDIRECT_TABLE_SECTION_NAME ".gnu.offload_ind_funcs"

static bool
is_table (tree decl)
{
  const char *section = DECL_SECTION_NAME (decl);
  return section != NULL && TREE_ASM_WRITTEN (decl)
         && (strcmp (section, OFFLOAD_FUNC_TABLE_SECTION_NAME) == 0
             || strcmp (section, INDIRECT_TABLE_SECTION_NAME) == 0
             || strcmp (section, OFFLOAD_VAR_TABLE_SECTION_NAME) == 0);
}

/* Called when the code has been written, before the output is closed.  */
static void
keep_tables (void *, void *)
{
  bool first = true;
  varpool_node *node;
  FOR_EACH_VARIABLE (node)
  {
    if (!is_table (node->decl))
      continue;
    if (first)
      fputs ("\t.pushsection " KEEP_SECTION ",\"aR\",@progbits\n"
             "\t.byte 0\n",
             asm_out_file);
    first = false;
    fputs ("\t.reloc 0, BFD_RELOC_NONE, ", asm_out_file);
    assemble_name (asm_out_file,
                   IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl)));
    fputc ('\n', asm_out_file);
  }
  if (!first)
    fputs ("\t.popsection\n", asm_out_file);
}

void
offgomp_plugin_start (const plugin_name_args *info)
{
  offgomp_plugin_add_pass (info, new stream_pass (g), OFFGOMP_WHOLE_PROGRAM);
  register_callback (info->base_name, PLUGIN_PRE_GENERICIZE, mark_own_variables,
                     NULL);
  register_callback (info->base_name, PLUGIN_ALL_IPA_PASSES_START,
                     mark_loop_counts, NULL);
  register_callback (info->base_name, PLUGIN_FINISH_UNIT, keep_tables, NULL);
  if (offgomp_check_asked (getenv ("OFFLOAD_EMUL_CHECK")))
    offgomp_check_start (info, false);
  offgomp_location_start (info);
  offgomp_map_pointers_start (info);
  offgomp_requires_start (info);
  offgomp_simd_atomic_start (info);
  offgomp_declared_start (info);
  offgomp_scope_ends_start (info);
}
