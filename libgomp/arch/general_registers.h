/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Include this before anything else: the source uses no floating-point
   registers.  Then its functions with variable arguments, which take no
   floating-point numbers, do not look whether they have to save such registers
   (row acc-host).  */

#ifndef GOMP_ARCH_GENERAL_REGISTERS_H
#define GOMP_ARCH_GENERAL_REGISTERS_H

#if defined __x86_64__ && !defined __clang__
#  pragma GCC target("general-regs-only")
#endif

#endif
