/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A call of LLVM 22 that clang was not seen to emit.  */
/* { dg-do run } */
/* { dg-skip-stock "older ones do not have the call" } */
/* { dg-output "libgomp: __tgt_target_sync: this call of newer code is not known" } */
/* { dg-exit-status 1 } */

extern void __tgt_target_sync (void);

int
main (void)
{
  int n = 0;
#pragma omp target map(tofrom : n)
  n++;
  __tgt_target_sync ();
  return 0;
}
