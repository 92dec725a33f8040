# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The hooks of the plugin under test, called directly, without a program's
# libgomp: images as GCC 12 and later ones write them, made by hand, and a
# device that is finalised and initialised again.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > hooks.c <<'EOC'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

#define HOOK(need, name, result, parameters)                                   \
  static result (*name##_hook) parameters;
#include "hooks.def"
#undef HOOK

static const char code[]
    = ".version 6.0\n.target sm_30\n.address_size 64\n"
      ".visible .global .align 4 .u32 counter[1];\n"
      ".visible .global .align 4 .u32 " EXTRA "[4];\n"
      ".visible .entry main$_omp_fn$0 (.param .u64 %a, .param .u64 %s,\n"
      "  .param .u64 %z)\n"
      "{\n.reg .u64 %r;\n.reg .u32 %v;\n"
      "ld.param.u64 %r,[%a];\nld.u32 %v,[%r];\nadd.u32 %v,%v,1;\n"
      "st.u32 [%r],%v;\nret;\n}\n"
#if INDIRECT
      ".visible .func (.param .u32 %o) one ()\n"
      "{\nst.param.u32 [%o],1;\nret;\n}\n"
      ".visible .func (.param .u32 %o) two ()\n"
      "{\nst.param.u32 [%o],2;\nret;\n}\n"
      ".visible .global .align 8 .u64 $offload_ind_func_table[] = {one,two};\n"
      ".visible .global .align 8 .u64 __gomp_indirect_addr_map[1];\n"
#endif
#ifdef CONSTRUCTORS
      /* They have a stack, and one lane.  */
      ".visible .entry __do_global_ctors__entry__mgomp (.param .u64 %a)\n"
      "{\n.reg .u64 %r;\n.reg .u32 %v;\nld.param.u64 %r,[%a];\n"
      "st.u32 [%r+-4],7;\nld.u32 %v,[%r+-131072];\natom.global.add.u32 %v,"
      "[counter],7;\nret;\n}\n"
      ".visible .entry __do_global_dtors__entry__mgomp (.param .u64 %a)\n"
      "{\nret;\n}\n"
#endif
    ;
static const struct { const char *text; size_t size; } texts[]
    = { { code, sizeof code } };
static const char *const variables[] = {
  "counter",
#if INDIRECT
  "__gomp_indirect_addr_map"
#endif
};
#define VARIABLES (sizeof variables / sizeof variables[0])
static const struct { const char *name; unsigned short dim[3]; } functions[]
    = { { "main$_omp_fn$0", { 0 } } };
static const struct
{
  const void *texts; unsigned text_count;
  const void *variables; unsigned variable_count;
  const void *functions; unsigned function_count;
  unsigned indirect_count; /* of GCC 14 */
} image = { texts, 1, variables, VARIABLES, functions, 1, INDIRECT };

/* As the program's own, of which there may be too few.  */
static void *const hosts[] = { (void *)0x1000, (void *)0x2000 };
#ifndef HOSTS
# define HOSTS INDIRECT
#endif

static void
check (int ok, const char *name)
{
  printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
  fflush (stdout);
}

static void
find_hooks (void)
{
  void *plugin = dlopen ("libgomp-plugin-nvptx.so.1", RTLD_NOW);
  if (plugin == NULL)
    puts (dlerror ());
#define HOOK(need, name, result, parameters)                                   \
  name##_hook = (result (*) parameters) dlsym (plugin, "GOMP_OFFLOAD_" #name);
#include "hooks.def"
#undef HOOK
}

#if INDIRECT
/* What the device's library finds at VARIABLE.  */
static void
check_map (uintptr_t variable)
{
  void *map = NULL;
  uint64_t word[5] = { 0 };
  check (dev2host_hook (0, &map, (void *)variable, sizeof map) && map != NULL,
         "a map");
  if (map == NULL)
    return;
  check (dev2host_hook (0, word, map, sizeof word), "its pairs");
  check (word[0] == 0x1000 && word[2] == 0x2000, "the host's functions");
  check (word[1] != 0 && word[3] != 0 && word[1] != word[3], "the device's");
  check (word[4] == 0, "the end");
}
#endif

/* Image VERSION runs.  */
static void
use (unsigned version)
{
  struct addr_pair *table = NULL;
  void *args[] = { (void *)(intptr_t)(GOMP_TARGET_ARG_NUM_TEAMS | 1 << 16),
                   (void *)(intptr_t)(GOMP_TARGET_ARG_THREAD_LIMIT | 1 << 16),
                   NULL };
  if (indirect_functions_hook != NULL)
    indirect_functions_hook (0, hosts, HOSTS);
  int value = 41, count = load_image_hook (0, version, &image, &table);
  int wanted = (int)VARIABLES + 2;
  check (count == wanted, "entries");
  if (count != wanted)
    return;
  check (table[1].end - table[1].start == 4, "the size of the variable");
  check (table[wanted - 1].end - table[wanted - 1].start == 16,
         "the one for libgomp");
#if INDIRECT
  check_map (table[2].start);
#endif
#ifdef CONSTRUCTORS
  check (dev2host_hook (0, &value, (void *)table[1].start, sizeof value)
         && value == 7, "constructors have run, once");
  value = 41;
#endif
  void *a = alloc_hook (0, sizeof value);
  check (host2dev_hook (0, a, &value, sizeof value), "copy in");
  run_hook (0, (void *)table[0].start, a, args);
  check (dev2host_hook (0, &value, a, sizeof value) && value == 42, "result");
  /* GCC 13's word for no teams construct.  */
  args[0] = (void *)(intptr_t)(GOMP_TARGET_ARG_NUM_TEAMS | -2 * 65536);
  run_hook (0, (void *)table[0].start, a, args);
  check (dev2host_hook (0, &value, a, sizeof value) && value == 43,
         "one team");
  check (!strcmp (function_name_hook (0, (void *)table[0].start),
                  "main._omp_fn.0"), "name");
  check (free_hook (0, a), "free");
  check (!free_hook (0, a), "a second time");
#ifdef CONSTRUCTORS
  check (unload_image_hook (0, version, &image), "unloaded");
#endif
  free (table);
}

int
main (int argc, char **argv)
{
  unsigned version = (unsigned)strtoul (argv[argc - 1], NULL, 0);
  find_hooks ();
  check (version_hook () == 1, "version");
  check (get_num_devices_hook () == 3, "devices");
  for (int round = 0; round < 2; round++)
    {
      check (init_device_hook (0), "initialised");
      use (version);
      check (fini_device_hook (0), "finalised");
      check (alloc_hook (0, 1) == NULL, "of no use then");
    }
  return 0;
}
EOC

# builds OPTION...
builds () {
  check "compile $*" "$GCC" -w -I"$top_srcdir/plugin" "$@" -o program hooks.c \
    -L"$LIBDIR" -Wl,--no-as-needed -l:libgomp.so.1 -ldl
}

# works NAME VERSION
works () {
  rm -f log
  check "$1" on_device ./program "$2"
  sed 's/^libgomp: .*//; s/^\(PASS\|FAIL\): /&'"$1"': /' out
}

# refuses NAME VERSION TEXT: libgomp says so.
refuses () {
  prints "$1" "^libgomp: .*$3" "$2"
}

export STANDIN_CUDA_LOG="$PWD/log" STANDIN_CUDA_LOG_ARGUMENTS=1
for runtime in $both_runtimes; do
  builds -DINDIRECT=0 '-DEXTRA="__gomp_device_num"'
  works "GCC 12" 0x10001
  refuses "a block that was freed" 0x10001 \
    "device 0 (nvptx, CUDA stand-in 0): free of 0x[0-9a-f]*, where no allocated"
  refuses "a finalised device" 0x10001 \
    "device 0 (nvptx, CUDA stand-in 0) is finalized"
  refuses "a later device version" 0x10002 \
    "Offload data incompatible with PTX plugin (expected 1, received 2)"
  builds -DINDIRECT=0 '-DEXTRA="__gomp_additional_icvs"'
  works "GCC 13" 0x20001
  works "GCC 14" 0x30001
  check "low-latency memory" grep -q "cuLaunchKernel.*, 0x2000, " log
  builds -DINDIRECT=2 '-DEXTRA="__gomp_additional_icvs"'
  works "indirect functions" 0x30001
  builds -DINDIRECT=2 -DHOSTS=1 '-DEXTRA="__gomp_additional_icvs"'
  refuses "indirect functions that the program has not" 0x30001 \
    "has 2 indirect functions (declare target indirect), the program 1"
  builds -DINDIRECT=0 -DCONSTRUCTORS '-DEXTRA="__gomp_additional_icvs"'
  works "GCC 15, with constructors" 0x30001
  check "a lane for constructors, and for destructors, two times" test \
    "$(grep -c 'cuLaunchKernel (.*, 0x1, 0x1, 0x1, 0x1, 0x1, 0x1, 0,' log)" = 4
  STANDIN_CUDA_FAULTS="cuLaunchKernel 1 sticky 719" refuses \
    "constructors that fail: no destructors run" 0x30001 \
    "running __do_global_ctors__entry__mgomp: CUDA_ERROR_LAUNCH_FAILED"
done
finish
