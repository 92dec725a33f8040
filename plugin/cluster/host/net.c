/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which address of this machine nodes connect to.  Owns no data; any thread. */

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "group.h"

/* "A.B.C.D/BITS"; false: TEXT is something else.  */
static bool
parse_network (const char *text, struct in_addr *network, uint32_t *mask)
{
  char address[INET_ADDRSTRLEN];
  unsigned bits;
  if (sscanf (text, "%15[0-9.]/%u", address, &bits) != 2 || bits > 32
      || inet_pton (AF_INET, address, network) != 1)
    return false;
  *mask = bits == 0 ? 0 : htonl (UINT32_MAX << (32 - bits));
  return true;
}

/* The first address of an interface named TEXT, or in the network TEXT; NULL:
   of one that leads to others.  */
static bool
find_interface (const char *text, struct in_addr *address)
{
  struct in_addr network = { 0 };
  uint32_t mask = 0;
  struct ifaddrs *all;
  bool is_network = text != NULL && parse_network (text, &network, &mask);
  bool found = false;
  if (getifaddrs (&all) != 0)
    return false;
  for (const struct ifaddrs *i = all; i != NULL && !found; i = i->ifa_next)
    {
      if (i->ifa_addr == NULL || i->ifa_addr->sa_family != AF_INET
          || (i->ifa_flags & IFF_UP) == 0)
        continue;
      struct sockaddr_in a;
      memcpy (&a, i->ifa_addr, sizeof (a));
      if (is_network)
        found = ((a.sin_addr.s_addr ^ network.s_addr) & mask) == 0;
      else
        found = text != NULL ? strcmp (i->ifa_name, text) == 0
                             : (i->ifa_flags & IFF_LOOPBACK) == 0;
      if (found)
        *address = a.sin_addr;
    }
  freeifaddrs (all);
  return found;
}

/* The address by which this machine sends to others: no packet is sent.  */
static bool
find_route (struct in_addr *address)
{
  /* Of the block that RFC 5737 keeps for documentation.  */
  struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons (9) };
  socklen_t size = sizeof (a);
  inet_pton (AF_INET, "203.0.113.1", &a.sin_addr);
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  bool ok = fd >= 0 && connect (fd, (struct sockaddr *)&a, sizeof (a)) == 0
            && getsockname (fd, (struct sockaddr *)&a, &size) == 0;
  if (fd >= 0)
    close (fd);
  *address = a.sin_addr;
  return ok;
}

enum gomp_status
cluster_net_find (const char *net, bool is_near, struct in_addr *address)
{
  if (net == NULL)
    {
      if (is_near || (!find_route (address) && !find_interface (NULL, address)))
        address->s_addr = htonl (INADDR_LOOPBACK);
      return GOMP_OK;
    }
  if (inet_pton (AF_INET, net, address) == 1 || find_interface (net, address))
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_INVALID,
                  "invalid value '%s' of environment variable OFFLOAD_NET",
                  net);
  gomp_error_hint ("an address, an interface or a network of this machine is "
                   "accepted, such as 10.1.0.7, ib0 or 10.1.0.0/16");
  return GOMP_ERR_INVALID;
}
