/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pointers on the way to what map clauses name, in C and C++.

   A region reaches what `map (s.x->y[1:2])' names by the pointers or references
   s.x and s.x->y.  The device's copies of these need the device's addresses:
   each has to be attached, and if its structure is not mapped, it needs
   storage. GCC 12 passes that only for the last one, and in some cases for
   none.  This pass adds the clauses that are missing:

     attach   each pointer or reference on the way, but variables, which GCC
              passes otherwise
     alloc    one in a structure of which nothing is mapped

   It also puts parts of elements of an array (s.a[1].y) among the other members
   of the structure, where GCC 12 passes them apart.

   Only `target' and `target data' are changed: their end undoes each attach. */

#define INCLUDE_LIST
#define INCLUDE_VECTOR
#include "gcc_headers.h"

#include "gimple-walk.h"
#include "gimplify.h"
#include "gomp-constants.h"
#include "langhooks.h"
#include "plugin-version.h"
#include "tree-dfa.h"

#include "map_pointers.h"
#include "plugin.h"

/* Bytes in memory: OFFSET from the start of the variable OBJECT, or from what
   the pointer at THROUGH points to.  */
struct storage
{
  tree object;
  const storage *through;
  HOST_WIDE_INT offset;
  tree variable; /* to be added to OFFSET, or NULL_TREE */
  tree lvalue;   /* as the program has it */
};

/* How many pointers are followed.  */
#define MAP_DEPTH 16

/* What is known of a construct's clauses.  */
class construct
{
public:
  construct (gomp_target *target, gimple_stmt_iterator before)
      : target (target), before (before)
  {
  }
  void mend ();

private:
  struct item
  {
    tree clause;
    const storage *at;
    HOST_WIDE_INT size; /* -1: not known */
  };

  gimple *find_definition (tree pointer) const;
  const storage *find_storage (tree lvalue, int depth);
  const storage *find_target (tree pointer, int depth);
  const storage *through (const storage *p);
  const storage *add_offset (const storage *from, tree offset);
  const storage *keep (const storage &p);
  void collect ();
  void correct (tree clause, tree previous);
  void collect_clause (tree clause);
  bool is_mapped (const storage *p) const;
  bool has_struct (const storage *p) const;
  bool is_attached (const storage *p) const;
  void need (const storage *p);
  void need_storage (const storage *p);
  void append (unsigned kind, tree decl, tree size);
  tree find_struct (const storage *p);
  bool is_part (tree clause, const storage *at, HOST_WIDE_INT size);
  tree *find_part (tree *whole, const storage *at, HOST_WIDE_INT size);
  bool has_whole (const storage *p);
  void add_struct (tree *where);
  bool move_member (tree *where, const storage *at);
  bool move_whole (tree *where, const storage *at);
  bool move_clause (tree *where);
  bool join_struct (tree *where);
  void arrange ();

  gomp_target *const target;
  const gimple_stmt_iterator before; /* it is at TARGET */
  std::list<storage> kept;
  std::vector<item> items;                 /* data */
  std::vector<const storage *> structures; /* of struct clauses */
  std::vector<const storage *> attached;   /* pointers that are set */
};

/* ------------------------------------------------------------- storage */

static bool is_same (const storage *a, const storage *b);

static bool
has_same_start (const storage *a, const storage *b)
{
  if (a->through == NULL || b->through == NULL)
    return a->through == b->through && a->object == b->object;
  return is_same (a->through, b->through);
}

static bool
is_same (const storage *a, const storage *b)
{
  if (!has_same_start (a, b) || a->offset != b->offset)
    return false;
  return a->variable == b->variable
         || (a->variable != NULL_TREE && b->variable != NULL_TREE
             && operand_equal_p (a->variable, b->variable, 0));
}

const storage *
construct::keep (const storage &p)
{
  kept.push_back (p);
  return &kept.back ();
}

const storage *
construct::add_offset (const storage *from, tree offset)
{
  if (from == NULL)
    return NULL;
  storage sum = *from;
  if (tree_fits_shwi_p (offset))
    sum.offset += tree_to_shwi (offset);
  else if (sum.variable == NULL_TREE)
    sum.variable = offset;
  else
    return NULL;
  return keep (sum);
}

/* How many statements are looked through.  */
#define MAP_STATEMENTS 256

/* Whether GCC made VARIABLE for a part of an expression.  */
static bool
is_temporary (tree variable)
{
  return VAR_P (variable) && DECL_ARTIFICIAL (variable)
         && DECL_IGNORED_P (variable) && DECL_NAME (variable) == NULL_TREE;
}

/* The statement that sets POINTER, a temporary variable, before the construct;
   NULL: not known.  */
gimple *
construct::find_definition (tree pointer) const
{
  if (TREE_CODE (pointer) == SSA_NAME)
    return SSA_NAME_DEF_STMT (pointer);
  gimple_stmt_iterator i = before;
  for (int n = 0; n < MAP_STATEMENTS; n++)
    {
      gsi_prev (&i);
      if (gsi_end_p (i))
        break;
      if (is_gimple_assign (gsi_stmt (i))
          && gimple_assign_lhs (gsi_stmt (i)) == pointer)
        return gsi_stmt (i);
    }
  return NULL;
}

/* What the pointer at P points to.  */
const storage *
construct::through (const storage *p)
{
  return p == NULL ? NULL : keep ({ NULL_TREE, p, 0, NULL_TREE, NULL_TREE });
}

/* What POINTER points to; NULL: not known.  */
const storage *
construct::find_target (tree pointer, int depth)
{
  STRIP_NOPS (pointer);
  if (depth == 0)
    return NULL;
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return find_storage (TREE_OPERAND (pointer, 0), depth - 1);
  if ((DECL_P (pointer) && !is_temporary (pointer))
      || handled_component_p (pointer) || TREE_CODE (pointer) == MEM_REF
      || TREE_CODE (pointer) == INDIRECT_REF)
    return through (find_storage (pointer, depth - 1));
  gimple *definition = find_definition (pointer);
  if (definition == NULL || !is_gimple_assign (definition))
    return NULL;
  tree first = gimple_assign_rhs1 (definition);
  switch (gimple_assign_rhs_code (definition))
    {
    case POINTER_PLUS_EXPR:
      return add_offset (find_target (first, depth - 1),
                         gimple_assign_rhs2 (definition));
    case ADDR_EXPR:
    case SSA_NAME:
    CASE_CONVERT:
      return find_target (first, depth - 1);
    default:
      break;
    }
  const storage *from = gimple_assign_load_p (definition)
                            ? find_storage (first, depth - 1)
                            : NULL;
  return through (from);
}

/* Where LVALUE is; NULL: not known.  */
const storage *
construct::find_storage (tree lvalue, int depth)
{
  poly_int64 bytes = 0;
  tree base = depth == 0 || DECL_P (lvalue)
                  ? lvalue
                  : get_addr_base_and_unit_offset (lvalue, &bytes);
  HOST_WIDE_INT offset;
  if (base == NULL_TREE || !bytes.is_constant (&offset))
    return NULL;
  if (DECL_P (base))
    return keep ({ base, NULL, offset, NULL_TREE, lvalue });
  if (TREE_CODE (base) != MEM_REF && TREE_CODE (base) != INDIRECT_REF)
    return NULL;
  const storage *at = find_target (TREE_OPERAND (base, 0), depth - 1);
  if (at != NULL && TREE_CODE (base) == MEM_REF)
    at = add_offset (at, TREE_OPERAND (base, 1));
  if (at == NULL)
    return NULL;
  storage sum = *at;
  sum.offset += offset;
  sum.lvalue = lvalue;
  return keep (sum);
}

/* ------------------------------------------------------------ clauses */

static unsigned
kind_of (tree clause)
{
  return clause != NULL_TREE && OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_MAP
             ? OMP_CLAUSE_MAP_KIND (clause)
             : GOMP_MAP_LAST;
}

static bool
is_data (unsigned kind)
{
  switch (kind)
    {
    case GOMP_MAP_ALLOC:
    case GOMP_MAP_TO:
    case GOMP_MAP_FROM:
    case GOMP_MAP_TOFROM:
    case GOMP_MAP_ALWAYS_TO:
    case GOMP_MAP_ALWAYS_FROM:
    case GOMP_MAP_ALWAYS_TOFROM:
      return true;
    default:
      return false;
    }
}

void
construct::collect_clause (tree clause)
{
  unsigned kind = OMP_CLAUSE_MAP_KIND (clause);
  const storage *at = find_storage (OMP_CLAUSE_DECL (clause), MAP_DEPTH);
  if (at == NULL)
    return;
  tree size = OMP_CLAUSE_SIZE (clause);
  bool known = size != NULL_TREE && tree_fits_shwi_p (size);
  if (is_data (kind))
    items.push_back ({ clause, at, known ? tree_to_shwi (size) : -1 });
  else if (kind == GOMP_MAP_STRUCT)
    structures.push_back (at);
  else if (kind == GOMP_MAP_ATTACH || kind == GOMP_MAP_ALWAYS_POINTER)
    attached.push_back (at);
}

/* What is to be added to the value of the pointer to P's object for P;
   NULL_TREE: it is not so simple.  */
static tree
bias_of (const storage *p)
{
  if (p->variable == NULL_TREE)
    return build_int_cst (sizetype, p->offset);
  return p->offset == 0 ? p->variable : NULL_TREE;
}

/* CLAUSE attaches a pointer to what the clause before, PREVIOUS, maps.  In C,
   for a section of what an element of an array points to, GCC 12 names the
   pointer to the array.  */
void
construct::correct (tree clause, tree previous)
{
  const storage *at = find_storage (OMP_CLAUSE_DECL (clause), MAP_DEPTH);
  const storage *to = previous != NULL_TREE && is_data (kind_of (previous))
                          ? find_storage (OMP_CLAUSE_DECL (previous), MAP_DEPTH)
                          : NULL;
  if (at == NULL || to == NULL || to->through == NULL
      || bias_of (to) == NULL_TREE)
    return;
  const storage *next = to->through->through;
  if (next == NULL || !is_same (next, at))
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
      /* GCC 12 forgets to decide which of both it is.  */
      if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH_DETACH)
        OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_ATTACH);
      if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH)
        correct (c, previous);
      collect_clause (c);
    }
}

/* Is the pointer at P in what the construct maps?  */
bool
construct::is_mapped (const storage *p) const
{
  const HOST_WIDE_INT pointer = POINTER_SIZE_UNITS;
  for (const item &i : items)
    if (has_same_start (i.at, p) && i.at->variable == NULL_TREE
        && i.at->offset <= p->offset
        && (i.size < 0 || p->offset + pointer <= i.at->offset + i.size))
      return true;
  return false;
}

bool
construct::has_struct (const storage *p) const
{
  for (const storage *s : structures)
    if (has_same_start (s, p))
      return true;
  return false;
}

bool
construct::is_attached (const storage *p) const
{
  for (const storage *a : attached)
    if (is_same (a, p))
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
is_variable (const storage *p)
{
  if (p->through == NULL)
    return p->offset == 0 && DECL_P (p->lvalue);
  tree reference = p->through->lvalue;
  return p->offset == 0 && DECL_P (reference)
         && TREE_CODE (TREE_TYPE (reference)) == REFERENCE_TYPE
         && TREE_CODE (p->lvalue) == MEM_REF;
}

/* The pointer at P is reached by another, and no clause maps it.  What a
   variable points to is passed in another way.  */
void
construct::need_storage (const storage *p)
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

/* All pointers on the way to P.  */
void
construct::need (const storage *p)
{
  const storage *pointer = p->through;
  if (pointer == NULL || is_variable (pointer))
    return;
  need (pointer);
  if (is_attached (pointer))
    {
      need_storage (pointer);
      return;
    }
  /* The region does not use the variable.  */
  if (pointer->through == NULL && !is_mapped (pointer) && !has_struct (pointer))
    return;
  tree bias = bias_of (p);
  if (bias == NULL_TREE)
    return;
  need_storage (pointer);
  append (GOMP_MAP_ATTACH_ZERO_LENGTH_ARRAY_SECTION, pointer->lvalue, bias);
  attached.push_back (pointer);
}

/* -------------------------------------------------------------- order */

/* The clause before it belongs to CLAUSE, which is about a pointer.  */
static bool
needs_previous (tree clause)
{
  switch (kind_of (clause))
    {
    case GOMP_MAP_FIRSTPRIVATE_POINTER:
    case GOMP_MAP_FIRSTPRIVATE_REFERENCE:
    case GOMP_MAP_ALWAYS_POINTER:
    case GOMP_MAP_POINTER:
    case GOMP_MAP_ATTACH:
      return true;
    default:
      return false;
    }
}

static HOST_WIDE_INT
count_of (tree structure)
{
  return tree_to_shwi (OMP_CLAUSE_SIZE (structure));
}

static bool
is_passed (tree clause)
{
  unsigned kind = kind_of (clause);
  return kind != GOMP_MAP_FIRSTPRIVATE_POINTER
         && kind != GOMP_MAP_FIRSTPRIVATE_REFERENCE;
}

/* Where the members of STRUCTURE begin: GCC may put a clause about its variable
   before these.  */
static tree *
members_of (tree structure)
{
  tree *where = &OMP_CLAUSE_CHAIN (structure);
  if (*where != NULL_TREE && !is_passed (*where))
    where = &OMP_CLAUSE_CHAIN (*where);
  return where;
}

/* Take the clause at *WHERE out, and put it at *TO.  */
static void
move (tree *where, tree *to)
{
  tree clause = *where;
  *where = OMP_CLAUSE_CHAIN (clause);
  OMP_CLAUSE_CHAIN (clause) = *to;
  *to = clause;
}

/* The first struct clause for that of which P is a part, or NULL_TREE.  */
tree
construct::find_struct (const storage *p)
{
  for (tree c = gimple_omp_target_clauses (target); c != NULL_TREE;
       c = OMP_CLAUSE_CHAIN (c))
    if (kind_of (c) == GOMP_MAP_STRUCT)
      {
        const storage *base = find_storage (OMP_CLAUSE_DECL (c), MAP_DEPTH);
        if (base != NULL && has_same_start (base, p))
          return c;
      }
  return NULL_TREE;
}

/* Make the clause at *WHERE, for a part of what a pointer points to, a member
   of a structure of its own.  */
void
construct::add_struct (tree *where)
{
  tree part = *where;
  tree structure
      = build_omp_clause (OMP_CLAUSE_LOCATION (part), OMP_CLAUSE_MAP);
  OMP_CLAUSE_SET_MAP_KIND (structure, GOMP_MAP_STRUCT);
  OMP_CLAUSE_DECL (structure)
      = unshare_expr (get_base_address (OMP_CLAUSE_DECL (part)));
  OMP_CLAUSE_SIZE (structure) = size_one_node;
  OMP_CLAUSE_CHAIN (structure) = part;
  *where = structure;
}

/* The clause at *WHERE is for AT, a part of a structure: put it at the other
   members.  */
bool
construct::move_member (tree *where, const storage *at)
{
  tree structure = find_struct (at);
  if (needs_previous (OMP_CLAUSE_CHAIN (*where)))
    return false;
  if (structure != NULL_TREE)
    {
      OMP_CLAUSE_SIZE (structure) = size_int (count_of (structure) + 1);
      move (where, members_of (structure));
      return true;
    }
  if (at->through == NULL || has_whole (at))
    return false;
  add_struct (where);
  return true;
}

/* The clause at *WHERE is for all of AT: put it before its parts.  */
bool
construct::move_whole (tree *where, const storage *at)
{
  tree clause = *where, size = OMP_CLAUSE_SIZE (clause);
  if (needs_previous (OMP_CLAUSE_CHAIN (clause)) || size == NULL_TREE
      || !tree_fits_shwi_p (size))
    return false;
  tree *part = find_part (where, at, tree_to_shwi (size));
  if (part == where)
    return false;
  move (where, part);
  return true;
}

bool
construct::move_clause (tree *where)
{
  tree decl = OMP_CLAUSE_DECL (*where);
  const storage *at = find_storage (decl, MAP_DEPTH);
  if (at == NULL || at->variable != NULL_TREE)
    return false;
  return (handled_component_p (decl) && move_member (where, at))
         || move_whole (where, at);
}

/* Does a clause map all of what P is a part of?  */
bool
construct::has_whole (const storage *p)
{
  for (tree c = gimple_omp_target_clauses (target); c != NULL_TREE;
       c = OMP_CLAUSE_CHAIN (c))
    {
      if (!is_data (kind_of (c)) || handled_component_p (OMP_CLAUSE_DECL (c))
          || integer_zerop (OMP_CLAUSE_SIZE (c)))
        continue;
      const storage *whole = find_storage (OMP_CLAUSE_DECL (c), MAP_DEPTH);
      if (whole != NULL && has_same_start (whole, p))
        return true;
    }
  return false;
}

/* Is CLAUSE for a part of the SIZE bytes at AT?  */
bool
construct::is_part (tree clause, const storage *at, HOST_WIDE_INT size)
{
  tree less = is_data (kind_of (clause)) ? OMP_CLAUSE_SIZE (clause) : NULL_TREE;
  if (less == NULL_TREE || !tree_fits_shwi_p (less)
      || tree_to_shwi (less) >= size || integer_zerop (less))
    return false;
  const storage *part = find_storage (OMP_CLAUSE_DECL (clause), MAP_DEPTH);
  return part != NULL && has_same_start (part, at)
         && part->variable == NULL_TREE && part->offset >= at->offset
         && part->offset + tree_to_shwi (less) <= at->offset + size;
}

/* The first clause before that at *WHOLE, for SIZE bytes at AT, for a part of
   these, or for a structure with such a member; or WHOLE.  */
tree *
construct::find_part (tree *whole, const storage *at, HOST_WIDE_INT size)
{
  tree *where = gimple_omp_target_clauses_ptr (target);
  while (where != whole)
    {
      tree clause = *where, *next = &OMP_CLAUSE_CHAIN (clause);
      HOST_WIDE_INT members = 0;
      if (kind_of (clause) == GOMP_MAP_STRUCT)
        {
          next = members_of (clause);
          members = count_of (clause);
        }
      else if (is_part (clause, at, size))
        return where;
      for (; members > 0 && next != whole; members--)
        {
          if (is_part (*next, at, size))
            return where;
          next = &OMP_CLAUSE_CHAIN (*next);
        }
      where = next;
    }
  return whole;
}

/* The structure of the clause at *WHERE has a struct clause before: move the
   members to its members.  */
bool
construct::join_struct (tree *where)
{
  tree structure = *where;
  const storage *at = find_storage (OMP_CLAUSE_DECL (structure), MAP_DEPTH);
  tree first = at == NULL ? NULL_TREE : find_struct (at);
  HOST_WIDE_INT count = count_of (structure);
  if (first == NULL_TREE || first == structure)
    return false;
  tree next = OMP_CLAUSE_CHAIN (structure);
  for (HOST_WIDE_INT n = 0; n < count; n++, next = OMP_CLAUSE_CHAIN (next))
    if (!is_data (kind_of (next)))
      return false;
  if (needs_previous (next))
    return false;
  *where = OMP_CLAUSE_CHAIN (structure);
  for (HOST_WIDE_INT n = 0; n < count; n++)
    move (where, members_of (first));
  OMP_CLAUSE_SIZE (first) = size_int (count_of (first) + count);
  return true;
}

void
construct::arrange ()
{
  tree *where = gimple_omp_target_clauses_ptr (target);
  while (*where != NULL_TREE)
    {
      tree clause = *where;
      unsigned kind = kind_of (clause);
      if ((kind == GOMP_MAP_STRUCT && join_struct (where))
          || (is_data (kind) && move_clause (where)))
        continue;
      where = &OMP_CLAUSE_CHAIN (clause);
      if (kind == GOMP_MAP_STRUCT)
        where = members_of (clause);
      HOST_WIDE_INT members = kind == GOMP_MAP_STRUCT ? count_of (clause) : 0;
      for (; members > 0; members--)
        where = &OMP_CLAUSE_CHAIN (*where);
    }
}

void
construct::mend ()
{
  arrange ();
  collect ();
  std::vector<item> all = items;
  for (const item &i : all)
    need (i.at);
}

/* --------------------------------------------------------------- pass */

static tree
mend_construct (gimple_stmt_iterator *gsi, bool *, walk_stmt_info *)
{
  gomp_target *target = dyn_cast<gomp_target *> (gsi_stmt (*gsi));
  if (target != NULL
      && (gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_REGION
          || gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_DATA))
    construct (target, *gsi).mend ();
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
    return GCCPLUGIN_VERSION_MAJOR == 12 && !lang_GNU_Fortran ();
  }
  unsigned
  execute (function *f) final override
  {
    gimple_seq body = gimple_body (f->decl);
    walk_stmt_info info = {};
    walk_gimple_seq_mod (&body, mend_construct, NULL, &info);
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
