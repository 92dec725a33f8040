/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of map clauses; see map_order.h.  */

#define INCLUDE_LIST
#include "gcc_headers.h"

#include "gimplify.h"
#include "tree-dfa.h"

#include "map_order.h"

/* The map clauses of TARGET.  */
class clause_order
{
public:
  clause_order (gomp_target *target, map_finder &finder)
      : target (target), finder (finder)
  {
  }
  void arrange ();

private:
  tree find_struct (const map_storage *p);
  bool is_part (tree clause, const map_storage *at, HOST_WIDE_INT size);
  tree *find_part (tree *whole, const map_storage *at, HOST_WIDE_INT size);
  bool has_whole (const map_storage *p);
  void add_struct (tree *where);
  bool move_member (tree *where, const map_storage *at);
  bool move_whole (tree *where, const map_storage *at);
  bool move_clause (tree *where);
  bool join_struct (tree *where);

  gomp_target *const target;
  map_finder &finder;
};

/* Does CLAUSE set a pointer to the data of the clause before it?  Both must
   stay together.  */
static bool
needs_previous (tree clause)
{
  switch (map_kind (clause))
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

/* Does the library get CLAUSE?  */
static bool
is_passed (tree clause)
{
  unsigned kind = map_kind (clause);
  return kind != GOMP_MAP_FIRSTPRIVATE_POINTER
         && kind != GOMP_MAP_FIRSTPRIVATE_REFERENCE;
}

/* The first member of STRUCTURE.  Before the members GCC may put a clause about
   the structure's variable.  */
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

/* The first struct clause for the structure that contains P, or NULL_TREE.  */
tree
clause_order::find_struct (const map_storage *p)
{
  for (tree c = gimple_omp_target_clauses (target); c != NULL_TREE;
       c = OMP_CLAUSE_CHAIN (c))
    if (map_kind (c) == GOMP_MAP_STRUCT)
      {
        const map_storage *base = finder.find (OMP_CLAUSE_DECL (c));
        if (base != NULL && map_same_start (base, p))
          return c;
      }
  return NULL_TREE;
}

/* The clause at *WHERE maps a part of the target of a pointer: make it the only
   member of a new struct clause.  */
void
clause_order::add_struct (tree *where)
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

/* The clause at *WHERE maps AT, a part of a structure: put it beside the other
   members.  False: it stays.  */
bool
clause_order::move_member (tree *where, const map_storage *at)
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

/* The clause at *WHERE maps all of AT: put it before the clauses that map parts
   of AT.  False: it stays.  */
bool
clause_order::move_whole (tree *where, const map_storage *at)
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

/* Put the clause at *WHERE, which maps data, before or beside clauses that map
   the same object.  False: it stays.  */
bool
clause_order::move_clause (tree *where)
{
  tree decl = OMP_CLAUSE_DECL (*where);
  const map_storage *at = finder.find (decl);
  if (at == NULL || at->variable != NULL_TREE)
    return false;
  return (handled_component_p (decl) && move_member (where, at))
         || move_whole (where, at);
}

/* Does a clause map the whole object that contains P?  */
bool
clause_order::has_whole (const map_storage *p)
{
  for (tree c = gimple_omp_target_clauses (target); c != NULL_TREE;
       c = OMP_CLAUSE_CHAIN (c))
    {
      if (!map_is_data (map_kind (c))
          || handled_component_p (OMP_CLAUSE_DECL (c))
          || integer_zerop (OMP_CLAUSE_SIZE (c)))
        continue;
      const map_storage *whole = finder.find (OMP_CLAUSE_DECL (c));
      if (whole != NULL && map_same_start (whole, p))
        return true;
    }
  return false;
}

/* Does CLAUSE map a part of the SIZE bytes at AT?  */
bool
clause_order::is_part (tree clause, const map_storage *at, HOST_WIDE_INT size)
{
  tree less
      = map_is_data (map_kind (clause)) ? OMP_CLAUSE_SIZE (clause) : NULL_TREE;
  if (less == NULL_TREE || !tree_fits_shwi_p (less)
      || tree_to_shwi (less) >= size || integer_zerop (less))
    return false;
  const map_storage *part = finder.find (OMP_CLAUSE_DECL (clause));
  return part != NULL && map_same_start (part, at)
         && part->variable == NULL_TREE && part->offset >= at->offset
         && part->offset + tree_to_shwi (less) <= at->offset + size;
}

/* The clause at *WHOLE maps SIZE bytes at AT.  Return the place of the first
   clause before it that maps a part of them, or that is a struct clause with
   such a member; else WHOLE.  */
tree *
clause_order::find_part (tree *whole, const map_storage *at, HOST_WIDE_INT size)
{
  tree *where = gimple_omp_target_clauses_ptr (target);
  while (where != whole)
    {
      tree clause = *where, *next = &OMP_CLAUSE_CHAIN (clause);
      HOST_WIDE_INT members = 0;
      if (map_kind (clause) == GOMP_MAP_STRUCT)
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

/* If an earlier struct clause is for the same structure as the one at *WHERE,
   move the members of the latter to the earlier one.  False: none did.  */
bool
clause_order::join_struct (tree *where)
{
  tree structure = *where;
  const map_storage *at = finder.find (OMP_CLAUSE_DECL (structure));
  tree first = at == NULL ? NULL_TREE : find_struct (at);
  HOST_WIDE_INT count = count_of (structure);
  if (first == NULL_TREE || first == structure)
    return false;
  tree next = OMP_CLAUSE_CHAIN (structure);
  for (HOST_WIDE_INT n = 0; n < count; n++, next = OMP_CLAUSE_CHAIN (next))
    if (!map_is_data (map_kind (next)))
      return false;
  if (needs_previous (next))
    return false;
  *where = OMP_CLAUSE_CHAIN (structure);
  for (HOST_WIDE_INT n = 0; n < count; n++)
    move (where, members_of (first));
  OMP_CLAUSE_SIZE (first) = size_int (count_of (first) + count);
  return true;
}

/* CLAUSE maps a whole variable, a structure.  GCC 12 adds a byte for each
   member that other clauses map: it takes the size for the count of a struct
   clause.  */
static void
correct_size (tree clause)
{
  tree decl = OMP_CLAUSE_DECL (clause), size = OMP_CLAUSE_SIZE (clause);
  if (DECL_P (decl) && RECORD_OR_UNION_TYPE_P (TREE_TYPE (decl))
      && size != NULL_TREE && TREE_CODE (size) == INTEGER_CST
      && DECL_SIZE_UNIT (decl) != NULL_TREE
      && TREE_CODE (DECL_SIZE_UNIT (decl)) == INTEGER_CST
      && tree_int_cst_lt (DECL_SIZE_UNIT (decl), size))
    OMP_CLAUSE_SIZE (clause) = DECL_SIZE_UNIT (decl);
}

void
clause_order::arrange ()
{
  tree *where = gimple_omp_target_clauses_ptr (target);
  while (*where != NULL_TREE)
    {
      tree clause = *where;
      unsigned kind = map_kind (clause);
      if (map_is_data (kind))
        correct_size (clause);
      if ((kind == GOMP_MAP_STRUCT && join_struct (where))
          || (map_is_data (kind) && move_clause (where)))
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
offgomp_map_order (gomp_target *target, map_finder &finder)
{
  clause_order (target, finder).arrange ();
}
