/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Taking PTX modules apart; see ptx.h.

   A statement ends with a semicolon or, if it is a function, with the brace
   that closes its body; a directive for the whole module ends with its line.
   PTX ISA, chapters 4, "Syntax", and 5, "State spaces, types, and variables".

   Texts stay as they were read.  Each name is stored once, in a table that
   lives as long as the program.  */

#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/hashtab.h>
#include <libiberty/libiberty.h>

#include "message.h"

/* A name and what has it.  */
struct name
{
  const char *string;
  size_t length;
  struct ptx_item *first;
};

static htab_t names;

static hashval_t
hash_name (const void *entry)
{
  const struct name *name = entry;
  return iterative_hash (name->string, name->length, 0);
}

static int
same_name (const void *one, const void *other)
{
  const struct name *a = one;
  const struct name *b = other;
  return a->length == b->length
         && memcmp (a->string, b->string, a->length) == 0;
}

static struct name *
name_of (const char *string, size_t length, enum insert_option insert)
{
  struct name key = { string, length, NULL };
  if (names == NULL)
    names = htab_create (1024, hash_name, same_name, NULL);
  struct name **slot = (struct name **)htab_find_slot (names, &key, insert);
  if (slot == NULL)
    return NULL;
  if (*slot == NULL)
    {
      *slot = XNEW (struct name);
      **slot = (struct name){ xstrndup (string, length), length, NULL };
    }
  return *slot;
}

struct ptx_item *
ptx_find (const char *string, size_t length)
{
  const struct name *name = name_of (string, length, NO_INSERT);
  return name == NULL ? NULL : name->first;
}

static bool
is_word (char c)
{
  return isalnum ((unsigned char)c) || c == '_' || c == '$' || c == '.'
         || c == '%';
}

/* The position after the comment, the string or the single character at P.  */
static const char *
skip_one (const char *p, const char *end)
{
  const char *close = NULL;
  if (*p == '"')
    close = memchr (p + 1, '"', (size_t)(end - p - 1));
  else if (end - p > 1 && p[0] == '/' && p[1] == '/')
    close = memchr (p, '\n', (size_t)(end - p));
  else if (end - p > 1 && p[0] == '/' && p[1] == '*')
    {
      close = strstr (p + 2, "*/");
      close = close == NULL ? NULL : close + 1;
    }
  else
    return p + 1;
  return close == NULL || close >= end ? end : close + 1;
}

static const char *
skip_word (const char *p, const char *end)
{
  while (p < end && is_word (*p))
    p++;
  return p;
}

const char *
ptx_next_name (const char **next, const char *end, size_t *length)
{
  for (const char *p = *next; p < end;)
    {
      if (!is_word (*p))
        {
          p = skip_one (p, end);
          continue;
        }
      const char *start = p;
      p = skip_word (p, end);
      if (isdigit ((unsigned char)*start) || *start == '%' || *start == '.')
        continue;
      *length = (size_t)(p - start);
      *next = p;
      return start;
    }
  *next = end;
  return NULL;
}

static bool
starts_with (const char *string, const char *prefix)
{
  return strncmp (string, prefix, strlen (prefix)) == 0;
}

static struct ptx_item *
add_item (struct ptx_module *module, const char *start, const char *end)
{
  if (module->count == module->capacity)
    {
      module->capacity = module->capacity == 0 ? 32 : 2 * module->capacity;
      module->items
          = XRESIZEVEC (struct ptx_item, module->items, module->capacity);
    }
  struct ptx_item *item = &module->items[module->count++];
  *item = (struct ptx_item){ .module = module,
                             .start = start,
                             .length = (size_t)(end - start),
                             .kind = PTX_OTHER };
  return item;
}

static void
add_mapping (struct ptx_table *table, struct ptx_module *module,
             const char *text)
{
  const char *start = strchr (text, '"');
  const char *close = start == NULL ? NULL : strpbrk (start + 1, "\"\n");
  if (close == NULL || *close != '"')
    fail ("the compiler's table of functions and variables has a row that "
          "is not understood: '%.*s'",
          (int)strcspn (text, "\n"), text);
  if (table->count == table->capacity)
    {
      table->capacity = table->capacity == 0 ? 16 : 2 * table->capacity;
      table->row = XRESIZEVEC (struct ptx_mapping, table->row, table->capacity);
    }
  struct ptx_mapping *row = &table->row[table->count++];
  *row = (struct ptx_mapping){
    .module = module, .name = xstrndup (start + 1, (size_t)(close - start - 1))
  };
  close++;
  for (int i = 0; i < 3 && *close == ','; i++)
    {
      char *end;
      row->dim[i] = (unsigned short)strtoul (close + 1, &end, 0);
      close = end;
    }
}

/* The comment at TEXT may be a row of a table.  */
static void
read_comment (struct ptx_image *image, struct ptx_module *module,
              const char *text)
{
  if (starts_with (text, "//:FUNC_MAP "))
    add_mapping (&image->functions, module, text);
  else if (starts_with (text, "//:VAR_MAP "))
    add_mapping (&image->variables, module, text);
  else if (starts_with (text, "//:IND_FUNC_MAP "))
    add_mapping (&image->indirect, module, text);
}

/* If there is a one-line directive at P, step over it.  */
static const char *
read_directive (struct ptx_module *module, const char *p)
{
  enum ptx_kind kind;
  if (starts_with (p, ".version") || starts_with (p, ".target")
      || starts_with (p, ".address_size"))
    kind = PTX_HEADER;
  else if (starts_with (p, ".file"))
    kind = PTX_LINES;
  else
    return NULL;
  const char *architecture = strstr (p, "sm_");
  const char *end = p + strcspn (p, "\n");
  if (starts_with (p, ".target") && architecture != NULL && architecture < end)
    module->target = (unsigned)atoi (architecture + strlen ("sm_"));
  add_item (module, p, end)->kind = kind;
  return end;
}

/* The words of a statement before its name.  */
struct heading
{
  const char *name; /* NULL: none yet */
  size_t length;    /* of the name */
  bool is_function; /* .func, .entry */
  bool is_alias;    /* .alias */
  bool is_section;  /* .section */
  bool is_extern;   /* .extern */
  bool has_value;   /* an equal sign was seen */
  bool has_body;    /* of a function */
};

static bool
is_same (const char *word, size_t length, const char *string)
{
  return length == strlen (string) && memcmp (word, string, length) == 0;
}

static void
read_heading_word (struct heading *heading, struct ptx_item *item,
                   const char *word, size_t length)
{
  if (is_same (word, length, ".func"))
    heading->is_function = true;
  else if (is_same (word, length, ".entry"))
    heading->is_function = item->is_kernel = true;
  else if (is_same (word, length, ".alias"))
    heading->is_alias = true;
  else if (is_same (word, length, ".section"))
    heading->is_section = true;
  else if (is_same (word, length, ".extern"))
    heading->is_extern = item->is_global = true;
  else if (is_same (word, length, ".visible")
           || is_same (word, length, ".common"))
    item->is_global = true;
  else if (is_same (word, length, ".weak"))
    item->is_weak = item->is_global = true;
  else if (heading->name == NULL && !isdigit ((unsigned char)*word)
           && *word != '.' && *word != '%')
    {
      heading->name = word;
      heading->length = length;
    }
}

static void
settle (struct ptx_item *item, const struct heading *heading)
{
  if (heading->is_section)
    item->kind = PTX_LINES;
  else if (heading->name == NULL)
    return;
  else if (heading->is_extern || (heading->is_function && !heading->has_body))
    item->kind = PTX_DECLARATION;
  else
    item->kind = PTX_DEFINITION;
  if (heading->name != NULL)
    item->name = name_of (heading->name, heading->length, INSERT)->string;
}

/* The statement at START; returns the position after it.  */
static const char *
read_statement (struct ptx_module *module, const char *start, const char *end)
{
  struct ptx_item *item = add_item (module, start, end);
  struct heading heading = { 0 };
  int depth = 0; /* of parentheses, braces and brackets */
  const char *p = start;
  bool complete = false;
  while (p < end && !complete)
    if (is_word (*p))
      {
        const char *word = p;
        p = skip_word (p, end);
        if (depth == 0 && !heading.has_value)
          read_heading_word (&heading, item, word, (size_t)(p - word));
      }
    else
      {
        char c = *p;
        p = skip_one (p, end);
        heading.has_value |= c == '=' && depth == 0;
        heading.has_body |= c == '{' && depth == 0 && !heading.has_value;
        depth += c == '(' || c == '{' || c == '[';
        depth -= c == ')' || c == '}' || c == ']';
        complete = depth == 0 && (c == ';' || (c == '}' && !heading.has_value));
      }
  if (!complete)
    fail ("the code for nvptx ends within a statement: '%.*s'",
          (int)strcspn (start, "\n"), start);
  item->length = (size_t)(p - start);
  settle (item, &heading);
  return p;
}

static void
read_module (struct ptx_image *image, struct ptx_module *module,
             const char *end)
{
  for (const char *p = module->text; p < end;)
    if (isspace ((unsigned char)*p))
      p++;
    else if (*p == '/')
      {
        read_comment (image, module, p);
        p = skip_one (p, end);
      }
    else
      {
        const char *behind = read_directive (module, p);
        p = behind == NULL ? read_statement (module, p, end) : behind;
      }
}

/* The items no longer move: enter them into the table by their names, those of
   the first module first.  */
static void
enter_names (struct ptx_module *module)
{
  for (size_t i = module->count; i-- > 0;)
    {
      struct ptx_item *item = &module->items[i];
      if (item->name == NULL)
        continue;
      struct name *name = name_of (item->name, strlen (item->name), INSERT);
      item->same_name = name->first;
      name->first = item;
    }
}

void
ptx_read (struct ptx_image *image, const char *text, size_t length)
{
  size_t capacity = 0;
  for (const char *p = text; p < text + length;)
    {
      const char *end = p + strnlen (p, (size_t)(text + length - p));
      if (image->count == capacity)
        {
          capacity = capacity == 0 ? 64 : 2 * capacity;
          image->modules
              = XRESIZEVEC (struct ptx_module *, image->modules, capacity);
        }
      struct ptx_module *module = XCNEW (struct ptx_module);
      module->text = p;
      image->modules[image->count++] = module;
      read_module (image, module, end);
      p = end + 1;
    }
  for (size_t i = image->count; i-- > 0;)
    enter_names (image->modules[i]);
}
