# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# suite.sh MAKE: the programs with target regions, in C, C++ and Fortran, and
# those of the mapping checker, with every device on another host, by both lines,
# over a network that delays and loses packets and is cut.  Where namespaces are
# not allowed, the other host is this one.  In testsuite of a build tree; ends
# with the failures and the count.

here=$testsuite/extra/cluster
make=$1
wire='delay=200 jitter=400 loss=5 cut=200'
export OFFLOAD_HEARTBEAT=60
rm -rf cluster-run/suite
mkdir -p cluster-run/suite
results=$PWD/cluster-run/suite

$GCC -O2 "$testsuite/lib/hosts.c" -o cluster-run/hosts || exit 1
network=
if command -v nsenter >"$results/where"; then
  cluster-run/hosts 2 true && network="cluster-run/hosts 2 $wire"
fi
test -n "$network" || echo 'No namespaces: the other host is this one.'
# The node connects, so that its messages go over the network.
inside='
if test -n "$WIRE"; then
  export OFFLOAD_HOSTS=launch:1 OFFLOAD_NET=10.77.0.1
  export OFFLOAD_LAUNCH="nsenter -t $HOST_2 -n -u -m"
else
  export OFFLOAD_HOSTS=localhost
fi
exec "$@"'

lines=stream
$GCC -B"$TOOLCHAIN" -fopenmp "$here/devices.c" -o cluster-run/devices || exit 1
if LD_LIBRARY_PATH=$LIBDIR OMP_TARGET_OFFLOAD=mandatory OFFLOAD_LINE=ucx \
     OFFLOAD_HOSTS=localhost cluster-run/devices >"$results/probe"; then
  lines='stream ucx'
fi
# run NAME VARIABLE...: the tests that make's variables choose.
run () {
  name=$1
  shift
  echo "$line, $name:"
  $network env OFFLOAD_LINE=$line sh -c "$inside" sh $make check-local "$@" \
    >"$results/console" 2>&1
  sed "s/^\([A-Z]*: \)/\1$line, /" libgomp.sum >>"$results/sum"
  cp libgomp.log "$results/$line-$name.log"
  grep ' passed, ' "$results/console" || { cat "$results/console"; exit 1; }
}
for line in $lines; do
  for tool in c c++ fortran; do
    run $tool RUNTESTFLAGS="$tool.exp=target-*"
  done
  run checker ONLY=check/wrong,check/right
done
exec sh "$testsuite/lib/summary.sh" "$results/sum"
