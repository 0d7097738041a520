#!/usr/bin/env bash
# enter.sh ROOT WORDS...: run WORDS with ROOT as the whole machine: own processes, own mounts, no network.
# enter.sh ROOT boot: start ROOT's systemd there instead, as process 1, with a cgroup tree of its own.
set -euo pipefail

if [ "${INSIDE:-}" != yes ]; then
    namespaces=(--mount --pid --fork --ipc --uts --kill-child)
    [ "${ONLINE:-}" = yes ] || namespaces+=(--net)
    if [ "$2" = boot ]; then
        group=$(mktemp -d "$(findmnt -n -o TARGET -t cgroup2 | head -n 1)/pierwszy-XXXXXXXX")
        echo $$ >"$group/cgroup.procs"
        namespaces+=(--cgroup)
    fi
    export INSIDE=yes
    exec unshare "${namespaces[@]}" "${BASH_SOURCE[0]}" "$@"
fi

root=$1
shift
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in null zero full random urandom tty; do
    touch "$root/dev/$node"
    mount --bind "/dev/$node" "$root/dev/$node"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
if [ "$1" = boot ]; then
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    hostname box
    mkdir "$root/run/host"
    cd "$root"
    pivot_root . run/host
    umount -l /run/host
    exec env -i container=pierwszy PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init
fi
exec chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    LC_ALL=C.UTF-8 "$@"
