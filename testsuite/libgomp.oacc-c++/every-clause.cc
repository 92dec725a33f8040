// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Each clause, as in C.

#include "../libgomp.oacc-c/every-clause.c"
