"""The five anklets: payals lie in an oval on the floor, their bells outwards; pairs lie one within reach of the other."""
import math

from mathutils import Vector

from findings import (beads_along, box_chain, cable_chain, ghungroo, grain_ring, grains, jump_ring, lobster,
                      oval_link, set_in_bezel, wire)
from geometry import (TAU, UP, at, ball, circle, even_path, evenly, frames, hoop, lathe, petal_outline, plate, polar,
                      rounded_ends, sized, smooth, standing, superellipse, sweep, turned)
from materials import METAL_NAMED, enamel, metal
from model import Model
from pieces import Shot, piece
from pieces.bracelets import oval

LAID = (Shot(azimuth=-6, elevation=46, fill=0.86, front=0.4), Shot('cocoa', azimuth=24, elevation=30, fill=1.25, front=0.4))
# pieces with one ornament: its side towards us, the clasp behind
TURNED = (LAID[0]._replace(pose=turned(180)), LAID[1]._replace(pose=turned(180), azimuth=4, elevation=36, fill=1.12))
ANKLE = 245.0  # mm round


def alloy(anklet, finish='polished'):
    return metal(METAL_NAMED[anklet['metal']], finish)


def outward_of(p, tangent):
    away = tangent.cross(UP).normalized()
    return away if away.dot(Vector((p.x, p.y, 0))) > 0 else -away


def two(one, shift=(34, -20), turn=26):
    """A pair: the second leans on the first, its far side on the floor."""
    low, high = one.bounds()
    reach, direction = (high.x - low.x) / 2, math.degrees(math.atan2(shift[1], shift[0]))
    lean = math.degrees(math.atan2(high.z - low.z, reach + math.hypot(*shift) / 2))
    leaning = turned(direction) @ at(reach) @ turned(lean, 'Y') @ at(-reach) @ turned(-direction)
    return Model().place(one).place(one, at(shift[0], shift[1], 0) @ leaning @ turned(turn))


def plait(material, path, width, thick, waves):
    """Three flat strands, laid over and under each other along a closed path."""
    points, _ = even_path(path, waves * 22, True)
    tangents, _ = frames(points, True, UP)
    out = Model()
    for strand in range(3):
        line = []
        for i, p in enumerate(points):
            b = TAU * (waves * i / len(points) + strand / 3)
            side = tangents[i].cross(UP)
            line.append(p + side * (width * 0.30 * math.sin(b)) + UP * (thick * 0.8 * math.sin(2 * b)))
        out.add(sweep(line, superellipse(width * 0.17, thick * 0.62, 3, 12), closed=True, up=UP), material)
    return out


@piece('anklet', 1, *LAID)
def ghungroo_payal(anklet):
    silver = alloy(anklet)
    path = oval(ANKLE, 2.4, 700, 0.86)
    one = plait(silver, path, 5.6, 1.1, 44)
    bell = ghungroo(silver, 2.35)
    count = 44
    points, _ = even_path(path, count, True)
    tangents, _ = frames(points, True, UP)
    for i in range(0, count):
        if i == 0:
            continue
        away = outward_of(points[i], tangents[i])
        where = points[i] + away * 3.0
        one.place(bell, standing(where, -away, UP))
        if i % 2:
            one.add(hoop(0.9, 0.25, 24, 8), silver, at(*(points[i] + away * 2.4)) @ turned(90, 'X'))
    screw = Model().add(lathe([(0, -4), (1.5, -4), (1.8, -3.4), (1.8, 3.4), (1.5, 4), (0, 4)], 28), silver).add(ball(1.7, 20), silver, at(z=4.6))
    one.place(screw, standing(points[0], tangents[0], UP))
    return two(one.on_floor(), (30, -34), 40)


@piece('anklet', 2, *TURNED)
def taarika(anklet):
    silver = alloy(anklet)
    path, one = oval(ANKLE, 0.8, 700, 0.86), Model()
    points, _ = even_path(path, 700, True)
    one.place(cable_chain(silver, points[14:690], 1.7))
    star_line = []
    for i in range(10):
        star_line.append(tuple(polar(5.2 if i % 2 == 0 else 2.3, 36 * i + 90).xy))
    star = plate(evenly(star_line, 100), 0.9, 0.9, 0.25, rings=8)
    tangents, _ = frames(points, True, UP)
    for k in range(5):
        i = 350 + (k - 2) * 66
        one.add(star, silver, standing(points[i] + Vector((0, 0, 0.1)), UP, tangents[i]))
    one.place(lobster(silver, 8), standing(points[690], UP, tangents[690]) @ at(-1, 0, 0.4)).place(jump_ring(silver, 1.6, 0.35), at(*points[10]))
    for k in range(4):
        one.place(jump_ring(silver, 1.5, 0.3), at(*(points[10] + Vector((1.5 + k * 2.6, 2.4 + 1.3 * k, 0.2 * (k % 2))))))
    return one.on_floor()


def peacock(material, size=12.0):
    """A bird in profile facing +X, its enamelled tail spread behind it; face up."""
    k, out = size / 12, Model()

    def line(*points):
        return smooth([Vector(p) * k for p in points], 10)

    for i, turn in enumerate((148, 131, 114, 97, 80)):
        long = (8.6, 9.6, 10.0, 9.6, 8.6)[i] * k
        feather, seat = turned(turn), at(-1.2 * k, 0.4 * k, 0.06 * i)
        out.add(plate(petal_outline(long, 3.5 * k, 36, 1.0, 1.5), 0.7 * k, 0.2 * k, 0.15), material, seat @ feather)
        out.add(plate(petal_outline(long * 0.93, 2.7 * k, 36, 1.0, 1.5), 0.3 * k, 0.15 * k, 0.08), enamel('green'), seat @ feather @ at(0, 0.2 * k, 0.62 * k))
        out.add(plate(circle(0.85 * k, 24), 0.3 * k, 0.2 * k, 0.08, rings=3), enamel('blue'), seat @ feather @ at(0, long * 0.74, 0.95 * k))
    body = line((-3.0, -1.2, 1.0), (-1.0, -1.7, 1.2), (1.2, -1.0, 1.3), (2.5, 0.8, 1.3), (2.8, 3.0, 1.2), (2.7, 5.0, 1.2), (3.2, 6.4, 1.1), (4.2, 6.7, 1.1))

    def girth(t):
        return k * (0.55 + 1.75 * math.exp(-((t - 0.30) / 0.20) ** 2) + 0.45 * math.exp(-((t - 0.92) / 0.09) ** 2)) * rounded_ends(t, 0.05)

    out.add(sweep(body, superellipse(1, 0.72, 2.2, 24), up=UP, scale=girth), material)
    out.place(wire(material, line((4.3, 6.7, 1.1), (5.9, 6.2, 0.9)), 0.34 * k))
    wing = plate(petal_outline(4.6 * k, 2.5 * k, 32, 1.2, 1.0), 0.4 * k, 0.5 * k, 0.12)
    out.add(wing, enamel('blue'), at(1.2 * k, -0.6 * k, 2.0 * k) @ turned(96))
    for j in (-1, 0, 1):
        tip = (3.5 + 0.85 * j, 9.0 - 0.3 * abs(j), 1.1)
        out.place(wire(material, line((3.6, 7.0, 1.1), tip), 0.17 * k)).place(grains(material, [Vector(tip) * k], 0.42 * k))
    return out


@piece('anklet', 3, *LAID)
def mor_payal(anklet):
    silver = alloy(anklet)
    path, one, count = oval(ANKLE, 0.9, 700, 0.86), Model(), 10
    points, length = even_path(path, 1300, True)
    tangents, _ = frames(points, True, UP)
    bird = peacock(silver, 11.5)
    drop = Model().add(lathe([(0, 0), (0.4, -0.3), (1.35, -2.2), (1.4, -3.1), (0.7, -4.0), (0, -4.2)], 28), silver).add(hoop(0.55, 0.18, 20, 8), silver, at(z=0.45) @ turned(90, 'X'))
    for i in range(count):
        j = i * 130
        if i == 0:
            continue
        p, t = points[j], tangents[j]
        away = outward_of(p, t)
        one.place(bird, standing(p, UP, away.cross(UP)) @ at(0, -1.2, 0))
        for k in (50, 65, 80):  # between this bird and the next
            if i + 1 < count:
                near = outward_of(points[j + k], tangents[j + k])
                q = points[j + k] + near * 2.6
                one.place(drop, standing(Vector((q.x, q.y, 1.4)), -near, UP))
    for shift in (-1.5, 1.5):
        line = [points[i] + outward_of(points[i], tangents[i]) * shift for i in range(30, 1270)]
        one.place(box_chain(silver, line, 1.3))
    one.place(lobster(silver, 9), standing(points[1275], UP, tangents[1275])).place(jump_ring(silver, 2.0, 0.4), at(*points[22]))
    return two(one.on_floor(), (26, -30), 40)


@piece('anklet', 4, *LAID)
def rani_paizeb(anklet):
    silver = alloy(anklet)
    one, count, rows = Model(), 46, 4
    path = oval(ANKLE, 0, 700, 0.86)
    points, _ = even_path(path, count * 2, True)
    tangents, _ = frames(points, True, UP)
    small, bell = oval_link(4.9, 4.5, 0.42), ghungroo(silver, 1.9)
    for row in range(rows):
        for i in range(1, count):
            j = 2 * i + row % 2
            if j >= 2 * count:
                continue
            p, t = points[j], tangents[j]
            away = outward_of(p, t)
            q = p + away * (row * 4.6)
            seat = standing(Vector((q.x, q.y, 0.9 + 0.15 * (row % 2))), UP, t)
            if row in (0, 2):
                kind = 'red glass' if (i + row) % 2 else 'white glass'
                one.place(set_in_bezel(silver, kind, 3.0, opaque=True, depth=0.9, wall=0.42), seat)
                one.place(grain_ring(silver, 2.15, 10, 0.3, -0.4), seat)
            else:
                one.add(lathe([(0, -0.9), (1.7, -0.8), (2.1, -0.3), (1.6, 0.35), (0.6, 0.5), (0, 0.5)], 28, 40, lambda a, k, r, z: (r * (1 + 0.13 * math.cos(6 * a)), z)), silver, seat)
            for turn in (0, 60, 120):
                one.add(small, silver, seat @ at(*(polar(2.3, turn + 30))) @ turned(turn + 30) @ turned(35, 'X') @ sized(0.55, 0.5, 0.55))
            if row == rows - 1:
                one.place(bell, standing(Vector((q.x, q.y, 1.6)) + away * 2.6, -away, UP))
    for shift in (-2.6, rows * 4.6 - 2.0):
        line = [points[i] + outward_of(points[i], tangents[i]) * shift + UP * 0.9 for i in range(2, 2 * count - 2)]
        one.place(beads_along(silver, smooth(line, 6), 0.75))
    return two(one.on_floor(), (44, -46), 44)


@piece('anklet', 5, *TURNED)
def samudra(anklet):
    gold = alloy(anklet)
    one = Model()
    for lane, shift in enumerate((-1.9, 1.9)):
        path = oval(ANKLE + TAU * shift, 1.0, 700, 0.86)
        points, _ = even_path(path, 700, True)
        if lane == 0:
            one.place(cable_chain(gold, points[12:690], 1.9))
        else:
            one.place(cable_chain(gold, points[12:250], 1.9)).place(cable_chain(gold, points[450:690], 1.9))
            one.place(beads_along(gold, points[250:451], 1.55, gap=0.25, sides=24))
    path = oval(ANKLE + 6, 1.0, 700, 0.86)
    points, _ = even_path(path, 700, True)
    tangents, _ = frames(points, True, UP)
    cowrie_line = [(4.6 * math.cos(a) * (1 + 0.10 * math.sin(a)), 6.6 * math.sin(a)) for a in [TAU * i / 72 for i in range(72)]]
    for k in range(3):
        i = 350 + (k - 1) * 56
        p, away = points[i], outward_of(points[i], tangents[i])
        seat = standing(p + away * 8.4 + Vector((0, 0, 0.0)), UP, tangents[i])
        one.add(plate(cowrie_line, 1.6, 2.4, 0.7, rings=14), gold, seat)
        slit = smooth([Vector((0, -5.0, 2.9)), Vector((0.35, -2, 4.0)), Vector((-0.25, 2, 4.05)), Vector((0, 5.0, 2.9))], 10)
        one.add(sweep(slit, superellipse(0.42, 0.35, 3, 14), up=UP, scale=lambda t: rounded_ends(t, 0.1)), enamel('black'), seat)
        for j in range(-5, 6):
            zz = 4.12 - 0.044 * j * j
            one.place(wire(gold, [Vector((-1.0, 0.85 * j, zz - 0.12)), Vector((-0.3, 0.85 * j, zz + 0.08))], 0.2), seat)
            one.place(wire(gold, [Vector((1.0, 0.85 * j, zz - 0.12)), Vector((0.3, 0.85 * j, zz + 0.08))], 0.2), seat)
        one.place(jump_ring(gold, 1.5, 0.35), at(*(p + away * 1.6)) @ at(z=0.6))
    one.place(lobster(gold, 9), standing(points[692], UP, tangents[692])).place(jump_ring(gold, 2.2, 0.4), at(*points[8]))
    return one.on_floor()
