# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Nodes that the mpirun of Open MPI and that of MPICH start, and Slurm, and MPI
# programs of both whose processes have nodes of their own.  Run by make
# check-cluster; see README.

. "$testsuite/lib/script.sh"
. "$testsuite/extra/compilers/fetch.inc"

here=$testsuite/extra/cluster
root=$PWD/root
unset SLURM_JOB_ID SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK
. "$here/launchers.inc"
fetch_launchers
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=60
$GCC -O2 "$testsuite/lib/hosts.c" -o hosts || fail "compile"
$GCC -B"$TOOLCHAIN" -fopenmp "$here/devices.c" -o devices || fail 'compile'

lines=stream
OFFLOAD_LINE=ucx OFFLOAD_HOSTS=localhost ./devices >out 2>err \
  && lines='stream ucx'
for brand in openmpi mpich; do
  mpi_compile $brand || fail "compile for $brand"
  for line in $lines; do
    export OFFLOAD_LINE=$line
    OFFLOAD_HOSTS='localhost*2' prints "$brand, $line: each has its own" 0 \
      '2 processes, 4 devices, 0 wrong' mpi $brand 2 ./ranks.$brand
    export OFFLOAD_NET=127.0.0.1 OFFLOAD_MEET="$PWD/meet"
    OFFLOAD_HOSTS=launch:3 OFFLOAD_LAUNCH="mpiexec.$brand -n 3" \
      prints "$brand, $line: only a launcher" 0 '3 devices, 3' ./devices
    OFFLOAD_HOSTS=meet:2 prints "$brand, $line: program and nodes at once" 0 \
      '2 devices, 1' mpi $brand 1 ./devices : -n 2 offgomp-node
    unset OFFLOAD_NET OFFLOAD_MEET
  done
  unset OFFLOAD_LINE
  OFFLOAD_HOSTS='localhost*2' mpi $brand 2 ./ranks.$brand wild >out 2>err
  check "$brand: a fault ends the program" test $? != 0
  check "$brand: where" grep -q \
    'on device 0 (x86emul on localhost): segmentation fault' err out
done

# ---------------------------------------------------------------- Slurm

cat >jobs <<'EOS'
# On host 1, with Slurm.
. "$testsuite/lib/script.sh"
here=$testsuite/extra/cluster
root=$PWD/root
. "$here/launchers.inc"
export OFFLOAD_HOSTS=slurm
prints 'Slurm: all nodes of a job' 0 '2 devices, 1' salloc -N2 ./devices
OFFLOAD_HOSTS='slurm*2' prints 'Slurm: two devices on each' 0 '4 devices, 6' \
  salloc -N2 ./devices
printf '#!/bin/sh\n./devices\n' >job
chmod +x job
rm -f printed
sbatch --wait -N2 -o "$PWD/printed" job >out 2>err
check 'Slurm: a batch job' test $? = 0
check 'Slurm: a batch job: 2 devices, 1' grep -qx '2 devices, 1' printed
prints 'Slurm: a job of one node' 0 '1 devices, 0' salloc -N1 ./devices
salloc -N2 sh -c './ranks.mpich wild' >out 2>err
check 'Slurm: a fault ends the program' test $? = 1
check 'Slurm: on which node' grep -q \
  'on device 0 (x86emul on host2): segmentation fault' err
# Each process of the MPI program starts its part of the nodes by srun.
prints 'Slurm, Open MPI: processes divide the nodes' 0 \
  '2 processes, 2 devices, 0 wrong' \
  salloc -N2 timeout 100 mpiexec.openmpi -n 2 ./ranks.openmpi
# No host knows the address of another one's name.
prints 'Slurm, MPICH: processes divide the nodes' 0 \
  '2 processes, 2 devices, 0 wrong' \
  salloc -N2 timeout 100 mpiexec.mpich -localhost 10.77.0.1 -n 2 ./ranks.mpich
finish
EOS
./hosts 3 delay=100 sh "$here/slurm.sh" sh jobs >job.out 2>&1
status=$?
grep -E '^(PASS|FAIL)' job.out
case $status in
  0) ;;
  77) unsupported 'Slurm: no namespaces' ;;
  *) cat job.out; fail "Slurm: status $status" ;;
esac
finish
