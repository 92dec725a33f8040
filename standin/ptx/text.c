/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The lexer.  A token is never copied: it is a piece of the text.  After an
   error every further token is PTX_END, so that parsers run out by themselves
   and need no check behind each step.  Owns nothing; any thread, as long as
   each has its lexer.

   PTX ISA, chapter 4, "Syntax".  */

#include "ptx/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned
ptx_line_number (const struct ptx_text *text, const char *position)
{
  unsigned line = 1;
  for (const char *p = text->start; p < position; p++)
    line += *p == '\n';
  return line;
}

void
ptx_line (const struct ptx_text *text, const char *position, char *line,
          size_t size)
{
  const char *start = position;
  while (start > text->start && start[-1] != '\n')
    start--;
  while (*start == ' ' || *start == '\t')
    start++;
  size_t length = strcspn (start, "\n");
  snprintf (line, size, "%.*s", (int)length, start);
}

static void
record (struct ptx_error *error, const struct ptx_text *text,
        const char *position, const char *format, va_list args)
{
  if (error->message[0])
    return;
  char what[256], line[128];
  vsnprintf (what, sizeof what, format, args);
  ptx_line (text, position, line, sizeof line);
  snprintf (error->message, sizeof error->message, "%s, line %u: %s: %s",
            text->name, ptx_line_number (text, position), what, line);
}

void
ptx_fail_at (struct ptx_error *error, const struct ptx_text *text,
             const char *position, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  record (error, text, position, format, args);
  va_end (args);
}

void
ptx_fail (struct ptx_lexer *l, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  record (l->error, l->text, l->start, format, args);
  va_end (args);
  l->kind = PTX_END;
}

static bool
is_word_start (char c)
{
  return isalpha ((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

static bool
is_word_part (char c)
{
  return isalnum ((unsigned char)c) || c == '_' || c == '$';
}

static const char *
skip_space (struct ptx_lexer *l, const char *p)
{
  for (;;)
    {
      while (isspace ((unsigned char)*p))
        p++;
      if (p[0] == '/' && p[1] == '/')
        p += strcspn (p, "\n");
      else if (p[0] == '/' && p[1] == '*')
        {
          const char *end = strstr (p + 2, "*/");
          l->start = p;
          if (!end)
            ptx_fail (l, "comment without an end");
          p = end ? end + 2 : p + strlen (p);
        }
      else
        return p;
    }
}

/* 0fXXXXXXXX, 0dXXXXXXXXXXXXXXXX.  */
static bool
read_float_bits (struct ptx_lexer *l, const char *p)
{
  bool is_single = p[1] == 'f' || p[1] == 'F';
  if (p[0] != '0' || (!is_single && p[1] != 'd' && p[1] != 'D'))
    return false;
  char *end;
  l->value = strtoull (p + 2, &end, 16);
  if (end - p - 2 != (is_single ? 8 : 16))
    ptx_fail (l, "number with the wrong count of digits");
  l->kind = l->kind == PTX_END ? PTX_END
            : is_single        ? PTX_FLOAT32
                               : PTX_FLOAT64;
  l->next = end;
  return true;
}

static bool
read_decimal_float (struct ptx_lexer *l, const char *p)
{
  size_t digits = strspn (p, "0123456789");
  bool has_exponent = p[digits] == 'e' || p[digits] == 'E';
  if (p[digits] != '.' && !has_exponent)
    return false;
  char *end;
  double value = strtod (p, &end);
  memcpy (&l->value, &value, sizeof value);
  l->kind = PTX_FLOAT64;
  l->next = end;
  return true;
}

static void
read_number (struct ptx_lexer *l, const char *p)
{
  l->kind = PTX_INTEGER;
  if (read_float_bits (l, p) || read_decimal_float (l, p))
    return;
  char *end;
  bool is_binary = p[0] == '0' && (p[1] == 'b' || p[1] == 'B');
  l->value = is_binary ? strtoull (p + 2, &end, 2) : strtoull (p, &end, 0);
  if (*end == 'U')
    end++;
  if (is_word_part (*end))
    ptx_fail (l, "malformed number");
  l->next = end;
}

static void
read_word (struct ptx_lexer *l, const char *p)
{
  p++;
  while (is_word_part (*p) || (*p == '.' && is_word_part (p[1])))
    p++;
  l->kind = PTX_WORD;
  l->next = p;
}

static void
read_string (struct ptx_lexer *l, const char *p)
{
  const char *end = strpbrk (p + 1, "\"\n");
  l->kind = PTX_STRING;
  l->next = end ? end + 1 : p + strlen (p);
  if (!end || *end == '\n')
    ptx_fail (l, "string without an end");
}

void
ptx_next (struct ptx_lexer *l)
{
  const char *p = skip_space (l, l->next);
  l->start = p;
  l->next = p;
  l->kind = PTX_END;
  l->length = 0;
  if (!*p || l->error->message[0])
    return;
  if (is_word_start (*p))
    read_word (l, p);
  else if (isdigit ((unsigned char)*p))
    read_number (l, p);
  else if (*p == '"')
    read_string (l, p);
  else if (*p == '.' && is_word_part (p[1]))
    {
      l->kind = PTX_DIRECTIVE;
      for (p++; is_word_part (*p); p++)
        ;
      l->next = p;
    }
  else
    {
      l->kind = PTX_PUNCTUATION;
      l->next = p + 1;
    }
  l->length = (size_t)(l->next - l->start);
}

void
ptx_lexer_init (struct ptx_lexer *l, const struct ptx_text *text,
                struct ptx_error *error, const char *start)
{
  l->text = text;
  l->error = error;
  l->next = start;
  ptx_next (l);
}

bool
ptx_is (const struct ptx_lexer *l, char c)
{
  return l->kind == PTX_PUNCTUATION && *l->start == c;
}

bool
ptx_is_word (const struct ptx_lexer *l, const char *string)
{
  return (l->kind == PTX_WORD || l->kind == PTX_DIRECTIVE)
         && strlen (string) == l->length
         && memcmp (l->start, string, l->length) == 0;
}

bool
ptx_accept (struct ptx_lexer *l, char c)
{
  bool is = ptx_is (l, c);
  if (is)
    ptx_next (l);
  return is;
}

bool
ptx_accept_word (struct ptx_lexer *l, const char *string)
{
  bool is = ptx_is_word (l, string);
  if (is)
    ptx_next (l);
  return is;
}

void
ptx_expect (struct ptx_lexer *l, char c)
{
  if (!ptx_accept (l, c))
    ptx_fail (l, "'%c' expected before '%.*s'", c, (int)l->length, l->start);
}

int64_t
ptx_expect_integer (struct ptx_lexer *l)
{
  bool is_negative = ptx_accept (l, '-');
  uint64_t value = l->value;
  if (l->kind == PTX_INTEGER)
    ptx_next (l);
  else
    ptx_fail (l, "integer expected");
  return (int64_t)(is_negative ? -value : value);
}

void
ptx_skip_block (struct ptx_lexer *l)
{
  const char *p = l->start;
  for (unsigned depth = 1; depth;)
    {
      p += strcspn (p, "{}\"/");
      if (*p == '{')
        depth++, p++;
      else if (*p == '}')
        depth--, p++;
      else if (*p == '/')
        {
          const char *behind = skip_space (l, p);
          p = behind == p ? p + 1 : behind;
        }
      else if (*p == '"' && strchr (p + 1, '"'))
        p = strchr (p + 1, '"') + 1;
      else
        {
          ptx_fail (l, "block without an end");
          return;
        }
    }
  l->next = p;
  ptx_next (l);
}
