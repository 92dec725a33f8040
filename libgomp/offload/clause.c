/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of map kinds; constant.  */

#include "offload/clause.h"

#define TO GOMP_CLAUSE_TO
#define FROM GOMP_CLAUSE_FROM
#define ALWAYS GOMP_CLAUSE_ALWAYS
#define OPTIONAL GOMP_CLAUSE_OPTIONAL
#define IMPLICIT GOMP_CLAUSE_IMPLICIT
#define NEW GOMP_CLAUSE_NEW
#define ZERO GOMP_CLAUSE_ZERO
#define ANY_ORDER GOMP_CLAUSE_ANY_ORDER

#define KIND(value, op, flag_bits)                                             \
  [value] = { .operation = GOMP_CLAUSE_##op, .flags = (flag_bits) },

const struct gomp_clause_kind gomp_clause_kinds[256] = {
#include "offload/kinds.def"
};
