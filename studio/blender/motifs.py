"""Motifs that several types share: jhumka bells, crescents, lotus, swan, infinity."""
import math

from mathutils import Vector

import gems
from findings import around, beads_along, bezel_wall, cabochon, grain_ring, grains, wire
from geometry import (TAU, UP, at, circle, evenly, hoop, lathe, petal_outline, plate, polar, rounded_ends, smooth,
                      standing, superellipse, sweep, turned)
from materials import polki
from model import Model

FACING_US = turned(90, 'X')  # what was drawn in XY, face up, now stands in XZ and looks along -Y


def bell(material, radius, height, ribs=28, wall=0.5, relief=0.26):
    """A hollow dome hanging from the origin, ribbed, with its true wall."""
    outline = [(0.11, 0), (0.19, 0.035), (0.39, 0.11), (0.63, 0.26), (0.82, 0.49), (0.93, 0.74), (0.975, 0.92), (1.0, 1.0)]
    outer = [(p.x, p.z) for p in smooth([Vector((r * radius, 0, -z * height)) for r, z in outline], 10)]
    inner = [(max(r - wall, 0.25), z - wall * 0.6) for r, z in reversed(outer)]
    profile = outer + inner
    profile.append(profile[0])
    share = len(outer) / len(profile)

    def rib(phi, k, r, z):
        if k >= share:
            return r, z
        swell = abs(math.sin(phi * ribs / 2)) ** 0.6 * math.sin(math.pi * min(1, k / share * 1.05)) ** 0.7
        return r + relief * swell * r / radius, z

    return Model().add(lathe(profile, ribs * 10, 50, rib), material)


def jhumka(material, radius=8.3, height=9.9, wall=0.5, band=None, fringe=None, ribs=28, relief=0.26):
    """A bell on its link: `band(model, radius at the band, z)` sets the stones, `fringe` is (model, count)."""
    out = bell(material, radius, height, ribs, wall, relief)
    out.add(hoop(radius * 1.01, 0.42, 160, 14), material, at(z=-height))
    out.place(grain_ring(material, radius * 1.045, int(TAU * radius / 0.9), 0.42, -height - 0.72))
    out.add(hoop(radius * 1.0, 0.34, 160, 14), material, at(z=-height - 1.35))
    if band:
        out.place(band)
    if fringe:
        drop, count = fringe
        out.place(around(drop, count, None, 0, radius * 1.0), at(z=-height - 1.6))
    profile = [(0, 1.5), (0.9, 1.45), (1.25, 1.0), (1.0, 0.45), (1.7, 0.05), (1.9, -0.35), (0, -0.6)]
    out.add(lathe(profile, 48), material)
    out.place(grain_ring(material, 1.75, 18, 0.28))
    return out.add(hoop(0.95, 0.22, 48, 12), material, at(z=2.3) @ turned(90, 'X'))


def stones_round(material, radius, z, count, kind, length, width, lean=0.28, start=0.0, uncut=False):
    """Oval stones upright round a bell, each in its collet."""
    out = Model()
    for i in range(count):
        d = polar(1, start + 360 * i / count)
        seat = standing(d * radius + Vector((0, 0, z)), d + Vector((0, 0, lean)), UP)
        if uncut:
            out.add(gems.polki(length, width, i % 3 + 1), polki(), seat)
        else:
            out.place(cabochon(kind, length, width), seat)
        out.add(bezel_wall(length, width, 0.5, 0.2, 0.26), material, seat)
    return out


def crescent_outline(outer, inner, shift, count=60, half_angle=118):
    """A crescent in XY, horns up: outer arc of radius `outer`, inner circle raised by `shift`. Not star-shaped."""
    points = []
    for i in range(count + 1):
        points.append(polar(outer, -90 - half_angle + 2 * half_angle * i / count))
    a, b = points[-1], points[0]
    centre = Vector((0, shift, 0))
    start, end = (math.atan2(p.y - shift, p.x) for p in (a, b))
    return points, [centre + polar(inner, math.degrees(start) + (math.degrees(end - start) - (360 if end > start else 0)) * i / count) for i in range(count + 1)]


def crescent(material, outer, inner, shift, thick=1.0, half_angle=118):
    """A solid crescent in XY, face up, its back on z = 0, with softened edges."""
    one, two = crescent_outline(outer, inner, shift, 80, half_angle)
    two = list(reversed(two))
    path = [(a + b) / 2 for a, b in zip(one, two)]
    wide = [(a - b).length / 2 for a, b in zip(one, two)]
    last = len(path) - 1

    def outline(t):
        w = max(wide[min(last, round(t * last))], 0.12)
        h = thick / 2
        return superellipse(w, min(h, w * 1.2), 3.2, 32)

    return Model().add(sweep(path, outline, up=UP), material, at(z=thick / 2))


def lotus(material, radius, rows=2, petals=10, relief=0.9, centre=None):
    """An open lotus in low relief, lying in XY, face up."""
    out = Model()
    for row in range(rows):
        length = radius * (1 - 0.30 * row)
        mesh = plate(petal_outline(length * 0.72, 2.6 * length * math.sin(math.pi / petals) * 0.80, 36, 1.35, 1.1), relief * 0.5, relief * 0.45, 0.2)
        out.place(around(Model().add(mesh, material, at(0, length * 0.28, row * relief * 0.5) @ turned(7, 'X')), petals, None, 90 + 180 / petals * row))
    out.add(lathe([(0, 0), (radius * 0.34, 0), (radius * 0.36, relief), (radius * 0.27, relief * 1.5), (0, relief * 1.6)], 40), material)
    if centre:
        out.place(centre, at(z=relief * 1.7))
    else:
        out.place(grain_ring(material, radius * 0.22, 8, radius * 0.055, relief * 1.55)).place(grains(material, [Vector((0, 0, relief * 1.65))], radius * 0.07))
    return out


def swan(material, size=8.0, eye='kemp red', body='kemp green'):
    """A temple hamsa in relief, facing +X, `size` mm long, in XY, face up."""
    k, out = size / 8, Model()

    def q(*points):
        return smooth([Vector(p) * k for p in points], 10)

    shape = ((3.0, 0.9), (2.5, -0.6), (1.0, -1.7), (-0.9, -1.8), (-2.5, -0.9), (-3.3, 0.5), (-1.9, 0.9), (-0.4, 1.2), (1.2, 1.3), (2.4, 1.6))
    outline = [(p.x, p.y) for p in smooth([Vector((x, y, 0)) * k for x, y in shape], 8, True)]
    out.add(plate(evenly(outline, 90), 0.7 * k, 0.75 * k, 0.3 * k), material)
    out.place(beads_along(material, q((2.9, 0.6, 0.45), (2.3, -0.9, 0.45), (0.9, -1.85, 0.45), (-0.9, -1.95, 0.45), (-2.6, -1.05, 0.45)), 0.2 * k, sides=10))

    throat = q((1.9, 0.5, 0.8), (2.9, 1.5, 0.8), (2.6, 2.7, 0.85), (2.0, 3.6, 0.9), (2.3, 4.7, 0.95), (3.2, 4.8, 0.9), (3.7, 4.4, 0.8))
    def girth(t):
        return k * (0.50 + 0.55 * (1 - min(1, t / 0.45)) ** 2 + 0.26 * math.exp(-((t - 0.86) / 0.08) ** 2)) * rounded_ends(t, 0.05)
    out.add(sweep(throat, circle(1, 20), up=UP, scale=girth), material)
    out.add(sweep(q((3.4, 4.6, 0.85), (4.2, 4.0, 0.75), (4.3, 3.4, 0.65)), circle(0.34 * k, 12), up=UP, scale=lambda t: 1.15 - 0.95 * t), material)
    out.place(grains(material, [Vector((2.05 - 0.32 * i, 5.2 + 0.34 * i, 0.9)) * k for i in range(3)], 0.24 * k))
    out.place(cabochon(eye, 0.62 * k, 0.62 * k, 0.3 * k), at(2.95 * k, 4.75 * k, 1.5 * k))

    for i, (long, lift) in enumerate(((4.3, 62), (4.0, 76), (3.6, 91), (3.0, 108))):  # the wing, its lowest feather on top
        out.add(plate(petal_outline(long * k, 1.25 * k, 28, 1.3, 0.9), 0.3 * k, 0.28 * k, 0.1), material, at(1.0 * k, 0.35 * k, (0.95 + 0.2 * i) * k) @ turned(lift) @ turned(5, 'X'))
    out.place(cabochon(body, 1.7 * k, 1.3 * k, 0.6 * k), at(1.0 * k, 0.1 * k, 1.95 * k)).add(bezel_wall(1.7 * k, 1.3 * k, 1.0 * k, 0.15 * k, 0.18 * k), material, at(1.0 * k, 0.1 * k, 1.95 * k))
    for i, (reach, rise) in enumerate(((-4.6, 1.2), (-4.5, 2.4), (-3.6, 3.1))):  # and the tail
        plume = q((-2.2, 0.1, 0.6), (0.5 * reach - 1.4, 0.5 * rise, 0.7), (reach, rise, 0.8), (reach + 0.5, rise + 0.75, 0.85), (reach + 1.0, rise + 0.4, 0.8))
        out.place(wire(material, plume, 0.3 * k))
        out.place(grains(material, [Vector((reach + 0.75, rise + 0.2, 0.8)) * k], 0.34 * k))
    return out


def infinity_path(reach, tall, lift=0.5, count=240):
    """A figure of eight in XY that crosses over itself."""
    path = []
    for i in range(count):
        a = TAU * i / count
        d = 1 + math.sin(a) ** 2
        path.append(Vector((reach * math.cos(a) / d * 1.0, tall * 2.1 * math.sin(a) * math.cos(a) / d, lift * math.sin(a))))
    return path
