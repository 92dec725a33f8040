/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* What GOMP_OFFLOAD_INFO prints at each level, and GOMP_OFFLOAD_SUMMARY at the
   end.  */

#include <omp.h>

#include "scenario.h"

static double values[1000];
static int other[16];

static void
scale (double by)
{
#pragma omp target map(tofrom: values)
  for (int i = 0; i < 1000; i++)
    values[i] *= by;
}

static void
everything (void)
{
  scale (2);
#pragma omp target enter data map(alloc: other)
#pragma omp target update to(other[4:2])
#pragma omp target exit data map(release: other)
  printf ("done\n");
}

static void
twice (void)
{
  scale (2);
  scale (2);
}

static void
clause_says_so (void)
{
#pragma omp target if(0)
  values[0]++;
}

static void
no_such_number (void)
{
#pragma omp target device(7)
  values[0]++;
}

static void
host_is_asked_for (void)
{
#pragma omp target device(omp_get_initial_device ())
  values[0]++;
}

#pragma omp declare target
static void
add_nested (int *sum)
{
#pragma omp target map(tofrom: sum[:1])
  ++*sum;
}
#pragma omp end declare target

static void
region_in_a_region (void)
{
  int sum = 0;

  for (int i = 0; i < 2; i++)
    {
#pragma omp target map(tofrom: sum)
      add_nested (&sum);
    }
  printf ("sum %d\n", sum);
}

static double a[100], b[10][20];

/* What moves, in bytes, is behind each line.  */
static void
move (void)
{
  int d = omp_get_default_device (), h = omp_get_initial_device ();
  size_t volume[] = { 3, 4 }, at[] = { 1, 2 }, zero[] = { 0, 0 };
  size_t sizes[] = { 10, 10 }, sizes_b[] = { 10, 20 };
  double *p = omp_target_alloc (800, d), *q = omp_target_alloc (400, d);
  omp_target_memcpy (p, a, 800, 0, 0, d, h); /* to: 800 */
  omp_target_memcpy (q, p, 400, 0, 80, d, d);
  omp_target_memcpy (a, q, 80, 0, 0, h, d); /* from: 80 */
  omp_target_memcpy_rect (p, b, 8, 2, volume, zero, at, sizes, sizes_b, d,
                          h);                               /* to: 3 * 32 */
  omp_target_memcpy_async (p, a, 160, 0, 0, d, h, 0, NULL); /* to: 160 */
#pragma omp taskwait
  omp_target_associate_ptr (b, q, 400, 0, d);
#pragma omp target update to(b[0:2]) /* to: 320 */
#pragma omp target map(tofrom: b[0:2])
  b[0][0] = 1;
  omp_target_disassociate_ptr (b, d);
#pragma omp target enter data map(to: a[0:50]) /* to: 400 */
#pragma omp target enter data map(to: a[0:50])
#pragma omp target data map(always, from: a[0:10]) map(alloc: b) /* from: 80 */
  {
#pragma omp target update from(a[10:10]) to(b[0][0:2]) /* from: 80, to: 16 */
  }
#pragma omp target exit data map(release: a[0:50])
#pragma omp target exit data map(from: a[0:50]) /* from: 400 */
  omp_target_free (p, d);
  omp_target_free (q, d);
}

static void
sometimes (void)
{
  for (int i = 0; i < 3; i++)
    {
#pragma omp target if(i == 1)
      values[0]++;
    }
}

static void
later (void)
{
  for (int i = 0; i < 3; i++)
    {
#pragma omp target nowait
      ;
    }
#pragma omp taskwait
}

static void
exit_in_region (void)
{
#pragma omp target if(0)
  exit (3);
}

static void
end_in_region (void)
{
#pragma omp target nowait
  sleep (30);
}

static void
fault_in_region (void)
{
  int *null = NULL;
#pragma omp target firstprivate(null)
  *null = 1;
}

static void
repeat (void)
{
  for (int i = 0; i < 1000; i++)
    values[i] = i;
  for (int i = 0; i < 10; i++)
    {
#pragma omp target map(to: values)
      other[0] += (int)values[1];
    }
#pragma omp target if(0)
  values[0]++;
}

static void
nothing (void)
{
  printf ("threads %d\n", omp_get_max_threads () > 0);
}

static void
two_processes (void)
{
  clause_says_so ();
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    exit (0);
  waitpid (pid, NULL, 0);
}

#define SAYS "libgomp: offload: "
#define DEVICE SAYS "device 0 \\(x86emul\\): "
#define RANGE "\\[0x[0-9a-f]+\\.\\.0x[0-9a-f]+\\), "
#define SCALE SCENARIO_FUNCTION ("scale")
#define REGION ", for target region " SCALE " \\(.*\\)\n"
#define PLACE " \\([^\n]*offload-info\\.c:[0-9]+\\)\n"

static const struct scenario scenarios[] = {
  { "nothing asked for",
    everything,
    0,
    { "GOMP_OFFLOAD_INFO=none" },
    { "^done\n$" },
    NULL },
  { "devices",
    everything,
    0,
    { "GOMP_OFFLOAD_INFO=devices" },
    { DEVICE "found\n", DEVICE "initialized\n",
      SAYS "plugin [^\n]*nvptx[^\n]*: " },
    ": copies |: maps |runs|summary" },
  { "devices, as GOMP_DEBUG has it",
    everything,
    0,
    { "GOMP_DEBUG=1" },
    { DEVICE "found\n", DEVICE "initialized\n" },
    ": copies |: maps |runs|summary" },
  { "map",
    everything,
    0,
    { "GOMP_OFFLOAD_INFO=map" },
    { DEVICE "maps values " RANGE "8000 bytes, tofrom" REGION,
      DEVICE "unmaps values " RANGE "8000 bytes" REGION,
      DEVICE "maps other " RANGE "64 bytes, alloc, by " SCENARIO_ENTER PLACE,
      DEVICE "unmaps other " RANGE "64 bytes, by " SCENARIO_EXIT PLACE },
    ": copies |: runs |: found" },
  { "transfer",
    everything,
    0,
    { "GOMP_OFFLOAD_INFO=transfer" },
    { DEVICE "copies values " RANGE "8000 bytes, to the device" REGION,
      DEVICE "copies values " RANGE "8000 bytes, from the device" REGION,
      DEVICE "copies other\\+16 " RANGE "8 bytes, to the device, by target "
             "update" PLACE },
    ": maps |: runs |: found" },
  { "launch",
    everything,
    0,
    { "GOMP_OFFLOAD_INFO=launch" },
    { DEVICE "runs target region " SCALE " \\(.*\\)\n" },
    ": copies |: maps |: found" },
  { "several levels",
    everything,
    0,
    { "GOMP_OFFLOAD_INFO=launch, map" },
    { "maps .*runs .*unmaps" },
    ": copies |: found" },
  { "all",
    everything,
    0,
    { "GOMP_OFFLOAD_INFO=all" },
    { "found.*initialized.*maps .*copies .*runs .*copies .*unmaps" },
    NULL },
  { "fallback, once a region",
    twice,
    0,
    { "GOMP_OFFLOAD_INFO=fallback", "OFFLOAD_EMUL_NUM=0" },
    { "^" SAYS "target region " SCALE " \\([^\n]*\\.c:[0-9]+\\) runs on "
      "the host: there is no device\n$" },
    NULL },
  { "fallback, offloading disabled",
    twice,
    0,
    { "GOMP_OFFLOAD_INFO=fallback", "OMP_TARGET_OFFLOAD=disabled" },
    { "runs on the host: OMP_TARGET_OFFLOAD is set to DISABLED\n$" },
    NULL },
  { "fallback, host asked for",
    host_is_asked_for,
    0,
    { "GOMP_OFFLOAD_INFO=fallback" },
    { "runs on the host: its device is the host\n$" },
    NULL },
  { "fallback, no such number",
    no_such_number,
    0,
    { "GOMP_OFFLOAD_INFO=fallback" },
    { "runs on the host: there is no device with its number\n$" },
    NULL },
  { "summary, copies and mappings",
    move,
    0,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { "\n    omp_target_memcpy +5 +[0-9.]+\n",
      "\n    copies to the device +8 +1792 +[0-9.]+\n",
      "\n    copies from the device +4 +640 +[0-9.]+\n"
      "      of these in vain +4 +640\n"
      "    copies within the device +1 +400 +[0-9.]+\n"
      "    mappings made +2 +2000 *\n    mappings removed +2 +2000 *\n",
      "\n    omp_target_alloc +2 +1200 *\n    omp_target_free +2 *\n",
      "\n +1 +400 +[0-9.]+  in vain from the device: a, by " SCENARIO_EXIT },
    NULL },
  { "summary, nowait",
    later,
    0,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { "\n    target nowait +3 +[0-9.]+\n    launches +3 +[0-9.]+\n" },
    NULL },
  { "summary, end in a region",
    end_in_region,
    0,
    { "GOMP_OFFLOAD_SUMMARY=true", "GRAMMAR_OPEN=true" },
    { "  not ended, after [0-9.]+ ms: target region end_in_region.* on device "
      "0 \\(x86emul\\)\n" },
    NULL },
  { "summary, fault in a region",
    fault_in_region,
    1,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { "null pointer", "  not ended, after [0-9.]+ ms: target region "
                      "fault_in_region.* on device "
                      "0 \\(x86emul\\)\n" },
    NULL },
  { "summary, nothing to report",
    nothing,
    0,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { "^threads 1\n$" },
    NULL },
  /* Of clang's code the library is not asked for regions with a false if.  */
#ifndef __clang__
  { "fallback, if clause",
    clause_says_so,
    0,
    { "GOMP_OFFLOAD_INFO=fallback" },
    { "runs on the host: its if clause is false\n$" },
    NULL },
  { "fallback, a region in a region",
    region_in_a_region,
    0,
    { "GOMP_OFFLOAD_INFO=fallback" },
    { "^" SAYS
      "target region add_nested\\._omp_fn\\.[0-9]+[^\n]* runs in place: "
      "it is in another target region\nsum 2\n$" },
    NULL },
  { "summary",
    repeat,
    0,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { SAYS "summary of process [0-9]+\n",
      "  device 0 \\(x86emul\\) +count +bytes +ms\n",
      "\n    launches +10 +[0-9.]+\n",
      "\n    copies to the device +[0-9]+ +8[0-9]+ +[0-9.]+\n"
      "      of these in vain +[0-9]+ +7[0-9]+\n",
      "\n    mappings made +[0-9]+ +[0-9]+ *\n",
      "\n  the host +count.*\n    target regions +1 .*its if clause" },
    NULL },
  { "summary, some on the host",
    sometimes,
    0,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { "\n +3 +8000 +8000 .* sometimes\\._omp_fn\\.0 .*: 2 on the host, its if "
      "clause is false\n" },
    NULL },
  { "summary, exit in a region",
    exit_in_region,
    3,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { "  not ended, after [0-9.]+ ms: target region exit_in_region.* on the "
      "host\n" },
    NULL },
  { "summary, fork",
    two_processes,
    0,
    { "GOMP_OFFLOAD_SUMMARY=true" },
    { "summary" },
    "summary.*summary" },
#endif
};

SCENARIO_MAIN (scenarios)
