/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* offgomp-node: the devices of a machine for a program on another one.

     offgomp-node --stdio                  the program, or ssh, has started it
     offgomp-node --connect HOST:PORT --cookie FILE   the program waits there
     offgomp-node --meet FILE              FILE says where; "-": so does input

   The process ends when the line to the program does.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proof.h"
#include "server.h"

/* How long to wait for the program's proof.  */
#define PROOF_NS UINT64_C (30000000000)

struct node_server node_server;

struct arguments
{
  bool stdio;
  const char *address; /* HOST:PORT */
  const char *cookie;  /* a file */
  const char *meet;    /* likewise, or "-" */
};

_Noreturn void
node_stop_with (const char *text)
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
         "       offgomp-node --meet FILE\n"
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
      else if (strcmp (argv[i], "--meet") == 0 && more)
        a->meet = argv[++i];
      else if (strcmp (argv[i], "--version") == 0)
        {
          puts ("offgomp-node (" PACKAGE_STRING ")");
          exit (EXIT_SUCCESS);
        }
      else
        show_usage (strcmp (argv[i], "--help") == 0 ? EXIT_SUCCESS : 2);
    }
  /* As one command for program and nodes, mpirun, gives it to both.  */
  if (argc == 1)
    a->meet = getenv ("OFFLOAD_MEET");
  if (a->stdio + (a->address != NULL) + (a->meet != NULL) != 1
      || (a->address != NULL && a->cookie == NULL))
    show_usage (2);
}

/* ---- The line.  */

/* Standard input and output are the line: nobody else shall use them.  */
static void
take_stdio (int *in, int *out)
{
  *in = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  *out = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (*in < 0 || *out < 0)
    node_stop_with ("standard input or output is closed");
}

/* The line, with its proofs.  */
static void
open_line (struct node_server *s, const struct arguments *a)
{
  int in, out;
  if (a->stdio)
    {
      take_stdio (&in, &out);
      if (cluster_line_open (&s->line, in, out) != 0)
        node_stop_with ("out of memory");
      if (cluster_proof_node (&s->line, true, s->secret,
                              os_time_ns () + PROOF_NS)
          != GOMP_OK)
        node_stop_with (gomp_error_text ());
    }
  else if (a->meet != NULL)
    node_connect_meeting (s, a->meet);
  else
    node_connect_cookie (s, a->address, a->cookie);
  int null = open ("/dev/null", O_RDONLY);
  if (null > STDERR_FILENO)
    {
      dup2 (null, STDIN_FILENO);
      close (null);
    }
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

/* The name that the user knows: Slurm has names of its own for nodes.  */
static void
take_name (struct node_server *s)
{
  const char *name = getenv ("SLURMD_NODENAME");
  gethostname (s->name, sizeof (s->name) - 1);
  if (name != NULL && *name != '\0')
    snprintf (s->name, sizeof (s->name), "%s", name);
}

int
main (int argc, char **argv)
{
  struct node_server *s = &node_server;
  struct arguments a = { .stdio = false };
  take_name (s);
  read_arguments (&a, argc, argv);
  take_own_name (argv);
  signal (SIGPIPE, SIG_IGN);
  open_line (s, &a);
  if (!node_output_start (s))
    node_stop_with ("cannot make a pipe");
  if (!node_start (s))
    {
      /* What the program has been told is not told again.  */
      if (*gomp_error_text () == '\0')
        _exit (EXIT_FAILURE);
      node_stop_with (gomp_error_text ());
    }
  int r = node_serve (s);
  node_stop (s);
  if (r == ECONNRESET)
    _exit (EXIT_SUCCESS);
  char text[256];
  snprintf (text, sizeof (text), "lost the program: %s",
            r == ETIMEDOUT ? "no sign of life" : strerror (r));
  node_stop_with (text);
}
