/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Attaching the pointers that map clauses go through, in C and C++.

   A region evaluates `s.x->y[1]', of which `map (s.x->y[1:2])' maps a section,
   by the pointers or references s.x and s.x->y.  Their device copies need the
   device's addresses, so each pointer must be attached.  If its structure is
   not mapped, it also needs storage on the device.  GCC 12 and 13 attach only
   the last pointer, and in some cases none.  This pass adds the clauses that
   are missing:

     attach   for each pointer or reference in the expression, except variables,
              which GCC passes otherwise
     alloc    for a pointer in a structure of which nothing is mapped

   Then it puts the clauses in order (map_order.h).

   The pass changes `target' and `target data' only: at their end each attached
   pointer is detached.  */

#define INCLUDE_LIST
#define INCLUDE_VECTOR
#include "gcc_headers.h"

#include "gimple-walk.h"
#include "gimplify.h"
#include "langhooks.h"
#include "plugin-version.h"
#include "tree-dfa.h"

#include "map_order.h"
#include "map_pointers.h"
#include "map_storage.h"
#include "plugin.h"

/* A construct, and the storage that its clauses name.  */
class construct
{
public:
  construct (gomp_target *target, gimple_stmt_iterator at)
      : target (target), finder (at)
  {
  }
  void complete ();

private:
  struct item
  {
    tree clause;
    const map_storage *at;
    HOST_WIDE_INT size; /* -1: not known */
  };

  void collect ();
  void correct (tree clause, tree previous);
  void collect_clause (tree clause);
  bool is_mapped (const map_storage *p) const;
  bool has_struct (const map_storage *p) const;
  bool is_attached (const map_storage *p) const;
  void attach_path (const map_storage *p);
  void add_storage (const map_storage *p);
  void append (unsigned kind, tree decl, tree size);

  gomp_target *const target;
  map_finder finder;
  std::vector<item> items;                     /* data */
  std::vector<const map_storage *> structures; /* of struct clauses */
  std::vector<const map_storage *> attached;   /* pointers that are set */
};

/* ------------------------------------------------------------ clauses */

void
construct::collect_clause (tree clause)
{
  unsigned kind = OMP_CLAUSE_MAP_KIND (clause);
  const map_storage *at = finder.find (OMP_CLAUSE_DECL (clause));
  if (at == NULL)
    return;
  tree size = OMP_CLAUSE_SIZE (clause);
  bool known = size != NULL_TREE && tree_fits_shwi_p (size);
  if (map_is_data (kind))
    items.push_back ({ clause, at, known ? tree_to_shwi (size) : -1 });
  else if (kind == GOMP_MAP_STRUCT)
    structures.push_back (at);
  else if (kind == GOMP_MAP_ATTACH || kind == GOMP_MAP_ALWAYS_POINTER)
    attached.push_back (at);
}

/* The distance of P from the target of the pointer that P is reached through;
   NULL_TREE: not known.  */
static tree
bias_of (const map_storage *p)
{
  if (p->variable == NULL_TREE)
    return build_int_cst (sizetype, p->offset);
  return p->offset == 0 ? p->variable : NULL_TREE;
}

/* CLAUSE attaches a pointer to the data of the clause before it, PREVIOUS.  If
   the pointer is an element of an array, and PREVIOUS maps a section of its
   target, then GCC 12 names the pointer to the array in C.  Name the element.
   */
void
construct::correct (tree clause, tree previous)
{
  const map_storage *at = finder.find (OMP_CLAUSE_DECL (clause));
  const map_storage *to
      = previous != NULL_TREE && map_is_data (map_kind (previous))
            ? finder.find (OMP_CLAUSE_DECL (previous))
            : NULL;
  if (at == NULL || to == NULL || to->through == NULL
      || bias_of (to) == NULL_TREE)
    return;
  const map_storage *next = to->through->through;
  if (next == NULL || !map_same (next, at))
    return;
  OMP_CLAUSE_DECL (clause) = unshare_expr (to->through->lvalue);
  OMP_CLAUSE_SIZE (clause) = bias_of (to);
}

void
construct::collect ()
{
  tree previous = NULL_TREE;
  for (tree c = gimple_omp_target_clauses (target); c != NULL_TREE;
       previous = c, c = OMP_CLAUSE_CHAIN (c))
    {
      if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
        continue;
      /* GCC 12 leaves the choice between attach and detach open.  */
      if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH_DETACH)
        OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_ATTACH);
      if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH)
        correct (c, previous);
      collect_clause (c);
    }
}

/* Does the construct map the pointer at P?  */
bool
construct::is_mapped (const map_storage *p) const
{
  const HOST_WIDE_INT pointer = POINTER_SIZE_UNITS;
  for (const item &i : items)
    if (map_same_start (i.at, p) && i.at->variable == NULL_TREE
        && i.at->offset <= p->offset
        && (i.size < 0 || p->offset + pointer <= i.at->offset + i.size))
      return true;
  return false;
}

bool
construct::has_struct (const map_storage *p) const
{
  for (const map_storage *s : structures)
    if (map_same_start (s, p))
      return true;
  return false;
}

bool
construct::is_attached (const map_storage *p) const
{
  for (const map_storage *a : attached)
    if (map_same (a, p))
      return true;
  return false;
}

void
construct::append (unsigned kind, tree decl, tree size)
{
  tree clause = build_omp_clause (gimple_location (target), OMP_CLAUSE_MAP);
  OMP_CLAUSE_SET_MAP_KIND (clause, kind);
  OMP_CLAUSE_DECL (clause) = unshare_expr (decl);
  OMP_CLAUSE_SIZE (clause) = size;
  tree *end = gimple_omp_target_clauses_ptr (target);
  while (*end != NULL_TREE)
    end = &OMP_CLAUSE_CHAIN (*end);
  *end = clause;
  collect_clause (clause);
}

/* ----------------------------------------------------------- pointers */

/* Is the pointer at P a variable, or what a variable refers to?  */
static bool
is_variable (const map_storage *p)
{
  if (p->through == NULL)
    return p->offset == 0 && DECL_P (p->lvalue);
  tree reference = p->through->lvalue;
  return p->offset == 0 && DECL_P (reference)
         && TREE_CODE (TREE_TYPE (reference)) == REFERENCE_TYPE
         && TREE_CODE (p->lvalue) == MEM_REF;
}

/* Map storage for the pointer at P, if P is reached through another pointer and
   no clause maps P.  GCC passes the target of a variable in another way.  */
void
construct::add_storage (const map_storage *p)
{
  if (p->through == NULL || DECL_P (p->through->lvalue)
      || p->variable != NULL_TREE || is_mapped (p) || has_struct (p))
    return;
  tree size = size_int (POINTER_SIZE_UNITS), all = get_base_address (p->lvalue);
  if (TREE_CODE (TREE_TYPE (p->through->lvalue)) != REFERENCE_TYPE
      || TREE_CODE (p->lvalue) == COMPONENT_REF)
    append (GOMP_MAP_STRUCT, all, size_one_node);
  append (GOMP_MAP_ALLOC, p->lvalue, size);
}

/* Attach all pointers that P is reached through.  */
void
construct::attach_path (const map_storage *p)
{
  const map_storage *pointer = p->through;
  if (pointer == NULL || is_variable (pointer))
    return;
  attach_path (pointer);
  if (is_attached (pointer))
    {
      add_storage (pointer);
      return;
    }
  /* The region does not use the variable.  */
  if (pointer->through == NULL && !is_mapped (pointer) && !has_struct (pointer))
    return;
  tree bias = bias_of (p);
  if (bias == NULL_TREE)
    return;
  add_storage (pointer);
  append (GOMP_MAP_ATTACH_ZERO_LENGTH_ARRAY_SECTION, pointer->lvalue, bias);
  attached.push_back (pointer);
}

void
construct::complete ()
{
  offgomp_map_order (target, finder);
  collect ();
  std::vector<item> all = items;
  for (const item &i : all)
    attach_path (i.at);
}

/* --------------------------------------------------------------- pass */

static tree
complete_construct (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *)
{
  gomp_target *target = dyn_cast<gomp_target *> (gsi_stmt (*gsi));
  if (target != NULL
      && (gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_REGION
          || gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_DATA))
    construct (target, *gsi).complete ();
  return NULL_TREE;
}

static const pass_data map_pointers_pass_data = { GIMPLE_PASS,
                                                  "offgomp_map_pointers",
                                                  OPTGROUP_NONE,
                                                  TV_NONE,
                                                  PROP_gimple_any,
                                                  0,
                                                  0,
                                                  0,
                                                  0 };

class map_pointers_pass : public gimple_opt_pass
{
public:
  map_pointers_pass (gcc::context *context)
      : gimple_opt_pass (map_pointers_pass_data, context)
  {
  }
  bool
  gate (function *) final override
  {
    return GCCPLUGIN_VERSION_MAJOR <= 13 && !lang_GNU_Fortran ();
  }
  unsigned
  execute (function *f) final override
  {
    gimple_seq body = gimple_body (f->decl);
    walk_stmt_info info = {};
    walk_gimple_seq_mod (&body, complete_construct, NULL, &info);
    gimple_set_body (f->decl, body);
    return 0;
  }
};

void
offgomp_map_pointers_start (const plugin_name_args *info)
{
  offgomp_plugin_add_pass (info, new map_pointers_pass (g), "omplower",
                           PASS_POS_INSERT_BEFORE);
}
