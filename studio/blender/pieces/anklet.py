"""The five anklets: payals lie in an oval on the floor, their bells outwards; a pair lies side by side, or one leans on the other."""
import math

from mathutils import Vector

from clasps import RING, RING_WIRE, closed_clasp, extension, slack_chain
from findings import beads_along, ghungroo, grains, jump_ring, oval_link, set_in_bezel, wire
from geometry import (TAU, UP, at, ball, box, chance, circle, curve_profile, even_path, evenly, frames, hoop, laid_on, lathe,
                      mesh_of, petal_outline, plate, polar, rounded_ends, sized, smooth, standing, superellipse, sweep, tube_faces,
                      turned)
from layouts import framed_about
from materials import METAL_NAMED, enamel, enamel_over_silver, metal
from model import Model
from pieces import Shot, piece
from pieces.bracelets import oval

LAID = (Shot('ivory, thin metal', azimuth=-6, elevation=46, fill=0.78, front=0.4), Shot('cocoa', azimuth=24, elevation=30, fill=1.25, front=0.4))
# pieces with one ornament: its side towards us, the clasp behind
TURNED = (LAID[0]._replace(pose=turned(180)), LAID[1]._replace(pose=turned(180), azimuth=4, elevation=36, fill=1.12))
ANKLE = 245.0  # mm round


def close_on(azimuth, reach, deep):
    """A close view from this side: the ornament nearest to us in the middle, `deep` mm behind its edge, and `reach` mm about it."""
    def props(model, _collection):
        lying = model.on_floor()
        away = polar(1, azimuth - 90)
        middle = max((part.matrix.translation for part in lying.parts), key=away.dot) - away * deep
        return framed_about(lying, middle, reach, azimuth)
    return props


# flat and domed silver is bright where it mirrors the lamp above and behind, from aside; the piece is turned along
IVORY, COCOA = 30, 44
BRIGHT = (LAID[0]._replace(pose=turned(180), own=turned(180 + IVORY), azimuth=IVORY, elevation=60),
          LAID[1]._replace(pose=turned(180), own=turned(180 + COCOA), azimuth=COCOA, elevation=55))


PAIR = LAID[0]._replace(pose=turned(10), azimuth=10, elevation=56)  # turned with the camera, it lies straight


def alloy(anklet, finish='polished'):
    return metal(METAL_NAMED[anklet['metal']], finish)


def outward_of(p, tangent):
    away = tangent.cross(UP).normalized()
    return away if away.dot(Vector((p.x, p.y, 0))) > 0 else -away


def egg(length, large, small, apart, begin=0.0):
    """A closed curve of this length, as a payal falls: two ends of these radii, the small one at +X, nearly straight between.
    It begins at the small end, or at this share of the length behind it."""
    turn = math.degrees(math.acos((large - small) / apart))
    left, right = Vector((-apart / 2, 0, 0)), Vector((apart / 2, 0, 0))
    line = [right + polar(small, turn * (i / 40 - 1)) for i in range(81)]
    line += [left + polar(large, turn + (360 - 2 * turn) * i / 120) for i in range(121)]
    line = [p * (1 + 0.02 * math.cos(3 * math.atan2(p.y, p.x) + 0.6)) for p in line]
    points, unit = even_path(line, 1200, True)
    first = round(len(points) * (begin + turn * small / math.degrees(unit)))
    return [p * (length / unit) for p in points[first:] + points[:first]]


def side_by_side(one, apart, slide, turn):
    """A pair, the large end of each beside the small end of the other."""
    return Model().place(one, at(-slide, apart / 2) @ turned(turn)).place(one, at(slide, -apart / 2) @ turned(180 + turn))


def fasten(material, points, tangents, k, thick=None, seat=at(z=0.5)):
    """A closed clasp where the path begins, and its rings for the first and the last link. With `thick`, a chain of this
    gauge lies behind it, to close it wider."""
    middle = standing(points[0], UP, tangents[0]) @ seat
    out, long = closed_clasp(material, k)
    out = out.moved(middle)
    first, last = (((middle @ at(side * long / 2)).translation, RING, RING_WIRE) for side in (1, -1))
    if thick:
        line = [middle @ Vector((long / 2 + x, y, -0.5)) for x, y in ((-0.6, -4), (1.5, -8), (6, -10.5), (12, -10), (18, -7.5))]
        out.place(extension(material, first, line, thick))
    return out, first, last


def plait(material, path, width, waves, gauge):
    """Three flat strands of three wires each, laid over and under each other along an open path."""
    points, _ = even_path(path, waves * 22 + 1)
    tangents, _ = frames(points, up=UP)
    out = Model()
    for strand in range(3):
        line = []
        for i, p in enumerate(points):
            b = TAU * (i / 22 + strand / 3)
            line.append(p + tangents[i].cross(UP) * (width * 0.3 * math.sin(b)) + UP * (1.2 * gauge * math.sin(2 * b)))
        slopes, _ = frames(line, up=UP)
        for k in (-1, 0, 1):
            laid = [p + slopes[i].cross(UP).normalized() * (1.9 * gauge * k) for i, p in enumerate(line)]
            out.add(sweep(laid, circle(gauge, 12), up=UP), material)
    return out


def plait_screw(material, wide):
    """Where a plait is closed, along X: its ends lie in two caps, which a screw with a milled head joins through their knuckles."""
    out = Model()

    def flared(t, _k, x, y):
        return x * wide * (0.62 + 0.38 * math.sin(math.pi / 2 * min(1, 1.5 * t))), 1.5 * y

    def milled(phi, _k, r, z):
        return (r * (1 + 0.03 * math.cos(24 * phi)) if r > 1.5 else r), z

    for side in (-1, 1):
        line = [Vector((side * (1.2 + 6.0 * k / 40), 0, 0)) for k in range(41)]
        cap = sweep(line, superellipse(1, 1, 4, 40), up=UP, shape=flared, scale=lambda t: rounded_ends(t, 0.03), angle=60)
        out.add(cap, material)
        rim = [Vector((side * 7.0, wide * y, 1.5 * z)) for y, z in superellipse(1, 1, 4, 64)]
        out.place(wire(material, rim, 0.36, True))
    knuckle = lathe([(0, -1), (1.35, -1), (1.6, -0.86), (1.6, 0.86), (1.35, 1), (0, 1)], 32)
    for i in (-1, 0, 1):
        out.add(knuckle, material, at(0, 0.62 * wide * i) @ turned(90, 'X') @ sized(1, 1, 0.29 * wide))
        out.add(box(2.2, 0.5 * wide, 1.6, 0.2), material, at((1.1 if i else -1.1), 0.62 * wide * i, -0.8))
    head = lathe([(0, -1.1), (1.7, -1.1), (2.0, -0.8), (2.0, 0.8), (1.7, 1.1), (0.8, 1.3), (0, 1.3)], 96, 40, milled)
    out.add(lathe([(0, -1), (0.8, -1), (0.8, 1), (0, 1)], 20), material, turned(90, 'X') @ sized(1, 1, wide + 1.2))
    return out.add(head, material, at(0, -wide - 1.4) @ turned(90, 'X')).add(ball(1.0, 20), material, at(0, wide + 1.2))


@piece('anklet', 1, LAID[0]._replace(azimuth=6, elevation=52, pose=turned(6)),
       BRIGHT[1]._replace(own=turned(COCOA), fill=0.9, props=close_on(COCOA, 24, 15)))
def ghungroo_payal(anklet):
    silver, dark = alloy(anklet), alloy(anklet, 'antique')
    path, waves = oval(ANKLE, 1.5, 1400, 0.7), 22
    one = plait(dark, path[28:-28], 7.2, waves, 0.42)
    one.place(plait_screw(silver, 3.7), standing(path[0], UP, path[8] - path[-8]))
    bell, ring, dice = ghungroo(dark, 2.3), hoop(1.0, 0.26, 28, 10), chance(1)
    edge, _ = even_path(path[28:-28], waves * 22 + 1)
    slopes, _ = frames(edge, up=UP)
    for i in range(1, 2 * waves):
        k = 11 * i
        away = outward_of(edge[k], slopes[k])
        place = edge[k] + away * 3.3
        one.add(ring, dark, standing(place + away * 0.35, slopes[k]))
        fallen = turned(dice.uniform(-14, 14)) @ (away * 0.95 + UP * 0.26)  # up to where it rests on the floor
        one.place(bell, standing(place + away * 1.5 - fallen * 0.4, -fallen, slopes[k]) @ turned(dice.uniform(-35, 35)))
    one = one.on_floor()
    return Model().place(one, at(-10, 46) @ turned(168)).place(one, at(10, -46) @ turned(-12))


def ridged_star(outer, inner, edge, peak):
    """Five arms with a ridge along each, mm: `edge` high at the outline, `peak` in the middle. Its back is flat, at z = 0."""
    outline = [polar(outer if i % 2 == 0 else inner, 36 * i + 90) for i in range(10)]
    low, high = [tuple(p) for p in outline], [tuple(p + UP * edge) for p in outline]
    faces = [(i, (i + 1) % 10, 10 + (i + 1) % 10, 10 + i) for i in range(10)]
    faces += [(10 + i, 10 + (i + 1) % 10, 20) for i in range(10)]
    return mesh_of('star', [*low, *high, (0, 0, peak)], [*faces, tuple(reversed(range(10)))], 1)


@piece('anklet', 2, BRIGHT[0]._replace(fill=0.74), BRIGHT[0]._replace(set='cocoa', own=turned(180 + 45), azimuth=45, elevation=64, front=0.9, fill=0.84, props=close_on(45, 30, 4)))
def taarika(anklet):
    silver = alloy(anklet)
    path, one = oval(ANKLE, 0.8, 700, 0.86), Model()
    points, _ = even_path(path, 700, True)
    tangents, _ = frames(points, True, UP)
    star, eye = ridged_star(5.6, 2.6, 0.5, 1.0), (0.8, 0.24)
    fastened, start, end = fasten(silver, points, tangents, 0.9, 1.7)
    one.place(fastened)
    rings, spots = [start], [350 + (k - 2) * 66 for k in range(5)]
    for i in spots:
        seat = standing(points[i] - UP * 0.5, UP, tangents[i]) @ at(0, -1.4)
        one.add(star, silver, seat)
        for side in (-1, 1):  # eyes on its side arms take the chain
            rings.append(((seat @ at(side * 5.95, 1.8, 0.3)).translation, *eye))
            one.place(jump_ring(silver, *eye), at(*rings[-1][0]))
    rings.append(end)
    marks = [26, *(i + side * 28 for i in spots for side in (-1, 1)), 674]
    for k in range(0, len(rings), 2):
        via = points[marks[k]:marks[k + 1] + 1:12]
        one.place(slack_chain(silver, rings[k], rings[k + 1], 1.7, via))
    return one.on_floor()


LARGER = 1.3  # than these measures: the peacocks of a payal
BEAK, TRAIN = Vector((6.6, 6.3, 1.3)), Vector((-12.2, 6.0, 0.6))


def perch_height(x):
    return -2.9 + 0.018 * (x + 1.2) ** 2


PERCH = [Vector((x, perch_height(x), 1.0)) for x in (-8.4, -6.0, -3.6, -1.2, 1.2, 3.6, 6.0)]
# the eyes that take the chains: centre, radius and wire
BEAK_EYE, TRAIN_EYE = (BEAK, 0.62, 0.2), (TRAIN, 0.75, 0.2)
PERCH_EYES = [(end + Vector((0.7 * side, 0.16, -0.1)), 0.68, 0.22) for side, end in ((-1, PERCH[0]), (1, PERCH[-1]))]


def softly(*points):
    return smooth([Vector(p) for p in points], 10)


def meenakari_cell(material, outline, colour, high=0.55, gauge=0.13):
    """A cell of meenakari, its back at z = 0: a plate of silver, enamel fired on it, and round them a bright wire."""
    enamelled = plate(outline, 0.14, 0.14, 0.05)
    out = Model().add(plate(outline, high, edge=0.1), material).add(enamelled, enamel_over_silver(colour), at(z=high - 0.06))
    return out.place(wire(material, [Vector((x, y, high)) for x, y in outline], gauge, True, sides=10))


def peacock_train(material):
    """Seven plumes from the tail, the middle one on top. In each a midrib, its barbs, and the eye, blue in sky blue."""
    out = Model()
    for i in (0, 6, 1, 5, 2, 4, 3):
        beside = abs(i - 3)
        long = 10.9 - 0.42 * beside
        seat = at(-2.4, 1.0, 0.2 + 0.13 * (3 - beside)) @ turned(63 - 10.5 * (3 - i))
        out.place(meenakari_cell(material, petal_outline(long, 2.5, 48, 1.0, 2.3), 'green'), seat)
        out.place(wire(material, softly((0, 2.0, 0.70), (0, 0.45 * long, 0.76), (0, 0.72 * long, 0.76)), 0.09, sides=8), seat)
        for y in (0.36, 0.43, 0.50, 0.57, 0.64, 0.71):
            for side in (-1, 1):
                reach = side * (0.35 + 0.85 * (y - 0.3))
                barb = softly((0, (y - 0.06) * long, 0.75), (0.55 * reach, (y - 0.02) * long, 0.73), (reach * 1.4, (y + 0.05) * long, 0.66))
                out.place(wire(material, barb, 0.05, sides=6), seat)
        eye = seat @ at(0, long * 0.85, 0.62)
        for radius, high, colour in ((0.86, 0.16, 'sky'), (0.46, 0.37, 'blue')):
            out.place(meenakari_cell(material, circle(radius, 32), colour, high, 0.09), eye)
    return out


def peacock_wing(material):
    """Folded feathers, the longest lowest, green and sky blue in turn, and a shoulder of small ones."""
    out = Model()
    for i, (long, turn) in enumerate(((5.9, 80), (5.3, 89), (4.6, 98), (3.8, 108))):
        seat = at(2.0, -0.5, 1.42 + 0.16 * i) @ turned(turn)
        out.place(meenakari_cell(material, petal_outline(long, 1.35, 40, 1.25, 0.9), ('green', 'sky')[i % 2], 0.3, 0.1), seat)
        out.place(wire(material, softly((0, 0.6, 0.44), (0, 0.5 * long, 0.52), (0, 0.86 * long, 0.44)), 0.06, sides=6), seat)
    for i, turn in enumerate((150, 112, 76)):
        out.place(meenakari_cell(material, petal_outline(1.7, 1.2, 28, 1.1, 1.2), 'blue', 0.22, 0.1), at(2.6, -0.45, 2.1 + 0.06 * i) @ turned(turn))
    return out


def peacock_head(material):
    """A small head, its beak, which holds the chain, and the crest."""
    out = Model()
    out.add(ball(0.9, 24), material, at(4.1, 7.0, 1.0) @ turned(-14) @ sized(1.2, 0.95, 0.6))
    out.add(ball(0.86, 24), enamel_over_silver('blue'), at(3.95, 7.0, 1.2) @ turned(-14) @ sized(1.1, 0.86, 0.62))
    beak = softly((4.6, 7.0, 1.2), (5.2, 6.95, 1.25), (5.8, 6.75, 1.3), tuple(BEAK - Vector((0.5, -0.16, 0))))
    out.add(sweep(beak, circle(1, 16), up=UP, scale=lambda t: (0.66 - 0.42 * t) * rounded_ends(t, 0.06)), material)
    out.add(hoop(0.30, 0.08, 20, 8), material, at(4.2, 7.1, 1.70)).add(ball(0.24, 16), enamel('black'), at(4.2, 7.1, 1.66))
    out.add(ball(0.5, 20), material, at(3.85, 7.75, 1.05) @ sized(1.15, 0.7, 0.7))  # the crest rises from a knob on the crown
    for k in range(5):
        lean = 2 - k
        tip = (3.72 - 0.56 * lean, 9.6 - 0.17 * lean * lean, 1.0)
        out.place(wire(material, softly((3.87 - 0.1 * lean, 7.7, 1.1), (3.85 - 0.28 * lean, 8.5, 1.05), tip), 0.16, sides=10))
        out.add(ball(0.38, 16), material, at(*tip) @ sized(1, 1.25, 0.8)).add(ball(0.27, 14), enamel('blue'), at(*tip) @ at(z=0.15))
    return out


def peacock_neck(material):
    """From the breast up to the head: enamel between two bright edges, with wires across it."""
    line, _ = even_path(softly((2.7, -0.7, 1.0), (3.75, 1.7, 1.0), (3.75, 3.4, 1.0), (3.1, 4.7, 1.0), (2.95, 5.9, 1.0), (3.7, 6.9, 1.0)), 80)

    def half(t):
        return (1.75 - 1.9 * t + 0.85 * t * t) * math.sqrt(min(1, 0.02 + t / 0.2))  # it runs out on the breast

    out = Model().add(sweep(line, superellipse(1, 0.5, 4, 32), up=UP, scale=half), material, at(z=-0.25))
    glazed = sweep(line, superellipse(0.96, 0.55, 2.2, 32), up=UP, scale=half)
    out.add(glazed, enamel_over_silver('blue'))
    slopes, _ = frames(line, up=UP)
    for side in (-1, 1):
        edge = [p + slopes[i].cross(UP) * (side * half(i / 79)) + UP * 0.12 for i, p in enumerate(line)]
        out.place(wire(material, edge, 0.13, sides=10))
    for i in range(20, 76, 6):
        across, reach = slopes[i].cross(UP), half(i / 79)
        arc = [line[i] + across * (reach * k / 8) - slopes[i] * (0.55 * reach * (1 - (k / 8) ** 2)) for k in range(-8, 9)]
        out.place(wire(material, laid_on(glazed, arc, 0.01), 0.06, sides=8))
    return out


BODY = ((-4.4, 1.9), (-2.7, 0.1), (-0.7, -1.75), (1.4, -2.3), (3.3, -1.6), (4.5, 0.1), (4.9, 2.1), (3.4, 2.6), (1.6, 1.5), (-1.0, 1.5), (-2.9, 1.9))


def peacock_body(material):
    """The breast, feathered with scales of wire, a dot of sky blue in each."""
    outline = evenly([(p.x, p.y) for p in smooth([Vector((x, y, 0)) for x, y in BODY], 10, closed=True)], 80)
    out = Model().add(plate(outline, 1.3, edge=0.3), material, at(z=-0.1))
    glazed = plate(outline, 0.3, 0.5, 0.12)
    glazed.transform(at(z=1.1))
    out.add(glazed, enamel_over_silver('blue')).place(wire(material, [Vector((x, y, 1.28)) for x, y in outline], 0.16, True))
    for row in range(5):
        for i in range(8):
            x, y = 4.3 - 1.15 * i - 0.57 * (row % 2), -1.75 + 0.75 * row
            spot = Vector((x, y, 0))
            if not all(laid_on(glazed, [spot + polar(0.62, 45 * k)]) for k in range(8)):
                continue
            arc = laid_on(glazed, [spot + polar(0.56, a) for a in range(60, 301, 15)], 0.01)
            out.place(wire(material, arc, 0.085, sides=8))
            out.add(ball(0.2, 14), enamel('sky'), at(*laid_on(glazed, [spot - Vector((0.1, 0, 0))])[0]) @ sized(1, 1, 0.4))
    return out


def peacock(material):
    """A bird in profile, facing +X on its perch, its long train behind it; face up. It hangs from its beak and its train."""
    out = Model()
    for part in (peacock_train, peacock_body, peacock_neck, peacock_wing, peacock_head):
        out.place(part(material))
    out.place(wire(material, smooth(PERCH, 8), 0.36))
    for x in (0.2, 1.7):
        out.place(wire(material, softly((x, -1.9, 0.9), (x + 0.15, -2.4, 0.95), (x + 0.1, -2.85, 0.95)), 0.24))
        out.place(grains(material, [Vector((x + 0.1 + 0.42 * k, -2.66, 1.12)) for k in (-1, 0, 1)], 0.24))
    for centre, *gauge in (BEAK_EYE, TRAIN_EYE, *PERCH_EYES):
        out.place(jump_ring(material, *gauge), at(*centre))
    return out


def drop(material):
    """A fluted drop below its ring, which stands at the origin."""
    pear = curve_profile([(0, -0.6), (0.3, -0.66), (0.38, -1.1), (0.86, -2.3), (1.3, -3.6), (1.16, -4.5), (0.62, -5.0), (0, -5.15)], 5)

    def fluted(phi, _k, r, z):
        return r * (1 - 0.16 * abs(math.cos(4 * phi)) ** 3 * min(1, max(0, -1.2 - z) / 1.2)), z

    out = Model().add(lathe(pear, 96, 180, fluted), material).add(ball(0.34, 16), material, at(z=-5.2))
    out.add(hoop(0.36, 0.13, 28, 10), material, at(z=-0.98))
    return out.add(hoop(0.66, 0.17, 28, 10), material, turned(90, 'X'))


def larger(eye):
    return tuple(LARGER * part for part in eye)


def shallow_oval(length):
    """A closed curve of this length, from the middle of its flat back to the left: its front is one wide arc, so that
    what hangs there hangs nearly straight down."""
    right = [Vector((x, y, 0)) for x, y in ((53, -27), (51, -16), (42, -10.5), (22, -9))]
    left = [Vector((-p.x, p.y, 0)) for p in reversed(right)]
    line = smooth([Vector((0, -9.5, 0)), *left, *(polar(62, -90 + 13 * k) for k in range(-4, 5)), *right], 24, True)
    points, whole = even_path(line, 1200, True)
    return [p * (length / whole) for p in points]


@piece('anklet', 3, PAIR._replace(set='ivory', elevation=52, fill=0.92, scale=1.2),
       BRIGHT[1]._replace(own=turned(COCOA), fill=0.9, props=close_on(COCOA, 29, 21)))
def mor_payal(anklet):
    silver, dark = alloy(anklet), alloy(anklet, 'antique')
    one, birds, span = Model(), 4, 29.4
    points, _ = even_path(shallow_oval(ANKLE), 980, True)
    tangents, _ = frames(points, True, UP)
    bird, hanging = (made.moved(sized(LARGER)) for made in (peacock(silver), drop(dark)))
    floor = bird.lowest()
    dip = math.asin((1.1 - 1.3 - floor / LARGER) / 3.6)  # from the perch until the belly of a drop rests on the floor
    marks = [490 + round((k - (birds - 1) / 2) * span * 4) for k in range(birds)]
    seats = [standing(points[i], UP, tangents[i]) for i in marks]
    dice = chance(3)
    for seat in seats:
        one.place(bird, seat)
        for x in (-7.9, -1.2, 5.5):
            fallen = turned(1.4 * (x + 1.2) + dice.uniform(-5, 5)) @ turned(math.degrees(dip), 'X')
            eye = LARGER * Vector((x, perch_height(x) - 0.14, 1.1))
            one.place(hanging, seat @ at(*eye) @ fallen @ standing((0, 0, 0), (0, 1, 0), UP))
    clasp, first, last = fasten(silver, points, tangents, 1.0, seat=at(0, 0, 1.3 + floor))
    one.place(clasp)
    for behind, ahead in zip(seats, seats[1:]):
        for mine, other, sag in ((BEAK_EYE, TRAIN_EYE, 0.9), (PERCH_EYES[1], PERCH_EYES[0], -1.5)):
            (mine, *eye), (other, *next_eye) = larger(mine), larger(other)
            start, end = (behind @ mine, *eye), (ahead @ other, *next_eye)
            across = UP.cross(end[0] - start[0]).normalized()
            low = [start[0].lerp(end[0], t) + across * sag * bow for t, bow in ((0.28, 0.8), (0.6, 1.0))]
            one.place(slack_chain(dark, start, end, 1.7, [Vector((p.x, p.y, floor + 0.8)) for p in low]))
    for far, near in ((TRAIN_EYE, BEAK_EYE), (PERCH_EYES[0], PERCH_EYES[1])):  # two chains run on to the clasp behind
        (far, *eye), (near, *next_eye) = larger(far), larger(near)
        aside = 3.2 if far.y > 0 else -1.6

        def beside(i):
            p = points[i] - outward_of(points[i], tangents[i]) * aside
            return Vector((p.x, p.y, floor + 0.8))

        one.place(slack_chain(dark, first, (seats[0] @ far, *eye), 1.7, [beside(i) for i in range(50, marks[0] - 66, 14)]))
        one.place(slack_chain(dark, (seats[-1] @ near, *next_eye), last, 1.7, [beside(i) for i in range(marks[-1] + 50, 980 - 50, 14)]))
    one = one.on_floor().moved(turned(4))
    return Model().place(one).place(one, at(4, 66))


NET = 4.6  # from row to row, mm
HINGED = 5.5  # from the pin of the hinge to the middle of the nearest collet


@piece('anklet', 4, PAIR, BRIGHT[1]._replace(own=turned(COCOA), fill=0.9, props=close_on(COCOA, 24, 14)))
def rani_paizeb(anklet):
    silver, dark, black = (alloy(anklet, finish) for finish in ('polished', 'antique', 'oxidised'))
    one, columns, rows = Model(), 44, 4
    pitch = (ANKLE - 2 * HINGED) / (columns - 0.5)
    middle, _ = even_path(egg(ANKLE, 24, 21, 50, 0.72), 2000, True)
    slopes, _ = frames(middle, True, UP)
    outer, inner = (1.5 * NET + 2.25), -(1.5 * NET + 2.6)

    def spot(along, out, z):
        """On the net: so far from the hinge along its middle, so far outwards; and the direction of the row there."""
        i = round(along / ANKLE * len(middle)) % len(middle)
        return middle[i] + outward_of(middle[i], slopes[i]) * out + UP * z, slopes[i]

    def knot(row, i):
        return spot(HINGED + pitch * (i + row % 2 / 2), (row - 1.5) * NET, 1.25)

    gems = [set_in_bezel(dark, kind, 3.2, opaque=True, depth=0.9, wall=0.36) for kind in ('red glass', 'white glass')]
    dome = [(0, -0.9), (1.6, -0.8), (1.9, -0.3), (1.5, 0.35), (0.6, 0.5), (0, 0.5)]
    rosette = lathe(dome, 36, 40, lambda a, k, r, z: (r * (1 + 0.13 * math.cos(6 * a)), z))
    link = oval_link(3.6, 1.7, 0.25, along=28, around=10)
    for row in range(rows):
        for i in range(columns):
            place, slope = knot(row, i)
            seat = standing(place, UP, slope)
            if row % 2:
                one.add(rosette, dark, seat)
            else:
                one.place(gems[(i + row // 2) % 2], seat)
            beside = [(row, i + 1), (row + 1, i - 1 + row % 2), (row + 1, i + row % 2)]
            for other, _ in (knot(*where) for where in beside if where[0] < rows and 0 <= where[1] < columns):
                one.add(link, black, standing((place + other) / 2 - UP, UP, other - place))  # its ends lie in eyes under both
    shares = [3 + (ANKLE - 6) * i / 600 for i in range(601)]
    one.place(beads_along(dark, [spot(along, inner, 0.9)[0] for along in shares], 0.75, sides=10))
    one.place(wire(silver, [spot(along, outer, 1.05)[0] for along in shares], 0.4))
    bell, ring, dice = ghungroo(silver, 1.9), hoop(0.85, 0.2, 28, 8), chance(4)
    for i in range(columns):
        along = HINGED + pitch * (i + 0.5)
        place, slope = spot(along, outer, 1.05)
        away = outward_of(place, slope)
        one.add(ring, silver, standing(place + away * 0.25, slope))
        fallen = turned(dice.uniform(-16, 16)) @ (away * 0.93 + UP * 0.36)  # up to where it rests on the floor
        one.place(bell, standing(place + away * 1.35 - fallen * 0.34, -fallen, slope) @ turned(dice.uniform(-25, 25)))
        for step in (-0.27, 0, 0.27):
            if i:
                one.add(ball(0.7, 14), dark, at(*spot(along + (step - 0.5) * pitch, outer, 1.05)[0]))
    one.place(pin_hinge(silver, 20.4), standing(middle[0], UP, slopes[0]))
    return side_by_side(one.on_floor(), 80, 3, 3)


def pin_hinge(material, long):
    """The hinge of rani_paizeb: two bars along Y, which hold the four rows of its net by links, and between them five
    knuckles on a pin with a ball at either end. It opens when the pin is drawn."""
    out, knuckle = Model(), long / 5
    leaf = box(1.3, knuckle - 0.5, 0.8, 0.2)
    edge, _ = even_path([Vector((0, -long / 2, 0.95)), Vector((0, long / 2, 0.95))], 60)
    bar = sweep(edge, superellipse(0.75, 0.95, 5, 24), up=UP, scale=lambda t: rounded_ends(t, 0.03))
    barrel = lathe([(0, -1), (1.0, -1), (1.15, -0.92), (1.15, 0.92), (1.0, 1), (0, 1)], 28)
    for side in (-1, 1):
        out.add(bar, material, at(2.4 * side))
        for row in range(4):  # they end in turn nearer and farther
            far = (row % 2 == 0) == (side < 0)
            held = oval_link(3.7, 1.7, 0.26, along=28, around=10) if far else hoop(0.75, 0.26, 28, 10)
            out.add(held, material, at(side * (4.95 if far else 3.6), (1.5 - row) * NET, 0.9) @ turned(12 * side, 'Y'))
    for i in range(5):
        y, side = (i - 2) * knuckle, 1 if i % 2 else -1
        out.add(barrel, material, at(0, y, 1.15) @ turned(90, 'X') @ sized(1, 1, knuckle / 2 - 0.06)).add(leaf, material, at(1.3 * side, y, 0.7))
    out.add(lathe([(0, -1), (0.5, -1), (0.5, 1), (0, 1)], 16), material, at(z=1.15) @ turned(90, 'X') @ sized(1, 1, long / 2 + 0.6))
    for end in (-1, 1):
        out.add(ball(1.15, 20), material, at(0, end * (long / 2 + 1.1), 1.15))
    return out


def slit_bend(v):
    return 0.4 * math.sin(2.3 * v) - 0.25


def cowrie_shell(half_long, half_wide, high):
    """A cowrie on its back, along Y, at z = 0: an egg with a slit along its face, whose lips roll inwards over a row of teeth."""
    rows, face = 170, [math.copysign(abs(k / 44) ** 1.5, k) for k in range(-44, 45)]
    back = [math.cos(math.pi * k / 13) for k in range(1, 13)]
    vertices, count = [], len(face) + len(back)
    for j in range(rows + 1):
        v = -math.cos(math.pi * (0.02 + 0.96 * j / rows))
        y, full = half_long * v, math.sqrt(1 - v * v)
        wide = half_wide * full ** 0.84 * (1 + 0.12 * v)
        middle = slit_bend(v)
        for u in face:
            x, rise = wide * u, high * full ** 0.8 * (0.42 + 0.58 * math.sqrt(max(0, 1 - abs(u) ** 2.4)))
            gone = abs(x - middle)
            near = math.exp(-(max(0, abs(v) - 0.86) / 0.07) ** 2)  # the slit runs out at either end
            tooth = 0.5 + 0.5 * math.cos(TAU * y / 0.92 + (0.9 if x > middle else 0))
            lips = 0.42 * math.exp(-((gone - 1.15) / 0.6) ** 2) - 0.30 * tooth * math.exp(-((gone - 0.85) / 0.55) ** 2)
            slit = -1.5 / (1 + math.exp((gone - 0.34) / 0.07))
            vertices.append(Vector((x, y, rise + near * (lips + slit))))
        for u in back:
            vertices.append(Vector((wide * u, y, high * full ** 0.8 * 0.42 * (1 - math.sqrt(max(0, 1 - u * u))))))
    return mesh_of('cowrie', vertices, tube_faces(rows + 1, count), 75)


def graded_row(path, count, least):
    """Balls that touch along a path, largest in its middle: [(place, radius)]. The first and the last have `least` of its size."""
    shares = [1 - (1 - least) * abs(2 * i / (count - 1) - 1) ** 1.6 for i in range(count)]
    fine, length = even_path(path, 4000)
    largest, s, out = length / (2 * sum(shares)), 0.0, []
    for share in shares:
        out.append((fine[round((s + largest * share) / length * 3999)], largest * share))
        s += 2 * largest * share
    return out


@piece('anklet', 5, TURNED[0]._replace(fill=0.78), TURNED[1]._replace(fill=1.08))
def samudra(anklet):
    gold, satin = alloy(anklet), alloy(anklet, 'satin')
    points, _ = even_path(oval(ANKLE, 1.0, 700, 0.86), 700, True)
    tangents, _ = frames(points, True, UP)
    one, first, last = fasten(gold, points, tangents, 1.0, 1.9)
    inner, outer = (even_path(oval(ANKLE + TAU * shift, 1.0, 700, 0.86), 700, True)[0] for shift in (-1.9, 1.9))
    eyes = [(outer[i], 0.66, 0.22) for i in (236, 464)]  # at either end of the row of beads
    for start, end, via in ((first, last, inner[24:677:12]), (first, eyes[0], outer[24:226:12]), (eyes[1], last, outer[476:677:12])):
        one.place(slack_chain(gold, start, end, 1.9, via))
    for eye, *gauge in eyes:
        one.place(jump_ring(gold, *gauge), at(*eye))
    row = graded_row(outer[239:462], 27, 0.58)
    for bead, radius in row:
        one.add(ball(round(radius, 3), 32), satin, at(*bead))
    one.place(wire(gold, outer[237:464], 0.4))
    along, _ = frames([bead for bead, _ in row], up=UP)
    shell = Model().add(cowrie_shell(6.6, 4.7, 3.9), satin)
    dark = [Vector((slit_bend(v), 6.6 * v, 3.9 * (1 - v * v) ** 0.4 - 1.42)) for v in [0.045 * k for k in range(-18, 19)]]
    shell.add(sweep(dark, superellipse(0.36, 0.12, 3, 12), up=UP, scale=lambda t: rounded_ends(t, 0.1)), enamel('black'))
    for i in (7, 13, 19):
        bead, radius = row[i]
        away = outward_of(bead, along[i])
        seat = standing(bead + away * 10.4 - UP * 1.5, UP, along[i])
        one.place(jump_ring(gold, 0.6, 0.2), at(*(bead + away * 1.95 - UP * 0.3))).place(jump_ring(gold, 0.6, 0.2), at(*(bead + away * 3.75 - UP * 0.5)))
        one.place(jump_ring(gold, 0.7, 0.2), standing(bead + away * 2.85 - UP * 0.4, along[i]))  # links the eye of the bead with that of the shell
        one.place(shell, seat)
    return one.on_floor()
