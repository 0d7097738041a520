# shellcheck shell=bash
# What install.sh takes away again: what it made, and nothing else. Stopped half-way, it goes on when run again.

uninstall_all() {
    check_root
    [ ! -f "$ROOT$CONFIG" ] || check_config
    $DRY || uncover "$OPT"-*
    stop_service
    if [ "$(readlink "$ROOT$COMMAND")" = "$OPT/bin/pierwszy" ]; then run rm "$COMMAND"; fi
    leave_packages
    remove_versions_but
    remove_files "$BROUGHT" "$OPT" "$MODULES" "$RULES"
    if [ -f "$ROOT$CONFIG" ]; then
        edit_config ""
        remove_files "$BACKUP"
    fi
    keep_box_files
    account_of_others || remove_user
    [ ! -d "$ROOT$STATE" ] || say "the games played stay in $STATE"
    if $REBOOT && ! $DRY; then say "config.txt is without the box's lines again, from the next reboot on"; fi
    $DONE || say "nothing to take away"
}

stop_service() {
    remove_files "$HOOK"
    # bookworm's systemd brings the folder, trixie's doesn't
    if [ -d "$ROOT${HOOK%/*}" ] && [ -z "$(ls -A "$ROOT${HOOK%/*}")" ] &&
        ! dpkg-query -S '*/systemd/system-shutdown' &>/dev/null; then run rmdir "${HOOK%/*}"; fi
    [ -e "$ROOT$UNIT" ] || [ -L "$ROOT$UNIT" ] || return 0
    if systemd_runs; then run systemctl -q stop pierwszy; fi
    run systemctl -q disable pierwszy.service
    remove_files "$UNIT"
    if systemd_runs; then run systemctl daemon-reload; fi
}

remove_files() {
    local file
    for file; do
        if [ -e "$ROOT$file" ] || [ -L "$ROOT$file" ]; then run rm "$file"; fi
    done
}

# A box file that ships goes; one of the owner's, and boards beside it, move to the journal, together.
keep_box_files() {
    local folder shipped kept=$STATE/kept number=1
    folder=$(dirname "$BOX")
    [ -d "$ROOT$folder" ] || return 0
    for shipped in "$HERE"/box*.toml; do
        if cmp -s "$shipped" "$ROOT$BOX"; then run rm "$BOX"; fi
    done
    if [ -z "$(ls -A "$ROOT$folder")" ]; then
        run rmdir "$folder"
        return
    fi
    while [ -e "$ROOT$kept" ]; do kept=$STATE/kept-$((++number)); done
    run mkdir -p "$STATE"
    run mv -T "$folder" "$kept"
    say "your own box file and what lay beside it are kept in $kept"
}

remove_user() {
    # or it would belong to the next user who gets that number
    [ ! -d "$ROOT$STATE" ] || [ "$(stat -c %U "$ROOT$STATE")" = root ] || run chown -R root:root "$STATE"
    if grep -q '^pierwszy:' "$ROOT/etc/passwd"; then run userdel pierwszy; fi
}
