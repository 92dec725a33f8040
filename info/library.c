/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Libraries: which libgomp.so.1 programs load, and facts about a library.

   The dynamic linker lists the libraries that it would load, without running
   any of them.  A library's note and the versions of its symbols describe it.
   Nothing here loads a library.  Owns no data; one thread.  */

#include "library.h"

#include <elf.h>
#include <link.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "elf_file.h"

extern char **environ;

static char *
concatenate (const char *a, const char *b, const char *c)
{
  size_t size = strlen (a) + strlen (b) + strlen (c) + 1;
  char *text = gomp_xalloc (size);
  snprintf (text, size, "%s%s%s", a, b, c);
  return text;
}

/* The program's directory ends in BINDIR; what is in front of it is another
   root.  */
const char *
library_directory (void)
{
  char self[4096];
  ssize_t length = readlink ("/proc/self/exe", self, sizeof (self) - 1);
  size_t below = strlen (BINDIR);
  char *slash = NULL;
  if (length > 0)
    {
      self[length] = '\0';
      slash = strrchr (self, '/');
    }
  if (slash == NULL)
    return LIBDIR;
  *slash = '\0';
  size_t own = (size_t)(slash - self);
  if (own <= below || strcmp (self + own - below, BINDIR) != 0)
    return LIBDIR;
  self[own - below] = '\0';
  return concatenate (self, LIBDIR, "");
}

/* ---- Asking the dynamic linker.  */

/* The path of the dynamic linker that loaded this program.  */
static const char *
dynamic_linker (void)
{
  static const char *found;
  struct elf_file file;
  ElfW (Ehdr) h;
  if (found != NULL || elf_file_open (&file, "/proc/self/exe") != NULL)
    return found;
  memcpy (&h, file.bytes.start, sizeof (h));
  for (size_t i = 0; i < h.e_phnum; i++)
    {
      ElfW (Phdr) segment;
      memcpy (&segment, file.bytes.start + h.e_phoff + i * sizeof (segment),
              sizeof (segment));
      if (segment.p_type == PT_INTERP)
        found = file.bytes.start + segment.p_offset;
    }
  return found;
}

/* The output of the dynamic linker for PROGRAM, with *LINES of it; NULL: it
   cannot be run.  */
static FILE *
list_libraries (const char *program, pid_t *child)
{
  int ends[2];
  const char *linker = dynamic_linker ();
  posix_spawn_file_actions_t actions;
  if (linker == NULL || pipe (ends) != 0)
    return NULL;
  char *arguments[]
      = { (char *)linker, (char *)"--list", (char *)program, NULL };
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose (&actions, ends[0]);
  posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null", 1, 0);
  int error = posix_spawn (child, linker, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy (&actions);
  close (ends[1]);
  FILE *out = error == 0 ? fdopen (ends[0], "r") : NULL;
  if (out == NULL)
    close (ends[0]);
  return out;
}

/* The path in LINE, "\tNAME => PATH (0x...)"; NULL: it is of another
   library.  */
static const char *
path_in (char *line, const char *name)
{
  size_t length = strlen (name);
  line += strspn (line, "\t ");
  if (strncmp (line, name, length) != 0
      || strncmp (line + length, " => /", 5) != 0)
    return NULL;
  char *path = line + length + 4;
  char *end = strstr (path, " (0x");
  if (end != NULL)
    *end = '\0';
  path[strcspn (path, "\n")] = '\0';
  return concatenate (path, "", "");
}

const char *
library_of_program (const char *program, const char *name)
{
  pid_t child;
  char *line = NULL;
  size_t room = 0;
  const char *found = NULL;
  char *path = realpath (program, NULL);
  FILE *out = path != NULL ? list_libraries (path, &child) : NULL;
  while (out != NULL && getline (&line, &room, out) > 0)
    if (found == NULL)
      found = path_in (line, name);
  if (out != NULL)
    {
      fclose (out);
      waitpid (child, NULL, 0);
    }
  free (line);
  free (path);
  return found;
}

/* Put TEXT behind what VARIABLE has.  */
static void
append_to (const char *variable, const char *separator, const char *text)
{
  const char *old = getenv (variable);
  if (old == NULL || *old == '\0')
    setenv (variable, text, 1);
  else
    setenv (variable, concatenate (old, separator, text), 1);
}

static void
restore (const char *variable, const char *old)
{
  if (old != NULL)
    setenv (variable, old, 1);
  else
    unsetenv (variable);
}

/* A run path is searched after LD_LIBRARY_PATH, so it counts as the end of
   that.  The program is this one, with the library preloaded.  */
const char *
library_of_any (const char *directory, const char *name)
{
  static const char *const variables[] = { "LD_PRELOAD", "LD_LIBRARY_PATH" };
  const char *old[2];
  for (int i = 0; i < 2; i++)
    {
      const char *value = getenv (variables[i]);
      old[i] = value != NULL ? concatenate (value, "", "") : NULL;
    }
  append_to (variables[0], " ", name);
  if (directory != NULL)
    append_to (variables[1], ":", directory);
  const char *found = library_of_program ("/proc/self/exe", name);
  for (int i = 0; i < 2; i++)
    restore (variables[i], old[i]);
  return found;
}

/* ---- What a library is.  */

static bool
find_section (const struct elf_file *file, const char *name,
              struct elf_section *section)
{
  for (size_t i = 0; elf_file_section (file, i, section); i++)
    if (strcmp (section->name, name) == 0 && section->start != NULL)
      return true;
  return false;
}

/* The text of the note that only this project's library has; it ends within
   the section.  */
static const char *
find_facts (const struct elf_file *file)
{
  ElfW (Nhdr) note;
  struct elf_section section;
  if (!find_section (file, ".note.offgomp", &section)
      || section.size < sizeof (note))
    return NULL;
  memcpy (&note, section.start, sizeof (note));
  size_t before = sizeof (note) + (((size_t)note.n_namesz + 3) & ~(size_t)3);
  if (before >= section.size
      || memchr (section.start + before, '\0', section.size - before) == NULL)
    return NULL;
  return section.start + before;
}

/* Say the lines "KEY: VALUE" of FACTS to IN.  */
static void
report_facts (struct report *in, const char *facts)
{
  char *text = concatenate (facts, "", "");
  for (char *line = strtok (text, "\n"); line != NULL;
       line = strtok (NULL, "\n"))
    {
      char *colon = strstr (line, ": ");
      if (colon == NULL)
        continue;
      *colon = '\0';
      report_text (in, line, colon + 2);
    }
}

const char *
library_version (const char *path)
{
  struct elf_file file;
  const char *facts
      = elf_file_open (&file, path) == NULL ? find_facts (&file) : NULL;
  const char *version = facts != NULL ? strstr (facts, "version: ") : NULL;
  if (version == NULL)
    return NULL;
  char *text = concatenate (version + strlen ("version: "), "", "");
  text[strcspn (text, "\n")] = '\0';
  return text;
}

void
library_report (struct report *in, const char *path)
{
  struct elf_file file;
  report_text (in, "file", path);
  const char *why = elf_file_open (&file, path);
  if (why != NULL)
    {
      report_text (in, "error", why);
      return;
    }
  const char *facts = find_facts (&file);
  if (facts != NULL)
    report_facts (in, facts);
  else
    report_text (in, "version", "not offgomp");
}
