# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The events of acc_prof.h that a device raises: launches, copies, memory.  GCC's
# library leaves them to its plugin; with ours in its place a program hears the
# same.  Our library raises them itself, once, with our plugin and with GCC's.
. "$testsuite/nvptx/programs.inc"

if ! has_target nvptx-none; then
  unsupported 'this build has no plugin for nvptx'
  finish
fi
need_same_interface "events of our plugin on GCC's library, and the reverse"
model=-fopenacc

cat > program.c <<'C'
#include <openacc.h>
#include <stdio.h>
#include <string.h>

#include <acc_prof.h>

static int a[1000], b[10];
static int counts[acc_ev_last];
static acc_event_t open[20];
static int depth;

static const char *const names[acc_ev_last]
    = { [acc_ev_alloc] = "alloc",
        [acc_ev_free] = "free",
        [acc_ev_enqueue_launch_start] = "launch",
        [acc_ev_enqueue_launch_end] = "end of launch",
        [acc_ev_enqueue_upload_start] = "upload",
        [acc_ev_enqueue_upload_end] = "end of upload",
        [acc_ev_enqueue_download_start] = "download",
        [acc_ev_enqueue_download_end] = "end of download" };

/* A pair's end has what its beginning had, and what was stored there.  */
static void
note_pair (const acc_event_info *event)
{
  acc_event_t type = event->event_type;
  if (type == acc_ev_alloc || type == acc_ev_free)
    return;
  if (type % 2 == 0)
    open[depth++] = type;
  else if (depth == 0 || open[--depth] + 1 != type
           || event->other_event.tool_info != &counts)
    puts ("not a pair");
}

static void
note (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  acc_event_t type = prof->event_type;
  __atomic_fetch_add (&counts[type], 1, __ATOMIC_RELAXED);
  printf ("%s: device %d of type %d, async %ld, api %d of type %d, parent %d, "
          "implicit %d",
          names[type], prof->device_number, prof->device_type,
          (long)prof->async, api->device_api, api->device_type,
          event->other_event.parent_construct, event->other_event.implicit);
  note_pair (event);
  event->other_event.tool_info = &counts;
  if (type == acc_ev_enqueue_launch_start || type == acc_ev_enqueue_launch_end)
    printf (", %s, %lu gangs of %lu workers with %lu lanes",
            event->launch_event.kernel_name,
            (unsigned long)event->launch_event.num_gangs,
            (unsigned long)event->launch_event.num_workers,
            (unsigned long)event->launch_event.vector_length);
  else
    printf (", %lu bytes, %s host, %s device",
            (unsigned long)event->data_event.bytes,
            event->data_event.host_ptr == NULL ? "no" : "a",
            event->data_event.device_ptr == NULL ? "no" : "a");
  printf (", %d\n", event->other_event.valid_bytes);
}

static void
directives (void)
{
  puts ("parallel");
#pragma acc parallel loop copy(a) num_gangs(3) num_workers(2)
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  puts ("parallel async");
#pragma acc parallel loop copy(a) num_gangs(3) num_workers(2) async(2)
  for (int i = 0; i < 1000; i++)
    a[i] = i;
#pragma acc wait
  puts ("data");
#pragma acc data copyin(a) copyout(b)
  {
    puts ("update");
#pragma acc update device(a)
#pragma acc update self(b) async(1)
#pragma acc wait(1)
    puts ("serial");
#pragma acc serial present(a, b)
    b[0] = a[1];
  }
  puts ("enter, exit");
#pragma acc enter data copyin(b)
#pragma acc exit data copyout(b)
}

static void
routines (void)
{
  puts ("copyin, copyout");
  acc_copyin (a, sizeof (a));
  acc_update_device (a, sizeof (a));
  acc_update_self_async (a, sizeof (a), 3);
  acc_wait (3);
  acc_copyout (a, sizeof (a));
  puts ("malloc, memcpy, free");
  void *d = acc_malloc (100);
  acc_memcpy_to_device (d, a, 100);
  acc_memcpy_from_device (a, d, 100);
  acc_free (d);
}

int
main (int argc, char **argv)
{
  acc_init (acc_device_nvidia);
  for (int i = acc_ev_alloc; i <= acc_ev_enqueue_download_end; i++)
    if (names[i] != NULL)
      acc_prof_register ((acc_event_t)i, note, acc_reg);
  directives ();
  routines ();
  puts ("nobody");
  acc_prof_unregister (acc_ev_alloc, note, acc_reg);
  acc_copyin (a, sizeof (a));
  acc_delete (a, sizeof (a));
  printf ("%d launches\n", counts[acc_ev_enqueue_launch_start]);
  return argc > 9 && argv == NULL;
}
C

compile_or_stop compile "$GCC" -O1 program.c
events () {
  runtime=$1
  on_device env ACC_DEVICE_TYPE=nvidia ./program
  conclude "events $(basename "$1")"
  # The names of kernels differ.
  sed 's/\$/./g' out >"$2.out"
  check "pairs, $2" sh -c "! grep 'not a pair' $2.out"
}
events "$PWD/stock" gcc
mkdir mixed theirs
ln -s "$stock" mixed/libgomp.so.1
ln -s "$LIBDIR/libgomp-plugin-nvptx.so.1" mixed/
ln -s "$LIBDIR/libgomp.so.1" theirs/
ln -s "$(stock_library libgomp-plugin-nvptx.so.1)" theirs/
events "$PWD/mixed" mixed
events "$PWD/theirs" theirs
events "$LIBDIR" ours

# same PATTERN WHOSE: as with GCC's plugin on GCC's library, except for blocks
# of arguments, which are small.  How much is allocated depends on where the
# data is.
same () {
  for file in gcc $2; do
    grep "$1" $file.out | grep -v ', \(8\|16\) bytes' \
      | sed 's/[0-9]* bytes, no/bytes, no/' >$file.part
  done
  mv gcc.part wanted
  mv $2.part got
  if cmp -s wanted got; then
    pass "$2: $1"
  else
    diff wanted got
    fail "$2: $1"
  fi
}
for pattern in ^parallel '^launch:' '^end of launch:' '^alloc:'; do
  same "$pattern" mixed
done
same '^launch:' theirs

# count WHOSE NUMBER PATTERN
count () {
  check "$1 has $2 times $3" test "$(grep -c "$3" $1.out)" = "$2"
}
for each in mixed ours; do
  count $each 3 '^launch:'
  count $each 3 '^end of launch:'
  # Of a, by two regions, data, two updates, two copyins; of b, by enter data.
  count $each 7 '^upload: .* 4000 bytes'
  count $each 7 '^end of upload: .* 4000 bytes'
  count $each 1 '^upload: .* 40 bytes'
  # Two regions, acc_update_self_async, copyout; update self, data, exit data.
  count $each 4 '^download: .* 4000 bytes'
  count $each 3 '^download: .* 40 bytes'
  count $each 1 '^upload: .* 100 bytes'
  count $each 1 '^end of download: .* 100 bytes'
done
# Of two regions, one of them in a queue, of data, exit data, copyout, free and
# delete.  GCC's library has one block for both arrays of data.
count mixed 7 '^free:'
count ours 8 '^free:'
finish
