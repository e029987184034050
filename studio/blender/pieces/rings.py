"""The 32 rings. A ring stands about the Y axis (the finger), its head at +Z; right and left are ±X."""
import math
from functools import lru_cache

from mathutils import Vector

import gems
from findings import (around, beads_along, bezel_wall, cabochon, carve, claws, cup_petal, drilled, grain_ring, grains,
                      melee, set_in_bezel, stone, twisted_wire, volute, wire)
from geometry import (TAU, UP, at, ball, box, chance, circle, court, curled_petal, even_path, evenly, hoop, lathe, mesh_of,
                      outward, petal_outline, plate, polar, ring_path, rounded_ends, rounded_tip, sized, smooth, standing,
                      superellipse, sweep, tube_faces, turn_outwards, turned)
from materials import METAL_NAMED, cats_eye, enamel, metal, opaque_stone, pearl, polki
from model import Model
from pieces import Shot, piece, weighed

INNER_RADIUS = {'Female': 8.3, 'Unisex': 9.0, 'Male': 9.9}  # mm: Indian sizes 12, 17 and 23

# How rings are photographed: the head a little towards the lens; bands turned to show their width.
NODDING = turned(14) @ turned(24, 'X')
FACING = turned(-20) @ turned(40, 'X')  # flat faces mirror the soft edge of the key
BAND = turned(50) @ turned(-14, 'X')
ASIDE = turned(-38)
LYING = turned(24) @ turned(90, 'X')

SOLITAIRE = Shot(pose=turned(16) @ turned(12, 'X'), azimuth=-12, elevation=22), Shot('cocoa', pose=NODDING, azimuth=22, elevation=30, fill=0.8)
HEADED = Shot(pose=NODDING, azimuth=-10, elevation=26), Shot('cocoa', pose=turned(-18) @ turned(30, 'X'), azimuth=18, elevation=34, fill=0.8)
FACED = Shot(pose=FACING, azimuth=4, elevation=26, front=0.9), Shot('cocoa', pose=turned(-34) @ turned(26, 'X'), azimuth=6, elevation=34, fill=0.8, front=0.6)
BANDED = Shot(pose=BAND, azimuth=-6, elevation=26, front=0.5), Shot('cocoa', pose=LYING, azimuth=-14, elevation=28, fill=0.78, front=0.8)


def alloy(ring, finish='polished'):
    return metal(METAL_NAMED[ring['metal']], finish)


def inner(ring):
    return INNER_RADIUS[ring['gender']]


def around_finger(radius, degrees, y=0.0):
    """A point over the finger, degrees from the top towards +X."""
    a = math.radians(degrees)
    return Vector((radius * math.sin(a), y, radius * math.cos(a)))


def from_top(t):
    """0 at the top of a ring path, 1 at its bottom."""
    return abs(((t + 0.5) % 1) - 0.5) * 2


def ease(k, start=0.0, end=1.0):
    x = max(0.0, min(1.0, (k - start) / (end - start)))
    return x * x * (3 - 2 * x)


def shank(radius, width, height, material, outline=court):
    """A band of inner `radius`; width and height in mm, or functions of the place (0 top, 1 bottom)."""
    w = width if callable(width) else lambda k: width
    h = height if callable(height) else lambda k: height
    inside = 0.28 * h(0.5) if outline is court else 0.0
    return Model().add(sweep(ring_path(radius + inside, 320), lambda t: outline(w(from_top(t)), h(from_top(t))),
                             closed=True, up=outward), material)


def flat_outline(width, height, edge=0.18):
    """A flat band: straight sides, bevelled edges, inside on the path."""
    w, e = width / 2, edge
    return [(-w + e, 0), (w - e, 0), (w, e), (w, height - e), (w - e, height), (-w + e, height), (-w, height - e), (-w, e)]


def swelled(outline, swell=0.022):
    """The outline with its longer sides swelling a little, as polishing leaves them: a true plane mirrors one grey."""
    out = []
    for (x, y), (u, v) in zip(outline, outline[1:] + outline[:1]):
        rise = swell if math.hypot(u - x, v - y) > 0.4 else 0
        for k in (i / 6 for i in range(6)):
            off = 4 * k * (1 - k) * rise
            out.append((x + (u - x) * k + (v - y) * off, y + (v - y) * k - (u - x) * off))
    return out


def channel_outline(width, height, gap, depth):
    """A band with a channel for stones between two rails."""
    w, g, e = width / 2, gap / 2, 0.14
    return [(-w + e, 0), (w - e, 0), (w, e), (w, height - e), (w - e, height), (g, height), (g, height - depth),
            (-g, height - depth), (-g, height), (-w + e, height), (-w, height - e), (-w, e)]


def crown_point(girdle, inset, over=0.0):
    """(radius, z) on the crown of a round brilliant, `inset` from its edge, and `over` mm off its surface."""
    slope = math.radians(34.5)
    return girdle / 2 - inset + over * math.sin(slope), 0.015 * girdle + inset * math.tan(slope) + over * math.cos(slope)


def prongs(material, girdle, count, z_girdle, z_base, r_base, wire_radius=0.40, start=0.0):
    """Claws that run up beside the girdle and then lie on the crown, a little sunk into each other."""
    radius, tip = girdle / 2, 0.10 * girdle
    line = [(r_base, z_base - z_girdle), (r_base * 0.35 + radius * 0.65, (z_base - z_girdle) * 0.45),
            (radius + wire_radius * 0.62, -0.12), crown_point(girdle, -0.02 * girdle, 0.66 * wire_radius),
            crown_point(girdle, 0.5 * tip, 0.62 * wire_radius), crown_point(girdle, tip, 0.5 * wire_radius)]
    path = smooth([Vector((x, 0, z_girdle + z)) for x, z in line], 10)
    mesh = sweep(path, circle(wire_radius, 16), up=(1, 0, 0.01), scale=lambda t: (1.05 - 0.25 * t) * rounded_tip(t, 0.94))
    return around(mesh, count, material, start)


def peg_claw(girdle, rise, wire_radius):
    """A claw in XZ, its stone's girdle at z = 0: it leaves the foot of the head steeply, opens like a tulip, stands upright beside
    the girdle and lies down on the crown in a round tip."""
    radius, reach = girdle / 2, 0.085 * girdle
    line = [(0.36, -rise - 0.7), (0.42, -rise + 0.05), (0.28 * radius + 0.3, -rise * 0.84), (0.72 * radius + 0.16, -rise * 0.47),
            (radius + 0.38 * wire_radius, -0.1 * girdle), (radius + 0.52 * wire_radius, -0.01 * girdle),
            crown_point(girdle, 0.3 * reach, 0.66 * wire_radius), crown_point(girdle, reach, 0.5 * wire_radius)]
    path, length = even_path(smooth([Vector((x, 0, z)) for x, z in line], 24), 121)
    return path, sweep(path, circle(wire_radius, 20), up=(1, 0, 0.01), angle=80,
                       scale=lambda t: (1.08 - 0.26 * t) * rounded_tip(t, 1 - 0.8 * wire_radius / length))


def peg_head(material, girdle, count, rise, wire_radius, start):
    """A head on a peg, its stone's girdle at z = 0: its claws grow out of a round foot that is let into the band, and a
    gallery wire joins them below the stone."""
    path, claw = peg_claw(girdle, rise, wire_radius)
    foot = [(0, -0.95), (0.74, -0.95), (0.75, -0.45), (0.72, -0.2), (0.64, 0.0), (0.55, 0.16), (0.4, 0.27), (0, 0.32)]
    out = around(claw, count, material, start).add(lathe(foot, 48, 60), material, at(z=-rise))
    joint = min(path[:90], key=lambda p: abs(p.z + 0.5 * rise))
    return out.add(hoop(round(joint.x, 3), 0.24, 64, 12), material, at(z=joint.z))


def solitaire(ring, carat, claw_count, width, height, rise, start, kind='diamond', outline=court, claw_wire=0.34):
    """A claw-set round stone on a shank; `rise` is the girdle's height over the band."""
    gold, r, girdle = alloy(ring), inner(ring), gems.round_of_carat(carat)
    z_girdle = r + (height(0) if callable(height) else height) + rise
    out = shank(r, width, height, gold, outline)
    out.place(stone(kind, girdle), at(z=z_girdle) @ turned(11))
    return out.place(peg_head(gold, girdle, claw_count, rise, claw_wire, start), at(z=z_girdle))


# a band leans back, so that its stones or its pattern, and not its flat side, meet the light
LEANING_BAND = BANDED[0], Shot('cocoa', pose=turned(-24) @ turned(38, 'X'), azimuth=12, elevation=34, fill=0.8, front=0.4)


@piece('rings', 801, *SOLITAIRE)
def chandrika(ring):
    return weighed(lambda h: solitaire(ring, 0.5, 4, lambda k: (1.8 + 0.5 * k) * h, lambda k: (1.6 + 0.1 * k) * h, 2.75, 45), ring)


@piece('rings', 802, *HEADED)
def noor(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        top, out = r + 1.55 * h, Model()

        def outline(t):
            share = from_top(t)
            depth = 0.75 if 0.05 < share < 0.56 else 0.0
            return channel_outline(2.1 * h, 1.55 * h, 1.2, depth)

        out.add(sweep(ring_path(r, 480), outline, closed=True, up=outward), gold)
        spots = []
        for side in (-1, 1):
            for i in range(8):
                p = around_finger(top - 0.02, side * (17 + i * 8.2))
                spots.append((p, p, (0, 1, 0)))
        out.place(melee('diamond', spots, 1.22, gold, 0.16))
        z, girdle = top + 3.1, gems.round_of_carat(0.4)
        out.place(stone('diamond', girdle), at(z=z + 0.25))
        out.place(claws(gold, girdle, 4, z + 0.25, top - 0.3, 1.1, 0.34, 45))
        halo, d = girdle / 2 + 0.92, 1.22
        rail = [(halo - 0.74, z - 0.35), (halo + 0.74, z - 0.35), (halo + 0.80, z - 0.02), (halo + 0.66, z + 0.08),
                (halo + 0.50, z - 0.34 + 0.02), (halo - 0.50, z - 0.32), (halo - 0.62, z + 0.08), (halo - 0.78, z), (halo - 0.74, z - 0.35)]
        out.add(lathe(rail, 160), gold)
        ring_spots = [(polar(halo, 360 * i / 16, z + 0.10), UP, polar(1, 360 * i / 16)) for i in range(16)]
        out.place(melee('diamond', ring_spots, d))
        out.place(grain_ring(gold, halo - 0.48, 16, 0.15, z + 0.14, 11.25)).place(grain_ring(gold, halo + 0.50, 16, 0.17, z + 0.14, 11.25))
        out.place(beads_along(gold, [polar(halo + 0.86, 360 * i / 120, z - 0.06) for i in range(120)], 0.14, closed=True, sides=8))
        out.add(lathe([(halo - 0.1, z - 0.5), (halo + 0.45, z - 0.3), (1.5, top - 0.2), (1.0, top - 0.2), (halo - 0.1, z - 0.5)], 72), gold)
        return out

    return weighed(build, ring)


def engraved_leaf(length, width, cut=0.11):
    """A leaf that falls over, its midrib and side veins cut by a graver."""
    across, along = 121, 161
    mesh = curled_petal(length, width, 0.55, -1.9, cup=-0.24, tip=1.6, base=0.85, nu=across, nv=along, vein=0.24)
    for vertex in list(mesh.vertices)[:across * along]:  # the upper side
        side, up = abs(vertex.co.x), vertex.co.y
        for start in (0.16, 0.32, 0.48, 0.63):
            off = abs(up - start * length - 0.95 * side) / 1.38
            if off < 0.13:  # rounded: a sharp groove would show the steps of the mesh
                vertex.co.z -= cut * (0.5 + 0.5 * math.cos(math.pi * off / 0.13)) * max(0, min(1, (1.55 - side) / 0.5))
    mesh.update()
    return mesh


@piece('rings', 803, *HEADED)
def tulsi(ring):
    gold, r = alloy(ring), inner(ring)
    blade = engraved_leaf(6.6, 3.6)

    def build(h):
        out = solitaire(ring, 0.4, 6, lambda k: (1.9 + 0.4 * k) * h, 1.55 * h, 3.0, 30)
        for side in (-1, 1):
            where = around_finger(r + 1.55 * h + 0.45, side * 15)
            along = Vector((side * math.cos(math.radians(15)), -0.28, -math.sin(math.radians(15))))
            out.add(blade, gold, standing(where, where, along.cross(where)))
        return out

    return weighed(build, ring)


@piece('rings', 804, *HEADED)
def gulab(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        top, girdle = r + 1.5 * h, gems.round_of_carat(0.35)
        out = shank(r, 2.3 * h, 1.5 * h, gold)
        for side in (-1, 1):
            path = [around_finger(r + 1.05 * h, a, side * 1.12 * h) for a in range(0, 360, 2)]
            out.place(beads_along(gold, path, 0.17, closed=True, sides=8))
        petal = cup_petal([(0.7, 0.0), (2.1, 0.7), (3.0, 2.3), (3.35, 3.6), (4.3, 4.15)], 44, 0.5, 1.0, ruffle=-0.25)
        out.place(around(petal, 5, gold, 90), at(z=top - 0.4))
        inside = cup_petal([(0.7, 0.0), (1.6, 0.9), (2.3, 2.3), (2.55, 3.3), (2.95, 3.75)], 44, 0.4, 1.0)
        out.place(around(inside, 5, gold, 126), at(z=top - 0.2))
        out.place(stone('diamond', girdle), at(z=top + 3.1))
        return out.place(claws(gold, girdle, 5, top + 3.1, top, 1.1, 0.30, 126))

    return weighed(build, ring)


def knife_edge(width, height):
    w = width / 2
    return [(-w + 0.2, 0), (w - 0.2, 0), (w, 0.25), (w * 0.97, height * 0.42), (0.12, height), (-0.12, height), (-w * 0.97, height * 0.42), (-w, 0.25)]


@piece('rings', 805, *SOLITAIRE)
def himadri(ring):
    return weighed(lambda h: solitaire(ring, 1.0, 6, lambda k: (1.7 + 1.1 * ease(k)) * h, lambda k: (1.6 + 0.35 * k) * h, 3.5, 30,
                                       outline=knife_edge, claw_wire=0.4), ring)


@piece('rings', 806, *LEANING_BAND)
def saptapadi(ring):
    satin, bright, r = alloy(ring, 'satin'), alloy(ring), inner(ring)

    def build(h):
        width, height = 5.2, 1.25 * h
        w, line, outline = width / 2 - 0.35, [], []
        step = 2 * w / 8
        for i in range(7):
            x = w - step * (i + 1)
            line += [(x + 0.13, height), (x, height - 0.24), (x - 0.13, height)]
        outline = [(-w, 0.1), (w, 0.1), (w, height)] + line + [(-w, height)]
        out = Model().add(sweep(ring_path(r, 360), outline, closed=True, up=outward, angle=20), satin)
        out.add(sweep(ring_path(r, 360), [(-w, 0), (w, 0), (w, 0.12), (-w, 0.12)], closed=True, up=outward), bright)
        for side in (-1, 1):
            rail = sweep([p + Vector((0, side * (w + 0.12), 0)) for p in ring_path(r + height * 0.5, 360)],
                         superellipse(0.32, height * 0.53, 2.6, 28), closed=True, up=lambda t, p: Vector((p.x, 0, p.z)))
            out.add(rail, bright)
        return out

    return weighed(build, ring)


@piece('rings', 807, BANDED[0], LEANING_BAND[1])
def dhruva(ring):
    bright, brushed, r = alloy(ring), alloy(ring, 'brushed'), inner(ring)

    def build(h):
        width, height, bevel = 5.4, 1.25 * h, 0.85
        w = width / 2
        core = [(-w + 0.2, -0.02), (0, -0.10), (w - 0.2, -0.02), (w, 0.25), (w, height - bevel * 0.75), (w - bevel, height - 0.03),
                (-w + bevel, height - 0.03), (-w, height - bevel * 0.75), (-w, 0.25)]
        out = Model().add(sweep(ring_path(r + 0.1, 400), core, closed=True, up=outward, angle=20), bright)
        skin = [(-w + bevel, height - 0.12), (w - bevel, height - 0.12), (w - bevel, height), (-w + bevel, height)]
        return out.add(sweep(ring_path(r + 0.1, 400), skin, closed=True, up=outward, angle=20), brushed)

    return weighed(build, ring)


def kundan_stone(gold, outline, seed, high):
    """A flat polki of this outline, its girdle at z = 0, with its crown ground by hand, and round it the foil edge that is
    pushed against it: a low wall whose height and width waver."""
    dice = chance(seed)
    planes = [(UP, high), (-UP, 0.3)]
    for k in range(7):  # few broad facets about the table, none like the next
        a = TAU * (k + dice.uniform(-0.3, 0.3)) / 7
        lean = math.radians(dice.uniform(13, 24))
        flat = Vector((math.cos(a), math.sin(a), 0))
        farthest = max(x * flat.x + y * flat.y for x, y in outline)
        planes.append((flat * math.sin(lean) + UP * math.cos(lean), farthest * math.sin(lean) + high * 0.3 * math.cos(lean)))
    for (x, y), (u, v) in zip(outline, outline[1:] + outline[:1]):
        flat = Vector((v - y, x - u, 0)).normalized()
        planes.append((flat, flat.dot(Vector((x, y, 0)))))
    out = Model().add(gems.between_planes(planes), polki())
    waver = [(dice.uniform(0, TAU), n, dice.uniform(0.02, 0.05)) for n in (3, 5, 8)]

    def pushed(t, _k, x, y):
        off = sum(much * math.sin(n * TAU * t + start) for start, n, much in waver)
        return x * (1 + 0.8 * off), y * (1 + off) + 0.5 * off

    rim, _ = even_path([Vector((x, y, 0)) for x, y in outline], 120, closed=True)
    edge = [(-0.14, -0.85), (0.2, -0.85), (0.18, high * 0.5), (0.05, high * 0.62), (-0.12, high * 0.5)]
    return out.add(sweep(rim, edge, closed=True, up=UP, shape=pushed, angle=60), gold)


@piece('rings', 808, *FACED)
def jadau(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        out = shank(r, lambda k: (7.5 - 4.2 * ease(k, 0.1, 0.7)) * h, lambda k: (1.5 - 0.2 * k) * h, gold)
        z = r + 2.3
        head = [(0, -0.9), (8.0, -0.9), (8.9, -0.3), (9.1, 0.25), (8.7, 0.45), (8.3, 0.3), (5.0, 0.75), (0, 1.05)]
        out.add(lathe(head, 96, 30), alloy(ring, 'satin'), at(z=z))
        egg = evenly([(2.5 * math.cos(a), (1.88 + 0.4 * math.cos(a)) * math.sin(a)) for a in [TAU * i / 96 for i in range(96)]], 40)
        bud = plate(petal_outline(2.5, 1.9, 32, 1.4, 1.1), 0.3, 0.5, 0.14)
        out.add(lathe([(0, r + 0.4), (2.0, r + 0.4), (2.8, z - 0.8), (0, z - 0.8)], 48), gold)  # the head stands on it
        for i in range(8):  # the petals meet side by side, and begin at the wall of the middle stone; a bud stands in each cleft
            out.place(kundan_stone(gold, egg, i, 0.52), at(z=z + 1.0) @ turned(45 * i) @ at(5.72) @ turned(4, 'Y'))
            out.add(bud, gold, turned(45 * i - 67.5) @ at(0, 6.2, z + 0.3))
        out.place(kundan_stone(gold, evenly(circle(3.05, 60), 44), 5, 0.62), at(z=z + 1.5))
        out.place(beads_along(gold, [polar(9.0, a, z + 0.1) for a in range(0, 360, 2)], 0.36, closed=True))
        for i in range(8):
            out.add(plate(petal_outline(3.4, 2.3, 24), 0.25), enamel('red' if i % 2 else 'green'), at(z=z - 0.88) @ turned(45 * i) @ at(0, 3.6, 0) @ turned(180, 'Y'))
        return out

    return weighed(build, ring)


def round_navratna(gold, ring_radius, centre, small, depth):
    """The nine: ruby in the middle, then from the east clockwise as the tradition lays them. They stand on a plate that
    is open under them, `depth` below the girdles."""
    out = Model()
    out.place(set_in_bezel(gold, 'ruby', centre, depth=depth + 0.4, wall=0.30), at(z=0.4))
    order = [('diamond', False), ('pearl', True), ('coral', True), ('hessonite', False), ('sapphire', False),
             ('cats eye', True), ('yellow sapphire', False), ('emerald', False)]
    for i, (kind, opaque) in enumerate(order):
        where = at(*polar(ring_radius, 90 - 45 * i))
        if kind == 'pearl':
            out.add(ball(small * 0.5), pearl(), where @ at(z=0.15)).add(bezel_wall(small, small, depth, 0.24, 0.3), gold, where)
        elif kind == 'cats eye':
            out.add(gems.cabochon(small, small, small * 0.5), cats_eye(), where).add(bezel_wall(small, small, depth, 0.24, 0.3), gold, where)
        else:
            out.place(set_in_bezel(gold, kind, small, opaque=opaque, depth=depth, wall=0.24), where)
    return out


def under_navratna(ring_radius, centre, small):
    """Where the plate of the nine is drilled."""
    return [(at(), 0.46 * centre)] + [(at(*polar(ring_radius, 45 * i)), 0.44 * small) for i in range(8)]


def collet_seat(inside, flare, deep):
    """A foot on which a collet, up to this radius inside, widens into the plate that carries it, its top at z = 0."""
    return lathe([(inside, 0), (inside + 0.22, 0), (inside + 0.3, -0.3 * deep), (inside + flare, -deep), (inside, -deep), (inside, 0)], 40, 50)


@piece('rings', 809, *FACED)
def navratna(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        out = shank(r, lambda k: (6.4 - 3.2 * ease(k, 0.05, 0.75)) * h, lambda k: (1.55 - 0.1 * k) * h, gold)
        z = r + 1.5 * h + 1.6
        out.place(round_navratna(gold, 4.6, 4.0, 2.7, 0.7), at(z=z))
        head = [(0, z - 1.9), (5.3, z - 1.9), (6.2, z - 1.4), (6.5, z - 0.7), (6.4, z - 0.45), (6.1, z - 0.36), (4.6, z - 0.18),
                (2.4, z), (0, z + 0.08)]
        out.add(drilled(lathe(head, 80, 30), under_navratna(4.6, 4.0, 2.7), 3 * z), gold)
        small, large = collet_seat(1.52, 0.46, 0.36), collet_seat(2.2, 0.5, 0.4)
        for i in range(8):
            out.add(small, gold, at(*polar(4.6, 45 * i, z + 0.06)))
        out.add(large, gold, at(z=z + 0.34))
        out.place(grain_ring(gold, 6.55, 44, 0.34, z - 0.7))
        out.place(grain_ring(gold, 2.98, 8, 0.26, z + 0.06, 22.5))
        return out

    return weighed(build, ring)


@piece('rings', 810, *FACED)
def mayura(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        out = shank(r, lambda k: (5.2 - 2.6 * ease(k, 0.05, 0.6)) * h, lambda k: (1.5 - 0.1 * k) * h, gold)
        z = r + 1.5 * h - 0.3
        bird, root, step = Model(), Vector((0, -3.6, 0)), 22.5
        # the fan is one plate with a scalloped rim; enamel fills the feathers that are cut into it
        rim = []
        for i in range(181):
            a = -6 + 192 * i / 180
            rim.append(root + polar(9.1 + 0.45 * abs(math.cos(math.radians((a - 90) / step * 180))) ** 0.7, a))
        fan = evenly([(p.x, p.y) for p in rim] + [(-2.6, -5.2), (0, -5.9), (2.6, -5.2)], 220)
        bird.add(plate(fan, 1.1, 0.0, 0.3, rings=4), gold)
        for row, (count, radius, length, width) in enumerate(((9, 4.9, 4.0, 2.5), (7, 2.1, 2.8, 1.55))):
            shape = petal_outline(length, width, 40, 1.12, 1.5)
            edge = [Vector((x, y, 1.2)) for x, y in shape]
            for i in range(count):
                where = at(*root) @ turned((i - (count - 1) / 2) * (step if row == 0 else 26)) @ at(0, radius, 0)
                bird.add(plate(shape, 0.32, 0.06, 0.1), enamel('blue' if (i + row) % 2 else 'green'), where @ at(z=0.9))
                bird.add(sweep(edge, circle(0.17, 8), closed=True, up=UP), gold, where)
                if row == 0:
                    eye = where @ at(0, length * 0.70, 1.1)
                    bird.add(lathe([(0, 0), (0.62, 0), (0.64, 0.18), (0.5, 0.3), (0, 0.32)], 24), gold, eye)
                    if i % 2 == 0:
                        bird.add(gems.cabochon(0.84, 0.84, 0.3), enamel('red'), eye @ at(z=0.28))
        body = smooth([Vector(p) for p in ((0, -8.2, 1.1), (0, -7.0, 1.5), (0, -5.4, 1.9), (-0.1, -3.8, 2.1), (-0.5, -2.3, 2.2), (-0.35, -0.9, 2.3), (0.35, -0.2, 2.3), (1.0, -0.35, 2.3))], 12)
        girth = lambda t: (0.50 + 1.15 * math.exp(-((t - 0.22) / 0.16) ** 2) + 0.22 * math.exp(-((t - 0.88) / 0.07) ** 2)) * rounded_ends(t, 0.08)
        bird.add(sweep(body, circle(1, 24), up=UP, scale=girth), gold)
        bird.add(gems.cabochon(3.4, 1.7, 0.7), enamel('blue'), at(0, -6.0, 3.05) @ turned(12, 'X') @ turned(90))
        bird.add(sweep([Vector((0.9, -0.3, 2.3)), Vector((1.6, -0.55, 2.25)), Vector((2.1, -0.95, 2.2))], circle(0.36, 12), up=UP, scale=lambda t: 1 - 0.8 * t), gold)
        for k in (-1, 0, 1):
            tip = Vector((0.1 + 0.6 * k, 1.35 - 0.18 * abs(k), 2.5))
            bird.place(wire(gold, [Vector((0.3, 0.0, 2.4)), tip], 0.13, sides=8)).place(grains(gold, [tip], 0.26))
        bird.place(grains(enamel('black'), [Vector((0.75, -0.2, 2.95))], 0.17))
        return out.place(bird, at(0, 0.8, z))

    return weighed(build, ring)


@piece('rings', 811, LEANING_BAND[0]._replace(set='ivory, clear stones'), LEANING_BAND[1]._replace(set='cocoa, clear stones'))
def ananta(ring):
    gold, r = alloy(ring), inner(ring)
    seat = lathe([(0, -3), (0.62, -3), (0.62, -0.95), (1.0, -0.5), (1.0, 1), (0, 1)], 32)
    # one oval tip lies on the edges of both neighbours
    claw = lathe([(0, -0.9), (0.28, -0.9), (0.24, -0.12), (0.30, 0.0), (0.36, 0.10), (0.34, 0.22), (0.24, 0.31), (0.1, 0.35), (0, 0.36)], 24, 60)

    def build(h):
        height, d, count = 0.88 * h, 2.3, 20
        rr = r + height + 0.55
        band, out = sweep(ring_path(r, 400), swelled(flat_outline(2.3 * h, height, 0.2), 0.03), closed=True, up=outward, angle=25), Model()
        for i in range(count):
            p = around_finger(rr, 360 * i / count)
            band = carve(band, seat, standing(p, p, (0, 1, 0)))
            out.place(stone('diamond', d), standing(p, p, (0, 1, 0)))
            q = around_finger(1, 360 * (i + 0.5) / count)
            for y in (-0.52, 0.52):
                out.add(claw, gold, standing(q * (rr - 0.06), q, (q.z, 0, -q.x)) @ at(y=y) @ sized(1.74, 0.8, 1))
        return out.add(band, gold)

    return weighed(build, ring, 0.6, 1.15)


def arched_head(material, girdle, z_girdle, top, wire_radius):
    """Four claws on a foot that is soldered into the band at `top`; the wall between them is cut away into arches below a rail."""
    foot, low, rail = 0.5, top + 0.06, top + 0.55 * (z_girdle - top)
    wide = 0.35 * foot + 0.325 * girdle  # over the claws where the rail joins them
    out = prongs(material, girdle, 4, z_girdle, top - 0.12, foot, wire_radius, 45)
    out.add(lathe([(0, top - 0.9), (0.5, top - 0.9), (0.6, top - 0.4), (0.72, top + 0.05), (0.5, top + 0.2), (0, top + 0.2)], 40), material)
    arch = []
    for k in range(-20, 21):
        rise = 1 - abs(k / 20) ** 2.6
        arch.append(polar(foot + (wide - foot) * rise, 45 * k / 20, low + (rail - low) * rise))
    out.place(around(wire(material, arch, 0.2), 4))
    return out.add(hoop(round(wide, 3), 0.24, 64, 12), material, at(z=rail))


@piece('rings', 812, *HEADED)
def tridevi(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        top = r + 1.6 * h
        out = shank(r, lambda k: (2.0 + 0.5 * k) * h, 1.6 * h, gold)
        for degrees, carat in ((0, 0.4), (21.6, 0.2), (-21.6, 0.2)):
            girdle = gems.round_of_carat(carat)
            rise = 2.75 if carat == 0.4 else 2.2
            p = around_finger(1, degrees)
            seat = standing(p * 0, p, (0, 1, 0))
            out.place(stone('diamond', girdle), seat @ at(z=top + rise) @ turned(9))
            out.place(arched_head(gold, girdle, top + rise, top, 0.34), seat)
        return out

    return weighed(build, ring)


@piece('rings', 813, Shot(pose=turned(-26) @ turned(30, 'X'), azimuth=-8, elevation=26), Shot('cocoa', pose=turned(-40) @ turned(24, 'X'), azimuth=14, elevation=34, fill=0.8))
def lehar(ring):
    gold, r = alloy(ring), inner(ring)

    def wave(a):
        return 2.3 * math.sin(1.9 * a) * math.exp(-(a / 1.05) ** 2)

    def build(h):
        height = 1.6 * h
        path = [Vector((r * math.sin(a), wave((a + math.pi) % TAU - math.pi), r * math.cos(a))) for a in [TAU * i / 400 for i in range(400)]]
        band = sweep([p + Vector((p.x, 0, p.z)) * (0.28 * height / r) for p in path], court(2.5 * h, height), closed=True, up=lambda t, p: Vector((p.x, 0, p.z)))
        out = Model()
        seats = []
        for i, a in enumerate((0.30, 0.50, 0.72)):
            p = Vector((math.sin(a), 0, math.cos(a))) * (r + height * 0.985) + Vector((0, wave(a), 0))
            seats.append(standing(p, Vector((p.x, 0, p.z))))
        # the burnished edge follows the dome of the band
        edge = [Vector((p.x, p.y, 0.02 - 0.30 * (p.y / 0.95) ** 2 - 0.05 * (p.x / 0.95) ** 2)) for p in (polar(0.95, 6 * i) for i in range(60))]
        for seat in seats:
            band = carve(band, lathe([(0, -1.3), (0.45, -1.3), (0.92, -0.46), (0.92, 0.6), (0, 0.6)], 32), seat)
            out.place(stone('diamond', 1.75), seat @ at(z=-0.36))
            out.place(wire(gold, edge, 0.09, True), seat)
        return out.add(band, gold)

    return weighed(build, ring)


@piece('rings', 814, Shot(pose=FACING, azimuth=4, elevation=26, front=0.3), Shot('cocoa', pose=NODDING, azimuth=26, elevation=34, fill=0.8, front=0.3))
def bandhan(ring):
    """Two bights, each with its legs through the other: along the finger's round (s), across it (y), and how high."""
    gold, r = alloy(ring), inner(ring)
    # set so that the wires touch one another and pass through nowhere: the legs of the other lie over the first bight
    ways = [(-9.5, 0.69, 0.0), (-6.2, 0.70, 0.09), (-3.7, 1.11, 0.20), (-2.1, 1.28, 0.87), (0.0, 2.31, 1.74), (2.0, 2.95, 1.19), (3.7, 1.90, 0.02), (4.35, 0.0, -0.08)]
    heights_of_the_other = [0.0, 0.57, 1.83, 1.46, -0.04, 1.0, 1.77, 1.73]

    def build(h):
        thick = 0.66 * h
        lane, centre = thick * 1.04, r + thick + 0.25 * h

        def over(s, y, height):
            a = s / (r + thick)
            radius = centre + max(height * h * 0.86, -0.05)
            return Vector((radius * math.sin(a), y * h, radius * math.cos(a)))

        def strand(side):
            """From the foot of the ring over the knot and back."""
            heights = [w[2] for w in ways] if side == -1 else heights_of_the_other
            leg = [(s, y, z) for (s, y, _), z in zip(ways, heights)]
            bight = [over(-side * s, y, z) for s, y, z in leg + [(s, -y, z) for s, y, z in reversed(leg[:-1])]]
            start = 9.5 / (r + thick)
            angles = [start + (math.pi - start) * i / 6 for i in range(1, 7)]  # about as far apart as the points above, or the curve has kinks
            under = [Vector((side * centre * math.sin(a), -lane, centre * math.cos(a))) for a in angles]
            return [Vector((p.x, lane, p.z)) for p in reversed(under)] + bight + under

        # The wires meet at the foot, where the ends of two would show a seam.
        loop = strand(-1) + strand(1)[-2:0:-1]
        return Model().add(sweep(smooth(loop, 10, closed=True), circle(thick, 20), closed=True), gold)

    return weighed(build, ring)


@piece('rings', 815, BANDED[0], LEANING_BAND[1])
def vachan(ring):
    matt, bright, r = alloy(ring, 'satin'), alloy(ring), inner(ring)

    def build(h):
        w, height = 2.3, 1.5 * h
        outline = [(-w + 0.25, 0.05), (0, -0.05), (w - 0.25, 0.05), (w, 0.3), (w, height - 0.15), (w - 0.15, height), (0.34, height),
                   (0.34, height - 0.4), (-0.34, height - 0.4), (-0.34, height), (-w + 0.15, height), (-w, height - 0.15), (-w, 0.3)]
        out = Model().add(sweep(ring_path(r, 360), outline, closed=True, up=outward, angle=25), matt)
        groove = [(-0.35, height - 0.5), (0.35, height - 0.5), (0.35, height - 0.06), (0.30, height - 0.22), (0, height - 0.36), (-0.30, height - 0.22), (-0.35, height - 0.06)]
        return out.add(sweep(ring_path(r, 360), groove, closed=True, up=outward, angle=50), bright)

    return weighed(build, ring)


@piece('rings', 816, *FACED)
def kataki(ring):
    silver, aged, r = alloy(ring), metal(METAL_NAMED[ring['metal']], 'antique', 1.6), inner(ring)

    def cupped(x, y, over=0.0):
        """A point of a petal: its sides rise from the midrib, and its tip curls."""
        return Vector((x, y, 0.13 * x * x + 0.010 * y * y + over))

    def coil(x, y, radius, turns):
        """Fine twisted wire, wound up between the midrib and the rim, soldered to both."""
        line = [cupped(x + math.copysign(1, x) * p.x, y + p.y) for p in volute(radius, turns, 180, 0.12, count=110)]
        return twisted_wire(aged, line, 0.085, pitch=0.5, sides=8, per_turn=10)

    petal = Model()
    rim = even_path([cupped(x, y) for x, y in petal_outline(6.6, 4.6, 64, 1.1, 1.25)], 110, True)[0]
    petal.add(sweep(rim, superellipse(0.13, 0.26, 3, 14), closed=True, up=UP), silver)  # a flat wire on edge, and a twisted one on it
    petal.place(twisted_wire(silver, [p + UP * 0.30 for p in rim], 0.11, closed=True, pitch=0.7, sides=8))
    petal.place(wire(silver, [cupped(0, 0.3 + 0.25 * i, 0.04) for i in range(26)], 0.13))
    for side in (-1, 1):
        petal.place(coil(side * 1.09, 4.45, 0.93, 2.1)).place(coil(side * 0.93, 2.70, 0.78, 1.9))
        petal.add(hoop(0.36, 0.10, 28, 8), silver, at(*cupped(side * 0.56, 5.66)) @ turned(side * -8, 'Y'))
        petal.place(grains(silver, [cupped(side * 1.09, 4.45, 0.1), cupped(side * 0.93, 2.70, 0.1)], 0.19))
    petal.place(grains(silver, [cupped(0, y, 0.16) for y in (1.5, 3.6, 5.2)], 0.21))

    def build(h):
        out, height = Model(), 1.2 * h
        for side in (-1, 1):  # two rails, which part on the shoulders and carry the flower between them
            apart = [0.60 * h + 1.15 * (1 - ease(abs(degrees), 12, 78)) for degrees in range(-180, 180)]
            rail = [around_finger(r + 0.28 * height, i - 180, side * y) for i, y in enumerate(apart)]
            out.add(sweep(rail, court(1.26 * h, height, 32), closed=True, up=lambda t, p: Vector((p.x, 0, p.z))), silver)
            for degrees, size in ((33, 0.74), (43, 0.52)):
                place = around_finger(r + 0.6 * height, side * degrees)
                scroll = [Vector((p.x, p.y, 0)) for p in volute(size, 1.8, 90, 0.12, count=90)]
                out.place(twisted_wire(aged, scroll, 0.11, pitch=0.6, sides=8, per_turn=10), standing(place, place, (0, 1, 0)))
            foot = around_finger(r + 0.62 * height, side * 50)
            out.place(grains(silver, [foot], 0.42, 16))
        z, bloom = r + height + 0.45, Model()
        for i in range(8):
            bloom.place(petal, turned(45 * i) @ at(0, 1.5, 0.0) @ turned(7, 'X'))
        bloom.place(twisted_wire(silver, [polar(1.78, a, 0.3) for a in range(0, 360, 6)], 0.16, closed=True))
        bloom.add(lathe([(0, 0.05), (1.45, 0.05), (1.56, 0.4), (1.48, 0.72), (1.3, 0.72), (1.2, 0.3), (0, 0.3)], 48), silver)
        bloom.add(ball(1.32, 32), silver, at(z=0.95))
        bloom.add(lathe([(0, -0.7), (1.5, -0.7), (1.9, -0.2), (1.6, 0.1), (0, 0.1)], 40), silver)
        return out.place(bloom, at(z=z))

    return weighed(build, ring, 0.6, 1.2)  # light, as its card says: with more, the shank would be that of a signet


def signet_body(r, material, half_length, half_width, height, bottom_width, bottom_height, face):
    """A shank that swells to a seat for a flat face at z = `face`; the shoulders are cut level there."""
    def outline(t):
        k = from_top(t)
        share = ease(k, 0.0, 0.62)
        return court(2 * half_width * (1 - share) + bottom_width * share, height * (1 - share) + bottom_height * share, 56)

    mesh = sweep(ring_path(r + 0.28 * height, 400), outline, closed=True, up=outward)
    for v in mesh.vertices:
        v.co.z = min(v.co.z, face)
    return Model().add(mesh, material)


@piece('rings', 817, *FACED)
def sardar(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        face = r + 1.95
        out = signet_body(r, gold, 6.5, 5.3, 2.3 * h, 3.6 * h, 1.35 * h, face - 0.25)
        oval = [(6.9 * math.cos(TAU * i / 96), 5.7 * math.sin(TAU * i / 96)) for i in range(96)]
        return out.add(plate(oval, 1.3, edge=0.32, rings=3), gold, at(z=face - 1.1))

    return weighed(build, ring)


def squared(profile, power=12):
    """A solid of square plan with softened corners: [(half its side, z)] from its foot to its top, closed below and above."""
    def plan(angle, _k, half, z):
        return half / (abs(math.cos(angle)) ** power + abs(math.sin(angle)) ** power) ** (1 / power), z

    return lathe([(0, profile[0][1]), *profile, (0, profile[-1][1])], 360, 24, plan)


def raised_shoulder(r, foot, rise, reach=64):
    """A flat panel on the shoulders of a ring, from the head down to `reach` degrees, where it dies into the band.
    `foot` is the (width, height) of the band by `from_top`, `rise` the step at the head."""
    def panel(t):
        k = abs(2 * t - 1) * reach / 180
        width, height = foot(k)
        left = 1 - ease(k, 0.10, reach / 180)
        top = height + rise * left - 0.12 * (1 - left)
        return swelled(flat_outline(width, top - 0.4, 0.16), 0.05)

    path = [around_finger(r + 0.4, degrees * reach / 90) for degrees in range(-90, 91)]
    return sweep(path, panel, up=outward, angle=24)


# a black stone mirrors the dark between the lamps: facing one it would be a grey gradient
@piece('rings', 818, Shot(pose=turned(-27) @ turned(43, 'X'), azimuth=4, elevation=28), Shot('cocoa', pose=turned(30) @ turned(27, 'X'), azimuth=6, elevation=34, fill=0.8))
def nishant(ring):
    bright, brushed, r = alloy(ring), alloy(ring, 'brushed'), inner(ring)

    def build(h):
        face = r + 2.5
        out = signet_body(r, brushed, 6, 4.9, 2.3 * h, 4.4 * h, 1.6 * h, face - 1.0)

        def foot(k):
            share = ease(k, 0.0, 0.62)
            return 7.8 * (1 - share) + 2.2 * share, (2.3 * (1 - share) + 1.6 * share) * h

        step = raised_shoulder(r, foot, 0.65)
        for vertex in step.vertices:
            vertex.co.z = min(vertex.co.z, face - 0.9)
        out.add(step, brushed)
        out.add(squared([(4.5, -2.6), (5.1, -2.0), (5.6, -1.3), (5.74, -1.05), (5.74, -0.8)]), brushed, at(z=face))
        # a crisp frame; the tablet stands in it to the foot of its narrow bevel, its table level with the frame
        out.add(squared([(5.5, -1.0), (5.84, -0.92), (5.90, -0.84), (5.90, 0.0), (5.80, 0.10), (5.44, 0.10), (5.36, 0.02), (5.36, -0.5)]), bright, at(z=face))
        tablet = squared([(5.3, -0.6), (5.40, -0.4), (5.40, -0.20), (5.00, 0.10)])
        return out.add(tablet, opaque_stone('onyx'), at(z=face))

    return weighed(build, ring)


@piece('rings', 819, *HEADED)
def haritha(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        out = shank(r, lambda k: (4.8 - 1.9 * ease(k, 0.1, 0.8)) * h, 1.5 * h, gold)
        z = r + 1.5 * h + 0.7
        out.place(cabochon('green onyx', 12.5, 9.6, 6.4), at(z=z) @ turned(90))
        oval = [Vector((4.95 * math.cos(TAU * i / 120), 6.4 * math.sin(TAU * i / 120), z + 0.25)) for i in range(120)]
        out.place(twisted_wire(gold, oval, 0.36, closed=True, pitch=2.0))
        out.add(plate([(5.25 * math.cos(TAU * i / 96), 6.7 * math.sin(TAU * i / 96)) for i in range(96)], 1.0, edge=0.2, rings=3), gold, at(z=z - 1.0))
        for side in (-1, 1):
            p = around_finger(r + 1.5 * h + 0.3, side * 37)
            frame = standing(p, p, (0, 1, 0))
            out.place(grains(gold, [Vector((0, 0.7 * side, 0.25)), Vector((0.62, -0.4 * side, 0.25)), Vector((-0.62, -0.4 * side, 0.25))], 0.62, 18), frame)
        return out

    return weighed(build, ring)


def tapering_collet(radius, deep, foot):
    """A collet that narrows from the lip over its stone, whose girdle is at z = 0, to a foot of this radius; its wall stands off
    the pavilion."""
    wall = [(radius - 0.12, 0.36), (radius + 0.1, 0.42), (radius + 0.26, 0.3), (radius + 0.3, 0.0), (radius + 0.16, -0.45),
            (foot + 0.3, -0.8 * deep), (foot + 0.32, -deep), (foot, -deep), (foot, -0.85 * deep), (radius - 0.3, -0.5),
            (radius - 0.02, -0.05), (radius, 0.08), (radius - 0.12, 0.36)]
    return lathe(wall, 72, 40)


@piece('rings', 820, *FACED)
def kamal(ring):
    satin, bright, r = alloy(ring, 'satin'), alloy(ring), inner(ring)

    def build(h):
        out = shank(r, lambda k: (2.6 - 0.3 * k) * h, 1.5 * h, bright)
        z = r + 1.5 * h - 0.1
        for count, start, profile, wide in ((8, 22.5, [(1.2, 0.1), (3.6, 0.25), (6.0, 1.3), (7.6, 3.0)], 21), (8, 0, [(1.2, 0.5), (2.9, 0.9), (4.3, 2.4), (5.0, 4.2)], 24)):
            out.place(around(cup_petal(profile, wide, 0.5, 1.7), count, satin, start), at(z=z))
        spots = []
        for i in range(5):
            d = polar(1, 90 + 45 * round(i * 8 / 5) + 22.5)
            spots.append(standing(d * 6.35 + Vector((0, 0, z + 1.95)), -d * 0.62 + UP, d) @ at(z=0.3))
        cup = lathe([(0, -0.72), (0.5, -0.66), (0.64, 0.0), (0.56, 0.02), (0.36, -0.46), (0, -0.54)], 32)
        rim = [(0.50, -0.1), (1.02, -0.6), (0.84, 0.10), (0.74, 0.2), (0.54, 0.17), (0.50, -0.1)]
        for seat in spots:  # the cups are white inside: rose gold would show through stones as small as these
            out.place(stone('diamond', 1.15), seat).add(cup, metal('white'), seat).add(lathe(rim, 36), bright, seat)
        return out.place(stone('pink tourmaline', 4.8), at(z=z + 2.55)).add(tapering_collet(2.4, 2.1, 1.25), bright, at(z=z + 2.55))

    return weighed(build, ring)


def pearl_cup(material, radius):
    """A cup on a short foot for a round pearl about the origin, with a rolled rim two fifths of the radius below its middle."""
    skin = radius + 0.32
    wall = [(skin * math.sqrt(1 - u * u), skin * u) for u in (-0.97, -0.9, -0.8, -0.7, -0.6, -0.5, -0.42)]
    inside = [((radius - 0.06) * math.sqrt(1 - u * u), (radius - 0.06) * u) for u in (-0.42, -0.6, -0.8, -0.97)]
    foot = [(0, -radius - 0.45), (1.15, -radius - 0.45), (1.0, -radius - 0.2)]
    rim = hoop(round((wall[-1][0] + inside[0][0]) / 2, 2), 0.24, 128, 16)
    return Model().add(lathe([*foot, *wall, *inside, (0, inside[-1][1])], 128, 50), material).add(rim, material, at(z=-0.42 * radius))


# in each half of a leaf: how far along it, how far from the midrib, diameter
LEAF_STONES = (-2.5, 0.56, 0.7), (-1.5, 0.78, 1.05), (-0.3, 0.9, 1.24), (0.92, 0.88, 1.12), (1.98, 0.7, 0.9), (2.82, 0.48, 0.62)


@piece('rings', 821, *HEADED)
def motia(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        top = r + 1.5 * h
        out = shank(r, lambda k: (1.9 + 0.3 * k) * h, 1.5 * h, gold)
        out.add(ball(3.5, 48), pearl(), at(z=top + 3.15))
        out.place(pearl_cup(gold, 3.5), at(z=top + 3.15))
        outline = [(x, y - 3.9) for x, y in petal_outline(7.8, 3.8, 40, 1.3, 1.0)]
        for side in (-1, 1):
            def bent(x, along, z):
                """On the band beside the pearl; the leaf is folded along its midrib."""
                return around_finger(top + z - 0.16 * abs(x), side * (34 + math.degrees(along / top)), x)

            blade = plate(evenly(outline, 90), 0.9, 0.0, 0.1, rings=12)
            rim = [bent(x * 0.95, y * 0.97, 0.3) for x, y in evenly(outline, 120)]
            for vertex in blade.vertices:  # the leaf lies close to the curve of the band
                vertex.co = bent(vertex.co.x, vertex.co.y, vertex.co.z - 0.6)
            turn_outwards(blade)
            seats = []
            for y, x, d in LEAF_STONES:
                for half in (-1, 1):
                    upward = bent(0, y, 1).normalized() + Vector((0, 0.16 * half, 0))
                    seats.append((standing(bent(half * x, y, 0.3), upward, (0, 1, 0)), d))
            out.add(drilled(blade, [(seat, 0.45 * d) for seat, d in seats], 1.2), gold)
            out.place(wire(gold, rim, 0.17, True)).place(wire(gold, [bent(0, 3.9 * k / 20, 0.34) for k in range(-19, 20)], 0.15))
            for seat, d in seats:
                out.place(stone('diamond', d), seat)
                for corner in (45, 135, 225, 315):
                    out.add(ball(0.13, 10), gold, seat @ at(*polar(0.5 * d, corner, 0.05)))
        return out

    return weighed(build, ring)


def band_across(middle, section, angles, rise):
    """A band round the finger whose sections all lie in planes through its axis, so that a pointed one has a clean mitre.
    `middle(a)` is where it runs along the finger, `section(a)` its outline, `rise` the radius of its path."""
    rows = [section(a) for a in angles]
    n, m = len(rows), len(rows[0])
    vertices = [Vector(((rise + up) * math.sin(a), middle(a) + x, (rise + up) * math.cos(a))) for a, row in zip(angles, rows) for x, up in row]
    faces = [(i * m + k, i * m + (k + 1) % m, (i + 1) % n * m + (k + 1) % m, (i + 1) % n * m + k) for i in range(n) for k in range(m)]
    return mesh_of('band', vertices, faces, 40)


@piece('rings', 822, *FACED)
def vanki(ring):
    gold, r = alloy(ring), inner(ring)

    def middle(a):
        """The V: how far the band runs towards the nail (-Y), by the angle from the top; its arms bow and run out softly."""
        return 1.7 * (1 - ease(abs(a), 0.5, 1.9)) - 5.6 * max(0.0, 1 - abs(a) / 1.05) ** 1.35

    def slant(a):
        """How much longer the band is along the finger than across, where its arms slant."""
        slope = (middle(abs(a) + 0.03) - middle(abs(a) + 0.01)) / 0.02 / (r + 1)
        return math.hypot(1, slope)

    def half_width(a):
        return (1.1 + 1.25 * (1 - ease(abs(a) / math.pi, 0.14, 0.42))) * slant(a)

    def build(h):
        height, out = 1.25 * h, Model()
        angles = [TAU * i / 480 - math.pi for i in range(480)]
        out.add(band_across(middle, lambda a: court(2 * half_width(a) * h, height, 64), angles, r + 0.28 * height), gold)

        def on_band(a, across=0.0, over=0.0):
            """A point on the domed face, `across` from its middle to its edge, 0 to 1."""
            fall = 0.72 * height * (1 - (1 - abs(across) ** (2 / 0.75)) ** (0.95 / 2))
            return around_finger(r + height - fall + over, math.degrees(a), middle(a) + across * half_width(a) * h)

        for side in (-1, 1):
            for i in range(4):
                a = side * (0.305 + 0.178 * i)
                d = 1.78 - 0.07 * i
                along = on_band(a + 0.02) - on_band(a - 0.02)
                seat = standing(on_band(a, over=-0.06), along.cross(Vector((0, 1, 0))), along)
                out.place(cabochon('kemp red', d, d, 0.34 * d), seat)
                out.add(bezel_wall(d, d, 0.5, 0.20, 0.15), gold, seat)
                out.place(grain_ring(gold, d / 2 + 0.26, 22, 0.085, 0.06), seat)
            line = [-1.02 + 2.04 * i / 160 for i in range(161)]
            out.place(wire(gold, [on_band(a, side * 0.93, 0.03) for a in line], 0.20))
            out.place(beads_along(gold, [on_band(a, side * 0.80, 0.05) for a in line], 0.19))
        seat = standing(on_band(0, -0.02, 0.02), UP) @ turned(-90) @ sized(0.86, 0.86, 1)  # within the band
        drop = evenly([(v.x, v.y) for v in smooth([Vector((2.5, 0, 0)), Vector((1.2, 1.0, 0)), Vector((-0.3, 1.5, 0)), Vector((-1.5, 1.05, 0)), Vector((-1.9, 0, 0)), Vector((-1.5, -1.05, 0)), Vector((-0.3, -1.5, 0)), Vector((1.2, -1.0, 0))], 8, closed=True)], 72)
        out.add(plate(drop, 0.5, 0.85, 0.1, rings=12), opaque_stone('kemp green'), seat @ at(z=-0.3))
        rim = [Vector((x, y, 0)) for x, y in drop]
        out.add(sweep(rim, superellipse(0.20, 0.42, 3, 14), closed=True, up=UP), gold, seat @ at(z=-0.05))
        out.place(beads_along(gold, [p * 1.16 + UP * 0.05 for p in rim], 0.12, closed=True, sides=8), seat)
        return out.place(grains(gold, [on_band(0, -1.0) + Vector((0, -0.25, 0.1))], 0.5, 18))  # on the point of the V

    return weighed(build, ring)


def lipped_channel(width, height, gap, depth, share):
    """A channel whose walls are burnished in at the top: `gap` lies between the lips. `share` is 1 beside the stones, less
    round the last of them, and 0 where the band is plain."""
    w, g, e = width / 2, max(gap / 2 * share, 0.01), 0.2
    under, down = g + 0.13 * share, min(1.0, 4 * share)
    right = [(-e, 0), (0, e), (0, height - e), (-0.35 * e, height - 0.35 * e), (-e, height)]
    right = [(w + x, y) for x, y in right] + [(g + 0.16, height), (g + 0.05, height - 0.02 * down), (g, height - 0.07 * down),
                                              (under, height - 0.16 * down), (under, height - (depth if share else 0))]
    return right + [(-x, y) for x, y in reversed(right)]


@piece('rings', 823, LEANING_BAND[0]._replace(set='ivory, clear stones', own=turned(20) @ turned(24, 'X'), azimuth=-10, elevation=36), LEANING_BAND[1]._replace(set='cocoa, clear stones'))
def tarang(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        height, d, sunk = 1.65 * h, 2.0, 0.17
        step = math.degrees(2.01 / (r + height - sunk))  # girdle to girdle

        def outline(t):
            past = (180 * from_top(t) - 4.5 * step) * math.radians(1) * (r + height) / (d / 2)  # round the last stone
            return lipped_channel(3.0, height, 1.78, 1.15, 1.0 if past < 0 else math.sqrt(max(0.0, 1 - past * past)))

        out = Model().add(sweep(ring_path(r, 1440), outline, closed=True, up=outward, angle=30), gold)
        for i in range(10):
            p = around_finger(r + height - sunk, (i - 4.5) * step)
            out.place(stone('diamond', d), standing(p, p, (0, 1, 0)))
        return out

    return weighed(build, ring)


# the other way round than the bands, or it would be taken for 806
@piece('rings', 824, LEANING_BAND[0]._replace(own=turned(-44) @ turned(-12, 'X'), azimuth=8, front=0.9), LEANING_BAND[1]._replace(front=1.3))
def agni(ring):
    gold, r = alloy(ring), inner(ring)
    dice, crisp = chance(24), 14.0  # the lower, the rounder the ridges between two strokes
    by_degree = {}
    for row in range(5):
        for i in range(46):
            a = 360 * (i + dice.uniform(0.15, 0.85) + 0.5 * (row % 2)) / 46 % 360
            by_degree.setdefault(int(a // 8), []).append((a, -2.4 + 1.2 * row + dice.uniform(-0.3, 0.3)))

    def build(h):
        height = 1.35 * h
        mm = math.radians(1) * (r + height)

        def dent(t, _k, x, y):
            """Each stroke leaves a shallow bowl; where two meet, a soft ridge."""
            if y < 0.3 * height:
                return x, y
            a, across = (360 * t) % 360, max(-2.55, min(2.55, x))
            near = [s for k in (-1, 0, 1) for s in by_degree.get(int(a // 8 + k) % 45, [])]
            bowls = sum(math.exp(-crisp * ((((a - s + 180) % 360 - 180) * mm) ** 2 + (across - q) ** 2)) for s, q in near)
            return x, y - 0.12 - 0.17 * math.log(bowls) / crisp

        outline = evenly(superellipse(2.9, height / 2, 7, 300), 140)
        return Model().add(sweep(ring_path(r + height / 2, 1000), outline, closed=True, up=outward, shape=dent, angle=60), gold)

    return weighed(build, ring)


@piece('rings', 825, Shot(pose=turned(34) @ turned(-10, 'X'), azimuth=-8, elevation=24, front=0.4), Shot('cocoa', pose=LYING, azimuth=-14, elevation=34, fill=0.76, front=0.4))
def sangam(ring):
    bright, satin, r = alloy(ring), alloy(ring, 'satin'), inner(ring)

    def build(h):
        w = 0.98 * h
        round_band = sweep(ring_path(r + w, 320), circle(w, 28), closed=True, up=outward)
        out = Model().add(round_band, bright)
        return out.add(round_band, satin, at(2 * w + 0.3, 0, 0) @ turned(31, 'X'))  # with play

    return weighed(build, ring)


@piece('rings', 826, *HEADED)
def kesar(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        top, d = r + 1.55 * h, 2.68
        out = shank(r, lambda k: (2.3 + 0.2 * k) * h, 1.55 * h, gold)
        z, step = top + 2.2, d + 0.16
        spots = [Vector((0, 0, z + 0.45))] + [polar(step, 60 * i, z) for i in range(6)]
        for p in spots:
            out.place(stone('diamond', d), standing(p, UP + Vector((p.x, p.y, 0)) * 0.06))
        for i in range(6):
            out.place(grains(gold, [polar(step * 0.5, 60 * i, z + 0.55)], 0.27, 14))
            out.place(grains(gold, [polar(step * 0.98, 60 * i + 30, z + 0.32)], 0.30, 14))
            # between two stones one claw for both; outside each stone two, bent over its crown
            line = [polar(1.6, 60 * i + 30, top - 0.4), polar(2.9, 60 * i + 30, top + 0.9), polar(3.12, 60 * i + 30, z - 0.1), polar(2.98, 60 * i + 30, z + 0.26)]
            out.place(wire(gold, smooth(line, 10), 0.33))
            p = spots[i + 1]
            seat = standing(p, UP + Vector((p.x, p.y, 0)) * 0.06, p - Vector((0, 0, p.z)))
            for side in (-32, 32):
                points = [polar(1.6, 60 * i, top - 0.4), polar(3.4, 60 * i + side * 0.25, top + 0.8), seat @ polar(d / 2 + 0.16, side, -0.2)]
                points += [seat @ polar(x, side, up) for x, up in (crown_point(d, 0.0, 0.17), crown_point(d, 0.20, 0.14), crown_point(d, 0.42, 0.11))]
                out.place(wire(gold, smooth(points, 10), 0.23))
        scallop = [polar(step + 0.25 + 1.18 * abs(math.cos(math.radians(3 * a))) ** 0.5, a, z - 0.42) for a in range(0, 360, 2)]
        out.add(sweep(scallop, circle(0.22, 10), closed=True, up=UP), gold)
        return out.add(lathe([(0, top - 0.8), (1.7, top - 0.8), (1.9, top - 0.3), (1.5, top + 0.1), (0, top + 0.1)], 40), gold)

    return weighed(build, ring)


@lru_cache(maxsize=None)
def corner_claw(foot, half, rise):
    """A claw of two plates that meet at the corner of a square stone, in +X and +Y, with a groove outside where they meet.
    It leans out from its foot, `foot` off the axis at z = 0, stands beside the girdle at z = `rise`, and folds over the crown."""
    levels = [(0.0, foot, 0.50, 0.30), (0.5 * rise, 0.5 * (foot + half + 0.24), 0.58, 0.29), (rise - 0.2, half + 0.24, 0.70, 0.26),
              (rise + 0.12, half + 0.27, 0.78, 0.30), (rise + 0.32, half + 0.22, 0.80, 0.46), (rise + 0.47, half + 0.06, 0.70, 0.48),
              (rise + 0.55, half - 0.10, 0.54, 0.38)]
    heights = smooth([Vector((z, outer, 0)) for z, outer, _, _ in levels], 6)
    plates = smooth([Vector((arm, thick, 0)) for _, _, arm, thick in levels], 6)
    vertices, groove, soft = [], 0.12, 0.07
    for (z, c, _), (arm, thick, _) in zip(heights, plates):
        one = [(c - thick, c - arm), (c - soft, c - arm), (c, c - arm + soft), (c, c - groove - 0.04), (c - 0.04, c - groove)]
        line = one + [(c - groove * 0.7, c - groove * 0.7)] + [(y, x) for x, y in reversed(one)] + [(c - thick, c - thick)]
        vertices += [Vector((x, y, z)) for x, y in line]
    return mesh_of('claw', vertices, tube_faces(len(heights), 12), 35)


@piece('rings', 827, SOLITAIRE[0]._replace(fill=0.74), SOLITAIRE[1]._replace(pose=turned(-24) @ turned(30, 'X'), azimuth=10, elevation=34))
def chaukor(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        side, height, wide, rise = 4.7, 1.6 * h, 2.4 * h, 3.15  # the point of the stone stays clear of the band
        square = [Vector((x, 0, y)) for x, y in evenly(superellipse(r + 0.05, r + 0.05, 6.5, 720), 480)]
        out = Model().add(sweep(square, swelled(flat_outline(wide, height, 0.07)), closed=True, up=outward, angle=25), gold)
        top, half = r + 0.05 + height, side / 2
        out.place(stone('diamond', side, cut='princess'), at(z=top + rise))
        out.place(around(corner_claw(wide / 2 + 0.05, half, rise + 0.1), 4, gold), at(z=top - 0.1))
        out.add(box(wide, wide, 0.5, 0.1), gold, at(z=top - 0.1))  # the foot of the head, as wide as the band
        rail = [Vector((x, y, top + 0.55 * rise)) for x, y in evenly(superellipse(1.78, 1.78, 14, 240), 160)]  # the gallery, between the claws
        out.add(sweep(rail, superellipse(0.15, 0.2, 4, 20), closed=True, up=UP), gold)
        return out

    return weighed(build, ring)


@piece('rings', 828, Shot(pose=turned(32) @ turned(26, 'X'), azimuth=-8, elevation=30, front=0.5), Shot('cocoa', pose=turned(-24) @ turned(38, 'X'), azimuth=12, elevation=34, fill=0.8, front=0.4))
def rudra(ring):
    bright, brushed, r = alloy(ring), alloy(ring, 'brushed'), inner(ring)

    def build(h):
        w, height, bevel = 3.0, 1.65 * h, 0.6
        core = [(-w + 0.3, 0), (w - 0.3, 0), (w, 0.3), (w, height - bevel * 0.8), (w - bevel, height), (-w + bevel, height), (-w, height - bevel * 0.8), (-w, 0.3)]
        band = sweep(ring_path(r, 360), core, closed=True, up=outward, angle=20)
        girdle, z = gems.round_of_carat(0.3), r + height
        drill = lathe([(0, -6), (0.9, -6), (1.0, -1.6), (girdle / 2 + 0.03, -0.30), (girdle / 2 + 0.03, 1.5), (0, 1.5)], 48)
        out = Model().add(carve(band, drill, at(z=z)), brushed)
        for side in (-1, 1):
            rail = [(side * (w - bevel - 0.02), height + 0.015), (side * (w + 0.015), height - bevel * 0.8), (side * (w - 0.2), height - bevel), (side * (w - bevel), height - 0.2)]
            out.add(sweep(ring_path(r, 360), rail if side > 0 else rail[::-1], closed=True, up=outward, angle=20), bright)
        out.place(stone('diamond', girdle), at(z=z - 0.32))
        return out.add(hoop(girdle / 2 + 0.02, 0.13, 64, 10), bright, at(z=z - 0.07))

    return weighed(build, ring)


@piece('rings', 829, *BANDED)
def chhalla(ring):
    silver, r = alloy(ring), inner(ring)

    def build(h):
        w = 0.85 * h
        return twisted_wire(silver, ring_path(r + 2 * w, 400), w, closed=True, pitch=6.6 * w, sides=32, per_turn=40)

    return weighed(build, ring)


@piece('rings', 830, *LEANING_BAND)
def triveni(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        # strands fill the width side by side, and clear one another where they cross
        waves, count, out = 9, 1300, Model()
        half, thick = 1.55, 0.52 * h
        for strand in range(3):
            path = []
            for i in range(count):
                a = TAU * i / count
                b = waves * a + TAU * strand / 3
                radius = r + thick * 2.1 + thick * 1.12 * math.sin(2 * b)
                path.append(Vector((radius * math.sin(a), half * math.sin(b), radius * math.cos(a))))
            out.add(sweep(path, superellipse(0.83, thick, 3.0, 22), closed=True, up=lambda t, p: Vector((p.x, 0, p.z))), gold)
        return out

    return weighed(build, ring)


@piece('rings', 831, *FACED)
def gul_bahar(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        out, height = Model(), 1.5 * h
        for side in (-1, 1):
            path = []
            for i in range(400):
                a = TAU * i / 400
                near = max(0.0, 1 - ease(from_top(i / 400), 0.03, 0.36))
                path.append(around_finger(r + 0.28 * height, math.degrees(a), side * (0.55 + 1.9 * near) * h))
            out.add(sweep(path, court(1.35 * h, height), closed=True, up=lambda t, p: Vector((p.x, 0, p.z))), gold)
        z = r + height + 0.75
        for i in range(6):
            petal = Model()
            shape = petal_outline(6.2, 3.1, 48, 1.25, 1.0)
            marks = ((1.55, 1.05), (2.75, 1.35), (4.05, 1.2), (5.1, 0.8))
            blade = drilled(plate(shape, 0.8, 0.14), [(at(0, y, 0.8), 0.44 * d) for y, d in marks])
            petal.add(blade, gold, at(z=-1.25))
            petal.place(beads_along(gold, [Vector((x, y, -0.42)) for x, y in shape], 0.15, closed=True, sides=8))
            for y, d in marks:
                petal.place(stone('diamond', d), at(0, y, -0.16))
                petal.add(bezel_wall(d, d, 0.36, 0.13, 0.10), gold, at(0, y, -0.18))
            out.place(petal, at(z=z) @ turned(60 * i + 30) @ at(0, 1.1, 0) @ turned(8, 'X'))
        out.add(ball(1.5, 28), gold, at(z=z + 0.35))
        return out.add(lathe([(0, z - 1.7), (2.2, z - 1.7), (2.6, z - 1.1), (2.0, z - 0.7), (0, z - 0.7)], 48), gold)

    return weighed(build, ring)


@piece('rings', 832, *FACED)
def akshaya(ring):
    gold, r = alloy(ring), inner(ring)

    def build(h):
        height, reach, tall = 1.4 * h, 6.6, 2.9

        def eight(a, lift=0.0):
            s = reach * math.cos(a) / (1 + 0.55 * math.sin(a) ** 2)
            y = tall * 1.28 * math.sin(a) * math.cos(a) / (1 + 0.2 * math.sin(a) ** 2)
            rr = r + 1.0 * h + 0.42 * math.sin(a) * (1 - 0.7 * math.cos(a) ** 2) + lift
            return Vector((rr * math.sin(s / (r + 0.7)), y * 1.7, rr * math.cos(s / (r + 0.7))))

        out = Model()
        start = reach / (r + 0.7)
        arc = [around_finger(r + 0.28 * height, math.degrees(start + (TAU - 2 * start) * i / 240)) for i in range(241)]
        out.add(sweep(arc, lambda t: court(1.75 * h, height), up=outward), gold)
        path = [eight(TAU * i / 300) for i in range(300)]
        out.add(sweep(path, superellipse(0.62 * h, 0.66 * h, 2.6, 24), closed=True, up=lambda t, p: Vector((p.x, 0, p.z))), gold)
        line = [eight(math.radians(-74 + 148 * i / 120), 0.66 * h + 0.06) for i in range(121)]
        spots = []
        points, _ = even_path(line, 13)
        for p in points:
            spots.append((p, Vector((p.x, 0, p.z)), (0, 1, 0)))
        for p, n, along in spots:
            seat = standing(p, n, along)
            out.place(stone('diamond', 1.12), seat @ at(z=0.25))
            out.add(bezel_wall(1.12, 1.12, 0.62, 0.13, 0.10), gold, seat @ at(z=0.22))
        return out

    return weighed(build, ring)
