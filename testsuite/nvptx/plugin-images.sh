# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which devices a program has, and which is the default, depending on its
# images: for NVIDIA devices, for emulated ones, for both, for none; and on the
# images of libraries that are loaded while it runs.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"
if ! has_target x86emul; then
  unsupported "configured without x86emul"
  finish
fi

runtime=$LIBDIR:$PWD
policy=default
devices=1
unset OMP_DEFAULT_DEVICE OMP_AVAILABLE_DEVICES OFFLOAD_EMUL_NUM

# with_images KIND OPTION...: compile and link for these devices.
with_images () {
  case $1 in
    gpu) targets=nvptx-none ;;
    emulated) targets=x86emul ;;
    both) targets=x86emul:nvptx-none ;;
    none)
      shift
      $GCC -w -O2 -fopenmp -foffload=disable "$@" -ldl
      return ;;
  esac
  shift
  OFFGOMP_OFFLOAD_TARGETS=$targets $GCC -B"$TOOLCHAIN" -w -O2 -fopenmp "$@" \
    -ldl
}

# prints NAME TEXT PROGRAM...: PROGRAM prints TEXT alone.
prints () {
  name=$1 wanted=$2
  shift 2
  on_device "$@"
  status=$?
  sed 's/0x[0-9a-f]*/ADDRESS/g; /^$/d' out >out.plain
  printf '%s\n' "$wanted" | sed '/^$/d' >wanted
  if test $status = 0 && cmp -s wanted out.plain; then
    pass "$name"
  else
    diff wanted out.plain
    fail "$name: status $status"
  fi
}

cat > locations.c <<'EOC'
#include <omp.h>
int
where (void)
{
  int there = -1;
#pragma omp target map(tofrom: there)
  there = omp_is_initial_device () ? -1 : omp_get_device_num ();
  return there;
}
EOC
cat > host.c <<'EOC'
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int data[100];
extern int where (void);

int
main (int argc, char **argv)
{
  int (*ask) (void) = where;
  for (int i = 1; i < argc; i++)
    if (*argv[i] == '+')
      {
        void *library = dlopen (argv[i] + 1, RTLD_NOW);
        ask = (int (*) (void))dlsym (library, "where");
      }
    else if (*argv[i] == '?')
      printf ("devices %d, default %d, region on %d\n",
              omp_get_num_devices (), omp_get_default_device (), ask ());
    else if (*argv[i] == 'm')
      {
        int d = omp_get_num_devices () - 1, five = 5, seen = 0;
        int *p = omp_target_alloc (sizeof *p, 0);
        omp_target_memcpy (p, &five, sizeof *p, 0, 0, 0,
                           omp_get_initial_device ());
        omp_target_memcpy (&seen, p, sizeof *p, 0, 0,
                           omp_get_initial_device (), 0);
        printf ("memory %d, its own %d\n", seen, p != NULL
                && !omp_target_is_present (p, 0) && d >= 0);
        omp_target_free (p, 0);
      }
    else if (*argv[i] == 'd')
      {
#pragma omp target data map(tofrom: data) device(0)
#pragma omp target map(tofrom: data) device(0)
        data[0]++;
        printf ("data %d\n", data[0]);
      }
    else if (*argv[i] == 'D')
      {
#pragma omp target enter data map(to: data) device(0)
#pragma omp target map(tofrom: data)
        data[0]++;
        printf ("data %d\n", data[0]);
      }
  return 0;
}
EOC
set -e
for kind in gpu emulated both none; do
  with_images $kind host.c locations.c -o $kind
  with_images $kind -fPIC -shared locations.c -o lib$kind.so
done
set +e

prints "images for both" "devices 2, default 0, region on 0
devices 2, default 0, region on 0" ./both '?' '?'
prints "an image for NVIDIA devices" "devices 1, default 0, region on 0" \
  ./gpu '?'
prints "an image for emulated devices" "devices 2, default 1, region on 1" \
  ./emulated '?'
prints "no image" "devices 1, default 1, region on -1" ./none '?'
devices=2
prints "several devices" "devices 5, default 2, region on 2" \
  env OFFLOAD_EMUL_NUM=3 ./emulated '?'
devices=0
prints "images for both, no NVIDIA device" "devices 1, default 0, region on 0" \
  ./both '?'
prints "an image for NVIDIA devices without one" \
  "devices 0, default 0, region on -1" ./gpu '?'
devices=1
prints "OMP_DEFAULT_DEVICE chooses" "devices 2, default 1, region on 1" \
  env OMP_DEFAULT_DEVICE='kind(cpu)' ./both '?'
prints "OMP_DEFAULT_DEVICE by number" "devices 2, default 1, region on 1" \
  env OMP_DEFAULT_DEVICE=1 ./both '?'
prints "OMP_AVAILABLE_DEVICES chooses" "devices 2, default 0, region on 0" \
  env OMP_AVAILABLE_DEVICES='kind(cpu),*' ./emulated '?'
prints "OMP_AVAILABLE_DEVICES leaves out" "devices 1, default 0, region on 0" \
  env OMP_AVAILABLE_DEVICES='!kind(gpu)' ./both '?'

# Routines need no image.
prints "routines on a device without image" "memory 5, its own 1" ./none m
warning () {
  echo "libgomp: warning: target region $1 runs on the host for want of device\
 code, but its data is on device 0 (nvptx): data at ADDRESS, 400 bytes
  the host and the device use different copies, and neither sees what the other\
 writes
  hint: compile and link all objects with offloading to nvptx enabled, or let\
 the host run all regions (OMP_TARGET_OFFLOAD=disabled)"
}
prints "data on a device without image" "$(warning main._omp_fn.0)
data 0
data 0" ./none d d
prints "data there, a region for the default device" \
  "$(warning main._omp_fn.1)
data 1" ./none D
policy=mandatory
on_device ./none '?'
status=$?
check "no image where a device is mandatory" test $status = 1
check "the message names the region" grep -q \
  "target region where._omp_fn.0 is in no image for device 0 (nvptx)" out
policy=default

# Images that come later; what was decided stays.
one="devices 1, default 1, region on -1"
prints "emulated devices come later" "$one
devices 2, default 1, region on 1" ./none '?' +libemulated.so '?'
prints "an image for NVIDIA devices comes later" "$one
devices 1, default 0, region on 0" ./none '?' +libgpu.so '?'
prints "both come later" "$one
devices 2, default 0, region on 0" ./none '?' +libboth.so '?'
prints "one after the other" "$one
devices 2, default 1, region on 1
devices 2, default 1, region on -1" \
  ./none '?' +libemulated.so '?' +libgpu.so '?'
prints "in the other order" "$one
devices 1, default 0, region on 0
devices 2, default 0, region on -1" \
  ./none '?' +libgpu.so '?' +libemulated.so '?'
prints "before the first construct" "devices 2, default 0, region on 0" \
  ./none +libemulated.so +libgpu.so '?'
prints "with a default device that is named" \
  "devices 1, default 0, region on 0
devices 2, default 0, region on -1" \
  env OMP_DEFAULT_DEVICE='kind(cpu),0' ./gpu '?' +libemulated.so '?'
prints "with available devices in an order" \
  "devices 1, default 0, region on 0
devices 2, default 0, region on 0" \
  env OMP_AVAILABLE_DEVICES='kind(cpu),*' ./gpu '?' +libboth.so '?'
finish
