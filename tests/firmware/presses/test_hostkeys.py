from __future__ import annotations

from firmware.events import NS_PER_MS, Edge, HostKey, Key, Line
from firmware.presses.contact import Reading
from firmware.presses.hostkeys import HOLD_NS, HostButtons
from tests.firmware.presses.wires import TIMES, Wire, ms


def keys(
    until: float, *, stop: tuple[float, float] = (0, 0), **lines: list[float]
) -> list[tuple[HostKey, float]]:
    """The keys of lines that change level at these ms, stepped as the loop steps them, and when (ms)."""
    wires: dict[Line, Wire] = {line: Wire(ms(*changes)) for line, changes in lines.items()}
    arriving = [Edge(line, closed, at) for line, wire in wires.items() for closed, at in wire.edges()]
    arriving.sort(key=lambda edge: edge.at)
    now = 0
    host = HostButtons([*wires], TIMES, lambda line: Reading(wires[line].closed(now), now), now)
    found: list[Key] = []
    while True:
        times = [at for at in (host.deadline(), *(edge.at for edge in arriving[:1])) if at is not None]
        if not times or min(times) > ms(until)[0]:
            return [(key.key, key.at / NS_PER_MS) for key in found]
        now = max(now, min(times))
        if stop[0] <= now / NS_PER_MS < stop[1]:
            now = ms(stop[1])[0]
        while arriving and arriving[0].at <= now:
            host.feed(arriving.pop(0))
        found += host.keys(now)
        due = host.deadline()
        assert due is None or due > now, "a deadline in the past makes a busy loop"


def test_ok_let_go_accepts_when_its_release_is_certain() -> None:
    assert keys(2000, ok=[100, 200]) == [(HostKey.OK, 232)]


def test_ok_held_opens_the_menu_while_it_is_still_down_and_its_release_is_no_ok() -> None:
    assert keys(900, ok=[100]) == [(HostKey.HOLD_OK, 900)]
    assert keys(5000, ok=[100, 3000]) == [(HostKey.HOLD_OK, 900)]


def test_ok_let_go_just_before_the_hold_is_over_is_no_hold() -> None:
    assert keys(2000, ok=[100, 899.999]) == [(HostKey.OK, 931.999)]


def test_a_bounce_at_the_end_of_a_hold_does_not_hide_it() -> None:
    assert keys(2000, ok=[100, 895, 896, 1500]) == [(HostKey.HOLD_OK, 900)]


def test_a_hold_the_loop_slept_through_is_still_a_hold() -> None:
    assert keys(5000, ok=[100, 1000], stop=(50, 1100)) == [(HostKey.HOLD_OK, 1100)]


def test_a_press_the_loop_slept_through_is_still_a_press() -> None:
    assert keys(5000, ok=[100, 200], stop=(50, 1100)) == [(HostKey.OK, 1100)]


def test_a_step_stopped_half_way_judges_nothing() -> None:
    wire, read_at = Wire(ms(100, 100.1, 101, 131)), ms(140)[0]  # it was stopped as it began to look
    host = HostButtons(["back"], TIMES, lambda line: Reading(wire.closed(read_at), read_at), 0)
    first, second, *late = (Edge("back", closed, at) for closed, at in wire.edges())
    host.feed(first)
    host.feed(second)
    assert list(host.keys(ms(106)[0])) == []
    for edge in late:
        host.feed(edge)
    assert list(host.keys(read_at)) == [Key(HostKey.BACK, read_at)]
    assert host.contacts["back"].glitches == 0


def test_back_takes_effect_as_soon_as_it_is_certain_and_only_once() -> None:
    assert keys(5000, back=[100, 2000]) == [(HostKey.BACK, 105)]


def test_a_bouncing_knob_accepts_once() -> None:
    assert keys(2000, ok=[100, 100.5, 101, 101.2, 101.4, 200, 201, 205]) == [(HostKey.OK, 237)]


def test_both_buttons_work_side_by_side() -> None:
    assert keys(2000, ok=[100, 200], back=[150, 400]) == [(HostKey.BACK, 155), (HostKey.OK, 232)]


def test_ok_closed_at_the_start_opens_no_menu_and_its_release_accepts_nothing() -> None:
    assert keys(5000, ok=[0, 2000]) == []


def test_a_box_without_host_buttons_never_wakes() -> None:
    host = HostButtons([], TIMES, lambda _: Reading(False, 0), 0)
    assert (host.deadline(), [*host.keys(HOLD_NS)]) == (None, [])
