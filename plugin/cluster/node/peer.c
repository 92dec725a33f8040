/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data from node to node; see wire.h.  Any thread.

   A node listens after its first MEET.  One thread takes connections, one at a
   time until it is proved; each has a thread that stores what comes.  It waits
   for the host's earlier messages only, which the leader takes without a wait,
   so two nodes that send to each other cannot wait for each other.

   A node that sends keeps a line to each other node, under that line's lock.
   If the line has ended, as it does when it was not used for long, the node
   connects again, once.

   `lock' guards the list of lines and the port.  */

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "host/condition.h"
#include "os/process.h"
#include "proof.h"
#include "secret.h"
#include "server.h"

/* How long a connection and its proof may take.  */
#define CONNECT_SECONDS 10
#define PROOF_NS UINT64_C (5000000000)

/* A line to another node.  */
struct peer
{
  struct peer *next;
  uint32_t number; /* of the node */
  struct gomp_mutex lock;
  bool is_open;
  struct cluster_line line;
};

static struct gomp_mutex lock;
static struct peer *peers;
static int listening = -1;
static struct sockaddr_in own; /* where */
static uint8_t own_key[CLUSTER_SECRET];

static void
refuse (struct node_server *s, const struct node_job *job)
{
  gomp_error_set (GOMP_ERR_INVALID, "a message to the node makes no sense");
  node_refuse (s, job, NULL);
}

/* ---- The node that gets data.  */

static bool
await_messages (struct node_server *s, uint32_t after)
{
  unsigned taken = gomp_wait_value (&s->taken);
  while ((int32_t)(after - taken) > 0 && gomp_wait_value (&s->ended) == 0)
    taken = gomp_wait_sleep (&s->taken, taken, GOMP_WAIT_PRIVATE, -1);
  return gomp_wait_value (&s->ended) == 0;
}

/* Where the data of PASS go; NULL: nowhere.  */
static void *
find_memory (struct node_server *s, const struct cluster_head *head,
             const struct cluster_pass *pass)
{
  struct node_device *d = node_device_at (s, head->device);
  if (d == NULL || !node_memory_open (d, pass->backed))
    return NULL;
  return x86emul_memory_view (d->d, pass->to, pass->size);
}

static int
take_pass (struct node_server *s, struct cluster_line *line,
           const struct cluster_head *head)
{
  struct cluster_pass pass;
  if (head->type != CLUSTER_PASS || head->size < sizeof (pass))
    return EPROTO;
  int r = cluster_line_take (line, &pass, sizeof (pass));
  if (r != 0)
    return r;
  if (head->size - sizeof (pass) != pass.size)
    return EPROTO;
  if (!await_messages (s, pass.after))
    return ECONNRESET;
  struct node_device *held = node_device_hold (s, head->device);
  void *to = find_memory (s, head, &pass);
  gomp_error_clear ();
  r = to != NULL ? cluster_line_take (line, to, pass.size)
                 : cluster_line_skip (line);
  node_device_release (held);
  struct cluster_head answer = { .type = CLUSTER_PASSED,
                                 .device = to == NULL,
                                 .number = head->number };
  return r != 0 ? r : cluster_line_send (line, &answer, NULL, 0);
}

int
node_serve_peer (struct node_server *s, struct cluster_line *line)
{
  struct cluster_head head;
  int r;
  do
    {
      r = cluster_line_receive (line, &head);
      if (r == 0)
        r = take_pass (s, line, &head);
    }
  while (r == 0);
  return r;
}

static void *
serve (void *data)
{
  struct cluster_line *line = data;
  /* Nobody waits for its end.  */
  pthread_detach (pthread_self ());
  node_serve_peer (&node_server, line);
  cluster_line_close (line);
  free (line);
  gomp_error_fini ();
  return NULL;
}

/* Take the connection FD if its other side proves itself.  */
static void
take_connection (struct node_server *s, int fd)
{
  unsigned long id;
  int one = 1;
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
  struct cluster_line *line = calloc (1, sizeof (*line));
  if (line == NULL || cluster_line_open (line, fd, fd) != 0)
    {
      close (fd);
      free (line);
      return;
    }
  if (cluster_proof_node (line, false, own_key, os_time_ns () + PROOF_NS)
      == GOMP_OK)
    {
      cluster_line_watch (line, s->line.limit_ns);
      if (os_thread_start (serve, line, 0, &id) == 0)
        return;
    }
  gomp_error_clear ();
  cluster_line_close (line);
  free (line);
}

static void *
take_connections (void *server)
{
  for (;;)
    {
      int fd = accept4 (listening, NULL, NULL, SOCK_CLOEXEC);
      if (fd >= 0)
        take_connection (server, fd);
      else if (errno != EINTR && errno != ECONNABORTED)
        nanosleep (&(struct timespec){ .tv_nsec = 100000000 }, NULL);
    }
  return NULL;
}

/* An address of this machine that other nodes may reach: of the connection to
   the program, or to the client of ssh, or of the machine's name.  */
static bool
find_address (const struct node_server *s, bool is_local, struct sockaddr_in *a)
{
  socklen_t size = sizeof (*a);
  char text[64] = "";
  const char *ssh = getenv ("SSH_CONNECTION");
  *a = (struct sockaddr_in){ .sin_family = AF_INET };
  if (is_local)
    return inet_pton (AF_INET, "127.0.0.1", &a->sin_addr) == 1;
  if (getsockname (s->line.in, (struct sockaddr *)a, &size) == 0
      && a->sin_family == AF_INET)
    {
      a->sin_port = 0;
      return true;
    }
  *a = (struct sockaddr_in){ .sin_family = AF_INET };
  if (ssh != NULL && sscanf (ssh, "%*s %*s %63s", text) == 1
      && inet_pton (AF_INET, text, &a->sin_addr) == 1)
    return true;
  const struct addrinfo hints
      = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM };
  struct addrinfo *info;
  if (getaddrinfo (s->name, NULL, &hints, &info) != 0)
    return false;
  memcpy (a, info->ai_addr, sizeof (*a));
  freeaddrinfo (info);
  return true;
}

/* With `lock'.  */
static bool
start_listening (struct node_server *s, const struct cluster_meet *meet)
{
  socklen_t size = sizeof (own);
  unsigned long id;
  if (!find_address (s, meet->is_local != 0, &own))
    return false;
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && bind (fd, (struct sockaddr *)&own, sizeof (own)) == 0
      && listen (fd, 16) == 0
      && getsockname (fd, (struct sockaddr *)&own, &size) == 0)
    {
      memcpy (own_key, meet->key.masked, sizeof (own_key));
      cluster_secret_mask (s->secret, meet->key.nonce, own_key);
      listening = fd;
      if (os_thread_start (take_connections, s, 0, &id) == 0)
        return true;
      listening = -1;
    }
  if (fd >= 0)
    close (fd);
  return false;
}

void
node_run_meet (struct node_server *s, const struct node_job *job)
{
  const struct cluster_meet *meet = (const struct cluster_meet *)job->payload;
  char text[INET_ADDRSTRLEN];
  if (job->head.size != sizeof (*meet))
    {
      refuse (s, job);
      return;
    }
  gomp_mutex_lock (&lock);
  bool ok = listening >= 0 || start_listening (s, meet);
  gomp_mutex_unlock (&lock);
  if (!ok || inet_ntop (AF_INET, &own.sin_addr, text, sizeof (text)) == NULL)
    {
      gomp_error_errno (GOMP_ERR_SYSTEM, errno,
                        "cannot listen for other nodes");
      node_refuse (s, job, NULL);
      return;
    }
  const struct cluster_met met = { .port = ntohs (own.sin_port) };
  const struct cluster_bytes part[]
      = { { &met, sizeof (met) }, { text, strlen (text) } };
  node_answer (s, job, CLUSTER_MET, part, 2);
}

/* ---- The node that sends data.  */

static struct peer *
find_peer (uint32_t number)
{
  gomp_mutex_lock (&lock);
  struct peer *p = peers;
  while (p != NULL && p->number != number)
    p = p->next;
  if (p == NULL && (p = calloc (1, sizeof (*p))) != NULL)
    {
      p->number = number;
      p->next = peers;
      peers = p;
    }
  gomp_mutex_unlock (&lock);
  return p;
}

/* A connection to ADDRESS; -1: it is out of reach.  */
static int
connect_to (const char *address, uint32_t port)
{
  struct sockaddr_in a
      = { .sin_family = AF_INET, .sin_port = htons ((uint16_t)port) };
  const struct timeval limit = { .tv_sec = CONNECT_SECONDS }, none = { 0 };
  int one = 1;
  if (inet_pton (AF_INET, address, &a.sin_addr) != 1)
    return -1;
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  /* Linux heeds it when it connects, too.  */
  setsockopt (fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof (limit));
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
  if (connect (fd, (const struct sockaddr *)&a, sizeof (a)) != 0)
    {
      close (fd);
      return -1;
    }
  setsockopt (fd, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof (none));
  return fd;
}

/* With P's lock.  */
static bool
open_peer (struct node_server *s, struct peer *p,
           const struct cluster_send *send, const char *address)
{
  uint8_t key[CLUSTER_SECRET];
  int fd = connect_to (address, send->port);
  if (fd < 0)
    return false;
  if (cluster_line_open (&p->line, fd, fd) != 0)
    {
      close (fd);
      return false;
    }
  memcpy (key, send->key.masked, sizeof (key));
  cluster_secret_mask (s->secret, send->key.nonce, key);
  p->is_open
      = cluster_proof_host (&p->line, "the other node", false, key,
                            os_time_ns () + CONNECT_SECONDS * PROOF_NS / 5)
        == GOMP_OK;
  gomp_error_clear ();
  if (p->is_open)
    cluster_line_watch (&p->line, s->line.limit_ns);
  else
    cluster_line_close (&p->line);
  return p->is_open;
}

/* Returns 0, an errno value, or EINVAL: the other node cannot store it.  With
   P's lock.  */
static int
pass_once (struct peer *p, const struct cluster_send *send, const void *from)
{
  struct cluster_head head
      = { .type = CLUSTER_PASS, .device = send->to_device, .number = 1 };
  const struct cluster_pass pass = { .to = send->to,
                                     .backed = send->to_backed,
                                     .size = send->size,
                                     .after = send->after };
  const struct cluster_bytes part[]
      = { { &pass, sizeof (pass) }, { from, send->size } };
  int r = cluster_line_send (&p->line, &head, part, 2);
  if (r == 0)
    r = cluster_line_receive (&p->line, &head);
  if (r == 0 && (head.type != CLUSTER_PASSED || head.size != 0))
    r = EPROTO;
  return r != 0 ? r : head.device == 0 ? 0 : EINVAL;
}

/* The same, with a new line if the old one has ended.  */
static int
pass_to (struct node_server *s, struct peer *p, const struct cluster_send *send,
         const char *address, const void *from)
{
  int r = ECONNRESET;
  gomp_mutex_lock (&p->lock);
  for (int attempt = 0; attempt < 2 && r != 0 && r != EINVAL; attempt++)
    {
      if (!p->is_open && !open_peer (s, p, send, address))
        break;
      r = pass_once (p, send, from);
      if (r != 0 && r != EINVAL)
        {
          cluster_line_close (&p->line);
          p->is_open = false;
        }
    }
  gomp_mutex_unlock (&p->lock);
  return r;
}

/* To another device of this node.  */
static int
move_here (struct node_server *s, const struct cluster_send *send,
           const void *from)
{
  struct node_device *held = node_device_hold (s, send->to_device);
  struct node_device *d = node_device_at (s, send->to_device);
  void *to = d != NULL && node_memory_open (d, send->to_backed)
                 ? x86emul_memory_view (d->d, send->to, send->size)
                 : NULL;
  if (to != NULL)
    memmove (to, from, send->size);
  node_device_release (held);
  return to != NULL ? 0 : EINVAL;
}

/* Where the data of SEND are; NULL: nowhere.  */
static const void *
find_source (struct node_device *d, const struct node_job *job)
{
  const struct cluster_send *send = (const struct cluster_send *)job->payload;
  if (d == NULL || job->head.size < sizeof (*send)
      || !node_memory_open (d, send->backed))
    return NULL;
  return x86emul_memory_view (d->d, send->from, send->size);
}

void
node_run_send (struct node_server *s, const struct node_job *job)
{
  const struct cluster_send *send = (const struct cluster_send *)job->payload;
  struct node_device *d = node_device_at (s, job->head.device);
  const void *from = find_source (d, job);
  if (from == NULL)
    {
      refuse (s, job);
      return;
    }
  if (!x86emul_condition_is_usable (d->d))
    {
      node_refuse (s, job, d);
      return;
    }
  int r = EINVAL;
  struct peer *p = NULL;
  if (send->node == send->own_node)
    r = move_here (s, send, from);
  else if ((p = find_peer (send->node)) != NULL)
    r = pass_to (s, p, send, job->payload + sizeof (*send), from);
  if (r == EINVAL)
    {
      gomp_error_set (GOMP_ERR_DEVICE, "the other device cannot store data");
      node_refuse (s, job, NULL);
    }
  else
    node_answer (s, job, r == 0 ? CLUSTER_DONE : CLUSTER_NEED, NULL, 0);
}
