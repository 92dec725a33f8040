# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# slurm.sh COMMAND...: Slurm with two nodes, hosts 2 and 3 of lib/hosts.c, then
# COMMAND on host 1, where its controller runs.  Ends with its status; all
# daemons end with it.

here=$testsuite/extra/cluster
root=$PWD/root
. "$here/launchers.inc"

export SLURM_CONF="$PWD/slurm.conf"
rm -rf slurm
mkdir -p slurm/state slurm/munge slurm/host2 slurm/host3
chmod 755 slurm slurm/munge
head -c 1024 /dev/urandom >slurm/munge.key
chmod 600 slurm/munge.key
# 22.05 looks for control groups even if nothing uses them.
echo 'CgroupPlugin=cgroup/v1' >cgroup.conf
cat >"$SLURM_CONF" <<EOC
ClusterName=two
SlurmctldHost=host1(10.77.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge/socket
CredType=cred/munge
PluginDir=$slurm
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/%n
SlurmctldPidFile=$PWD/slurm/controller.pid
SlurmdPidFile=$PWD/slurm/%n.pid
SlurmctldLogFile=$PWD/slurm/controller.log
SlurmdLogFile=$PWD/slurm/%n.log
SlurmdParameters=config_overrides
NodeName=host2 NodeAddr=10.77.0.2 CPUs=2 State=UNKNOWN
NodeName=host3 NodeAddr=10.77.0.3 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=host2,host3 Default=YES State=UP MaxTime=INFINITE
EOC

daemons=
start () {
  "$@" >>slurm/output 2>&1 </dev/null &
  daemons="$daemons $!"
}
start munged --foreground --force --key-file="$PWD/slurm/munge.key" \
  --socket="$PWD/slurm/munge/socket" --pid-file="$PWD/slurm/munge/pid" \
  --log-file="$PWD/slurm/munge/log" --seed-file="$PWD/slurm/munge/seed"
start slurmctld-wlm -D -c
for number in 2 3; do
  eval keeper=\$HOST_$number
  start nsenter -t "$keeper" -n -u -m --wd="$PWD" slurmd-wlm -D \
    -d "$root/usr/sbin/slurmstepd-wlm" -N host$number
done

looks=0
while test "$(sinfo -h -t idle -o %D 2>>slurm/output)" != 2 \
      && test $looks -lt 300; do
  sleep 0.1
  looks=$((looks + 1))
done
"$@"
status=$?
kill $daemons
wait
test $status = 0 || tail -n 20 slurm/*.log slurm/output
exit $status
