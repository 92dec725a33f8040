/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What both files of declare-update.c share.  */

#include "check.h"

#define N 40

extern double table[N];
#pragma acc declare create(table)
extern int factor;
#pragma acc declare copyin(factor)

void fill_table (int step);
void scale_table (void);
