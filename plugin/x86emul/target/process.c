/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data that all files of the device process share; see process.h.  */

#include "target/process.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct x86emul_process x86emul_process;

void
x86emul_process_leave (void)
{
  _exit (EXIT_FAILURE);
}

void
x86emul_process_answer (const struct x86emul_outgoing *message)
{
  if (x86emul_message_send (os_held_get (&x86emul_process.stream), message)
      != 0)
    x86emul_process_leave ();
}

void
x86emul_process_answer_error (const char *fmt, ...)
{
  char text[1024];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof (text), fmt, ap);
  va_end (ap);
  struct x86emul_outgoing message
      = { .status = -1, .part = { { text, strlen (text) } } };
  x86emul_process_answer (&message);
}
