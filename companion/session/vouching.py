"""What vouches for a box's tie, or why nothing does, in one line for people. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import T, Text
from firmware.certificate import Doubt, Standing
from firmware.events import NS_PER_US
from firmware.times import Times

WHY: Mapping[Doubt, Text] = {
    Doubt.NEVER: T("not measured (pierwszy check loopback)"),
    Doubt.MOCK: T("mock pins measure nothing"),
    Doubt.NO_PINS: T("no button is on pins, nothing is measured"),
    Doubt.UNREADABLE: T("the certificate can't be read"),
    Doubt.ALTERED: T("the certificate was altered"),
    Doubt.ANOTHER_BOX: T("the certificate is another box's"),
    Doubt.KERNEL: T("the certificate has lapsed: another kernel"),
    Doubt.PROGRAM: T("the certificate has lapsed: another program"),
    Doubt.BOX_FILE: T("the certificate has lapsed: another box file"),
    Doubt.OLD: T("the certificate has lapsed: older than a year"),
    Doubt.FUTURE: T("the certificate is of a day to come"),
    Doubt.FINER: T("finer than the certificate's"),
}


def told(standing: Standing | None, tie: int) -> Text:
    """How long a box's tie (ns) is and what says so.

    None: nobody knows, as of a game played before there were certificates.
    """
    us = -(-tie // NS_PER_US)
    if standing is None:
        return T("tie {us} µs; whether a certificate vouched for it is unknown", us=us)
    if standing.doubt is None:
        return T("tie {us} µs, certificate {id} of {day}", us=us, id=standing.id, day=standing.made)
    if tie == Times().tie:
        return T("tie {us} µs by default: {why}", us=us, why=WHY[standing.doubt])
    return T("tie {us} µs as the box file says, not vouched for: {why}", us=us, why=WHY[standing.doubt])
