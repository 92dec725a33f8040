/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that libcuda.so.1 exports.  */

#ifndef STANDIN_DRIVER_API_H
#define STANDIN_DRIVER_API_H

#include "driver/cu.h"

#define ENTRY0(name, needs) CUresult name (void);
#define ENTRY1(name, needs, A) CUresult name (A);
#define ENTRY2(name, needs, A, B) CUresult name (A, B);
#define ENTRY3(name, needs, A, B, C) CUresult name (A, B, C);
#define ENTRY4(name, needs, A, B, C, D) CUresult name (A, B, C, D);
#define ENTRY5(name, needs, A, B, C, D, E) CUresult name (A, B, C, D, E);
#define ENTRY6(name, needs, A, B, C, D, E, F) CUresult name (A, B, C, D, E, F);
#define ENTRY8(name, needs, A, B, C, D, E, F, G, H)                            \
  CUresult name (A, B, C, D, E, F, G, H);
#define ENTRY9(name, needs, A, B, C, D, E, F, G, H, I)                         \
  CUresult name (A, B, C, D, E, F, G, H, I);
#define ENTRY11(name, needs, A, B, C, D, E, F, G, H, I, J, K)                  \
  CUresult name (A, B, C, D, E, F, G, H, I, J, K);
#include "driver/entries.def"

#endif
