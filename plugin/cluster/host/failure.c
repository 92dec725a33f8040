/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages about failed devices and lost nodes.  Owns no data; any thread.  */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "proto.h"
#include "remote.h"

/* "target region 'NAME' (SOURCE) on ", if FUNCTION is known.  */
static void
write_region (struct gomp_strbuf *out, struct cluster_device *d,
              uint64_t function)
{
  const char *name, *source;
  if (function == 0 || !cluster_image_function (d, function, &name, &source))
    return;
  gomp_strbuf_printf (out, "target region '%s'%s%s%s on ", name,
                      *source != '\0' ? " (" : "", source,
                      *source != '\0' ? ")" : "");
}

/* In the words of x86emul, with what libgomp knows of the address.  */
static void
write_facts (struct gomp_strbuf *out, struct cluster_device *d)
{
  struct x86emul_failure_facts facts;
  gomp_mutex_lock (&d->lock);
  facts = d->facts;
  gomp_mutex_unlock (&d->lock);
  struct x86emul_failure_names names = { .device = d->label,
                                         .type = GOMP_TYPE_CLUSTER,
                                         .ordinal = d->ordinal };
  if (facts.function == 0
      || !cluster_image_function (d, facts.function, &names.region,
                                  &names.source))
    names.region = NULL;
  x86emul_failure_words (out, &facts, &names);
}

static bool
has_facts (struct cluster_device *d)
{
  gomp_mutex_lock (&d->lock);
  bool has = d->has_facts;
  gomp_mutex_unlock (&d->lock);
  return has;
}

void
cluster_failure_refused (struct cluster_device *d, char *text)
{
  gomp_mutex_lock (&d->lock);
  char *unused = d->refusal != NULL ? text : NULL;
  if (unused == NULL)
    d->refusal = text;
  gomp_mutex_unlock (&d->lock);
  free (unused);
  unsigned up = CLUSTER_UP;
  atomic_compare_exchange_strong (&d->condition, &up, CLUSTER_FALLEN);
}

/* Why D cannot be used, without facts.  */
static const char *
reason (struct cluster_device *d)
{
  gomp_mutex_lock (&d->lock);
  const char *refusal = d->refusal;
  gomp_mutex_unlock (&d->lock);
  if (atomic_load (&d->node->is_lost))
    return d->node->text;
  return refusal != NULL ? refusal : "it has failed";
}

enum gomp_status
cluster_failure_record (struct cluster_device *d, uint64_t function,
                        const char *said)
{
  char text[4096];
  struct gomp_strbuf out;
  gomp_strbuf_init (&out, text, sizeof (text));
  if (has_facts (d))
    write_facts (&out, d);
  else
    {
      write_region (&out, d, function);
      gomp_strbuf_printf (&out, "%s: %s", d->label,
                          said != NULL ? said : reason (d));
    }
  return gomp_error_set (GOMP_ERR_DEVICE, "%s", text);
}

/* Was D's process killed from outside, which has nothing to do with what it
   ran?  Its status is not known if its parent was killed, too.  */
static bool
was_killed (struct cluster_device *d)
{
  gomp_mutex_lock (&d->lock);
  int status = d->facts.exit_status;
  bool killed = d->has_facts && d->facts.fault == 0
                && d->facts.overwritten == X86EMUL_OVERWRITTEN_NOTHING
                && (status == -1
                    || (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL));
  gomp_mutex_unlock (&d->lock);
  return killed;
}

static bool
tell_once (struct cluster_device *d)
{
  gomp_mutex_lock (&d->lock);
  bool is_first = !d->is_told;
  d->is_told = true;
  gomp_mutex_unlock (&d->lock);
  return is_first;
}

/* The program ends.  Of several threads that see why, one says so.  */
static void
take_the_word (void)
{
  static atomic_ulong speaker;
  if (!gomp_fatal_is_own (&speaker))
    gomp_wait_for_end ();
}

static bool
has_failed (struct cluster_device *d)
{
  gomp_mutex_lock (&d->lock);
  bool failed = d->has_facts;
  gomp_mutex_unlock (&d->lock);
  return failed;
}

bool
cluster_failure_describe (struct cluster_device *d, uint64_t function,
                          struct gomp_lost *lost)
{
  bool is_lost = atomic_load (&d->node->is_lost);
  unsigned condition = atomic_load (&d->condition);
  /* Who says that it has failed has stopped it since.  */
  if (condition == CLUSTER_DOWN && has_failed (d))
    take_the_word ();
  if (!is_lost && condition != CLUSTER_FALLEN)
    return false;
  lost->way
      = is_lost || was_killed (d) ? cluster_settings.lost : GOMP_LOST_STOP;
  if (lost->way == GOMP_LOST_STOP)
    take_the_word ();
  lost->is_news = tell_once (d);
  cluster_failure_record (d, function, NULL);
  lost->text = gomp_error_text ();
  if (cluster_image_has_variables (d))
    lost->obstacle = "the program has variables on devices (declare target)";
  lost->start = d->start;
  lost->end = d->start + d->size;
  return true;
}

void
cluster_failure_die (void)
{
  take_the_word ();
  GOMP_PLUGIN_fatal ("%s", gomp_error_text ());
}

static void
write_reason (struct cluster_node *n, int errnum)
{
  if (errnum == ETIMEDOUT)
    snprintf (n->text, sizeof (n->text),
              "no sign of life from the node for %u s\n  hint: is the machine "
              "down, or the network? OFFLOAD_HEARTBEAT sets the time",
              cluster_settings.heartbeat);
  else if (errnum == ECONNRESET || errnum == EPIPE)
    snprintf (n->text, sizeof (n->text),
              "the node's server has ended (offgomp-node was killed, or the "
              "machine goes down)");
  else if (errnum == EPROTO)
    snprintf (n->text, sizeof (n->text),
              "the node sent something that makes no sense");
  else
    snprintf (n->text, sizeof (n->text),
              "the connection to the node is lost: "
              "%s",
              strerror (errnum));
}

void
cluster_failure_lose (struct cluster_node *n, int errnum)
{
  if (atomic_load (&n->is_lost))
    return;
  write_reason (n, errnum);
  /* Sequentially consistent: a thread that adds a request sees this under the
     node's lock, or the request is ended with the others.  */
  atomic_store (&n->is_lost, true);
  for (uint32_t i = 0; i < n->element->devices; i++)
    {
      unsigned up = CLUSTER_UP;
      atomic_compare_exchange_strong (&cluster_devices[n->first + i].condition,
                                      &up, CLUSTER_FALLEN);
    }
  cluster_line_break (&n->line);
}
