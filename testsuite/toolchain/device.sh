#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The code of an image is compiled for a device, not for the host.
. "$(dirname "$0")/common.inc"

cat > device.c <<'C'
#include <omp.h>
#pragma omp declare target
int none (void) { return 1; }
int nohost (void) { return 2; }
int host (void) { return 3; }
#pragma omp declare variant (nohost) match (device={kind(nohost)})
#pragma omp declare variant (host) match (device={kind(host)})
int base (void) { return 1; }
int x86 (void) { return 5; }
#pragma omp declare variant (x86) match (device={arch(x86_64)})
int base_arch (void) { return 1; }
int cpu (void) { return 6; }
#pragma omp declare variant (cpu) match (device={kind(cpu)})
int base_cpu (void) { return 1; }
int gpu (void) { return 7; }
#pragma omp declare variant (gpu) match (device={kind(gpu)})
int base_gpu (void) { return 8; }
int asks (void) { return omp_is_initial_device (); }
int big[1000];
#pragma omp end declare target
int linked[100];
#pragma omp declare target link (linked)
#pragma omp declare target
int *at (int c) { return c ? &linked[5] : &linked[7]; }
int get (int i) { return linked[i] + *at (i); }
#pragma omp end declare target
void region (int *r)
{
#pragma omp target map(from: r[:8])
  {
    r[0] = omp_is_initial_device ();
    r[1] = asks ();
    r[2] = base ();
    r[3] = base_arch ();
    r[4] = base_cpu ();
    r[5] = base_gpu ();
    r[6] = get (2);
    r[7] = 42;
  }
}
int main (void)
{
  int r[8];
  region (r);
  return 0;
}
C
cat > call.c <<'C'
/* Calls the first region of an image, as a device would.  */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include "x86emul_image.h"
int main (int argc, char **argv)
{
  void *image = dlopen (argv[1], RTLD_NOW);
  if (image == NULL)
    return printf ("%s\n", dlerror ());
  const struct x86emul_image_table *table = dlsym (image, "__offgomp_image_table");
  int r[8], storage[100] = { [2] = 100, [5] = 23 };
  for (const uint64_t *v = table->variables_start; v < table->variables_end; v += 2)
    if (v[1] >> 63)
      *(int **) v[0] = storage;
  int *arguments[] = { r };
  ((void (*) (void *)) table->functions_start[0]) (arguments);
  for (int i = 0; i < 8; i++)
    printf ("%d%c", r[i], i == 7 ? '\n' : ' ');
}
C
"$CC" -I"$here/../../include" call.c -o call -ldl
for o in -O0 -O1 -O2 -O3 -Os "-O2 -g" "-O2 -flto"; do
  rm -f device.x*image.so ./*image.so
  cc $o device.c -o device -save-temps > log 2>&1
  image=$(ls ./*x86emul*image.so 2> /dev/null | head -n 1)
  verdict "device answers $o" sh -c "./call '$image' | grep -qx '0 0 2 5 6 8 123 42'"
done
cat > acc.c <<'C'
#include <openacc.h>
int main (void)
{
  int r[8];
#pragma acc parallel copyout(r)
  {
    r[0] = acc_on_device (acc_device_host);
    r[1] = acc_on_device (acc_device_none);
    r[2] = acc_on_device (acc_device_not_host);
    r[3] = acc_on_device (acc_device_nvidia);
    r[4] = acc_on_device ((acc_device_t)7);
    r[5] = r[6] = r[7] = 9;
  }
  return 0;
}
C
for o in -O0 -O2; do
  rm -f ./*image.so
  timeout 600 "$CC" -B"$toolchain/" -fopenacc $o acc.c -o acc -save-temps > log 2>&1
  image=$(ls ./*x86emul*image.so 2> /dev/null | head -n 1)
  verdict "acc_on_device $o" sh -c "./call '$image' | grep -qx '0 0 1 0 1 9 9 9'"
done

finish
