/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Starting the server of a node, and the line to it.  The receiver of each node
   calls this; the listening sockets are made before.  */

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/channel.h"
#include "os/process.h"
#include "proof.h"
#include "remote.h"
#include "secret.h"

/* How long a server has to prove itself; how long to wait for its end.  */
#define PROOF_NS UINT64_C (30000000000)
#define END_MS 10000
#define LOOK_MS 20
/* The command gets the stream as this descriptor, and the shell makes it
   standard input and output.  */
#define STREAM_FD 3

extern char **environ;

/* ---- The command.  */

/* Look for offgomp-node beside the plugin, as it is installed or built.  */
static bool
find_program (char *path)
{
  static const char *const paths[]
      = { NODE_RELATIVE, "../offgomp-node", "offgomp-node" };
  const char *self = os_file_of_address ((const void *)&cluster_start_node);
  const char *slash = self != NULL ? strrchr (self, '/') : NULL;
  char text[PATH_MAX];
  for (unsigned i = 0; slash != NULL && i < GOMP_ARRAY_SIZE (paths); i++)
    {
      int n = snprintf (text, sizeof (text), "%.*s/%s", (int)(slash - self),
                        self, paths[i]);
      if (n < (int)sizeof (text) && access (text, X_OK) == 0
          && realpath (text, path) != NULL)
        return true;
    }
  snprintf (path, PATH_MAX, "%s", NODE_ABSOLUTE);
  return access (path, X_OK) == 0;
}

/* The words of the command for N; malloced, or NULL.  */
static const char **
make_words (const struct cluster_node *n, const char *program)
{
  static const char *const shell[]
      = { "/bin/sh", "-c", "exec \"$@\" <&3 >&3 3>&-", "sh" };
  static const char *const ssh[] = { "ssh", "-T", "-o", "BatchMode=yes" };
  char **launch
      = n->place->way == CLUSTER_LOCAL ? NULL : cluster_settings.launch;
  size_t count = 0, used = 0;
  while (launch != NULL && launch[count] != NULL)
    count++;
  const char **word = calloc (count + 16, sizeof (*word));
  if (word == NULL)
    return NULL;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (shell); i++)
    word[used++] = shell[i];
  for (size_t i = 0; i < count; i++)
    word[used++] = launch[i];
  bool is_named = n->place->way == CLUSTER_NAMED;
  for (size_t i = 0; is_named && launch == NULL && i < GOMP_ARRAY_SIZE (ssh);
       i++)
    word[used++] = ssh[i];
  if (is_named)
    word[used++] = n->place->name;
  word[used++] = program;
  word[used] = "--stdio";
  return word;
}

static enum gomp_status
start_command (struct cluster_node *n)
{
  char program[PATH_MAX];
  int ends[2];
  if (!find_program (program))
    return gomp_error_errno (GOMP_ERR_NODEV, errno,
                             "cannot run the program '%s'", program);
  const char **word = make_words (n, program);
  int r = word != NULL ? os_channel_pair (ends) : ENOMEM;
  if (r == 0)
    {
      os_migrate_away (&ends[0]);
      r = os_child_start ((char **)(uintptr_t)word, environ, ends[1], STREAM_FD,
                          false, &n->child);
      n->has_child = r == 0;
      os_close (&ends[1]);
      if (r != 0)
        os_close (&ends[0]);
    }
  free (word);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_NODEV, r, "cannot start the command");
  r = cluster_line_open (&n->line, ends[0], ends[0]);
  return r == 0 ? GOMP_OK : gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
}

/* Has what started N ended?  */
static bool
child_ended (struct cluster_node *n)
{
  if (n->has_child && os_child_ended (&n->child, &n->child_status))
    n->has_child = false;
  return !n->has_child;
}

/* The same, within MS.  */
static bool
await_child (struct cluster_node *n, int ms)
{
  static const int none = -1;
  for (; !child_ended (n) && ms > 0; ms -= LOOK_MS)
    os_wait_readable (&none, 0, 0, LOOK_MS);
  return !n->has_child;
}

/* For the line to NODE, before its proof.  A command may end at once if what it
   has started goes on; but if it has failed, there will be no server, whoever
   keeps its output open.  */
static bool
command_failed (void *node)
{
  struct cluster_node *n = node;
  return child_ended (n) && n->child_status > 0;
}

void
cluster_start_finish (struct cluster_node *n)
{
  cluster_line_break (&n->line);
  if (!await_child (n, END_MS))
    {
      os_process_kill (n->child.pid);
      await_child (n, END_MS);
    }
}

/* ---- A node that connects.  */

static enum gomp_status
listen_failed (int errnum, const char *address, unsigned port)
{
  return gomp_error_errno (GOMP_ERR_NODEV, errnum,
                           "cannot listen for nodes at %s:%u", address, port);
}

enum gomp_status
cluster_start_listen (struct cluster_node *n)
{
  const char *address
      = cluster_settings.net != NULL ? cluster_settings.net : "127.0.0.1";
  struct sockaddr_in a
      = { .sin_family = AF_INET, .sin_port = htons ((uint16_t)n->place->port) };
  int one = 1;
  if (inet_pton (AF_INET, address, &a.sin_addr) != 1)
    {
      gomp_error_set (GOMP_ERR_INVALID,
                      "invalid value '%s' of environment variable OFFLOAD_NET",
                      address);
      gomp_error_hint ("the address of a network interface is accepted, such "
                       "as 10.1.0.7");
      return GOMP_ERR_INVALID;
    }
  for (struct cluster_node *o = cluster_nodes; o < n; o++)
    if (o->listening >= 0 && o->place->port == n->place->port)
      {
        n->listening = o->listening;
        return GOMP_OK;
      }
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return listen_failed (errno, address, n->place->port);
  setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof (one));
  if (bind (fd, (const struct sockaddr *)&a, sizeof (a)) != 0
      || listen (fd, 4) != 0)
    {
      int r = errno;
      close (fd);
      return listen_failed (r, address, n->place->port);
    }
  n->listening = fd;
  os_migrate_away (&n->listening);
  GOMP_PLUGIN_error ("waiting for a node at %s:%u\n  hint: run there: "
                     "offgomp-node --connect %s:%u --cookie FILE, with a copy "
                     "of the file '%s'",
                     address, n->place->port, address, n->place->port,
                     cluster_settings.cookie);
  return GOMP_OK;
}

/* A connection, or -1 at the end of the time.  */
static int
accept_one (struct cluster_node *n, uint64_t deadline_ns)
{
  for (;;)
    {
      uint64_t now = os_time_ns ();
      if (now >= deadline_ns)
        return -1;
      int ms = (int)((deadline_ns - now) / 1000000) + 1;
      if (os_wait_readable (&n->listening, 1, 0, ms) == 0)
        continue;
      int fd = accept4 (n->listening, NULL, NULL, SOCK_CLOEXEC);
      if (fd >= 0)
        return fd;
    }
}

/* Wait for a node that knows the secret.  Others are sent away.  */
static enum gomp_status
await_connection (struct cluster_node *n, const uint8_t secret[CLUSTER_SECRET],
                  uint64_t deadline_ns)
{
  int fd;
  char last[512] = "";
  while ((fd = accept_one (n, deadline_ns)) >= 0)
    {
      int one = 1;
      uint64_t now = os_time_ns ();
      uint64_t until
          = now + PROOF_NS / 6 < deadline_ns ? now + PROOF_NS / 6 : deadline_ns;
      setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
      os_migrate_away (&fd);
      if (cluster_line_open (&n->line, fd, fd) == 0
          && cluster_proof_host (&n->line, "the node that connects", false,
                                 secret, until)
                 == GOMP_OK)
        return GOMP_OK;
      snprintf (last, sizeof (last), "%s", gomp_error_text ());
      cluster_line_close (&n->line);
    }
  gomp_error_set (GOMP_ERR_NODEV, "no node has connected within %u s",
                  cluster_settings.start_timeout);
  if (last[0] != '\0')
    gomp_error_note ("the last one that tried: %s", last);
  return GOMP_ERR_NODEV;
}

/* ---- START.  */

static bool
goes_to_nodes (const char *setting)
{
  static const char *const families[]
      = { "OMP_", "GOMP_", "OFFLOAD_EMUL_", "ACC_", "OFFGOMP_" };
  static const char *const kept[]
      = { "OMP_NUM_THREADS=",    "OMP_PLACES=",      "OMP_PROC_BIND=",
          "OMP_TARGET_OFFLOAD=", "OMP_DISPLAY_ENV=", "GOMP_CPU_AFFINITY=",
          "OFFGOMP_PLUGINS=" };
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (kept); i++)
    if (strncmp (setting, kept[i], strlen (kept[i])) == 0)
      return false;
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (families); i++)
    if (strncmp (setting, families[i], strlen (families[i])) == 0)
      return true;
  size_t name = strcspn (setting, "=");
  const char *wanted = cluster_settings.forward;
  for (; wanted != NULL && *wanted != '\0'; wanted += *wanted == ',')
    {
      size_t length = strcspn (wanted, ",");
      if (length == name && strncmp (wanted, setting, name) == 0)
        return true;
      wanted += length;
    }
  return false;
}

/* Write the strings of START, at most SIZE bytes; returns their size.  */
static size_t
write_settings (char *text, size_t size)
{
  size_t used = 0;
  if (getcwd (text + 1, size / 2) != NULL)
    {
      text[0] = '=';
      used = strlen (text) + 1;
    }
  for (char **e = environ; *e != NULL; e++)
    {
      size_t length = strlen (*e) + 1;
      if (!goes_to_nodes (*e) || length > size - used)
        continue;
      memcpy (text + used, *e, length);
      used += length;
    }
  return used;
}

/* Send START and take READY.  A node without a heartbeat has the time of the
   start for that.  */
static enum gomp_status
greet (struct cluster_node *n)
{
  char text[CLUSTER_TEXT_MAX - 256];
  struct cluster_start start = { .devices = n->place->devices,
                                 .first = n->first,
                                 .heartbeat = cluster_settings.heartbeat };
  const struct cluster_bytes part[]
      = { { &start, sizeof (start) },
          { text, write_settings (text, sizeof (text)) } };
  struct cluster_head head = { .type = CLUSTER_START };
  struct cluster_ready ready;
  unsigned limit = cluster_settings.heartbeat != 0
                       ? cluster_settings.heartbeat
                       : cluster_settings.start_timeout;
  cluster_line_watch (&n->line, limit * UINT64_C (1000000000));
  int r = cluster_line_send (&n->line, &head, part, 2);
  if (r == 0)
    r = cluster_line_receive (&n->line, &head);
  if (r == 0
      && (head.type != CLUSTER_READY || head.size < sizeof (ready)
          || head.size - sizeof (ready) >= sizeof (n->name)))
    r = EPROTO;
  if (r == 0)
    r = cluster_line_take (&n->line, &ready, sizeof (ready));
  char name[sizeof (n->name)];
  size_t length = r == 0 ? head.size - sizeof (ready) : 0;
  if (r == 0)
    r = cluster_line_take (&n->line, name, length);
  cluster_line_watch (&n->line,
                      cluster_settings.heartbeat * UINT64_C (1000000000));
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_NODEV, r, "the node does not start");
  if (ready.page_size != X86EMUL_PAGE_SIZE)
    return gomp_error_set (GOMP_ERR_NODEV, "pages there have %u bytes",
                           ready.page_size);
  /* A name that the user gave is what the user knows.  */
  if (n->place->way == CLUSTER_LAUNCH || n->place->way == CLUSTER_LISTEN)
    snprintf (n->name, sizeof (n->name), "%.*s", (int)length, name);
  return GOMP_OK;
}

/* The command has ended without a node: its status says more.  */
static void
explain_child (struct cluster_node *n)
{
  if (n->child.pid == 0 || !await_child (n, 1000) || n->child_status == -1)
    return;
  int status = n->child_status;
  if (WIFEXITED (status))
    gomp_error_note ("the command that starts it has ended with status %d",
                     WEXITSTATUS (status));
  else
    gomp_error_note ("the command that starts it was killed by signal %d",
                     WTERMSIG (status));
}

enum gomp_status
cluster_start_node (struct cluster_node *n, uint64_t deadline_ns)
{
  uint8_t secret[CLUSTER_SECRET];
  enum gomp_status status;
  if (n->place->way == CLUSTER_LISTEN)
    {
      status = cluster_secret_read (cluster_settings.cookie, true, secret);
      if (status == GOMP_OK)
        status = await_connection (n, secret, deadline_ns);
    }
  else
    {
      status = cluster_secret_random (secret, sizeof (secret));
      if (status == GOMP_OK)
        status = start_command (n);
      n->line.is_hopeless = command_failed;
      n->line.asked = n;
      if (status == GOMP_OK)
        status = cluster_proof_host (&n->line, "what was started", true, secret,
                                     deadline_ns);
    }
  memcpy (n->secret, secret, sizeof (n->secret));
  explicit_bzero (secret, sizeof (secret));
  if (status == GOMP_OK)
    status = greet (n);
  if (status != GOMP_OK)
    explain_child (n);
  return status;
}
