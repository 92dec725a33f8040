# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Target RTLs of LLVM's interface: a small one below our libomptarget.so; x86emul
# as one; both at once; LLVM's own below ours, and ours below LLVM's, where
# these are installed.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
emulated=$llvm/rtl/libomptarget.rtl.x86_64.so
if ! has_clang_offload \
  || test ! -e "$emulated"; then
  unsupported "target RTLs: no clang-tools-19, or no libomptarget.so"
  finish
fi

cat >program.cc <<'END'
#include <stdio.h>
#include <unistd.h>
extern "C"
{
  int omp_get_num_devices (void), omp_get_initial_device (void);
  void *omp_target_alloc (size_t, int);
  void omp_target_free (void *, int);
  int omp_target_memcpy (void *, const void *, size_t, size_t, size_t, int,
                         int);
}
#define EXPECT(condition)                                                      \
  (condition ? (void)0                                                         \
             : (bad++, (void)printf ("%d: %s\n", __LINE__, #condition)))
static int bad;
struct list
{
  int n;
  int *values;
};
#pragma omp declare target
struct table
{
#if __clang_major__ > 14 /* there the constructor is a local symbol */
  int values[8];
  table ()
  {
    for (int i = 0; i < 8; i++)
      values[i] = 10 * i;
  }
};
table made;
#else
  int values[8];
};
table made = { { 0, 10, 20 } };
#endif
int counter = 7;
#pragma omp end declare target
#ifndef NO_LINK
int big[100];
#pragma omp declare target link(big)
#endif
static void
arguments (int device)
{
  int a[64], n = 64, sum = 0;
  float f = 1.5f;
  struct list l = { 64, a };
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for device(device)               \
    map(tofrom : a[8 : 56]) thread_limit(3)
  for (int i = 8; i < n; i++)
    a[i] += (int)(2 * f);
  EXPECT (a[7] == 7 && a[8] == 11 && a[63] == 66);
#pragma omp target data device(device) map(tofrom : l) map(tofrom : l.values[0 : n])
  {
#pragma omp target device(device) map(tofrom : sum)
    for (int i = 0; i < l.n; i++)
      sum += l.values[i]++;
#pragma omp target update device(device) from(a[0 : 4])
    EXPECT (a[3] == 4 && a[4] == 4);
  }
  EXPECT (a[4] == 5 && l.values == a);
  EXPECT (sum == 64 * 63 / 2 + 56 * 3);
}
static void
variables (int device)
{
  int first = 0, second = 0, nine = 0;
#pragma omp target device(device) map(from : first)
  first = counter++;
#pragma omp target device(device) map(from : second, nine)
  {
    second = counter;
    nine = made.values[2];
  }
  EXPECT (first == 7 && second == 8 && nine == 20);
#ifndef NO_LINK
  big[3] = 5;
#pragma omp target device(device) map(tofrom : big)
  big[3]++;
  EXPECT (big[3] == 6);
#endif
}
static void
memory (int device)
{
  int there[3], back[3] = { 1, 2, 3 };
  int *d = (int *)omp_target_alloc (sizeof (there), device);
  omp_target_memcpy (d, back, sizeof (back), 0, 0, device,
                     omp_get_initial_device ());
#pragma omp target device(device) is_device_ptr(d)
  d[1] = 20;
  omp_target_memcpy (there, d, sizeof (there), 0, 0, omp_get_initial_device (),
                     device);
  EXPECT (there[0] == 1 && there[1] == 20 && there[2] == 3);
  omp_target_free (d, device);
}
int
main (void)
{
  int host = getpid (), there = 0;
  printf ("%d:", omp_get_num_devices ());
  fflush (stdout);
  for (int device = 0; device < omp_get_num_devices (); device++)
    {
      arguments (device);
      variables (device);
      memory (device);
#pragma omp target device(device) map(from : there)
      {
        there = getpid ();
        printf (" region");
        fflush (stdout);
      }
      printf (there == host ? " here" : " elsewhere");
      fflush (stdout);
    }
  puts (bad == 0 ? " right" : " wrong");
  return bad != 0;
}
END

# A target RTL of two devices in the program's process, as those of LLVM are.
cat >small.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
struct entry
{
  void *address;
  char *name;
  size_t size;
  int32_t flags, data;
};
struct image
{
  char *start, *end;
  struct entry *first, *last;
};
struct table
{
  struct entry *first, *last;
};
int
__tgt_rtl_is_valid_binary (struct image *image)
{
  return memcmp (image->start, "\177ELF", 4) == 0;
}
int
__tgt_rtl_number_of_devices (void)
{
  return 2;
}
int
__tgt_rtl_init_device (int n)
{
  return n < 2 ? 0 : -1;
}
struct table *
__tgt_rtl_load_binary (int n, struct image *image)
{
  static struct table tables[2];
  char name[64];
  size_t count = image->last - image->first;
  int file = memfd_create ("image", 0);
  if (write (file, image->start, image->end - image->start) < 0)
    return NULL;
  snprintf (name, sizeof (name), "/proc/self/fd/%d", file);
  /* A copy for each device.  */
  void *handle = dlopen (name, RTLD_NOW);
  struct entry *e = calloc (count + 1, sizeof (*e));
  if (handle == NULL)
    return fprintf (stderr, "%s\n", dlerror ()), NULL;
  for (size_t i = 0; i < count; i++)
    {
      e[i] = image->first[i];
      e[i].address = dlsym (handle, e[i].name);
    }
  tables[n] = (struct table){ e, e + count };
  return &tables[n];
}
void *
__tgt_rtl_data_alloc (int n, int64_t size, void *host, int kind)
{
  return malloc (size);
}
int
__tgt_rtl_data_submit (int n, void *to, void *from, int64_t size)
{
  memcpy (to, from, size);
  return 0;
}
int
__tgt_rtl_data_retrieve (int n, void *to, void *from, int64_t size)
{
  memcpy (to, from, size);
  return 0;
}
int
__tgt_rtl_data_delete (int n, void *memory)
{
  free (memory);
  return 0;
}
#ifdef FAILS
int
__tgt_rtl_run_target_team_region (int n, void *entry, void **words,
                                  ptrdiff_t *offsets, int count, int teams,
                                  int limit, uint64_t iterations)
{
  return -1;
}
#else
static int
run (void (*entry) (void *, ...), void **words, ptrdiff_t *offsets, int count)
{
  void *w[12] = { NULL };
  if (count > 12)
    return -1;
  for (int i = 0; i < count; i++)
    w[i] = (char *)words[i] + offsets[i];
  entry (w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10],
         w[11]);
  return 0;
}
#ifdef NEW
int
__tgt_rtl_launch_kernel (int n, void *entry, void **words, ptrdiff_t *offsets,
                         uint32_t *kernel, void *queue)
{
  return kernel[0] == 2 ? run (entry, words, offsets, kernel[1]) : -1;
}
#else
int
__tgt_rtl_run_target_team_region (int n, void *entry, void **words,
                                  ptrdiff_t *offsets, int count, int teams,
                                  int limit, uint64_t iterations)
{
  return run (entry, words, offsets, count);
}
#endif
#endif
END

# prints TEXT SETTING...: that is what the program prints.
prints () {
  text=$1
  shift
  env OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_NUM=2 "$@" ./program >out 2>&1
  cat out
  test "$(cat out)" = "$text"
}
# says TEXT SETTING...: that is a part of what the program prints.
says () {
  text=$1
  shift
  env OMP_TARGET_OFFLOAD=mandatory GOMP_OFFLOAD_INFO=all "$@" ./program \
    >out 2>&1
  cat out
  grep -q -e "$text" out
}
here=' region here'
there=' region elsewhere'

"$GCC" -shared -fPIC small.c -o small.so \
  && "$GCC" -shared -fPIC -DNEW small.c -o new.so \
  && "$GCC" -shared -fPIC -DFAILS small.c -o fails.so || exit 1
for clang in $CLANGS; do
  if ! "clang++-${clang#clang-}" -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu program.cc \
      -o program -L"$llvm" -Wl,-rpath,"$llvm"; then
    fail "$clang: not built"
    continue
  fi
  check "$clang, a target RTL" prints "2:$here$here right" \
    OFFLOAD_RTL=./small.so OFFGOMP_PLUGINS=rtl
  check "$clang, of another interface" prints "2:$here$here right" \
    OFFLOAD_RTL=./new.so OFFGOMP_PLUGINS=rtl
  check "$clang, with emulated devices" \
    prints "4:$here$here$there$there right" OFFLOAD_RTL=./small.so
  check "$clang, with those of a node" \
    prints "4:$here$here$there$there right" OFFLOAD_RTL=./small.so \
    OFFLOAD_HOSTS=localhost
  check "$clang, two target RTLs" \
    prints "4:$here$here$there$there right" \
    OFFLOAD_RTL=./small.so:"$emulated" OFFGOMP_PLUGINS=rtl
done
check "not there" says '^libgomp: OFFLOAD_RTL: ./none.so: .*No such file' \
  OFFLOAD_RTL=./none.so OFFGOMP_PLUGINS=rtl
check "no target RTL" \
  says '^libgomp: OFFLOAD_RTL: .*undefined symbol: __tgt_rtl_' \
  OFFLOAD_RTL="$LIBDIR/libgomp.so.1" OFFGOMP_PLUGINS=rtl
check "none is named" says 'OFFLOAD_RTL names no target RTL' \
  OFFGOMP_PLUGINS=rtl
check "a region that fails" \
  says '^libgomp: ./fails.so: device 0 could not run a region$' \
  OFFLOAD_RTL=./fails.so OFFGOMP_PLUGINS=rtl

# LLVM's libraries of a release, where they are: in /usr, or in the directories
# LLVMS, with LLVM_LIBRARIES.  LLVM's target RTLs do not know link variables.
for directory in ${LLVMS:-/usr/lib/llvm-14 /usr/lib/llvm-15 /usr/lib/llvm-16}; do
  theirs=$directory/lib
  release=${directory##*-}
  case " $CLANGS " in *" clang-$release "*) ;; *) continue ;; esac
  test -e "$theirs/libomptarget.rtl.x86_64.so" || continue
  options="-O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu program.cc"
  check "LLVM's of $release, built" \
    "clang++-$release" $options -DNO_LINK -o program -L"$llvm"
  check "LLVM's of $release below ours" \
    prints "4:$here$here$here$here right" OFFGOMP_PLUGINS=rtl \
    OFFLOAD_RTL="$theirs/libomptarget.rtl.x86_64.so" \
    LD_LIBRARY_PATH="$llvm:$LLVM_LIBRARIES"
  # LLVM's libomptarget looks for target RTLs beside itself.
  mkdir -p "both-$release"
  ln -sf "$theirs"/libomptarget.so* "$theirs/libomp.so.5" "$emulated" \
    "both-$release"
  ln -sf "$emulated" "both-$release/libomptarget.rtl.x86_64.so.$release"
  check "for LLVM's of $release, built" \
    "clang++-$release" $options -o program -L"both-$release" -L"$theirs"
  check "ours below LLVM's of $release" prints "2:$there$there right" \
    LD_LIBRARY_PATH="$PWD/both-$release:$LLVM_LIBRARIES"
done
finish
