/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which bytes the expression of a map clause names, in C and C++.

   Include gcc_headers.h, with INCLUDE_LIST, before this header.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_MAP_STORAGE_H
#define MKOFFLOAD_GCC_PLUGIN_MAP_STORAGE_H

#include "gomp-constants.h"

/* Bytes in memory: OFFSET from the start of the variable OBJECT, or from the
   target of the pointer at THROUGH.  */
struct map_storage
{
  tree object;
  const map_storage *through;
  HOST_WIDE_INT offset;
  tree variable; /* to be added to OFFSET, or NULL_TREE */
  tree lvalue;   /* the program's expression */
};

/* Are A and B offsets from the same start?  */
bool map_same_start (const map_storage *a, const map_storage *b);
/* Do A and B begin at the same byte?  */
bool map_same (const map_storage *a, const map_storage *b);

/* Finds and keeps the storage that the clauses of a construct name.  */
class map_finder
{
public:
  /* CONSTRUCT: the construct's statement.  */
  map_finder (gimple_stmt_iterator construct) : before (construct) {}
  /* The bytes of LVALUE; NULL: not known.  */
  const map_storage *find (tree lvalue);

private:
  gimple *find_definition (tree pointer) const;
  const map_storage *find_at_depth (tree lvalue, int depth);
  const map_storage *find_target (tree pointer, int depth);
  const map_storage *through (const map_storage *p);
  const map_storage *add_offset (const map_storage *from, tree offset);
  const map_storage *keep (const map_storage &p);

  const gimple_stmt_iterator before;
  std::list<map_storage> kept;
};

/* The map kind of CLAUSE, a map clause; GOMP_MAP_LAST: it is another one, or
   NULL_TREE.  */
static inline unsigned
map_kind (tree clause)
{
  return clause != NULL_TREE && OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_MAP
             ? OMP_CLAUSE_MAP_KIND (clause)
             : GOMP_MAP_LAST;
}

/* Do clauses of KIND map data that the program names?  */
static inline bool
map_is_data (unsigned kind)
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

#endif
