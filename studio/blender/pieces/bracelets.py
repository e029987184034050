"""The five bracelets: a soft one lies in an oval on the floor, a stiff one stands about the Z axis."""
import math

from mathutils import Vector

import gems
from clasps import eight_catch
from findings import (around, beads_along, curb_chain, ghungroo, grain_ring, grains, lobster, oval_link,
                      set_in_bezel, stone, volute, wire)
from geometry import (TAU, UP, at, ball, box, circle, even_path, frames, hoop, laid_on, lathe, outward, petal_outline,
                      plate, polar, puffed, rounded_tip, sized, smooth, standing, superellipse, sweep, turned)
from layouts import and_behind, running_out
from materials import METAL_NAMED, enamel, metal
from model import Model
from pieces import Shot, piece, weighed

ON_FLOOR = (Shot('ivory, thin metal', azimuth=-8, elevation=36, fill=0.77, front=0.5), Shot('cocoa', azimuth=20, elevation=26, fill=0.95, front=0.4))
STIFF = (Shot(pose=turned(0), azimuth=-6, elevation=24, fill=0.76, front=0.8), Shot('cocoa', pose=turned(36), azimuth=8, elevation=34, fill=0.84, front=0.6))


def alloy(bracelet, finish='polished'):
    return metal(METAL_NAMED[bracelet['metal']], finish)


def oval(length, z=0.0, count=400, flat=0.78):
    """A closed curve of this length on the floor, a little uneven, as a soft bracelet falls."""
    path = []
    for i in range(count):
        a = TAU * i / count - math.pi / 2
        r = 1 + 0.035 * math.cos(3 * a + 0.6)
        path.append(Vector((r * math.cos(a), flat * r * math.sin(a), 0)))
    _, unit = even_path(path, 10, True)
    return [p * (length / unit) + Vector((0, 0, z)) for p in path]


def tennis_head(material, d, h):
    """A round stone of diameter d in four claws on an open base, its girdle at z = 0: from above, stone and claws are all there is."""
    radius = d / 2
    line = [(0.98, -1.7), (1.08, -0.9), (radius + 0.14, -0.2), (radius + 0.18, 0.02), (radius + 0.02, 0.25), (radius - 0.24, 0.33)]
    path, length = even_path(smooth([Vector((x, 0, z)) for x, z in line], 16), 61)
    claw = sweep(path, circle(0.27, 14), up=(1, 0, 0.01), angle=80, scale=lambda t: rounded_tip(t, 1 - 0.26 / length))
    low = -1.35 - 0.85 * h
    base = [(0.3, -1.2), (0.35, low), (0.9, low), (0.98, low + 0.12), (1.22, -1.4), (1.1, -1.2), (0.3, -1.2)]

    def squared(phi, _k, r, z):
        return r / (math.cos(phi) ** 6 + math.sin(phi) ** 6) ** (1 / 6), z

    out = Model().place(stone('diamond', d)).place(around(claw, 4, material, 45))
    return out.add(lathe(base, 64, 40, squared), material).add(hoop(1.0, 0.2, 40, 10), material, at(z=-0.7))


def link_hinge(material, side):
    """Knuckles on a pin along Y at the origin: one in the middle for the head towards +X, and one on either `side` of it for the
    head towards -X; each with the lug that joins it to its head."""
    out, lug = Model(), box(0.62, 0.46, 0.5, 0.08)
    for y, towards in ((-side, -1), (0, 1), (side, -1)):
        out.add(lathe([(0, -0.24), (0.3, -0.24), (0.36, -0.18), (0.36, 0.18), (0.3, 0.24), (0, 0.24)], 24), material, at(0, y) @ turned(90, 'X'))
        out.add(lug, material, at(towards * 0.3, y, -0.25))
    return out


def tongue_clasp(material, length, half, high):
    """A box along X about the origin, its top slightly domed, the end of its tongue with the button, and a catch on either side."""
    def block(start, end):
        line = [Vector((x, 0, 0)) for x in (start, start + 0.14, end - 0.14, end)]
        return sweep(line, superellipse(half, high, 4.2, 48), up=UP, scale=lambda t: 1 if 0 < t < 1 else 0.88)

    out, seam = Model(), length / 2 - 3.2
    out.add(block(-length / 2, seam), material).add(block(seam + 0.1, length / 2), material)
    out.add(block(seam - 1, seam + 1), material, sized(1, 0.8, 0.8))
    out.add(box(1.5, 1.1, 0.5, 0.18), material, at(seam + 1.7, 0, high - 0.14))
    eight = eight_catch(1.9, 0.55, 0.19)
    for y in (-1, 1):
        out.add(eight, material, at(seam, y * (half + 0.14)))
    return out


# the stones look up: only from above do they show their light; the clasp lies at the back
@piece('bracelets', 200, ON_FLOOR[0]._replace(set='ivory, thin metal, clear stones', elevation=58, pose=turned(150)), ON_FLOOR[1]._replace(set='cocoa, clear stones', elevation=54, pose=turned(165), fill=0.98, props=and_behind(24, running_out(17))))
def akash_ganga(bracelet):
    gold = alloy(bracelet)

    def build(h):
        d, count, pitch, shut = round(gems.round_of_carat(2.0 / 50), 2), 50, 3.02, 4
        points, _ = even_path(oval((count + shut) * pitch, 1.35 + 0.85 * h), 2 * (count + shut), True)
        tangents, _ = frames(points, True, UP)
        head, joint, out = tennis_head(gold, d, h), link_hinge(gold, 0.52), Model()
        for i in range(count + 1):
            if i < count:
                out.place(head, standing(points[2 * i + 1], UP, tangents[2 * i + 1]))
            out.place(joint, standing(points[2 * i], UP, tangents[2 * i]) @ at(z=-1.55))
        middle = 2 * count + shut
        clasp = tongue_clasp(gold, shut * pitch - 0.9, 1.25, 0.85)
        return out.place(clasp, standing(points[middle], UP, tangents[middle]) @ at(z=-1.2))

    return weighed(build, bracelet, 0.6, 1.7)


# it stands on its two ends, so that the enamel runs up to the light
@piece('bracelets', 201, STIFF[0], STIFF[1]._replace(own=turned(58) @ turned(-90, 'X'), azimuth=0, elevation=26))
def rajasi(bracelet):
    gold = alloy(bracelet)

    def build(h):
        r, width, wall, gap = 28.5, 25.0, 0.55 * h, 34
        arc = [polar(r, 90 + gap / 2 + (360 - gap) * i / 260) for i in range(261)]

        def outline(t):
            w = width / 2 * (0.62 + 0.38 * math.sin(math.pi * t) ** 0.5)
            return [(-w, 0), (w, 0), (w, wall + 0.7), (w - 0.8, wall + 0.7), (w - 0.9, wall), (-w + 0.9, wall), (-w + 0.8, wall + 0.7), (-w, wall + 0.7)]

        out = Model().add(sweep(arc, outline, up=outward, angle=25), gold)

        def swelling(share):
            """How high the enamel stands, as glass that was fired: a level ground would be one flat white."""
            return 0.38 * (1 - share * share)

        def ground(t):
            w = width / 2 * (0.62 + 0.38 * math.sin(math.pi * (0.01 + 0.98 * t)) ** 0.5) - 0.95
            floor = max(wall - 0.3, 0.4 * wall)  # a thin wall must not let the enamel through
            return [(-w, floor), (w, floor), *((w * k / 8, wall + 0.22 + swelling(k / 8)) for k in range(8, -9, -1))]

        out.add(sweep(arc[2:-2], ground, up=outward, angle=25), enamel('white'))
        blade_line, petal_line = petal_outline(4.6, 1.8, 20, 1.5, 0.95), petal_outline(3.6, 3.0, 20, 1.05, 1.5)
        petal, blade = plate(petal_line, 0.32, 0.22, 0.12), plate(blade_line, 0.3, 0.15, 0.12)
        petal_rim = sweep([Vector((x, y, 0.3)) for x, y in petal_line], circle(0.15, 6), closed=True, up=UP)
        blade_rim = sweep([Vector((x, y, 0.28)) for x, y in blade_line], circle(0.15, 6), closed=True, up=UP)
        for i in range(-8, 9):
            for row in ((0,) if i % 2 else (-1, 1)):
                row *= 0.78 if abs(i) == 8 else 1  # the cuff narrows there
                a = -90 + i * 17
                seat = standing(polar(r + wall + 0.2 + swelling(row * 5.6 / 11.5), a, row * 5.6), polar(1, a) + UP * (0.03 * row), polar(1, a + 90))
                for k in range(5):
                    out.add(petal, enamel('red'), seat @ turned(72 * k)).add(petal_rim, gold, seat @ turned(72 * k))
                out.add(ball(0.75, 16), gold, seat @ at(z=0.5)).place(grain_ring(gold, 1.15, 9, 0.24, 0.5), seat)
                for turn in (36, 144, -36, -144):
                    out.add(blade, enamel('green'), seat @ turned(turn) @ at(0, 3.0, 0)).add(blade_rim, gold, seat @ turned(turn) @ at(0, 3.0, 0))
        for side in (-1, 1):
            edge = [polar(r + wall + 0.5, 90 + gap / 2 + (360 - gap) * i / 200, side * (width / 2 * (0.62 + 0.38 * math.sin(math.pi * i / 200) ** 0.5) + 0.25)) for i in range(201)]
            out.place(beads_along(gold, edge, 0.45))
        for end in (arc[0], arc[-1]):
            out.add(lathe([(0, -9.2), (1.4, -8.8), (2.1, -7.4), (1.9, -5), (1.9, 5), (2.1, 7.4), (1.4, 8.8), (0, 9.2)], 32), gold, at(end.x, end.y, 0))
            for z in (-8.6, 8.6):
                out.place(grain_ring(gold, 1.6, 10, 0.4, 0).moved(at(end.x, end.y, z)))
        return out

    return weighed(build, bracelet, 0.4, 1.5)


# the clasp lies at the back
@piece('bracelets', 202, ON_FLOOR[0]._replace(elevation=48, own=turned(180)), ON_FLOOR[1]._replace(elevation=40, azimuth=10, own=turned(172), fill=0.96, props=and_behind(16, running_out(24))))
def kadi(bracelet):
    gold = alloy(bracelet)

    def build(h):
        wire_r = 0.85 * h
        long, small = oval_link(15.5, 7.4, round(wire_r, 3), 0.82), oval_link(6.2, 6.0, round(wire_r * 0.92, 3), 0.82)
        pitch = [15.5 - 3.4 * wire_r, 6.1 - 3.4 * wire_r]
        count = 11
        length = count * sum(pitch) + 10.4
        path, out = oval(length), Model()
        points, _ = even_path(path, 1400, True)
        tangents, _ = frames(points, True, UP)
        s = 4.0
        for i in range(2 * count):
            step = pitch[i % 2]
            j = int((s + step / 2) / length * 1400) % 1400
            t = tangents[j]
            # a small link stands on the floor, and the ends of the long ones lie on its wire
            p = points[j] + UP * (2.6 * wire_r if i % 2 == 0 else 3.0 + 0.7 * wire_r)
            roll = math.radians((5, -76, -5, 76)[i % 4])
            side = t.cross(UP)
            out.add(long if i % 2 == 0 else small, gold, standing(p, UP * math.cos(roll) + side * math.sin(roll), t))
            s += step
        j = int((s + 4) / length * 1400) % 1400
        out.place(lobster(gold, 12), standing(points[j] + UP * 2.9, UP + tangents[j].cross(UP), tangents[j]) @ at(-6, 0, 0))
        return out.on_floor()

    return weighed(build, bracelet, 0.6, 1.6)


def drawn(*points):
    """A smooth outline through these points."""
    return [(p.x, p.y) for p in smooth([Vector((x, y, 0)) for x, y in points], 10, True)]


def line(*points):
    return smooth([Vector((x, y, 0)) for x, y in points], 10)


def sparrow(silver):
    """In profile, facing +X, its back below the origin."""
    body = puffed(drawn((7.7, -2.2), (6.1, -1.4), (5.2, -0.1), (3.7, 0.3), (2.3, -0.6), (1.4, -2.1), (0, -2.9), (-2.4, -3.5), (-5.4, -2.9), (-8.6, -1.4), (-9.0, -2.6), (-6.2, -4.8), (-3.2, -6.8), (-0.4, -8.0), (2.2, -7.7), (4.3, -6.3), (5.3, -4.6), (5.5, -3.3), (6.1, -2.8)), 2.0)
    wing = puffed(drawn((3.0, -4.1), (1.9, -3.3), (-0.6, -3.5), (-3.4, -4.0), (-6.2, -3.9), (-3.9, -5.4), (-1.0, -6.4), (1.7, -6.0)), 0.9, 0.26)
    out = Model().add(body, silver).add(wing, silver, at(z=1.7))
    for k in range(3):  # the feathers of the wing
        feather = line((1.4 - 1.1 * k, -3.5 - 0.1 * k), (0.2 - 1.5 * k, -4.6 - 0.1 * k), (-2.6 - 0.9 * k, -5.2 + 0.35 * k))
        out.place(wire(silver, laid_on(wing, feather, 1.74), 0.17))
    for k in range(2):  # and of the tail
        out.place(wire(silver, laid_on(body, line((-4.0, -3.7 - 0.5 * k), (-5.8, -3.2 - 0.4 * k), (-7.9, -1.8 - 0.35 * k)), 0.02), 0.16))
    out.place(grains(enamel('black'), laid_on(body, [Vector((4.8, -1.3, 0))], 0.05), 0.36))
    out.add(hoop(0.95, 0.3, 30, 10), silver, at(0.3, -2.2, 0))
    for x in (0.2, 1.9):
        out.place(wire(silver, [Vector((x, -7.2, 0)), Vector((x + 0.2, -9.2, 0)), Vector((x + 1.7, -9.7, 0))], 0.3))
    return out


def mango(silver):
    outline = drawn((-0.2, 0.2), (2.2, -0.5), (4.3, -2.8), (4.8, -6.0), (3.2, -9.0), (0.0, -10.3), (-3.2, -10.7), (-5.5, -9.7), (-5.6, -8.6), (-4.2, -8.0), (-3.3, -5.6), (-2.5, -2.2))
    body = puffed(outline, 1.9)
    out = Model().add(body, silver)
    out.place(beads_along(silver, [Vector((x, y, 0.1)) for x, y in outline], 0.36, closed=True))
    out.place(wire(silver, laid_on(body, [Vector((0.8, -5.6, 0)) + p for p in volute(2.3, 1.5, 80)], 0.1), 0.34))
    return out.place(grains(silver, laid_on(body, [Vector(p) for p in ((-2.2, -8.6, 0), (-3.5, -9.2, 0), (-4.6, -9.4, 0))], 0.1), 0.36))


def pipal(silver):
    """A leaf of the sacred fig: broad, with a drawn-out tip."""
    half = [(0.0, 0.0), (2.6, -0.5), (4.3, -2.6), (3.9, -5.4), (2.0, -7.8), (0.7, -9.6), (0.15, -12.2)]
    body = puffed(drawn(*half, *[(-x, y) for x, y in reversed(half[1:-1])]), 0.95)
    out = Model().add(body, silver).place(wire(silver, laid_on(body, line((0, -0.3), (0, -6), (0, -11.2)), 0.08), 0.26))
    for k in range(4):
        for side in (-1, 1):
            start, reach = -1.5 - 1.9 * k, 3.1 - 0.62 * k
            out.place(wire(silver, laid_on(body, line((0, start), (side * reach * 0.5, start - 0.5), (side * reach, start - 1.9)), 0.1), 0.2))
    return out


def evil_eye(silver):
    out = Model().add(plate(circle(5, 96), 1.2, 0.0, 0.35, rings=3), silver, at(0, -5.2, 0))
    for radius, colour, z in ((4.4, 'blue', 1.1), (2.9, 'white', 1.28), (1.9, 'sky', 1.44), (0.95, 'black', 1.6)):
        out.add(plate(circle(radius, 72), 0.3, 0.1, 0.1, rings=3), enamel(colour), at(0, -5.2, z))
    return out


def toggle(silver, middle, along):
    """A ring tilted on the tether of its bar, which lies across it; `along` leads from the ring to the bar's chain."""
    where = standing(middle, UP, along)
    out = Model().add(hoop(5.2, 0.8, 72, 14), silver, where @ at(z=1.7) @ turned(-9, 'Y'))
    out.place(wire(silver, [Vector((0, -8, 0)), Vector((0, 8, 0))], 0.85).moved(where @ at(z=3.3)))
    out.add(ball(1.0, 16), silver, where @ at(0, 8, 3.3)).add(ball(1.0, 16), silver, where @ at(0, -8, 3.3))
    out.add(hoop(1.25, 0.34, 32, 10), silver, where @ at(z=3.3) @ turned(90, 'X'))
    tether = smooth([Vector(p) for p in ((0.3, 0, 2.2), (1.6, 0, 1.3), (3.6, 0, 0.6), (6.2, 0, 0.5), (8.6, 0, 0.8))], 10)
    return out.place(wire(silver, tether, 0.4).moved(where))


@piece('bracelets', 203, ON_FLOOR[0]._replace(elevation=56, azimuth=4), ON_FLOOR[1]._replace(elevation=50, azimuth=8, fill=0.92, props=and_behind(8, running_out(30))))
def panchi(bracelet):
    silver = alloy(bracelet)
    bell = ghungroo(silver, 2.7).moved(turned(-107, 'X'))
    # each with the place of its loop, how high its middle lies, and its scale
    charms = ((bell, -1.5, 2.1, 1.35), (pipal(silver), -0.2, 1.3, 1.35), (sparrow(silver), -1.4, 2.3, 1.15), (mango(silver), -0.2, 2.4, 1.3), (evil_eye(silver), -0.4, 0.1, 1.35))

    def build(h):
        width = 4.2 * h
        path, out = oval(178, 0.75), Model()
        points, _ = even_path(path, 600, True)
        points = points[300:] + points[:300]  # the toggle lies at the back
        out.place(curb_chain(silver, points[24:570], width))
        out.place(toggle(silver, Vector((points[0].x, points[0].y, 0)), points[590] - points[10]))
        for i, (charm, top, lift, scale) in enumerate(charms):
            k = 300 + (i - 2) * 61
            away = (points[k + 1] - points[k - 1]).cross(UP).normalized()
            away = away if away.dot(points[k]) > 0 else -away
            seat = standing(Vector((points[k].x, points[k].y, 0)) + away * (width * 0.5 - 0.5), UP, UP.cross(away))
            out.add(hoop(1.75, 0.32, 36, 10), silver, seat @ at(0, -1.2, 1.6) @ turned(90, 'Y'))  # through the chain's outer edge
            if charm is not bell:  # a bell has its ring
                out.add(hoop(1.15, 0.3, 32, 10), silver, seat @ at(0, -3.5, 1.3))  # and the charm's own eye through it
            out.place(charm, seat @ at(0, -4.4 - top, lift) @ sized(scale))
        return out.on_floor()

    return weighed(build, bracelet, 0.6, 1.15)


# it stands on the back of its band, the sun leaning up: lying flat it would stand on the rays
@piece('bracelets', 204, Shot(pose=turned(-28) @ turned(-34, 'X') @ turned(90, 'Y'), azimuth=-4, elevation=20, fill=0.70, front=0.8), Shot('cocoa', pose=turned(38) @ turned(-30, 'X') @ turned(90, 'Y'), azimuth=6, elevation=24, fill=0.86, front=0.6))
def suryakiran(bracelet):
    gold, satin = alloy(bracelet), alloy(bracelet, 'satin')

    def build(h):
        r, width, out = 28.5, 17.0, Model()
        knuckle = hinge(width + 0.6, 0.95)
        for i in range(7):
            a0, a1 = -90 + 360 / 7 * (i - 0.475), -90 + 360 / 7 * (i + 0.475)
            arc = [polar(r, a0 + (a1 - a0) * k / 30) for k in range(31)]
            w, wall = width / 2, 0.62 * h
            out.add(sweep(arc, [(-w, 0), (w, 0), (w, wall + 0.35), (w - 0.9, wall + 0.35), (w - 1.0, wall), (-w + 1.0, wall), (-w + 0.9, wall + 0.35), (-w, wall + 0.35)], up=outward, angle=25), satin)
            for z in (-w + 0.45, w - 0.45):
                out.place(beads_along(gold, [p * ((r + wall + 0.45) / r) + Vector((0, 0, z)) for p in arc], 0.42))
            out.add(knuckle, gold, at(*polar(r + 0.4, -90 + 360 / 7 * (i + 0.5))))
        sun, rays = Model(), 28
        for i in range(rays):
            length = (17.5, 11.5, 14.5, 11.0)[i % 4]
            ray = plate([(-1.15, 5.2), (1.15, 5.2), (0.75, length * 0.7), (0.12, length), (-0.12, length), (-0.75, length * 0.7)], 0.55 * h, 0.45, 0.12, rings=4)
            sun.add(ray, gold, turned(360 * i / rays) @ turned(-6, 'X'))
            if i % 2 == 0:
                sun.place(grains(gold, [Vector((0, 6.8 + 1.1 * k, 0.55 * h + 0.34)) for k in range(int((length - 9.4) / 1.1))], 0.42), turned(360 * i / rays) @ turned(-6, 'X'))
        sun.add(lathe([(0, -2.6), (4.6, -2.6), (4.6, -0.9), (0, -0.9)], 48), gold)  # riveted through the band
        sun.add(lathe([(0, -1.2), (6.2, -0.6), (6.9, 0.3), (6.4, 1.3), (5.6, 1.2), (0, 1.0)], 72), gold)
        sun.place(set_in_bezel(gold, 'citrine cabochon', 9.6, opaque=True, depth=1.0, wall=0.5, height=4.6), at(z=1.5))
        sun.place(grain_ring(gold, 6.2, 36, 0.5, 1.35))
        return out.place(sun, standing(Vector((0, -r - 2.6, 0)), (0, -1, 0), (1, 0, 0)))

    return weighed(build, bracelet, 0.4, 1.4)


def hinge(length, radius, knuckles=5):
    """A pin of knuckles along Z, with round heads."""
    half, profile = length / 2, [(0, -length / 2 - 0.7), (0.6 * radius, -length / 2 - 0.55), (radius, -length / 2)]
    for k in range(1, knuckles):
        z = -half + length * k / knuckles
        profile += [(radius, z - 0.14), (0.82 * radius, z - 0.06), (0.82 * radius, z + 0.06), (radius, z + 0.14)]
    return lathe([*profile, (radius, half), (0.6 * radius, half + 0.55), (0, half + 0.7)], 28, 50)
