/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which devices OMP_AVAILABLE_DEVICES and OMP_DEFAULT_DEVICE choose on an
   invented machine with two processors and two kinds of GPUs.  */

#include <string.h>

#include "base/compiler.h"
#include "check.h"
#include "icv/select.h"

static const struct gomp_device_traits machine[] = {
  { "cpu", "avx2 sse4.2", "x86_64", "", "OMP_DEV_0" },
  { "cpu", "avx2 sse4.2", "x86_64", "", "OMP_DEV_1" },
  { "gpu", "sm_80", "nvptx nvptx64", "nvidia", "OMP_DEV_2" },
  { "gpu", "sm_90", "nvptx nvptx64", "nvidia", "OMP_DEV_3" },
  { "gpu", "gfx90a", "gcn amdgcn", "amd", "OMP_DEV_4" },
};
#define COUNT ((int)GOMP_ARRAY_SIZE (machine))

/* The chosen ones as digits.  */
static const char *
available (const char *text)
{
  static char digits[COUNT + 1];
  int chosen[COUNT];
  int n = gomp_select_available (text, machine, COUNT, chosen);
  for (int i = 0; i < n; i++)
    digits[i] = (char)('0' + chosen[i]);
  digits[n] = '\0';
  return digits;
}

struct sample
{
  const char *text;
  const char *chosen;
};

static void
try_samples (const struct sample *samples, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp (available (samples[i].text), samples[i].chosen) != 0)
      check_failed (samples[i].text, available (samples[i].text), 0);
}

static void
test_traits (void)
{
  static const struct sample samples[] = {
    { "*", "01234" },
    { "kind(gpu)", "234" },
    { "Kind( CPU )", "01" },
    { "kind(any)", "01234" },
    { "kind(nohost)", "01234" },
    { "kind(fpga)", "" },
    { "vendor(NVIDIA)", "23" },
    { "vendor(none)", "" },
    { "arch(nvptx64)", "23" },
    { "arch(nvptx6)", "" },
    { "isa(sm_90)", "3" },
    { "isa(sse4.2)", "01" },
    { "uid(OMP_DEV_1)", "1" },
    { "!vendor(nvidia)", "014" },
    { "kind(gpu) && !vendor(nvidia)", "4" },
    { "vendor(amd)||isa(sm_80)||kind(cpu)", "0124" },
    { "(kind(gpu) && vendor(amd)) || uid(OMP_DEV_0)", "04" },
    { "!(kind(gpu) && !(vendor(amd) || isa(sm_80)))", "0124" },
    { "!!kind(cpu)", "01" },
  };
  try_samples (samples, GOMP_ARRAY_SIZE (samples));
}

static void
test_lists (void)
{
  static const struct sample samples[] = {
    { "vendor(amd),*", "40123" },
    { "uid(OMP_DEV_3),kind(gpu),kind(cpu)", "32401" },
    { "kind(cpu), kind(cpu)", "01" },
  };
  try_samples (samples, GOMP_ARRAY_SIZE (samples));
}

static void
test_subscripts (void)
{
  static const struct sample samples[] = {
    { "*[0]", "0" },
    { "*[4]", "4" },
    { "*[5]", "" },
    { "* [ 1 : 2 ]", "12" },
    { "*[3:9]", "34" },
    { "*[:]", "01234" },
    { "*[2:]", "234" },
    { "*[:2]", "01" },
    { "*[::2]", "024" },
    { "*[1:2:3]", "14" },
    { "*[:0]", "" },
    { "*[0:2147483647:2147483647]", "0" },
    { "kind(gpu)[1:],*[0]", "340" },
    { "vendor(nvidia)[0],kind(gpu)[0],kind(gpu)[1]", "23" },
  };
  try_samples (samples, GOMP_ARRAY_SIZE (samples));
}

static void
test_defaults (void)
{
  static const struct
  {
    const char *text;
    int number;
  } samples[] = {
    { "1,2", 1 },
    { "7,2", 2 },
    { "5", 5 },
    { "7,6", GOMP_SELECT_INVALID },
    { "initial", GOMP_SELECT_INITIAL },
    { "9, Initial", GOMP_SELECT_INITIAL },
    { "invalid,0", GOMP_SELECT_INVALID },
    { "default", GOMP_SELECT_DEFAULT },
    { "kind(fpga),default", GOMP_SELECT_DEFAULT },
    { "kind(fpga),vendor(amd),0", 4 },
    { "kind(gpu)[1]", 3 },
    { "kind(gpu)[3],1", 1 },
    { "kind(gpu)", 2 },
    { "device_num(3)", 3 },
    { "device_num(9)||vendor(amd)", 4 },
    { "kind(gpu)&&!device_num(2)", 3 },
    { "kind(fpga)", GOMP_SELECT_INVALID },
  };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (samples); i++)
    if (gomp_select_default (samples[i].text, machine, COUNT)
        != samples[i].number)
      check_failed (samples[i].text, "default", 0);
}

static void
test_no_devices (void)
{
  int none[1];
  EXPECT (gomp_select_available ("*", NULL, 0, none) == 0);
  EXPECT (gomp_select_available ("kind(gpu)[0]", NULL, 0, none) == 0);
  EXPECT (gomp_select_default ("0,1", NULL, 0) == 0);
  EXPECT (gomp_select_default ("1,kind(any)", NULL, 0) == GOMP_SELECT_INVALID);
}

int
main (void)
{
  RUN (test_traits);
  RUN (test_lists);
  RUN (test_subscripts);
  RUN (test_defaults);
  RUN (test_no_devices);
  return check_done ();
}
