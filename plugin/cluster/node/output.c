/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sends to the host what devices print on stdout and stderr.  Owns the pipes.

   A thread reads the pipes and sends their contents.  Before a region's answer
   is sent, the thread that sends it does the same: the device has flushed its
   output by then.  `draining' keeps the order.  */

#include <fcntl.h>
#include <unistd.h>

#include "os/channel.h"
#include "os/process.h"
#include "server.h"

int node_own_stderr = STDERR_FILENO;
static struct gomp_mutex draining;
static int pipes[2] = { -1, -1 }; /* reading ends of stdout's and stderr's */

static void
drain (struct node_server *s, unsigned i)
{
  char text[16384];
  ssize_t n;
  while ((n = read (pipes[i], text, sizeof (text))) > 0)
    {
      struct cluster_head head
          = { .type = CLUSTER_OUTPUT, .device = i + STDOUT_FILENO };
      const struct cluster_bytes part = { text, (size_t)n };
      if (cluster_line_send (&s->line, &head, &part, 1) != 0)
        return;
    }
}

void
node_output_drain (struct node_server *s)
{
  gomp_mutex_lock (&draining);
  drain (s, 0);
  drain (s, 1);
  gomp_mutex_unlock (&draining);
}

static void *
forward (void *server)
{
  while (os_wait_readable (pipes, 2, 0, -1) != 0 || pipes[0] >= 0)
    node_output_drain (server);
  return NULL;
}

/* Let descriptor FD be a pipe from now on.  */
static bool
replace (int fd, int *reading)
{
  int ends[2];
  if (pipe2 (ends, O_CLOEXEC) != 0)
    return false;
  *reading = os_above_standard (ends[0]);
  bool ok = *reading >= 0 && fcntl (*reading, F_SETFL, O_NONBLOCK) == 0
            && dup2 (ends[1], fd) == fd;
  if (ends[1] != fd)
    close (ends[1]);
  return ok;
}

bool
node_output_start (struct node_server *s)
{
  unsigned long id;
  int own = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (own >= 0)
    node_own_stderr = own;
  return replace (STDOUT_FILENO, &pipes[0])
         && replace (STDERR_FILENO, &pipes[1])
         && os_thread_start (forward, s, 0, &id) == 0;
}
