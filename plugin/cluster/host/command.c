/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Commands that start servers of nodes.  Owns no data; any thread, but one at a
   time for each command.  */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "group.h"
#include "os/channel.h"
#include "os/process.h"
#include "remote.h"

/* How long to wait for a command's end, and for its status to be told.  */
#define END_MS 10000
#define EXPLAIN_MS 1000
#define LOOK_MS 20
/* The command gets the stream as this descriptor, and the shell makes it
   standard input and output.  */
#define STREAM_FD 3

extern char **environ;

const char **
cluster_command_words (bool launched, size_t *used)
{
  char **launch = cluster_settings.launch;
  size_t count = 0;
  while (launched && launch != NULL && launch[count] != NULL)
    count++;
  const char **word
      = calloc (count + CLUSTER_COMMAND_OWN_WORDS, sizeof (*word));
  for (*used = 0; word != NULL && *used < count; ++*used)
    word[*used] = launch[*used];
  return word;
}

/* Look for offgomp-node beside the plugin, as it is installed or built.  */
bool
cluster_command_find (char *path)
{
  static const char *const paths[]
      = { NODE_RELATIVE, "../offgomp-node", "offgomp-node" };
  const char *self = os_file_of_address ((const void *)&cluster_command_find);
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
  if (access (path, X_OK) == 0)
    return true;
  gomp_error_errno (GOMP_ERR_NODEV, errno, "cannot run the program '%s'", path);
  return false;
}

enum gomp_status
cluster_command_start (struct cluster_command *c, const char *const *words,
                       bool both, int *end)
{
  static const char *const shells[]
      = { "exec \"$@\" <&3 >&2 3>&-", "exec \"$@\" <&3 >&3 3>&-" };
  int ends[2];
  size_t count = 0;
  while (words[count] != NULL)
    count++;
  const char **all = calloc (count + 5, sizeof (*all));
  int r = all != NULL ? os_channel_pair (ends) : ENOMEM;
  if (r == 0)
    {
      all[0] = "/bin/sh";
      all[1] = "-c";
      all[2] = shells[both];
      all[3] = "sh";
      memcpy (all + 4, words, count * sizeof (*words));
      os_migrate_away (&ends[0]);
      r = os_child_start ((char **)(uintptr_t)all, environ, ends[1], STREAM_FD,
                          false, &c->child);
      c->runs = r == 0;
      os_close (&ends[1]);
      if (r != 0)
        os_close (&ends[0]);
      *end = ends[0];
    }
  free (all);
  return r == 0
             ? GOMP_OK
             : gomp_error_errno (GOMP_ERR_NODEV, r, "cannot start the command");
}

bool
cluster_command_ended (struct cluster_command *c)
{
  if (c->runs && os_child_ended (&c->child, &c->status))
    c->runs = false;
  return !c->runs;
}

/* The same, within MS.  */
static bool
await_end (struct cluster_command *c, int ms)
{
  static const int none = -1;
  for (; !cluster_command_ended (c) && ms > 0; ms -= LOOK_MS)
    os_wait_readable (&none, 0, 0, LOOK_MS);
  return !c->runs;
}

void
cluster_command_finish (struct cluster_command *c)
{
  if (await_end (c, END_MS))
    return;
  os_process_kill (c->child.pid);
  await_end (c, END_MS);
}

void
cluster_command_explain (struct cluster_command *c)
{
  if (c->child.pid == 0 || !await_end (c, EXPLAIN_MS) || c->status == -1)
    return;
  if (WIFEXITED (c->status))
    gomp_error_note ("the command that starts it has ended with status %d",
                     WEXITSTATUS (c->status));
  else
    gomp_error_note ("the command that starts it was killed by signal %d",
                     WTERMSIG (c->status));
}
