/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mapping checker's reports for programs (OFFLOAD_EMUL_CHECK=json=FILE): a
   file of JSON objects, one on each line, with what is known about

     kind, message, file, line, expression    the report itself
     access, size                             a region's: "read" or "write"
     variable, address, bytes, map_type       the mapping, by the host's address
     construct, unmapped_by, region           {"name", "file", "line"}
     device                                   its number
     details                                  further lines of the message
     hint

   gomp_check_lock guards the file.  */

#include "offload/check/check_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "icv/icv.h"
#include "os/file.h"
#include "os/held.h"
#include "os/process.h"

#define LINE_MAX_SIZE 8192
#define FILE_NAME_MAX 1024

static struct json_file
{
  bool open;
  bool given_up;
  struct os_held fd;
  uint64_t offset; /* where the next line goes */
} json_file;

/* ---- The file.  */

static void
give_up (struct json_file *f, const char *name, int error)
{
  char text[128];
  f->given_up = true;
  gomp_warning ("cannot write the reports to '%s' (OFFLOAD_EMUL_CHECK): %s",
                name, os_file_error (error, text, sizeof (text)));
}

static void
append (struct json_file *f, const struct gomp_strbuf *line)
{
  char name[FILE_NAME_MAX];
  int error = 0;
  if (f->given_up || gomp_icv_global.offload_check_json == NULL)
    return;
  gomp_tool_file_name (gomp_icv_global.offload_check_json, os_process_id (),
                       name, sizeof (name));
  if (!f->open)
    {
      int fd;
      error = os_file_create (name, &fd);
      if (error == 0)
        os_held_set (&f->fd, fd);
    }
  f->open |= error == 0;
  if (error == 0 && line->length < line->capacity)
    {
      error = os_file_write (os_held_get (&f->fd), line->text, line->length,
                             f->offset);
      f->offset += line->length;
    }
  if (error != 0)
    give_up (f, name, error);
}

void
gomp_check_json_open (void)
{
  struct gomp_strbuf nothing;
  char text[1];
  gomp_strbuf_init (&nothing, text, sizeof (text));
  append (&json_file, &nothing);
}

/* The file belongs to the parent, unless its name has the process number.  */
void
gomp_check_json_fork (void)
{
  struct json_file *f = &json_file;
  const char *name = gomp_icv_global.offload_check_json;
  if (f->open)
    {
      os_held_close (&f->fd);
      f->given_up |= strstr (name, "%p") == NULL;
    }
  f->open = false;
  f->offset = 0;
}

/* ---- Objects.  */

static void
put_name (struct gomp_strbuf *out, const char *name)
{
  char last = out->text[out->length - 1];
  gomp_strbuf_printf (out, last == '{' ? "\"%s\":" : ",\"%s\":", name);
}

static void
put_text (struct gomp_strbuf *out, const char *name, const char *text,
          size_t length)
{
  if (text == NULL || length == 0)
    return;
  put_name (out, name);
  gomp_strbuf_json (out, text, length);
}

static void
put_number (struct gomp_strbuf *out, const char *name, unsigned long number)
{
  put_name (out, name);
  gomp_strbuf_printf (out, "%lu", number);
}

/* The file and line of LOCATION, "FILE:LINE" and maybe a tab and more.  */
static void
put_source (struct gomp_strbuf *out, const char *location)
{
  size_t length = location == NULL ? 0 : strcspn (location, "\t"),
         colon = length;
  while (colon > 0 && location[colon - 1] != ':')
    colon--;
  if (colon <= 1)
    return;
  put_text (out, "file", location, colon - 1);
  put_number (out, "line", strtoul (location + colon, NULL, 10));
}

static void
put_construct (struct gomp_strbuf *out, const char *what, const char *name,
               const char *location)
{
  if (name == NULL)
    return;
  put_name (out, what);
  gomp_strbuf_printf (out, "{");
  put_text (out, "name", name, strlen (name));
  put_source (out, location);
  gomp_strbuf_printf (out, "}");
}

static void
put_range (struct gomp_strbuf *out, const struct gomp_check_range *r)
{
  char name[GOMP_CHECK_NAME_MAX];
  if (r == NULL)
    return;
  if (gomp_check_report_range_name (r, name))
    put_text (out, "variable", name, strlen (name));
  put_name (out, "address");
  gomp_strbuf_printf (out, "\"0x%lx\"", (unsigned long)r->host);
  put_number (out, "bytes", r->end - r->host);
  put_text (out, "map_type", r->type, strlen (r->type));
  put_construct (out, "construct", r->directive, r->location);
  put_construct (out, "unmapped_by", r->gone_by, r->gone_location);
}

/* TEXT has lines, each after "\n  ".  */
static void
put_details (struct gomp_strbuf *out, const char *text)
{
  const char *separator = "[";
  if (*text == '\0')
    return;
  put_name (out, "details");
  while (*text != '\0')
    {
      text += strspn (text, "\n ");
      size_t length = strcspn (text, "\n");
      gomp_strbuf_printf (out, "%s", separator);
      gomp_strbuf_json (out, text, length);
      separator = ",";
      text += length;
    }
  gomp_strbuf_printf (out, "]");
}

void
gomp_check_json_write (const struct gomp_check_finding *f, const char *kind)
{
  char text[LINE_MAX_SIZE];
  struct gomp_strbuf out;
  if (gomp_icv_global.offload_check_json == NULL)
    return;
  const char *tab = strchr (f->location, '\t');
  gomp_strbuf_init (&out, text, sizeof (text));
  gomp_strbuf_printf (&out, "{");
  put_text (&out, "kind", kind, strlen (kind));
  put_text (&out, "message", f->what, strlen (f->what));
  put_source (&out, f->location);
  if (tab != NULL)
    put_text (&out, "expression", tab + 1, strlen (tab + 1));
  if (f->size != 0)
    {
      const char *access = f->is_write ? "write" : "read";
      put_text (&out, "access", access, strlen (access));
      put_number (&out, "size", f->size);
    }
  put_range (&out, f->range);
  put_construct (&out, "region", f->region, f->region_location);
  if (f->device != NULL)
    put_number (&out, "device", (unsigned long)f->device->number);
  put_details (&out, f->details);
  put_text (&out, "hint", f->hint, strlen (f->hint));
  gomp_strbuf_printf (&out, "}\n");
  append (&json_file, &out);
}
