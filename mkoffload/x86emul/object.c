/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading objects and copying their device code; see object.h.

   The copy has the sections .gnu.x86emul_lto_* of the object, named
   .gnu.lto_*, and nothing else: no code of the host, and no .gnu.lto_* that
   the object has of its own (-flto).  */

#include "object.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

#include "input.h"
#include "lto-version.h"
#include "message.h"
#include "requires_mask.h"

#define DEVICE_PREFIX ".gnu.x86emul_lto_"
#define OFFLOAD_PREFIX ".gnu.offload_lto_"
#define HOST_PREFIX ".gnu.lto_"

#define DEBUG_PREFIX ".gnu.debuglto_"

/* libiberty has these, but not every distribution installs their header,
   simple-object.h.  */
typedef struct simple_object_read_struct simple_object_read;
extern simple_object_read *simple_object_start_read (int, off_t, const char *,
                                                     const char **, int *);
extern const char *simple_object_copy_lto_debug_sections (simple_object_read *,
                                                          const char *, int *,
                                                          int);
extern void simple_object_release_read (simple_object_read *);

static bool
starts_with (const char *string, const char *prefix)
{
  return strncmp (string, prefix, strlen (prefix)) == 0;
}

/* The version is in the section .gnu.x86emul_lto_.lto.HASH: two 16-bit
   numbers first.  */
static void
read_version (struct object *object, Elf_Scn *section)
{
  Elf_Data *data = elf_getdata (section, NULL);
  if (data == NULL || data->d_buf == NULL || data->d_size < 4)
    return;
  uint16_t version[2];
  memcpy (version, data->d_buf, sizeof (version));
  object->major = version[0];
  object->minor = version[1];
  if (version[0] != LTO_VERSION_MAJOR || version[1] != LTO_VERSION_MINOR)
    object->kind = OBJECT_OTHER_GCC;
}

/* Of several objects that ld -r has put together all words are there.  */
static void
note_requires (struct object *object, Elf_Scn *section)
{
  Elf_Data *data = elf_getdata (section, NULL);
  uint32_t mask;
  if (data == NULL || data->d_buf == NULL)
    return;
  for (size_t i = 0; i + sizeof (mask) <= data->d_size; i += sizeof (mask))
    {
      memcpy (&mask, (const char *)data->d_buf + i, sizeof (mask));
      object->requires_mask |= mask;
    }
}

/* The compiler plugin writes this if the code calls the checker.  */
#define CHECK_SECTION ".offgomp_check"

static void
read_section (struct object *object, struct input *input, Elf_Scn *section)
{
  GElf_Shdr header;
  if (gelf_getshdr (section, &header) == NULL)
    return;
  const char *name = input_section_name (input, &header);
  if (starts_with (name, DEVICE_PREFIX))
    {
      if (object->kind != OBJECT_OTHER_GCC)
        object->kind = OBJECT_DEVICE;
      if (starts_with (name, DEVICE_PREFIX ".lto."))
        read_version (object, section);
    }
  else if (starts_with (name, OFFLOAD_PREFIX))
    {
      if (object->kind == OBJECT_NO_OFFLOAD)
        object->kind = OBJECT_NO_DEVICE;
    }
  else if (starts_with (name, HOST_PREFIX))
    object->host_lto = true;
  else if (strcmp (name, DEBUG_PREFIX ".debug_info") == 0)
    object->debug = true;
  else if (starts_with (name, DEBUG_PREFIX))
    object->any_debug = true;
  else if (strcmp (name, CHECK_SECTION) == 0)
    object->checked = true;
  else if (strcmp (name, OFFGOMP_REQUIRES_SECTION) == 0)
    note_requires (object, section);
  else if (strcmp (name, ".gnu.offload_funcs") == 0)
    object->functions += header.sh_size / 8;
  else if (strcmp (name, ".gnu.offload_vars") == 0)
    object->variables += header.sh_size / 16;
}

static void
describe (struct object *object, struct input *input)
{
  GElf_Ehdr header;
  if (gelf_getehdr (input->elf, &header) == NULL
      || header.e_ident[EI_CLASS] != ELFCLASS64
      || header.e_machine != EM_X86_64)
    {
      object->kind = OBJECT_OTHER_CLASS;
      return;
    }
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (input->elf, section)) != NULL)
    read_section (object, input, section);
  object->split_debug = object->any_debug && !object->debug;
}

/* The names of the copy's sections, as one string table.  */
struct name_table
{
  char *text;      /* NUL-terminated names one after the other */
  size_t length;   /* bytes used */
  size_t capacity; /* bytes allocated */
};

static size_t
add_name (struct name_table *table, const char *name)
{
  size_t size = strlen (name) + 1;
  if (table->length + size > table->capacity)
    {
      table->capacity = 2 * (table->length + size) + 256;
      table->text = XRESIZEVEC (char, table->text, table->capacity);
    }
  memcpy (table->text + table->length, name, size);
  table->length += size;
  return table->length - size;
}

static bool
add_section (Elf *to, size_t name, Elf64_Word type, uint64_t flags,
             void *contents, size_t size)
{
  Elf_Scn *section = elf_newscn (to);
  Elf_Data *data = section == NULL ? NULL : elf_newdata (section);
  if (data == NULL)
    return false;
  data->d_buf = contents;
  data->d_size = size;
  data->d_align = 1;
  data->d_type = ELF_T_BYTE;
  data->d_version = EV_CURRENT;
  Elf64_Shdr *header = elf64_getshdr (section);
  header->sh_name = (Elf64_Word)name;
  header->sh_type = type;
  header->sh_flags = flags;
  return true;
}

/* Add SECTION of INPUT to TO if it is device code.  */
static bool
copy_section (Elf *to, struct name_table *names, struct input *input,
              Elf_Scn *section)
{
  GElf_Shdr header;
  if (gelf_getshdr (section, &header) == NULL)
    return false;
  const char *name = input_section_name (input, &header);
  if (!starts_with (name, DEVICE_PREFIX) || header.sh_type == SHT_NOBITS)
    return true;
  Elf_Data *data = elf_rawdata (section, NULL);
  if (data == NULL)
    return false;
  char *host_name = concat (HOST_PREFIX, name + strlen (DEVICE_PREFIX), NULL);
  size_t position = add_name (names, host_name);
  free (host_name);
  return add_section (to, position, SHT_PROGBITS, SHF_EXCLUDE, data->d_buf,
                      data->d_size);
}

static bool
write_copy (Elf *to, struct name_table *names, struct input *input)
{
  Elf64_Ehdr *header = elf64_newehdr (to);
  if (header == NULL)
    return false;
  header->e_ident[EI_DATA] = ELFDATA2LSB;
  header->e_type = ET_REL;
  header->e_machine = EM_X86_64;
  header->e_version = EV_CURRENT;
  add_name (names, "");
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (input->elf, section)) != NULL)
    if (!copy_section (to, names, input, section))
      return false;
  size_t own_name = add_name (names, ".shstrtab");
  if (!add_section (to, own_name, SHT_STRTAB, 0, names->text, names->length))
    return false;
  size_t count;
  if (elf_getshdrnum (to, &count) != 0)
    return false;
  header->e_shstrndx = (Elf64_Half)(count - 1);
  return elf_update (to, ELF_C_WRITE) >= 0;
}

static void
copy_device_code (struct input *input, const char *path)
{
  int fd = open (path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0)
    fail_errno ("cannot create '%s'", path);
  Elf *to = elf_begin (fd, ELF_C_WRITE, NULL);
  struct name_table names = { 0 };
  if (to == NULL || !write_copy (to, &names, input))
    fail ("cannot write '%s': %s", path, elf_errmsg (-1));
  elf_end (to);
  free (names.text);
  if (close (fd) != 0)
    fail_errno ("cannot write '%s'", path);
}

void
object_read (struct object *object, const char *name, const char *copy)
{
  *object = (struct object){ .name = name, .kind = OBJECT_NO_OFFLOAD };
  struct input input;
  input_open (&input, name);
  describe (object, &input);
  if (object->kind == OBJECT_DEVICE)
    copy_device_code (&input, copy);
  input_close (&input);
}

bool
object_copy_debug (const struct object *object, const char *copy)
{
  size_t offset;
  char *path = input_split_name (object->name, &offset);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  free (path);
  if (fd < 0)
    return false;
  const char *message;
  int errnum;
  simple_object_read *from
      = simple_object_start_read (fd, (off_t)offset, NULL, &message, &errnum);
  bool ok = from != NULL
            && simple_object_copy_lto_debug_sections (from, copy, &errnum, 1)
                   == NULL;
  if (from != NULL)
    simple_object_release_read (from);
  close (fd);
  return ok;
}
