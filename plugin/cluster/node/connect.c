/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The connection to a program that waits for nodes.  Owns no data; the main
   thread.

   The program may not wait there yet; and a file may be left over from another
   program, until this one replaces it.  So both are tried for a while.  */

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "meeting.h"
#include "os/process.h"
#include "proof.h"
#include "secret.h"
#include "server.h"

/* How long to try to reach the program, and to wait for its proof.  */
#define CONNECT_NS UINT64_C (60000000000)
#define PROOF_NS UINT64_C (30000000000)

static void
pause_shortly (void)
{
  nanosleep (&(struct timespec){ .tv_nsec = 100000000 }, NULL);
}

static int
connect_once (const struct addrinfo *info)
{
  int one = 1;
  int fd = socket (info->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  if (connect (fd, info->ai_addr, info->ai_addrlen) == 0)
    {
      setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
      return fd;
    }
  int saved = errno;
  close (fd);
  errno = saved;
  return -1;
}

/* Prove to the program at FD that this node knows the server's secret.  */
static enum gomp_status
prove (struct node_server *s, int fd)
{
  if (cluster_line_open (&s->line, fd, fd) != 0)
    node_stop_with ("out of memory");
  enum gomp_status status = cluster_proof_node (&s->line, false, s->secret,
                                                os_time_ns () + PROOF_NS);
  if (status != GOMP_OK)
    cluster_line_close (&s->line);
  return status;
}

static struct addrinfo *
look_up (const char *host, const char *port)
{
  const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
  struct addrinfo *info;
  char text[512];
  int r = getaddrinfo (host, port, &hints, &info);
  if (r == 0)
    return info;
  snprintf (text, sizeof (text), "cannot find '%s:%s': %s", host, port,
            gai_strerror (r));
  node_stop_with (text);
}

static _Noreturn void
stop_unreached (const char *host, const char *port)
{
  char text[512];
  snprintf (text, sizeof (text), "cannot connect to '%s:%s': %s", host, port,
            strerror (errno));
  node_stop_with (text);
}

void
node_connect_cookie (struct node_server *s, const char *address,
                     const char *cookie)
{
  char host[256];
  const char *colon = strrchr (address, ':');
  if (colon == NULL || (size_t)(colon - address) >= sizeof (host))
    node_stop_with ("the address has no port: HOST:PORT is expected");
  snprintf (host, sizeof (host), "%.*s", (int)(colon - address), address);
  if (cluster_secret_read (cookie, false, s->secret) != GOMP_OK)
    node_stop_with (gomp_error_text ());
  struct addrinfo *info = look_up (host, colon + 1);
  uint64_t deadline = os_time_ns () + CONNECT_NS;
  int fd;
  while ((fd = connect_once (info)) < 0 && os_time_ns () < deadline)
    pause_shortly ();
  if (fd < 0)
    stop_unreached (host, colon + 1);
  freeaddrinfo (info);
  if (prove (s, fd) != GOMP_OK)
    node_stop_with (gomp_error_text ());
}

/* Connect where M says.  */
static enum gomp_status
try_meeting (struct node_server *s, const struct cluster_meeting *m)
{
  char port[16];
  snprintf (port, sizeof (port), "%u", m->port);
  struct addrinfo *info = look_up (m->address, port);
  int fd = connect_once (info), saved = errno;
  freeaddrinfo (info);
  if (fd < 0)
    return gomp_error_errno (GOMP_ERR_NODEV, saved, "cannot connect to '%s:%u'",
                             m->address, m->port);
  memcpy (s->secret, m->secret, sizeof (s->secret));
  return prove (s, fd);
}

/* Whoever writes to standard input listens already.  */
void
node_connect_meeting (struct node_server *s, const char *meeting)
{
  struct cluster_meeting m;
  uint64_t deadline = os_time_ns () + CONNECT_NS;
  bool is_file = strcmp (meeting, "-") != 0;
  enum gomp_status status;
  for (;;)
    {
      status = cluster_meeting_read (meeting, &m);
      if (status == GOMP_OK)
        status = try_meeting (s, &m);
      else if (status != GOMP_ERR_NODEV)
        break;
      if (status == GOMP_OK || !is_file || os_time_ns () >= deadline)
        break;
      pause_shortly ();
    }
  explicit_bzero (&m, sizeof (m));
  if (status != GOMP_OK)
    node_stop_with (gomp_error_text ());
}
