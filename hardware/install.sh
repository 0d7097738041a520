#!/usr/bin/env bash
# Makes a Raspberry Pi the box: the program, its service, and what they need of the system. See usage below.
#
# Each step does what is missing and nothing else: run again it changes nothing, or goes on where it was stopped.
# A version, program and unit, gets a folder of its own, which is whole before it is tried; and only once it has
# got ready does the link lead to it, so that whenever the power fails a version starts that has run before.

set -euo pipefail
umask 022
export LC_ALL=C

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TREE=$(dirname "$HERE")
# shellcheck source-path=SCRIPTDIR source=config_txt.sh
. "$HERE/config_txt.sh"
# shellcheck source-path=SCRIPTDIR source=uninstall.sh
. "$HERE/uninstall.sh"

LOCKS=("$TREE/.locks/box.txt")           # what pip may install, file by file
OPT=/opt/pierwszy                       # a link to the version in use, $OPT-<fingerprint of what it was made of>
BROUGHT=$OPT.packages                   # what apt brought for the box
AUTO=/var/lib/apt/extended_states       # where apt says which packages nobody asked for
COMMAND=/usr/local/bin/pierwszy
BOX=/etc/pierwszy/box.toml
STATE=/var/lib/pierwszy                 # the journal; the service makes it
UNIT=/etc/systemd/system/pierwszy.service   # a link to that of the version in use
HOOK=/usr/lib/systemd/system-shutdown/pierwszy   # another
MODULES=/etc/modules-load.d/pierwszy.conf
CONFIG=/boot/firmware/config.txt
BACKUP=$CONFIG.before-pierwszy
PACKAGES=(python3-lgpio python3-venv)   # lgpio from apt, since PyPI has no wheel of it for Python 3.13
RULES=/etc/udev/rules.d/60-pierwszy.rules
MEMBER_OF=(gpio i2c input)
OF_SCREEN=(video render audio)          # groups the unit is in for a television
EXTRAS=pi
UNITS=("$HERE/pierwszy.service")        # what the unit is made of
ROOM_MB=250
READY_S=30

SCREEN=                                 # is there a television: true, false, or as it was
PHONES=                                 # may phones be buttons: likewise

ROOT=                                   # --root: where files are looked up instead; with --dry-run only
DRY=false
DONE=false                              # something was changed
STALE=false                             # ... which a running service doesn't know yet
REBOOT=false                            # ... which takes a reboot
FRESH=()                                # packages that were not there before
HALF=                                   # a folder to remove if this stops now
OLD=                                    # the version to go back to if this stops now
WORK=                                   # a folder for this run
LOG=                                    # what the last long command said

usage() {
    cat <<'END'
sudo hardware/install.sh [--box FILE | --usb] [--screen] [--phones] [--dry-run] [WHEEL]   install, or bring up to date
sudo hardware/install.sh uninstall [--dry-run]    take everything away again but the journal

For Raspberry Pi OS trixie or bookworm, 64-bit. The program is built from the checkout this file is in, unless
a WHEEL is given. FILE says how the box is wired, hardware/box.toml unless given; it is copied to
/etc/pierwszy/box.toml, and once there never touched again. --usb is for a box of plugged-in buttons, those of a Pico
(hardware/head) too, and a television; it takes hardware/box-usb.toml, where there is no box file yet. --screen, or
television = true in FILE, also installs what shows the table on a television without a desktop; it stays until
--no-screen. --phones lets phones on the same network be buttons, and has them on from the start in a new box file; on =
true under [phones] in FILE does the same; it stays until --no-phones. --dry-run only tells what would be done.
END
}

say() { echo "install.sh: $*"; }
die() { say "$@" >&2; exit 1; }

# reason: why the last command failed, as its output in LOG has it.
reason() { (grep -E '^(E:|ERROR|error:)' "$LOG" || cat "$LOG") | tail -n 1; }

# run WORDS...: do it; with --dry-run only say it.
run() {
    DONE=true
    if $DRY; then say "would run: $*"; else "$@"; fi
}

# put FILE < TEXT: give FILE this text, whole or not at all; false if it has it already. No chmod: FAT has none.
put() {
    local file=$1 text=$WORK/text
    cat >"$text"
    if cmp -s "$text" "$ROOT$file"; then return 1; fi
    DONE=true
    if $DRY; then say "would write $file"; return 0; fi
    { mkdir -p "$(dirname "$file")" && cat "$text" >"$file.new" && sync "$file.new" && mv "$file.new" "$file"; } ||
        die "can't write $file"
}

# --- is this the machine? -------------------------------------------------------------------------------------

check_root() {
    $DRY || [ "$(id -u)" -eq 0 ] || die "expected to be run by root, got $(id -un): put sudo before it"
}

check_machine() {
    local system bits group
    system=$(sed -n 's/"//g; s/^ID=//p; s/^VERSION_ID=//p' "$ROOT/etc/os-release" 2>/dev/null | sort -r | xargs) || true
    [[ $system =~ ^(debian|raspbian)\ 1[23]$ ]] ||
        die "expected Raspberry Pi OS trixie (13) or bookworm (12), got ${system:-something unknown}"
    bits=$(dpkg --print-architecture)
    [ "$bits" = arm64 ] || die "expected the 64-bit Raspberry Pi OS (arm64), got $bits"
    [ -f "$ROOT$CONFIG" ] || die "expected a Raspberry Pi with $CONFIG, there is no such file"
    check_config
    ! account_of_others || die "expected no account or group 'pierwszy' but the box's own, there is one: rename it"
    $SCREEN || OF_SCREEN=()
    for group in "${MEMBER_OF[@]}" "${OF_SCREEN[@]}"; do
        grep -q "^$group:" "$ROOT/etc/group" || die "expected Raspberry Pi OS's group $group, there is none"
    done
    if $SCREEN; then use_screen "${system#* }"; fi
}

# decide_screen BOX: a television is had if that was asked for, here or in the box file, or if it was had before.
decide_screen() {
    local asked=false
    if [[ " $(box_needs "$1" 2>/dev/null) " = *" television "* ]]; then asked=true; fi
    case $SCREEN in
        '') if $asked || grep -qs -- --screen "$ROOT$OPT/pierwszy.service"; then SCREEN=true; else SCREEN=false; fi ;;
        false) ! $asked || die "expected no 'television = true' in $1, since --no-screen is given" ;;
    esac
}

# decide_phones BOX: likewise.
decide_phones() {
    local on=false
    if [[ " $(box_needs "$1" 2>/dev/null) " = *" phones "* ]]; then on=true; fi
    if [ "$PHONES" = false ]; then
        ! $on || die "expected no 'on = true' under [phones] in $1, since --no-phones is given"
    elif [ -n "$PHONES" ] || $on || grep -qs '^RestrictAddressFamilies=AF_INET$' "$ROOT$OPT/pierwszy.service"; then
        PHONES=true
        EXTRAS+=,phones
        UNITS+=("$HERE/pierwszy-phones.conf")
    fi
}

# use_screen DEBIAN: what SDL loads to draw through KMS and to sound, and the library that has it.
use_screen() {
    LOCKS+=("$TREE/.locks/desk.txt")
    PACKAGES+=(libegl1 libgbm1 libgl1-mesa-dri libgles2)
    if [ "$1" = 12 ]; then PACKAGES+=(libasound2); else PACKAGES+=(libasound2t64); fi
    EXTRAS+=,screen
    UNITS+=("$HERE/pierwszy-screen.conf")
    ROOM_MB=300
}

check_config() {
    config_own "$ROOT$CONFIG" >/dev/null || die "expected the line '$END' in $CONFIG, after '$BEGIN'"
}

check_room() {
    local free
    free=$(df --output=avail -BM "$ROOT$(dirname "$OPT")" | tail -n 1 | tr -dc 0-9)
    [ "$free" -ge "$ROOM_MB" ] || die "expected $ROOM_MB MB free in /opt, got $free MB"
}

# --- apt ------------------------------------------------------------------------------------------------------

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Those that are there only until nobody else needs them any more are asked for, too, and then are the box's.
install_packages() {
    local package others
    others=$(awk -v RS= '/\nAuto-Installed: 1/ { print $2 }' "$ROOT$AUTO" 2>/dev/null | xargs) || true
    for package in "${PACKAGES[@]}"; do
        if [[ " $others " = *" $package "* ]] || ! is_installed "$package"; then FRESH+=("$package"); fi
    done
    ((${#FRESH[@]})) || return 0
    say "from apt: ${FRESH[*]}"
    if $DRY; then DONE=true; return; fi
    apt-get -q update &>"$LOG" || die "apt: $(reason): is there a network?"
    DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "${FRESH[@]}" &>"$LOG" ||
        die "apt: $(reason) (python3-lgpio is in Raspberry Pi OS's own archive)"
    DONE=true
    printf '%s\n' "${FRESH[@]}" >>"$BROUGHT"
}

# leave_packages PACKAGE...: of what apt brought for the box all but these. Others may need it by now: `apt
# autoremove` takes what nobody does.
leave_packages() {
    local packages
    [ -e "$ROOT$BROUGHT" ] || return 0
    mapfile -t packages < <(grep -vxF "$(printf '%s\n' "$@")" "$ROOT$BROUGHT")
    ((${#packages[@]})) || return 0
    run apt-mark -qq auto "${packages[@]}"
    (($# == 0)) || { grep -xF "$(printf '%s\n' "$@")" "$ROOT$BROUGHT" || true; } | put "$BROUGHT" || true
    say "${packages[*]} stay until: sudo apt autoremove"
}

# --- the program ------------------------------------------------------------------------------------------------

# fingerprint WHEEL: of all a program is made of; WHEEL may be empty.
fingerprint() {
    {
        /usr/bin/python3 --version
        cat "${LOCKS[@]}" "${UNITS[@]}" "$HERE/pierwszy-shutdown"
        if [ -n "$1" ]; then
            cat "$1"
        else
            cd "$TREE"
            find pyproject.toml README.md LICENSE firmware companion hardware/*.toml -type f \
                ! -path '*/__pycache__/*' -print0 | sort -z | xargs -0 sha256sum
        fi
    } | sha256sum | cut -c 1-12
}

# make_version FOLDER SOURCE: a virtual environment with the program, its unit and its hook, or nothing at all.
make_version() {
    local folder=$1 source=$2
    if [ -e "$ROOT$folder/whole" ]; then return; fi
    check_room
    say "making $folder from $source"
    if $DRY; then DONE=true; return; fi
    rm -rf "$folder"
    HALF=$folder
    /usr/bin/python3 -m venv --system-site-packages "$folder" &>"$LOG" || die "venv: $(reason)"
    # --ignore-installed: what Debian's packages would fill in today, one of their upgrades may take away.
    in_version "$folder" --require-hashes --only-binary=:all: --ignore-installed "${LOCKS[@]/#/-r}"
    in_version "$folder" --no-index --no-build-isolation "${source}[$EXTRAS]"
    try_program "$folder" &>"$LOG" || die "the program made doesn't start: $(reason)"
    cat "${UNITS[@]}" >"$folder/pierwszy.service"
    cp "$HERE/pierwszy-shutdown" "$folder"
    sync -f "$folder"
    touch "$folder/whole"
}

in_version() {
    "$1/bin/python" -m pip -q --disable-pip-version-check --no-cache-dir --no-input install "${@:2}" &>"$LOG" ||
        die "pip: $(reason): is there a network?"
}

# In a folder of its own, since lgpio leaves a pipe in the working directory.
try_program() (
    cd "$1" && bin/pierwszy --help && bin/python -BIc 'import lgpio' && rm -f .lgd-nfy*
    ! $SCREEN || bin/python -BIc 'import pygame'
)

# link TARGET FILE: make FILE a link, at once.
link() {
    [ "$(readlink "$ROOT$2")" != "$1" ] || return 0
    run ln -sfn "$1" "$2.new"
    run mv -T "$2.new" "$2"
}

# use_version FOLDER: the command and the service are that version's from here on.
use_version() {
    local old
    old=$(dirname "$OPT")/$(readlink "$ROOT$OPT" || true)
    # Installed before a version had its unit, the one in use gets it before the unit becomes a link.
    if [ -e "$ROOT$OPT/whole" ] && [ ! -L "$ROOT$UNIT" ] && [ -e "$ROOT$UNIT" ]; then
        run cp "$UNIT" "$OPT"
        $DRY || sync -f "$OPT/"
    fi
    link "$OPT/pierwszy.service" "$UNIT"
    [ -d "$ROOT${HOOK%/*}" ] || run mkdir "${HOOK%/*}"
    link "$OPT/pierwszy-shutdown" "$HOOK"
    if [ "$old" != "$1" ]; then
        STALE=true
        if systemd_runs && [ -e "$old/whole" ]; then try_version "$1" "$old"; fi
        link "$(basename "$1")" "$OPT"
        $DRY || sync -f "$(dirname "$OPT")"
        [ -z "$OLD" ] || end_try "$1"
    fi
    link "$OPT/bin/pierwszy" "$COMMAND"
}

# try_version FOLDER OLD: the service runs FOLDER, laid over OLD, or OLD again and this ends. Whatever stops this,
# the next start of the machine finds OLD as it was.
try_version() {
    local new=$1
    systemctl -q stop pierwszy
    OLD=$2
    DONE=true
    mount --bind "$new" "$OLD"
    get_ready || go_back "expected $new to be ready within $READY_S s, it is not"
}

# go_back WHY: the version before the one that is tried runs again.
go_back() {
    local old=$OLD
    OLD=
    uncover "$old"
    get_ready || die "$1, nor is the version before it: journalctl -u pierwszy tells why"
    die "$1: the version before it runs again; journalctl -u pierwszy tells why"
}

# end_try FOLDER: what was tried is in use; of others only the one before it stays.
end_try() {
    local old=$OLD
    OLD=
    uncover "$old"
    systemctl daemon-reload
    STALE=false
    remove_versions_but "$1" "$old"
}

# uncover FOLDER...: what a try has laid over a version goes; lazily, since the service runs from it.
uncover() {
    local folder
    for folder; do
        if mountpoint -q "$folder"; then umount --lazy "$folder" && STALE=true; fi
    done
}

remove_versions_but() {
    local folder
    for folder in "$ROOT$OPT"-*; do
        if [ -d "$folder" ] && [[ " $* " != *" ${folder#"$ROOT"} "* ]]; then run rm -r "$folder"; fi
    done
}

# --- the box file, and what it needs of config.txt ------------------------------------------------------------

# check_box FOLDER FILE: the program there names every fault of the file.
check_box() {
    $DRY || "$1/bin/python" -BI - "$2" <<'END' || die "expected a box file without faults"
import sys
from pathlib import Path

from firmware import errors
from firmware.boxfile import settings

try:
    settings.load(Path(sys.argv[1]))
except errors.SettingsError as error:
    sys.exit(str(error))
END
}

# new_box FILE: its text, which has phones on from the start if they are asked for and it doesn't speak of them.
new_box() {
    cat "$1"
    if [ "$PHONES" = true ] && ! grep -q '^\[phones\]' "$1"; then printf '\n[phones]\non = true\n'; fi
}

# box_needs FILE: of the machine, in words: panels, mux=ADDRESS for each, off=PIN, television, phones.
box_needs() {
    /usr/bin/python3 -I - "$1" <<'END'
import sys
import tomllib

with open(sys.argv[1], "rb") as file:
    box = tomllib.load(file)
places = [box.get("main", {}), *box.get("seats", {}).values()]
panels = [place["panel"] for place in places if "panel" in place]
muxes = sorted({panel["mux"] for panel in panels if "mux" in panel})
off = box.get("power", {}).get("button")
words = ["panels"[: 6 * bool(panels)], *(f"mux={mux:#04x}" for mux in muxes)]
words += ["" if off is None else f"off={off}", "television" if box.get("screen", {}).get("television") else ""]
words += ["phones" if box.get("phones", {}).get("on") else ""]
print(*filter(None, words))
END
}

set_up_config() {
    local needs speed
    needs=$(box_needs "$1" 2>/dev/null) || die "expected a box file, got something else in $1"
    read -ra needs <<<"$needs"
    edit_config "$(config_lines "$ROOT$CONFIG" "${needs[@]}")"
    if [ "${needs[0]:-}" != panels ]; then
        [ ! -e "$ROOT$MODULES" ] || run rm "$MODULES"
        return
    fi
    speed=$(config_says "$ROOT$CONFIG" "$SPEEDS")
    [[ $speed =~ ^(|400000)$ ]] || say "your config.txt has I2C at $speed Hz: left so (400000 draws fastest)"
    if put "$MODULES" <<<i2c-dev; then
        $DRY || modprobe i2c-dev 2>/dev/null || REBOOT=true
    fi
}

# edit_config LINES: put them into config.txt; as it was before the first time it stays beside it.
edit_config() {
    local text=$WORK/config
    config_with "$ROOT$CONFIG" "$1" >"$text"
    if [ -n "$1" ] || grep -q "^$BEGIN" "$ROOT$CONFIG"; then
        cmp -s "$text" "$ROOT$CONFIG" || [ -e "$ROOT$BACKUP" ] || run cp "$CONFIG" "$BACKUP"
        if put "$CONFIG" <"$text"; then REBOOT=true; fi
    fi
}

# set_up_rights: to lamps of Buzz! controllers, which root alone may switch without this, and to a Pico button head.
set_up_rights() {
    if put "$RULES" <"$HERE/60-pierwszy.rules" && systemd_runs; then
        { udevadm control --reload && udevadm trigger --action=add --subsystem-match=leds &&
            udevadm trigger --subsystem-match=tty --sysname-match='ttyACM*'; } &>"$LOG" ||
            say "plugged-in buttons wait for the next start: $(reason)"
    fi
}

# --- user and service ---------------------------------------------------------------------------------------------

# account_of_others: whether a user or group is called pierwszy that this hasn't made.
account_of_others() {
    local user
    user=$(grep '^pierwszy:' "$ROOT/etc/passwd" || grep '^pierwszy:' "$ROOT/etc/group") &&
        [[ ! $user =~ ^pierwszy:[^:]*:[1-9][0-9]{0,2}:[^:]*:[^:]*:$STATE:/usr/sbin/nologin$ ]]
}

make_user() {
    local group
    grep -q '^pierwszy:' "$ROOT/etc/passwd" || run useradd --system --user-group --home-dir "$STATE" \
        --no-create-home --shell /usr/sbin/nologin pierwszy
    for group in "${MEMBER_OF[@]}"; do
        grep -Eq "^$group:.*[:,]pierwszy(,|\$)" "$ROOT/etc/group" || run usermod -aG "$group" pierwszy
    done
}

systemd_runs() { [ -d /run/systemd/system ] && ! $DRY; }

enable_service() {
    [ -L "$ROOT/etc/systemd/system/multi-user.target.wants/pierwszy.service" ] ||
        run systemctl -q enable pierwszy.service
}

start_service() {
    systemd_runs || return 0
    if systemctl -q is-active pierwszy; then
        $STALE || return 0
    elif $REBOOT; then
        return 0
    fi
    run get_ready || die "the service doesn't start: journalctl -u pierwszy -n 20 tells why"
}

# get_ready: start the service anew. systemd tries again where a start failed, until it has enough.
get_ready() {
    local end=$((SECONDS + READY_S)) state
    systemctl -q stop pierwszy
    systemctl daemon-reload
    systemctl -q reset-failed pierwszy 2>/dev/null || true
    systemctl --no-block start pierwszy
    until state=$(systemctl show --value --property=ActiveState pierwszy) && [ "$state" = active ]; do
        if [ "$state" = failed ] || [ "$SECONDS" -ge "$end" ]; then return 1; fi
        sleep 0.2
    done
}

# --- all of it ----------------------------------------------------------------------------------------------------

install_all() {
    local wheel=$1 box=$2 shipped=$3 folder
    check_root
    if [ -e "$ROOT$BOX" ]; then
        [ -z "$box" ] || cmp -s "$box" "$ROOT$BOX" || die "expected no $BOX yet, since --box is given: move it away"
        box=$ROOT$BOX
    fi
    box=${box:-$HERE/$shipped}
    decide_screen "$box"
    decide_phones "$box"
    check_machine
    $DRY || uncover "$OPT"-*
    install_packages
    folder=$OPT-$(fingerprint "$wheel")
    make_version "$folder" "${wheel:-$TREE}"
    check_box "$folder" "$box"
    HALF=
    [ -e "$ROOT$BOX" ] || put "$BOX" < <(new_box "$box")
    make_user
    set_up_config "$box"
    set_up_rights
    use_version "$folder"
    enable_service
    start_service
    leave_packages "${PACKAGES[@]}"
    tell_how_it_stands "$box"
}

# tell_how_it_stands BOX: and what is to be done next.
tell_how_it_stands() {
    $DONE || { say "nothing to do: all of it is there"; return; }
    if $DRY; then return; fi
    if $REBOOT; then
        say "done. config.txt was changed: sudo reboot, and the box starts by itself"
    else
        say "done. The box starts by itself; systemctl status pierwszy shows how it is"
    fi
    [ "$PHONES" != true ] || say "phones: the menu has the way in, hardware/phones.md all about networks"
    if cmp -s "$HERE/box-usb.toml" "$1"; then
        say "plug in whatever has buttons, at any time, and press them at Who plays?; pierwszy wiring lists them"
    else
        say "test every wire: sudo systemctl stop pierwszy; sudo pierwszy check; sudo systemctl start pierwszy"
    fi
}

# --- the command line ---------------------------------------------------------------------------------------------

clean_up() {
    local code=$?
    [ -z "$OLD" ] || (go_back "stopped before the new version was ready") || true
    rm -rf "$WORK"
    if [ -n "$HALF" ]; then rm -rf "$HALF"; fi
    [ "$code" -eq 0 ] || $DRY || ((${#FRESH[@]} == 0)) || say "apt's packages stay: ${FRESH[*]}" >&2
    return "$code"
}

wrong() { say "$@" >&2; exit 2; }

main() {
    local task=install wheel='' box='' shipped=box.toml
    while (($#)); do
        case $1 in
            -h | --help) usage; return ;;
            --dry-run) DRY=true ;;
            --root) [ -d "${2:-}" ] || wrong "expected a folder after --root, got '${2:-}'"; ROOT=$2; shift ;;
            --screen) SCREEN=true ;;
            --no-screen) SCREEN=false ;;
            --phones) PHONES=true ;;
            --no-phones) PHONES=false ;;
            --box) [ -f "${2:-}" ] || wrong "expected a box file after --box, got '${2:-}'"; box=$2; shift ;;
            --usb) shipped=box-usb.toml ;;
            uninstall) task=uninstall ;;
            *.whl) wheel=$1; [ -f "$wheel" ] || wrong "expected a wheel, there is no $wheel" ;;
            *) wrong "expected a wheel, uninstall, --box FILE, --usb, --[no-]screen, --[no-]phones or --dry-run, got '$1'" ;;
        esac
        shift
    done
    [ -z "$box" ] || [ $shipped = box.toml ] || wrong "expected --box or --usb, got both"
    $DRY || [ -z "$ROOT" ] || wrong "expected --dry-run with --root"
    WORK=$(mktemp -d)
    LOG=$WORK/log
    trap clean_up EXIT
    if [ $task = install ]; then install_all "$wheel" "$box" "$shipped"; else uninstall_all; fi
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then main "$@"; fi
