/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* offgomp-node: the devices of a machine for a program on another one.

     offgomp-node --stdio                  the program, or ssh, has started it
     offgomp-node --connect HOST:PORT --cookie FILE   the program waits there

   The process ends when the line to the program does.  */

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "os/channel.h"
#include "proof.h"
#include "secret.h"
#include "server.h"

/* How long to try to reach the program, and to wait for its proof.  */
#define CONNECT_NS UINT64_C (60000000000)
#define PROOF_NS UINT64_C (30000000000)

struct node_server node_server;

struct arguments
{
  bool stdio;
  const char *address; /* HOST:PORT */
  const char *cookie;  /* a file */
};

static _Noreturn void
stop (const char *text)
{
  char line[4096];
  int n = snprintf (line, sizeof (line), "offgomp-node: %s: %s\n",
                    node_server.name, text);
  size_t size = n < (int)sizeof (line) ? (size_t)n : sizeof (line) - 1;
  ssize_t written = write (node_own_stderr, line, size);
  (void)written;
  _exit (EXIT_FAILURE);
}

static _Noreturn void
show_usage (int status)
{
  fputs ("Usage: offgomp-node --connect HOST:PORT --cookie FILE\n"
         "       offgomp-node --stdio\n"
         "Offer this machine's emulated devices to a program that runs on "
         "another\nmachine with OFFLOAD_HOSTS; see offgomp-node(1).\n",
         status == 0 ? stdout : stderr);
  exit (status);
}

static void
read_arguments (struct arguments *a, int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      bool more = i + 1 < argc;
      if (strcmp (argv[i], "--stdio") == 0)
        a->stdio = true;
      else if (strcmp (argv[i], "--connect") == 0 && more)
        a->address = argv[++i];
      else if (strcmp (argv[i], "--cookie") == 0 && more)
        a->cookie = argv[++i];
      else if (strcmp (argv[i], "--version") == 0)
        {
          puts ("offgomp-node (" PACKAGE_STRING ")");
          exit (EXIT_SUCCESS);
        }
      else
        show_usage (strcmp (argv[i], "--help") == 0 ? EXIT_SUCCESS : 2);
    }
  if (a->stdio == (a->address != NULL)
      || (a->address != NULL && a->cookie == NULL))
    show_usage (2);
}

/* ---- The line.  */

static int
connect_once (const struct addrinfo *info)
{
  int fd = socket (info->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  if (connect (fd, info->ai_addr, info->ai_addrlen) == 0)
    return fd;
  int saved = errno;
  close (fd);
  errno = saved;
  return -1;
}

/* Connect to HOST:PORT; the program may not wait there yet.  */
static int
connect_to (const char *address)
{
  char host[256], text[512];
  const char *colon = strrchr (address, ':');
  if (colon == NULL || (size_t)(colon - address) >= sizeof (host))
    show_usage (2);
  snprintf (host, sizeof (host), "%.*s", (int)(colon - address), address);
  const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
  struct addrinfo *info;
  int r = getaddrinfo (host, colon + 1, &hints, &info);
  if (r != 0)
    {
      snprintf (text, sizeof (text), "cannot find '%s': %s", address,
                gai_strerror (r));
      stop (text);
    }
  uint64_t deadline = os_time_ns () + CONNECT_NS;
  int fd;
  while ((fd = connect_once (info)) < 0 && os_time_ns () < deadline)
    nanosleep (&(struct timespec){ .tv_nsec = 100000000 }, NULL);
  if (fd < 0)
    {
      snprintf (text, sizeof (text), "cannot connect to '%s': %s", address,
                strerror (errno));
      stop (text);
    }
  freeaddrinfo (info);
  int one = 1;
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
  return fd;
}

/* Standard input and output are the line: nobody else shall use them.  */
static void
take_stdio (int *in, int *out)
{
  *in = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  *out = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (*in < 0 || *out < 0)
    stop ("standard input or output is closed");
}

static void
open_line (struct node_server *s, const struct arguments *a)
{
  uint8_t secret[CLUSTER_SECRET];
  int in, out;
  if (!a->stdio && cluster_secret_read (a->cookie, false, secret) != GOMP_OK)
    stop (gomp_error_text ());
  if (a->stdio)
    take_stdio (&in, &out);
  else
    in = out = connect_to (a->address);
  int null = open ("/dev/null", O_RDONLY);
  if (null > STDERR_FILENO)
    {
      dup2 (null, STDIN_FILENO);
      close (null);
    }
  if (cluster_line_open (&s->line, in, out) != 0)
    stop ("out of memory");
  if (cluster_proof_node (&s->line, a->stdio, secret, os_time_ns () + PROOF_NS)
      != GOMP_OK)
    stop (gomp_error_text ());
  memcpy (s->secret, secret, sizeof (s->secret));
  explicit_bzero (secret, sizeof (secret));
}

/* What the server needs is found from where its file lies, which argv[0] must
   say.  */
static void
take_own_name (char **argv)
{
  static char self[4096];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof (self) - 1);
  if (n <= 0 || strcmp (argv[0], self) == 0)
    return;
  argv[0] = self;
  execv (self, argv);
}

int
main (int argc, char **argv)
{
  struct node_server *s = &node_server;
  struct arguments a = { .stdio = false };
  gethostname (s->name, sizeof (s->name) - 1);
  read_arguments (&a, argc, argv);
  take_own_name (argv);
  signal (SIGPIPE, SIG_IGN);
  open_line (s, &a);
  if (!node_output_start (s))
    stop ("cannot make a pipe");
  if (!node_start (s))
    stop (gomp_error_text ());
  int r = node_serve (s);
  node_stop (s);
  if (r == ECONNRESET)
    _exit (EXIT_SUCCESS);
  char text[256];
  snprintf (text, sizeof (text), "lost the program: %s",
            r == ETIMEDOUT ? "no sign of life" : strerror (r));
  stop (text);
}
