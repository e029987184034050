"""The nine pairs of earrings. An earring faces -Y and hangs from its post at the origin; the post runs along +Y."""
import math

from mathutils import Vector

import gems
from findings import (beads_along, bezel_wall, drop_bead, ghungroo, grain_ring, grains, jump_ring,
                      kundan_flower, leaf, set_in_bezel, stone, twisted_wire, volute, wire)
from geometry import (UP, at, ball, circle, evenly, hoop, lathe, plate, polar, rounded_ends, rounded_tip, sized, smooth,
                      standing, superellipse, sweep, turned)
from materials import METAL_NAMED, clear_stone, metal, pearl, surface
from model import Model
from motifs import FACING_US, crescent, jhumka, stones_round
from pieces import Shot, piece, weighed


def alloy(product, finish='polished'):
    return metal(METAL_NAMED[product['metal']], finish)


def pair(earring, apart, turn=9):
    return Model().place(earring, at(-apart / 2) @ turned(turn)).place(earring, at(apart / 2) @ turned(-turn * 1.4))


def post(material, length=9.0, thick=0.42):
    """A post with its round screw back."""
    out = Model().add(sweep([Vector((0, 0.2, 0)), Vector((0, length, 0))], circle(thick, 14), up=UP), material)
    return out.add(lathe([(0, 0), (1.7, 0), (1.9, 0.3), (1.9, 1.1), (1.6, 1.5), (0, 1.6)], 36), material, at(0, length - 2.2) @ turned(-90, 'X'))


def ear_wire(material, drop=7.0, thick=0.4):
    """A shepherd's hook: the front of the curve carries the earring at the origin."""
    path = smooth([Vector(p) for p in ((0, 0, 0), (0, -0.5, 2.0), (0, 0.6, drop * 0.78), (0, 3.4, drop), (0, 6.0, drop * 0.72), (0, 6.8, drop * 0.1), (0, 6.9, -drop * 0.5))], 14)
    return wire(material, path, thick, up=(1, 0, 0))


LIGHT_LACQUER, DARK_LACQUER = (0.50, 0.40, 0.29), (0.030, 0.021, 0.016)


def on_rail(thick=1.8, back=3.0, lift=0.22, lacquer=LIGHT_LACQUER):
    """Hangs the pair on a lacquered rail that runs out of the picture, over the floor."""
    def props(model, _collection):
        low, high = model.bounds()
        height = high.z - low.z
        hung = model.moved(at(z=lift * height - low.z))
        rail = sweep([Vector((x, back, lift * height - low.z)) for x in (-height * 9 - 60, height * 9 + 60)], circle(thick, 40), up=UP)
        return hung.place(Model().add(rail, surface('lacquer', lacquer, 0.35, 0.4)), framed=False)
    return props


def shots(apart_fill=0.70, thick=1.8, back=3.0, front=0.8, elevation=7, **second):
    close = dict(azimuth=17, elevation=10, fill=0.84, front=0.5) | second
    return (Shot(azimuth=-7, elevation=elevation, fill=apart_fill, front=front, props=on_rail(thick, back)),
            Shot('cocoa', props=on_rail(thick, back, lacquer=DARK_LACQUER), **close))


@piece('tops', 1, *shots())
def ranjani(pair_of):
    gold = alloy(pair_of)

    def build(h):
        drop = drop_bead(gold, pearl(), 1.15)
        band = Model().place(stones_round(gold, 8.15, -8.0, 14, '', 3.4, 2.5, uncut=True))
        band.place(stones_round(gold, 6.35, -4.35, 14, 'kemp green', 2.1, 1.5, 0.75, 360 / 28))
        band.place(stones_round(gold, 4.2, -2.0, 9, '', 2.0, 1.6, 1.6, uncut=True))
        lower = jhumka(gold, 8.3, 9.9, 0.42 * h, band, (drop, 22))
        top = kundan_flower(gold, 'kemp green', 5.4)
        one = Model().place(top, FACING_US).place(post(gold))
        one.place(jump_ring(gold, 0.9, 0.2), at(z=-5.75) @ turned(90, 'Y'))
        return pair(one.place(lower, at(z=-9.4)), 27)

    return weighed(build, pair_of, 0.5, 2.0)


@piece('tops', 2, *(shot._replace(set=f'{shot.set}, clear stones') for shot in shots(0.72, 1.5, 3.4, elevation=9)))
def saptarishi(pair_of):
    gold = alloy(pair_of)

    def build(h):
        d, one = 2.75, Model()
        for i in range(7):
            p = Vector((0, 0, 0.35)) if i == 0 else polar(d + 0.28, 60 * i)
            lean = UP + Vector((p.x, p.y, 0)) * 0.05
            one.place(stone('white topaz', d), standing(p, lean))
            one.add(bezel_wall(d * 0.94, d * 0.94, 1.5, 0.16 * h, -0.45), gold, standing(p, lean))
        for i in range(6):
            for r in (1.72, 3.05 + 0.12):
                spot = polar(r, 60 * i + 30)
                one.place(wire(gold, [spot + Vector((0, 0, -1.5)), spot + Vector((0, 0, 0.1)), spot * 0.97 + Vector((0, 0, 0.46))], 0.24, sides=12))
            tip = polar(d + 0.28 + d / 2 + 0.08, 60 * i)
            one.place(wire(gold, [tip * 0.78 + Vector((0, 0, -1.5)), tip * 0.97 + Vector((0, 0, -0.5)), tip, tip * 0.93 + Vector((0, 0, 0.44))], 0.24, sides=12))
        one.add(lathe([(2.0, -1.7), (3.55, -1.7), (3.6, -1.3), (2.0, -1.3), (2.0, -1.7)], 64), gold)
        one.place(wire(gold, [Vector((-2.6, 0, -1.5)), Vector((2.6, 0, -1.5))], 0.4))  # carries the post
        return pair(Model().place(one, FACING_US @ turned(12)).place(post(gold, 9, 0.4), at(y=1.3)), 15, 10)  # clear of the middle stone

    return weighed(build, pair_of)


def bali(material, radius, tube, width):
    """A hinged hoop in the XZ plane hanging below its post; the tube may be oval."""
    path = [Vector((0, radius * math.sin(a), -radius + radius * math.cos(a))) for a in [math.radians(14 + 332 * i / 200) for i in range(201)]]
    out = Model().add(sweep(path, superellipse(width, tube, 2.3, 32), up=lambda t, p: Vector((0, p.y, p.z + radius)), scale=lambda t: rounded_ends(t, 0.02)), material)
    lock = [Vector((0, radius * math.sin(a), -radius + radius * math.cos(a))) for a in [math.radians(-16 + 32 * i / 30) for i in range(31)]]
    return out.place(wire(material, lock, 0.42))


@piece('tops', 3, *shots(0.74, 1.0, 0.0, front=0.6, elevation=9))
def rava_bali(pair_of):
    gold = alloy(pair_of)

    def build(h):
        radius, tube = 10.0, 1.0 * h
        one = bali(gold, radius, tube, 1.45 * h)
        edge = [Vector((0, (radius + tube) * math.sin(a), -radius + (radius + tube) * math.cos(a))) for a in [math.radians(22 + 316 * i / 200) for i in range(201)]]
        one.place(beads_along(gold, edge, 0.52, sides=14))
        for x in (-0.85, 0.85):
            one.place(beads_along(gold, [p * 0.995 + Vector((x * h, 0, -0.02)) for p in edge], 0.30))
        return pair(one.moved(turned(52)), 26, 0)

    return weighed(build, pair_of)


@piece('tops', 4, *shots(0.82, fill=0.92))
def begum(pair_of):
    gold = alloy(pair_of)

    def build(h):
        moon = Model()
        moon.place(crescent(gold, 15.5, 14.2, 0.7, 1.0 * h, 122), at(z=-0.5))
        # the red stones stand on a band of their own, between two twisted wires
        band = [polar(9.6, a) for a in range(-210, 31, 3)]
        moon.add(sweep(band, superellipse(1.75, 0.38, 4, 24), up=UP), gold)
        for r in (7.85, 11.35):
            moon.place(twisted_wire(gold, [polar(r, a) + Vector((0, 0, 0.1)) for a in range(-210, 31, 3)], 0.34, pitch=2.2))
        for i in range(15):
            a = -90 + (i - 7) * 16
            moon.place(set_in_bezel(gold, 'kemp red', 2.4, 1.9, opaque=True, depth=0.6, wall=0.2), at(*polar(9.6, a, 0.9)) @ turned(a))
        # the trellis between band and rim: scrolls in pairs, held by bars with a grain on each
        for i in range(16):
            a = -90 + (i - 7.5) * 16
            moon.place(wire(gold, [polar(11.3, a), polar(14.2, a)], 0.3)).place(grains(gold, [polar(12.7, a, 0.3)], 0.5, 14))
            if i < 15:
                centre = polar(12.6, a + 8)
                for flip in (-1, 1):
                    moon.place(twisted_wire(gold, [p + centre + polar(0.8, a + 8 + 90 * flip) for p in volute(1.05, 1.4, a + 8)], 0.16, pitch=0.9))
        moon.place(beads_along(gold, [polar(15.7, a) for a in range(-206, 27, 2)], 0.5))
        for side in (-1, 1):  # the horns are closed
            end = [polar(r, -90 + side * 121) for r in (7.6, 15.2)]
            moon.place(wire(gold, end, 0.5)).place(grains(gold, [end[0].lerp(end[1], t) + Vector((0, 0, 0.45)) for t in (0.1, 0.3, 0.5, 0.7, 0.9)], 0.42, 14))
        small = crescent(gold, 5.6, 4.6, 2.1, 0.9 * h, 105)
        for i in range(5):
            small.place(set_in_bezel(gold, 'kemp red', 1.5, opaque=True, depth=0.5, wall=0.16), at(*polar(4.6, -90 + (i - 2) * 26, 0.9 * h + 0.3)))
        moon.place(small, at(0, 1.2, -0.3))
        bar = smooth([Vector(p) for p in ((-13.0, 7.9, 0), (-6.5, 9.0, 0), (0, 9.3, 0), (6.5, 9.0, 0), (13.0, 7.9, 0))], 10)
        moon.place(twisted_wire(gold, bar, 0.42, pitch=2.6)).place(beads_along(gold, [p + Vector((0, 0.75, 0)) for p in bar if abs(p.x) > 1.6], 0.36))
        for side in (-1, 1):  # the small crescent swings from it
            moon.place(wire(gold, [Vector((side * 5.3, 2.6, 0.2)), Vector((side * 2.2, 9.2, 0))], 0.26))
            moon.place(jump_ring(gold, 0.55, 0.18), at(side * 2.2, 9.2, 0))
        hung = Model().place(moon, FACING_US)
        for i in range(15):
            p = polar(16.1, -90 + (i - 7) * 13.4)
            size = 1.35 - 0.03 * abs(i - 7)
            hung.place(drop_bead(gold, pearl() if i % 2 == 0 else gold, size), at(p.x, 0, p.y))
        top = kundan_flower(gold, 'kemp red', 4.4)
        one = Model().place(top, FACING_US).place(post(gold))
        one.place(jump_ring(gold, 1.0, 0.24), at(z=-5.3) @ turned(90, 'Y')).place(jump_ring(gold, 1.0, 0.24), at(z=-6.6) @ turned(90, 'X'))
        return pair(one.place(hung, at(z=-15.6)), 41, 6)

    return weighed(build, pair_of, 0.5, 2.2)


@piece('tops', 5, *shots(0.74, 1.0, 3.3, elevation=8))
def gulnaar(pair_of):
    gold = alloy(pair_of)

    def build(h):
        petal = Model()
        rim = smooth([Vector(p) for p in ((0, 0, 0), (2.6, -3.6, 0), (5.2, -8.2, 0.2), (5.0, -13.0, 0.5), (2.4, -17.0, 0.8), (0, -19.4, 1.0), (-2.4, -17.0, 0.8), (-5.0, -13.0, 0.5), (-5.2, -8.2, 0.2), (-2.6, -3.6, 0))], 14, closed=True)

        def fuller(t, _k, x, y):  # a petal is fine at its root and broad towards its tip
            return x * (0.6 + 0.75 * math.sin(math.pi * t)), y

        petal.add(sweep(rim, superellipse(0.55 * h, 1.1 * h, 3, 24), closed=True, up=UP, shape=fuller), gold)
        petal.place(jump_ring(gold, 0.8, 0.2), at(0, -1.6, 0) @ turned(90, 'Y'))
        pear = Model().add(gems.brilliant(8.4, 6.2, 'pear', crown=36, pavilion=41), clear_stone('rhodolite'))
        petal.place(pear, at(0, -8.4, 0.3) @ turned(90))
        for a, r in ((90, 4.3), (215, 3.2), (325, 3.2)):
            spot = polar(r, a) + Vector((0, -8.9 if a == 90 else -8.6, 0))
            petal.place(wire(gold, [spot + Vector((0, 0, -1.4)), spot + Vector((0, 0, 0.2)), spot + polar(-0.45, a) + Vector((0, 0, 0.72))], 0.24))
        back = [Vector(p) for p in ((0, -3.8, -1.2), (0, -2.2, -0.6), (0, -2.0, 0))]
        petal.place(wire(gold, smooth(back, 8), 0.28))
        petal.add(hoop(2.2, 0.24, 48, 10), gold, at(0, -8.8, -1.25) @ sized(0.9, 1.15, 1))
        petal.place(wire(gold, smooth([Vector((0, -6.4, -1.25)), Vector((0, -4.6, -1.3)), Vector((0, -3.6, -1.1))], 8), 0.26))
        one = Model().place(petal, at(z=-0.2) @ FACING_US).place(ear_wire(gold, 7))
        return pair(one.moved(at(z=-5.55)), 18, 12)  # the bend of the hook lies on the rail

    return weighed(build, pair_of)


@piece('tops', 6, *shots())
def banjara(pair_of):
    silver = alloy(pair_of, 'antique')

    def build(h):
        bells = ghungroo(silver, 1.5)
        band = Model()
        for i in range(18):
            d = polar(1, 360 * i / 18)
            seat = standing(d * 8.25 + Vector((0, 0, -7.6)), d + Vector((0, 0, 0.3)), UP)
            if i % 2:
                band.add(plate(evenly([(1.3, 0), (-0.9, 1.25), (-0.9, -1.25)], 36), 0.45, 0.15, 0.12), silver, seat)
            else:
                band.place(grains(silver, [Vector((0.7, 0, 0.1)), Vector((-0.6, 0.65, 0.1)), Vector((-0.6, -0.65, 0.1))], 0.42, 14), seat)
        for z, r in ((-9.05, 8.35), (-6.0, 7.65)):
            band.add(hoop(r, 0.26, 120, 10), silver, at(z=z))
        lower = jhumka(silver, 8.2, 9.6, 0.40 * h, band, (bells, 9), ribs=24, relief=0.4)
        disc = lathe([(0, 0.9), (1.6, 0.8), (3.4, 0.5), (5.0, 0.25), (5.4, 0.0), (5.2, -0.5), (0, -0.5)], 96, 40, lambda phi, k, r, z: (r, z + 0.22 * abs(math.sin(6 * phi)) * (1 if 1.5 < r < 5.1 and z > 0 else 0)))
        top = Model().add(disc, silver).place(grain_ring(silver, 5.25, 30, 0.42, 0)).add(ball(1.1, 24), silver, at(z=0.9)).place(grain_ring(silver, 1.9, 12, 0.3, 0.85))
        one = Model().place(top, FACING_US).place(post(silver)).place(jump_ring(silver, 0.9, 0.22), at(z=-5.8) @ turned(90, 'Y'))
        return pair(one.place(lower, at(z=-9.4)), 26)

    return weighed(build, pair_of, 0.5, 2.2)


# they stand on the table as rings do, where their broad face is seen
@piece('tops', 7, Shot(azimuth=-8, elevation=20, fill=0.72, front=0.6), Shot('cocoa', azimuth=16, elevation=24, fill=0.84, front=0.5))
def valaya(pair_of):
    bright, brushed = alloy(pair_of), metal(METAL_NAMED[pair_of['metal']], 'brushed', grain='X')

    def build(h):
        def oval(a, out=0.0):
            return Vector((0, (8.2 + out) * math.sin(a), -11 + (11 + out) * math.cos(a)))

        def away(_t, p):
            return Vector((0, p.y, (p.z + 11) * 0.6))

        # flat outside, with softened edges, and round inside
        inside = [(1.2 * h * math.cos(a), 0.1 * h + 0.8 * h * math.sin(a)) for a in (math.radians(180 + 9 * i) for i in range(21))]
        edge = [(1.2 * h, 0.38 * h), (1.1 * h, 0.5 * h), (0.96 * h, 0.55 * h)]
        section = inside + edge + [(-x, y) for x, y in reversed(edge)]
        path = [oval(math.radians(14 + 330 * i / 240)) for i in range(241)]
        one = Model().add(sweep(path, section, up=away, scale=lambda t: rounded_tip(1 - t, 0.985), angle=35), bright)
        skin = [oval(math.radians(19 + 324 * i / 240), 0.5 * h) for i in range(241)]
        one.add(sweep(skin, superellipse(0.97 * h, 0.09, 4, 24), up=away), brushed)
        # the post snaps into the front of the hoop, and turns in a hinge of three knuckles at its back
        one.place(wire(bright, [oval(math.radians(-17 + 34 * i / 20)) for i in range(21)], 0.4))
        for x, long in ((-0.85, 0.62), (0.0, 0.9), (0.85, 0.62)):
            barrel = [(0, -0.5), (0.6, -0.5), (0.68, -0.42), (0.68, 0.42), (0.6, 0.5), (0, 0.5)]
            one.add(lathe(barrel, 40), bright, at(*path[-1]) @ at(x * h) @ turned(90, 'Y') @ sized(1.1 * h, 1.1 * h, long * h))
        return Model().place(one, at(-8.0, 1.5) @ turned(52)).place(one, at(8.0, -1.5) @ turned(32))

    return weighed(build, pair_of)


@piece('tops', 8, *shots(0.78))
def jharokha(pair_of):
    silver = alloy(pair_of)

    def build(h):
        window, thick = Model(), 0.20 * h
        arch = [Vector((-9, -16.6, 0)), Vector((-9, -3, 0))]
        for k in range(7):
            a0, a1 = 180 - 180 * k / 7, 180 - 180 * (k + 1) / 7
            for i in range(1, 9):
                t = i / 8
                a = a0 + (a1 - a0) * t
                r = 9 * (1 + 0.10 * math.sin(math.pi * t))
                arch.append(polar(r, a) + Vector((0, -3 + (2.2 * math.sin(math.radians(a)) ** 8), 0)))
        arch += [Vector((9, -16.6, 0))]
        # plain wire frames the fine twisted work, as the filigree workers of Karimnagar and Cuttack do
        window.place(wire(silver, arch, 0.62 * h))
        window.place(beads_along(silver, [Vector((p.x * 1.10, -3 + (p.y + 3) * 1.10 if p.y > -3 else p.y, 0)) for p in arch], 0.36))
        inner = [Vector((p.x * 0.87, -3 + (p.y + 3) * 0.87 if p.y > -3 else p.y, 0)) for p in arch]
        window.place(twisted_wire(silver, inner, thick, pitch=thick * 6))
        window.place(wire(silver, [Vector((-10.2, -17.0, 0)), Vector((10.2, -17.0, 0))], 0.75 * h))
        window.place(twisted_wire(silver, [Vector((-9, -15.9, 0)), Vector((9, -15.9, 0))], thick, pitch=thick * 6))
        for row, y in enumerate((-13.5, -9.7, -5.9, -2.1)):
            for c in range(4):
                x = (c - 1.5) * 3.75
                flip = 1 if (row + c) % 2 else -1
                window.place(twisted_wire(silver, [Vector((flip * p.x, p.y, 0)) + Vector((x, y, 0)) for p in volute(2.0, 1.35, 90)], thick * 0.66, pitch=thick * 4.4))
        # every scroll is soldered to its neighbours and to the frame, with a grain on each joint
        window.place(grains(silver, [Vector(((c - 1.5) * 3.75, -11.5 + 3.8 * row, 0.05)) for row in range(3) for c in range(4)], 0.42, 12))
        for x, y, size, turn in ((-2.1, 2.0, 1.95, 60), (2.1, 2.0, 1.95, 120), (0, 4.7, 1.55, -90), (0, 6.8, 0.8, -90), (-5.2, 1.2, 1.4, 60), (5.2, 1.2, 1.4, 120), (-3.5, 4.2, 1.0, 60), (3.5, 4.2, 1.0, 120)):
            window.place(twisted_wire(silver, [Vector((math.copysign(1, x) * -p.x, p.y, 0)) + Vector((x, y, 0)) for p in volute(size, 1.35, turn)], thick * 0.66, pitch=thick * 4.4))
        joints = [(0, 2.6), (0, 6.1), (0, 7.6)] + [(side * x, y) for side in (-1, 1) for x, y in ((1.35, 3.75), (4.0, 1.6), (6.6, 1.2), (2.9, 3.6), (4.3, 4.8))]
        window.place(grains(silver, [Vector((x, y, 0.05)) for x, y in joints], 0.42, 14))
        hung = Model().place(window, FACING_US)
        drop = Model().add(leaf(6.4, 3.4, 0.45, 0.2), silver, turned(180) @ at(0, 1.0, 0)).place(jump_ring(silver, 0.7, 0.18), at(0, -0.4, 0) @ turned(90, 'Y'))
        drop.place(grains(silver, [Vector((0, -7.8, 0.1))], 0.5, 14))
        for i in range(5):
            hung.place(drop, at((i - 2) * 4.3, 0, -17.6) @ FACING_US)
        top = Model().add(hoop(4.1, 0.5, 72, 12), silver)
        for i in range(6):
            top.place(twisted_wire(silver, [p + polar(2.35, 60 * i) for p in volute(1.2, 1.5, 60 * i)], thick * 0.72, pitch=thick * 4.4))
        top.place(grains(silver, [Vector((0, 0, 0.3))], 1.0, 20)).place(grain_ring(silver, 4.75, 34, 0.36, 0))
        one = Model().place(top, FACING_US).place(post(silver)).place(jump_ring(silver, 0.85, 0.2), at(z=-5.1) @ turned(90, 'Y')).place(jump_ring(silver, 0.8, 0.2), at(z=-6.3))
        return pair(one.place(hung, at(z=-15.8)), 31, 6)

    return weighed(build, pair_of, 0.6, 1.6)


@piece('tops', 9, *shots(0.72, 1.5, 3.6, elevation=9))
def mukta(pair_of):
    gold = alloy(pair_of)

    def build(h):
        one = Model().add(ball(3.5, 48), pearl(), at(z=1.1) @ sized(1, 1, 0.78))
        one.add(lathe([(0, -1.8), (2.2, -1.7), (3.6, -0.7), (4.5, 0.25), (4.25, 0.45), (3.4, 0.0), (0, -1.8 + 0.7 * h)], 72), gold)
        one.place(grain_ring(gold, 4.02, 30, 0.42, 0.62))
        return pair(Model().place(one, FACING_US).place(post(gold, 9, 0.45)), 15, 12)

    return weighed(build, pair_of)
