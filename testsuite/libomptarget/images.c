/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* { dg-skip-stock "messages of ours" } */
/* { dg-options "-ldl" } */
/* Images of clang that are damaged or do not fit.  The function below, which
   the constructor of clang's linker wrapper calls, catches the program's own
   registration on its way to the library and spoils it as the environment
   variable SPOIL says.  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <elf.h>
#include <omp.h>
#include <stdint.h>

#include "../diag/scenario.h"

struct image
{
  char *start, *end;
  const void *entries_start, *entries_end;
};

struct descriptor
{
  int32_t count;
  struct image *images;
  char *entries_start, *entries_end;
};

/* As clang up to 19 makes it; 22 another.  */
struct entry
{
  void *address;
  const char *name;
  size_t size;
  int32_t flags, data;
};

struct new_entry
{
  uint64_t zero;
  uint16_t version, kind;
  uint32_t flags;
  void *address;
  const char *name;
  uint64_t size, data;
  void *other;
};

#pragma omp declare target
int counter[2] = { 5, 6 };
#pragma omp end declare target

/* ---- Images.  */

/* The image may lie in a package: its copy is the ELF file alone.  */
static void
copy_image (struct image *image)
{
  char *elf
      = memmem (image->start, (size_t)(image->end - image->start), ELFMAG, 4);
  size_t size = (size_t)(image->end - elf);
  image->start = malloc (size);
  image->end = image->start + size;
  memcpy (image->start, elf, size);
}

/* The image uses a function that nobody has.  */
static void
rename_function (struct image *image)
{
  for (char *at = image->start; at != NULL;)
    {
      at = memmem (at, (size_t)(image->end - at), "getppid", 7);
      if (at != NULL)
        memcpy (at, "ge_ppid", 7);
    }
}

static void
spoil_image (struct image *image, const char *how)
{
  copy_image (image);
  Elf64_Ehdr *head = (Elf64_Ehdr *)(void *)image->start;
  if (!strcmp (how, "truncated"))
    image->end -= (image->end - image->start) / 2;
  else if (!strcmp (how, "beheaded"))
    image->end = image->start + 10;
  else if (!strcmp (how, "empty"))
    image->end = image->start;
  else if (!strcmp (how, "magic"))
    image->start[1] ^= 1;
  else if (!strcmp (how, "machine"))
    head->e_machine = EM_AARCH64;
  else if (!strcmp (how, "class"))
    head->e_ident[EI_CLASS] = ELFCLASS32;
  else if (!strcmp (how, "sections"))
    head->e_shoff = ~(Elf64_Off)0 - 8;
  else if (!strcmp (how, "program headers"))
    head->e_phoff = ~(Elf64_Off)0 - 8;
  else if (!strcmp (how, "undefined"))
    rename_function (image);
}

/* ---- Entries.  */

/* What both layouts have.  */
struct place
{
  const char **name;
  size_t *size;
  char *flags; /* of 32 bits */
};

static struct place
place_of (char *entry, int is_new)
{
  struct entry *e = (struct entry *)(void *)entry;
  struct new_entry *n = (struct new_entry *)(void *)entry;
  return is_new
             ? (struct place){ &n->name, (size_t *)&n->size, (char *)&n->flags }
             : (struct place){ &e->name, &e->size, (char *)&e->flags };
}

/* Change the first region, or the first variable.  */
static void
spoil_entry (struct place p, const char *how)
{
  uint32_t flags = 0x20;
  if (*p.size == 0 && !strcmp (how, "no such region"))
    *p.name = "__omp_offloading_1_2_nowhere_l7";
  else if (*p.size != 0 && !strcmp (how, "no such variable"))
    *p.name = "nowhere";
  else if (*p.size != 0 && !strcmp (how, "variable size"))
    *p.size += 4;
  else if (*p.size != 0 && !strcmp (how, "virtual functions"))
    {
      *p.size += 16;
      memcpy (p.flags, &flags, sizeof (flags));
    }
}

static void
spoil_entries (struct descriptor *d, const char *how)
{
  size_t size = (size_t)(d->entries_end - d->entries_start);
  uint64_t *copy = malloc (size);
  memcpy (copy, d->entries_start, size);
  d->entries_start = (char *)copy;
  d->entries_end = d->entries_start + size;
  int is_new = copy[0] == 0;
  size_t step = is_new ? sizeof (struct new_entry) : sizeof (struct entry);
  for (char *at = d->entries_start; at < d->entries_end; at += step)
    spoil_entry (place_of (at, is_new), how);
}

/* ---- Registration.  */

static struct descriptor passed;
static struct image passed_image;

static void
pass_on (const char *name)
{
  void (*function) (struct descriptor *)
      = (void (*) (struct descriptor *))dlsym (RTLD_NEXT, name);
  function (&passed);
}

void
__tgt_register_lib (struct descriptor *d)
{
  const char *how = getenv ("SPOIL");
  passed = *d;
  passed_image = d->images[0];
  passed.images = &passed_image;
  if (how != NULL)
    {
      spoil_image (&passed_image, how);
      spoil_entries (&passed, how);
    }
  pass_on ("__tgt_register_lib");
}

void
__tgt_unregister_lib (struct descriptor *d)
{
  (void)d;
  pass_on ("__tgt_unregister_lib");
}

static void
one_region (void)
{
  int seen = 0;
#pragma omp target map(from : seen)
  seen = omp_is_initial_device () || getppid () < 0 ? -1 : counter[0];
  printf ("seen %d\n", seen);
}

#define SPOILED(name_, how, ...)                                               \
  {                                                                            \
    .name = name_, .body = one_region, .ends_with = SCENARIO_FAILS,            \
    .environment = { "SPOIL=" how, "OMP_TARGET_OFFLOAD=mandatory" },           \
    .output = { __VA_ARGS__ }, .never = "seen"                                 \
  }

#define DAMAGED                                                                \
  "\nlibgomp: the device image of '[^\n']*' \\(clang\\), [0-9]+ bytes, is "    \
  "damaged: it is no ELF file, or not all of one\n"
#define LOADING "\n  while loading a device image to device 0 \\(x86emul\\)\n"
#define UNKNOWN(what)                                                          \
  "\nlibgomp: warning: the device image of '[^\n']*' is " what
#define MANDATORY                                                              \
  "\nlibgomp: OMP_TARGET_OFFLOAD is set to MANDATORY, but only the host "      \
  "device is available\n"

static const struct scenario scenarios[] = {
  { .name = "intact", .body = one_region, .output = { "^seen 5\n$" } },
  { .name = "copied",
    .body = one_region,
    .environment = { "SPOIL=not" },
    .output = { "^seen 5\n$" } },
  /* A newer entry: where the device's virtual functions are.  */
  { .name = "virtual_functions",
    .body = one_region,
    .environment = { "SPOIL=virtual functions" },
    .output = { "^seen 5\n$" } },
  SPOILED ("truncated", "truncated", DAMAGED, LOADING),
  SPOILED ("beheaded", "beheaded", UNKNOWN ("damaged: neither an ELF file nor"),
           MANDATORY),
  SPOILED ("empty", "empty", UNKNOWN ("damaged: neither an ELF file nor PTX"),
           MANDATORY),
  SPOILED ("magic", "magic", UNKNOWN ("damaged: neither an ELF file nor PTX"),
           MANDATORY),
  SPOILED ("machine", "machine",
           UNKNOWN ("for another device: machine 183 of ELF"), MANDATORY),
  SPOILED ("class", "class", DAMAGED, LOADING),
  SPOILED ("sections", "sections", DAMAGED, LOADING),
  SPOILED ("program_headers", "program headers", DAMAGED, LOADING),
  /* The host runs the region, but not in silence.  */
  { .name = "machine_default",
    .body = one_region,
    .environment = { "SPOIL=machine", "OMP_TARGET_OFFLOAD=default" },
    .output
    = { "libgomp: warning: the device image of '[^\n']*' is for another "
        "device",
        "seen -1\n$" } },
  { .name = "machine_disabled",
    .body = one_region,
    .environment = { "OMP_TARGET_OFFLOAD=disabled" },
    .output = { "^seen -1\n$" } },
  SPOILED ("no_such_region", "no such region",
           "\n  target region nowhere \\([^\n]*\\) is in no image for device 0 "
           "\\(x86emul\\)\n"),
  SPOILED ("variable_size", "variable size",
           "Cannot map target variables \\(size mismatch\\): variable 0 at "
           "0x[0-9a-f]+ has 12 bytes, in the device image 8\n"),
  /* Regions of the image that use a variable of the same name have their own.
   */
  { .name = "no_such_variable",
    .body = one_region,
    .environment = { "SPOIL=no such variable" },
    .output
    = { "^\nlibgomp: warning: the device image of '[^\n]*' \\(clang\\) lacks "
        "the "
        "variable 'nowhere', at 0x[0-9a-f]+ with 8 bytes: on device 0 "
        "\\(x86emul\\) it is not mapped\n"
        "  hint: all files that declare it need the same declare target "
        "directives\n",
        "seen 5\n$" } },
  SPOILED (
      "undefined", "undefined",
      "\nlibgomp: the device image uses 'ge_ppid', which is defined for no "
      "device\n"
      "  hint: define it between declare target and end declare target, in "
      "code that is compiled for the device, or link the library that has "
      "it\n"
      "  while loading the device image of '[^\n]*' \\(clang\\)\n"),
  /* What the host runs is reported with the region's name.  */
  { .name = "reported",
    .body = one_region,
    .environment = { "GOMP_OFFLOAD_INFO=all", "OMP_TARGET_OFFLOAD=disabled" },
    .output
    = { "\nlibgomp: offload: target region one_region \\([^\n]*\\) runs "
        "on the host: OMP_TARGET_OFFLOAD is set to DISABLED\n",
        "seen -1\n$" } },
};

SCENARIO_MAIN (scenarios)
