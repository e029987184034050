"""The four pieces for the home shrine. No faces: a Shivling, a tortoise, a lotus lamp, a kalash. Heights from their cards."""
import math

from mathutils import Matrix, Vector

from findings import around, beads_along, cup_petal, grain_ring, twisted_wire, wire
from geometry import (TAU, UP, at, ball, circle, curve_profile, even_path, frames, lathe, mesh_of,
                      plate, polar, rounded_ends, sized, smooth, superellipse, sweep, turned)
from materials import METAL_NAMED, enamel, metal
from model import Model
from pieces import Shot, piece

INCH = 25.4
SHRINE = (Shot(azimuth=-14, elevation=16, fill=0.78, front=0.6), Shot('cocoa', azimuth=26, elevation=26, fill=0.84, front=0.5))


def alloy(idol, finish='polished', reach=1.6):
    return metal(METAL_NAMED[idol['metal']], finish, reach)


def to_height(model, idol):
    low, high = model.bounds()
    return model.moved(sized(idol['heightInches'] * INCH / (high.z - low.z)))


@piece('idols', 1000, *SHRINE)
def shivling(idol):
    bronze, satin = alloy(idol, 'antique', 7.0), alloy(idol, 'satin')
    out = Model()
    foot = [(0, 0), (46, 0), (48, 2), (48, 6), (45, 8), (40, 11), (34, 18), (31, 26), (33, 33), (40, 38), (50, 42), (53, 45), (53, 51), (50, 53), (44, 53), (40, 49), (0, 48)]

    def beak(phi):
        """How far the yoni reaches out at this angle: its rim runs into the spout for the abhishek."""
        off = (phi - 1.5 * math.pi + math.pi) % TAU - math.pi
        return math.exp(-((off / 0.20) ** 2)), off

    def yoni(phi, _k, r, z):
        reach, off = beak(phi)
        if z < 36:
            return r, z
        out_ = 34 * reach * max(0.0, (r - 22) / 31) ** 1.5
        # the rim opens at the tip, and the floor of the channel falls towards it
        if r > 41 and z > 48:
            z -= 6.2 * math.exp(-((off / 0.050) ** 4))
        return r + out_, z - 2.0 * reach * max(0.0, (r - 22) / 31)

    out.add(lathe(foot, 480, 40, yoni), bronze)
    out.place(grain_ring(bronze, 47.5, 72, 1.6, 4))
    rim = [polar(53.2 + 34 * beak(TAU * i / 720)[0], i / 2, 48 - 2.0 * beak(TAU * i / 720)[0]) for i in range(720)]
    out.place(beads_along(bronze, rim, 1.6, closed=True, gap=1.2))
    # two ranks of petals droop over the foot
    for start, line in ((15, [(32.6, 27.5), (34.2, 21.5), (37.4, 16.6), (42.4, 12.6), (47.6, 10.8)]), (0, [(32.2, 26), (33.6, 20.4), (37, 15.2), (42.4, 10.9), (49, 8.2)])):
        out.place(around(cup_petal(line, 15.5, 2.2, 1.22, base=0.8), 12, bronze, start))
    ling = curve_profile([(27, 44), (27, 60), (26.6, 84), (26, 104), (24, 118), (18.5, 129), (9.5, 135.5), (0, 137)], 10)
    out.add(lathe([(0, 44)] + ling, 128, 60), satin)
    for k in (-1, 0, 1):  # the tripundra, in low relief
        band = []
        for i in range(41):
            a = math.radians(-90 + (-46 + 92 * i / 40))
            band.append(Vector((26.75 * math.cos(a), 26.75 * math.sin(a), 96 + 5.4 * k + 1.6 * math.cos(math.radians(-46 + 92 * i / 40) * 1.9) * -1)))
        out.add(sweep(band, superellipse(1.25, 0.55, 3, 16), up=lambda t, p: Vector((p.x, p.y, 0)), scale=lambda t: rounded_ends(t, 0.05)), bronze)
    out.add(ball(2.6, 24), bronze, at(0, -26.8, 96) @ sized(1, 0.45, 1))
    coil = []
    for i in range(201):
        t = i / 200
        a = math.radians(-60 + 430 * t)
        r = 33.5 - 2.0 * t
        coil.append(Vector((r * math.cos(a), r * math.sin(a), 53.5 + 8.0 * t + 20 * max(0, t - 0.55) ** 2 * 2)))
    rise = [Vector((14, 28, 76)), Vector((4, 31.5, 92)), Vector((0, 33, 106)), Vector((0, 35, 122)), Vector((0, 34.5, 132))]
    body = smooth(coil[::8] + rise, 14)
    path, _ = even_path(body, 420)

    def scales(t, k, x, y):
        rows = 1 + 0.045 * math.sin(TAU * 95 * t + (math.pi if int(k * 14) % 2 else 0)) if t < 0.93 else 1
        return x * rows, y * rows

    out.add(sweep(path, circle(1, 28), up=lambda t, p: Vector((p.x, p.y, 0.01)), shape=scales, scale=lambda t: (1.0 + 4.6 * min(1, t * 2.6)) * rounded_ends(t, 0.02) * (1 if t < 0.85 else 1 - 1.2 * (t - 0.85))), bronze)
    # the hood: neck, broad shield and crown in one skin, cupped forward over the lingam
    rows, across, front, back = 72, 65, [], []
    spine, _ = even_path(smooth([Vector((0, 33, 104)), Vector((0, 36, 124)), Vector((0, 36, 146)), Vector((0, 31, 166)), Vector((0, 20, 180)), Vector((0, 5, 186)), Vector((0, -9, 184))], 14), rows)
    tangents, _ = frames(spine, up=(1, 0, 0))
    for j in range(rows):
        t = j / (rows - 1)
        flare = math.sin(math.pi * min(1.0, t / 0.84) ** 1.15) ** 0.8
        half = 6.0 * (1 - 0.1 * t) + 27.0 * flare
        forward = Vector((1, 0, 0)).cross(tangents[j])
        forward = forward if forward.y < 0 else -forward
        for i in range(across):
            u = 2 * i / (across - 1) - 1
            x = half * u
            body = 4.6 * math.exp(-((x / 6.5) ** 2))  # the snake itself, down the middle of its hood
            edge = math.sqrt(max(0.0, 1 - u * u))
            belly = 0.9 * abs(math.sin(math.pi * 22 * t)) ** 0.5 * (1 if abs(x) < 7.5 else 0)  # broad scales in front
            rib = 0.12 * math.cos(TAU * (x / 5.2 + 0.0)) * flare * (1 if abs(x) > 7.5 else 0)
            scale_ = 0.35 * math.sin(TAU * 30 * t + (math.pi if int((u + 1) * 14) % 2 else 0)) * flare
            lean = forward * (0.42 * abs(x) * abs(u) ** 1.2 * flare)
            middle = spine[j] + Vector((x, 0, 0)) + lean
            front.append(middle + forward * ((1.1 * edge + body) * 1.0 + belly + rib))
            back.append(middle - forward * (1.1 * edge + body + scale_ * edge))
    count, faces = rows * across, []
    for j in range(rows - 1):
        for i in range(across - 1):
            a, b, c, d = j * across + i, j * across + i + 1, (j + 1) * across + i + 1, (j + 1) * across + i
            faces += [(a, b, c, d), (count + d, count + c, count + b, count + a)]
    rim = list(range(across)) + [j * across + across - 1 for j in range(1, rows)] + [(rows - 1) * across + i for i in range(across - 2, -1, -1)] + [j * across for j in range(rows - 2, 0, -1)]
    faces += [(count + a, count + b, b, a) for a, b in zip(rim, rim[1:] + rim[:1])]
    out.add(mesh_of('hood', front + back, faces, 60), bronze)
    # a cobra's head bows over the lingam: broad and flat, its snout round, a small jewel on the crown
    naga = Model()
    line, _ = even_path(smooth([Vector((0, 4, 173)), Vector((0, -6, 174)), Vector((0, -16, 172)), Vector((0, -25, 167)), Vector((0, -31, 161.5))], 12), 80)
    above = Vector((0, -0.4, 0.9))
    skin = frames(line, up=above)[1]

    def broad(t):
        """Widest behind the eyes; the snout is blunt."""
        return (6.6 + 4.6 * math.exp(-((t - 0.46) / 0.24) ** 2)) * rounded_ends(t, 0.15)

    def on_head(i, degrees, rise=0.0):
        side, up = skin[i]
        r = broad(i / 79) + rise
        return line[i] + side * (r * math.cos(math.radians(degrees))) + up * (0.54 * r * math.sin(math.radians(degrees)))

    naga.add(sweep(line, superellipse(1, 0.54, 2.1, 48), up=lambda t, p: above, scale=broad), bronze)
    mouth = [on_head(i, -14) for i in range(44, 79, 3)] + [on_head(i, 194) for i in range(77, 43, -3)]
    naga.add(sweep(smooth(mouth, 4), circle(0.42, 10)), enamel('black'))
    for x in (-1, 1):
        turn = 90 - 52 * x
        naga.add(ball(2.1, 28), satin, Matrix.Translation(on_head(52, turn, -0.7))).add(ball(1.3, 24), enamel('black'), Matrix.Translation(on_head(53, turn, 0.5)))
        naga.place(wire(bronze, smooth([on_head(i, 90 - k * x, 0.1) for i, k in ((40, 40), (46, 34), (52, 31), (58, 32), (63, 38))], 8), 0.75))  # its brows
        naga.add(ball(0.55, 14), enamel('black'), Matrix.Translation(on_head(74, 90 - 34 * x, 0.0)))
    naga.add(ball(2.6, 28), satin, Matrix.Translation(on_head(34, 90, -0.4)) @ sized(1, 1.35, 0.8))
    out.place(naga, at(0, 0, 11.5))
    return to_height(out, idol)


def tortoise_leg():
    """A scaled leg from the shoulder at the origin along X, to the wrist."""
    line, _ = even_path(smooth([Vector((0, 0, 17.2)), Vector((3.6, 0, 17.2)), Vector((6.4, 0, 16.2)), Vector((8.2, 0, 14.6)), Vector((9.8, 0, 13.6))], 12), 72)

    def scaled(t, k, x, y):
        """Rows of flat scales with a groove about each, those of one row between those of the next."""
        row = t * 11
        dome = abs(math.sin(math.pi * row)) * abs(math.sin(math.pi * (10 * k + 0.5 * (int(row) % 2))))
        rise = 1 + 0.09 * min(1, 1.6 * dome ** 0.6) * min(1, 8 * (1 - t))
        return x * rise, y * rise

    return sweep(line, lambda t: superellipse(3.6 - 1.0 * t, 3.2 - 1.7 * t, 2.3, 60), up=UP, shape=scaled, scale=lambda t: rounded_ends(t, 0.1), angle=180)


def webbed_foot(material):
    """A broad foot that lies on the ground, its heel at the origin: five toes along +X with webs between, a small claw on each."""
    toes = (-56, -29, 0, 29, 56)

    def reach(degrees):
        near = max(math.exp(-((degrees - toe) / 9.5) ** 2) for toe in toes)
        return 2.3 + (2.1 + 0.75 * near) / (1 + math.exp((abs(degrees) - 74) / 6))

    sole = plate([tuple(polar(reach(a), a).xy) for a in range(-180, 180, 2)], 1.0, 1.0, 0.4, rings=16, angle=80)
    for vertex in sole.vertices:
        away, degrees = vertex.co.xy.length, math.degrees(math.atan2(vertex.co.y, vertex.co.x))
        if vertex.co.z > 0.5 and away > 1.2 and abs(degrees) < 80:  # the toes stand out of the web
            near = max(math.exp(-((degrees - toe) / 8.0) ** 2) for toe in toes)
            vertex.co.z += (0.55 * near - 0.25) * min(1, (away - 1.2) / 1.8)
    out = Model().add(sole, material)
    claw = sweep(smooth([Vector((-0.7, 0, 0.75)), Vector((0.3, 0, 0.78)), Vector((1.1, 0, 0.45)), Vector((1.6, 0, 0.0))], 8), superellipse(0.46, 0.42, 2, 16), up=UP, scale=lambda t: (1 - 0.82 * t ** 1.4) * rounded_ends(t, 0.04))
    for toe in toes:
        out.add(claw, material, turned(toe) @ at(reach(toe) - 0.25))
    return out


EYE_AT = 0.755, 34  # of the tortoise's eye: the share of its neck and head, and the degrees over its side


def tortoise_head(material):
    """Neck and head in one skin: folds in the throat, sockets for the eyes, and the line of a beak with a small hook."""
    neck, _ = even_path(smooth([Vector((16, 0, 17)), Vector((22, 0, 17.4)), Vector((26, 0, 19.4)), Vector((29.5, 0, 22.0)), Vector((33.5, 0, 23.0)), Vector((36.6, 0, 22.2)), Vector((38.3, 0, 20.8))], 16), 145)
    skin = frames(neck, up=UP)[1]
    # half its width, and its height above and below the line
    form = smooth([Vector(v) for v in ((4.4, 4.0, 4.0), (3.9, 3.6, 3.6), (3.5, 3.3, 3.3), (3.4, 3.2, 3.2), (3.7, 3.2, 3.2), (4.7, 3.5, 3.4), (4.5, 3.5, 3.0), (3.3, 2.6, 2.5), (0.8, 0.5, 1.0))], 18)

    def on_skin(t, degrees, rise=0.0):
        side, above = skin[round(144 * t)]
        wide, high, low = form[round(144 * t)]
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return neck[round(144 * t)] + (side * c * wide + above * s * (high if s > 0 else low)) * (1 + rise)

    def carved(t, _k, x, y):
        wide, high, low = form[round(144 * t)]
        x, y = x * wide, y * (high if y > 0 else low)
        degrees = math.degrees(math.atan2(y / (high if y > 0 else low), abs(x) / wide))
        gone = math.hypot((t - EYE_AT[0]) * 25, math.radians(degrees - EYE_AT[1]) * 3.9)
        rise = 0.10 * math.exp(-((gone - 1.75) / 0.5) ** 2) - 0.20 * math.exp(-(gone / 1.25) ** 2)
        lips = -30 + 22 * ((t - 0.86) / 0.16) ** 2  # the mouth, which turns up behind the eye
        if t > 0.70:
            rise -= 0.13 * math.exp(-((degrees - lips) / 4.5) ** 2) * min(1, (t - 0.70) / 0.03)
        if t < 0.5:
            rise += 0.022 * math.sin(TAU * 17 * t) * min(1, (0.5 - t) / 0.1)
        return x * (1 + rise), y * (1 + rise)

    out = Model().add(sweep(neck, superellipse(1, 1, 2.25, 144), up=UP, shape=carved, angle=70), material)
    for degrees in (EYE_AT[1], 180 - EYE_AT[1]):
        eye = on_skin(EYE_AT[0], degrees, -0.22)
        out.add(ball(1.05, 28), enamel('black'), Matrix.Translation(eye))
        lid = [on_skin(EYE_AT[0] + 0.047 * math.cos(a), degrees + math.copysign(18, 90 - degrees) * math.sin(a), 0.02) for a in [math.radians(-10 + 200 * i / 24) for i in range(25)]]
        out.place(wire(material, lid, 0.26, sides=10))
        out.add(ball(0.2, 12), enamel('black'), Matrix.Translation(on_skin(0.965, 90 - (90 - degrees) * 0.62, -0.02)))
    return out


@piece('idols', 1001, SHRINE[0]._replace(elevation=27), SHRINE[1]._replace(azimuth=62))
def kurma(idol):
    silver, bright = alloy(idol, 'antique', 3.4), alloy(idol, 'antique', 2.4)  # dark hollows separate the plates and the petals
    out = Model()

    def pod(phi, _k, r, z):
        """The top of a lotus pod is fluted: a level one would mirror the tortoise as a cloud."""
        return r, z - (0.4 * abs(math.sin(18 * phi)) * r / 26 if z > 12.5 and r < 27 else 0)

    top = [(r, 12.6) for r in (26.4, 25.4, 20, 14, 8)]
    out.add(lathe([(0, 0), (29.5, 0), (30.5, 0.8), (30.5, 2.2), (28.5, 3), (26, 4.4), (25, 6.8), (26, 9.4), (28.6, 11.2), (28.8, 12.2), (27.6, 12.8), *top, (0, 12.6)], 480, 30, pod), bright)
    up = [(24.6, 6.6), (27.6, 6.9), (30.2, 8.6), (31.4, 11.0), (31.0, 13.4)]
    down = [(24.6, 7.0), (27.6, 6.6), (30.6, 5.4), (32.0, 3.4), (32.2, 1.0)]
    for line, start in ((up, 0), (down, 10)):  # pillowed, round petals, and behind them pointed ones, whose tips show between
        for back, turn, tip in ((0.0, start, 1.0), (1.2, start + 10, 1.2)):
            petal = cup_petal([(r - back, z) for r, z in line], 9.9, 2.6, tip, rows=36, across=17, base=1.05)
            out.place(around(petal, 18, bright, turn))
    out.place(grain_ring(bright, 25.2, 72, 0.85, 6.8)).place(grain_ring(bright, 27.2, 84, 0.6, 12.8))
    plates = [(0, 0), (8.8, 0), (-8.8, 0), (17, 0), (-17, 0)] + [(x, y) for y in (8.6, -8.6) for x in (-13.2, -4.5, 4.5, 13.2)]
    rows, around_, verts = 130, 360, []

    def dome(x, y):
        s = max(0.0, 1 - (x / 22.5) ** 2 - (y / 17.5) ** 2)
        return 11.5 * s ** 0.5

    for j in range(rows + 1):
        r = math.sin(math.pi / 2 * j / rows)
        for i in range(around_):
            a = TAU * i / around_
            x, y = 22.5 * r * math.cos(a), 17.5 * r * math.sin(a)
            far = sorted(math.hypot((x - px) / 1.05, y - py) for px, py in plates)
            groove = math.exp(-((far[1] - far[0]) / 0.95) ** 2) if r < 0.90 else 0
            inner = 0.30 * math.exp(-(far[0] / 2.4) ** 2) * (1 if r < 0.88 else 0)
            rim = 1.2 if r > 0.9 else 0
            verts.append(Vector((x, y, 18 + dome(x, y) - 0.95 * groove + inner + rim * (1 - (1 - r) * 10))))
    faces = [(j * around_ + i, j * around_ + (i + 1) % around_, (j + 1) * around_ + (i + 1) % around_, (j + 1) * around_ + i) for j in range(rows) for i in range(around_)]
    base = len(verts)
    verts += [Vector((0, 0, 16.4))]
    faces += [(rows * around_ + (i + 1) % around_, rows * around_ + i, base) for i in range(around_)]
    out.add(mesh_of('shell', verts, faces, 70), silver)
    out.add(lathe([(0, -3.0), (0.8, -2.6), (0.98, -0.6), (0.93, 0.9), (0, 1.0)], 72), silver, at(z=16.6) @ sized(21.5, 16.5, 1.1))
    out.place(tortoise_head(silver))
    leg, foot = tortoise_leg(), webbed_foot(silver)
    for y in (-1, 1):
        for x, turn in ((14.2, 26), (-14.2, 150)):
            where = at(x, y * 10.2, 0) @ turned(turn * y)
            out.add(leg, silver, where).place(foot, where @ at(8.2, 0, 12.4))
    tail = smooth([Vector((-19, 0, 15.6)), Vector((-25, 0, 14.4)), Vector((-28.4, 0.4, 13.0))], 8)
    out.add(sweep(tail, circle(1, 18), up=UP, scale=lambda t: 2.1 * (1 - 0.85 * t)), silver)
    return to_height(out.moved(turned(-62)), idol)


@piece('idols', 1002, *SHRINE)
def padma_diya(idol):
    gold, satin = alloy(idol), alloy(idol, 'satin')
    out = Model()
    stem = [(0, 0), (34, 0), (36, 1.5), (36, 4), (33, 6), (26, 8), (16, 12), (9, 20), (7, 28), (9.5, 34), (12, 37), (9.5, 40), (7, 45), (8, 52), (13, 58), (0, 58)]
    out.add(lathe(curve_profile(stem, 4), 128, 50), gold)
    petal = cup_petal([(12, 16), (19, 10.5), (28, 8.2), (36, 5.6), (39.5, 2.0)], 15, 1.3, 1.25, rows=30, base=0.85)
    out.place(around(petal, 12, satin))
    out.place(grain_ring(gold, 35.6, 84, 1.0, 2.8)).place(grain_ring(gold, 12.2, 30, 1.0, 37))
    bowl = [(0, 57), (11, 57.5), (14, 60.5), (23, 65), (27, 73), (28, 82), (29.5, 83), (28.6, 84.2), (26.4, 83), (25, 74), (21.5, 67.5), (13, 63.5), (0, 63)]
    out.add(lathe(bowl, 128, 50), gold)
    lip = smooth([Vector((0, -24, 79)), Vector((0, -32, 82.5)), Vector((0, -41, 86))], 10)
    out.add(sweep(lip, lambda t: [(-9 + 6.5 * t, 3), (-7 + 5 * t, -2.2), (0, -4 + 1.5 * t), (7 - 5 * t, -2.2), (9 - 6.5 * t, 3), (7.6 - 5.6 * t, 3), (0, -1.5 + 1.5 * t), (-7.6 + 5.6 * t, 3)], up=UP, angle=40), gold)
    # full petals, broad to near their tips and cupped inwards; satin, since polished ones mirror nothing but each other
    outer = cup_petal([(9, 55), (26, 56), (43, 62), (53.5, 75), (54.5, 88), (50.5, 97)], 25, 1.7, 1.28, rows=40, across=21, base=0.8)
    inner = cup_petal([(9, 58), (23, 60), (34, 68), (40, 81), (40.5, 93), (37, 102)], 25, 1.7, 1.28, rows=40, across=21, base=0.8)
    out.place(around(outer, 8, satin, -90)).place(around(inner, 8, satin, 22.5 - 90))  # the lip passes between two
    wick = smooth([Vector((0, -10, 66)), Vector((0, -26, 79)), Vector((0, -42, 87.5))], 10)
    out.add(sweep(wick, circle(1.5, 14), up=UP), enamel('white'))
    return to_height(out, idol)


@piece('idols', 1003, SHRINE[0]._replace(front=1.5, fill=0.74), SHRINE[1]._replace(front=1.3))
def kalash(idol):
    silver, satin = alloy(idol, 'antique', 4.0), alloy(idol, 'satin')
    out = Model()
    pot = [(0, 0), (20, 0), (22, 1.2), (22, 3.5), (18, 6), (17, 8.5), (24, 12), (33, 21), (37, 33), (34.5, 45), (26, 54), (18.5, 58.5), (17.5, 63), (20, 67), (26, 70), (27.5, 71.5), (26, 72.8), (0, 72)]
    out.add(lathe(curve_profile(pot, 6), 160, 50), silver)
    for r, z, turns in ((36.9, 37.5, 1.0), (34.2, 46.6, 1.0)):
        out.place(twisted_wire(silver, [polar(r, a, z) for a in range(0, 360, 2)], 0.62, closed=True, pitch=4.2))
    out.place(grain_ring(silver, 36.2, 96, 0.85, 40.6)).place(grain_ring(silver, 35.3, 96, 0.85, 43.8)).place(grain_ring(silver, 27.2, 72, 0.85, 71.4)).place(grain_ring(silver, 21.6, 60, 0.8, 2.4))

    def on_belly(x, z, lift=0.5):
        """The front of the pot, x mm to the right of its middle."""
        r = 37.2 - 0.0135 * (z - 33) ** 2 if z < 33 else 37.2 - 0.016 * (z - 33) ** 2
        a = -math.pi / 2 + x / r
        return Vector(((r + lift) * math.cos(a), (r + lift) * math.sin(a), z))

    # the swastika of good fortune: arms turn clockwise, with its four dots
    c, s = 25.0, 6.8
    arms = [[(0, 0), (0, s), (s, s)], [(0, 0), (s, 0), (s, -s)], [(0, 0), (0, -s), (-s, -s)], [(0, 0), (-s, 0), (-s, s)]]
    for arm in arms:
        line = []
        for (x0, z0), (x1, z1) in zip(arm, arm[1:]):
            line += [on_belly(x0 + (x1 - x0) * k / 8, c + z0 + (z1 - z0) * k / 8) for k in range(9)]
        out.add(sweep(even_path(line, 40)[0], superellipse(1.15, 0.8, 4, 16), up=lambda t, p: Vector((p.x, p.y, 0)), scale=lambda t: rounded_ends(t, 0.06)), satin)
    for x in (-1, 1):
        for z in (-1, 1):
            out.add(ball(1.1, 18), satin, at(*on_belly(x * s * 0.5, c + z * s * 0.5, 0.3)))
    # none of the five leaves points at the lens
    blade = cup_petal([(17, 70.5), (24, 74.5), (31, 84), (36, 95)], 33, 0.8, 1.35, 30, 17)
    out.place(around(blade, 5, silver, -54))
    for i in range(5):
        vein = smooth([polar(r, -54 + 72 * i, z) for r, z in ((18, 71.2), (24, 75.3), (31, 84.6), (35.4, 94))], 10)
        out.add(sweep(vein, circle(0.5, 10), scale=lambda t: 1 - 0.6 * t), silver)
    nut = curve_profile([(0, 68), (19, 70), (22.8, 79), (23.4, 90), (21, 101), (15.5, 109), (8, 114), (0, 115.5)], 8)

    def husk(phi, _k, r, z):
        ridge = 1.1 * abs(math.cos(1.5 * phi)) ** 8
        return r * (1 + 0.005 * math.sin(51 * phi + 0.8 * math.sin(0.35 * z)) + 0.004 * math.sin(34 * phi - 0.12 * z)) + ridge * min(1, r / 12), z

    out.add(lathe(nut, 204, 60, husk), satin)
    for i in range(18):  # the tuft of fibres, drawn together to a point
        start, bend, tip = (polar(r, 20 * i + 14 * k, z) for k, (r, z) in enumerate(((4.2, 113.5), (2.6, 119), (0.5 + 0.5 * (i % 3), 125 - i % 4))))
        out.add(sweep(smooth([start, bend, tip], 6), circle(0.75, 8), scale=lambda t: 1 - 0.65 * t), satin)
    return to_height(out, idol)
