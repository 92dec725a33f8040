/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Nodes that connect to the program; see group.h.

   One thread begins and closes a group.  In between the receivers of all its
   nodes wait at its socket, and each takes the next connection that comes.  The
   socket does not block: another receiver may have been quicker.  `lock' guards
   the command.  */

#include "group.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "os/channel.h"
#include "os/process.h"
#include "proof.h"
#include "remote.h"
#include "secret.h"

/* How long a server has to prove itself.  */
#define PROOF_NS UINT64_C (5000000000)
/* How often to look whether the command has failed.  */
#define LOOK_MS 100
/* In place of a connection's descriptor.  */
#define NO_DESCRIPTORS (-2)

/* ---- The start.  */

static enum gomp_status
listen_failed (const struct cluster_group *g, int errnum)
{
  return gomp_error_errno (GOMP_ERR_NODEV, errnum,
                           "cannot listen for nodes at %s:%u",
                           g->meeting.address, g->meeting.port);
}

static enum gomp_status
open_socket (struct cluster_group *g)
{
  struct sockaddr_in a = { .sin_family = AF_INET,
                           .sin_port = htons ((uint16_t)g->element->port) };
  socklen_t size = sizeof (a);
  int one = 1;
  enum gomp_status status = cluster_net_find (
      cluster_settings.net, g->element->way == CLUSTER_BY_LISTEN, &a.sin_addr);
  if (status != GOMP_OK)
    return status;
  g->meeting.port = g->element->port;
  inet_ntop (AF_INET, &a.sin_addr, g->meeting.address,
             sizeof (g->meeting.address));
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0)
    return listen_failed (g, errno);
  setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof (one));
  if (bind (fd, (const struct sockaddr *)&a, sizeof (a)) != 0
      || listen (fd, SOMAXCONN) != 0
      || getsockname (fd, (struct sockaddr *)&a, &size) != 0)
    {
      int r = errno;
      close (fd);
      return listen_failed (g, r);
    }
  g->meeting.port = ntohs (a.sin_port);
  g->listening = fd;
  os_migrate_away (&g->listening);
  return GOMP_OK;
}

/* Tell the user what to start.  */
static enum gomp_status
begin_listen (struct cluster_group *g)
{
  const char *address = g->meeting.address;
  unsigned port = g->meeting.port;
  enum gomp_status status
      = cluster_secret_read (cluster_settings.cookie, true, g->meeting.secret);
  if (status == GOMP_OK)
    GOMP_PLUGIN_error ("waiting for a node at %s:%u\n  hint: run there: "
                       "offgomp-node --connect %s:%u --cookie FILE, with a "
                       "copy of the file '%s'",
                       address, port, address, port, cluster_settings.cookie);
  return status;
}

static enum gomp_status
begin_meet (struct cluster_group *g)
{
  enum gomp_status status
      = cluster_secret_random (g->meeting.secret, sizeof (g->meeting.secret));
  g->file = strdup (cluster_settings.meet);
  if (g->file == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  return status == GOMP_OK ? cluster_meeting_publish (&g->meeting, g->file)
                           : status;
}

/* The words of the command; malloced, or NULL.  */
static const char **
make_words (struct cluster_group *g, const char *program)
{
  static const char *const srun[] = { "srun",
                                      "--overlap",
                                      "--ntasks-per-node=1",
                                      "--cpu-bind=none",
                                      "--kill-on-bad-exit=0",
                                      "--mem=0" };
  bool by_slurm = g->element->way == CLUSTER_BY_SLURM;
  size_t used;
  const char **word = cluster_command_words (!by_slurm, &used);
  if (word == NULL)
    return NULL;
  for (unsigned i = 0; by_slurm && i < GOMP_ARRAY_SIZE (srun); i++)
    word[used++] = srun[i];
  for (unsigned i = 0; by_slurm && i < GOMP_ARRAY_SIZE (g->element->job_option);
       i++)
    word[used++] = g->element->job_option[i];
  word[used++] = program;
  word[used++] = "--meet";
  word[used] = g->file != NULL ? g->file : "-";
  return word;
}

/* Start the command, which passes its standard input on to each server, unless
   a file says the same.  */
static enum gomp_status
begin_command (struct cluster_group *g)
{
  char program[PATH_MAX], text[CLUSTER_MEETING_MAX];
  int end;
  bool by_file
      = g->element->way == CLUSTER_BY_SEVERAL && cluster_settings.meet != NULL;
  enum gomp_status status
      = by_file ? begin_meet (g)
                : cluster_secret_random (g->meeting.secret,
                                         sizeof (g->meeting.secret));
  if (status != GOMP_OK)
    return status;
  if (!cluster_command_find (program))
    return GOMP_ERR_NODEV;
  const char **word = make_words (g, program);
  if (word == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  status = cluster_command_start (&g->command, word, false, &end);
  free (word);
  if (status != GOMP_OK)
    return status;
  size_t length = cluster_meeting_write (&g->meeting, text);
  /* If the command has ended, its status will say so.  */
  if (!by_file)
    os_channel_send (end, text, length, NULL, 0);
  explicit_bzero (text, sizeof (text));
  os_close (&end);
  return GOMP_OK;
}

enum gomp_status
cluster_group_begin (struct cluster_group *g)
{
  enum gomp_status status = open_socket (g);
  if (status != GOMP_OK)
    return status;
  if (g->element->way == CLUSTER_BY_LISTEN)
    return begin_listen (g);
  return g->element->way == CLUSTER_BY_MEET ? begin_meet (g)
                                            : begin_command (g);
}

/* ---- Connections.  */

/* Will nobody come, because the command has failed?  One that has ended
   otherwise may have left servers behind.  */
static bool
has_failed (struct cluster_group *g)
{
  gomp_mutex_lock (&g->lock);
  bool failed = g->command.child.pid != 0 && cluster_command_ended (&g->command)
                && g->command.status > 0;
  gomp_mutex_unlock (&g->lock);
  return failed;
}

/* A connection, or -1 at the end of the time, or NO_DESCRIPTORS.  */
static int
accept_one (struct cluster_group *g, uint64_t deadline_ns)
{
  for (;;)
    {
      uint64_t now = os_time_ns ();
      if (now >= deadline_ns)
        return -1;
      uint64_t ms = (deadline_ns - now) / 1000000 + 1;
      if (os_wait_readable (&g->listening, 1, 0,
                            (int)(ms < LOOK_MS ? ms : LOOK_MS))
          == 0)
        {
          if (has_failed (g))
            return -1;
          continue;
        }
      int fd = accept4 (g->listening, NULL, NULL, SOCK_CLOEXEC);
      if (fd >= 0)
        return fd;
      if (errno == EMFILE || errno == ENFILE)
        return NO_DESCRIPTORS;
    }
}

static enum gomp_status
no_descriptors (void)
{
  struct rlimit limit = { .rlim_cur = 0 };
  getrlimit (RLIMIT_NOFILE, &limit);
  gomp_error_set (GOMP_ERR_NODEV, "no descriptor is left for its connection");
  gomp_error_hint ("each node needs one; the program may have %llu, see "
                   "ulimit -n",
                   (unsigned long long)limit.rlim_cur);
  return GOMP_ERR_NODEV;
}

static enum gomp_status
nobody_came (struct cluster_group *g, const char *last)
{
  if (has_failed (g))
    gomp_error_set (GOMP_ERR_NODEV, "no node has connected");
  else
    gomp_error_set (GOMP_ERR_NODEV, "no node has connected within %u s",
                    cluster_settings.start_timeout);
  if (last[0] != '\0')
    gomp_error_note ("the last one that tried: %s", last);
  gomp_mutex_lock (&g->lock);
  cluster_command_explain (&g->command);
  gomp_mutex_unlock (&g->lock);
  return GOMP_ERR_NODEV;
}

enum gomp_status
cluster_group_await (struct cluster_group *g, struct cluster_line *line,
                     uint64_t deadline_ns)
{
  int fd;
  char last[512] = "";
  while ((fd = accept_one (g, deadline_ns)) >= 0)
    {
      int one = 1;
      uint64_t now = os_time_ns ();
      uint64_t until
          = now + PROOF_NS < deadline_ns ? now + PROOF_NS : deadline_ns;
      setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
      os_migrate_away (&fd);
      if (cluster_line_open (line, fd, fd) == 0
          && cluster_proof_host (line, "the node that connects", false,
                                 g->meeting.secret, until)
                 == GOMP_OK)
        return GOMP_OK;
      snprintf (last, sizeof (last), "%s", gomp_error_text ());
      cluster_line_close (line);
    }
  return fd == NO_DESCRIPTORS ? no_descriptors () : nobody_came (g, last);
}

/* ---- The end.  */

void
cluster_group_close (struct cluster_group *g)
{
  os_close (&g->listening);
  if (g->file != NULL)
    unlink (g->file);
  free (g->file);
  g->file = NULL;
}

void
cluster_group_leave (struct cluster_group *g)
{
  if (atomic_fetch_sub (&g->left, 1) != 1)
    return;
  gomp_mutex_lock (&g->lock);
  cluster_command_finish (&g->command);
  gomp_mutex_unlock (&g->lock);
}
