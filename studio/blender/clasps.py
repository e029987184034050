"""Clasps, and the chains that run from ring to ring."""
import math

from mathutils import Vector

from findings import cable_chain, jump_ring
from geometry import TAU, UP, at, ball, circle, hoop, lathe, rounded_ends, sized, smooth, superellipse, sweep, turned
from model import Model

EYE, EYE_WIRE, GRIP = 0.7, 0.26, 6.6  # of a clasp at k = 1: its own eye, and where its hook takes hold, mm
HELD, HELD_WIRE = 1.2, 0.25  # the ring in its hook
RING, RING_WIRE = 1.3, 0.28  # the flat rings in which chains end


def eight_catch(reach, high, radius):
    """The catch of a box clasp: a figure of eight of wire in XZ, which snaps over a knob on the side of the box."""
    line = [Vector((reach * math.sin(a), 0, high * math.sin(2 * a))) for a in [TAU * i / 56 for i in range(56)]]
    return sweep(line, circle(radius, 10), closed=True)


def trigger_clasp(material, k=1.0):
    """A lobster clasp, 9 mm long at k = 1, flat on XY. Its eye stands at the origin; the hook takes hold at x = GRIP k."""
    def line(*points):
        return smooth([Vector((x, y, 0)) * k for x, y in points], 16)

    hook = line((1.0, 0.1), (2.0, 0.95), (3.8, 1.75), (5.7, 1.8), (7.1, 1.05), (7.5, -0.15), (7.15, -1.05), (6.55, -1.55))
    gate = line((1.2, -0.2), (2.3, -1.15), (3.9, -1.76), (5.4, -1.88), (6.5, -1.6), (7.1, -1.1))  # shut: it ends in the socket of the hook
    thumb = line((2.2, -1.2), (2.9, -2.05), (3.7, -2.6), (4.6, -2.75))
    out = Model().add(sweep(hook, superellipse(0.8 * k, 0.72 * k, 2.3, 20), up=UP, scale=lambda t: 1.15 - 0.36 * t), material)
    out.add(sweep(gate, superellipse(0.54 * k, 0.46 * k, 2.3, 16), up=UP, scale=lambda t: rounded_ends(t, 0.08)), material)
    out.add(sweep(thumb, circle(0.42 * k, 12), up=UP, scale=lambda t: (0.8 + 0.35 * t) * rounded_ends(t, 0.12)), material)
    out.add(ball(1.0, 24), material, at(1.65 * k) @ sized(1.1 * k, 0.98 * k, 0.72 * k))
    out.add(lathe([(0, -0.66), (0.3, -0.64), (0.38, -0.56), (0.38, 0.56), (0.3, 0.64), (0, 0.66)], 20), material, at(2.5 * k, -1.25 * k) @ sized(k))  # the pivot of the gate
    return out.add(hoop(EYE, EYE_WIRE, 30, 10), material, turned(90, 'X') @ sized(k))


def closed_clasp(material, k=1.0):
    """A closed lobster clasp along X, with a flat ring for the chains at either end; and the distance of their centres."""
    start, held = EYE_WIRE + RING_WIRE - EYE * k - RING, GRIP * k + HELD  # every ring lies inside its neighbour
    end = held + HELD - HELD_WIRE - RING_WIRE + RING
    flat = jump_ring(material, RING, RING_WIRE)
    out = Model().place(flat, at(start)).place(trigger_clasp(material, k)).place(jump_ring(material, HELD, HELD_WIRE), at(held) @ turned(90, 'X')).place(flat, at(end))
    return out.moved(at(-(start + end) / 2)), end - start


def slack_chain(material, start, end, thick, via=()):
    """A cable chain between two rings, each (centre, radius, wire), through these points: its end links pass through the rings."""
    (a, *first), (b, *last) = start, end
    points = [a, *via, b]

    def hooked(centre, towards, radius, wire):
        return centre + (towards - centre).normalized() * (radius - wire + thick * 0.53)  # half a link, less its wire

    return cable_chain(material, smooth([hooked(a, points[1], *first), *via, hooked(b, points[-2], *last)], 12), thick)


def extension(material, ring, line, thick):
    """A chain from this ring (centre, radius, wire) along the line, by which the clasp closes wider; a small ball ends it."""
    *via, end = line
    out = slack_chain(material, ring, (end, 0.6, 0.2), thick, via).place(jump_ring(material, 0.6, 0.2), at(*end))
    return out.add(ball(1.2, 24), material, at(*(end + (end - via[-1]).normalized() * 1.7)))
