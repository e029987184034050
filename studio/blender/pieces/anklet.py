"""The five anklets: payals lie in an oval on the floor, their bells outwards; pairs lie one within reach of the other."""
import math

from mathutils import Vector

from findings import (beads_along, box_chain, cable_chain, ghungroo, grain_ring, grains, jump_ring, lobster,
                      oval_link, set_in_bezel, wire)
from geometry import (TAU, UP, at, ball, circle, even_path, frames, hoop, lathe, mesh_of, petal_outline, plate, polar,
                      rounded_ends, sized, smooth, standing, superellipse, sweep, turned)
from materials import METAL_NAMED, enamel, metal
from model import Model
from pieces import Shot, piece
from pieces.bracelets import oval

LAID = (Shot('ivory, thin metal', azimuth=-6, elevation=46, fill=0.78, front=0.4), Shot('cocoa', azimuth=24, elevation=30, fill=1.25, front=0.4))
# pieces with one ornament: its side towards us, the clasp behind
TURNED = (LAID[0]._replace(pose=turned(180)), LAID[1]._replace(pose=turned(180), azimuth=4, elevation=36, fill=1.12))
ANKLE = 245.0  # mm round


def near(azimuth, reach, behind):
    """A close view from this side: what lies within `reach` mm of the nearest part stands low in the picture, and `behind` mm
    of the rest fill its upper half."""
    def props(model, _collection):
        lying = model.on_floor()
        away = polar(1, azimuth - 90)
        limit = max(part.matrix.translation.dot(away) for part in lying.parts) - reach
        lying.parts = [part._replace(framed=part.matrix.translation.dot(away) > limit) for part in lying.parts]
        return lying.add(ball(0.02, 8), None, at(*(away * (limit - behind) - UP * 0.1)))  # a speck under the paper
    return props


# flat and domed silver is bright where it mirrors the lamp above and behind, from aside; the piece is turned along
IVORY, COCOA = 30, 44
BRIGHT = (LAID[0]._replace(pose=turned(180), own=turned(180 + IVORY), azimuth=IVORY, elevation=60),
          LAID[1]._replace(pose=turned(180), own=turned(180 + COCOA), azimuth=COCOA, elevation=55))


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


def ridged_star(outer, inner, edge, peak):
    """Five arms with a ridge along each, mm: `edge` high at the outline, `peak` in the middle. Its back is flat, at z = 0."""
    outline = [polar(outer if i % 2 == 0 else inner, 36 * i + 90) for i in range(10)]
    low, high = [tuple(p) for p in outline], [tuple(p + UP * edge) for p in outline]
    faces = [(i, (i + 1) % 10, 10 + (i + 1) % 10, 10 + i) for i in range(10)]
    faces += [(10 + i, 10 + (i + 1) % 10, 20) for i in range(10)]
    return mesh_of('star', [*low, *high, (0, 0, peak)], [*faces, tuple(reversed(range(10)))], 1)


@piece('anklet', 2, BRIGHT[0]._replace(fill=0.74), BRIGHT[0]._replace(set='cocoa', own=turned(180 + 45), azimuth=45, elevation=64, front=0.9, fill=0.84, props=near(45, 8, 20)))
def taarika(anklet):
    silver = alloy(anklet)
    path, one = oval(ANKLE, 0.8, 700, 0.86), Model()
    points, _ = even_path(path, 700, True)
    star = ridged_star(5.6, 2.6, 0.5, 1.0)
    tangents, _ = frames(points, True, UP)
    spots, half = [350 + (k - 2) * 66 for k in range(5)], 14
    for start, end in zip([14, *(i + half for i in spots)], [*(i - half for i in spots), 690]):
        one.place(cable_chain(silver, points[start:end], 1.7))
    for i in spots:
        seat = standing(points[i] + Vector((0, 0, 0.3)), UP, tangents[i]) @ at(0, -1.4)
        one.add(star, silver, seat)
        for side in (-1, 1):  # rings join its side arms to the chain
            one.place(jump_ring(silver, 0.9, 0.28), seat @ at(side * 5.5, 1.7, 0.3))
    one.place(lobster(silver, 8), standing(points[690], UP, tangents[690]) @ at(-1, 0, 0.4)).place(jump_ring(silver, 1.6, 0.35), at(*points[10]))
    for k in range(4):
        one.place(jump_ring(silver, 1.5, 0.3), at(*(points[10] + Vector((1.5 + k * 2.6, 2.4 + 1.3 * k, 0.2 * (k % 2))))))
    return one.on_floor()


BEAK, TRAIN = Vector((7.0, 6.2, 1.3)), Vector((-12.4, 5.2, 0.6))
PERCH = [Vector((x, -2.9 + 0.018 * (x + 1.2) ** 2, 0.7)) for x in (-8.4, -6.0, -3.6, -1.2, 1.2, 3.6, 6.0)]


def peacock(material):
    """A bird in profile, facing +X on its perch, its long train behind it; face up. It hangs from its beak and its train."""
    out = Model()

    def line(*points):
        return smooth([Vector(p) for p in points], 10)

    def girth(t):
        belly, head = math.exp(-((t - 0.24) / 0.17) ** 2), math.exp(-((t - 0.93) / 0.055) ** 2)
        return (0.62 + 1.75 * belly + 0.48 * head + 0.30 * math.exp(-((t - 0.55) / 0.16) ** 2)) * rounded_ends(t, 0.05)

    for i, turn in ((0, 52), (4, 84), (1, 60), (3, 76), (2, 68)):  # the middle one lies on top
        long = (8.6, 9.9, 10.6, 10.3, 9.0)[i]
        seat = at(-2.2, 0.9, 0.14 * (2 - abs(i - 2))) @ turned(turn)
        out.add(plate(petal_outline(long, 2.9, 44, 1.0, 2.2), 0.6, 0.25, 0.15), material, seat)
        out.add(plate(petal_outline(long * 0.94, 2.15, 44, 1.0, 2.2), 0.3, 0.18, 0.08), enamel('green'), seat @ at(0, 0.25, 0.52))
        eye = seat @ at(0, long * 0.80, 0.86)
        out.add(plate(circle(1.02, 28), 0.26, 0.10, 0.08, rings=3), material, eye).add(plate(circle(0.74, 28), 0.24, 0.16, 0.08, rings=3), enamel('blue'), eye @ at(0, 0.05, 0.16))
    back = line((-3.6, 0.9, 1.0), (-1.2, -0.1, 1.2), (1.6, -0.2, 1.3), (3.2, 1.5, 1.3), (3.3, 3.6, 1.3), (3.2, 5.2, 1.3), (4.1, 6.7, 1.3), (5.3, 6.8, 1.3))
    out.add(sweep(back, superellipse(1, 0.78, 2.2, 28), up=UP, scale=girth), material)
    neck = line((2.2, 0.3, 1.9), (3.15, 1.7, 1.85), (3.28, 3.6, 1.62), (3.25, 5.1, 1.6), (3.8, 6.2, 1.6))
    out.add(sweep(neck, superellipse(1, 0.55, 2.4, 20), up=UP, scale=lambda t: (1.05 - 0.55 * t) * rounded_ends(t, 0.12)), enamel('blue'))
    out.place(wire(material, line((5.1, 6.85, 1.3), (6.0, 6.7, 1.3), tuple(BEAK)), 0.32))
    out.add(ball(0.24, 14), enamel('black'), at(4.75, 7.0, 2.15))
    for j in (-1, 0, 1):
        tip = (3.5 + 0.95 * j, 9.4 - 0.35 * abs(j), 1.3)
        out.place(wire(material, line((4.2, 7.4, 1.3), tip), 0.17)).place(grains(material, [Vector(tip)], 0.44))
    out.place(wire(material, smooth(PERCH, 8), 0.42))
    out.place(wire(material, line((0.4, -2.0, 1.0), (0.5, -2.7, 0.8)), 0.34)).place(wire(material, line((1.7, -1.6, 1.0), (1.9, -2.6, 0.8)), 0.34))
    return out.place(jump_ring(material, 0.75, 0.2), at(*TRAIN)).place(jump_ring(material, 0.6, 0.2), at(*BEAK))


@piece('anklet', 3, BRIGHT[0]._replace(fill=0.78), BRIGHT[1]._replace(fill=0.92, props=near(COCOA, 15, 24)))
def mor_payal(anklet):
    silver = alloy(anklet)
    path, one, count = oval(ANKLE, 0, 700, 0.86), Model(), 9
    points, _ = even_path(path, count * 100, True)
    tangents, _ = frames(points, True, UP)
    bird = peacock(silver)
    drop = Model().add(lathe([(0, 0), (0.45, -0.3), (1.45, -2.4), (1.5, -3.4), (0.75, -4.4), (0, -4.6)], 28), silver).add(hoop(0.62, 0.19, 20, 8), silver, at(z=0.5) @ turned(90, 'X'))
    for place in (1, 3, 5):
        x, y, z = PERCH[place]
        bird.place(drop, at(x, y - 0.75, 1.5) @ standing((0, 0, 0), (0, 1, 0), UP))
    seats = [standing(points[100 * i], UP, tangents[100 * i]) for i in range(1, count)]
    for seat in seats:
        one.place(bird, seat)
    ends = [standing(points[i], UP, tangents[i]) @ at(0, 2, 0.9) for i in (10, -24)]  # of the clasp
    for behind, ahead in zip([None, *seats], [*seats, None]):
        for mine, other in ((BEAK, TRAIN), (PERCH[-1], PERCH[0])):
            start = behind @ mine if behind else ends[0].translation
            end = ahead @ other if ahead else ends[1].translation
            one.place(box_chain(silver, even_path([start, end], 40)[0], 1.1))
    one.place(lobster(silver, 9), standing(points[-24], UP, tangents[-24]) @ at(0, 2, 0.9)).place(jump_ring(silver, 2.0, 0.4), ends[0])
    return two(one.on_floor(), (58, -46), 40)


@piece('anklet', 4, *LAID)
def rani_paizeb(anklet):
    silver = alloy(anklet)
    one, count, rows = Model(), 46, 4
    path = oval(ANKLE, 0, 700, 0.86)
    points, _ = even_path(path, count * 2, True)
    tangents, _ = frames(points, True, UP)
    small, bell = oval_link(4.9, 4.5, 0.42, along=44, around=12), ghungroo(silver, 1.9)
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
        line = [points[i % (2 * count)] + outward_of(points[i % (2 * count)], tangents[i % (2 * count)]) * shift + UP * 0.9 for i in range(2 * count + 1)]
        one.place(beads_along(silver, smooth(line, 6), 0.75))
    # a hinge through the width of the net
    here, away = points[0], outward_of(points[0], tangents[0])
    hinge = Model().add(lathe([(0, -9.4), (1.5, -9.4), (1.7, -9.0), (1.7, 9.0), (1.5, 9.4), (0, 9.4)], 28), silver)
    for end in (-10, 10):
        hinge.add(ball(1.5, 20), silver, at(z=end))
    one.place(hinge, standing(here + away * 6.0 + UP * 1.2, away, UP))
    return two(one.on_floor(), (76, -58), 44)


@piece('anklet', 5, TURNED[0]._replace(fill=0.78), TURNED[1])
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
