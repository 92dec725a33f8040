# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# How a tool is found, started and ended, and what OMP_TOOL_VERBOSE_INIT says.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

cat >tool.c <<'EOC'
#define _GNU_SOURCE 1
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef NAME
#define NAME "tool"
#endif
static ompt_set_callback_t set;
static ompt_function_lookup_t find;
static int
control (uint64_t command, uint64_t modifier, void *arg, const void *at)
{
  return at == NULL ? -9 : (int)(command + modifier + (arg != NULL));
}
static void
thread_begin (ompt_thread_t type, ompt_data_t *data)
{
  (void)data;
  dprintf (2, NAME ": thread of type %d\n", type);
}
static void
thread_end (ompt_data_t *data)
{
  (void)data;
  dprintf (2, NAME ": a thread ends\n");
}
static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  find = lookup;
  set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  dprintf (2, NAME ": initialized, data %d, %s\n", (int)data->value,
           lookup ("ompt_no_such_thing") == NULL ? "honest" : "dishonest");
  set (ompt_callback_thread_begin, (ompt_callback_t)thread_begin);
  set (ompt_callback_thread_end, (ompt_callback_t)thread_end);
  if (getenv ("CONTROL") != NULL)
    set (ompt_callback_control_tool, (ompt_callback_t)control);
  return getenv ("WITHDRAW") == NULL;
}
static void
finalize (ompt_data_t *data)
{
  dprintf (2, NAME ": finalized, data %d\n", (int)data->value);
}
ompt_start_tool_result_t *
ompt_start_tool (unsigned version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize, { 7 } };
  dprintf (2, NAME ": started by %.7s for %u\n", runtime, version);
  const char *declines = getenv ("DECLINE");
  return declines != NULL && strstr (declines, NAME) != NULL ? NULL : &result;
}
EOC
cat >program.c <<'EOC'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HAS_TOOL
#include "tool.c"
#endif
int
main (int argc, char **argv)
{
  dprintf (2, "main\n");
  if (argc > 1 && argv[1][0] == 'n')
    return 0;
  int status = omp_control_tool (3, 4, &status);
  dprintf (2, "control %d\n", status);
  if (argc > 1 && argv[1][0] == 'f')
    {
      pid_t child = fork ();
      if (child == 0)
        {
          #pragma omp parallel num_threads(1)
          dprintf (2, "child\n");
          _exit (0);
        }
      waitpid (child, &status, 0);
    }
  #pragma omp parallel num_threads(2)
  {
    #pragma omp barrier
    #pragma omp single
    dprintf (2, "region\n");
  }
  if (argc > 1 && argv[1][0] == 't')
    {
      int on_host = 1;
      #pragma omp target map(from: on_host)
      on_host = omp_is_initial_device ();
      dprintf (2, "target %d\n", on_host);
    }
  return 0;
}
EOC
tool one tool.c '-DNAME="one"'
tool two tool.c '-DNAME="two"'
echo 'int no_tool;' >none.c
tool none none.c
program program program.c -foffload=disable
program own program.c -foffload=disable -DHAS_TOOL

# says NAME EXPECTED: what was printed on stderr, sorted lines of threads apart.
says () {
  sed "s|$PWD/||g; s|cannot open.*|...|" err >said
  printf '%s\n' "$2" >wanted
  cmp -s said wanted || diff wanted said
  check "$1" cmp -s said wanted
}

run ./program
says "no tool" "main
control -2
region"

tool_lines='NAME: started by offgomp for 202111
NAME: initialized, data 7, honest'
life='NAME: thread of type 1
control -1
NAME: thread of type 2
region
NAME: a thread ends
NAME: a thread ends
NAME: finalized, data 7'
lines () { echo "$2" | sed "s/NAME/$1/"; }

under one ./program
says "a library of the list" "main
$(lines one "$tool_lines")
$(lines one "$life")"

under one ./program n
says "no call of the library, no tool" "main"

run OMP_TOOL_LIBRARIES="$PWD/one.so" OMP_TOOL=disabled ./program
says "OMP_TOOL=disabled" "main
control -2
region"

under one CONTROL=1 ./program
says "omp_control_tool" "main
$(lines one "$tool_lines")
$(lines one "$life" | sed 's/control -1/control 8/')"

run OMP_TOOL_LIBRARIES="nowhere.so:$PWD/none.so:$PWD/one.so:$PWD/two.so" \
  DECLINE=one OMP_TOOL_VERBOSE_INIT=stderr ./program
says "the list, in order" "main
libgomp: OMPT: no tool in the program or a library that it has loaded
libgomp: OMPT: nowhere.so cannot be loaded: nowhere.so: ...
libgomp: OMPT: none.so has no ompt_start_tool
one: started by offgomp for 202111
libgomp: OMPT: one.so has a tool, which declines
two: started by offgomp for 202111
libgomp: OMPT: two.so has a tool, which is used
two: initialized, data 7, honest
libgomp: OMPT: the tool is active
$(lines two "$life")"

under one WITHDRAW=1 OMP_TOOL_VERBOSE_INIT=stderr ./program
says "the initializer returns 0" "main
libgomp: OMPT: no tool in the program or a library that it has loaded
one: started by offgomp for 202111
libgomp: OMPT: one.so has a tool, which is used
one: initialized, data 7, honest
libgomp: OMPT: the tool's initializer returned 0: it is not used
libgomp: OMPT: there is no tool
control -2
region"

run OMP_TOOL=disabled OMP_TOOL_VERBOSE_INIT=stderr ./program
says "disabled, with words" "main
libgomp: OMPT: OMP_TOOL is disabled: no tool is looked for
control -2
region"

under one OMP_TOOL_VERBOSE_INIT=report ./program
check "words in a file" grep -qx 'libgomp: OMPT: the tool is active' report
under one OMP_TOOL_VERBOSE_INIT=stdout ./program
check "words on stdout" grep -qx 'libgomp: OMPT: the tool is active' out
run OMP_TOOL_VERBOSE_INIT=/nowhere/report ./program
check "a file that cannot be written" grep -q \
  'OMP_TOOL_VERBOSE_INIT: cannot write to "/nowhere/report": No such' err

under two ./own
says "the program's own tool comes first" "main
$(lines tool "$tool_lines")
$(lines tool "$life")"
under two DECLINE=tool ./own
says "and may decline" "main
tool: started by offgomp for 202111
$(lines two "$tool_lines")
$(lines two "$life")"

run LD_PRELOAD="$SANITIZER_LIBRARIES $PWD/one.so" ./program
says "a preloaded library" "main
$(lines one "$tool_lines")
$(lines one "$life")"

under one ./program f
says "fork: the child starts no second tool" "main
$(lines one "$tool_lines")
one: thread of type 1
control -1
child
one: thread of type 2
region
one: a thread ends
one: a thread ends
one: finalized, data 7"

# A second copy of the library in the process, in a namespace of its own or under
# another name, starts no tool.
cat >copies.c <<'EOC'
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
static void
body (void *data)
{
  *(int *)data = 1;
}
static void
use (void *library)
{
  void (*parallel) (void (*) (void *), void *, unsigned, unsigned)
      = library == NULL ? NULL : dlsym (library, "GOMP_parallel");
  int ran = 0;
  if (parallel != NULL)
    parallel (body, &ran, 2, 0);
  fprintf (stderr, "%s\n", ran ? "copy" : dlerror ());
}
int
main (int argc, char **argv)
{
  Dl_info info;
  int ran = 0;
#pragma omp parallel num_threads(1)
  ran = dladdr (dlsym (RTLD_DEFAULT, "omp_get_num_procs"), &info);
  if (ran)
    use (dlmopen (LM_ID_NEWLM, info.dli_fname, RTLD_NOW));
  use (dlopen (argv[argc - 1], RTLD_NOW | RTLD_LOCAL));
  return 0;
}
EOC
if test -z "$SANITIZERS"; then
  program copies copies.c -ldl
  cp "$LIBDIR/libgomp.so.1" libbundled.so
  under one ./copies "$PWD/libbundled.so"
  says "copies of the library" "$(lines one "$tool_lines")
one: thread of type 1
copy
copy
one: a thread ends
one: finalized, data 7"
fi

if test -f "$LIBDIR/libgomp.a" && test -z "$SANITIZERS"; then
  program static program.c -foffload=disable -DHAS_TOOL -static \
    -L"$LIBDIR"
  under two ./static
  says "a static program with a tool" "main
$(lines tool "$tool_lines")
$(lines tool "$life")"
  program static program.c -foffload=disable -static -L"$LIBDIR"
  under one OMP_TOOL_VERBOSE_INIT=stderr ./static
  says "a static program loads no tool" "main
libgomp: OMPT: no tool in the program or a library that it has loaded
libgomp: OMPT: the program is linked statically: OMP_TOOL_LIBRARIES has no effect
libgomp: OMPT: there is no tool
control -2
region"
fi

if has_target x86emul; then
  program target program.c
  under one OMP_TARGET_OFFLOAD=mandatory ./target t
  says "a device process has no tool" "main
$(lines one "$tool_lines")
$(lines one "$life" | sed '/region/q')
target 0
$(lines one "$life" | sed '1,/region/d')"
fi
finish
