/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stored descriptors: one that the program has closed, or used for something
   else, is not used any more.  A thread with its own table keeps its own
   descriptors and no others.  */

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "os/held.h"

static int ends[2];

static void
test_closed (void)
{
  struct os_held held;
  EXPECT (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  os_held_set (&held, ends[0]);
  EXPECT (os_held_get (&held) == ends[0]);
  close (ends[0]);
  EXPECT (os_held_get (&held) == -1);
  EXPECT (open ("/dev/null", O_RDONLY) == ends[0]);
  EXPECT (os_held_get (&held) == -1);
  os_held_close (&held);
  EXPECT (fcntl (ends[0], F_GETFD) == 0);
  os_held_set (&held, ends[1]);
  os_held_close (&held);
  EXPECT (fcntl (ends[1], F_GETFD) == -1);
  EXPECT (os_held_get (&held) == -1);
  close (ends[0]);
  os_held_set (&held, -1);
  EXPECT (os_held_get (&held) == -1);
}

static void *
go_apart (void *data)
{
  int *result = data;
  *result = os_held_apart (&ends[0], 1);
  if (*result != 0)
    return NULL;
  EXPECT (fcntl (ends[0], F_GETFD) == 0);
  EXPECT (fcntl (ends[1], F_GETFD) == -1);
  EXPECT (fcntl (1, F_GETFD) == -1);
  close (ends[0]);
  return NULL;
}

static void
test_apart (void)
{
  int result = -1;
  pthread_t thread;
  EXPECT (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  EXPECT (pthread_create (&thread, NULL, go_apart, &result) == 0);
  pthread_join (thread, NULL);
  EXPECT (result >= 0);
  EXPECT (fcntl (ends[0], F_GETFD) == 0 && fcntl (ends[1], F_GETFD) == 0);
  EXPECT (fcntl (1, F_GETFD) == 0);
  close (ends[0]);
  close (ends[1]);
}

int
main (void)
{
  RUN (test_closed);
  RUN (test_apart);
  return check_done ();
}
