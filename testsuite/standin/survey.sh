# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The survey on the distribution's libgomp and plugin.
. "$testsuite/standin/survey.inc"

survey "without optimization" -O0
survey "optimized" -O2
survey "with fast mathematics" -O3 -ffast-math
# What printf makes of every conversion.
mv survey.c calculations.c
cat > survey.c <<'EOC'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int
main (void)
{
#pragma omp target
  {
    printf ("%d %i %5d|%-5d|%05d|%+d|% d\n", 1, -2, 3, 4, 5, 6, 7);
    printf ("%u %x %X %#x %o %#o %lu %llu %zu\n", 1u, 255, 255, 255, 8, 8, 3ul,
            ~0ull, (size_t)9);
    printf ("%hd %hu %hhd %hhu %hx\n", 70000, 70000, 200, 300, -1);
    printf ("%ld %lld %jd %td\n", -1l, -2ll, (intmax_t)-3, (ptrdiff_t)-4);
    printf ("%f %e %g %G %.3f %10.2f|%-10.1e|%a|%05.1f|%+.0f\n", 1.5, 2.5, 1e20,
            1e-7, 3.14159, 2.0, 5.5, 1.0, 2.25, 3.0);
    printf ("%c %s %10s|%-6s|%.2s|%5c|%-5c|%%\n", 'x', "abc", "def", "ghi",
            "jklm", 'a', 'b');
    printf ("%*d|%-*d|%.*f %p\n", 6, 42, 6, 43, 2, 1.23456, (void *)16);
    printf ("no newline");
    printf ("\n%s%s\n", "", "a");
  }
  return 0;
}
EOC
survey "printf" -O0
mv calculations.c survey.c
# What a plugin starts on the largest devices: 1056 teams of 8 threads.
export STANDIN_CUDA_SMS=132 STANDIN_CUDA_REGISTERS=32
survey "on a large device" -O2
finish
