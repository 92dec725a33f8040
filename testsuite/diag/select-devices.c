/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* { dg-skip-stock "from OpenMP 5.2 and 6.0" } */
/* OMP_AVAILABLE_DEVICES and OMP_DEFAULT_DEVICE choose among emulated devices;
   and what the default device is if there is none.  */

#include <omp.h>
#include <stdint.h>

#include "scenario.h"

extern void GOMP_offload_register_ver (unsigned, const void *, int,
                                       const void *);

static void
tell_default (void)
{
  printf ("devices %d, default %d\n", omp_get_num_devices (),
          omp_get_default_device ());
}

/* The devices by the names that they have whatever their numbers are, as the
   host and as they themselves number them.  */
static void
tell_names (void)
{
  for (int i = 0; i < omp_get_num_devices (); i++)
    {
      int number = -1, count = -1;
#pragma omp target device(i) map(from: number, count)
      {
        number = omp_get_device_num ();
        count = omp_get_num_devices ();
      }
      const char *uid = omp_get_uid_from_device (i);
      printf ("%s %d %d %d %d\n", uid, i, omp_get_device_from_uid (uid),
              number, count);
    }
}

static void
one_region (void)
{
  int number = -1;

#pragma omp target map(from: number)
  number = omp_get_device_num ();
  printf ("ran on %d of %d\n", number, omp_get_num_devices ());
}

static void
freed_twice (void)
{
  void *memory = omp_target_alloc (100, 0);
  omp_target_free (memory, 0);
  omp_target_free (memory, 0);
}

static void
kept_by_the_program (void)
{
  omp_set_default_device (0);
  tell_default ();
  omp_set_default_device (omp_default_device);
  tell_default ();
}

/* The first that the library hears of the program.  */
static void
late_policy (void)
{
  setenv ("OMP_TARGET_OFFLOAD", "disabled", 1);
  printf ("devices %d\n", omp_get_num_devices ());
}

static void
late_choice (void)
{
  setenv ("OMP_AVAILABLE_DEVICES", "*[1:]", 1);
  printf ("devices %d\n", omp_get_num_devices ());
}

/* The default device of this program, if offloading is mandatory and there is
   no device: that of older programs, or of those of GCC 14 and later.  */
#if __GNUC__ < 14
#define OWN_DEFAULT "0"
#else
#define OWN_DEFAULT "-4"
#endif

/* What the mkoffload of GCC 14 makes of a program for a kind of device that
   this machine lacks.  */
static void
newer_program (void)
{
  static const uintptr_t data[2] = { 0 };
  static void *const nothing[4];
  static void *const *const table[] = { nothing, nothing, nothing, nothing };

  tell_default ();
  GOMP_offload_register_ver (3 << 16 | 1, table, 5, data);
  tell_default ();
  one_region ();
}

static void
overflow_of_a_device (void)
{
  int a[4] = { 0 }, *p = a;

#pragma omp target device(1) firstprivate(p)
  p[0] = 1;
}

#define AVAILABLE(text) "OMP_AVAILABLE_DEVICES=" text
#define DEFAULT(text) "OMP_DEFAULT_DEVICE=" text
#define MANDATORY "OMP_TARGET_OFFLOAD=mandatory"
#define DEVICES(n) "OFFLOAD_EMUL_NUM=" #n

static const struct scenario scenarios[] = {
  { .name = "all",
    .body = tell_names,
    .environment = { DEVICES (2), AVAILABLE ("*") },
    .output = { "^OMP_DEV_0 0 0 0 2\nOMP_DEV_1 1 1 1 2\n$" } },
  { .name = "some_in_another_order",
    .body = tell_names,
    .environment = { DEVICES (4), AVAILABLE ("uid(OMP_DEV_3),*[1:2]") },
    .output = { "^OMP_DEV_3 0 0 0 3\nOMP_DEV_1 1 1 1 3\nOMP_DEV_2 2 2 2 3\n$" } },
  { .name = "traits_of_emulated_devices",
    .body = tell_default,
    .environment
    = { DEVICES (2), AVAILABLE ("kind(nohost)&&kind(cpu)&&arch(x86_64)") },
    .output = { "^devices 2, default 0\n$" } },
  { .name = "none_fits",
    .body = one_region,
    .environment = { AVAILABLE ("kind(gpu)") },
    .output = { "^ran on 0 of 0\n$" } },
  { .name = "none_fits_mandatory",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { AVAILABLE ("kind(gpu)"), MANDATORY },
    .output = { "only the host device is available",
                "device 0 of plugin x86emul: left out by "
                "OMP_AVAILABLE_DEVICES" },
    .never = "ran on" },
  { .name = "left_out_is_told",
    .body = one_region,
    .environment = { AVAILABLE ("*[1]"), DEVICES (2),
                     "GOMP_OFFLOAD_INFO=devices" },
    .output = { "device 0 \\(x86emul\\)",
                "device 0 of plugin x86emul: left out by", "ran on 0 of 1" } },
  { .name = "messages_have_the_number_of_the_program",
    .body = overflow_of_a_device,
    .ends_with = SCENARIO_FAILS,
    .environment = { DEVICES (2), AVAILABLE ("*[1],*") },
    .output = { "device 1 \\(x86emul\\)", "'a'|host address" },
    .never = "device 0 \\(x86emul\\)" },

  { .name = "late_policy_is_heard_by_the_first_call",
    .body = late_policy,
    .output = { "^devices 0\n$" } },
  { .name = "late_choice_is_heard_by_the_first_call",
    .body = late_choice,
    .environment = { DEVICES (3) },
    .output = { "^devices 2\n$" } },

  { .name = "default_is_a_number",
    .body = one_region,
    .environment = { DEVICES (3), DEFAULT ("2") },
    .output = { "^ran on 2 of 3\n$" } },
  { .name = "default_is_a_number_of_no_device",
    .body = tell_default,
    .environment = { DEFAULT ("7") },
    .output = { "^devices 1, default 7\n$" } },
  { .name = "default_is_the_first_of_a_list_that_there_is",
    .body = one_region,
    .environment = { DEVICES (2), DEFAULT ("7, kind(gpu), uid(OMP_DEV_1), 0") },
    .output = { "^ran on 1 of 2\n$" } },
  { .name = "default_goes_by_available_devices",
    .body = one_region,
    .environment
    = { DEVICES (3), AVAILABLE ("*[2],*"), DEFAULT ("uid(OMP_DEV_0),0") },
    .output = { "^ran on 1 of 3\n$" } },
  { .name = "default_is_the_host",
    .body = one_region,
    .environment = { DEFAULT ("initial"), MANDATORY },
    .output = { "^ran on 1 of 1\n$" } },
  { .name = "default_fits_nothing",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { DEFAULT ("kind(gpu),3") },
    .output = { "omp_invalid_device encountered",
                "no device is chosen by OMP_DEFAULT_DEVICE=kind\\(gpu\\),3" },
    .never = "ran on" },
  { .name = "default_is_invalid",
    .body = tell_default,
    .environment = { DEFAULT ("invalid") },
    .output = { "^devices 1, default -4\n$" } },
  { .name = "default_without_offloading",
    .body = one_region,
    .environment = { DEFAULT ("kind(gpu)"), "OMP_TARGET_OFFLOAD=disabled" },
    .output = { "^ran on 0 of 0\n$" } },
  { .name = "messages_name_the_programs_number",
    .body = freed_twice,
    .ends_with = SCENARIO_FAILS,
    .environment = { DEVICES (3), AVAILABLE ("*[2]") },
    .output = { "device 0 \\(x86emul\\): free of" } },
  { .name = "program_changes_the_default",
    .body = kept_by_the_program,
    .environment = { DEVICES (2), DEFAULT ("1,0") },
    .output = { "^devices 2, default 0\ndevices 2, default 0\n$" } },

  { .name = "mandatory_with_a_device",
    .body = tell_default,
    .environment = { MANDATORY },
    .output = { "^devices 1, default 0\n$" } },
  { .name = "mandatory_this_program",
    .body = tell_default,
    .environment = { MANDATORY, DEVICES (0) },
    .output = { "^devices 0, default " OWN_DEFAULT "\n$" } },
  { .name = "mandatory_newer_program",
    .body = newer_program,
    .ends_with = SCENARIO_FAILS,
    .environment = { MANDATORY, DEVICES (0) },
    .output = { "devices 0, default " OWN_DEFAULT
                "\ndevices 0, default -4\n",
                "MANDATORY, but only the host device is available" },
    .never = "ran on" },
  { .name = "mandatory_newer_program_with_a_variable",
    .body = newer_program,
    .ends_with = SCENARIO_FAILS,
    .environment = { MANDATORY, DEVICES (0), DEFAULT ("0") },
    .output = { "devices 0, default 0\ndevices 0, default 0\n",
                "MANDATORY, but only the host device is available" },
    .never = "ran on" },
  { .name = "newer_program",
    .body = newer_program,
    .environment = { DEVICES (0) },
    .output = { "^devices 0, default 0\ndevices 0, default 0\nran on 0 of 0\n$" } },
};

SCENARIO_MAIN (scenarios)
