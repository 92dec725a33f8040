# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# 16, 64 and 256 nodes without devices, all on this machine: what they cost the
# program, see many.c.  Run by make check-cluster.

. "$testsuite/lib/script.sh"
here=$testsuite/extra/cluster
unset OFFLOAD_EMUL_NUM OFFLOAD_LINE
export LD_LIBRARY_PATH="$LIBDIR" OMP_TARGET_OFFLOAD=mandatory

$GCC -B"$TOOLCHAIN" -fopenmp -O2 "$here/many.c" -o many || fail 'compile'
cat >start <<'EOS'
#!/bin/sh
# start NODES COMMAND...: so many, each with what standard input has.
nodes=$1
shift
read -r line
while test $nodes -gt 0; do
  echo "$line" | SLURMD_NODENAME=n$nodes "$@" &
  nodes=$((nodes - 1))
done
wait
EOS
chmod +x start
echo 'nodes, ms to start, ms of CPU, KiB, descriptors, threads, ms/s idle:'
for nodes in 16 64 256; do
  OFFLOAD_NET=127.0.0.1 OFFLOAD_HOSTS=launch:$nodes \
    OFFLOAD_LAUNCH="./start $nodes" ./many >many.out 2>many.err
  check "$nodes nodes: no failure" test $? = 0
  cat many.out many.err
  check "$nodes nodes: all have come" grep -q "^$nodes " many.out
  # Of each node its line and nothing else.
  check "$nodes nodes: at most two descriptors each" \
    test "$(cut -d' ' -f5 many.out)" -le $((2 * nodes + 8))
done
finish
