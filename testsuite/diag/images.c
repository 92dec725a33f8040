/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* { dg-options "-ldl" } */
/* Images that are damaged or do not fit.  The functions below, which
   mkoffload's constructor calls, catch the program's own registration on its
   way to the library and spoil it as the environment variable SPOIL says.  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <omp.h>

#include "../../include/x86emul_image.h"
#include "scenario.h"

struct table
{
  void **functions, **functions_end;
  void **variables, **variables_end;
  void **indirect, **indirect_end; /* since GCC 14 */
};

typedef void register_function (unsigned, const void *, int, const void *);

struct registration
{
  unsigned version;
  struct table table;
  bool has_requires;  /* since GCC 13 the data begin with a mask */
  uintptr_t requires; /* must be followed by the image */
  struct x86emul_image image;
};

#pragma omp declare target
static int counter = 5;
#pragma omp end declare target

static struct registration passed[2];
static int passed_count;

static uint64_t
checksum (const struct x86emul_image *image)
{
  const unsigned char *byte = image->start, *end = image->end;
  uint64_t hash = 0xcbf29ce484222325u;

  for (; byte < end; byte++)
    hash = (hash ^ *byte) * 0x100000001b3u;
  return hash;
}

static size_t
image_size (const struct x86emul_image *image)
{
  return (size_t)((const char *)image->end - (const char *)image->start);
}

static void
truncate_to (struct x86emul_image *image, size_t size, bool hash_again)
{
  image->end = (const char *)image->start + size;
  if (hash_again)
    image->checksum = checksum (image);
}

static void
flip_a_byte (struct x86emul_image *image)
{
  size_t size = image_size (image);
  char *copy = malloc (size);

  memcpy (copy, image->start, size);
  copy[size / 2] ^= 1;
  image->start = copy;
  image->end = copy + size;
}

/* The host's table gets one function more than the image has.  */
static void
add_function (struct table *table)
{
  size_t count = (size_t)(table->functions_end - table->functions);
  void **copy = malloc ((count + 1) * sizeof *copy);

  memcpy (copy, table->functions, count * sizeof *copy);
  copy[count] = (void *)&passed;
  table->functions = copy;
  table->functions_end = copy + count + 1;
}

static void
enlarge_variable (struct table *table)
{
  size_t words = (size_t)(table->variables_end - table->variables);
  void **copy = malloc (words * sizeof *copy);

  memcpy (copy, table->variables, words * sizeof *copy);
  copy[1] = (char *)copy[1] + 4;
  table->variables = copy;
  table->variables_end = copy + words;
}

/* Register as newer compilers do.  */
static void
renew (struct registration *it, unsigned interface, uintptr_t requires)
{
  it->version = interface << 16 | X86EMUL_DEV_VERSION;
  it->has_requires = true;
  it->requires = requires;
}

static void
spoil (struct registration *it, const char *how)
{
  struct x86emul_image *image = &it->image;

  if (!strcmp (how, "truncated"))
    truncate_to (image, image_size (image) / 2, false);
  else if (!strcmp (how, "truncated, hashed"))
    truncate_to (image, image_size (image) / 8, true);
  else if (!strcmp (how, "beheaded"))
    truncate_to (image, 10, true);
  else if (!strcmp (how, "empty"))
    truncate_to (image, 0, true);
  else if (!strcmp (how, "flipped"))
    flip_a_byte (image);
  else if (!strcmp (how, "magic"))
    image->magic ^= 0xff;
  else if (!strcmp (how, "format"))
    image->format = 77;
  else if (!strcmp (how, "library version"))
    it->version = (9u << 16) | X86EMUL_DEV_VERSION;
  else if (!strcmp (how, "device version"))
    it->version = (1u << 16) | 77;
  else if (!strcmp (how, "GCC 13"))
    renew (it, 2, 0x200);
  else if (!strcmp (how, "GCC 14"))
    renew (it, 3, 0x200);
  else if (!strcmp (how, "unified memory"))
    renew (it, 3, 0x220);
  else if (!strcmp (how, "reverse offload"))
    renew (it, 2, 0x280);
  else if (!strcmp (how, "fewer functions"))
    add_function (&it->table);
  else if (!strcmp (how, "variable size"))
    enlarge_variable (&it->table);
  else if (!strcmp (how, "table"))
    it->table.functions_end = it->table.functions - 1;
}

static void
pass_on (const char *name, const struct registration *it)
{
  register_function *function = (register_function *)dlsym (RTLD_NEXT, name);

  function (it->version, &it->table, GOMP_DEVICE_X86EMUL,
            it->has_requires ? (const void *)&it->requires
                             : (const void *)&it->image);
}

static void
register_spoiled (const struct registration *good, const char *how)
{
  struct registration *it = &passed[passed_count++];

  *it = *good;
  spoil (it, how);
  pass_on ("GOMP_offload_register_ver", it);
}

void
GOMP_offload_register_ver (unsigned version, const void *table, int type,
                           const void *data)
{
  const char *how = getenv ("SPOIL"), *second = getenv ("SPOIL_SECOND");
  const uintptr_t *words = data;
  const void *image = version >> 16 >= 2 ? words + 1 : words;
  /* As GCC 12's.  */
  struct registration good = { .version = 1u << 16 | (version & 0xffff),
                               .table = *(const struct table *)table,
                               .image = *(const struct x86emul_image *)image };

  if (type != GOMP_DEVICE_X86EMUL)
    return;
  register_spoiled (&good, how ? how : "not");
  if (second)
    register_spoiled (&good, second);
}

void
GOMP_offload_unregister_ver (unsigned version, const void *table, int type,
                             const void *data)
{
  (void)version;
  (void)table;
  (void)data;
  if (type == GOMP_DEVICE_X86EMUL)
    while (passed_count)
      pass_on ("GOMP_offload_unregister_ver", &passed[--passed_count]);
}

static void
one_region (void)
{
  int seen = 0;

#pragma omp target map(from : seen)
  seen = omp_is_initial_device () ? -1 : counter;
  printf ("seen %d\n", seen);
}

#define SPOILED(name_, how, ...)                                               \
  {                                                                            \
    .name = name_, .body = one_region, .ends_with = SCENARIO_FAILS,            \
    .environment = { "SPOIL=" how }, .output = { __VA_ARGS__ },                \
    .never = "seen"                                                            \
  }

static const struct scenario scenarios[] = {
  { .name = "intact", .body = one_region, .output = { "^seen 5\n$" } },
  SPOILED ("truncated", "truncated", "image", "truncated|checksum|damaged"),
  SPOILED ("truncated_hashed", "truncated, hashed", "image"),
  SPOILED ("beheaded", "beheaded", "image"),
  SPOILED ("empty", "empty", "image"),
  SPOILED ("flipped", "flipped", "image", "checksum|damaged"),
  SPOILED ("magic", "magic", "image"),
  SPOILED ("format", "format", "image", "77"),
  SPOILED ("library_version", "library version", "too old", "9"),
  SPOILED ("device_version", "device version", "version", "77"),
  SPOILED ("fewer_functions", "fewer functions",
           "Cannot map target functions or variables", "expected 3, have 2"),
  SPOILED ("table", "table",
           "table of target functions and variables that came with a device "
           "image is damaged",
           "crtoffloadbegin.o"),
  SPOILED ("variable_size", "variable size", "variable", "size mismatch"),
  { .name = "two_versions",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { "SPOIL_SECOND=device version" },
    .output = { "version", "77" },
    .never = "seen" },
  { .name = "two_versions_turned",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { "SPOIL=device version", "SPOIL_SECOND=not" },
    .output = { "version", "77" },
    .never = "seen" },
  { .name = "gcc_13",
    .body = one_region,
    .environment = { "SPOIL=GCC 13" },
    .output = { "^seen 5\n$" } },
  { .name = "gcc_14",
    .body = one_region,
    .environment = { "SPOIL=GCC 14" },
    .output = { "^seen 5\n$" } },
  { .name = "requires_memory",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { "SPOIL=unified memory", "OMP_TARGET_OFFLOAD=mandatory" },
    .output = { "a device cannot share the variable 'counter', which is static "
                "in code that does not require shared memory\n  hint: link with "
                "-DOFFLOAD_EMUL_SHARED" },
    .never = "seen" },
  { .name = "requires_memory_forbidden",
    .body = one_region,
    .environment = { "SPOIL=unified memory", "OMP_TARGET_OFFLOAD=default",
                     "OFFLOAD_EMUL_SHARED=0" },
    .output = { "^seen -1\n$" } },
  { .name = "requires_memory_mandatory",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { "SPOIL=unified memory", "OMP_TARGET_OFFLOAD=mandatory",
                     "OFFLOAD_EMUL_SHARED=0" },
    .output = { "'omp requires unified_shared_memory' cannot be fulfilled: "
                "OFFLOAD_EMUL_SHARED is 0" },
    .never = "seen" },
  { .name = "requires_differs",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { "SPOIL=unified memory", "SPOIL_SECOND=reverse offload" },
    .output = { "OpenMP 'requires' directive with non-identical clauses in "
                "multiple compilation units: 'unified_shared_memory' vs. "
                "'reverse_offload'" },
    .never = "seen" },
  { .name = "requires_in_some",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { "SPOIL=GCC 14", "SPOIL_SECOND=reverse offload" },
    .output = { "OpenMP 'requires' directive with 'reverse_offload' specified "
                "only in some compilation units" },
    .never = "seen" },
  { .name = "truncated_disabled",
    .body = one_region,
    .environment = { "SPOIL=truncated", "OMP_TARGET_OFFLOAD=disabled" },
    .output = { "^seen -1\n$" } },
};

SCENARIO_MAIN (scenarios)
