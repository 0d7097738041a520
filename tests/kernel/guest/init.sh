#!/bin/sh
# Process 1 of the guest: mounts what programs expect, makes the chips, runs the job, switches off.
#
# The root is the host's, read-only. Kernel argument rig=FOLDER names the one folder that can be written, at the
# same path inside and out. There lie
#   chips   a line for each chip: its label and number of lines
#   job     a shell script, the command to run
# and the job's exit status is left there as `status`. Whatever it prints goes to the console.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t configfs none /sys/kernel/config
mount -t devtmpfs dev /dev 2>/dev/null # mounted already where the kernel does it
mkdir -p /dev/pts /dev/shm
mount -t devpts none /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs run /run

for word in $(cat /proc/cmdline); do
    case $word in rig=*) rig=${word#rig=} ;; esac
done
mkdir -p "$rig" # where a tmpfs now hides it
# Linux 6.12 and a newer mount want the option's name; the others take all of it for a path.
mount -t hostfs rig "$rig" -o "hostfs=$rig" 2>/dev/null || mount -t hostfs rig "$rig" -o "$rig"

# A chip that goes live gets the next number: the first of the list is /dev/gpiochip0.
number=0
while read -r label lines; do
    bank=/sys/kernel/config/gpio-sim/chip$number/bank0
    mkdir -p "$bank"
    echo "$lines" >"$bank/num_lines"
    echo "$label" >"$bank/label"
    echo 1 >"${bank%/bank0}/live"
    number=$((number + 1))
done <"$rig/chips"

mkdir -p /run/work /run/tmp /run/home
cd /run/work || exit
export HOME=/run/home TMPDIR=/run/tmp XDG_RUNTIME_DIR=/run LG_WD=/run/work RIG="$rig"
stty -opost </dev/console 2>/dev/null # no carriage returns
echo "guest: up"

# Through a pipe, so that the job finds no terminal. What it left running would hold the pipe open for ever.
mkfifo /run/output
cat </run/output &
console=$!
setsid sh "$rig/job" </dev/null >/run/output 2>&1
echo $? >"$rig/status"
for process in /proc/[1-9]*; do
    [ "$process" = "/proc/$console" ] || kill -9 "${process#/proc/}"
done 2>/dev/null
wait "$console"
echo "guest: done"
sync
# reboot(2) with LINUX_REBOOT_CMD_POWER_OFF; every Debian has perl, but not every one a poweroff.
exec perl -e 'syscall 169, 0xfee1dead, 672274793, 0x4321fedc'
