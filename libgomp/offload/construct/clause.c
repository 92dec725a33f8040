/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of map kinds, which is constant, and the errors for impossible
   clauses.  */

#include "offload/construct/clause.h"

#define TO GOMP_CLAUSE_TO
#define FROM GOMP_CLAUSE_FROM
#define ALWAYS GOMP_CLAUSE_ALWAYS
#define OPTIONAL GOMP_CLAUSE_OPTIONAL
#define IMPLICIT GOMP_CLAUSE_IMPLICIT
#define NEW GOMP_CLAUSE_NEW
#define ZERO GOMP_CLAUSE_ZERO
#define ANY_ORDER GOMP_CLAUSE_ANY_ORDER
#define LASTING GOMP_CLAUSE_LASTING

#define KIND(value, op, flag_bits)                                             \
  [value] = { .operation = GOMP_CLAUSE_##op, .flags = (flag_bits) },

const struct gomp_clause_kind gomp_clause_kinds[256] = {
#include "offload/construct/kinds.def"
};
#undef KIND

#define KIND(value, op, flag_bits) [GOMP_CLAUSE_##op][flag_bits] = (value),

const uint8_t gomp_clause_codes[GOMP_CLAUSE_OPERATIONS][256] = {
#include "offload/construct/kinds.def"
};

static bool
is_for_bytes (const struct gomp_clause *clause)
{
  /* The size may be anything if there is no object: Fortran's pointers.  */
  if (clause->host == 0)
    return false;
  switch (clause->operation)
    {
    case GOMP_CLAUSE_UNKNOWN:
    case GOMP_CLAUSE_VALUE:
    case GOMP_CLAUSE_VALUE_AT:
    case GOMP_CLAUSE_USE_DEVICE:
    case GOMP_CLAUSE_ZERO_LENGTH:
    case GOMP_CLAUSE_STRUCT:
    case GOMP_CLAUSE_DETACH:
    case GOMP_CLAUSE_CAPTURE:
      return false;
    default:
      return (clause->flags & GOMP_CLAUSE_ZERO) == 0;
    }
}

enum gomp_status
gomp_clause_refuse (const struct gomp_clause *clause)
{
  size_t size = gomp_clause_storage (clause);
  if (gomp_size_fits_at (clause->host, size) || !is_for_bytes (clause))
    return GOMP_OK;
  if (size > PTRDIFF_MAX)
    gomp_error_set (GOMP_ERR_MAP,
                    "an array section of negative length, %ld bytes at %p, "
                    "cannot be mapped",
                    (long)size, (void *)clause->host);
  else
    gomp_error_set (GOMP_ERR_MAP,
                    "%lu bytes at %p cannot be mapped: there are no addresses "
                    "for all of them",
                    (unsigned long)size, (void *)clause->host);
  return GOMP_ERR_MAP;
}
