/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For the tests here: bodies of kernels that store a number for each
   thread.  */

#ifndef TESTSUITE_STANDIN_BODY_H
#define TESTSUITE_STANDIN_BODY_H

#include "check.h"
#include "kernel.h"

#define START                                                                  \
  ".visible .entry test (.param .u64 out)\n{\n"                                \
  ".reg .u64 %out,%at,%x,%y;\n.reg .u32 %t,%a,%b,%c,%r,%n;\n"                  \
  ".reg .pred %p,%q;\n.reg .f32 %f;\n.reg .v2 .u32 %v2;\n.reg .v4 .u32 %v4;\n" \
  "ld.param.u64 %out,[out];\n"                                                 \
  "mov.u32 %t,%tid.x;\nmov.u32 %a,%tid.y;\nmad.lo.u32 %t,%a,32,%t;\n"          \
  "mad.wide.u32 %at,%t,4,%out;\nmov.u32 %r,0;\n"
#define END "st.u32 [%at],%r;\nret;\n}\n"

#define THREADS 128

static uint32_t result[THREADS];

/* The text of a kernel: not by printf, to which registers look like formats. */
static inline void
join (char *text, size_t room, const char *before, const char *body)
{
  const char *const parts[] = { TEST_HEADER, before, START, body, END };
  *text = 0;
  for (unsigned n = 0; n < sizeof parts / sizeof parts[0]; n++)
    strncat (text, parts[n], room - strlen (text) - 1);
}

/* Keep TEXT for the device's own assembler if somebody asks for it.  */
static inline void
keep_text (const char *text)
{
  static unsigned number;
  const char *directory = getenv ("TEST_PTX_DIRECTORY");
  char name[4096];
  if (!directory)
    return;
  snprintf (name, sizeof name, "%s/%u.ptx", directory, number++);
  FILE *file = fopen (name, "we");
  if (file)
    {
      fputs (text, file);
      fclose (file);
    }
}

/* Run BODY, between declarations BEFORE and the end, with THREADS threads; what
   %r is at its end in each is in `result'.  */
static inline bool
run (const char *before, const char *body, unsigned threads)
{
  static char text[16384];
  struct test_kernel k;
  void *bytes;
  join (text, sizeof text, before, body);
  keep_text (text);
  bool ok = test_load (&k, text);
  if (ok)
    {
      uint64_t out = test_alloc (&k, 4 * THREADS, &bytes);
      memset (bytes, 0, 4 * THREADS);
      ok = test_run (&k, "test", 1, threads, &out);
      memcpy (result, bytes, sizeof result);
    }
  if (!ok)
    printf ("%s%s\n", k.error.message, k.launch.message);
  test_unload (&k);
  return ok;
}

/* BODY ends the kernel with FAULT and MESSAGE.  */
static inline void
fails (const char *before, const char *body, enum sim_fault fault,
       const char *message)
{
  static char text[4096];
  struct test_kernel k;
  void *bytes;
  join (text, sizeof text, before, body);
  bool is_loaded = test_load (&k, text);
  EXPECT (is_loaded);
  if (!is_loaded)
    {
      puts (k.error.message);
      return;
    }
  uint64_t out = test_alloc (&k, 4 * THREADS, &bytes);
  EXPECT (!test_run (&k, "test", 1, 64, &out));
  EXPECT (k.launch.fault == fault);
  EXPECT (strstr (k.launch.message, message) != NULL);
  if (k.launch.fault != fault || !strstr (k.launch.message, message))
    printf ("%s\n", k.launch.message);
  test_unload (&k);
}

#endif
