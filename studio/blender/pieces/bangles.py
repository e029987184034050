"""The nine bangles. A bangle lies about the Z axis; sizes are inner diameters in the trade's inches (2.4 is 2 4/16)."""
import math

from mathutils import Matrix, Vector

from findings import around, beads_along, cup_petal, grain_ring, grains, twisted_wire, volute, wire
from geometry import (TAU, UP, at, ball, circle, curled_petal, even_path, evenly, hoop, lathe, mesh_of, outward, petal_outline, plate, polar,
                      ring_path, sized, smooth, standing, superellipse, sweep, turned)
from layouts import and_behind, framed_about, running_out
from materials import METAL_NAMED, enamel, enamel_over_silver, metal
from model import Model
from pieces import Shot, piece, weighed

SIXTEENTHS = {2.2: 2 + 2 / 16, 2.4: 2 + 4 / 16, 2.6: 2 + 6 / 16, 2.8: 2 + 8 / 16}

ON_SHOW = (Shot(azimuth=-12, elevation=24, fill=0.76, front=0.5), Shot('cocoa', pose=turned(32) @ turned(90, 'X'), azimuth=-8, elevation=16, fill=0.74, front=0.5))
# close on the band: the rest of the bangle runs out of the picture
MACRO = Shot('cocoa', azimuth=-10, elevation=22, fill=0.98, front=0.5, props=and_behind(30, running_out(15)), scale=0.8)
OPEN = (Shot(pose=turned(-90), azimuth=-14, elevation=28, fill=0.76, front=0.5), Shot('cocoa', pose=turned(-68), azimuth=8, elevation=44, fill=0.82, front=0.5))


def alloy(bangle, finish='polished'):
    return metal(METAL_NAMED[bangle['metal']], finish)


def inner(bangle):
    return SIXTEENTHS[bangle['sizeInches']] * 25.4 / 2


def on_wrist(radius, degrees, z=0.0):
    return polar(radius, degrees, z)


@piece('bangles', 100, ON_SHOW[0]._replace(front=0.3), MACRO._replace(front=0.3))
def nakshi(bangle):
    """The old lotus creeper: a vine that winds round the band, a lotus in each of its bends, leaves where it crosses."""
    gold, bright, r = alloy(bangle, 'antique'), alloy(bangle), inner(bangle)

    def build(h):
        half, wall, bends = 6.6, 0.30 * max(h, 0.9), 18  # thick enough that the vine does not show within
        out = Model().add(sweep(ring_path(r + wall, 480, 'z'), evenly(superellipse(half, wall, 9, 160), 60), closed=True, up=outward, angle=60), gold)
        face = r + 2 * wall
        vine = [polar(face + 0.1, 360 * i / 900, 3.3 * math.cos(math.pi * bends * i / 900)) for i in range(900)]
        out.add(sweep(vine, circle(0.44, 12), closed=True, up=outward), gold)
        lotus = Model()
        for turn, length, rise in ((84, 3.7, 0), (-84, 3.7, 0), (58, 4.3, 0.1), (-58, 4.3, 0.1), (30, 4.8, 0.2), (-30, 4.8, 0.2), (0, 5.1, 0.36)):
            lotus.add(plate(petal_outline(length, 1.95, 32, 1.35, 1.05), 0.30, 0.62, 0.14, rings=6), gold, at(z=rise) @ turned(turn))
        lotus.add(ball(1.0, 20), gold, at(0, 0.1, 0.5) @ sized(1.2, 0.9, 0.8))
        lotus.place(grains(gold, [Vector((x, -0.95, 0.35)) for x in (-0.9, 0, 0.9)], 0.34, 12))
        frond = curled_petal(3.5, 1.7, 0.45, 0.25, -0.3, 1.6, 0.85, vein=0.2)
        for i in range(bends):
            sign = -1 if i % 2 else 1
            a = 360 * i / bends
            out.place(lotus, standing(on_wrist(face - 0.05, a, sign * 3.2), polar(1, a), polar(1, a + 90)) @ turned(0 if sign < 0 else 180) @ sized(1.12))
            middle = a + 180 / bends
            seat = standing(on_wrist(face + 0.15, middle, 0), polar(1, middle), polar(1, middle + 90))
            for turn in (-sign * 38, 180 - sign * 38):
                out.add(frond, gold, seat @ turned(turn) @ at(0, 0.5, 0.1))
            out.place(grains(gold, [Vector((sign * 3.0, 3.9, 0.2)), Vector((-sign * 3.0, -3.9, 0.2))], 0.42, 12), seat)
        for z in (-half + 0.1, half - 0.1):
            out.add(hoop(round(r + wall, 3), 0.60, 300, 14), bright, at(z=z))
            out.place(grain_ring(bright, face + 0.25, 190, 0.55, z - math.copysign(1.15, z)))
        for a in (-168, 12):  # the hinge, and the screw opposite
            out.add(lathe([(0, -half - 0.5), (0.8, -half - 0.5), (1.0, -half), (1.0, half), (0.8, half + 0.5), (0, half + 0.5)], 28), bright, at(*on_wrist(r + 0.7, a)))
        return out.add(ball(1.5, 24), bright, at(*on_wrist(r + 0.7, -168, half + 1.0)) @ sized(1, 1, 0.7))

    return weighed(build, bangle, 0.5, 2.4)


@piece('bangles', 101, ON_SHOW[0], MACRO)
def nawabi(bangle):
    gold, r = alloy(bangle), inner(bangle)

    def build(h):
        out, height = Model(), 9.0
        for z in (-height / 2, height / 2):
            out.add(hoop(round(r + 0.8 * h, 3), round(0.85 * h, 3), 300, 16), gold, at(z=z))
            out.place(twisted_wire(gold, ring_path(r + 1.75 * h, 300, 'z'), 0.26, closed=True).moved(at(z=z - math.copysign(0.9, z))))
        count = 38
        for i in range(count):
            for row in (-1, 1):
                a = 360 * (i + (0.5 if row > 0 else 0)) / count
                frame = standing(on_wrist(r + 0.8, a, row * 1.85), polar(1, a), UP)
                spiral = volute(2.15, 1.8, 90 * row, 0.14)
                out.place(twisted_wire(gold, [Vector((p.x, p.y * row, 0)) for p in spiral], 0.23 * h, pitch=1.5), frame)
                out.place(grains(gold, [Vector((0, 0, 0.1))], 0.62, 14), frame)
                out.place(grains(gold, [Vector((-row * 1.2, 2.35, 0.05)), Vector((row * 0.2, -2.3, 0.05))], 0.36, 12), frame)
        return out

    return weighed(build, bangle, 0.6, 1.8)


def diamond_cut_ring(radius, thick, cuts=88):
    """A wire of radius `thick` bent into a circle about Z; all but its inner side is cut with a diamond tool into
    lozenges, each of four flats that fall to its middle."""
    rows = [(-54 + 36 * j, 0.14 if 0 < j < 8 else 0) for j in range(9)] + [(234 + 7.2 * j, 0) for j in range(1, 10)]
    count, vertices, faces = 2 * cuts, [], []
    for j, (turn, deep) in enumerate(rows):
        for k in range(count):
            p = polar(thick * (1 - deep * ((k + j) % 2)), turn)
            vertices.append(polar(radius + p.y, 360 * k / count, p.x))
    for j in range(len(rows)):
        one, two = j * count, (j + 1) % len(rows) * count
        for k in range(count):
            a, b, c, d = one + k, one + (k + 1) % count, two + (k + 1) % count, two + k
            if j > 7:
                faces.append((a, b, c, d))
            else:  # the ridges run from crest to crest
                faces += [(a, b, c), (a, c, d)] if (k + j) % 2 == 0 else [(a, b, d), (b, c, d)]
    return mesh_of('ring', vertices, faces, 8)


def where_they_cross(model, _collection):
    """A close view of the cut facets, where the upper bangle lies across the lower one."""
    return framed_about(model.on_floor(), Vector((-7.5, -22.8, 0)), 9.5, -10)


@piece('bangles', 102, Shot(azimuth=24, elevation=60, fill=0.74, front=0.4, own=turned(36)),
       Shot('cocoa', azimuth=-10, elevation=37, fill=0.9, front=0.4, props=where_they_cross))
def nitya(bangle):
    gold, r = alloy(bangle), inner(bangle)

    def build(h):
        w = 1.12 * h
        ring = diamond_cut_ring(r + w, w)
        # the second lies on the first where they cross, and on the floor
        aside, away = math.degrees(math.atan2(-6, 9.5)), math.hypot(9.5, 6)
        lean = math.atan(1.9 * w / (r + w + away / 2))
        leaning = at(9.5, -6, (r + w) * math.sin(lean)) @ turned(aside) @ turned(math.degrees(lean), 'Y') @ turned(23)
        return Model().add(ring, gold).add(ring, gold, leaning)

    return weighed(build, bangle)


@piece('bangles', 103, OPEN[0], OPEN[1]._replace(pose=turned(-78), elevation=34, fill=0.62, props=and_behind(12, running_out(20))))
def gol_kada(bangle):
    silver, r = alloy(bangle), inner(bangle)

    def build(h):
        w = 2.5 * h
        gap = 13
        path = [on_wrist(r + w, a) for a in [gap + (360 - 2 * gap) * i / 300 for i in range(301)]]
        out = Model().add(sweep(path, circle(w, 36), up=outward), silver)
        for a, sign in ((gap, 1), (-gap, -1)):
            out.add(ball(3.9, 40), silver, at(*on_wrist(r + w, a)))
            out.add(hoop(2.55, 0.55, 48, 12), silver, standing(on_wrist(r + w, a + sign * 7.4), polar(1, a + sign * 7.4 + 90)))
        return out

    return weighed(build, bangle, 0.6, 1.0)


@piece('bangles', 104, OPEN[0], MACRO._replace(pose=turned(-90), azimuth=-30, elevation=34, fill=0.9, front=1.4, props=and_behind(14, running_out(15))))
def gulmohar(bangle):
    bright, satin, r = alloy(bangle), alloy(bangle, 'satin'), inner(bangle)

    def build(h):
        w = 1.25 * h

        def line(a, sign):
            lift = 3.6 * math.cos(math.radians(min(90, abs(a) * 1.5))) ** 2 * sign  # squared: it leaves the level without a kink
            x, y = (r + w) * math.cos(math.radians(a)) * 0.94, (r + w) * math.sin(math.radians(a)) * 1.04
            return Vector((x + 0.6 * abs(lift) * 0.2, y, lift))

        path = []
        for i in range(361):
            a = -20 + 400 * i / 360
            near = a if a < 180 else a - 360
            path.append(line(near, -1 if a < 180 else 1))
        out = Model().add(sweep(path, superellipse(w, w * 0.85, 2.4, 24), up=lambda t, p: Vector((p.x, p.y, 0)), scale=lambda t: 0.75 + 0.25 * math.sin(math.pi * t)), bright)
        for end, finish in ((path[0], satin), (path[-1], bright)):
            petal = cup_petal([(0.7, 0.3), (2.0, 0.35), (4.0, 1.0), (5.6, 2.3)], 31, 0.55, 1.0, ruffle=0.7)
            bloom = around(petal, 5, finish, 90)
            bloom.add(lathe([(0, -0.4), (1.5, -0.2), (1.7, 0.6), (0, 0.9)], 32), bright)
            for k in range(9):  # the long stamens of the gulmohar
                d = polar(1, 40 * k + 8)
                thread = smooth([d * 0.5 + UP * 0.7, d * 1.1 + UP * 1.9, d * 2.1 + UP * 2.7], 6)
                bloom.place(wire(bright, thread, 0.16, sides=8)).place(grains(bright, [thread[-1]], 0.32, 12))
            out.place(bloom, standing(end + Vector((end.x, end.y, 0)).normalized() * (w * 0.9), Vector((end.x, end.y, 0)), UP))
        return out

    return weighed(build, bangle, 0.6, 1.8)


@piece('bangles', 105, ON_SHOW[0], Shot('cocoa', azimuth=-20, elevation=23, fill=0.9, front=0.5, lens=34))
def himgiri(bangle):
    bright, brushed, r = alloy(bangle), metal(METAL_NAMED[bangle['metal']], 'brushed', grain='Z'), inner(bangle)

    def build(h):
        w, height = 1.9, 1.55 * h
        core = [(-w + 0.2, 0), (w - 0.2, 0), (w, 0.3), (0.25, height), (-0.25, height), (-w, 0.3)]
        out = Model().add(sweep(ring_path(r, 480, 'z'), core, closed=True, up=outward, angle=12), brushed)
        ridge = superellipse(0.34, 0.22, 2.2, 16)
        return out.add(sweep(ring_path(r + height - 0.02, 480, 'z'), ridge, closed=True, up=outward), bright)

    return weighed(build, bangle, 0.6, 1.8)


@piece('bangles', 106, *OPEN)
def padma(bangle):
    gold, r = alloy(bangle), inner(bangle)

    def build(h):
        w, gap, out = 1.55 * h, 15, Model()
        path = [on_wrist(r + 2.6, a) for a in [gap + (360 - 2 * gap) * i / 300 for i in range(301)]]
        out.place(twisted_wire(gold, path, w * 0.62, pitch=11, strands=3, sides=16))
        for a, sign in ((gap, -1), (-gap, 1)):
            bud = Model()
            heart = [(0, -1.2), (1.8, -0.8), (2.7, 0.8), (3.0, 2.8), (2.4, 5.0), (1.1, 6.8), (0, 7.5)]
            points = [(max(0, p.x), p.z) for p in smooth([Vector((x, 0, z)) for x, z in heart], 6)]
            points[0], points[-1] = (0, -1.2), (0, 7.5)
            bud.add(lathe(points, 48), enamel('red'))
            petal = cup_petal([(1.9, -0.9), (3.0, 0.9), (3.35, 2.9), (2.75, 5.1), (1.3, 7.1)], 29, 0.5, 1.5, base=0.9)
            bud.place(around(petal, 6, gold))
            bud.place(around(cup_petal([(1.9, -1.2), (3.3, 0.2), (3.75, 1.6), (3.6, 3.0)], 24, 0.5, 1.5), 6, gold, 30))
            bud.add(lathe([(0, -2.0), (2.2, -2.0), (2.5, -1.5), (2.5, -0.9), (0, -0.8)], 48), gold)
            bud.place(grain_ring(gold, 2.55, 20, 0.42, -1.45)).place(grain_ring(gold, 2.3, 18, 0.42, -2.2))
            where = on_wrist(r + 2.6, a)
            out.place(bud, standing(where, polar(1, a + sign * 90) * 1.0 + polar(0.06, a)))
        return out

    return weighed(build, bangle, 0.6, 1.8)


def bent_round(mesh, radius):
    """A mesh in XY, face up, bent round a band of this radius: its X runs along the band, its Y is up."""
    for vertex in mesh.vertices:
        x, y, z = vertex.co
        vertex.co = polar(radius + z, math.degrees(x / radius), y)
    mesh.update()
    return mesh


def front_of_band(azimuth, reach, back=1.05):
    """A close view: `reach` mm about the place of the band that is nearest to us."""
    def props(model, _collection):
        lying = model.on_floor()
        low, high = lying.bounds()
        return framed_about(lying, polar((high.x - low.x) / 2 - back * reach, azimuth - 90), reach, azimuth)
    return props


def domed_cell(outline, where, colour, silver):
    """A cell in XY: a wall of silver wire, and in it enamel, which stands a little over it like a drop."""
    fill = plate(outline, 0.30, 0.30, 0.05, rings=12, angle=80)
    wall = sweep([Vector((x, y, 0.14)) for x, y in outline], superellipse(0.14, 0.30, 3, 12), closed=True, up=UP)
    return Model().add(fill, enamel_over_silver(colour), where).add(wall, silver, where)


def lotus_spray(silver, span):
    """One repeat of the creeper, laid out flat along X: a lotus, and the stem that rises from its foot over two leaves, with a
    bud and two leaves upon it, and sinks to the foot of the next."""
    out, foot, half = Model(), at(0, -2.95), span / 2
    petal, tip = (petal_outline(long, 2.3, 44, 1.35, 1.0) for long in (5.2, 6.3))
    blade = petal_outline(3.3, 1.45, 40, 1.5, 0.9)
    for turn in (72, -72, 37, -37):
        out.place(domed_cell(petal, foot @ turned(turn) @ at(0, 0.45), 'blue', silver))
    out.place(domed_cell(tip, foot, 'sky', silver))
    stem = [(0.2, -3.2), (3.2, -3.25), (5.2, -2.3), (6.3, -0.6), (half, 0.9)]
    stem += [(span - x, y) for x, y in reversed(stem[:-1])]
    path, _ = even_path(smooth([Vector((x, y, 0.16)) for x, y in stem], 12), 90)
    out.add(sweep(path, circle(0.24, 12), up=UP), silver)
    out.place(domed_cell(petal_outline(2.5, 1.5, 40, 1.35, 1.0), at(half, 0.95), 'blue', silver))
    for side in (-1, 1):
        out.place(domed_cell(blade, at(half + side * 0.15, 0.75) @ turned(side * 157), 'green', silver))
        out.place(domed_cell(blade, at(half + side * 0.85, 0.3) @ turned(-side * 52), 'green', silver))
    for place, radius in ((Vector((0, -3.0, 0.1)), 0.8), (Vector((half, 0.9, 0.2)), 0.42)):
        out.add(plate(circle(radius, 28), 0.42, 0.14, 0.12), silver, at(*place))
    return out


@piece('bangles', 107, ON_SHOW[0]._replace(front=0.25),
       Shot('cocoa', azimuth=-14, elevation=26, fill=0.98, front=0.1, props=front_of_band(-14, 21), scale=0.8))
def neel_kamal(bangle):
    silver, brushed, r = alloy(bangle), metal(METAL_NAMED[bangle['metal']], 'brushed', grain='Z'), inner(bangle)

    def build(h):
        w, wall, count = 5.0, 0.8 * h, 12
        # comfort fit: a true cylinder mirrors one grey
        inside = [(w * k / 12, 0.62 * abs(k / 12) ** 2.2) for k in range(-12, 13)]
        band = inside + [(w * (1 - k / 6), wall + 0.22 * (1 - (1 - k / 6) ** 2)) for k in range(13)]
        out = Model().add(sweep(ring_path(r, 480, 'z'), band, closed=True, up=outward, angle=50), brushed)
        for z in (-w + 0.15, w - 0.15):
            rim = superellipse(0.62, 0.55 + 0.36 * h, 2.5, 28)
            out.add(sweep(ring_path(r + wall - 0.08, 480, 'z'), [(x + z, y) for x, y in rim], closed=True, up=outward), silver)
        face = r + wall + 0.14
        spray = lotus_spray(silver, TAU * face / count)
        for part in spray.parts:
            part.mesh.transform(part.matrix)
            bent_round(part.mesh, face)
        unit = Model()
        unit.parts = [part._replace(matrix=Matrix()) for part in spray.parts]
        return out.place(around(unit, count))

    return weighed(build, bangle, 0.6, 2.0)


@piece('bangles', 108, ON_SHOW[0]._replace(elevation=30),
       Shot('cocoa', azimuth=-14, elevation=36, fill=0.98, front=0.4, props=front_of_band(-14, 23, 1.15), scale=0.8))
def taar(bangle):
    gold, r = alloy(bangle), inner(bangle)

    def build(h):
        w, turns, n = 0.92 * h, 20, 1700
        out, lines = Model(), []
        for phase in (0, math.pi):
            line = []
            for i in range(n):
                a = TAU * i / n
                b = turns * a + phase
                radius = r + 2 * w + w * math.cos(b)
                line.append(Vector((radius * math.cos(a), radius * math.sin(a), w * math.sin(b))))
            lines.append(line)
        out.add(sweep(lines[0], circle(w, 24), closed=True), gold)
        out.add(sweep(lines[1], circle(w * 0.6, 12), closed=True), gold)
        # beads as a milling wheel rolls them: broader than long, with deep necks between
        half = [(0, 0.6), (0.5, 0.57), (0.82, 0.42), (0.98, 0.18)]
        bead = lathe([(x * w, z * w) for x, z in [(x, -z) for x, z in half] + [(1.02, 0)] + half[::-1]], 28, 180)
        return out.place(beads_along(gold, lines[1], round(0.61 * w, 3), closed=True, mesh=bead))

    return weighed(build, bangle, 0.6, 1.8)
