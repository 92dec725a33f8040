/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Several hosts on one machine, and a network between them.

     hosts NUMBER [delay=US] [loss=PERMILLE] [jitter=US] [cut=MS] COMMAND...

   Each host is a network namespace, /sys and a name, "host1" and so on; its
   address is 10.77.0.1 and so on.  COMMAND runs on the first one, and its
   status is this program's; 77: the system allows no namespaces.  The
   environment has numbers of processes: HOST_2 for nsenter, and WIRE, which
   takes signals: USR1 cuts the network, USR2 mends it.  With "cut" it is also
   cut for so long once in twenty times that time.

   A packet of one host's tun device is written to that of another one when its
   time has come, or is lost.  Random numbers are the same in each run.  One
   process, one thread; all others end with it.  */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HOSTS_MAX 32
#define PACKET_MAX 2048
#define NO_NAMESPACES 77
#define CUT_TURNS 20

struct packet
{
  struct packet *next; /* that is due later */
  uint64_t due_ns;
  int to; /* host */
  size_t size;
  char bytes[PACKET_MAX];
};

static struct pollfd tun[HOSTS_MAX];
static pid_t keeper[HOSTS_MAX]; /* keeps a host's namespaces */
static int hosts;
static uint64_t delay_ns, jitter_ns, cut_ns;
static unsigned loss;
static struct packet *first, *unused;
static volatile sig_atomic_t is_cut;

static void
stop (const char *what)
{
  int status = errno == EPERM || errno == ENOENT || errno == EACCES
                   ? NO_NAMESPACES
                   : EXIT_FAILURE;
  fprintf (stderr, "hosts: %s: %s\n", what, strerror (errno));
  exit (status);
}

static uint64_t
now_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static unsigned
draw (void)
{
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 32);
}

static void
on_signal (int number)
{
  is_cut = number == SIGUSR1;
}

/* ---- Hosts.  */

static void
set_up (int fd, const char *name, const char *address)
{
  struct ifreq r = { .ifr_flags = 0 };
  struct sockaddr_in a = { .sin_family = AF_INET };
  snprintf (r.ifr_name, sizeof (r.ifr_name), "%s", name);
  if (address != NULL)
    {
      inet_pton (AF_INET, address, &a.sin_addr);
      memcpy (&r.ifr_addr, &a, sizeof (a));
      if (ioctl (fd, SIOCSIFADDR, &r) != 0)
        stop ("the address of an interface");
      inet_pton (AF_INET, "255.255.255.0", &a.sin_addr);
      memcpy (&r.ifr_addr, &a, sizeof (a));
      if (ioctl (fd, SIOCSIFNETMASK, &r) != 0)
        stop ("the mask of an interface");
    }
  r.ifr_flags = IFF_UP | IFF_RUNNING;
  if (ioctl (fd, SIOCSIFFLAGS, &r) != 0)
    stop ("an interface");
}

/* Make host I, and its keeper.  This process is on it then.  */
static void
make_host (int i)
{
  char name[16], address[32];
  struct ifreq r = { .ifr_flags = IFF_TUN | IFF_NO_PI };
  snprintf (name, sizeof (name), "host%d", i + 1);
  snprintf (address, sizeof (address), "10.77.0.%d", i + 1);
  snprintf (r.ifr_name, sizeof (r.ifr_name), "wire");
  if (unshare (CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWNS) != 0)
    stop ("unshare");
  /* UCX looks there for interfaces.  The root of a chroot may be no mount.  */
  if ((mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
       && mount ("none", "/sys", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
      || mount ("sysfs", "/sys", "sysfs", 0, NULL) != 0)
    stop ("/sys");
  if (sethostname (name, strlen (name)) != 0)
    stop ("sethostname");
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  tun[i].fd = open ("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  tun[i].events = POLLIN;
  if (fd < 0 || tun[i].fd < 0 || ioctl (tun[i].fd, TUNSETIFF, &r) != 0)
    stop ("/dev/net/tun");
  set_up (fd, "lo", NULL);
  set_up (fd, "wire", address);
  close (fd);
  keeper[i] = fork ();
  if (keeper[i] == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      for (int j = 0; j <= i; j++)
        close (tun[j].fd);
      for (;;)
        pause ();
    }
}

static void
enter_host (int i)
{
  static const char *const kind[] = { "net", "uts", "mnt" };
  char path[64], here[4096];
  if (getcwd (here, sizeof (here)) == NULL)
    stop ("the current directory");
  for (int k = 0; k < 3; k++)
    {
      snprintf (path, sizeof (path), "/proc/%d/ns/%s", keeper[i], kind[k]);
      int fd = open (path, O_RDONLY | O_CLOEXEC);
      if (fd < 0 || setns (fd, 0) != 0)
        stop (path);
      close (fd);
    }
  if (chdir (here) != 0)
    stop (here);
}

/* ---- The wire.  */

static bool
is_broken (void)
{
  return is_cut
         || (cut_ns != 0 && now_ns () / cut_ns % CUT_TURNS == CUT_TURNS - 1);
}

static void
take_packet (int from)
{
  struct packet *p = unused != NULL ? unused : malloc (sizeof (*p));
  if (p == NULL)
    stop ("memory");
  if (p == unused)
    unused = p->next;
  ssize_t n = read (tun[from].fd, p->bytes, sizeof (p->bytes));
  const unsigned char *ip = (const unsigned char *)p->bytes;
  /* An IPv4 header; the last byte of its destination says which host.  */
  p->to = n >= 20 && ip[0] >> 4 == 4 && ip[16] == 10 ? ip[19] - 1 : -1;
  if (p->to < 0 || p->to >= hosts || is_broken () || draw () % 1000 < loss)
    {
      p->next = unused;
      unused = p;
      return;
    }
  p->size = (size_t)n;
  p->due_ns = now_ns () + delay_ns + (jitter_ns ? draw () % jitter_ns : 0);
  struct packet **link = &first;
  while (*link != NULL && (*link)->due_ns <= p->due_ns)
    link = &(*link)->next;
  p->next = *link;
  *link = p;
}

static void
deliver (void)
{
  uint64_t now = now_ns ();
  while (first != NULL && first->due_ns <= now)
    {
      struct packet *p = first;
      first = p->next;
      if (!is_broken () && write (tun[p->to].fd, p->bytes, p->size) < 0)
        errno = 0; /* As if it were lost.  */
      p->next = unused;
      unused = p;
    }
}

/* Until COMMAND ends; returns its status.  */
static int
run_wire (pid_t command, const sigset_t *during)
{
  int status;
  for (;;)
    {
      struct timespec wait = { .tv_nsec = 100000000 };
      uint64_t now = now_ns ();
      if (first != NULL)
        wait.tv_nsec = first->due_ns <= now              ? 0
                       : first->due_ns - now < 100000000 ? first->due_ns - now
                                                         : 100000000;
      int ready = ppoll (tun, (nfds_t)hosts, &wait, during);
      for (int i = 0; i < hosts && ready > 0; i++)
        if (tun[i].revents != 0)
          take_packet (i);
      deliver ();
      if (waitpid (command, &status, WNOHANG) == command)
        return WIFEXITED (status) ? WEXITSTATUS (status)
                                  : 128 + WTERMSIG (status);
    }
}

static char **
read_options (char **argv)
{
  hosts = atoi (*argv++);
  if (hosts < 1 || hosts > HOSTS_MAX)
    exit (2);
  for (; *argv != NULL && strchr (*argv, '=') != NULL; argv++)
    {
      unsigned long value = strtoul (strchr (*argv, '=') + 1, NULL, 10);
      if (strncmp (*argv, "delay=", 6) == 0)
        delay_ns = value * 1000;
      else if (strncmp (*argv, "jitter=", 7) == 0)
        jitter_ns = value * 1000;
      else if (strncmp (*argv, "cut=", 4) == 0)
        cut_ns = value * 1000000;
      else if (strncmp (*argv, "loss=", 5) == 0)
        loss = (unsigned)value;
      else
        exit (2);
    }
  return argv;
}

int
main (int argc, char **argv)
{
  char name[16], number[16];
  sigset_t blocked, during;
  if (argc < 3 || *(argv = read_options (argv + 1)) == NULL)
    return 2;
  sigemptyset (&blocked);
  sigaddset (&blocked, SIGUSR1);
  sigaddset (&blocked, SIGUSR2);
  sigaddset (&blocked, SIGCHLD);
  sigprocmask (SIG_BLOCK, &blocked, &during);
  for (int i = 0; i < hosts; i++)
    {
      make_host (i);
      snprintf (name, sizeof (name), "HOST_%d", i + 1);
      snprintf (number, sizeof (number), "%d", keeper[i]);
      setenv (name, number, 1);
    }
  snprintf (number, sizeof (number), "%d", getpid ());
  setenv ("WIRE", number, 1);
  struct sigaction act = { .sa_handler = on_signal };
  sigaction (SIGUSR1, &act, NULL);
  sigaction (SIGUSR2, &act, NULL);
  pid_t command = fork ();
  if (command == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      enter_host (0);
      sigprocmask (SIG_SETMASK, &during, NULL);
      execvp (argv[0], argv);
      stop (argv[0]);
    }
  int status = run_wire (command, &during);
  for (int i = 0; i < hosts; i++)
    {
      kill (keeper[i], SIGKILL);
      waitpid (keeper[i], NULL, 0);
    }
  return status;
}
