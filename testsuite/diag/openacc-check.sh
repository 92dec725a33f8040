#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What the mapping checker says of OpenACC's constructs and routines: their own
# names, types of mappings and hints, not those of OpenMP.

. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported 'without x86emul'
  finish
fi

unset ACC_DEVICE_TYPE ACC_DEVICE_NUM OMP_TARGET_OFFLOAD

cat > program.c <<'EOC'
#include <openacc.h>
#include <stdlib.h>
#include <string.h>

#define N 100
static int a[N];
static volatile int sum;

/* One gang where several could each be the first that does something wrong.  */

static void
stale (void)
{
#pragma acc enter data copyin(a)
  a[3] = 1;
#pragma acc parallel loop present(a) copy(sum)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* here */
#pragma acc exit data delete(a)
}

static void
lost (void)
{
#pragma acc enter data copyin(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < N; i++)
    a[i] = 5;
  sum += a[3]; /* here */
#pragma acc exit data delete(a)
}

static void
lost_at_end (void)
{
#pragma acc data copyin(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < N; i++)
    a[i] = 5;
  sum += a[3]; /* here */
}

static void
lost_by_copy (void)
{
  acc_copyin (a, sizeof (a));
#pragma acc parallel loop present(a)
  for (int i = 0; i < N; i++)
    a[i] = 5;
  acc_update_device (a, sizeof (a));
  sum += a[3]; /* here */
  acc_delete (a, sizeof (a));
}

static void
unwritten (void)
{
#pragma acc data create(a)
#pragma acc parallel loop present(a) copy(sum) num_gangs(1)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* here */
}

static void
unwritten_back (void)
{
  acc_create (a, sizeof (a));
  acc_update_self (a, sizeof (a));
  if (a[3] == 5) /* here */
    sum++;
  acc_delete (a, sizeof (a));
}

static void
unwritten_part (void)
{
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < N / 2; i++)
    a[i] = 5;
  if (a[N - 1] == 5) /* here */
    sum++;
}

static void
bounds (void)
{
#pragma acc data copyin(a [0:N / 2])
#pragma acc parallel loop present(a [0:N / 2]) copy(sum)
  for (int i = 0; i <= N / 2; i++)
    sum += a[i]; /* here */
}

static void
host_pointer (void)
{
  static struct
  {
    int *p;
  } s;
  s.p = a;
#pragma acc enter data copyin(s)
#pragma acc parallel present(s) copy(sum)
  sum += s.p[0]; /* here */
}

static void
null_pointer (void)
{
  static struct
  {
    int *p;
  } s;
#pragma acc enter data copyin(s)
#pragma acc parallel present(s) copy(sum)
  sum += s.p[0]; /* here */
}

static void
freed (void)
{
  int *d = acc_create (a, sizeof (a));
  acc_delete (a, sizeof (a));
#pragma acc parallel deviceptr(d)
  d[3] = 5; /* here */
}

static void
leak (void)
{
#pragma acc enter data copyin(a) /* here */
}

static void
leak_of_freed (void)
{
  int *p = malloc (N * sizeof (int));
  memset (p, 0, N * sizeof (int));
#pragma acc enter data copyin(p [0:N])
  free (p); /* here */
}

static void
in_kernels (void)
{
#pragma acc kernels loop copyout(a)
  for (int i = 0; i < N / 2; i++)
    a[i] = 5;
  if (a[N - 1] == 5) /* here */
    sum++;
}

static void
map_data (void)
{
  int *d = acc_malloc (sizeof (a));
  acc_memcpy_to_device (d, a, sizeof (a));
  acc_map_data (a, d, sizeof (a));
#pragma acc parallel loop present(a) copy(sum)
  for (int i = 0; i < N; i++)
    sum += a[i];
  acc_unmap_data (a);
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < N; i++)
    d[i] = 7;
  acc_memcpy_from_device (a, d, sizeof (a));
  if (a[3] != 7)
    abort ();
  acc_free (d);
}

static void
map_data_unwritten (void)
{
  int *d = acc_malloc (sizeof (a));
  acc_map_data (a, d, sizeof (a));
#pragma acc parallel loop present(a) copy(sum) num_gangs(1)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* here */
  acc_unmap_data (a);
  acc_free (d);
}

static void
by_openmp (void)
{
#pragma omp target enter data map(to : a)
  a[3] = 1;
#pragma acc parallel loop present(a) copy(sum)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* here */
#pragma omp target exit data map(release : a)
}

static void
of_openmp (void)
{
  acc_copyin (a, sizeof (a));
  a[3] = 1;
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < N; i++)
    sum += a[i]; /* here */
  acc_delete (a, sizeof (a));
}

#define CASE(name) { #name, name }
static const struct
{
  const char *name;
  void (*run) (void);
} cases[]
    = { CASE (stale),        CASE (lost),           CASE (lost_at_end),
        CASE (lost_by_copy), CASE (unwritten),      CASE (unwritten_back),
        CASE (bounds),       CASE (unwritten_part), CASE (host_pointer),
        CASE (null_pointer), CASE (freed),          CASE (leak),
        CASE (map_data),     CASE (leak_of_freed),  CASE (map_data_unwritten),
        CASE (by_openmp),    CASE (of_openmp),       CASE (in_kernels) };

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (cases) / sizeof (cases[0]); i++)
    if (argc > 1 && !strcmp (argv[1], cases[i].name))
      cases[i].run ();
  return 0;
}
EOC

$GCC -B"$TOOLCHAIN" -O1 -g -fopenacc -fopenmp -DOFFLOAD_EMUL_CHECK \
  program.c -o program || {
  fail compile
  finish
}

# says CASE TEXT: the only report is TEXT.  Its line is the one marked in the
# function; an address is none of interest.
says () {
  line=$(sed -n "/^$1 (void)/,/^}/{/here/=;}" program.c)
  printf '%s\n' "$2" | sed '/^$/d' >wanted
  OFFLOAD_EMUL_CHECK=1,status=9 LD_PRELOAD=$SANITIZER_LIBRARIES \
    ./program "$1" >said 2>&1
  status=$?
  sed "/segmentation fault/,\$d; s/program\.c:$line\>/HERE/g
    s/program\.c:[0-9]*/LINE/g; s/0x[0-9a-f]*/ADDRESS/g; /^\$/d" said >plain
  if test "$status" = "${3-9}" && cmp -s wanted plain; then
    pass "$1"
  else
    diff wanted plain
    fail "$1: status $status"
  fi
}

check='libgomp: mapping check:'
device='device 0 (x86emul)'
says stale "$check HERE: read of 4 bytes of data that the host has changed since it was copied: a[...] [stale]
  in acc parallel region stale._omp_fn.0 (LINE) on $device
  byte 12 of the copy of a, 400 bytes at ADDRESS, mapped (copyin) by acc enter data (LINE)
  hint: data that is present is not copied again: use update device(...)"
says lost "$check HERE: the host reads a value that the device has changed since: a[3] [lost]
  byte 12 of a, 400 bytes at ADDRESS, mapped (copyin) by acc enter data (LINE)
  hint: use update self(...); data that stays present after the region is not copied at its end"
says lost_at_end "$check HERE: the host reads a value that the device has changed since: a[3] [lost]
  byte 12 of a, 400 bytes at ADDRESS, mapped (copyin) by acc data (LINE)
  the device's value was dropped by acc data (LINE)
  hint: use copyout or copy, or update self(...) before it is removed"
says lost_by_copy "$check HERE: the host reads a value that the device has changed since: a[3] [lost]
  byte 12 of a, 400 bytes at ADDRESS, mapped (copyin) by acc_copyin (LINE)
  the device's value was overwritten by a copy to the device (LINE)
  hint: update self(...) copies to the host, update device(...) to the device"
says unwritten "$check HERE: read of 4 bytes of device memory that was never written: a[...] [unwritten]
  in acc parallel region unwritten._omp_fn.0 (LINE) on $device
  byte 0 of the copy of a, 400 bytes at ADDRESS, mapped (create) by acc data (LINE)
  hint: create and copyout give the device's copy no value: use copyin or copy, or let a region write it first"
says unwritten_back "$check HERE: the host reads data that no region has written: a[3] [unwritten]
  byte 12 of a, 400 bytes at ADDRESS, mapped (create) by acc_create (LINE)
  its value came by a copy from the device (LINE)
  hint: let a region write it before it is copied to the host, or give the device's copy the host's value by copyin, copy or update device(...)"
says unwritten_part "$check HERE: the host reads data that no region has written: a[99] [unwritten]
  byte 396 of a, 400 bytes at ADDRESS, mapped (copyout) by acc parallel (LINE)
  its value came by a copy from the device (LINE)
  hint: copyout copies back all of it: use copy, or let the region write each element"
says bounds "$check HERE: read of 4 bytes outside of what is mapped: a[...] [bounds]
  in acc parallel region bounds._omp_fn.0 (LINE) on $device
  directly after the end of the copy of a, 200 bytes at ADDRESS, mapped (copyin) by acc data (LINE)
  hint: check the subscripts, and that the data clause has all elements that the region uses"
says host_pointer "$check HERE: read of 4 bytes of memory of the host: s->p [host-memory]
  in acc parallel region host_pointer._omp_fn.0 (LINE) on $device
  ADDRESS is no address of the device
  hint: put what the pointer points to into a data clause, or its device address into deviceptr"
says null_pointer "$check HERE: read of 4 bytes of memory of the host: s->p [host-memory]
  in acc parallel region null_pointer._omp_fn.0 (LINE) on $device
  ADDRESS is the null pointer
  hint: a pointer that is null on the host, or whose target is not present, is null on the device"
says freed "$check HERE: write of 4 bytes of freed device memory: d[3] [freed]
  in acc parallel region freed._omp_fn.0 (LINE) on $device
  byte 12 of what was the copy of a, 400 bytes at ADDRESS, mapped (create) by acc_create (LINE)
  it was unmapped by acc_delete (LINE)
  hint: the region uses a device pointer to memory that no longer exists"
says leak "$check HERE: still mapped at the end of the program: a [leak]
  a, 400 bytes at ADDRESS, mapped (copyin) by acc enter data (HERE)
  hint: each enter data needs its exit data, each acc_copyin or acc_create its acc_delete or acc_copyout"
says leak_of_freed "$check HERE: freed while it is mapped: p [leak]
  p, 400 bytes at ADDRESS, mapped (copyin) by acc enter data (LINE)
  hint: use exit data first: other memory at this address would count as present"
says in_kernels "$check HERE: the host reads data that no region has written: a[99] [unwritten]
  byte 396 of a, 400 bytes at ADDRESS, mapped (copyout) by acc kernels (LINE)
  its value came by a copy from the device (LINE)
  hint: copyout copies back all of it: use copy, or let the region write each element"
says map_data '' 0
says map_data_unwritten "$check HERE: read of 4 bytes of device memory that was never written: a[...] [unwritten]
  in acc parallel region map_data_unwritten._omp_fn.0 (LINE) on $device
  byte 0 of the copy of a, 400 bytes at ADDRESS, mapped by acc_map_data (LINE)
  hint: create and copyout give the device's copy no value: use copyin or copy, or let a region write it first"
# A hint is about the region, a mapping is named as the program has made it.
says by_openmp "$check HERE: read of 4 bytes of data that the host has changed since it was copied: a[...] [stale]
  in acc parallel region by_openmp._omp_fn.0 (LINE) on $device
  byte 12 of the copy of a, 400 bytes at ADDRESS, mapped (to) by target enter data (LINE)
  hint: data that is present is not copied again: use update device(...)"
says of_openmp "$check HERE: read of 4 bytes of data that the host has changed since it was copied: a[i] [stale]
  in target region of_openmp._omp_fn.0 (LINE) on $device
  byte 12 of the copy of a, 400 bytes at ADDRESS, mapped (copyin) by acc_copyin (LINE)
  hint: data that is present is not copied again: use target update to(...) or map(always, to: ...)"

# A variable of the file, in a program of OpenACC alone.
cat > program.c <<'EOC'
static int a[100];
#pragma acc declare create(a)
static void
declared (void)
{
  int sum = 0;
  a[2] = 1;
#pragma acc serial copy(sum)
  sum += a[2]; /* here */
}
int
main (void)
{
  declared ();
  return 0;
}
EOC
$GCC -B"$TOOLCHAIN" -O1 -g -fopenacc -DOFFLOAD_EMUL_CHECK program.c -o program
what='read of 4 bytes of data that the host has changed since it was copied'
says declared "$check HERE: $what: a[2] [stale]
  in acc serial region declared._omp_fn.0 (LINE) on $device
  byte 8 of the copy of a, 400 bytes at ADDRESS, mapped by acc declare
  hint: data that is present is not copied again: use update device(...)"
finish
