/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* All of GCC's libraries for nvptx can be executed: each function is
   understood, and each instruction in them has a test.  */

#include "check.h"
#include "kernel.h"

/* What instructions are called that opcodes.c tests.  */
static const char *const tested[] = {
#define OP(m, r, o) m,
#define V(a, b, c, r)
#include "opcode-values.def"
  NULL
};

/* How those begin that the other tests here have.  */
static const char *const elsewhere[]
    = { "ld.",  "st.",    "atom.",  "bar.", "bra",  "call", "cvta.", "exit",
        "mov.", "membar", "fence.", "ret",  "shfl", "trap", "vote.", NULL };

static unsigned members, functions, instructions, unknown;

static bool
is_tested (const char *name, size_t length)
{
  for (unsigned n = 0; elsewhere[n]; n++)
    if (strncmp (name, elsewhere[n], strlen (elsewhere[n])) == 0)
      return true;
  for (unsigned n = 0; tested[n]; n++)
    if (strlen (tested[n]) == length && memcmp (tested[n], name, length) == 0)
      return true;
  return false;
}

/* The word at L begins an instruction.  */
static void
count_instruction (const struct ptx_lexer *l)
{
  instructions++;
  if (is_tested (l->start, l->length) || unknown++ > 20)
    return;
  printf ("no test: %.*s\n", (int)l->length, l->start);
}

/* Step over @ !%p.  */
static void
skip_guard (struct ptx_lexer *l)
{
  if (!ptx_accept (l, '@'))
    return;
  ptx_accept (l, '!');
  ptx_next (l);
}

/* Look at the statements of F's body.  Braces are blocks, or in operands.  */
static void
read_body (const struct ptx_text *text, const struct ptx_function *f)
{
  struct ptx_error error = { "" };
  struct ptx_lexer l;
  unsigned depth = 1;
  ptx_lexer_init (&l, text, &error, f->body);
  while (depth && l.kind != PTX_END)
    {
      if (ptx_is_word (&l, ".loc"))
        {
          l.next += strcspn (l.next, "\n");
          ptx_next (&l);
          continue;
        }
      skip_guard (&l);
      if (ptx_is (&l, '{') || ptx_is (&l, '}'))
        {
          depth += ptx_is (&l, '{') ? 1u : -1u;
          ptx_next (&l);
          continue;
        }
      if (l.kind == PTX_WORD && l.next[0] != ':')
        count_instruction (&l);
      while (l.kind != PTX_END && !ptx_is (&l, ';') && !ptx_is (&l, ':'))
        ptx_next (&l);
      ptx_next (&l);
    }
}

static void
decode_function (struct ptx_image *image, struct ptx_symbol *s)
{
  struct ptx_error error = { "" };
  functions++;
  if (!ptx_decode (image, &s->function, &error) && unknown++ < 20)
    printf ("%s\n", error.message);
  read_body (s->text, &s->function);
}

static void
read_member (const char *name, const char *text, size_t size)
{
  struct ptx_image *image = ptx_image_create ();
  struct ptx_error error = { "" };
  members++;
  if (!ptx_image_add (image, name, text, size, &error))
    {
      unknown++;
      printf ("%s\n", error.message);
    }
  /* Of one member alone not all is defined.  */
  struct ptx_module *m = image->modules[0];
  for (unsigned n = 0; n < m->count; n++)
    m->symbols[n]->definition = m->symbols[n];
  for (unsigned n = 0; n < m->count; n++)
    if (m->symbols[n]->is_function && m->symbols[n]->function.body)
      decode_function (image, m->symbols[n]);
  ptx_image_destroy (image);
}

/* An archive's members have a header of 60 bytes each (ar(5)): a name, which
   ends with a slash and starts with one where it is too long to stand there,
   and at 48 the size.  */
static void
read_archive (const char *path)
{
  FILE *f = fopen (path, "re");
  char magic[8], header[60];
  if (!f || fread (magic, 1, 8, f) != 8)
    unknown++;
  while (f && fread (header, 1, 60, f) == 60)
    {
      size_t size = strtoul (header + 48, NULL, 10);
      char *bytes = malloc (size + 2);
      unknown += fread (bytes, 1, size + (size & 1), f) != size + (size & 1);
      bytes[size] = 0;
      header[16] = 0;
      header[strcspn (header, "/")] = 0;
      if (strstr (bytes, ".version"))
        read_member (header[0] == 0 ? path : header, bytes, size);
      free (bytes);
    }
  if (f)
    fclose (f);
}

static const char find[]
    = "for name in gomp c m gcc atomic gfortran; do "
      "\"$(gcc -dumpmachine)-accel-nvptx-none-gcc-$(gcc -dumpversion)\" "
      "-mgomp -print-file-name=lib$name.a 2>/dev/null; done";

static void
read_found (void)
{
  char path[4096];
  FILE *found = popen (find, "r");
  while (found && fgets (path, sizeof path, found))
    {
      path[strcspn (path, "\n")] = 0;
      if (strchr (path, '/'))
        read_archive (path);
    }
  if (found)
    pclose (found);
}

static void
test_libraries (void)
{
  EXPECT (instructions > 100000 && functions > 1000 && unknown == 0);
  printf ("%u members, %u functions, %u instructions\n", members, functions,
          instructions);
}

int
main (int argc, char **argv)
{
  for (int n = 1; n < argc; n++)
    read_archive (argv[n]);
  if (argc == 1)
    read_found ();
  if (!members)
    {
      puts ("UNSUPPORTED: GCC's compiler for nvptx is not installed");
      return 0;
    }
  RUN (test_libraries);
  return check_done ();
}
