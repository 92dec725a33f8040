/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CPU quota of control groups on Linux (cgroups(7)), versions 1 and 2.

   /proc/self/cgroup names the process's group in each hierarchy,
   /proc/self/mountinfo where the hierarchy is mounted and which group is the
   mount's root.  From the group up to the mount's root every directory that
   can be read is asked (cpu.max, or cpu.cfs_quota_us and cpu.cfs_period_us),
   and the tightest limit wins: a limit of a parent binds all its children.
   In a container without a group namespace the group's path begins outside of
   the mount; then the mount's root is the nearest visible ancestor.

   Owns no data; any thread may call.  Files that cannot be read or understood
   count as no limit.  Memory is the system's, not malloc's: a handler of a
   signal that came in the middle of malloc may be the first to ask.  */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/uncancelled.h"
#include "os/cpu.h"
#include "os/memory.h"

#define PATH_ROOM 4096
/* Beyond this a file of /proc is taken for endless.  */
#define FILE_MAX ((size_t)16 << 20)

/* One hierarchy that can limit CPU time.  */
struct hierarchy
{
  bool unified;          /* version 2 */
  char group[PATH_ROOM]; /* the process's group, from /proc/self/cgroup */
  char mount[PATH_ROOM]; /* where it is mounted */
  char root[PATH_ROOM];  /* the group that is the mount's root */
};

static int
open_file (const char *root, const char *path)
{
  char full[PATH_ROOM];
  int n = snprintf (full, sizeof (full), "%s%s", root, path);
  if (n < 0 || (size_t)n >= sizeof (full))
    return -1;
  return open (full, O_RDONLY | O_CLOEXEC);
}

/* Read the file ROOT PATH into TEXT, as far as there is ROOM; false if it
   cannot be read.  */
static bool
read_file (const char *root, const char *path, char *text, size_t room)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int fd = open_file (root, path);
  if (fd < 0)
    return false;
  size_t length = 0;
  ssize_t got;
  while ((got = read (fd, text + length, room - 1 - length)) > 0)
    length += (size_t)got;
  close (fd);
  text[length] = '\0';
  return got == 0;
}

/* A file in memory.  */
struct whole
{
  void *text;
  size_t room;
};

static void
drop_whole (struct whole *file)
{
  if (file->text != NULL)
    os_unmap (file->text, file->room);
  file->text = NULL;
}

/* The whole file ROOT PATH; false if it cannot be read.  Machines with many
   containers have long mount tables.  */
static bool
read_whole (const char *root, const char *path, struct whole *file)
{
  for (size_t room = 65536; room <= FILE_MAX; room *= 4)
    {
      if (os_sparse_map (room, &file->text) != 0)
        return false;
      file->room = room;
      if (!read_file (root, path, file->text, room))
        break;
      if (strlen (file->text) < room - 1)
        return true;
      drop_whole (file);
    }
  drop_whole (file);
  return false;
}

/* True if the comma separated LIST of LENGTH bytes has WORD.  */
static bool
list_has (const char *list, size_t length, const char *word)
{
  size_t n = strlen (word);
  const char *end = list + length;
  while (list < end)
    {
      const char *comma = memchr (list, ',', (size_t)(end - list));
      const char *stop = comma != NULL ? comma : end;
      if ((size_t)(stop - list) == n && memcmp (list, word, n) == 0)
        return true;
      list = stop + 1;
    }
  return false;
}

/* The group of the process in the wanted hierarchy; lines of
   /proc/self/cgroup are ID:controllers:path.  */
static bool
find_group (const char *text, struct hierarchy *h)
{
  for (const char *line = text; *line != '\0';)
    {
      const char *end = strchrnul (line, '\n');
      const char *a = memchr (line, ':', (size_t)(end - line));
      const char *b
          = a != NULL ? memchr (a + 1, ':', (size_t)(end - a - 1)) : NULL;
      if (b != NULL)
        {
          size_t length = (size_t)(b - a - 1);
          bool wanted
              = h->unified ? length == 0 : list_has (a + 1, length, "cpu");
          if (wanted && (size_t)(end - b) <= sizeof (h->group))
            {
              memcpy (h->group, b + 1, (size_t)(end - b - 1));
              h->group[end - b - 1] = '\0';
              return true;
            }
        }
      line = *end != '\0' ? end + 1 : end;
    }
  return false;
}

/* Turn the octal escapes of mountinfo (\040) into the characters.  */
static void
unescape (char *s)
{
  char *out = s;
  while (*s != '\0')
    {
      unsigned code;
      if (s[0] == '\\' && sscanf (s + 1, "%3o", &code) == 1)
        {
          *out++ = (char)code;
          s += 4;
        }
      else
        *out++ = *s++;
    }
  *out = '\0';
}

/* Is this line of mountinfo the mount of H?  Fields: id parent dev root mount
   options [optional ...] - type source super-options.  */
static bool
parse_mount (char *line, struct hierarchy *h)
{
  char type[32];
  char super[1024];
  if (sscanf (line, "%*s %*s %*s %4095s %4095s", h->root, h->mount) != 2)
    return false;
  char *dash = strstr (line, " - ");
  if (dash == NULL || sscanf (dash + 3, "%31s %*s %1023s", type, super) != 2)
    return false;
  if (strcmp (type, h->unified ? "cgroup2" : "cgroup") != 0)
    return false;
  if (!h->unified && !list_has (super, strlen (super), "cpu"))
    return false;
  unescape (h->root);
  unescape (h->mount);
  return true;
}

/* Does the group lie below the root of the mount?  */
static bool
is_below (const struct hierarchy *h)
{
  size_t n = strcmp (h->root, "/") == 0 ? 0 : strlen (h->root);
  return strncmp (h->group, h->root, n) == 0
         && (h->group[n] == '/' || h->group[n] == '\0')
         && strstr (h->group, "/..") == NULL;
}

/* The mount that shows the group, else the first of the hierarchy: one that
   shows another part of the tree may be there besides.  OTHER is room for
   one.  */
static bool
find_mount (char *text, struct hierarchy *h, struct hierarchy *other)
{
  char *save;
  struct hierarchy *found = NULL;
  for (char *line = strtok_r (text, "\n", &save); line != NULL;
       line = strtok_r (NULL, "\n", &save))
    {
      if (!parse_mount (line, h))
        continue;
      if (is_below (h))
        return true;
      if (found == NULL)
        {
          found = other;
          *found = *h;
        }
    }
  if (found == NULL)
    return false;
  *h = *found;
  return true;
}

/* Read FILE of the directory DIR; false if it cannot be read.  */
static bool
read_setting (const char *root, const char *dir, const char *file, char *text,
              size_t room)
{
  char path[2 * PATH_ROOM];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, path, sizeof (path));
  gomp_strbuf_printf (&sb, "%s/%s", dir, file);
  return sb.length < sizeof (path) && read_file (root, path, text, room);
}

/* The limit that the directory DIR itself sets, in thousandths, rounded up.  */
static uint64_t
directory_limit (const char *root, const char *dir, bool unified)
{
  char text[128];
  int64_t quota = -1;
  int64_t period = 0;
  size_t room = sizeof (text);
  if (unified)
    {
      if (read_setting (root, dir, "cpu.max", text, room)
          && sscanf (text, "%" SCNd64 " %" SCNd64, &quota, &period) != 2)
        return UINT64_MAX;
    }
  else
    {
      if (read_setting (root, dir, "cpu.cfs_quota_us", text, room))
        quota = strtoll (text, NULL, 10);
      if (read_setting (root, dir, "cpu.cfs_period_us", text, room))
        period = strtoll (text, NULL, 10);
    }
  int64_t milli;
  if (quota <= 0 || period <= 0
      || __builtin_mul_overflow (quota, (int64_t)1000, &milli)
      || __builtin_add_overflow (milli, period - 1, &milli))
    return UINT64_MAX;
  return (uint64_t)(milli / period);
}

/* The part of the group's path below the mount's root, "" if the group does
   not lie below it.  */
static const char *
path_below (const struct hierarchy *h)
{
  size_t n = strcmp (h->root, "/") == 0 ? 0 : strlen (h->root);
  return is_below (h) && strcmp (h->group + n, "/") != 0 ? h->group + n : "";
}

/* Ask the group and each ancestor up to the mount.  */
static void
walk_up (const char *root, const struct hierarchy *h,
         struct os_cpu_quota *quota)
{
  char dir[2 * PATH_ROOM];
  size_t top = strlen (h->mount);
  snprintf (dir, sizeof (dir), "%s%s", h->mount, path_below (h));
  for (;;)
    {
      uint64_t limit = directory_limit (root, dir, h->unified);
      if (limit < quota->milli_cpus)
        {
          quota->milli_cpus = limit;
          struct gomp_strbuf sb;
          gomp_strbuf_init (&sb, quota->group, sizeof (quota->group));
          gomp_strbuf_printf (&sb, "%s", dir);
        }
      char *slash = strrchr (dir, '/');
      if (slash == NULL || (size_t)(slash - dir) < top)
        return;
      *slash = '\0';
    }
}

static void
ask_hierarchy (const char *root, bool unified, struct os_cpu_quota *quota)
{
  struct whole groups = { NULL, 0 };
  struct whole mounts = { NULL, 0 };
  void *room;
  if (os_sparse_map (2 * sizeof (struct hierarchy), &room) != 0)
    return;
  struct hierarchy *h = room;
  h->unified = unified;
  if (read_whole (root, "/proc/self/cgroup", &groups)
      && read_whole (root, "/proc/self/mountinfo", &mounts)
      && find_group (groups.text, h) && find_mount (mounts.text, h, h + 1))
    walk_up (root, h, quota);
  drop_whole (&mounts);
  drop_whole (&groups);
  os_unmap (room, 2 * sizeof (struct hierarchy));
}

void
os_cpu_quota (const char *root, struct os_cpu_quota *quota)
{
  quota->milli_cpus = UINT64_MAX;
  quota->group[0] = '\0';
  int saved = errno;
  ask_hierarchy (root, true, quota);
  ask_hierarchy (root, false, quota);
  errno = saved;
}
