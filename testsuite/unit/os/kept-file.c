/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Files that stay for later runs: who may use them, what is no such file, and
   which make room for others.  */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "files.h"
#include "os/kept_file.h"
#include "os/memory.h"

/* x... are complete, t... temporary.  */
static enum os_kept_kind
kind_of (const char *name)
{
  return *name == 'x'   ? OS_KEPT_COMPLETE
         : *name == 't' ? OS_KEPT_TEMPORARY
                        : OS_KEPT_NONE;
}

static const struct os_kept kept
    = { .limit = 10, .giving_up = 100, .kind = kind_of };
static int directory;

static void
begin (void)
{
  struct stat s;
  begin_files ();
  EXPECT (os_kept_directory_open (root, O_NOFOLLOW, 077, &directory, &s) == 0);
}

static void
end (void)
{
  close (directory);
  end_files ();
}

/* Write a file of SIZE bytes, in two parts.  */
static int
keep (const char *temporary, const char *name, size_t size)
{
  char bytes[] = "0123456789abcdef";
  const struct iovec part[] = { { bytes, 1 }, { bytes + 1, size - 1 } };
  return os_kept_write (directory, &kept, temporary, name, part, 2);
}

static bool
exists (const char *name)
{
  return faccessat (directory, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* NAME was last used SECONDS ago.  */
static void
make_older (const char *name, int seconds)
{
  struct timespec t[2] = { { .tv_sec = time (NULL) - seconds } };
  t[1] = t[0];
  EXPECT (utimensat (directory, name, t, AT_SYMLINK_NOFOLLOW) == 0);
}

static void
test_read (void)
{
  struct stat s;
  char bytes[8] = "";
  int fd = -1;
  begin ();
  EXPECT (keep ("t", "x", 6) == 0 && !exists ("t"));
  make_older ("x", 50);
  EXPECT (os_kept_open (directory, "x", &fd, &s) == 0);
  EXPECT (s.st_size == 6 && (s.st_mode & 0777) == 0600);
  EXPECT (os_kept_is_private (&s, 077));
  EXPECT (os_read_file (fd, bytes, 6) == 0 && strcmp (bytes, "012345") == 0);
  EXPECT (os_read_file (fd, bytes, 1) == ENODATA);
  os_kept_use (fd);
  EXPECT (fstat (fd, &s) == 0 && time (NULL) - s.st_mtime < 40);
  close (fd);
  EXPECT (os_kept_open (directory, "y", &fd, &s) == ENOENT);
  end ();
}

static void
test_other_kinds_of_files (void)
{
  struct stat s;
  int fd = -1;
  begin ();
  EXPECT (keep ("t", "x", 6) == 0);
  EXPECT (symlinkat ("x", directory, "link") == 0);
  EXPECT (mkfifoat (directory, "fifo", 0600) == 0);
  EXPECT (mkdirat (directory, "xd", 0700) == 0);
  EXPECT (os_kept_open (directory, "link", &fd, &s) == ELOOP);
  EXPECT (os_kept_open (directory, "fifo", &fd, &s) == EINVAL);
  EXPECT (os_kept_open (directory, "xd", &fd, &s) == EINVAL);
  EXPECT (fd == -1);
  /* Nor are they written to.  */
  EXPECT (keep ("t", "xd", 2) == EISDIR && !exists ("t"));
  EXPECT (symlinkat ("other", directory, "t") == 0);
  EXPECT (keep ("t", "x", 2) == EEXIST && !exists ("other"));
  end ();
}

static void
test_private (void)
{
  struct stat s;
  char link[600];
  int fd = -1;
  begin ();
  snprintf (link, sizeof (link), "%s/link", root);
  EXPECT (symlink (root, link) == 0);
  EXPECT (os_kept_directory_open (link, O_NOFOLLOW, 077, &fd, &s) == ENOTDIR);
  EXPECT (os_kept_directory_open (link, 0, 077, &fd, &s) == 0);
  close (fd);
  fd = -1;
  EXPECT (chmod (root, 0750) == 0);
  EXPECT (os_kept_directory_open (root, 0, 077, &fd, &s) == EPERM);
  EXPECT ((s.st_mode & 0777) == 0750 && fd == -1);
  EXPECT (os_kept_is_private (&s, 022));
  s.st_uid = geteuid () + 1;
  EXPECT (!os_kept_is_private (&s, 0));
  end ();
}

static void
test_limit (void)
{
  begin ();
  EXPECT (keep ("t", "x1", 4) == 0 && keep ("t", "x2", 4) == 0);
  make_older ("x1", 20);
  make_older ("x2", 30);
  EXPECT (keep ("t", "x3", 11) == EFBIG && exists ("x1") && exists ("x2"));
  EXPECT (keep ("t", "x3", 2) == 0 && exists ("x1") && exists ("x2"));
  put ("/other", "much more than the limit");
  EXPECT (keep ("t", "x4", 3) == 0);
  EXPECT (exists ("x1") && !exists ("x2") && exists ("x3") && exists ("other"));
  EXPECT (keep ("t", "x5", 10) == 0);
  EXPECT (!exists ("x1") && !exists ("x3") && !exists ("x4") && exists ("x5"));
  end ();
}

static void
test_several_writers (void)
{
  begin ();
  put ("/t", "");
  EXPECT (keep ("t", "x", 2) == EEXIST && exists ("t") && !exists ("x"));
  EXPECT (keep ("t2", "x", 2) == 0 && exists ("t") && exists ("x"));
  make_older ("t", 200);
  EXPECT (keep ("t2", "x", 2) == 0 && !exists ("t"));
  end ();
}

int
main (void)
{
  RUN (test_read);
  RUN (test_other_kinds_of_files);
  RUN (test_private);
  RUN (test_limit);
  RUN (test_several_writers);
  return check_done ();
}
