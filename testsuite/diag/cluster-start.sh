# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Several nodes that one command starts, or somebody, and that connect to the
# program: by Slurm's srun (a stand-in), by other launchers, by a file.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset SLURM_JOB_ID SLURM_PROCID SLURM_JOB_NUM_NODES SLURM_NNODES \
  OMPI_COMM_WORLD_RANK PMI_RANK
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=60

cat >program.c <<'EOP'
#include <omp.h>
#include <stdio.h>
#include <string.h>
int main (void)
{
  int n = omp_get_num_devices (), sum = 0;
  for (int d = 0; d < n || d == 0; d++)
    {
#pragma omp target device (d) map (tofrom: sum)
      {
        sum += omp_get_device_num ();
        printf ("region on %d\n", omp_get_device_num ());
      }
    }
  printf ("%d devices, %d\n", n, sum);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g program.c -o program || fail 'compile'
cat >wild.c <<'EOP'
#include <stdlib.h>
int main (int argc, char **argv)
{
  int *p = malloc (sizeof (int)), n = argc > 1 ? atoi (argv[1]) : 0;
#pragma omp target is_device_ptr (p) device (n)
  *(volatile int *)p = 1;
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g wild.c -o wild || fail 'compile'

# As srun does: as many tasks as it is asked for, each with all of its input,
# and the name of its node.
mkdir bin
cat >bin/srun <<'EOS'
#!/bin/sh
first=0
while :; do
  case $1 in
    --ntasks=*) tasks=${1#*=} ;;
    --relative=*) first=${1#*=} ;;
    --*) ;;
    *) break ;;
  esac
  echo "$1" >>asked
  shift
done
read -r line
task=0
while test $task -lt $tasks; do
  echo "$line" | SLURMD_NODENAME=n$((first + task)) "$@" &
  task=$((task + 1))
done
wait
EOS
chmod +x bin/srun
PATH=$PWD/bin:$PATH

# runs NAME STATUS COMMAND...: COMMAND ends with STATUS.
runs () {
  name=$1 expected=$2
  shift 2
  "$@" >out 2>err
  status=$?
  test $status = "$expected" || cat out err
  check "$name" test $status = "$expected"
}

# ---------------------------------------------------------------- Slurm

export SLURM_JOB_ID=7 SLURM_JOB_NUM_NODES=3
OFFLOAD_HOSTS='slurm*2' runs 'all nodes of a job' 0 ./program
check 'two devices on each' grep -q '^6 devices, 15$' out
check 'nothing else is said' test ! -s err
check 'srun shares the nodes of the job' grep -qx -e --overlap asked
OFFLOAD_HOSTS=slurm runs 'numbers in the order of the names' 1 ./wild 2
says 'the last node' 'device 2 (x86emul on n2): segmentation fault'
# The processes of an MPI program divide the nodes among them.
rm asked
OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OFFLOAD_HOSTS=slurm \
  runs 'one of two processes' 0 ./program
check 'has the other part of the nodes' grep -q '^2 devices' out
check 'which are not those of the first one' grep -qx -e --relative=1 asked
SLURM_PROCID=3 SLURM_STEP_NUM_TASKS=4 OFFLOAD_HOSTS=slurm \
  runs 'more processes than nodes' 0 ./program
check 'each has one' grep -q '^1 devices' out
unset SLURM_JOB_ID
OFFLOAD_HOSTS=slurm runs 'outside a job' 1 ./program
says 'what is missing' 'OFFLOAD_HOSTS=slurm needs a job of Slurm'
says 'how to get it' 'hint: run the program by salloc or sbatch'

# ---------------------------------------------------------------- commands

cat >both <<'EOS'
#!/bin/sh
read -r line
echo "$line" | SLURMD_NODENAME=b "$@" &
echo "$line" | SLURMD_NODENAME=a "$@" &
wait
EOS
chmod +x both
OFFLOAD_HOSTS='launch:2' OFFLOAD_LAUNCH=./both \
  runs 'one command, two nodes' 0 ./program
check 'a device on each' grep -q '^2 devices, 1$' out
OFFLOAD_HOSTS='launch:2,localhost' OFFLOAD_LAUNCH=./both \
  runs 'the first name' 1 ./wild 0
says 'is the first node' 'device 0 (x86emul on a): segmentation fault'
OFFLOAD_HOSTS=launch:2 OFFLOAD_LAUNCH=false runs 'it fails' 1 ./program
says 'for both, once' "no devices on 2 of the 2 nodes of 'launch:2': no node \
has connected"
says 'how it has ended' 'the command that starts it has ended with status 1'
check 'not for each' test "$(grep -c 'no devices on' err)" = 1
OFFLOAD_START_TIMEOUT=5 OFFLOAD_HOSTS=launch:3 OFFLOAD_LAUNCH=./both \
  runs 'one that does not come' 0 ./program
says 'is missed' "no devices on 1 of the 3 nodes of 'launch:3': no node has \
connected within 5 s"
check 'the others do' grep -q '^2 devices' out
cat >none.c <<'EOP'
#include <errno.h>
int accept4 (int fd, void *address, void *size, int flags)
{
  errno = EMFILE;
  return -1;
}
EOP
$GCC -shared -fPIC none.c -o none.so || fail 'compile'
LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD }$PWD/none.so" OFFLOAD_HOSTS=launch:2 \
  OFFLOAD_LAUNCH=./both runs 'no descriptors' 1 ./program
says 'what is missing' "no devices on 2 of the 2 nodes of 'launch:2': no \
descriptor is left for its connection"
says 'how many there are' "hint: each node needs one; the program may have \
$(ulimit -n), see ulimit -n"
printf '#!/bin/sh\n"$@" </dev/null & "$@" </dev/null & wait\n' >deaf
chmod +x deaf
OFFLOAD_MEET=$PWD/meet OFFLOAD_HOSTS=launch:2 OFFLOAD_LAUNCH=./deaf \
  runs 'one that does not pass its input on' 0 ./program
check 'a file is as good' grep -q '^2 devices, 1$' out
check 'and is removed' test ! -e meet
OFFLOAD_HOSTS=launch:0 OFFLOAD_LAUNCH=./both runs 'no nodes' 1 ./program
says 'which element' "invalid element 'launch:0' of environment variable"

# ---------------------------------------------------------------- a file

# As mpirun does with "-n 1 program : -n 2 offgomp-node": all at once, with one
# environment.  An old file is there, of a program that has ended.
echo "offgomp-meeting 1 127.0.0.1 9 $(printf '%064d' 5)" >meet
chmod 600 meet
export OFFLOAD_MEET=$PWD/meet
for i in 1 2; do
  "$BINDIR/offgomp-node" &
  eval node$i=$!
done
OFFLOAD_HOSTS=meet:2*2 runs 'by a file' 0 ./program
check 'two devices on each' grep -q '^4 devices, 6$' out
wait $node1
check 'a server ends with the program' test $? = 0
wait $node2
check 'the other one, too' test $? = 0
check 'the file is removed' test ! -e meet
echo 'something else' >meet
chmod 600 meet
"$BINDIR/offgomp-node" 2>err
check 'another file' test $? = 1
says 'what it is' "$PWD/meet does not say where a program waits for nodes"
chmod 644 meet
"$BINDIR/offgomp-node" --meet meet 2>err
check 'a file that others can read' test $? = 1
says 'who can' 'can be read or written by others'
"$BINDIR/offgomp-node" --meet - </dev/null 2>err
check 'no input' test $? = 1
says 'what it must be' 'standard input does not say where a program waits'
unset OFFLOAD_MEET
OFFLOAD_HOSTS=meet:2 runs 'no file' 1 ./program
says 'which one' 'OFFLOAD_HOSTS=meet:NODES needs OFFLOAD_MEET'
OFFLOAD_NET=nowhere OFFLOAD_HOSTS=launch:2 OFFLOAD_LAUNCH=./both \
  runs 'no such network' 1 ./program
says 'what is accepted' "invalid value 'nowhere' of environment variable \
OFFLOAD_NET"
OFFLOAD_NET=127.0.0.0/8 OFFLOAD_HOSTS=launch:2 OFFLOAD_LAUNCH=./both \
  runs 'a network' 0 ./program
finish
