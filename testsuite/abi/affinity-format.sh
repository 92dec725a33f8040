# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The affinity format: omp_capture_affinity and omp_display_affinity give byte
# for byte what GCC 12's library gives, for every field, width and flag; wrong
# formats end the program likewise.
. "$testsuite/lib/script.sh"

cat >show.c <<'EOC'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[]
    = { "t", "T", "L", "n", "N", "a", "H", "A", "{team_num}", "{num_teams}",
        "{nesting_level}", "{thread_num}", "{num_threads}", "{ancestor_tnum}",
        "{host}", "{thread_affinity}" };
static const char *const widths[]
    = { "", "1", "5", "12", ".5", ".12", "0.5", "0.12", "40", ".40", "0.40" };

static void
show (const char *format)
{
  char text[80], small[4];
  memset (text, '#', sizeof text);
  size_t n = omp_capture_affinity (text, sizeof text, format);
  printf ("%s: %zu <%.79s>", format ? format : "NULL", n, text);
  n = omp_capture_affinity (small, sizeof small, format);
  printf (" %zu <%s>", n, small);
  printf (" %zu\n", omp_capture_affinity (NULL, 0, format));
}

static void
show_all (void)
{
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
      {
        char format[64];
        snprintf (format, sizeof format, "<%%%s%s>", widths[w], kinds[k]);
        show (format);
      }
  show ("");
  show (NULL);
  show ("%%plain%%");
  show ("a long text without any field, longer than the buffer that takes it, "
        "and some more: %n");
}

int
main (int argc, char **argv)
{
  char format[100];
  /* Where a team has more threads than there are places, the library is free
     to choose who shares one.  */
  int inner = getenv ("OMP_PLACES") ? 2 : 3;
  if (argc > 1)
    {
      show (argv[1]);
      omp_display_affinity (argv[1]);
      return 0;
    }
  omp_set_affinity_format ("%L of %N: %.3n");
  size_t n = omp_get_affinity_format (format, sizeof format);
  printf ("%zu %s\n", n, format);
  n = omp_get_affinity_format (format, 5);
  printf ("%zu %s %zu\n", n, format, omp_get_affinity_format (NULL, 0));
  show_all ();
  omp_display_affinity (NULL);
  omp_display_affinity ("%n and %a");
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
#pragma omp for ordered schedule(static)
  for (int i = 0; i < 2; i++)
#pragma omp ordered
#pragma omp parallel num_threads(inner)
#pragma omp for ordered schedule(static)
  for (int j = 0; j < inner; j++)
#pragma omp ordered
    {
      show_all ();
      fflush (stdout);
      omp_display_affinity ("%L %a %n %N %A");
    }
#pragma omp teams num_teams(2)
  show ("%t of %T");
  return 0;
}
EOC
$GCC -O1 -fopenmp $SANITIZERS show.c -o show || exit 1
stock=$(dirname "$(realpath "$($GCC -print-file-name=libgomp.so.1)")")

# run DIRECTORY ARGUMENTS: what the program prints with that library, and how
# it ends.
run () {
  directory=$1
  shift
  env LD_LIBRARY_PATH="$directory" ./show "$@" >shown.txt 2>&1
  echo "status $?"
  # A missing type is the NUL character in the message of GCC's library.
  tr '\0' ' ' <shown.txt
}

# same NAME VARIABLE ARGUMENT...
same () {
  name=$1
  variable=$2
  shift 2
  (export "${variable?}"; run "$stock" "$@") >stock.txt
  (export "${variable?}"; run "$LIBDIR" "$@") >ours.txt
  diff stock.txt ours.txt | head -n 20
  check "$name" cmp -s stock.txt ours.txt
}

if ! run "$stock" x | grep -q '^x: 1 <x> 1 <x> 1$'; then
  unsupported "the system's libgomp has no affinity format"
  finish
fi
same "all fields" OMP_PROC_BIND=false
if has_topology; then
  same "all fields, bound" 'OMP_PLACES=threads(2)'
else
  unsupported "all fields, bound to threads(2): $NO_TOPOLOGY"
  same "all fields, bound" 'OMP_PLACES={0},{0}'
fi
same "OMP_AFFINITY_FORMAT" 'OMP_AFFINITY_FORMAT=%n:%0.8L' ''
same "escaped" A=1 '%%n %% %n%%'
same "a long line" A=1 "$(printf '%3000s' x)%n"
for format in '%q' '%5' '%.n' '%0n' '%05n' '%{thread}' '%{thread_num' '%' 'a%'; do
  same "wrong format $format" A=1 "$format"
done
finish
