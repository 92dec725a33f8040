# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Library and plugin under test with a driver whose functions are all
# cancellation points, as logging makes the stand-in's: a thread that is to be
# cancelled does not end in one.  Also a child that _Fork makes: it is refused
# the GPU and ends, while its parent goes on.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

runtime=$LIBDIR
library=ours

cancelled () {
  compile "$GCC" -O2 -pthread -I"$testsuite/libgomp.c" \
    "$testsuite/libgomp.c/cancelled-threads.c" &&
    STANDIN_CUDA_LOG=$PWD/log on_device ./program && test -s log
}
cancelled
conclude "cancelled threads"

cat >child.c <<'EOC'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int
region (int x)
{
#pragma omp target map(tofrom: x)
  x++;
  return x;
}
int
main (int argc, char **argv)
{
  int status = 0;
  if (argc < 2 || region (1) != 2)
    return 1;
  pid_t child = _Fork ();
  if (child == 0)
    {
      alarm (100);
      if (strcmp (argv[1], "use") == 0)
        printf ("in the child: %d\n", region (2));
      exit (7);
    }
  waitpid (child, &status, 0);
  printf ("child %d, then %d\n",
          WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status),
          region (3));
  return 0;
}
EOC
compile_or_stop "a program with a child" "$GCC" -O2 child.c
prints "its exit" '^child 7, then 4$' exit
prints "its use of the device is refused" 'it was forked after' use
grep -q '^child 1, then 4$' out
conclude "and the parent goes on"
finish
