/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region that calls a virtual function of an object that the host made.  */
/* { dg-do run } */
/* { dg-additional-options "-g -w" } */
/* { dg-require-effective-target offload_device } */
/* { dg-output "region 'main' .virtual.cc:\[0-9\]+. on device 0 .x86emul.: " } */
/* { dg-output "segmentation fault: read of address 0x" } */
/* { dg-output "host's virtual functions of class derived; the host made the " } */
/* { dg-output "object, so the device cannot call these" } */
/* { dg-exit-status 1 } */

struct base
{
  int value = 4;
  virtual int get () { return value; }
};
struct derived : base
{
  int get () override { return value + 1; }
};

int
main ()
{
  derived object;
  base *volatile any = &object;
  int n = 0;
#pragma omp target map(tofrom : object) map(from : n)
  {
    base *b = &object;
    asm volatile ("" : "+r"(b));
    n = b->get ();
  }
  return n + (any == nullptr);
}
