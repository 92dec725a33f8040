/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The environment variables; see settings.h.  Owns no data; one thread.

   The caller of a set-user-ID program must not choose what it executes, nor
   where its data go.  */

#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "host/libgomp_symbols.h"
#include "host/split_command.h"
#include "plugin.h"
#include "wire.h"

static unsigned
read_seconds (const char *name, unsigned usual)
{
  const char *text = getenv (name);
  uint64_t value;
  if (text == NULL || *text == '\0')
    return usual;
  if (gomp_number_parse (text, "", &value) && value <= 1000000)
    return (unsigned)value;
  GOMP_PLUGIN_error ("invalid value '%s' of environment variable %s: a number "
                     "of seconds is accepted; using %u",
                     text, name, usual);
  return usual;
}

static enum gomp_lost_way
read_lost (void)
{
  static const char *const ways[] = { [GOMP_LOST_STOP] = "stop",
                                      [GOMP_LOST_HOST] = "host",
                                      [GOMP_LOST_AGAIN] = "again" };
  const char *text = getenv ("OFFLOAD_LOST");
  if (text == NULL || *text == '\0')
    return GOMP_LOST_STOP;
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (ways); i++)
    if (strcmp (text, ways[i]) == 0)
      return (enum gomp_lost_way)i;
  GOMP_PLUGIN_error ("invalid value '%s' of environment variable OFFLOAD_LOST: "
                     "stop, host or again is accepted; using stop",
                     text);
  return GOMP_LOST_STOP;
}

static bool
read_line (void)
{
  const char *text = getenv ("OFFLOAD_LINE");
  if (text == NULL || *text == '\0' || strcmp (text, "stream") == 0)
    return false;
  if (strcmp (text, "ucx") == 0)
    return true;
  GOMP_PLUGIN_error ("invalid value '%s' of environment variable OFFLOAD_LINE: "
                     "stream or ucx is accepted; using stream",
                     text);
  return false;
}

static enum gomp_status
invalid_element (const char *text, size_t length)
{
  gomp_error_set (GOMP_ERR_INVALID,
                  "invalid element '%.*s' of environment variable "
                  "OFFLOAD_HOSTS",
                  (int)length, text);
  gomp_error_hint ("elements are HOST, localhost, launch, launch:NODES, slurm, "
                   "meet:NODES or listen:PORT, each with *NUMBER behind it for "
                   "several devices");
  return GOMP_ERR_INVALID;
}

/* Take "*NUMBER" from the end of TEXT, which has *LENGTH bytes.  */
static bool
take_devices (const char *text, size_t *length, unsigned usual,
              unsigned *devices)
{
  char number[16];
  uint64_t value;
  const char *star = memchr (text, '*', *length);
  *devices = usual;
  if (star == NULL)
    return true;
  size_t digits = *length - (size_t)(star + 1 - text);
  *length = (size_t)(star - text);
  if (digits == 0 || digits >= sizeof (number))
    return false;
  snprintf (number, sizeof (number), "%.*s", (int)digits, star + 1);
  if (!gomp_number_parse (number, "", &value) || value == 0
      || value > CLUSTER_DEVICES_MAX)
    return false;
  *devices = (unsigned)value;
  return true;
}

/* The number behind the WORD and the colon of P's name, at most MOST.  */
static bool
read_number (const struct cluster_element *p, const char *word, unsigned most,
             unsigned *number)
{
  uint64_t value;
  size_t length = strlen (word);
  if (strncmp (p->name, word, length) != 0 || p->name[length] != ':'
      || !gomp_number_parse (p->name + length + 1, "", &value) || value == 0
      || value > most)
    return false;
  *number = (unsigned)value;
  return true;
}

static bool
is_word (const struct cluster_element *p, const char *word)
{
  size_t length = strlen (word);
  return strncmp (p->name, word, length) == 0
         && (p->name[length] == '\0' || p->name[length] == ':');
}

/* The group of those that connect to P's port, or a new one.  */
static unsigned
find_group (struct cluster_settings *s, const struct cluster_element *p)
{
  for (unsigned i = 0; i < s->elements; i++)
    if (p->way == CLUSTER_BY_LISTEN && s->element[i].way == CLUSTER_BY_LISTEN
        && s->element[i].port == p->port)
      return s->element[i].group;
  return ++s->groups;
}

/* Decode P's name: it is for *COUNT nodes.  */
static enum gomp_status
read_way (struct cluster_settings *s, struct cluster_element *p,
          unsigned *count)
{
  enum gomp_status status = GOMP_OK;
  bool ok = true;
  *count = 1;
  p->way = CLUSTER_BY_NAMED;
  if (strcmp (p->name, "localhost") == 0)
    p->way = CLUSTER_BY_LOCAL;
  else if (strcmp (p->name, "launch") == 0)
    p->way = CLUSTER_BY_LAUNCH;
  else if (is_word (p, "launch"))
    {
      p->way = CLUSTER_BY_SEVERAL;
      ok = read_number (p, "launch", CLUSTER_NODES_MAX, count);
    }
  else if (is_word (p, "listen"))
    {
      p->way = CLUSTER_BY_LISTEN;
      ok = read_number (p, "listen", 65535, &p->port);
    }
  else if (is_word (p, "meet"))
    {
      p->way = CLUSTER_BY_MEET;
      ok = read_number (p, "meet", CLUSTER_NODES_MAX, count);
    }
  else if (strcmp (p->name, "slurm") == 0)
    {
      p->way = CLUSTER_BY_SLURM;
      status = cluster_slurm_read (p, count);
    }
  if (!ok)
    return invalid_element (p->name, strlen (p->name));
  if (status == GOMP_OK && p->way >= CLUSTER_BY_LISTEN)
    p->group = find_group (s, p);
  return status;
}

/* Add the nodes of the element of LENGTH bytes at TEXT.  */
static enum gomp_status
read_element (struct cluster_settings *s, const char *text, size_t length,
              unsigned usual)
{
  struct cluster_element p = { .devices = usual };
  size_t all = length;
  unsigned count;
  if (!take_devices (text, &length, usual, &p.devices) || length == 0
      || length >= sizeof (p.name) || text[0] == '-')
    return invalid_element (text, all);
  memcpy (p.name, text, length);
  enum gomp_status status = read_way (s, &p, &count);
  if (status != GOMP_OK)
    return status;
  struct cluster_element *element
      = realloc (s->element, (s->elements + count) * sizeof (*element));
  if (element == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  s->element = element;
  while (count-- > 0)
    s->element[s->elements++] = p;
  return GOMP_OK;
}

static unsigned
usual_devices (void)
{
  const char *text = getenv ("OFFLOAD_EMUL_NUM");
  uint64_t value;
  return text != NULL && gomp_number_parse (text, "", &value) && value > 0
                 && value <= CLUSTER_DEVICES_MAX
             ? (unsigned)value
             : 1;
}

static enum gomp_status
read_elements (struct cluster_settings *s, const char *text)
{
  unsigned usual = usual_devices ();
  enum gomp_status status = GOMP_OK;
  while (status == GOMP_OK && *text != '\0')
    {
      size_t length = strcspn (text, ",");
      status = read_element (s, text, length, usual);
      text += length + (text[length] == ',');
    }
  return status;
}

static enum gomp_status
read_launch (struct cluster_settings *s)
{
  const char *text = secure_getenv ("OFFLOAD_LAUNCH");
  if (text == NULL || *text == '\0')
    return GOMP_OK;
  enum gomp_status status = x86emul_split_command (text, &s->launch);
  if (status != GOMP_OK)
    gomp_error_context ("reading environment variable OFFLOAD_LAUNCH '%s'",
                        text);
  return status;
}

static enum gomp_status
check_together (const struct cluster_settings *s)
{
  for (unsigned i = 0; i < s->elements; i++)
    {
      const struct cluster_element *p = &s->element[i];
      if ((p->way == CLUSTER_BY_LAUNCH || p->way == CLUSTER_BY_SEVERAL)
          && s->launch == NULL)
        return gomp_error_set (GOMP_ERR_INVALID,
                               "OFFLOAD_HOSTS=launch needs OFFLOAD_LAUNCH, the "
                               "command that starts offgomp-node");
      if (p->way == CLUSTER_BY_LISTEN && s->cookie == NULL)
        return gomp_error_set (
            GOMP_ERR_INVALID, "OFFLOAD_HOSTS=listen:PORT needs OFFLOAD_COOKIE, "
                              "the file with the secret of the nodes");
      if (p->way == CLUSTER_BY_MEET && s->meet == NULL)
        return gomp_error_set (GOMP_ERR_INVALID,
                               "OFFLOAD_HOSTS=meet:NODES needs OFFLOAD_MEET, "
                               "the file where program and nodes meet");
    }
  return GOMP_OK;
}

static bool
wants_check (void)
{
  __typeof__ (&offgomp_wants_check) wants
      = (__typeof__ (wants))x86emul_libgomp_symbol ("offgomp_wants_check");
  return wants != NULL && wants () != 0;
}

enum gomp_status
cluster_settings_read (struct cluster_settings *s)
{
  memset (s, 0, sizeof (*s));
  const char *text = secure_getenv ("OFFLOAD_HOSTS");
  if (text == NULL || *text == '\0')
    return gomp_error_set (GOMP_ERR_NODEV, "OFFLOAD_HOSTS is not set");
  s->cookie = secure_getenv ("OFFLOAD_COOKIE");
  s->meet = secure_getenv ("OFFLOAD_MEET");
  s->net = secure_getenv ("OFFLOAD_NET");
  s->forward = getenv ("OFFLOAD_FORWARD");
  s->heartbeat = read_seconds ("OFFLOAD_HEARTBEAT", 15);
  s->start_timeout = read_seconds ("OFFLOAD_START_TIMEOUT", 60);
  s->lost = read_lost ();
  s->by_ucx = read_line ();
  s->checks = wants_check ();
  enum gomp_status status = read_elements (s, text);
  if (status == GOMP_OK)
    status = read_launch (s);
  return status == GOMP_OK ? check_together (s) : status;
}
