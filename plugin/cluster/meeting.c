/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The line of text by which servers find their program; see meeting.h.  Owns no
   data; one thread.

   A file appears under its name with its whole contents.  The program removes
   it when its nodes have come, and a server that reads an old one finds nobody
   there, or one who does not know the old secret.  */

#include "meeting.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/memory.h"
#include "secret.h"

#define FORMAT "offgomp-meeting 1"

size_t
cluster_meeting_write (const struct cluster_meeting *m,
                       char text[CLUSTER_MEETING_MAX])
{
  char hex[CLUSTER_SECRET_DIGITS + 1];
  cluster_secret_to_hex (m->secret, hex);
  int n = snprintf (text, CLUSTER_MEETING_MAX, FORMAT " %s %u %s\n", m->address,
                    m->port, hex);
  explicit_bzero (hex, sizeof (hex));
  return (size_t)n;
}

static enum gomp_status
cannot_write (const char *path, int errnum)
{
  return gomp_error_errno (GOMP_ERR_SYSTEM, errnum,
                           "cannot write the file '%s' of environment variable "
                           "OFFLOAD_MEET",
                           path);
}

enum gomp_status
cluster_meeting_publish (const struct cluster_meeting *m, const char *path)
{
  char text[CLUSTER_MEETING_MAX], temporary[4096];
  size_t length = cluster_meeting_write (m, text);
  int n = snprintf (temporary, sizeof (temporary), "%s.%d", path, getpid ());
  if (n >= (int)sizeof (temporary))
    return cannot_write (path, ENAMETOOLONG);
  unlink (temporary);
  int fd = open (temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  int r = fd < 0 ? errno : os_write_file (fd, text, length);
  if (fd >= 0)
    close (fd);
  explicit_bzero (text, sizeof (text));
  if (r == 0 && rename (temporary, path) != 0)
    r = errno;
  if (r == 0)
    return GOMP_OK;
  if (fd >= 0)
    unlink (temporary);
  return cannot_write (path, r);
}

/* Decode TEXT.  */
static bool
decode (const char *text, struct cluster_meeting *m)
{
  char hex[CLUSTER_SECRET_DIGITS + 1];
  /* The widths are those of the arrays.  */
  return sscanf (text, FORMAT " %63s %u %64s", m->address, &m->port, hex) == 3
         && m->port <= 65535 && cluster_secret_from_hex (hex, m->secret);
}

/* Only the user may have written what is to be trusted.  */
static bool
is_private (int fd)
{
  struct stat s;
  return fstat (fd, &s) == 0 && s.st_uid == geteuid () && S_ISREG (s.st_mode)
         && (s.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/* Read up to the first newline.  */
static bool
read_line (int fd, char text[CLUSTER_MEETING_MAX])
{
  size_t used = 0;
  while (used < CLUSTER_MEETING_MAX - 1
         && (used == 0 || text[used - 1] != '\n'))
    {
      ssize_t n = read (fd, text + used, 1);
      if (n == 0 || (n < 0 && errno != EINTR))
        break;
      used += n > 0 ? 1 : 0;
    }
  text[used] = '\0';
  return used > 0 && text[used - 1] == '\n';
}

enum gomp_status
cluster_meeting_read (const char *path, struct cluster_meeting *m)
{
  char text[CLUSTER_MEETING_MAX];
  bool is_input = strcmp (path, "-") == 0;
  int fd = is_input
               ? STDIN_FILENO
               : open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return gomp_error_errno (errno == ENOENT ? GOMP_ERR_NODEV
                                             : GOMP_ERR_INVALID,
                             errno, "cannot read the file '%s'", path);
  bool is_own = is_input || is_private (fd);
  bool ok = is_own && read_line (fd, text) && decode (text, m);
  explicit_bzero (text, sizeof (text));
  if (!is_input)
    close (fd);
  if (ok)
    return GOMP_OK;
  if (!is_own)
    gomp_error_set (GOMP_ERR_INVALID,
                    "the file '%s' with the secret of the nodes can be read or "
                    "written by others",
                    path);
  else
    gomp_error_set (GOMP_ERR_INVALID,
                    "%s does not say where a program waits for nodes",
                    is_input ? "standard input" : path);
  if (!is_own)
    gomp_error_hint ("it must be a file of your own: chmod 600 '%s'", path);
  return GOMP_ERR_INVALID;
}
