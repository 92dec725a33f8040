#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What OpenACC's routines and directives say when they are used wrongly, and how
# the program ends then, on an emulated device and on the host.

. "$testsuite/lib/script.sh"

unset ACC_DEVICE_TYPE ACC_DEVICE_NUM OMP_TARGET_OFFLOAD GOMP_OPENACC_DIM

cat > faults.c <<'EOC'
#include <acc_prof.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern void GOACC_parallel_keyed (int, void (*) (void *), size_t, void **,
                                  size_t *, unsigned short *, ...);
extern void GOACC_enter_exit_data (int, size_t, void **, size_t *,
                                   unsigned short *, int, int, ...);
extern void GOACC_exit_data (int, size_t, void **, size_t *, unsigned short *,
                             int, int, ...);
extern void GOACC_update (int, size_t, void **, size_t *, unsigned short *, int,
                          int, ...);
extern void GOACC_declare (int, size_t, void **, size_t *, unsigned short *);

enum
{
  N = 10,
  KIND_FROM = 0x02,
  KIND_STRANGE = 0x4f,
  KIND_PRESENT = 0x83,
  KIND_UPDATE_DEVICE = 0x81,
  KIND_DETACH = 0x51
};

static int a[N], b[N];
static void *host = a;
static size_t size = sizeof (a);

static void
region (void *unused)
{
  (void)unused;
}

/* Gives the program device code.  */
static void
use (void)
{
#pragma acc parallel loop copy(a)
  for (int i = 0; i < N; i++)
    a[i]++;
}

/* ---------------------------------------------------------------- devices */

static void
type_unknown (void)
{
  acc_set_device_type ((acc_device_t)42);
}

static void
type_negative (void)
{
  acc_get_num_devices ((acc_device_t)-5);
}

static void
type_missing (void)
{
  acc_init (acc_device_radeon);
}

static void
not_host (void)
{
  acc_init (acc_device_not_host);
}

static void
used (void)
{
  use ();
}

static void
number_too_large (void)
{
  acc_set_device_num (7, acc_device_default);
}

static void
set_type_in_data (void)
{
#pragma acc data copy(a)
  acc_set_device_type (acc_device_host);
}

static void
init_twice (void)
{
  acc_init (acc_device_default);
  acc_init (acc_device_default);
}

static void
shutdown_unused (void)
{
  acc_shutdown (acc_device_default);
}

static void
shutdown_twice (void)
{
  acc_init (acc_device_default);
  acc_shutdown (acc_device_default);
  acc_shutdown (acc_device_default);
}

static void
shutdown_in_data (void)
{
#pragma acc data copy(a)
  acc_shutdown (acc_device_default);
}

/* In a region that the host runs though its thread's device may be another.  */
static void
shutdown_in_fallback (void)
{
#pragma acc parallel if (a[0] != 0)
  acc_shutdown (acc_device_default);
}

static void
number_of_property (void)
{
  acc_get_property (9, acc_device_host, acc_property_memory);
}

/* A device can be used again, and starts empty.  */
static void
shutdown_and_again (void)
{
  for (int i = 0; i < 3; i++)
    {
      use ();
#pragma acc enter data copyin(b)
#pragma acc parallel present(b) async(1)
      b[0]++;
#pragma acc wait(1)
      acc_shutdown (acc_get_device_type ());
      use ();
      printf ("%d present %d\n", a[0], acc_is_present (b, sizeof (b)));
      acc_shutdown (acc_get_device_type ());
      acc_init (acc_device_default);
      acc_shutdown (acc_device_default);
    }
}

/* ---------------------------------------------------------------- data */

static void
null_copyin (void)
{
  acc_copyin (NULL, 4);
}

static void
empty_create (void)
{
  acc_create (a, 0);
}

static void
endless_copyin (void)
{
  acc_copyin (a, (size_t)-1);
}

static void
partly_present (void)
{
  acc_copyin (a, sizeof (a) / 2);
  acc_copyin (a, sizeof (a));
}

static void
update_absent (void)
{
  acc_update_device (a, sizeof (a));
}

/* A part of the array is present, but not this one.  */
static void
update_behind (void)
{
  acc_copyin (a, sizeof (a) / 2);
  acc_update_device (a + N / 2, 2 * sizeof (a[0]));
}

static void
update_directive_absent (void)
{
#pragma acc update self(a)
}

static void
outside (void)
{
  acc_copyin (a, sizeof (a) / 2);
  acc_delete (a, sizeof (a));
}

static void
present_absent (void)
{
#pragma acc parallel present(a)
  a[0]++;
}

static void
null_pointer (void)
{
  int *none = a[0] == 0 ? NULL : a;
#pragma acc serial firstprivate(none)
  *(volatile int *)none = 1;
}

static void
free_mapped (void)
{
  acc_free (acc_copyin (a, sizeof (a)));
}

static void
map_null (void)
{
  acc_map_data (a, NULL, sizeof (a));
}

static void
map_twice (void)
{
  void *d = acc_malloc (2 * sizeof (a));
  acc_map_data (a, d, sizeof (a));
  acc_map_data (a, (char *)d + sizeof (a), sizeof (a));
}

static void
map_to_the_same (void)
{
  void *d = acc_malloc (sizeof (a));
  acc_map_data (a, d, sizeof (a));
  acc_map_data (b, d, sizeof (b));
}

static void
map_other (void)
{
  acc_map_data (a, b, sizeof (a));
}

static void
unmap_absent (void)
{
  acc_unmap_data (a);
}

static void
unmap_middle (void)
{
  acc_map_data (a, acc_malloc (sizeof (a)), sizeof (a));
  acc_unmap_data (a + 1);
}

static void
unmap_copied (void)
{
  acc_copyin (a, sizeof (a));
  acc_unmap_data (a);
}

static void
attach_absent (void)
{
  static void *pointer = a;
  acc_attach (&pointer);
}

static void
detach_absent (void)
{
  static void *pointer = a;
  acc_detach (&pointer);
}

/* ---------------------------------------------------------------- entries */

static void
async_invalid (void)
{
  acc_copyin_async (a, sizeof (a), -7);
}

static void
async_directive_invalid (void)
{
#pragma acc parallel copy(a) async(-9)
  a[0]++;
}

static void
async_test_invalid (void)
{
  use ();
  acc_async_test (-4);
}

static void
wait_invalid (void)
{
  use ();
  acc_wait (-5);
}

static void
detach_entry (void)
{
  unsigned short kind = KIND_DETACH;
  GOACC_exit_data (-1, 1, &host, &size, &kind, acc_async_sync, 0);
}

/* The pointer of a section, as GCC 14 passes it for a reference to a
   pointer.  */
static void
detach_implied (void)
{
  int *pointer = host;
  void *hosts[] = { host, &pointer };
  size_t sizes[] = { size, 0 };
  unsigned short kinds[] = { KIND_FROM, KIND_DETACH };
  acc_copyin (host, size);
  GOACC_exit_data (-1, 2, hosts, sizes, kinds, acc_async_sync, 0);
}

static void
exit_unhandled (void)
{
  unsigned short kind = KIND_STRANGE;
  GOACC_exit_data (-1, 1, &host, &size, &kind, acc_async_sync, 0);
}

static void
enter_exit_unhandled (void)
{
  unsigned short kind = KIND_STRANGE;
  GOACC_enter_exit_data (-1, 1, &host, &size, &kind, acc_async_sync, 0);
}

static void
update_unhandled (void)
{
  unsigned short kind = KIND_STRANGE;
  GOACC_update (-1, 1, &host, &size, &kind, acc_async_sync, 0);
}

static void
update_entry_absent (void)
{
  unsigned short kind = KIND_UPDATE_DEVICE;
  GOACC_update (-1, 1, &host, &size, &kind, acc_async_sync, 0);
}

static void
declare_absent (void)
{
  unsigned short kind = 0x06;
  GOACC_declare (-1, 1, &host, &size, &kind);
}

static void
code_unknown (void)
{
  GOACC_parallel_keyed (-1, region, 0, NULL, NULL, NULL, 9u << 28, 0);
}

static void
device_type_offload (void)
{
  GOACC_parallel_keyed (-1, region, 0, NULL, NULL, NULL, 1u << 28 | 5u << 16 | 1,
                        1, 0);
}

static void
function_unknown (void)
{
  GOACC_parallel_keyed (-1, region, 0, NULL, NULL, NULL, 0);
}

/* Only a profiling library has this function.  */
static void
register_library (void)
{
  acc_register_library (acc_prof_register, acc_prof_unregister,
                        acc_prof_lookup);
}

/* ---------------------------------------------------------------- fork */

/* The child says why it cannot use its parent's device, and ends at once.  */
static void
in_child (void (*what) (void))
{
  int status;
  use ();
#pragma acc parallel loop copy(a) async(2)
  for (int i = 0; i < N; i++)
    a[i]++;
#pragma acc wait(2)
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      alarm (60);
      what ();
      printf ("child right %d\n", a[0] == 3);
      fflush (stdout);
      _exit (0);
    }
  waitpid (child, &status, 0);
  if (WIFSIGNALED (status))
    printf ("child: signal %d\n", WTERMSIG (status));
  else
    printf ("child: status %d\n", WEXITSTATUS (status));
  use ();
  printf ("parent %d\n", a[0]);
}

static void
asynchronously (void)
{
#pragma acc parallel loop copy(a) async(2)
  for (int i = 0; i < N; i++)
    a[i]++;
#pragma acc wait
}

static void
fork_region (void)
{
  in_child (use);
}

static void
fork_async (void)
{
  in_child (asynchronously);
}

/* A queue is busy until the parent has reaped the child, which ends by itself or
   by WHAT.  */
static void
with_busy_queue (void (*what) (void))
{
  int status, stop = 0;
  use ();
  int *flag = acc_malloc (sizeof (*flag));
  acc_memcpy_to_device (flag, &stop, sizeof (stop));
#pragma acc parallel deviceptr(flag) async(1)
  while (*(volatile int *)flag == 0)
    ;
#pragma acc update self(a) if_present async(1)
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      alarm (60);
      what ();
      exit (3);
    }
  waitpid (child, &status, 0);
  if (WIFSIGNALED (status))
    printf ("child: signal %d\n", WTERMSIG (status));
  else
    printf ("child: status %d\n", WEXITSTATUS (status));
  printf ("busy %d\n", !acc_async_test (1));
  stop = 1;
  acc_memcpy_to_device (flag, &stop, sizeof (stop));
  acc_wait (1);
  asynchronously ();
  printf ("parent %d\n", a[0]);
}

static void
nothing (void)
{
}

static void
wait_for_queue (void)
{
  acc_wait (1);
}

static void
use_host (void)
{
  acc_set_device_type (acc_device_host);
  asynchronously ();
  printf ("child %d\n", a[0]);
}

static void
fork_busy (void)
{
  with_busy_queue (nothing);
}

static void
fork_busy_wait (void)
{
  with_busy_queue (wait_for_queue);
}

static void
fork_busy_host (void)
{
  with_busy_queue (use_host);
}

#define CASE(name) { #name, name }
static const struct
{
  const char *name;
  void (*run) (void);
} cases[] = {
  CASE (type_unknown),
  CASE (type_negative),
  CASE (type_missing),
  CASE (number_too_large),
  CASE (not_host),
  CASE (used),
  CASE (set_type_in_data),
  CASE (init_twice),
  CASE (shutdown_unused),
  CASE (shutdown_twice),
  CASE (shutdown_in_data),
  CASE (shutdown_in_fallback),
  CASE (number_of_property),
  CASE (shutdown_and_again),
  CASE (null_copyin),
  CASE (empty_create),
  CASE (endless_copyin),
  CASE (partly_present),
  CASE (update_absent),
  CASE (update_behind),
  CASE (update_directive_absent),
  CASE (outside),
  CASE (present_absent),
  CASE (null_pointer),
  CASE (free_mapped),
  CASE (map_null),
  CASE (map_twice),
  CASE (map_to_the_same),
  CASE (map_other),
  CASE (unmap_absent),
  CASE (unmap_middle),
  CASE (unmap_copied),
  CASE (attach_absent),
  CASE (detach_absent),
  CASE (async_invalid),
  CASE (async_directive_invalid),
  CASE (async_test_invalid),
  CASE (wait_invalid),
  CASE (detach_entry),
  CASE (detach_implied),
  CASE (exit_unhandled),
  CASE (enter_exit_unhandled),
  CASE (update_unhandled),
  CASE (update_entry_absent),
  CASE (declare_absent),
  CASE (code_unknown),
  CASE (device_type_offload),
  CASE (function_unknown),
  CASE (register_library),
  CASE (fork_region),
  CASE (fork_async),
  CASE (fork_busy),
  CASE (fork_busy_wait),
  CASE (fork_busy_host),
};

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (cases) / sizeof (cases[0]); i++)
    if (argc > 1 && !strcmp (argv[1], cases[i].name))
      {
        alarm (120);
        cases[i].run ();
        puts ("ended");
        return 0;
      }
  use ();
  return 2;
}
EOC

if has_target x86emul; then
  devices='x86emul host'
  $GCC -B"$TOOLCHAIN" -O1 -Wall -fopenacc faults.c -o faults
else
  devices=host
  $GCC -B"$TOOLCHAIN" -O1 -Wall -fopenacc -foffload=disable faults.c -o faults
fi || {
  fail compile
  finish
}

# says CASE DEVICE STATUS TEXT: it ends so, and that is all that it says.  A
# size is a number, an address is not.
says () {
  case " $devices " in *" $2 "*) ;; *) return ;; esac
  printf '%s\n' "$4" | sed '/^$/d' >wanted
  ACC_DEVICE_TYPE=$2 LD_PRELOAD=$SANITIZER_LIBRARIES ./faults "$1" >said 2>&1
  status=$?
  # Why plugins have no device depends on the machine.
  sed '/^  plugin .*libgomp-plugin-/d
    s/kind 0x/kind 0X/; s/0x[0-9a-f]*/ADDRESS/g; s/ *$//; /^$/d' said >said.plain
  if test "$status" = "$3" && cmp -s wanted said.plain; then
    pass "$1 on $2"
  else
    diff wanted said.plain
    fail "$1 on $2: status $status"
  fi
}

# dies CASE MESSAGE [MORE]: on the emulated device.
dies () {
  says "$1" x86emul 1 "libgomp: $2${3:+
$3}"
}

# dies_on_both CASE MESSAGE
dies_on_both () {
  dies "$1" "$2"
  says "$1" host 1 "libgomp: $2"
}

# nothing_on_host CASE...: where the memory is the host's it is no error.
nothing_on_host () {
  for name; do
    says "$name" host 0 ended
  done
}

mapping () {
  echo "  while mapping [ADDRESS..ADDRESS), 40 bytes, entry 1 of 1 of $1 on device 0 (x86emul)"
}

dies_on_both type_unknown "unknown device type 42"
dies_on_both type_negative "unknown device type 4294967291"
dies_on_both type_missing "device type radeon not supported"
says number_too_large x86emul 1 "libgomp: device 7 out of range
  there is 1 device of type x86emul, numbered from 0"
says number_too_large host 1 "libgomp: device 7 out of range
  there is 1 device of type host, numbered from 0"
dies_on_both number_of_property "device 9 out of range
  there is 1 device of type host, numbered from 0"
dies_on_both shutdown_in_fallback "shutdown during host fallback"
dies_on_both set_type_in_data "acc_set_device_type in 'acc data' region"
dies_on_both init_twice "device already active"
dies_on_both shutdown_unused "no device initialized"
dies_on_both shutdown_twice "no device initialized"
dies_on_both shutdown_in_data "shutdown in 'acc data' region"
says shutdown_and_again x86emul 0 "2 present 0
4 present 0
6 present 0
ended"
says shutdown_and_again host 0 "2 present 1
4 present 1
6 present 1
ended"

dies_on_both null_copyin "[(nil),+4] is a bad range"
dies_on_both empty_create "[ADDRESS,+0] is a bad range"
dies_on_both endless_copyin "[ADDRESS,+18446744073709551615] is a bad range"
dies partly_present "[ADDRESS,+40] not mapped" \
  "  ADDRESS is 0 bytes after the start of the mapping [ADDRESS..ADDRESS), 20 bytes"
nothing_near="  ADDRESS: no mapping is near"
dies update_absent "[ADDRESS,40] is not mapped" "$nothing_near
$(mapping acc_update_device)"
dies update_behind "[ADDRESS,8] is not mapped" \
  "  ADDRESS is 0 bytes after the end of the mapping [ADDRESS..ADDRESS), 20 bytes
  while mapping [ADDRESS..ADDRESS), 8 bytes, entry 1 of 1 of acc_update_device on device 0 (x86emul)"
dies update_directive_absent "[ADDRESS,40] is not mapped" "$nothing_near
$(mapping 'acc update')"
dies update_entry_absent "[ADDRESS,40] is not mapped" "$nothing_near
$(mapping 'acc update')"
dies declare_absent "[ADDRESS,40] is not mapped" "$nothing_near"
dies outside "[ADDRESS,+40] outside mapped block [ADDRESS,+20]"
dies present_absent \
  "present clause: not present on the device (addr: ADDRESS, size: 40 (ADDRESS), dev: 0)" \
  "  ADDRESS: no mapping is near
$(mapping "acc parallel region present_absent._omp_fn.0 (faults.c:$(
  grep -n 'parallel present(a)$' faults.c | cut -d: -f1))")"
dies null_pointer \
  "compute region 'null_pointer._omp_fn.0' (faults.c:$(
    grep -n 'serial firstprivate(none)$' faults.c | cut -d: -f1)) on device 0 (x86emul): segmentation fault: write to address ADDRESS at pc null_pointer._omp_fn.0+ADDRESS" \
  "  ADDRESS is the null pointer
  hint: a pointer that is null on the host, or whose target is not mapped, is null on the device"
dies free_mapped \
  "refusing to free device memory space at ADDRESS that is still mapped at [ADDRESS,+40]"
dies map_null "[ADDRESS,+40]->[(nil),+40] is a bad map"
dies map_twice "host address [ADDRESS, +40] is already mapped"
dies map_to_the_same "device address [ADDRESS, +40] is already mapped"
for name in map_null map_twice map_to_the_same map_other; do
  says $name host 1 "libgomp: cannot map data on shared-memory system"
done
dies unmap_absent "ADDRESS is not a mapped block"
dies unmap_middle "[ADDRESS,40] surrounds ADDRESS"
dies unmap_copied \
  "refusing to unmap block [ADDRESS,+40] that has not been mapped by 'acc_map_data'"
dies attach_absent "struct not mapped for acc_attach"
dies detach_absent "struct not mapped for acc_detach"

dies_on_both async_invalid "invalid async-argument: -7"
dies_on_both async_directive_invalid "invalid async-argument: -9"
dies_on_both async_test_invalid "invalid async-argument: -4"
dies_on_both wait_invalid "invalid async-argument: -5"
dies detach_entry "struct not mapped for detach operation"
says detach_implied x86emul 0 ended
dies exit_unhandled ">>>> goacc_exit_data_internal UNHANDLED kind 0X4f"
dies_on_both enter_exit_unhandled \
  ">>>> GOACC_enter_exit_data UNHANDLED kind 0X4f"
dies update_unhandled ">>>> GOACC_update UNHANDLED kind 0X4f"
dies_on_both code_unknown "unrecognized offload code '9', libgomp is too old"
dies_on_both device_type_offload \
  "device_type '5' offload parameters, libgomp is too old"
dies function_unknown "target function wasn't mapped" \
  "  compute region region is in no image for device 0 (x86emul)
  the program has 1 image for this kind of device, 0 for others
  hint: compile and link with offloading to x86emul enabled"

dies_on_both register_library \
  "acc_register_library was called, but no profiling library defines it"

nothing_on_host partly_present update_absent update_behind \
  update_directive_absent update_entry_absent declare_absent outside present_absent unmap_absent \
  unmap_copied attach_absent detach_absent detach_entry detach_implied \
  exit_unhandled update_unhandled function_unknown

# A type that ACC_DEVICE_TYPE names, which there is not.
for name in bogus nvidia; do
  ACC_DEVICE_TYPE=$name LD_PRELOAD=$SANITIZER_LIBRARIES ./faults >said 2>&1
  status=$?
  check "ACC_DEVICE_TYPE=$name" test $status = 1
  check "ACC_DEVICE_TYPE=$name is named" \
    grep -qFx "libgomp: device type $name not supported" said
  hint='  hint: the types are host, nvidia, radeon and x86emul'
  if test $name = bogus; then
    check "ACC_DEVICE_TYPE=$name has a hint" grep -qFx "$hint" said
  else
    check "ACC_DEVICE_TYPE=$name has none of other types" sh -c \
      '! grep -F "the types are" said'
  fi
done

# Without device code there is no emulated device.
$GCC -B"$TOOLCHAIN" -O1 -fopenacc -foffload=disable faults.c -o without-code
for name in x86emul nvidia; do
  ACC_DEVICE_TYPE=$name LD_PRELOAD=$SANITIZER_LIBRARIES ./without-code >said 2>&1
  status=$?
  check "ACC_DEVICE_TYPE=$name without device code" test $status = 1
  check "ACC_DEVICE_TYPE=$name without device code has a hint" grep -qFx \
    "  hint: the program has no device code: compile and link with offloading enabled" \
    said
done
LD_PRELOAD=$SANITIZER_LIBRARIES ./without-code not_host >said 2>&1
status=$?
check "no device is the host's" test $status = 1
check "no device found" grep -qFx "libgomp: no device found" said
check "no device found has a hint" grep -qF "has no device code" said

# OpenACC may always use the host: only OpenMP's constructs must have a device.
OMP_TARGET_OFFLOAD=mandatory LD_PRELOAD=$SANITIZER_LIBRARIES \
  ./without-code used >said 2>&1
status=$?
check "OMP_TARGET_OFFLOAD=mandatory is OpenMP's" test $status = 0
check "OMP_TARGET_OFFLOAD=mandatory is silent" test "$(cat said)" = ended
ACC_DEVICE_TYPE=host ACC_DEVICE_NUM=3 LD_PRELOAD=$SANITIZER_LIBRARIES \
  ./faults >said 2>&1
status=$?
check "ACC_DEVICE_NUM=3" test $status = 1
check "ACC_DEVICE_NUM=3 is named" \
  grep -qFx "libgomp: device 3 out of range" said

for name in fork_region fork_async; do
  says $name x86emul 0 "libgomp: device 0 (x86emul) cannot be used in this process: it was forked after the device had been initialized
  hint: fork before the first use of a device, or call exec in the child
child: status 1
parent 3
ended"
  says $name host 0 "child right 1
child: status 0
parent 3
ended"
done

# The queue and its thread are the parent's alone.
GRAMMAR_OPEN=true says fork_busy x86emul 0 "child: status 3
busy 1
parent 2
ended"
GRAMMAR_OPEN=true says fork_busy_wait x86emul 0 "libgomp: device 0 (x86emul) cannot be used in this process: it was forked after the device had been initialized
  hint: fork before the first use of a device, or call exec in the child
child: status 1
busy 1
parent 2
ended"
GRAMMAR_OPEN=true says fork_busy_host x86emul 0 "child 2
child: status 3
busy 1
parent 2
ended"
finish
