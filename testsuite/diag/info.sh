# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# offgomp-info: which library is loaded, and what it finds.
. "$testsuite/lib/script.sh"

unset OMP_TARGET_OFFLOAD OMP_DEFAULT_DEVICE OMP_AVAILABLE_DEVICES \
  OMP_NUM_THREADS OFFLOAD_EMUL_NUM OFFLOAD_EMUL_CHECK LD_LIBRARY_PATH
info=$BINDIR/offgomp-info

# shows NAME TEXT: a line of the output, its columns one blank apart, is TEXT.
squeeze () { tr -s ' ' <shown | sed "s|$LIBDIR|LIBDIR|g; s/^ //; s/ $//"; }
shows () {
  if squeeze | grep -qxF -- "$2"; then
    pass "$1"
  else
    squeeze
    fail "$1: '$2' is missing"
  fi
}
# part HEADING: the lines below it.
part () {
  squeeze | sed -n "/^$1\$/,/^\$/p" | sed '1d; /^$/d'
}
# says NAME HEADING TEXT: all that is below HEADING.
says () {
  check "$1" test "$(part "$2")" = "$3"
}
ask () { "$info" "$@" >shown 2>errors; }

# ---------------------------------------------------------------- the library

check 'it succeeds' ask
check 'it says nothing else' test ! -s errors
shows 'programs linked with -B' \
  "linked with -BLIBDIR/offgomp/ LIBDIR/libgomp.so.1 $(
    strings "$LIBDIR/libgomp.so.1" | sed -n 's/^version: //p' | head -n 1)"
shows 'the library' 'file LIBDIR/libgomp.so.1'
theirs=$($GCC -print-file-name=libgomp.so.1)
if check_theirs=$(realpath "$theirs"); then
  LD_LIBRARY_PATH=$(dirname "$theirs") "$info" >shown
  check "GCC's library before ours is found" \
    grep -q "others *.*libgomp.so.1 *not offgomp" shown
  ask --library="$check_theirs"
  check "GCC's library cannot be asked" test $? = 1
  shows 'what it is' 'version not offgomp'
fi
ask --library=/nonexistent/libgomp.so.1
check 'no library: status' test $? = 1
shows 'no library: why' 'error No such file or directory'
LD_LIBRARY_PATH=$LIBDIR ask
check 'chosen by LD_LIBRARY_PATH' \
  test "$(part loads | grep -c 'LIBDIR/libgomp.so.1 offgomp')" = 2

# ---------------------------------------------------------------- settings

OMP_NUM_THREADS=3 OMP_DYNAMIC_ALL=true OFFLOAD_EMUL_MEM=1G OMP_CANCELLATION=no \
  ask
shows 'a default' 'OMP_NESTED FALSE default'
shows 'a variable' 'OMP_NUM_THREADS 3 OMP_NUM_THREADS'
shows 'one for all devices' 'OMP_DYNAMIC TRUE OMP_DYNAMIC_ALL'
shows "a plugin's variable" 'OFFLOAD_EMUL_MEM 1G OFFLOAD_EMUL_MEM'
shows 'a wrong value does not count' 'OMP_CANCELLATION FALSE default'
check 'and is reported' grep -q 'OMP_CANCELLATION' errors
missing=$(sed -n 's/^ENV ("\([A-Z_0-9]*\)".*/\1/p' \
            "$top_srcdir/libgomp/icv/env.def" |
            while read -r name; do
              squeeze | grep -q "^$name " || echo "$name"
            done)
check 'every variable of the table' test -z "$missing"

# ---------------------------------------------------------------- CPUs, places

first=$(taskset -pc $$ 2>/dev/null | sed 's/.*: //; s/[-,].*//')
if test -n "$first"; then
  taskset -c "$first" "$info" >shown
  shows 'CPUs of the mask' 'available 1'
  shows 'the mask' "mask $first"
  shows 'the number of threads' 'threads 1'
  OMP_PLACES="{$first}" taskset -c "$first" "$info" >shown
  says 'places' places "number cpus
0 $first"
fi
ask
says 'no places' places none

# limit MILLI_CPUS DIRECTORY: a new control group with that quota, of version 1
# or 2.
limit () {
  mkdir "$2" 2>/dev/null || return
  if test -e "$2/cpu.cfs_quota_us"; then
    echo 100000 >"$2/cpu.cfs_period_us" &&
      echo "$(($1 * 100000 / 1000))" >"$2/cpu.cfs_quota_us"
  else
    echo "$(($1 * 100000 / 1000)) 100000" 2>/dev/null >"$2/cpu.max"
  fi 2>/dev/null || { rmdir "$2"; false; }
}
# enter DIRECTORY COMMAND...: run it in that group.
enter () {
  sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' - "$@"
}
for groups in /sys/fs/cgroup/cpu /sys/fs/cgroup; do
  group=$groups/offgomp-info-$$
  limit 500 "$group" || continue
  enter "$group" "$info" >shown
  shows 'the quota' 'quota 0.500'
  shows 'the group that sets it' "quota_group $group"
  shows 'a thread for half a CPU' 'threads 1'
  OFFGOMP_CPU_QUOTA=false enter "$group" "$info" >shown
  check 'a quota that shall not count' test "$(part cpus | grep -c quota)" = 1
  rmdir "$group"
  break
done

# ---------------------------------------------------------------- devices

if has_target x86emul; then
  OFFLOAD_EMUL_NUM=2 OFFGOMP_PLUGINS=x86emul ask
  says 'devices' devices \
    "number plugin ordinal uid kind arch state file
0 x86emul 0 OMP_DEV_0 cpu x86_64 ready LIBDIR/libgomp-plugin-x86emul.so.1
1 x86emul 1 OMP_DEV_1 cpu x86_64 ready LIBDIR/libgomp-plugin-x86emul.so.1"
  says 'nothing is absent' absent none
  OFFLOAD_EMUL_NUM=2 OFFGOMP_PLUGINS=x86emul OMP_AVAILABLE_DEVICES='*[1]' ask
  says 'a device that is left out' absent \
    'device 0 of plugin x86emul: left out by OMP_AVAILABLE_DEVICES'
  OFFLOAD_EMUL_RUN=/nonexistent/program OFFGOMP_PLUGINS=x86emul ask
  check 'a device that does not start' \
    test "$(part devices | grep -c 'x86_64 ready')" = 0
  OFFLOAD_EMUL_NUM=0 OFFGOMP_PLUGINS=x86emul ask
  says 'no emulated device' devices none
  check 'and why' grep -q 'plugin.*x86emul.*OFFLOAD_EMUL_NUM' shown
fi
OMP_TARGET_OFFLOAD=disabled ask
says 'devices are disabled' absent \
  'OMP_TARGET_OFFLOAD is set to DISABLED: no plugin was tried'

# ---------------------------------------------------------------- the command

check 'JSON' ask --json
if command -v python3 >/dev/null; then
  check 'JSON is well formed' python3 -c '
import json
report = json.load (open ("shown"))
assert report["library"]["file"].endswith ("libgomp.so.1")
names = {setting["name"]: setting["from"] for setting in report["settings"]}
assert names["OMP_DYNAMIC"] == "default"
assert report["cpus"]["threads"] >= 1'
fi
ask --nonsense
check 'a wrong option' test $? = 2
check 'help' ask --help
check 'the version' ask --version

# What bash proposes for a word, after the words before it.
cat >proposes <<'END'
source "$1"
shift
compopt () { :; }
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
$(complete -p offgomp-info | sed 's/.*-F \([^ ]*\).*/\1/')
printf '%s\n' "${COMPREPLY[@]}"
END
if command -v bash >/dev/null; then
  proposes () { bash proposes "$top_srcdir/info/completion.bash" "$@"; }
  ask --help
  sed -n 's/^  \(--[a-z]*=*\).*/\1/p' shown | LC_ALL=C sort >options
  check 'bash proposes the options' \
    test "$(proposes offgomp-info -- | LC_ALL=C sort)" = "$(cat options)"
  check 'the rest of one' test "$(proposes offgomp-info --j)" = --json
  check 'and files' test "$(proposes offgomp-info --library = optio)" = options
fi
finish
