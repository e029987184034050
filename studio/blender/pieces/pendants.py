"""The eleven pendants. A pendant lies face up, its bail at the origin and its foot towards -Y; the chain runs up to +Y."""
import math

import numpy
from mathutils import Matrix, Vector
from mathutils.kdtree import KDTree

import gems
from findings import (around, beads_along, bezel_wall, box_chain, cable_chain, carve, claws, drilled, grain_ring, jump_ring,
                      leaf, set_in_bezel, stone, wire)
from geometry import (TAU, UP, at, ball, chance, circle, curve_profile, even_path, hoop, lathe, path_length,
                      petal_outline, plate, polar, rounded_ends, sized, smooth, standing, superellipse, sweep, turned)
from layouts import swag
from materials import METAL_NAMED, clear_stone, metal, pearl, turquoise
from model import Model
from pieces import Shot, piece
from pieces.rings import corner_claw, round_navratna, under_navratna

HANGING = (Shot(azimuth=0, elevation=64, fill=0.63, front=0.9), Shot('cocoa', azimuth=-16, elevation=50, fill=0.72, front=0.7))

# a round one looks oval from lower down
ROUND = HANGING[0]._replace(elevation=79), HANGING[1]._replace(elevation=71)


def alloy(product, finish='polished'):
    return metal(METAL_NAMED[product['metal']], finish)


def neck_path(spread=1.0, z=0.6, rise=0.0):
    """The visible part of a chain laid out: down to the origin from both upper corners, out of the picture."""
    left = [(-60, 118), (-38, 70), (-20, 34), (-8, 12), (-1.2, 1.4)]
    points = [(x * spread, y) for x, y in left] + [(0, 0.4)] + [(-x * spread, y) for x, y in reversed(left)]
    return swag(points, z + rise, 18)


def on_chain(model, material, thick=1.1, kind='cable', spread=1.0, z=0.7):
    """The pendant with its chain lying behind it; only the pendant is framed."""
    path = neck_path(spread, z)
    chain = box_chain(material, path, thick, framed=False) if kind == 'box' else cable_chain(material, path, thick, framed=False)
    return Model().place(model).place(chain, framed=False)


def hanger(material, y=0.0, z=1.0, radius=1.3, thick=0.30):
    """A ring that hangs from the chain, turned so that its hole shows, and the flat eye below it, which is soldered to the
    piece. The eye reaches down to y - 2.6."""
    out = Model().add(hoop(radius, thick, 48, 14), material, at(0, y - 0.15, z) @ turned(52, 'Y'))
    return out.add(hoop(0.78, 0.28, 40, 14), material, at(0, y - radius - 0.40, z))


def with_corners(points, radius, count=5):
    """The closed path through these points, each corner rounded a little."""
    out = []
    for before, p, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1]):
        a, b = p + (before - p).normalized() * radius, p + (after - p).normalized() * radius
        out += [a.lerp(p, i / (count - 1)).lerp(p.lerp(b, i / (count - 1)), i / (count - 1)) for i in range(count)]
    return out


def hidden_bail(material, bore, outside, length):
    """A tube about the chain, along X, with softened mouths: a stone hides it."""
    x, soft = length / 2, 0.08
    tube = [(bore, -x), (outside - soft, -x), (outside, soft - x), (outside, x - soft), (outside - soft, x), (bore, x), (bore, -x)]
    return Model().add(lathe(tube, 40, 50), material, turned(90, 'Y'))


def behind_stone(z):
    """The visible part of a chain that comes out from behind a stone on both sides; it sinks from z to the table."""
    half = [(-74, 118, 0.3), (-44, 66, 0.3), (-24, 33, 0.3), (-12, 14.4, 0.42), (-5, 4.6, 0.8), (-1.6, 0.7, z - 0.04)]
    return smooth([*half, (0, 0, z), *((-x, y, up) for x, y, up in reversed(half))], 18)


# topaz bends light less than diamond: cut a little deeper, and seen from nearly above, it does not show the paper through itself
@piece('pendants', 701, HANGING[0]._replace(elevation=77, fill=0.46),
       HANGING[1]._replace(set='cocoa, clear stones', elevation=74, azimuth=-22, fill=0.46))
def dhruvtara(pendant):
    gold = alloy(pendant)
    one = Model().add(gems.brilliant(6.0, pavilion=43), clear_stone('white topaz'), at(0, -2.7, 3.2))
    one.place(claws(gold, 6.0, 4, 3.2, 0.3, 1.1, 0.32), at(0, -2.7, 0))
    for z, r in ((0.5, 1.3), (1.9, 2.25)):
        one.add(hoop(r, 0.28, 56, 12), gold, at(0, -2.7, z))
    one.place(hidden_bail(gold, 0.4, 0.55, 1.1), at(z=1.12))  # on the back of the upper claw
    return Model().place(one).place(cable_chain(gold, behind_stone(1.12), 0.6, framed=False), framed=False)


@piece('pendants', 702, HANGING[0], HANGING[1]._replace(elevation=60))
def neelambari(pendant):
    silver = alloy(pendant)
    one = Model().place(stone('blue topaz', 13, 9, 'step'), at(0, -7, 4.3) @ turned(90))
    def rim(a, b, cut, z):
        corners = ((a, b - cut), (a - cut, b), (cut - a, b), (-a, b - cut), (-a, cut - b), (cut - a, -b), (a - cut, -b), (a, cut - b))
        return with_corners([Vector((x, y - 7, z)) for x, y in corners], 0.3)

    # a straight wall, and set back on it the rounded lip that holds the stone
    one.add(sweep(rim(4.80, 6.80, 2.0, 2.0), superellipse(0.44, 2.0, 7, 24), closed=True, up=UP, angle=30), silver)
    one.add(sweep(rim(4.52, 6.52, 1.9, 4.2), superellipse(0.36, 0.52, 2.3, 24), closed=True, up=UP, angle=60), silver)
    for x in (-1, 1):
        one.place(wire(silver, [Vector((x * 4.4, -1.8, 1.6)), Vector((x * 6.0, 4.6, 1.2))], 0.5))
        one.place(jump_ring(silver, 0.9, 0.25), at(x * 6.2, 5.4, 1.0))
    out = Model().place(one)
    for x in (-1, 1):
        path = swag([(x * 6.4, 6.0), (x * 16, 30), (x * 34, 68), (x * 58, 118)], 0.7, 18)
        out.place(cable_chain(silver, path, 1.2, framed=False), framed=False)
    return out


@piece('pendants', 703, *HANGING)
def swati(pendant):
    gold = alloy(pendant)
    drop = lathe(curve_profile([(0, 0), (0.5, -0.5), (0.9, -2.4), (1.7, -5.2), (2.15, -7.2), (1.6, -8.6), (0, -9.2)]), 64)
    one = Model().add(drop, gold, at(0, -1.4, 2.9) @ turned(-90, 'X'))
    one.add(ball(0.8, 20), gold, at(0, -11.2, 2.9))
    one.add(ball(4.0, 160), pearl(), at(0, -15.9, 4.0))
    one.add(lathe([(0, 0.5), (1.2, 0.3), (1.7, -0.25), (0, -0.1)], 32), gold, at(0, -12.2, 3.7) @ turned(-90, 'X'))
    one.add(hoop(1.0, 0.26, 36, 12), gold, at(0, -0.5, 1.6) @ turned(90, 'Y'))
    return on_chain(one, gold, 1.0)


def star_cut(profile, closed):
    """Rows of (radius, radius between rays, z, z between rays) about Z: the eight rays of a star cut with a graver."""
    def ray(phi, k, r, z):
        row = profile[round(k * len(profile))]
        between = round(phi / TAU * 16) % 2
        return row[between], row[2 + between]

    outline = [(row[0], row[2]) for row in profile]
    return lathe(outline + outline[:1] if closed else outline, 16, 5, ray)


@piece('pendants', 704, *ROUND)
def sitara(pendant):
    satin, bright = alloy(pendant, 'satin'), alloy(pendant)
    one = Model().add(hoop(6.85, 0.45, 160, 14), bright, at(0, -8.2, 0.85))
    tip, inside = (1.08, 0.62, 0.0, 0.0), (0.52, 0.52, -0.12, -0.02)
    tool = star_cut([(0, 0, -0.3, -0.3), inside, tip, (1.08, 0.62, 1.0, 1.0), (0, 0, 1.0, 1.0)], False)
    facets = star_cut([tip, inside, (0.52, 0.52, -0.22, -0.12), (1.08, 0.62, -0.06, -0.06)], True)
    rim = hoop(0.5, 0.05, 40, 10)
    # white cups: rose gold would show through stones as small as these
    cup = lathe([(0, -0.72), (0.5, -0.66), (0.5, -0.16), (0.46, -0.16), (0.30, -0.5), (0, -0.58)], 32)
    disc = plate(circle(6.75, 120), 1.0, 0.18, 0.15)
    disc.transform(at(0, -8.2, 0.3))
    stars = [(0.4, -4.3), (-3.4, -6.0), (3.6, -6.6), (-0.9, -7.9), (-4.2, -9.9), (1.6, -9.6), (4.3, -10.8), (-1.5, -12.0), (1.5, -13.2)]
    for i, (x, y) in enumerate(stars):
        d, off = (1.3, 1.1, 1.2)[i % 3], Vector((x, y + 8.2))
        seat = standing((x, y, 1.3 + 0.18 * (1 - (off.length / 6.6) ** 2)), (0.008 * off.x, 0.008 * off.y, 1)) @ turned(17 * i) @ sized(d)
        disc = drilled(carve(disc, tool, seat @ at(z=-0.02)), [(seat, 0.5)])
        one.add(facets, bright, seat).add(rim, bright, seat @ at(z=-0.03)).add(cup, metal('white'), seat)
        one.place(stone('diamond', 1.0), seat @ at(z=-0.10))
    one.add(disc, satin)
    whole = Model().place(one, at(0, -1.6, 0)).place(hanger(bright, z=0.95))
    return on_chain(whole, bright, 1.0, z=0.8)


def rayed_disc():
    """The plate of the mandala, chased with rays between its middle and its rim."""
    rays = [(8.85 - 0.35 * i, 1.31 + 0.0125 * i) for i in range(17)]

    def chased(phi, _k, r, z):
        return r, z - (0.1 * abs(math.sin(40 * phi)) if z > 1.25 and 3.5 < r < 8.3 else 0)

    return lathe([(0, 0), (9.2, 0), (9.6, 0.4), (9.6, 1.0), (9.2, 1.3), *rays, (0, 1.6)], 640, 40, chased)


def graver_cut(mesh, lines, width, cut):
    """The mesh with these lines cut into its upper face: lists of points, seen from above."""
    points = [p for line in lines for p in even_path(line, max(2, int(path_length(line) / 0.05)))[0]]
    tree = KDTree(len(points))
    for i, p in enumerate(points):
        tree.insert((p.x, p.y, 0), i)
    tree.balance()
    top = max(vertex.co.z for vertex in mesh.vertices)
    for vertex in mesh.vertices:
        x, y, z = vertex.co
        off = tree.find((x, y, 0))[2] if z > 0.4 * top else width
        if off < width:
            vertex.co.z = z - cut * (0.5 + 0.5 * math.cos(math.pi * off / width))
    mesh.update()
    return mesh


def chased_petal(length, width):
    """A lotus petal along +Y, with a midrib and a line inside its edge cut into it."""
    outline = petal_outline(length, width, 96, 1.35, 1.1)
    inside = [Vector((0.74 * x, 0.42 + 0.84 * y, 0)) for x, y in outline if y > 0.3 * length]
    sides = [[p for p in inside if p.x * side > 0 and p.y < 0.93 * length] for side in (-1, 1)]
    ribs = [[Vector((0, 0.45 * length, 0)), Vector((0, 0.8 * length, 0))]]
    return graver_cut(plate(outline, 0.5, 0.4, 0.16, rings=34, angle=50), ribs + sides, 0.2, 0.14)


@piece('pendants', 705, ROUND[0], ROUND[1]._replace(azimuth=-24, front=1.3))
def mandala(pendant):
    gold = alloy(pendant)
    one = Model()
    one.add(drilled(rayed_disc(), under_navratna(6.2, 4.6, 3.0)), gold)
    one.place(round_navratna(gold, 6.2, 4.6, 3.0, 0.9), at(z=2.2))
    one.place(grain_ring(gold, 3.02, 25, 0.38, 1.68))
    for i in range(8):
        one.place(grain_ring(gold, 2.07, 20, 0.325, 0).moved(at(*polar(6.2, 90 - 45 * i, 1.62))))
    for length, low, start in ((5.2, 0.0, 10), (4.9, 0.5, 0)):  # the petals of the upper row lie on those of the lower
        petal = chased_petal(length, 3.7)
        one.place(around(Model().add(petal, gold, at(0, 7.4, low) @ turned(-3, 'X')), 18, None, start))
    one.place(grain_ring(gold, 9.25, 72, 0.4, 1.5))
    whole = Model().place(one, at(0, -15.6, 0))
    # a bail that narrows to where it passes through the eye
    ribbed = sweep([Vector((0, 1.9 * math.cos(a), 1.7 + 1.7 * math.sin(a))) for a in [TAU * i / 72 for i in range(72)]], superellipse(1.7, 0.34, 3, 48), closed=True, up=lambda t, p: p - Vector((0, 0, 1.7)),
                   shape=lambda t, k, x, y: (x * (0.62 + 0.38 * math.cos(TAU * t)), y + 0.2 * abs(math.sin(x * 3.7)) if y > 0 else y))
    whole.add(ribbed, gold).add(hoop(0.95, 0.28, 44, 14), gold, at(0, -2.35, 1.15))
    return on_chain(whole, gold, 1.3, z=1.5)


def baroque(d):
    """How far the skin of an uneven pearl lies from its middle, in a direction: lobes that grew together, with a soft fold
    between them."""
    lobes = ((0.3, -3.2, 0.0, 5.6), (1.2, 3.9, 0.2, 4.0), (-2.2, 1.7, 0.5, 3.9), (2.3, -0.9, 0.7, 3.9), (-1.9, -6.0, 0.3, 3.4), (-0.2, 6.9, -0.2, 2.3))
    total = 0.0
    for x, y, z, r in lobes:
        c = Vector((x, y, z))
        along = d.dot(c)
        inside = along * along - c.length_squared + r * r
        if inside > 0:
            total += math.exp(4.0 * (along + math.sqrt(inside)))
    flat = 1 - 0.14 * d.z * d.z
    return flat * math.log(total) / 4.0


def seaweed_blade(spine, middle):
    """A leaf along the spine, creased along its middle: first a round stalk, which runs out into the blade."""
    def outline(t):
        blade = math.sin(math.pi * max(0.0, t - 0.2) / 0.8) ** 0.85 if t < 0.999 else 0.0
        wide = max(0.28 * rounded_ends(t, 0.02), blade) if t < 0.5 else max(0.03, blade)
        thick = min(0.28 - 0.06 * blade, wide)
        points = superellipse(wide, thick, 2.0, 24)
        return [(x, y - 0.7 * thick * blade * math.exp(-(x / 0.16) ** 2) if y > 0 else y) for x, y in points]

    return sweep(spine, outline, up=lambda t, p: p - middle, angle=60)


@piece('pendants', 706, *HANGING)
def sagarika(pendant):
    silver = alloy(pendant)
    dice = chance(706)
    bumps = [(Vector((dice.gauss(0, 1), dice.gauss(0, 1), dice.gauss(0, 1))).normalized(), dice.uniform(-0.022, 0.022), dice.uniform(14.0, 40.0)) for _ in range(30)]

    def skin(d, lift=0.0):
        """The pearl's surface in a direction; what is bound to it lies `lift` mm above."""
        d = d.normalized()
        ripple = 1 + sum(high * math.exp(-sharp * (1 - d.dot(c))) for c, high, sharp in bumps)
        return d * (baroque(d) * ripple + lift)

    def front(x, y):
        """The direction in which the skin lies at this place, seen from above."""
        z = 4.0
        for _ in range(14):
            z = 0.5 * z + 0.5 * max(0.4, skin(Vector((x, y, z))).z)
        return Vector((x, y, z)).normalized()

    shape = ball(1.0, 96).copy()
    for v in shape.vertices:
        v.co = skin(v.co)
    shape.update()
    middle = Vector((0, -12.0, 5.2))
    one = Model().add(shape, pearl(), Matrix.Translation(middle))

    def round_it(top, bottom, start, end, count=22):
        """Directions down the pearl and round it: 90 degrees is the front, 0 the right."""
        out = []
        for i in range(count):
            down = math.radians(top + (bottom - top) * i / (count - 1))
            a = math.radians(start + (end - start) * i / (count - 1))
            out.append(Vector((math.sin(down) * math.cos(a), math.cos(down), math.sin(down) * math.sin(a))))
        return out

    def curl(x, y, wide, narrow, start, turns, count=26):
        return [front(x + (wide + (narrow - wide) * i / (count - 1)) * math.cos(math.radians(start + 360 * turns * i / (count - 1))),
                      y + (wide + (narrow - wide) * i / (count - 1)) * math.sin(math.radians(start + 360 * turns * i / (count - 1)))) for i in range(count)]

    def bound(way, radius, thin=1.0, lift=None):
        """A wire on the skin, that thins to its end, where it closes in a bead."""
        bent, _ = even_path(smooth(way, 5), 6 * len(way))
        for _ in range(16):  # where two ways meet, no wire could be bent so sharply
            bent[1:-1] = [(a + 2 * b + c) / 4 for a, b, c in zip(bent, bent[1:], bent[2:])]
        line = [middle + skin(d, radius * 0.8 if lift is None else lift) for d in bent]
        one.add(sweep(line, circle(radius, 16), up=lambda t, p: p - middle, scale=lambda t: (1 + (thin - 1) * t) * rounded_ends(t, 0.012)), silver)
        one.add(ball(radius * thin * 1.35, 20), silver, Matrix.Translation(line[-1]))
        return bent

    # across the front from the upper left, behind, and once more across the front into a curl
    stem = round_it(10, 106, 244, -200, 39) + curl(1.3, -2.6, 2.7, 0.8, -122, 1.45)
    wound = bound(stem, 0.56, 0.6)
    # tendrils and leaves branch off it as those of seaweed do
    bound([wound[230], front(-3.3, -4.4)] + curl(-1.5, -6.4, 1.5, 0.5, 150, 1.3), 0.38, 0.7)
    for k, side, long in ((284, -1, 4.4), (292, -1, 3.4)):
        foot = skin(wound[k])
        ahead = (skin(wound[k + 2]) - foot).normalized()
        spine, reach = [], foot
        for j in range(10):  # along the wire at first, then away from it
            turn = math.radians(min(64, 24 + 9 * j)) * side
            spine.append(middle + skin(reach, 0.5 - 0.02 * j))
            reach = reach + (ahead * math.cos(turn) + wound[k].cross(ahead) * math.sin(turn)) * long / 9
        one.add(seaweed_blade(smooth(spine, 5), middle), silver)
    # a cap on the pearl's head holds the wire's beginning and the eye
    head = middle + skin(Vector((0, 1, 0)))
    cap = lathe(curve_profile([(0, 0.55), (0.7, 0.48), (1.5, 0.0), (2.1, -0.8), (2.25, -1.35), (1.9, -1.3), (1.2, -0.7), (0, -0.4)]), 56)
    one.add(cap, silver, Matrix.Translation(head) @ turned(-90, 'X'))
    one.add(hoop(2.18, 0.2, 56, 10), silver, Matrix.Translation(head + Vector((0, -1.3, 0))) @ turned(90, 'X'))
    high = Model().add(hoop(0.85, 0.3, 40, 14), silver, Matrix.Translation(head + Vector((0, 1.1, 0))))
    high.add(hoop(1.3, 0.26, 48, 14), silver, Matrix.Translation(head + Vector((0, 2.7, 0))) @ turned(52, 'Y'))
    whole = Model().place(one).place(high).moved(at(0, -head.y - 2.7, 0))
    return on_chain(whole, alloy(pendant, 'hammered'), 1.05, z=head.z - 0.6)


def engrave(mesh, cuts, above):
    """Sinks the upper face of a fine mesh, what lies higher than `above`, by these cuts. Each is (path, half widths,
    steepness): a V-shaped groove along a path in XY, as deep as its half width times its steepness."""
    count = len(mesh.vertices)
    flat = numpy.empty(3 * count)
    mesh.vertices.foreach_get('co', flat)
    where = flat.reshape(count, 3)
    top = where[:, 2] > above
    sunk = numpy.zeros(count)
    for path, widths, steep in cuts:
        for (a, here), (b, there) in zip(zip(path, widths), zip(path[1:], widths[1:])):
            (ax, ay), (bx, by) = a[:2], b[:2]
            long = (bx - ax) ** 2 + (by - ay) ** 2
            t = numpy.clip(((where[:, 0] - ax) * (bx - ax) + (where[:, 1] - ay) * (by - ay)) / max(long, 1e-9), 0, 1)
            off = numpy.hypot(where[:, 0] - ax - t * (bx - ax), where[:, 1] - ay - t * (by - ay))
            sunk = numpy.maximum(sunk, steep * (here + t * (there - here) - off))
    where[:, 2] -= numpy.where(top, sunk, 0)
    mesh.vertices.foreach_set('co', where.reshape(-1))
    mesh.update()


def leaf_cut(start, along, length, half, steep=0.72):
    """A leaf from `start` as one cut of the graver, that swells and thins; it bends a little."""
    aside, marks = Vector((-along.y, along.x, 0)), [i / 14 for i in range(15)]
    path = [start + along * length * t + aside * 0.16 * length * t * (1 - t) for t in marks]
    return path, [half * math.sin(math.pi * min(1, 0.04 + 0.96 * t) ** 0.8) ** 0.8 for t in marks], steep


def vine_cuts(bloom):
    """The engraving of a locket's cover: a stem with leaves and a tendril, and at its end the petals round a stone at `bloom`."""
    bends = (-2.2, -8.0), (0.8, -6.3), (2.0, -3.6), (0.3, -0.9), (-1.7, 1.2), (-1.5, 3.2), (0.1, 4.9)
    stem, _ = even_path(smooth([Vector((x, y, 0)) for x, y in bends], 16), 61)
    cuts = [(stem, [0.2 + 0.12 * (1 - i / 60) for i in range(61)], 1.35)]
    for i, k in enumerate((8, 15, 23, 31, 39, 47)):
        along, side = (stem[k + 2] - stem[k - 2]).normalized(), 1 if i % 2 else -1
        aside = Vector((-along.y, along.x, 0)) * side
        cuts.append(leaf_cut(stem[k] + aside * 0.25, (along * 0.62 + aside * 0.78).normalized(), 3.5 - 0.14 * i, 0.78 - 0.03 * i))
        if i == 3:  # a tendril, away from the leaves
            curl = [(0, 0), (0.5, 0.8), (0.7, 1.7), (0.2, 2.5), (-0.6, 2.5), (-0.75, 1.9), (-0.3, 1.7)]
            cuts.append((smooth([stem[k] + along * a - aside * b for a, b in curl], 8), [0.19 - 0.0018 * n for n in range(49)], 1.3))
    for i in range(7):
        way = polar(1, 360 * i / 7 - 38)
        cuts.append(leaf_cut(bloom + way * 0.95, way, 1.55, 0.55, 0.8))
    cuts.append(([bloom, bloom + Vector((0, 0.01, 0))], [0.8, 0.8], 1.6))  # the seat of the stone
    return [([(p.x, p.y) for p in path], widths, steep) for path, widths, steep in cuts]


@piece('pendants', 707, *HANGING)
def yaadein(pendant):
    gold = alloy(pendant)
    one, y0 = Model(), -13.5
    oval = [(8.2 * math.cos(TAU * i / 120), 10.6 * math.sin(TAU * i / 120)) for i in range(120)]
    bloom = Vector((0.1, 5.7, 3.65 + 1.3 * (1 - (5.7 / 10.6) ** 2)))
    cover = plate([(8.2 * math.cos(TAU * i / 480), 10.6 * math.sin(TAU * i / 480)) for i in range(480)], 1.5, 1.3, 0.4, rings=200, angle=60)
    engrave(cover, vine_cuts(bloom), 1.4)
    one.add(cover, alloy(pendant, 'antique'), at(0, y0, 2.15))  # the cuts are dark in their depth
    one.add(plate(oval, 1.5, 1.3, 0.4, rings=12), gold, at(0, y0, 2.05) @ turned(180, 'X'))
    one.place(beads_along(gold, [Vector((x * 0.93, y * 0.93 + y0, 3.85)) for x, y in oval], 0.26, closed=True, sides=8))
    one.place(set_in_bezel(gold, 'diamond', 1.9, depth=0.7, wall=0.2), at(0, y0, 0.38) @ Matrix.Translation(bloom))
    for z in (-1.85, 0, 1.85):  # the hinge has three knuckles
        one.add(lathe([(0, -0.9), (0.68, -0.9), (0.8, -0.78), (0.8, 0.78), (0.68, 0.9), (0, 0.9)], 32), gold, at(-8.5, y0 + z, 2.1) @ turned(90, 'X'))
    one.add(lathe([(0, -2.6), (0.5, -2.6), (0.5, 2.6), (0, 2.6)], 24), gold, at(-8.5, y0, 2.1) @ turned(90, 'X'))
    one.add(ball(0.8, 16), gold, at(8.7, y0, 2.1))
    one.add(hoop(1.2, 0.35, 36, 12), gold, at(0, -2.2, 2.1)).add(hoop(1.5, 0.36, 48, 14), gold, at(0, -0.25, 1.9) @ turned(52, 'Y'))
    return on_chain(one, gold, 1.3, z=1.7)


def om_strokes():
    """The syllable as four strokes, (path, half width, shares of the length over which it thickens and thins): the two bowls
    meet in a point. Centred, about 20 mm tall."""
    upper = [(-6.9, 5.6), (-5.0, 8.0), (-1.8, 8.9), (0.7, 7.1), (0.6, 4.4), (-1.4, 2.5), (-3.6, 1.9)]
    lower = [(-3.6, 1.9), (-0.6, 1.7), (1.9, -0.3), (2.2, -3.7), (0.2, -6.6), (-3.2, -7.4), (-6.1, -5.9), (-7.6, -3.2)]
    tail = [(0.9, 0.9), (2.9, 1.5), (4.6, 0.4), (6.2, -1.4), (8.3, -1.4), (9.4, 0.5), (8.8, 2.7), (6.9, 3.8)]
    crescent = [(2.6, 8.2), (4.0, 6.3), (6.2, 5.6), (8.4, 6.3), (9.9, 8.3)]
    return ((upper, 1.30, 0.40, 0.34), (lower, 1.48, 0.34, 0.46), (tail, 1.17, 0.22, 0.42), (crescent, 1.05, 0.5, 0.5))


@piece('pendants', 708, *HANGING)
def omkar(pendant):
    gold = alloy(pendant)
    one, k = Model(), 0.92
    for points, broad, start, end in om_strokes():
        path = smooth([Vector((x * k, y * k, 0)) for x, y in points], 24)
        path, _ = even_path(path, 200)
        for _ in range(120):  # even curves, without the corners of the points they were drawn through
            path[1:-1] = [(a + 2 * b + c) / 4 for a, b, c in zip(path, path[1:], path[2:])]
        path, _ = even_path(path, 200)

        def pen(t, broad=broad * k, start=start, end=end):
            """Half width: swells and thins smoothly, to rounded points."""
            taper = math.sin(math.pi / 2 * min(1, t / start, (1 - t) / end)) ** 0.8
            width = (0.16 + 0.84 * taper) * rounded_ends(t, 0.02)
            return superellipse(broad * width, (0.28 + 0.62 * width) * min(1, width / 0.16), 2.0, 40)

        one.add(sweep(path, pen, up=UP, angle=70), gold, at(-1.2 * k, -11.5, 0.9))
    one.place(set_in_bezel(gold, 'diamond', 2.2, depth=0.9, wall=0.28), at(5.0 * k, -11.5 + 9.4 * k, 1.4))
    one.place(wire(gold, [Vector((-1.3, -3.8, 0.9)), Vector((-0.3, -2.5, 0.95))], 0.45))
    # a fine bridge behind holds the bindu and the crescent, and ends within the tail
    one.place(wire(gold, smooth([Vector((4.6, -3.0, 0.6)), Vector((4.6, -6.4, 0.6)), Vector((3.3, -11.3, 0.7))], 8), 0.36))
    return on_chain(one.place(hanger(gold, z=1.0, radius=1.35)), gold, 1.2, z=0.8)


@piece('pendants', 709, *HANGING)
def marwar(pendant):
    silver = alloy(pendant, 'antique')
    one, y0 = Model(), -15.0
    one.add(gems.cabochon(15, 18, 5.6, 72), turquoise(), at(0, y0, 1.8))
    one.add(plate([(8.6 * math.cos(TAU * i / 96), 10.1 * math.sin(TAU * i / 96)) for i in range(96)], 1.8, 0.0, 0.25, rings=3), silver, at(0, y0, 0))
    # the wall stands round the girdle, and its teeth bend over the stone
    one.add(bezel_wall(15, 18, 0.6, 0.42, 0.9), silver, at(0, y0, 1.8))
    tooth = plate([(-0.60, 0), (0.60, 0), (0.30, 0.85), (0, 1.45), (-0.30, 0.85)], 0.4, 0.0, 0.1, rings=3)
    for i in range(40):
        a = TAU * i / 40
        p = Vector((7.62 * math.cos(a), 9.12 * math.sin(a), 2.35))
        out = Vector((math.cos(a) / 7.5, math.sin(a) / 9, 0)).normalized()
        one.add(tooth, silver, at(0, y0, 0) @ standing(p, out * 0.93 + UP * 0.37, UP.cross(out)))
    one.place(beads_along(silver, [Vector((9.1 * math.cos(TAU * i / 120), 10.6 * math.sin(TAU * i / 120) + y0, 0.9)) for i in range(120)], 0.5, closed=True))
    for i, x in enumerate((-5.2, 0, 5.2)):
        top = y0 - 10.6 + abs(x) * 0.38
        end = top - (9 if x else 11)
        one.place(cable_chain(silver, [Vector((x, top - 9 * k / 20 * (1 if x else 1.22), 0.8)) for k in range(21)], 1.5))
        one.add(lathe(curve_profile([(0, 0), (0.5, -0.4), (1.5, -3.0), (1.6, -4.2), (0.8, -5.4), (0, -5.7)]), 36), silver, at(x, end, 1.4) @ turned(-90, 'X'))
    for z, r in ((-3.4, 1.2), (-1.6, 1.5), (0.6, 1.7)):
        one.add(ball(r * 0.75, 20), silver, at(0, z, 1.2))
    one.place(beads_along(silver, [Vector((0, 0.9 + 2.1 * math.cos(a), 1.8 + 1.7 * math.sin(a))) for a in [TAU * i / 40 for i in range(40)]], 0.55, closed=True))
    return on_chain(one, silver, 1.9, z=1.2)


def corner_bail(material, y, z):
    """A slender loop across the chain at the origin, which narrows towards its foot on a corner at (y, z)."""
    reach = 0.74
    round_chain = [Vector((0, 0.02 + reach * math.cos(a), 1.35 + reach * math.sin(a))) for a in [math.radians(30 * k - 90) for k in range(-1, 6)]]
    path = smooth([Vector((0, y, z - 0.5)), *round_chain, Vector((0, y, z))], 12)

    def taper(t):
        return superellipse(0.13, 0.22 + 0.26 * math.sin(math.pi * t), 4, 20)

    return Model().add(sweep(path, taper, up=(1, 0, 0)), material)


def square_rail(material, half, wide, high):
    """Four bars, each brushed along its length; each end meets the next bar's side, so that the corners are square. Their
    tops slope to both sides, or they would be as pale as the paper."""
    out = Model()
    roof = [(-wide, -high), (wide, -high), (wide, high - 0.16), (0.03, high), (-0.03, high), (-wide, high - 0.16)]
    bar = sweep([Vector((wide - half, 0, 0)), Vector((half + wide, 0, 0))], roof, up=UP, angle=25)
    for i in range(4):
        out.add(bar, material, turned(45 + 90 * i) @ at(0, half))
    return out


# the walls of the frame mirror the ground, and would be grey on cocoa; its open back would show the paper through the stone
@piece('pendants', 710, HANGING[0]._replace(set='ivory, thin metal, clear stones', elevation=72, fill=0.56),
       HANGING[1]._replace(set='ivory, thin metal, clear stones', elevation=74, azimuth=20, fill=0.62))
def shikhar(pendant):
    bright, brushed = alloy(pendant), metal(METAL_NAMED[pendant['metal']], 'brushed', grain='bar')
    one, side, girdle = Model(), 5.0, 3.5
    one.place(stone('white sapphire', side, cut='princess'), at(z=girdle) @ turned(45))
    # the lip of the frame lies on the edge of the stone; two rails under it keep air below the pavilion
    for half, wide, high, z in ((side / 2 + 0.09, 0.13, 0.36, girdle - 0.14), (1.96, 0.13, 0.2, 1.95), (1.18, 0.14, 0.2, 0.6)):
        one.place(square_rail(brushed, half, wide, high), at(z=z))
    one.place(around(corner_claw(1.16, side / 2, girdle - 0.4), 4, bright, 45), at(z=0.4))
    foot = side / math.sqrt(2) + 0.36
    one = one.moved(at(0, -5.1)).place(corner_bail(bright, foot - 5.1, girdle - 0.5))
    return on_chain(one, bright, 0.46, 'box', z=1.05)


# its level rim mirrors the lamp behind; what of it mirrors the ground would be lost on cocoa
@piece('pendants', 711, ROUND[0], Shot('sand', azimuth=46, elevation=60, own=turned(30), fill=0.72, front=0.7))
def anar(pendant):
    gold = alloy(pendant)
    one, y0 = Model(), -8.6
    one.add(gems.cabochon(6.2, 8.2, 3.6), clear_stone('garnet', False), at(0, y0, 1.5))
    one.add(bezel_wall(6.2, 8.2, 0.9, 0.3, 0.75), gold, at(0, y0, 1.5))
    scallop = []
    for i in range(160):
        a = TAU * i / 160
        r = 1 + 0.07 * abs(math.cos(8 * a)) ** 0.6
        scallop.append(Vector((3.9 * r * math.cos(a), 4.9 * r * math.sin(a), 0)))
    one.add(sweep(scallop, superellipse(0.75, 0.85, 3, 20), closed=True, up=UP), gold, at(0, y0, 1.0))
    one.add(plate([(p.x, p.y) for p in scallop], 0.6, 0.0, 0.15, rings=3), gold, at(0, y0, 0.2))
    for r in (0.87, 1.17):
        one.place(beads_along(gold, [Vector((p.x * r, p.y * r + y0, 1.75 if r < 1 else 1.3)) for p in scallop], 0.2, closed=True, sides=8))
    blade = leaf(3.6, 1.7, 0.5, 0.8, 0.14)
    for turn in (-32, 32, 0):
        one.add(blade, gold, at(0, y0 + 4.7, 1.5 if turn else 1.9) @ turned(turn))
    whole = Model().place(one, at(0, -2.0, 0)).place(hanger(gold, z=1.9))
    return on_chain(whole, gold, 1.0, z=1.75)
