/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Packages, in which clang 15 and 16 register images; owns nothing.  */

#include <string.h>

#include "image.h"

#define PACKAGE_FORMAT 1

struct package
{
  unsigned char magic[4];
  uint32_t version;
  uint64_t size;
  uint64_t entry_offset;
  uint64_t entry_size;
};

struct package_entry
{
  uint16_t image_kind;
  uint16_t producer;
  uint32_t flags;
  uint64_t strings_offset;
  uint64_t string_count;
  uint64_t image_offset;
  uint64_t image_size;
};

void
omptarget_unpack (const struct device_image *image, const void **start,
                  const void **end)
{
  static const unsigned char magic[4] = { 0x10, 0xff, 0x10, 0xad };
  const char *bytes = image->start;
  size_t size = (size_t)((const char *)image->end - bytes);
  struct package package;
  struct package_entry entry;
  *start = image->start;
  *end = image->end;
  if (size < sizeof (package) || memcmp (bytes, magic, sizeof (magic)) != 0)
    return;
  memcpy (&package, bytes, sizeof (package));
  if (package.version != PACKAGE_FORMAT)
    omptarget_fatal ("the program has a device image in a package of version "
                     "%u, which is not known",
                     package.version);
  if (size < sizeof (entry) || package.entry_offset > size - sizeof (entry))
    omptarget_fatal ("the package of a device image is damaged");
  memcpy (&entry, bytes + package.entry_offset, sizeof (entry));
  if (entry.image_offset > size || entry.image_size > size - entry.image_offset)
    omptarget_fatal ("the package of a device image is damaged");
  *start = bytes + entry.image_offset;
  *end = bytes + entry.image_offset + entry.image_size;
}
