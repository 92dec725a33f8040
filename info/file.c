/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Programs, libraries, objects, and archives of these.  Nothing in them is
   executed.  Owns no data; one thread.  */

#include "file.h"

#include <ar.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf_file.h"
#include "image.h"
#include "library.h"
#include "object.h"

static const char *
kind_of (const struct elf_file *file)
{
  switch (file->type)
    {
    case ET_REL:
      return "object";
    case ET_EXEC:
      return "program";
    default:
      return elf_file_is_program (file) ? "program" : "shared library";
    }
}

static void
report_load (struct report *in, const char *path)
{
  const char *library = library_of_program (path, "libgomp.so.1");
  if (library == NULL)
    return;
  const char *version = library_version (library);
  report_text (in, "loads", library);
  report_text (in, "version", version != NULL ? version : "not offgomp");
}

static void
report_linked (struct report *in, const struct elf_file *file)
{
  struct report *images = report_list (in, "images");
  image_report_x86emul (images, file);
  image_report_nvptx (images, file);
}

/* PATH is NULL for a member of an archive.  */
static void
report_elf (struct report *in, const struct elf_file *file, const char *path)
{
  report_text (in, "kind", kind_of (file));
  object_report_compiler (in, file);
  if (file->type == ET_REL)
    object_report_code (in, file);
  else if (path != NULL)
    {
      report_load (in, path);
      report_linked (in, file);
    }
  object_report_tables (in, file);
}

/* ---- Archives.  */

/* The name of a member: NAME/, or /OFFSET into the table of long NAMES, whose
   entries end in a slash and a newline.  */
static void
member_name (const struct ar_hdr *header, const char *names, size_t size,
             char *name, size_t room)
{
  const char *text = header->ar_name;
  size_t length = sizeof (header->ar_name);
  if (*text == '/' && names != NULL)
    {
      size_t offset = strtoul (text + 1, NULL, 10);
      if (offset < size)
        {
          text = names + offset;
          length = size - offset;
        }
    }
  const char *slash = memchr (text, '/', length);
  if (slash != NULL)
    length = (size_t)(slash - text);
  snprintf (name, room, "%.*s", (int)(length < room ? length : room - 1), text);
}

static void
report_member (struct report *in, const char *name, const char *start,
               size_t size)
{
  struct elf_file file;
  if (elf_file_at (&file, start, size) != NULL)
    return;
  struct report *member = report_object (in, "");
  report_text (member, "file", name);
  report_elf (member, &file, NULL);
}

static void
report_archive (struct report *in, const struct gomp_elf *archive)
{
  const char *names = NULL;
  size_t names_size = 0;
  struct report *members = report_list (in, "members");
  for (size_t at = SARMAG; at + sizeof (struct ar_hdr) <= archive->size;)
    {
      char digits[sizeof (((struct ar_hdr *)0)->ar_size) + 1];
      char name[256];
      struct ar_hdr header;
      memcpy (&header, archive->start + at, sizeof (header));
      snprintf (digits, sizeof (digits), "%.*s", (int)sizeof (header.ar_size),
                header.ar_size);
      size_t size = strtoul (digits, NULL, 10);
      at += sizeof (header);
      if (size > archive->size - at)
        return;
      if (strncmp (header.ar_name, "// ", 3) == 0)
        {
          names = archive->start + at;
          names_size = size;
        }
      member_name (&header, names, names_size, name, sizeof (name));
      report_member (members, name, archive->start + at, size);
      at += size + size % 2;
    }
}

bool
file_report (struct report *in, const char *path)
{
  struct elf_file file;
  struct report *node = report_object (in, "");
  const char *why = elf_file_open (&file, path);
  report_text (node, "file", path);
  if (why == NULL)
    report_elf (node, &file, path);
  else if (file.bytes.size >= SARMAG
           && memcmp (file.bytes.start, ARMAG, SARMAG) == 0)
    report_archive (node, &file.bytes);
  else
    {
      report_text (node, "error", why);
      return false;
    }
  return true;
}
