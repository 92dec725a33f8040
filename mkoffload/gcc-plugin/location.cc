/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The locations of constructs in the source, and the names in their clauses.

   The object gets a section of debug information, even without other debug
   information.  For each call that starts a construct, or is a routine on
   device memory, it has

     the address behind the call, a word; "FILE:LINE<tab>NAME NAME...", perhaps
     "<tab>SIZE SIZE...", and NUL

   The names are those of the variables in the order of the clauses, "-" for a
   missing one; the sizes are the bytes that each has from the mapped address
   on.  The program neither loads the section nor runs an instruction for it;
   the library reads it from the file when it reports a construct
   (libgomp/tool/locations.c).  As the name starts with ".line", linkers drop
   entries of functions that they drop, and strip removes it; with ".debug", -gz
   would compress it.

   The calls do not show the compute construct of OpenACC that a region belongs
   to, nor that a variable is in a declare directive of OpenACC.  So the section
   has notes, too: the address of the function or of the variable, and "acc
   kernels" or the like.

   The names are collected early, while the calls still refer to the objects
   that they pass; the addresses are those of labels that are put after the
   calls once code is no longer moved or copied.  A call that ends its function
   by a jump has no label.  */

#define INCLUDE_STRING
#define INCLUDE_MAP
#include "gcc_headers.h"

#include "location.h"
#include "location_gcc.h"
#include "names.h"
#include "plugin.h"

#define LOCATION_SECTION ".line.offgomp"

typedef std::string text;

/* A call: the function that it is in, its location in the source, its callee.
   Instances of a template have calls with different clauses in one place, so
   the function counts; it is "" for a call that was inlined elsewhere.  */
struct call_key
{
  text function;
  location_t location;
  text callee;
  bool
  operator<(const call_key &other) const
  {
    return location != other.location   ? location < other.location
           : function != other.function ? function < other.function
                                        : callee < other.callee;
  }
};

/* The names of a call's clauses; "" for function "" if instances differ.  */
static std::map<call_key, text> clause_names;

/* How many bytes the variable has from the address on that a field of the
   structure gets, by the field's DECL_UID.  */
static std::map<unsigned, HOST_WIDE_INT> rooms;

/* -------------------------------------------------------------- names */

/* A call about a device, or in which a thread may wait for one.  */
static bool
is_construct (const char *name)
{
  static const char *const prefixes[]
      = { "GOMP_target",   "omp_target_",       "GOMP_taskwait",
          "GOMP_barrier",  "GOMP_parallel",     "GOMP_taskloop",
          "GOMP_loop_end", "GOMP_sections_end", "GOACC_",
          "acc_" };
  static const char *const names[]
      = { "GOMP_task", "GOMP_taskgroup_end",
          "GOMP_workshare_task_reduction_unregister", "GOMP_teams_reg" };
  for (const char *prefix : prefixes)
    if (strncmp (name, prefix, strlen (prefix)) == 0)
      return true;
  for (const char *each : names)
    if (strcmp (name, each) == 0)
      return true;
  return false;
}

/* "" where FUNCTION is not known.  */
static const char *
name_of (tree function)
{
  return function == NULL_TREE || !DECL_NAME (function)
             ? ""
             : IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (function));
}

/* "-" where it has none.  */
static text
name_of_field (tree field)
{
  text name
      = TREE_CODE (field) == FIELD_DECL ? offgomp_plain_name (field) : text ();
  return name.empty () ? text ("-") : name;
}

/* "-" where it is not known.  */
static text
room_of_field (tree field)
{
  char number[32];
  auto known = rooms.find (DECL_UID (field));
  if (known == rooms.end ())
    return "-";
  snprintf (number, sizeof (number), HOST_WIDE_INT_PRINT_DEC, known->second);
  return number;
}

/* The variables that a construct names: the fields of the structure that it
   passes; and the room that each has, if any is known.  */
static text
names_of_clauses (gcall *call)
{
  text names, sizes;
  bool any = false;
  for (unsigned i = 0; i < gimple_call_num_args (call) && i < 4; i++)
    {
      tree argument = gimple_call_arg (call, i);
      if (TREE_CODE (argument) != ADDR_EXPR)
        continue;
      tree object = get_base_address (TREE_OPERAND (argument, 0));
      if (object == NULL_TREE || !DECL_P (object)
          || TREE_CODE (TREE_TYPE (object)) != RECORD_TYPE)
        continue;
      for (tree field = TYPE_FIELDS (TREE_TYPE (object)); field != NULL_TREE;
           field = DECL_CHAIN (field))
        {
          const char *blank = names.empty () ? "" : " ";
          names += blank + name_of_field (field);
          sizes += blank + room_of_field (field);
          any |= rooms.count (DECL_UID (field)) != 0;
        }
      break;
    }
  return any ? names + "\\t" + sizes : names;
}

static void
name_section (gassign *statement, gimple_stmt_iterator *gsi)
{
  HOST_WIDE_INT room;
  tree field = offgomp_room_of_section (statement, gsi_bb (*gsi), &room);
  if (field != NULL_TREE)
    rooms[DECL_UID (field)] = room;
  offgomp_name_section (statement, gsi_bb (*gsi));
}

static void
keep_names (gcall *call, gimple_stmt_iterator *)
{
  if (gimple_call_internal_p (call))
    return;
  const char *name = name_of (gimple_call_fndecl (call));
  if (!is_construct (name))
    return;
  location_t location = LOCATION_LOCUS (gimple_location (call));
  text names = names_of_clauses (call);
  clause_names[{ name_of (current_function_decl), location, name }] = names;
  auto any = clause_names.insert ({ { "", location, name }, names });
  if (!any.second && any.first->second != names)
    any.first->second = "";
}

static const pass_data names_pass_data = { GIMPLE_PASS,
                                           "offgomp_clause_names",
                                           OPTGROUP_NONE,
                                           TV_NONE,
                                           PROP_cfg,
                                           0,
                                           0,
                                           0,
                                           0 };

static void
skip_assignment (gassign *, gimple_stmt_iterator *)
{
}

/* LATE: at the link with -flto, where the fields have their names from the
   compilation.  */
class names_pass : public gimple_opt_pass
{
public:
  names_pass (gcc::context *context, bool late)
      : gimple_opt_pass (names_pass_data, context), late (late)
  {
  }
  bool
  gate (function *) final override
  {
    return late == in_lto_p;
  }
  unsigned
  execute (function *f) final override
  {
    offgomp_walk (f, late ? skip_assignment : name_section, keep_names);
    return 0;
  }

private:
  const bool late;
};

/* ------------------------------------------------------------- labels */

static text
quoted (const text &plain)
{
  text result = "\"";
  for (char c : plain)
    {
      if (c == '"' || c == '\\')
        result += '\\';
      result += c;
    }
  return result + "\"";
}

/* "FILE:LINE<tab>NAMES" of CALL; "": it is not known.  */
static text
location_of (const rtx_insn *call, const char *callee)
{
  location_t location = LOCATION_LOCUS (INSN_LOCATION (call));
  expanded_location where = expand_location (location);
  if (where.file == NULL || strpbrk (where.file, "\n\t") != NULL)
    return "";
  char line[32];
  snprintf (line, sizeof (line), ":%d\\t", where.line);
  auto known = clause_names.find (
      { name_of (current_function_decl), location, callee });
  if (known == clause_names.end ())
    known = clause_names.find ({ "", location, callee });
  text names = known == clause_names.end () ? text () : known->second;
  text file = quoted (where.file);
  file.erase (file.length () - 1);
  return file + line + names + "\"";
}

static void
add_label (rtx_insn *call, const text &location)
{
  static unsigned count;
  char label[32];
  snprintf (label, sizeof (label), ".Loffgomp%u", ++count);
  text code = text (label)
              + ":\n\t.pushsection " LOCATION_SECTION ",\"\",@progbits\n\t"
              + (POINTER_SIZE == 64 ? ".8byte " : ".4byte ") + label
              + "\n\t.asciz " + location + "\n\t.popsection";
  emit_insn_after (gen_rtx_ASM_INPUT_loc (VOIDmode, ggc_strdup (code.c_str ()),
                                          INSN_LOCATION (call)),
                   call);
}

/* "": it is called through a pointer.  */
static const char *
callee_of (const rtx_insn *insn)
{
  rtx call = get_call_rtx_from (insn);
  rtx function = call == NULL_RTX ? NULL_RTX : XEXP (XEXP (call, 0), 0);
  if (function == NULL_RTX || GET_CODE (function) != SYMBOL_REF)
    return "";
  const char *name = XSTR (function, 0);
  return *name == '*' ? name + 1 : name;
}

static const pass_data label_pass_data
    = { RTL_PASS, "offgomp_locations", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };

class label_pass : public rtl_opt_pass
{
public:
  label_pass (gcc::context *context) : rtl_opt_pass (label_pass_data, context)
  {
  }
  unsigned
  execute (function *) final override
  {
    for (rtx_insn *insn = get_insns (); insn != NULL; insn = NEXT_INSN (insn))
      {
        if (!CALL_P (insn) || SIBLING_CALL_P (insn))
          continue;
        const char *callee = callee_of (insn);
        text location
            = is_construct (callee) ? location_of (insn, callee) : text ();
        if (!location.empty ())
          add_label (insn, location);
      }
    return 0;
  }
};

/* -------------------------------------------------------------- notes */

/* "": none.  An attribute of the compiler says what is a region; variables of
   OpenMP have the same one as OpenACC's.  */
static const char *
note_of (tree decl)
{
  static const char *const constructs[]
      = { "oacc parallel", "oacc kernels", "oacc serial" };
  if (VAR_P (decl))
    return flag_openacc && !flag_openmp
                   && (lookup_attribute ("omp declare target",
                                         DECL_ATTRIBUTES (decl))
                       || lookup_attribute ("omp declare target link",
                                            DECL_ATTRIBUTES (decl)))
               ? "acc declare"
               : "";
  for (const char *name : constructs)
    if (lookup_attribute (name, DECL_ATTRIBUTES (decl)))
      return name + 1;
  return "";
}

static void
write_note (symtab_node *node)
{
  tree decl = node->decl;
  const char *note = note_of (decl);
  if (*note == '\0' || !TREE_ASM_WRITTEN (decl) || DECL_EXTERNAL (decl)
      || node->alias)
    return;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  fprintf (asm_out_file,
           "\t.pushsection " LOCATION_SECTION ",\"\",@progbits\n"
           "\t%s %s\n\t.asciz \"%s\"\n\t.popsection\n",
           POINTER_SIZE == 64 ? ".8byte" : ".4byte", name + (*name == '*'),
           note);
}

static void
write_notes (void *, void *)
{
  symtab_node *node;
  if (flag_openacc && asm_out_file != NULL && !flag_wpa
      && (!flag_generate_lto || flag_fat_lto_objects || in_lto_p))
    FOR_EACH_SYMBOL (node)
  write_note (node);
}

void
offgomp_location_start (const plugin_name_args *info)
{
  register_callback (info->base_name, PLUGIN_FINISH_UNIT, write_notes, NULL);
  offgomp_plugin_add_pass (info, new names_pass (g, false), "ompexp",
                           PASS_POS_INSERT_AFTER);
  offgomp_plugin_add_pass (info, new names_pass (g, true), "adjust_alignment",
                           PASS_POS_INSERT_AFTER);
  offgomp_plugin_add_pass (info, new label_pass (g), "shorten",
                           PASS_POS_INSERT_BEFORE);
}
