# shellcheck shell=bash
# What install.sh reads and writes in config.txt: text in, text out. Lines end as they did, be it in CR LF.
#
# A parameter counts as set by the owner only where it holds for every model: before any [filter] or after [all].
# https://www.raspberrypi.com/documentation/computers/config_txt.html#conditional-filters

BEGIN='# >>> pierwszy: put here by its hardware/install.sh, which also takes it away'
END='# <<< pierwszy'
SPEEDS='i2c_baudrate|i2c1_baudrate|i2c_arm_baudrate'

# config_own FILE: the owner's lines, all but those between the markers; fails if the second marker is gone.
config_own() {
    awk -v begin="$BEGIN" -v end="$END" '
        { line = $0; sub(/\r$/, "", line) }
        line == begin { inside = 1 }
        !inside
        line == end { inside = 0 }
        END { exit inside }' "$1"
}

# config_all FILE: those of the owner's lines that hold for every model, without blanks.
config_all() {
    config_own "$1" | awk '
        { sub(/\r$/, ""); gsub(/[ \t]/, "") }
        /^\[/ { other = ($0 != "[all]") }
        !other'
}

# config_says FILE NAMES: the value the owner's lines give last to one of these parameters, NAME|NAME; or nothing.
config_says() {
    config_all "$1" | awk -v names="^($2)(=|\$)" '
        sub(/^dtparam=/, "") {
            n = split($0, words, ",")
            for (i = 1; i <= n; i++) if (words[i] ~ names) {
                value = words[i]
                if (!sub(/^[^=]*=/, "", value)) value = "on"
            }
        }
        END { print value }'
}

# config_has_mux FILE ADDRESS: whether the owner's lines make the buses of the mux there (0x70 if not said).
config_has_mux() {
    config_all "$1" | awk -v address="$2" '
        /^dtoverlay=i2c-mux,.*pca9548/ {
            at = tolower($0)
            if (!sub(/.*,addr=/, "", at)) at = "0x70"
            sub(/,.*/, "", at)
            if (at == address) found = 1
        }
        END { exit !found }'
}

# config_lines FILE NEEDS...: what a box with these needs, of those box_needs tells, lacks in the file.
config_lines() {
    local file=$1 need
    shift
    for need; do
        case $need in
            panels)
                [[ $(config_says "$file" 'i2c|i2c1|i2c_arm') =~ ^(on|yes|true|1)$ ]] || echo dtparam=i2c_arm=on
                [ -n "$(config_says "$file" "$SPEEDS")" ] || echo dtparam=i2c_arm_baudrate=400000
                ;;
            mux=*)
                config_has_mux "$file" "${need#mux=}" ||
                    overlay "i2c-mux,pca9548,addr=${need#mux=},disconnect_on_idle"
                ;;
            off=*)
                config_all "$file" | grep -E '^dtoverlay=gpio-shutdown(,|$)' >/dev/null ||
                    overlay "gpio-shutdown,gpio_pin=${need#off=},active_low=1,gpio_pull=up,debounce=1000"
                ;;
        esac
    done
}

# overlay WORDS: its line, and one after which parameters aren't the overlay's any more.
overlay() { printf 'dtoverlay=%s\n' "$1" ''; }

# config_with FILE LINES: the whole text with LINES between the markers, where they are or else at the end; with
# no LINES without the markers.
config_with() {
    local block=
    if [ -n "$2" ]; then block=$(printf '%s\n' "$BEGIN" '[all]' dtoverlay= "$2" "$END"); fi
    BLOCK=$block awk -v begin="$BEGIN" -v end="$END" '
        function put() { if (ENVIRON["BLOCK"] != "" && !done) print ENVIRON["BLOCK"]; done = 1 }
        { line = $0; sub(/\r$/, "", line) }
        line == begin { inside = 1; put() }
        !inside
        line == end { inside = 0 }
        END { put() }' "$1"
}
