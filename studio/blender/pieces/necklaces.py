"""The five necklaces. Layout 'bust' drapes over velvet shoulders; without a layout the piece is laid out flat, whole."""
import math

from mathutils import Vector

import gems
from findings import (around, beads_along, bezel_wall, box_chain, cable_chain, drilled, grain_ring, jump_ring, leaf,
                      lobster, rope_chain, set_in_bezel, stone, wire)
from geometry import UP, at, ball, circle, even_path, hoop, lathe, petal_outline, plate, polar, sized, smooth, standing, sweep, turned
from layouts import INCH, Neck, bust_mesh, fitted, loop_down, running_out
from materials import METAL_NAMED, clear_stone, metal, moonstone, pearl, velvet
from model import Model
from motifs import crescent
from pieces import Shot, piece


def alloy(product, finish='polished'):
    return metal(METAL_NAMED[product['metal']], finish)


def distant_stone(kind, length, width=None, cut='round'):
    """A clear stone without fire: where it takes few pixels, split colours are only noise."""
    return Model().add(gems.brilliant(length, width, cut), clear_stone(kind, False))


def on_bust(model, _collection):
    """The necklace on velvet shoulders; the camera frames the necklace alone."""
    return Model().place(model).place(Model().add(bust_mesh(), velvet()), framed=False)


BUST = Shot(azimuth=-8, elevation=7, fill=0.88, front=1.5, layout='bust', props=on_bust, lens=105, scale=0.85)
BUST_ASIDE = Shot('cocoa', azimuth=27, elevation=11, fill=0.96, front=1.2, layout='bust', props=on_bust, lens=105, scale=0.7)
CLOSE = Shot('ivory, thin metal', azimuth=0, elevation=56, fill=0.84, front=0.8, layout='close', props=running_out(62), scale=0.9)
CLOSER = Shot('cocoa', azimuth=-7, elevation=44, fill=0.70, front=0.7, layout='close', props=running_out(30), scale=0.8)


def flat_neck(inches, z=0.8, point=0.35):
    """The line of a necklace of this length, laid out whole with its clasp gap at the top."""
    return fitted(lambda k: loop_down(118 * k, 150 * k, z, point, 6), inches * INCH, 0.4, 3)


class Laid:
    """The same measure as Neck, for a necklace on the table: distance from the middle, down is away from the neck."""

    def __init__(self, path):
        self.path, self.length = even_path(path, 900)

    def at(self, distance, down=0.0, lift=0.0):
        i = max(1, min(898, round((distance / self.length + 0.5) * 899)))
        along = (self.path[i + 1] - self.path[i - 1]).normalized()
        if i < 0 or along.length == 0:
            along = Vector((1, 0, 0))
        below = Vector((along.y, -along.x, 0)).normalized()
        return self.path[i] + below * down + UP * lift, UP.copy(), along, below

    def strand(self, down=0.0, lift=0.0, count=300, reach=1.0):
        half = self.length / 2 * reach * 0.995
        return [self.at(-half + 2 * half * i / (count - 1), down, lift)[0] for i in range(count)]


def line_of(product, layout, **neck):
    return Neck(**neck) if layout == 'bust' else Laid(flat_neck(product['lengthInches']))


def hang(out, model, line, distance, down=0.0, lift=0.6, scale=1.0):
    """Sets a motif drawn in XY (its top at +Y) on the line, face outwards."""
    place, normal, along, _ = line.at(distance, down, lift)
    out.place(model, standing(place, normal, along) @ sized(scale))


def struck_coin(gold, radius, thick):
    """A kasu in XY, face up, slightly domed, with an open lotus in a ring of dots. It hangs from a flat loop, whose middle is the origin."""
    rim = (-0.9, 0.3), (-0.7, 0.45), (-0.25, 0.62), (0, 0.45), (0, -0.2), (-0.15, -0.5)
    rim = [(radius + x, thick * z) for x, z in rim]
    face = [((radius - 0.9) * k / 12, thick * (0.3 + 0.55 * (1 - (k / 12) ** 2))) for k in range(12)]
    out = Model().add(lathe([*face, *rim, (0, -thick / 2)], 72, 30), gold)
    out.place(grain_ring(gold, radius - 1.15, 54, 0.22, thick * 0.42))
    petal = plate(petal_outline(radius * 0.56, radius * 0.30, 32, 1.4, 1.0), 0.22, 0.32, 0.1, rings=9)
    out.place(around(Model().add(petal, gold, at(0, radius * 0.15, thick * 0.8) @ turned(-4, 'X')), 8))
    out.add(ball(radius * 0.16, 20), gold, at(z=thick * 0.85))
    out.add(hoop(0.75, 0.24, 32, 10), gold, at(0, radius + 0.62))
    return out.moved(at(0, -radius - 0.62))


def kemp_lotus(gold):
    """The round pendant, face up: a kemp among eight petals, twelve more in a ring round them, and twelve petals outside."""
    base = [(0, -0.6), (12.4, -0.6), (13.2, 0), (12.8, 0.4), (12.2, 0.2), (8.5, 0.3), (7.9, 1.5), (4.9, 1.7), (4.4, 2.2), (0, 2.3)]
    out = Model().add(lathe(base, 96), gold)
    outline = petal_outline(5.3, 5.2, 48, 1.4, 0.95)
    outer = Model().add(plate(outline, 0.5, 1.1, 0.25, rings=14), gold).place(wire(gold, [Vector((x, y, 0.45)) for x, y in outline], 0.26, True))
    outer.place(wire(gold, [Vector((0, 0.8, 1.0)), Vector((0, 2.4, 1.66)), Vector((0, 4.2, 1.05))], 0.2))
    inner = plate(petal_outline(2.9, 2.6, 40, 1.35, 1.1), 0.4, 0.5, 0.2, rings=12)
    out.place(around(Model().place(outer, at(0, 7.5, 0.15)), 12))
    out.place(around(Model().add(inner, gold, at(0, 2.5, 1.9) @ turned(3, 'X')), 8))
    kemp = set_in_bezel(gold, 'kemp red', 3.0, 2.3, opaque=True, depth=1.0, wall=0.3, height=1.3)
    out.place(around(kemp.moved(at(0, 6.5, 1.9) @ turned(90)), 12, None, 15))
    out.place(grain_ring(gold, 8.25, 48, 0.36, 1.2)).place(grain_ring(gold, 13.1, 60, 0.6, 0.3))
    return out.place(set_in_bezel(gold, 'kemp red', 5.4, opaque=True, depth=1.2, wall=0.45), at(z=3.0))


def bead_string(gold):
    """Four beads one below the other, the last the largest, from a ring about the origin."""
    out, y = Model().add(hoop(0.8, 0.24, 28, 10), gold), -0.75
    for radius in (0.9, 0.9, 0.9, 1.5):
        out.add(ball(radius, 24), gold, at(0, y - radius))
        y -= 2 * radius - 0.06
    return out


@piece('necklaces', 601, BUST, BUST_ASIDE)
def kasu_haar(necklace, layout=None):
    gold = alloy(necklace)
    line = line_of(necklace, layout, front=50, deep=1.9, back=122)
    half = line.length / 2 * 0.94
    out = Model()
    for shift in (-1.2, 0, 1.2):
        out.place(beads_along(gold, smooth(line.strand(shift, 0.5, 160, 0.97), 3), 0.72, sides=10))
    count = int(half / 9.4)
    link = Model().add(hoop(0.9, 0.24, 32, 10), gold, turned(90, 'Y'))
    for side in (-1, 1):  # each overlaps the one behind it, towards the pendant
        unit = struck_coin(gold, 6.4, 0.8).moved(at(0, -0.66) @ turned(7 * side, 'Y') @ turned(-4, 'X'))
        for i in range(1, count + 1):
            hang(out, unit, line, side * i * 9.4, 1.75, 1.2, 1 - 0.12 * i / count)
            hang(out, link, line, side * i * 9.4, 1.75, 0.9)
    whole, string = Model().place(kemp_lotus(gold), at(0, -13, 0.6)), bead_string(gold)
    for i in range(-4, 5):
        place = polar(13.5, -90 + i * 14.5)
        whole.place(string, at(place.x, place.y - 13, 0.7))
    whole.place(link, at(0, 0.9, 0.7))
    hang(out, whole, line, 0, 3.0, 1.6, 1.15)
    return out


def deeper_pear(length, width):
    """A pear of which the culet lies nearer to the point, in a deeper pavilion: below its point the usual one is so flat
    that light leaves it, and it is black."""
    pear = gems.brilliant(length, width, 'pear').copy()
    full = min(v.co.z for v in pear.vertices)
    for v in pear.vertices:
        if v.co.z < 0:
            v.co.x += 0.25 * width * v.co.z / full
            v.co.z *= 1.35
    return Model().add(pear, clear_stone('diamond', False))


def pear_drop(gold, length, width):
    """A pear hanging from an eye about the origin: three claws and a V at its point grip the girdle, above an open gallery."""
    y, z = -1.5 - length / 2, 1.0
    out = Model().add(hoop(0.56, 0.19, 28, 10), gold)
    out.place(jump_ring(gold, 0.6, 0.17), at(0, -0.75, 0) @ turned(90, 'Y'))
    stone_at = at(0, y, z) @ turned(90)
    out.place(deeper_pear(length, width), stone_at)
    edge = [Vector((*p, 0)) for p in gems.edge_of(length, width, 'pear')]
    for share, low, thick in ((0.96, -0.42, 0.17), (0.76, -1.25, 0.2)):
        out.add(sweep([p * share + UP * low for p in edge], circle(thick, 10), closed=True, up=UP), gold, stone_at)
    for k in (0, 48, 90, 132):  # the first at the point
        p = edge[k]
        out.place(wire(gold, smooth([p * 0.76 - UP * 1.3, p * 0.97 - UP * 0.4, p * 1.04 + UP * 0.05, p * 0.86 + UP * 0.34], 6), 0.24), stone_at)
    return out


def crescent_row(outer, inner, shift, rim):
    """A row of stones in the middle of a crescent, (place, diameter), each as large as its width there allows beside a rim."""
    def across(degrees):
        """The middle between the two arcs in this direction, and half the distance between them."""
        rise = polar(shift, degrees).y
        near = rise + math.sqrt(rise * rise - shift * shift + inner * inner)
        return (outer + near) / 2, (outer - near) / 2

    degrees, row = -90.0, []
    while True:
        middle, half = across(degrees)
        d = round(2 * (half - rim), 2)
        if d < 0.65:
            return row
        row += [(polar(middle, a), d) for a in {degrees, -180 - degrees}]
        degrees += math.degrees(0.97 * d / middle)


@piece('necklaces', 602, BUST._replace(azimuth=0, elevation=13, fill=0.94), BUST_ASIDE._replace(elevation=15))
def chandni(necklace, layout=None):
    gold = alloy(necklace)
    line = line_of(necklace, layout, front=97, back=128, deep=1.1, span=165, lift=0.8)
    out = Model()

    def moon(size, drop, wide):
        """A crescent for links `wide` apart: each horn ends in an eye, and a ring joins it to that of its neighbour."""
        shape = size * 0.53, size * 0.53, size * 0.255
        row = crescent_row(*shape, 0.2)
        body = crescent(gold, *shape, 1.2, 104).parts[0].mesh
        link = Model().add(drilled(body, [(at(*spot), 0.44 * d) for spot, d in row]), gold, at(z=-0.3))
        for spot, d in row:
            link.place(stone('diamond', d), at(spot.x, spot.y, 0.36)).add(bezel_wall(d, d, 0.3, 0.09, 0.08), gold, at(spot.x, spot.y, 0.36))
        for side in (-1, 1):
            link.add(hoop(0.56, 0.19, 28, 10), gold, at(side * (wide / 2 - 0.62), 1.6, -0.3))
        link.add(hoop(0.62, 0.17, 28, 10), gold, at(wide / 2, 1.6, -0.3) @ turned(90, 'X'))
        if drop:
            link.place(pear_drop(gold, round(0.62 * size, 2), round(0.42 * size, 2)), at(0, -size * 0.53 - 0.25, 0.1))
        return link

    large, small = moon(10.4, True, 11.8), moon(7.6, False, 8.9)
    x, spots = 0.0, [(0, True)]
    for i in range(1, 12):
        x += 11.8 if i <= 3 else (10.35 if i == 4 else 8.9)
        spots += [(x, i <= 3), (-x, i <= 3)]
    for distance, big in spots:
        if abs(distance) < line.length / 2 - 22:
            hang(out, large if big else small, line, distance, 1.6, 1.1)  # their eyes lie on the line
    ends = [x + 4.6 + k for k in range(int(max(4, line.length / 2 - x - 7.6)))]
    tail, other = ([line.at(side * s, 0, 0.8)[0] for s in ends] for side in (1, -1))
    for path in (tail, other):
        if len(path) > 6:
            out.place(cable_chain(gold, path, 2.0, up=lambda t, p: Vector((p.x, p.y, 0.3)) if layout == 'bust' else UP))
    return out


def chain_line(product, layout, **neck):
    """For a fine chain with a pendant: the bust, or the whole length on the table."""
    return Neck(**neck) if layout == 'bust' else Laid(flat_neck(product['lengthInches'], 0.8, 0.75))


# the moonstone is seen from above, where its sheen stands in the middle of the dome
@piece('necklaces', 603, CLOSE._replace(elevation=64, props=running_out(48)), CLOSER._replace(azimuth=-16, elevation=58, fill=0.66))
def shabnam(necklace, layout=None):
    silver = alloy(necklace)
    line, out = chain_line(necklace, layout), Model()
    out.place(cable_chain(silver, line.strand(0, 0.2, 500), 1.25))
    stone_at = at(0, -9.0, 1.0) @ turned(90)
    drop = Model().add(gems.cabochon(13.5, 10.5, 5.2, 96), moonstone(13.5, 10.5), stone_at)
    drop.add(bezel_wall(13.5, 10.5, 1.3, 0.36, 0.6), silver, stone_at)
    drop.add(bezel_wall(14.1, 11.1, 1.3, 0.3, -0.75), silver, stone_at)  # the step at the foot of the bezel
    # the thick of the crescent lies over the bail; the chain passes behind its arms
    drop.place(crescent(silver, 4.3, 4.0, 1.05, 1.0, 112), at(0, 3.2, 1.7))
    drop.add(hoop(0.7, 0.26, 40, 12), silver, at(0, -1.65, 1.3))
    drop.add(hoop(1.15, 0.3, 48, 14), silver, at(0, -0.3, 1.0) @ turned(90, 'Y'))
    hang(out, drop, line, 0, 0, 0)
    return out.on_floor()


def coiled():
    """The way of the lariat from its ring and back, laid in two rounds about its own ends, which cross at the foot: all of
    it fits the picture, close by."""
    def on(k):
        a, r = math.radians(90 + 720 * k), 37 + 9 * math.sin(math.pi * k) ** 2
        return (1.06 * r * math.cos(a), r * math.sin(a) - 30, 2.1 * math.exp(-((k - 0.75) / 0.028) ** 2))

    rounds = [on(0.04 + 0.92 * i / 60) for i in range(61)]
    foot = ((-1.0, 0, 0), (-1.5, 4, 0), (-5.0, 6.6, 0))
    return (*foot, *rounds[:31]), (*rounds[30:], *((-x, y, z) for x, y, z in reversed(foot)))


@piece('necklaces', 604, CLOSE._replace(elevation=62, fill=0.76, layout='coiled', props=None), CLOSE._replace(set='sand', azimuth=30, elevation=60, own=turned(30), fill=0.86, front=1.4, scale=0.8, props=running_out(66)))
def bela(necklace, layout=None):
    gold = alloy(necklace)
    out, lift = Model(), 1.75  # where the rope passes through the ring, it lies on the ring's wire

    def rope(points):
        return [p + UP * (0.95 + lift * math.exp(-(p.x ** 2 + p.y ** 2) / 64)) for p in smooth([Vector(p) for p in points], 24)]

    if layout == 'coiled':
        left, right = map(rope, coiled())
    else:
        left = rope(((-1.0, 0, 0), (-1.6, 5, 0), (-9, 17, 0), (-33, 48, 0), (-58, 92, 0), (-60, 132, 0), (-34, 160, 0), (0, 168, 0)))
        right = rope(((0, 168, 0), (34, 160, 0), (60, 132, 0), (58, 92, 0), (33, 48, 0), (9, 17, 0), (1.6, 5, 0), (1.0, 0, 0)))
    if layout:
        ends = [rope(((-1.0, 0, 0), (-1.4, -6, 0), (-8, -18, 0), (-17, -28, 0), (-19, -38, 0), (-13, -46, 2.0))),
                rope(((1.0, 0, 0), (1.4, -6, 0), (8, -14, 0), (20, -18, 0), (29, -25, 0), (30, -36, 0), (22, -46, 0), (12, -52, 0), (6, -56, 2.0)))]
    else:
        ends = [rope(((-1.0, 0, 0), (-1.4, -6, 0), (-4.6, -22, 0), (-5.5, -38, 0), (-8, -48, 0), (-11, -57, 2.0))),
                rope(((1.0, 0, 0), (1.4, -6, 0), (6, -26, 0), (10.5, -48, 0), (9.6, -66, 0), (10.2, -75, 0), (12, -84, 2.0)))]
    for path in (left + right[1:], *ends):
        out.place(rope_chain(gold, path, 2.0), framed=layout != 'close' or path in ends)
    # the ring is a short tube about the two ropes, clasped by leaves that point down
    axis, middle = Vector((0, -1, 0)), Vector((0, 0, 4.2))
    out.add(lathe([(2.45, -1.3), (2.8, -1.5), (2.95, -1.2), (2.85, 0), (2.95, 1.2), (2.8, 1.5), (2.45, 1.3), (2.45, -1.3)], 72), gold, at(*middle) @ turned(90, 'X'))
    clasping, blade = leaf(7.6, 2.7, 0.5, 0.9), leaf(5.2, 2.5, 0.5, 0.35)
    for i in range(8):
        away = Vector((math.cos(math.radians(45 * i + 22.5)), 0, math.sin(math.radians(45 * i + 22.5))))
        out.add(clasping, gold, standing(middle + away * 3.0, away, axis) @ turned(-90) @ at(0, -2.4, 0) @ turned(-6, 'X'))
    out.add(hoop(3.0, 0.45, 64, 12), gold, at(*(middle + Vector((0, 1.6, 0)))) @ turned(90, 'X'))
    points, length = even_path(left, 400)
    collar = hoop(0.98, 0.26, 28, 10)
    for i in range(11):  # the leaves climb one side, each from a collar round the rope
        k = round((8.5 + 6.2 * i) / length * 399)
        along = (points[k + 1] - points[k - 1]).normalized()
        joint = standing(points[k], along.cross(UP).cross(along), along)
        out.add(collar, gold, joint @ turned(90, 'Y')).add(blade, gold, joint @ turned(-90 + (46 if i % 2 else -46)) @ at(0, 0.1, 0.5))
    for path in ends:
        tip, along = path[-1], (path[-1] - path[-6]).normalized()
        seat = standing(tip, along.cross(UP).cross(along), along)
        out.add(lathe([(0, 2.6), (1.2, 2.3), (1.5, 0.4), (2.6, -0.9), (2.4, -1.2), (0, -0.6)], 32), gold, seat @ turned(-90, 'Y') @ at(z=-0.6))
        out.add(ball(4.2, 44), pearl(), seat @ at(4.95))
    return out.on_floor()


# from higher up the collets mirror the lamp above, not one another
@piece('necklaces', 605, CLOSE._replace(elevation=62), CLOSER._replace(elevation=62))
def himani(necklace, layout=None):
    platinum = alloy(necklace)
    line, out = chain_line(necklace, layout), Model()
    foot = line.at(0)[0]
    rising = [p + UP * 0.6 * math.exp(-(p - foot).length_squared / 10) for p in line.strand(0, 0.2, 500)]  # onto the wire of the bail
    out.place(box_chain(platinum, rising, 0.9))
    drops, eye, link = Model(), hoop(0.48, 0.16, 28, 10), hoop(0.55, 0.16, 28, 10)
    drops.add(hoop(1.1, 0.24, 40, 12), platinum, at(0, -0.26, 1.75) @ turned(60, 'Y'))
    y = -0.96  # where an eye's wire hangs in the ring above it
    for carat in (0.14, 0.19, 0.27):
        d = round(gems.round_of_carat(carat), 2)
        reach = d / 2 + 0.70  # from the stone's middle to the middle of an eye
        y -= reach + 0.48
        seat = at(0, y, 0.55 + 0.44 * d)
        drops.place(distant_stone('diamond', d), seat).add(bezel_wall(d, d, 0.38 * d, 0.42, 0.34), platinum, seat)
        drops.add(eye, platinum, at(0, y + reach, 1.7))
        if carat < 0.27:  # below the last hangs nothing
            drops.add(eye, platinum, at(0, y - reach, 1.7)).add(link, platinum, at(0, y - reach - 0.71, 1.7) @ turned(60, 'Y'))
            y -= reach + 0.94
    hang(out, drops, line, 0, 0, 0)
    if layout is None:
        end = line.at(line.length / 2)[0]
        out.place(wire(platinum, [end + Vector((-9, 1.2, 0.2)), end + Vector((1.0, 1.2, 0.2))], 0.7)).place(lobster(platinum, 8), at(*(end + Vector((-16, 2.0, 0)))))
    return out.on_floor()
