/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Nodes whose servers connect to the program, at one port: those that somebody
   starts, and those that one command starts.  */

#ifndef PLUGIN_CLUSTER_HOST_GROUP_H
#define PLUGIN_CLUSTER_HOST_GROUP_H

#include <netinet/in.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "line.h"
#include "meeting.h"
#include "os/child.h"
#include "settings.h"
#include "sync/mutex.h"

/* A command that starts a server or several.  */
struct cluster_command
{
  bool runs;             /* it has not ended */
  struct os_child child; /* the process; 0: there is no command */
  int status;            /* as from waitpid; 0 before, -1: not known */
};

struct cluster_group
{
  const struct cluster_element *element; /* of the first node */
  unsigned members;                      /* nodes */
  int listening;                         /* -1: not any more */
  struct cluster_meeting meeting;        /* where, and the secret */
  char *file;                            /* that says so, or NULL; malloced */
  atomic_uint left;                      /* members that have not ended */
  struct gomp_mutex lock;                /* guards what follows */
  struct cluster_command command;        /* that starts the servers */
};

/* Listen for the nodes of G, say where, and start the command.  The other
   members are filled in.  On failure the error is recorded.  */
HIDDEN enum gomp_status cluster_group_begin (struct cluster_group *g);
/* Wait for a node that knows the secret, and open LINE to it.  */
HIDDEN enum gomp_status cluster_group_await (struct cluster_group *g,
                                             struct cluster_line *line,
                                             uint64_t deadline_ns);
/* All members have come, or will not.  */
HIDDEN void cluster_group_close (struct cluster_group *g);
/* A member has ended.  The last one ends the command.  */
HIDDEN void cluster_group_leave (struct cluster_group *g);

/* net.c: the address of this machine that NET, the value of OFFLOAD_NET, says;
   if it is NULL, of the route to others, or IS_NEAR: of the loopback
   interface.  */
HIDDEN enum gomp_status cluster_net_find (const char *net, bool is_near,
                                          struct in_addr *address);

/* command.c: start WORDS after a shell's redirection of their standard input
   and, if BOTH, output to a stream, whose other end is *END.  Recorded.  */
HIDDEN enum gomp_status cluster_command_start (struct cluster_command *c,
                                               const char *const *words,
                                               bool both, int *end);
/* Room for the words of a command: CLUSTER_COMMAND_OWN_WORDS, the last of them
   NULL, after the *USED words of OFFLOAD_LAUNCH, which are there already if
   LAUNCHED.  Malloced, or NULL.  */
#define CLUSTER_COMMAND_OWN_WORDS 16
HIDDEN const char **cluster_command_words (bool launched, size_t *used);
/* The path of offgomp-node here, PATH_MAX bytes.  False: recorded.  */
HIDDEN bool cluster_command_find (char *path);
HIDDEN bool cluster_command_ended (struct cluster_command *c);
/* Wait for its end, and kill it if it takes too long.  */
HIDDEN void cluster_command_finish (struct cluster_command *c);
/* Add to the recorded error how the command has ended, if it has or soon
   will.  */
HIDDEN void cluster_command_explain (struct cluster_command *c);

#endif
