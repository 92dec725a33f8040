/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Starting the server of a node, and the line to it.  The receiver of each node
   calls this; the groups have begun before.  */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proof.h"
#include "remote.h"
#include "secret.h"

extern char **environ;

/* ---- The command.  */

/* The words of the command for N; malloced, or NULL.  */
static const char **
make_words (const struct cluster_node *n, const char *program)
{
  static const char *const ssh[] = { "ssh", "-T", "-o", "BatchMode=yes" };
  bool is_named = n->element->way == CLUSTER_BY_NAMED;
  bool by_ssh = is_named && cluster_settings.launch == NULL;
  size_t used;
  const char **word
      = cluster_command_words (n->element->way != CLUSTER_BY_LOCAL, &used);
  if (word == NULL)
    return NULL;
  for (size_t i = 0; by_ssh && i < GOMP_ARRAY_SIZE (ssh); i++)
    word[used++] = ssh[i];
  if (is_named)
    word[used++] = n->element->name;
  word[used++] = program;
  word[used] = "--stdio";
  return word;
}

static enum gomp_status
start_command (struct cluster_node *n)
{
  char program[PATH_MAX];
  int end;
  if (!cluster_command_find (program))
    return GOMP_ERR_NODEV;
  const char **word = make_words (n, program);
  if (word == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  enum gomp_status status
      = cluster_command_start (&n->command, word, true, &end);
  free (word);
  if (status != GOMP_OK)
    return status;
  int r = cluster_line_open (&n->line, end, end);
  return r == 0 ? GOMP_OK : gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
}

/* For the line to NODE, before its proof.  A command may end at once if what it
   has started goes on; but if it has failed, there will be no server, whoever
   keeps its output open.  */
static bool
command_failed (void *node)
{
  struct cluster_node *n = node;
  return cluster_command_ended (&n->command) && n->command.status > 0;
}

void
cluster_start_finish (struct cluster_node *n)
{
  cluster_line_break (&n->line);
  if (n->group != NULL)
    cluster_group_leave (n->group);
  else
    cluster_command_finish (&n->command);
}

/* ---- START.  */

static bool
goes_to_nodes (const char *setting)
{
  static const char *const families[] = {
    "OMP_", "GOMP_", "OFFLOAD_EMUL_", "OFFLOAD_IMAGE_CACHE=", "ACC_", "OFFGOMP_"
  };
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

/* Why N refuses to start, in its own words.  */
static enum gomp_status
record_refusal (struct cluster_node *n, const struct cluster_head *head)
{
  char text[1024] = "";
  size_t size = head->size < sizeof (text) ? head->size : sizeof (text) - 1;
  if (cluster_line_take (&n->line, text, size) != 0)
    return gomp_error_set (GOMP_ERR_NODEV, "the node does not start");
  return gomp_error_set (GOMP_ERR_NODEV, "%s", text);
}

/* READY: what it says is stored at READY, ADDRESS and NAME.  */
static int
take_ready (struct cluster_node *n, const struct cluster_head *head,
            struct cluster_ready *ready, char *address,
            char name[CLUSTER_NAME_MAX])
{
  uint64_t size = head->size - sizeof (*ready);
  if (head->type != CLUSTER_READY || head->size < sizeof (*ready))
    return EPROTO;
  int r = cluster_line_take (&n->line, ready, sizeof (*ready));
  if (r == 0
      && (ready->address > CLUSTER_UCX_ADDRESS_MAX || ready->address > size
          || size - ready->address >= CLUSTER_NAME_MAX))
    r = EPROTO;
  if (r == 0)
    r = cluster_line_take (&n->line, address, ready->address);
  if (r != 0)
    return r;
  name[size - ready->address] = '\0';
  return cluster_line_take (&n->line, name, size - ready->address);
}

/* The strings of START, the same for all nodes: while UCX is loaded, for one of
   them, the environment changes.  */
static struct cluster_bytes
get_settings (void)
{
  static struct gomp_mutex lock; /* guards what follows */
  static char text[CLUSTER_TEXT_MAX / 2];
  static size_t size;
  gomp_mutex_lock (&lock);
  if (size == 0)
    size = write_settings (text, sizeof (text));
  gomp_mutex_unlock (&lock);
  return (struct cluster_bytes){ text, size };
}

static int
send_start (struct cluster_node *n)
{
  struct cluster_start start = { .devices = n->element->devices,
                                 .first = n->first,
                                 .heartbeat = cluster_settings.heartbeat,
                                 .by_ucx = cluster_settings.by_ucx,
                                 .checks = cluster_settings.checks };
  const struct cluster_bytes part[]
      = { { &start, sizeof (start) }, get_settings () };
  struct cluster_head head = { .type = CLUSTER_START };
  return cluster_line_send (&n->line, &head, part, GOMP_ARRAY_SIZE (part));
}

/* Make this end of a connection by UCX, while the node makes its own, and send
   its address.  If the node has ended, its answer says why.  */
static enum gomp_status
send_address (struct cluster_node *n)
{
  const void *address;
  size_t size;
  if (cluster_ucx_open (&n->line, &address, &size) != GOMP_OK)
    return GOMP_ERR_NODEV;
  struct cluster_head head = { .type = CLUSTER_ADDRESS };
  const struct cluster_bytes part = { address, size };
  (void)cluster_line_send (&n->line, &head, &part, 1);
  return GOMP_OK;
}

/* The messages go by UCX from now on: a first one shows that it works.  */
static int
connect_ucx (struct cluster_node *n, const char *address)
{
  struct cluster_head head;
  if (cluster_ucx_connect (&n->line, address) != GOMP_OK)
    return -1;
  int r = cluster_line_receive (&n->line, &head);
  return r != 0 || (head.type == CLUSTER_READY && head.size == 0) ? r : EPROTO;
}

/* Send START and take READY, in the time up to a heartbeat.  Returns 0, an
   errno value, or -1: recorded.  */
static int
greet_within (struct cluster_node *n, struct cluster_ready *ready,
              char name[CLUSTER_NAME_MAX])
{
  char address[CLUSTER_UCX_ADDRESS_MAX];
  struct cluster_head head;
  bool by_ucx = cluster_settings.by_ucx;
  int r = send_start (n);
  if (r == 0 && by_ucx && send_address (n) != GOMP_OK)
    return -1;
  if (r == 0)
    r = cluster_line_receive (&n->line, &head);
  if (r == 0 && head.type == CLUSTER_REFUSED)
    {
      record_refusal (n, &head);
      return -1;
    }
  if (r == 0)
    r = take_ready (n, &head, ready, address, name);
  if (r == 0 && by_ucx != (ready->address != 0))
    r = EPROTO;
  return r == 0 && by_ucx ? connect_ucx (n, address) : r;
}

/* A node without a heartbeat has the time of the start to get ready.  */
static enum gomp_status
greet (struct cluster_node *n)
{
  char name[CLUSTER_NAME_MAX];
  struct cluster_ready ready;
  unsigned limit = cluster_settings.heartbeat != 0
                       ? cluster_settings.heartbeat
                       : cluster_settings.start_timeout;
  if (cluster_settings.by_ucx)
    cluster_numbers_keep ();
  cluster_line_watch (&n->line, limit * UINT64_C (1000000000));
  int r = greet_within (n, &ready, name);
  cluster_line_watch (&n->line,
                      cluster_settings.heartbeat * UINT64_C (1000000000));
  if (cluster_settings.by_ucx)
    cluster_numbers_release ();
  if (r != 0)
    return r < 0 ? GOMP_ERR_NODEV
                 : gomp_error_errno (GOMP_ERR_NODEV, r,
                                     "the node does not start");
  if (ready.page_size != X86EMUL_PAGE_SIZE)
    return gomp_error_set (GOMP_ERR_NODEV, "pages there have %u bytes",
                           ready.page_size);
  n->cpus = ready.cpus;
  /* A name that the user gave is what the user knows.  */
  if (n->element->way >= CLUSTER_BY_LAUNCH)
    memcpy (n->name, name, sizeof (n->name));
  return GOMP_OK;
}

/* Start the server of N, and open a line to it.  */
static enum gomp_status
reach (struct cluster_node *n, uint64_t deadline_ns)
{
  if (n->group != NULL)
    {
      memcpy (n->secret, n->group->meeting.secret, sizeof (n->secret));
      return cluster_group_await (n->group, &n->line, deadline_ns);
    }
  enum gomp_status status
      = cluster_secret_random (n->secret, sizeof (n->secret));
  if (status == GOMP_OK)
    status = start_command (n);
  n->line.is_hopeless = command_failed;
  n->line.asked = n;
  return status == GOMP_OK ? cluster_proof_host (&n->line, "what was started",
                                                 true, n->secret, deadline_ns)
                           : status;
}

enum gomp_status
cluster_start_node (struct cluster_node *n, uint64_t deadline_ns)
{
  enum gomp_status status = reach (n, deadline_ns);
  if (status == GOMP_OK)
    status = greet (n);
  if (status != GOMP_OK && n->group == NULL)
    cluster_command_explain (&n->command);
  return status;
}
