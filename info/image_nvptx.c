/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images for NVIDIA devices, GCC's and ours (include/nvptx_image.h).

   A module is a text that names its target.  From a module the descriptor is
   found backwards: a list of modules has the address of the text, and the
   descriptor has the address of the list.  So the program may be stripped.
   Owns no data.  */

#include <string.h>

#include "image.h"
#include "nvptx_image.h"

#define WORD sizeof (void *)
/* Within so many bytes of its start a text names the target.  */
#define HEAD_MAX 512
/* A variable, a function: a name; a name and three shorts.  */
#define VARIABLE_STRIDE WORD
#define FUNCTION_STRIDE (2 * WORD)

/* The file, and the descriptor there.  */
struct source
{
  const struct elf_file *file;
  uint64_t address; /* of the descriptor */
  uint64_t modules; /* the list of these */
};

static uint64_t
number_at (const struct source *s, size_t offset)
{
  uint32_t number;
  const char *at
      = elf_file_memory (s->file, s->address + offset, sizeof (number));
  if (at == NULL)
    return 0;
  memcpy (&number, at, sizeof (number));
  return number < s->file->bytes.size ? number : 0;
}

/* Add the COUNT names of the list that the descriptor's word LIST leads to.  */
static void
report_names (struct report *in, const struct source *s, unsigned list,
              size_t stride)
{
  uint64_t start = elf_file_pointer (s->file, s->address + list * WORD);
  uint64_t count = number_at (s, (list + 1) * WORD);
  for (uint64_t i = 0; i < count; i++)
    {
      struct report *entry = report_object (in, "");
      uint64_t name = elf_file_pointer (s->file, start + i * stride);
      report_number (entry, "entry", (long long)i);
      report_text (entry, "name", elf_file_text (s->file, name));
    }
}

/* The word after KEY in the head of TEXT: the version or the target.  */
static void
report_word (struct report *in, const char *name, const char *text,
             const char *key)
{
  const char *at = strstr (text, key);
  if (at == NULL)
    return;
  at += strlen (key);
  at += strspn (at, " \t");
  report_printf (in, name, "%.*s", (int)strcspn (at, " \t,\n"), at);
}

/* The compiled images behind the list of modules, of our mkoffload.  */
static void
report_cubins (struct report *in, const struct source *s, uint64_t entry)
{
  uint64_t start = elf_file_pointer (s->file, entry);
  uint64_t count = elf_file_pointer (s->file, entry + WORD);
  struct report *cubins = report_list (in, "cubins");
  for (uint64_t i = 0; i < count && i < 64; i++)
    {
      struct nvptx_cubin cubin;
      const char *at = elf_file_memory (s->file, start + i * sizeof (cubin),
                                        sizeof (cubin));
      if (at == NULL)
        return;
      memcpy (&cubin, at, sizeof (cubin));
      struct report *row = report_object (cubins, "");
      report_printf (row, "target", "sm_%llu",
                     (unsigned long long)cubin.architecture);
      report_number (row, "size", (long long)cubin.size);
    }
}

static void
report_image (struct report *in, const struct source *s)
{
  uint64_t count = number_at (s, WORD);
  uint64_t size = 0;
  uint64_t first = elf_file_pointer (s->file, s->modules);
  const char *text = elf_file_text (s->file, first);
  report_text (in, "target", "nvptx-none");
  report_word (in, "ptx", text, ".version");
  report_word (in, "architecture", text, ".target");
  for (uint64_t i = 0; i < count; i++)
    size += elf_file_pointer (s->file, s->modules + (2 * i + 1) * WORD);
  report_number (in, "modules", (long long)count);
  report_number (in, "size", (long long)size);
  report_names (report_list (in, "regions"), s, 4, FUNCTION_STRIDE);
  report_names (report_list (in, "variables"), s, 2, VARIABLE_STRIDE);
  if (strncmp (text, NVPTX_IMAGE_MARK, strlen (NVPTX_IMAGE_MARK)) == 0)
    report_cubins (in, s, s->modules + 2 * count * WORD);
}

/* Is the text at ADDRESS the first module of an image?  */
static bool
find_descriptor (const struct elf_file *file, uint64_t address,
                 struct source *s)
{
  uint64_t modules = elf_file_find_pointer (file, address, 0);
  if (modules == 0)
    return false;
  *s = (struct source){ .file = file, .modules = modules };
  s->address = elf_file_find_pointer (file, modules, 0);
  return s->address != 0 && number_at (s, WORD) != 0;
}

/* The text that has the byte at AT in its head, if that is the first module of
   an image.  A text begins behind a zero, or where something else ends.  */
static bool
find_image (const struct elf_file *file, const char *at, struct source *s)
{
  for (size_t back = 0; back < HEAD_MAX && at - back >= file->bytes.start;
       back++)
    {
      const char *start = at - back;
      if (*start == '\0')
        return false;
      uint64_t address
          = elf_file_address (file, (size_t)(start - file->bytes.start));
      if ((*start == '.' || *start == '/' || *start == '\t')
          && find_descriptor (file, address, s))
        return true;
    }
  return false;
}

void
image_report_nvptx (struct report *in, const struct elf_file *file)
{
  static const char key[] = ".target";
  const char *end = file->bytes.start + file->bytes.size;
  const char *at = file->bytes.start;
  while ((at = memmem (at, (size_t)(end - at), key, sizeof (key) - 1)) != NULL)
    {
      struct source s;
      if (find_image (file, at, &s))
        report_image (report_object (in, ""), &s);
      at++;
    }
}
