"""The six sets. Laid out together on the floor, or the necklace on the bust (second view)."""
import math

from mathutils import Vector

import gems
from findings import (around, bead_cap, beads_along, bezel_wall, cable_chain, cup_petal, drop_bead, ghungroo, grain_ring, grains,
                      jump_ring, kundan_flower, lobster, set_in_bezel, twisted_wire, wire)
from geometry import (TAU, UP, at, ball, box, chance, even_path, evenly, hoop, lathe, mesh_of, outward, petal_outline,
                      plate, polar, ring_path, rounded_ends, sized, smooth, standing, superellipse, sweep, turned)
from layouts import INCH, Neck, and_behind, fitted, loop_down, running_out
from materials import METAL_NAMED, clear_stone, metal, pearl, silk, surface
from model import Model
from motifs import FACING_US, bell as bell_of, jhumka, lotus, stones_round, swan
from pieces import Shot, piece
from pieces.necklaces import BUST, Laid, deeper_pear, distant_stone, hang
from pieces.rings import flat_outline

TABLE = Shot('ivory, thin metal', azimuth=0, elevation=56, fill=0.78, front=0.9, scale=0.8)
CLOSER = Shot('cocoa', azimuth=-12, elevation=44, fill=1.02, front=0.8, scale=0.8)


def alloy(product, finish='polished'):
    return metal(METAL_NAMED[product['metal']], finish)


def table_line(inches, point=0.15, open_top=60.0):
    return Laid(fitted(lambda k: loop_down(112 * k, 118 * k, 1.0, point, open_top * k), inches * INCH, 0.4, 3))


def lying(model, x, y, turn=0.0, roll=90.0):
    """An earring or the like, laid on its back at (x, y)."""
    flat = model.moved(turned(turn) @ turned(-roll, 'X'))
    return flat.on_floor().moved(at(x, y, 0))


def pearl_drop(gold, radius):
    """A pearl on its wire below the origin, in XY: an eye that is soldered on there, a loop through it, a cap, a grain."""
    out = Model().add(hoop(0.62, 0.2, 24, 8), gold, at(0, -0.5) @ turned(90, 'Y')).add(hoop(0.62, 0.18, 24, 8), gold, at(0, -1.34))
    out.place(bead_cap(gold, radius * 0.6), at(0, -2.5) @ turned(-90, 'X')).add(ball(radius, 28), pearl(), at(0, -2.35 - radius))
    return out.add(ball(0.36, 12), gold, at(0, -2.55 - 2 * radius))


def dori(gold, side, start, along):
    """Half of the silk cord: tied to a ring of the choker, through the bead on which both halves slide, to its tassel."""
    tie = standing(start + along * 3.6, UP, along)
    out = Model().add(hoop(1.9, 0.42, 48, 12), gold, at(*start)).add(hoop(1.5, 0.6, 32, 12), silk(), tie @ at(-1.2) @ turned(90, 'X'))
    for k in range(5):  # the cord's end is bound with gold thread
        out.add(hoop(1.45, 0.34, 32, 8), gold, tie @ at(0.7 + 0.6 * k) @ turned(90, 'Y'))
    top, bend = start.y + 20, tie @ at(7).translation
    path = [tie @ Vector((0.4, 0, 0)), bend, Vector((side * 12, top - 9, 1.6)), Vector((side * 1.7, top, 1.7)), Vector((side * 1.7, top + 6, 1.7)),
            Vector((side * 7, top + 15, 1.6)), Vector((side * 8, top + 26, 2.2))]
    out.place(twisted_wire(silk(), smooth(path, 24), 0.8, pitch=5))
    skirt = lathe([(0, 0), (1.5, 0), (2.3, 1.5), (2.6, 6), (2.8, 12), (0, 11.6)], 128, 30, lambda phi, k, r, z: (r * (1 + 0.07 * math.cos(32 * phi)), z))
    end = standing(path[-1], path[-1] - path[-2], UP)
    return out.add(skirt, silk(), end @ at(z=1)).add(lathe([(0, -0.6), (1.7, -0.4), (2.2, 0.6), (2.2, 2.2), (2.5, 2.6), (2.3, 3.0), (0, 2.8)], 48), gold, end)


@piece('sets', 901, TABLE, BUST)
def rajputana(jewels, layout=None):
    gold, worn = alloy(jewels), layout == 'bust'
    line = Neck(front=92, back=126, deep=1.15, span=160, lift=1.0) if worn else table_line(13)
    flower, small, lift = kundan_flower(gold, 'kemp green', 6.4, 8), kundan_flower(gold, 'kemp green', 3.4, 6), 1.4 if worn else 0.2
    lean = turned(14 if worn else 6, 'X')  # pearls are thicker than the flowers, and stand off the skin or the table
    unit, pendant, drop = Model().place(flower), Model().place(small), pearl_drop(gold, 1.3)
    for side in (-1, 1):
        unit.place(drop, at(side * 4.9, -4.4) @ lean)
    pendant.place(jump_ring(gold, 0.85, 0.22), at(0, 3.65) @ turned(90, 'Y')).place(pearl_drop(gold, 1.75), at(0, -3.5) @ lean)
    out, reach = Model(), int((line.length / 2 - 26) / 12.6)
    for i in range(-reach, reach + 1):
        hang(out, unit, line, i * 12.6, 0, lift)
        hang(out, pendant, line, i * 12.6, 10.3, lift)
        if i < reach:
            hang(out, small, line, (i + 0.5) * 12.6, -4.6, lift - 0.4, 0.8)
    out.place(beads_along(gold, smooth(line.strand(-6.6, lift - 0.4, 160, (reach * 12.6 + 1.5) * 2 / line.length), 3), 0.8))
    if worn:
        for side in (-1, 1):
            cord = [line.at(side * (reach * 12.6 + 6.3 + k * 1.6), 0, 0.8)[0] for k in range(16)]
            out.place(twisted_wire(silk(), cord, 0.8, pitch=5))
        return out
    for side in (-1, 1):
        start, _, along, _ = line.at(side * (reach * 12.6 + 8.6), 0, lift)
        out.place(dori(gold, side, start, along * side))
    out.add(lathe([(2.2, -3.4), (3.3, -3.4), (3.9, -1.8), (4.1, 0), (3.9, 1.8), (3.3, 3.4), (2.2, 3.4), (2.2, -3.4)], 64), gold, at(0, start.y + 23, 1.7) @ sized(1, 1, 0.6) @ turned(90, 'X'))
    band = stones_round(gold, 9.3, -9.0, 14, '', 3.8, 2.9, uncut=True).place(stones_round(gold, 7.2, -4.9, 12, 'kemp green', 2.4, 1.7, 0.75))
    bell = jhumka(gold, 9.4, 11.2, 0.5, band, (drop_bead(gold, pearl(), 1.2), 24))
    ear = Model().place(flower, FACING_US).place(jump_ring(gold, 1.0, 0.24), at(z=-6.9) @ turned(90, 'Y')).place(bell, at(z=-10.6))
    for x in (-1, 1):
        out.place(lying(ear, x * 22, 66, x * 9, 78))
    tikka = Model().place(kundan_flower(gold, 'kemp green', 8.2), at(0, 0, 0.6)).place(small, at(0, 11.2, 0.5))
    for i in range(7):
        tikka.place(drop, turned((i - 3) * 19) @ at(0, -8.5, 0.7))
    tikka.place(cable_chain(gold, [Vector((0, 14 + k, 0.9)) for k in range(36)], 1.8)).place(jump_ring(gold, 2.0, 0.4), at(0, 51, 0.8))
    return out.place(tikka, at(0, 60, 0))


@piece('sets', 902, TABLE, BUST)
def kanchi(jewels, layout=None):
    gold, bright = alloy(jewels, 'antique'), alloy(jewels)
    line = Neck(front=82, back=126, deep=1.3, span=158, lift=1.0) if layout == 'bust' else table_line(16, 0.3, 30)
    out = Model()
    left, right = swan(gold, 12.2), swan(gold, 12.2).moved(sized(-1, 1, 1))
    bloom = lotus(gold, 6.0, 2, 8, 1.1, set_in_bezel(gold, 'kemp red', 2.8, opaque=True, depth=0.8, wall=0.3))
    hang(out, lotus(gold, 10.5, 2, 11, 1.4, set_in_bezel(gold, 'kemp red', 4.6, opaque=True, depth=1.0, wall=0.36)), line, 0, 12.0, 1.0)
    reach = int((line.length / 2 - 24) / 31)
    for side in (-1, 1):
        for k in range(reach + 1):
            s = side * (8.5 + 31 * k)
            hang(out, left if side < 0 else right, line, s + side * 1.5, 1.9, 0.6, 1 - 0.01 * k)
            hang(out, right if side < 0 else left, line, s + side * 18.5, 1.9, 0.6, 1 - 0.01 * k)
            hang(out, bloom, line, s + side * 10.0, 2.0, 0.8, 0.86 - 0.03 * k)
    span = (8.5 + 31 * (reach + 1)) * 2 / line.length
    for down, r in ((-8.0, 0.8), (-6.4, 0.55), (5.6, 0.8)):
        out.place(beads_along(gold, smooth(line.strand(down, 0.9, 160, min(1, span)), 3), r))
    count = int(span * line.length / 2 / 3.6)
    for i in range(-count, count + 1):
        if abs(i) > 2:
            tip = Model().place(grains(bright, [Vector((0, 0, 0)), Vector((0, -1.8, 0.1))], 0.8, 16)).add(ball(1.15, 18), bright, at(0, -3.6, 0.2))
            hang(out, tip, line, i * 3.6, 7.2, 0.9)
    for side in (-1, 1):  # where the rows are gathered
        hang(out, bloom, line, side * (min(1, span) * line.length / 2 - 2.0), 0.8, 1.6, 0.9)
    if layout == 'bust':
        return out
    # its rows end on a bar; a chain with a lobster shuts it behind the neck
    for side in (-1, 1):
        bar = [line.at(side * min(1, span) * line.length / 2, -8.0 + 1.6 * k, 0.9)[0] for k in range(9)]
        out.place(beads_along(gold, smooth(bar, 4), 0.8))
    (left_end, *_), (right_end, *_) = (line.at(side * (min(1, span) * line.length / 2 - 2.0), 0.8, 2.6) for side in (-1, 1))
    top = (left_end + right_end) / 2 + Vector((0, 5, 0))
    back = even_path(smooth([left_end, left_end.lerp(top, 0.5) + Vector((0, 2, 0)), top, right_end.lerp(top, 0.5) + Vector((0, 2, 0)), right_end], 12), 60)[0]
    out.place(cable_chain(gold, back[:27], 1.8)).place(cable_chain(gold, back[33:], 1.8)).place(lobster(gold, 8), standing(back[26], UP, back[33] - back[26]))
    out.place(jump_ring(gold, 1.6, 0.4), at(*back[33]))
    band = stones_round(gold, 7.9, -7.6, 12, 'kemp red', 2.8, 2.0).place(stones_round(gold, 6.0, -4.0, 10, 'kemp green', 1.9, 1.5, 0.75))
    bead = Model().add(ball(0.95, 16), bright, at(z=-1.0))
    bell = jhumka(gold, 8.0, 9.4, 0.5, band, (bead, 22))
    top = lotus(gold, 6.4, 2, 9, 1.1, set_in_bezel(gold, 'kemp red', 3.0, opaque=True, depth=0.8, wall=0.3))
    ear = Model().place(top, FACING_US).place(jump_ring(gold, 0.9, 0.22), at(z=-6.4) @ turned(90, 'Y')).place(bell, at(z=-9.8))
    for x in (-1, 1):
        out.place(lying(ear, x * 20, 62, x * 8, 78))
    return out


def flat_ear_hook(material):
    """A fish hook lying in XY: its loop stands in an eye at the origin, its shank rises along +Y."""
    out = Model().add(hoop(0.55, 0.2, 32, 10), material).add(hoop(0.7, 0.2, 36, 10), material, at(0, 0.85, 0.3) @ turned(90, 'Y'))
    shank, tail = ((0, 1.5, 0.3), (0, 4.0, 0), (0, 6.6, -0.2)), ((6.4, 5.6, -0.2), (6.8, 2.0, -0.2), (7.9, -1.0, -0.2))
    bend = (polar(3.1, a) + Vector((3.1, 9.2, -0.2)) for a in range(180, -1, -30))
    return out.place(wire(material, smooth([*shank, *bend, *tail], 12), 0.36))


GAP = 0.4  # between the collets of the collar, mm


def hidden_collet(material, girdle):
    """A collet that narrows below its stone, which hides it from above."""
    wall = [(girdle / 2 - 0.05, -0.06), (girdle / 2 + 0.06, -0.10), (girdle / 2 + 0.04, -0.24), (0.33 * girdle, -1.5), (0.33 * girdle - 0.22, -1.5),
            (girdle / 2 - 0.2, -0.28), (girdle / 2 - 0.05, -0.06)]
    return Model().add(lathe(wall, 48), material)


def dip_to_point(distance):
    """How far the collar falls below the round of the neck, to a point in the middle."""
    return 21 * max(0.0, 1 - abs(distance) / 60) ** 1.5


# every stone in the picture is framed: one that is not would be grey
@piece('sets', 903, TABLE._replace(set='ivory, thin metal, clear stones', elevation=66, fill=1.04, props=running_out(66)),
       BUST._replace(set='ivory, clear stones'))
def mehfil(jewels, layout=None):
    gold = alloy(jewels)
    worn = layout == 'bust'
    line = Neck(front=99, back=127, deep=1.6, span=158, lift=0.9) if worn else table_line(16, 0.85, 0)
    out, fall = Model(), dip_to_point if worn else lambda _: 0
    half = line.length / 2 - 22
    claw = wire(gold, smooth([Vector(p) for p in ((-0.25, 0, -1.2), (0.12, 0, -0.2), (0.14, 0, 0.28), (-0.36, 0, 0.44))], 6), 0.25, sides=10)
    joint = Model().add(hoop(0.56, 0.2, 28, 10), gold, sized(1, 0.8, 1))  # a ring from collet to collet
    s, i = 0.0, 0
    while s < half:
        d = round(max(2.1, 5.0 - 0.1 * i), 2)
        slant = math.hypot(1, fall(s) - fall(s + 1))  # where the collar falls, its stones stand closer along the neck
        link = Model().place(distant_stone('white topaz', d), at(z=0.9) @ turned(67 * i)).place(hidden_collet(gold, d), at(z=0.9))
        link.place(around(claw, 4, None, 45, d / 2), at(z=0.9))
        for sign in (-1, 1):
            if i or sign > 0:
                hang(out, link, line, sign * s, fall(s), 0.6)
            middle = s + (d / 2 + GAP / 2) / slant
            hang(out, joint, line, sign * middle, fall(middle), 1.0)
        following = round(max(2.1, 4.9 - 0.1 * i), 2)
        s += ((d + following) / 2 + GAP) / slant
        i += 1
    for sign in (-1, 1):
        path = [line.at(sign * (s - 1.3 + k), 0, 0.8)[0] for k in range(int(max(6, line.length / 2 - s + 0.3)))]
        out.place(cable_chain(gold, path, 1.8))

    def drop_of(size):
        """A pear in its collet below a ring at the origin, and the eye above that the ring hangs in."""
        wide, point, eye = round(size * 0.66, 2), size * 0.67, hoop(0.6, 0.22, 32, 10)
        drop = Model().place(deeper_pear(size, wide), turned(90))  # diamond returns more light than topaz would
        collet, _ = even_path([Vector((*p, 0)) for p in gems.edge_of(size, wide, 'pear')], 220, closed=True)
        wall = [(-0.85, -1.8), (-0.55, -1.8), (0.2, -0.12), (0.2, 0.25), (-0.3, 0.25), (-0.3, -0.12)]
        drop.add(sweep(collet, wall, closed=True, up=UP), gold, turned(90))
        drop.add(eye, gold, at(0, point + 0.6, -0.3))
        out = Model().add(eye, gold, at(0, 1.0, 0.6)).place(jump_ring(gold, 0.8, 0.2), at(z=0.9) @ turned(65, 'Y'))
        # the collet leans off the skin, which gives the pavilion air
        return out.place(drop, at(0, -0.4, 1.2) @ turned(-14 if worn else -2, 'X') @ at(0, -point - 1.2, 0.3))

    hang(out, drop_of(11.5), line, 0, fall(0) + 4.0, 0.6)
    if worn:
        return out
    out.add(hoop(2.0, 0.45, 48, 12), gold, at(*line.at(line.length / 2)[0]))  # a spring ring shuts it
    ear = Model()
    ear.place(around(claw, 6, None, 30, 1.5), at(z=1.2))
    for k in range(7):
        p = Vector((0, 0, 1.2)) if k == 0 else polar(3.3, 60 * k, 0.9)
        ear.place(distant_stone('white topaz', 3.0), at(*p) @ turned(40 * k)).place(hidden_collet(gold, 3.0), at(*p))
        for a in (-40, 40) if k else ():
            ear.place(claw, at(*p) @ turned(60 * k + a) @ at(1.5))
    ear.place(drop_of(9.5), at(0, -4.6, 0))
    for x in (-1, 1):
        out.place(Model().place(ear).place(flat_ear_hook(gold), at(0, 4.15, 0.6) @ sized(x, 1, 1)).on_floor(), at(x * 24, -1, 0))
    return out


def over_a_ring(path, lift):
    """The chain's way on the table, raised at its lowest point, where it lies on the wire of a pendant's ring."""
    return [p + UP * lift * math.exp(-(p.x ** 2 + p.y ** 2) / 18) for p in path]


def brushed_face(outer, inner, aside, low):
    """The face between a circle and a smaller one whose middle lies at y = `aside`: strokes of a brush along X, each a
    facet of its own slant, on a face that swells a little. Each is a bar that stands at z = `low`."""
    dice, vertices, faces, y = chance(904), [], [], -outer + 0.02

    def height(x, y):
        into, out = math.hypot(x, y - aside) - inner, outer - math.hypot(x, y)
        return low + 0.11 + 0.1 * into * out / max(into + out, 0.1)

    def reach(radius, y):
        return math.sqrt(max(0.0, radius * radius - y * y))

    while y < outer - 0.1:
        wide, slant = min(dice.uniform(0.1, 0.22), outer - 0.02 - y), dice.gauss(0, 0.045)
        edges = [(v, reach(outer, v), reach(inner, v - aside), side * slant * wide / 2) for v, side in ((y, -1), (y + wide, 1))]
        halves = (-1, 1) if min(edge[2] for edge in edges) > 0 else (0,)
        for half in halves:
            first = len(vertices)
            for k in range(9):
                for v, far, near, tilt in edges:
                    x = half * (near + (far - near) * k / 8) if half else far * (k / 4 - 1)
                    vertices += [(x, v, low), (x, v, height(x, v) + tilt)]
            rows = [first + 4 * k for k in range(9)]
            for a, b in zip(rows, rows[1:]):
                faces += [(a + i, a + j, b + j, b + i) for i, j in ((0, 1), (1, 3), (3, 2), (2, 0))]
            faces += [(r, r + 1, r + 3, r + 2) for r in (rows[0], rows[-1])]
        y += wide
    return mesh_of('brushed', vertices, faces, 30)


def brushed_wall(radius, half):
    """The outside of a band, brushed round and round."""
    dice, z, line = chance(904), -half, []
    while z < half:
        line.append((radius + dice.uniform(-0.005, 0.005), z))
        z += dice.uniform(0.1, 0.2)
    return lathe([(radius - 0.1, -half), *line, (radius, half), (radius - 0.1, half), (radius - 0.1, -half)], 480, 1)


def open_circle(bright, brushed, outer, narrow, wide, thick, bevel=0.22):
    """A flat ring whose opening lies off its middle, mm: `narrow` at +Y, `wide` opposite. Its face is brushed along X, its
    bevels and edges are polished."""
    middle, aside, t = outer - (narrow + wide) / 4, (wide - narrow) / 4, thick / 2
    line = [p + Vector((0, aside, 0)) for p in ring_path(middle, 240, 'z')]

    def core(along):
        h = (narrow + wide) / 4 - aside * math.sin(TAU * along)
        return [(h, -t + 0.15), (h, t - bevel), (h - bevel, t), (-h + bevel, t), (-h, t - bevel), (-h, -t + 0.15), (-h + 0.15, -t), (h - 0.15, -t)]

    out = Model().add(sweep(line, core, closed=True, up=UP, angle=20), bright)
    return out.add(brushed_face(outer - bevel - 0.03, outer - (narrow + wide) / 2 + bevel + 0.03, 2 * aside, t - 0.1), brushed)


# beside the middle of the light, so that the wall of the band mirrors a pool
@piece('sets', 904, Shot(azimuth=0, elevation=48, own=at(-25, -20), fill=0.88, front=1.6, scale=2.0, props=running_out(42)),
       Shot('cocoa', azimuth=0, elevation=46, own=at(-6, -5) @ turned(-4), fill=0.84, front=1.6, layout='close', props=and_behind(20, running_out(26))))
def shunya(jewels, layout=None):
    bright, brushed, band = alloy(jewels), *(metal(METAL_NAMED[jewels['metal']], 'brushed', grain=g) for g in ('Y', 'Z'))
    path = over_a_ring(fitted(lambda k: loop_down(98 * k, 126 * k, 0.7, 0.72, 0), 18 * INCH * 0.72, 0.4, 3), 0.55)
    out = Model().place(cable_chain(bright, path, 1.25)).add(hoop(2.3, 0.5, 48, 12), bright, at(*path[0]))  # a spring ring shuts it
    out.place(open_circle(bright, brushed, 11.4, 1.5, 4.3, 1.5), at(0, -12.55, 0.98) @ turned(1.2, 'X'))
    tube = [(0.92, -1.5), (1.22, -1.5), (1.3, -1.38), (1.3, 1.38), (1.22, 1.5), (0.92, 1.5), (0.92, -1.5)]
    out.add(lathe(tube, 40), bright, at(0, 0, 1.3) @ turned(90, 'Y'))  # the bail: soldered on the rim, the chain runs through it
    ring = Model().add(sweep(ring_path(8.6, 240, 'z'), flat_outline(3.0, 1.4, 0.3), closed=True, up=outward, angle=20), bright)
    ring.add(brushed_wall(10.02, 1.16), band)
    if layout:
        return out.place(ring.on_floor(), at(22.6, -7))
    ear = open_circle(bright, brushed, 7.2, 1.3, 3.1, 1.3).place(flat_ear_hook(bright), at(0, 7.6))
    for x in (-1, 1):
        out.place(ear.on_floor(), at(x * 21, -16) @ turned(-4 * x))
    return out.place(ring.on_floor(), at(0, 18))


@piece('sets', 905, TABLE._replace(elevation=60, fill=0.80, props=running_out(52)), CLOSER._replace(azimuth=-24, elevation=50, fill=0.45, layout='close', props=running_out(18)))
def parijat(jewels, layout=None):
    gold, satin = alloy(jewels), alloy(jewels, 'satin')
    path = over_a_ring(fitted(lambda k: loop_down(96 * k, 128 * k, 0.6, 0.7, 0), 17 * INCH * 0.72, 0.4, 3), 0.9)
    out = Model().place(cable_chain(gold, path, 0.95)).add(hoop(2.0, 0.45, 48, 12), gold, at(*path[0]))  # a spring ring shuts it

    def bloom(radius):
        k = radius / 6.8
        line = [(0.9 * k, 0.7 * k), (2.6 * k, 0.55 * k), (4.8 * k, 0.9 * k), (6.6 * k, 2.1 * k)]
        one = around(cup_petal(line, 33, 0.6, 1.0, ruffle=0.12 * k), 5, satin, 90)
        one.add(lathe([(0, 0), (radius * 0.30, 0), (radius * 0.34, 0.9), (0, 1.0)], 32), gold)
        one.place(grain_ring(gold, radius * 0.30, 14, 0.24, 1.1))
        return one.add(ball(round(radius * 0.23, 2), 28), pearl(), at(z=1.5))

    out.place(bloom(6.8), at(0, -9.5, 0.3)).add(hoop(0.95, 0.28, 32, 10), gold, at(0, -2.1, 2.2) @ turned(-18, 'X'))  # an eye on the petal
    out.add(hoop(1.25, 0.26, 36, 10), gold, at(0, -0.45, 1.65) @ turned(60, 'Y'))  # through the eye and round the chain
    for x in (-1, 1):
        out.place(bloom(4.9), (at(12.7, -3.6, 0.3) if layout and x > 0 else at(x * 9.5, 36 + 3 * x, 0.3)) @ turned(x * 18) @ turned(3, 'X'), framed=not layout)
    return out.on_floor()


def glass_dome(material, colour, size=5.2):
    """A dome of glass of a clear stone's colour in its collet, over bright foil that sends the light back."""
    k = size / 5.2
    foil = [(r * k, z * k) for r, z in ((0, -0.46), (2.62, -0.46), (2.62, -0.34), (2.3, -0.36), (0, -0.42))]
    out = Model().add(gems.cabochon(size, size, 2.4 * k, 64), clear_stone(colour, False)).add(lathe(foil, 48), metal('silver'))
    return out.add(bezel_wall(size, size, 0.8 * k, 0.2 + 0.3 * k, 0.14 + 0.2 * k), material)


def domes_round(material, radius, z, colours, size, lean=0.28):
    """Glass domes upright round a bell."""
    out = Model()
    for i, colour in enumerate(colours):
        d = polar(1, 360 * i / len(colours))
        out.place(glass_dome(material, colour, size), standing(d * radius + Vector((0, 0, z)), d + Vector((0, 0, lean)), UP))
    return out


@piece('sets', 906, TABLE._replace(fill=0.78), BUST)
def utsav(jewels, layout=None):
    silver = metal(METAL_NAMED[jewels['metal']], 'antique', 3.2)
    # sulphide of silver, which does not mirror; it is an enamel for the finishes of the models in 3D
    ground = surface('enamel:black:matt', (0.018, 0.018, 0.020), 0.55, 0.12)
    line = Neck(front=84, back=126, deep=1.2, span=158, lift=1.0) if layout == 'bust' else table_line(15, 0.15, 0)
    petals = [plate(petal_outline(long, wide, 28, 1.35, 1.0), 0.5, 0.5, 0.2) for long, wide in ((3.9, 1.9), (3.2, 1.9))]
    corner, out = plate(petal_outline(2.1, 1.2, 24, 1.3, 1.0), 0.4, 0.4, 0.16), Model()

    def square(glass):
        one = Model().add(box(10.6, 12.6, 1.2, 0.35), silver, at(z=-0.6)).add(box(9.2, 11.2, 0.1, 0.04), ground, at(z=0.53))
        rim = [Vector((x, y, 0.66)) for x, y in evenly(superellipse(4.85, 5.85, 11, 200), 144)]
        one.add(sweep(rim, superellipse(0.36, 0.55, 2.6, 16), closed=True, up=UP), silver)  # a raised frame
        one.place(beads_along(silver, [Vector((p.x * 0.835, p.y * 0.86, 0.78)) for p in rim], 0.3, closed=True, sides=8))
        if glass:
            one.place(glass_dome(silver, glass), at(z=1.2))
            one.place(grain_ring(silver, 3.35, 18, 0.34, 0.8))
        else:
            for k in range(8):
                one.add(petals[k % 2], silver, at(z=0.6) @ turned(45 * k))
            one.add(ball(0.95, 20), silver, at(z=1.2)).place(grain_ring(silver, 1.25, 10, 0.24, 0.95))
        for x in (-1, 1):
            for y in (-1, 1):  # a leaf in each corner
                one.add(corner, silver, at(x * 3.75, y * 4.7, 0.6) @ turned(math.degrees(math.atan2(-y, -x)) - 90))
        for x in (-3.2, 3.2):
            one.place(ghungroo(silver, 1.5), at(x, -6.2, 0.6) @ turned(-90, 'X'))
        return one

    squares = {glass: square(glass) for glass in (None, 'sapphire', 'ruby')}
    link, s, i = jump_ring(silver, 1.35, 0.34), 0.0, 0
    while s < line.length / 2 - 26:
        kind, scale = None if i % 2 else ('sapphire' if i % 4 == 0 else 'ruby'), 1 - 0.014 * i
        half = 5.3 * scale
        for side in (-1, 1) if i else (1,):
            hang(out, squares[kind], line, side * s, 0, 1.2, scale)
        for side in (-1, 1):
            for down in (-3.6, 3.6):  # two rings join each square to the next
                hang(out, link, line, side * (s + half + 0.45), down * scale, 1.3)
        s, i = s + half + 0.9 + half * (1 - 0.014 / scale), i + 1
    for side in (-1, 1):
        path = [line.at(side * (s - 5.6 + k * 1.5), 0, 0.8)[0] for k in range(max(3, int((line.length / 2 - s + 5.6) / 1.5)))]
        out.place(cable_chain(silver, path, 3.0))
    if layout == 'bust':
        return out
    band = domes_round(silver, 8.45, -8.0, ['sapphire', 'ruby'] * 8, 2.5)
    bell = jhumka(silver, 8.5, 10.2, 0.5, band, (ghungroo(silver, 1.3), 14), ribs=20, relief=0.4)
    bell.place(bell_of(ground, 8.72, 10.2, 20, 0.3, 0))  # black between its ribs
    top = Model().place(squares['sapphire'], FACING_US @ sized(0.95))
    ear = Model().place(top).place(jump_ring(silver, 1.0, 0.26), at(z=-7.4) @ turned(90, 'Y')).place(bell, at(z=-11.2))
    for x in (-1, 1):
        out.place(lying(ear, x * 19, 58, x * 8, 78))
    ring = Model().add(sweep([polar(9.2, a) for a in range(-70, 251, 4)], superellipse(1.9, 0.6, 4, 20), up=outward,
                             scale=lambda t: (0.62 + 0.38 * math.sin(math.pi * t)) * rounded_ends(t, 0.03)), silver)
    ring.place(squares['ruby'], standing(polar(10.4, 90), polar(1, 90), UP) @ sized(0.85))
    return out.place(ring.moved(turned(-32) @ turned(14, 'X') @ turned(90, 'X')).on_floor(), at(0, 24, 0))
