"""The four pieces for the home shrine. No faces: a Shivling, a tortoise, a lotus lamp, a kalash. Heights from their cards."""
import math

from mathutils import Matrix, Vector

from findings import around, beads_along, cup_petal, grain_ring, twisted_wire, wire
from geometry import (TAU, UP, at, ball, circle, curve_profile, even_path, frames, lathe, mesh_of,
                      polar, rounded_ends, rounded_tip, sheet_faces, sized, smooth, superellipse, sweep, tube_faces, turned)
from materials import METAL_NAMED, enamel, metal, surface
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
    out.add(mesh_of('hood', front + back, sheet_faces(rows, across), 60), bronze)
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
    """A scaled leg from the shoulder at the origin along X, down to the ground."""
    line, _ = even_path(smooth([Vector((x, 0, z)) for x, z in ((0, 17.0), (3.6, 17.2), (6.0, 16.4), (7.4, 15.0), (7.8, 13.0))], 12), 72)

    def scaled(t, k, x, y):
        """Rows of flat scales with a groove about each, those of one row between those of the next."""
        row = t * 9
        dome = abs(math.sin(math.pi * row)) * abs(math.sin(math.pi * (8 * k + 0.5 * (int(row) % 2))))
        rise = 1 + 0.045 * min(1, 1.6 * dome ** 0.6) * min(1, 8 * (1 - t))
        return x * rise, y * rise

    return sweep(line, lambda t: superellipse(3.9 - 0.9 * t, 3.3 - 0.5 * t, 2.2, 64), up=UP, shape=scaled, angle=180)


def tortoise_paw(material):
    """A broad paw that stands on the ground about the origin: four stout toes towards +X, a blunt nail on each."""
    out = Model().add(lathe(curve_profile([(0, 2.9), (1.6, 2.75), (2.9, 1.9), (3.5, 0.8), (3.3, 0.0), (0, 0)], 6), 64, 70), material)
    lines = ((1.0, 1.7), (2.6, 1.4), (3.9, 1.0)), ((3.3, 1.25), (4.4, 1.05), (5.1, 0.5))
    toe, nail = (smooth([Vector((x, 0, z)) for x, z in line], 12) for line in lines)
    toe = sweep(toe, superellipse(1, 0.9, 2.2, 28), up=UP, scale=lambda t: 1.2 * rounded_ends(t, 0.35))
    nail = sweep(nail, superellipse(0.72, 0.56, 2.2, 24), up=UP, scale=lambda t: (1 - 0.55 * t) * rounded_ends(t, 0.22))
    for turn in (-51, -17, 17, 51):
        out.add(toe, material, turned(turn)).add(nail, material, turned(turn))
    return out


EYE_AT = 0.74, 36  # of the tortoise's eye: the share of its neck and head, and the degrees over its side


def tortoise_head(material):
    """Neck and head in one skin: folds in the throat, sockets for the eyes between their lids, and the line of a blunt beak."""
    line = (16, 16.6), (22, 17.2), (26, 18.8), (29.5, 20.8), (33.0, 22.1), (36.2, 22.0), (38.8, 21.5)
    neck, _ = even_path(smooth([Vector((x, 0, z)) for x, z in line], 16), 145)
    skin = frames(neck, up=UP)[1]
    # half its width, and its height above and below the line
    form = ((4.6, 4.0, 4.0), (4.0, 3.6, 3.6), (3.6, 3.3, 3.3), (3.6, 3.2, 3.2), (4.2, 3.4, 3.2),
            (4.9, 3.8, 3.3), (5.1, 3.8, 3.2), (4.7, 3.5, 3.0), (4.0, 3.0, 2.6), (3.2, 2.3, 2.1))
    form = smooth([Vector(v) for v in form], 16)

    def on_skin(t, degrees, rise=0.0):
        side, above = skin[round(144 * t)]
        wide, high, low = form[round(144 * t)]
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return neck[round(144 * t)] + (side * c * wide + above * s * (high if s > 0 else low)) * (1 + rise)

    def carved(t, _k, x, y):
        wide, high, low = form[round(144 * t)]
        x, y = x * wide, y * (high if y > 0 else low)
        degrees = math.degrees(math.atan2(y / (high if y > 0 else low), abs(x) / wide))
        gone = math.hypot((t - EYE_AT[0]) * 16, math.radians(degrees - EYE_AT[1]) * 4.4)
        rise = 0.05 * math.exp(-((gone - 1.7) / 0.6) ** 2) - 0.10 * math.exp(-(gone / 1.1) ** 2)
        lips = -22 + 16 * ((t - 0.84) / 0.16) ** 2  # the mouth, which turns up behind the eye
        if t > 0.70:
            rise -= 0.10 * math.exp(-((degrees - lips) / 4.5) ** 2) * min(1, (t - 0.70) / 0.03)
        if t < 0.5:
            rise += 0.018 * math.sin(TAU * (13 * t + 1.5 * t * t)) * min(1, (0.5 - t) / 0.1)
        return x * (1 + rise), y * (1 + rise)

    out = Model().add(sweep(neck, superellipse(1, 1, 2.2, 144), up=UP, shape=carved, scale=lambda t: rounded_tip(t, 0.9), angle=70), material)
    for flank in (1, -1):
        def lid(share, rise):
            """A line from corner to corner of the eye, arched over it, or below it."""
            return [on_skin(EYE_AT[0] + 0.062 * (i / 12 - 1), 90 - flank * (54 - share * math.sin(math.pi * i / 24)), rise) for i in range(25)]

        eye = on_skin(EYE_AT[0], 90 - flank * 54, -0.13)
        out.add(ball(1.25, 32), enamel('black'), Matrix.Translation(eye))
        for share in (19, -17):
            out.place(wire(material, lid(share, 0.035), 0.30, sides=12))
        out.add(ball(0.2, 12), enamel('black'), Matrix.Translation(on_skin(0.93, 90 - 40 * flank, -0.02)))
    return out


def pointed_petal(satin, bright, profile, spread, swell, thick):
    """A lotus petal about the Z axis, [(radius, z)] from its root, `spread` degrees to each side: pillowed, with a point and a bright rim."""
    rows, across = 26, 33
    line, _ = even_path(smooth([Vector((r, 0, z)) for r, z in profile], 16), 201)

    def skin(u, v, depth=0.0):
        head = 0.62 + 0.38 * (1 - abs(u) ** 1.25)
        t = v * head
        k = min(199, int(200 * t))
        p, along = line[k].lerp(line[k + 1], 200 * t - k), (line[min(k + 6, 200)] - line[max(k - 6, 0)]).normalized()
        pillow = swell * (1 - u * u) * math.sin(math.pi * min(1, 0.12 + 0.88 * v)) ** 0.8
        p = p + Vector((along.z, 0, -along.x)) * (depth + pillow)
        angle = math.radians(spread * (0.72 + 0.28 * math.sin(math.pi / 2 * min(1, t / 0.5)))) * u
        return Vector((p.x * math.cos(angle), p.x * math.sin(angle), p.z))

    sides = [2 * i / (across - 1) - 1 for i in range(across)]
    vertices = [skin(u, j / (rows - 1), depth) for depth in (0, -thick) for j in range(rows) for u in sides]
    edge = [skin(-1, 0.1 + 0.9 * j / 20, -0.2) for j in range(20)] + [skin(i / 30 - 1, 1, -0.2) for i in range(61)]
    edge, _ = even_path(edge + [skin(1, 1 - 0.9 * j / 20, -0.2) for j in range(1, 21)], 121)
    return Model().add(mesh_of('petal', vertices, sheet_faces(rows, across), 60), satin).place(wire(bright, edge, 0.42, sides=12))


PLATES = [(0, 0), (8.8, 0), (-8.8, 0), (17, 0), (-17, 0)] + [(x, y) for y in (8.6, -8.6) for x in (-13.2, -4.5, 4.5, 13.2)]
SHELL = 22.5, 17.5, 12.2  # half its length and width, and its height over its edge, at z = 18


def on_shell(x, y, rise=0.0):
    """A place on the shell, or this much above it."""
    a, b, high = SHELL
    s = max(0.02, 1 - (x / a) ** 2 - (y / b) ** 2) ** 0.5
    normal = Vector((x / a ** 2, y / b ** 2, s / high)).normalized()
    return Vector((x, y, 18 + high * s)) + normal * rise


def plate_cell(middle):
    """The outline of one plate of the shell: what is nearer to its middle than to any other, within the border."""
    a, b, _ = SHELL
    mine, out = Vector((middle[0] / 1.05, middle[1])), []
    for i in range(240):
        d = Vector((math.cos(TAU * i / 240), math.sin(TAU * i / 240)))
        reach = 30.0
        for x, y in PLATES:
            way = Vector((x / 1.05, y)) - mine
            if way.length > 0.1 and d.dot(way) > 1e-6:
                reach = min(reach, (way.length / 2 - 0.2) * way.length / d.dot(way))
        low, high = 0.0, reach
        for _ in range(30):  # no farther than the border
            reach = (low + high) / 2
            x, y = (mine.x + d.x * reach) * 1.05, mine.y + d.y * reach
            low, high = (reach, high) if (x / a) ** 2 + (y / b) ** 2 < 0.955 ** 2 else (low, reach)
        out.append(Vector((x, y, 0)))
    for _ in range(3):  # corners are filed round
        out = [(out[i - 1] + 2 * out[i] + out[(i + 1) % 240]) / 4 for i in range(240)]
    return out


def shell_plate(middle):
    """A plate that a graver parts from its neighbours, with three lines engraved round its middle."""
    outline, _ = even_path(plate_cell(middle), 160, True)
    centre = sum(outline, Vector()) / 160
    rows = [(1.0, -0.5), (0.997, 0.3), (0.975, 0.6), (0.95, 0.68)]
    for share in [0.93 - 0.01 * k for k in range(91)]:
        cut = sum(math.exp(-((share - line) / 0.016) ** 2) for line in (0.82, 0.66, 0.5))
        rows.append((share, 0.7 + 0.2 * (1 - share) - 0.3 * cut))
    mean = sum((p - centre).length for p in outline) / 160

    def inwards(p, share):
        """Towards the middle the outline turns into a circle."""
        round_ = (p - centre).normalized() * mean
        return centre + round_.lerp(p - centre, min(1, 1.2 * share)) * share

    vertices = [on_shell(*inwards(p, share).xy, rise) for share, rise in rows for p in outline]
    return mesh_of('plate', vertices, tube_faces(len(rows), 160), 60)


def carapace(silver, dark, satin):
    """Thirteen plates on a dark ground, a notched rim round them, and the belly."""
    out, (a, b, _) = Model(), SHELL
    spots = [polar(0.97 * math.sin(math.pi / 2 * j / 40), 360 * i / 160) for j in range(1, 41) for i in range(160)]
    ground = [on_shell(a * p.x, b * p.y) for p in spots]
    out.add(mesh_of('shell', ground, tube_faces(40, 160), 70), dark)
    for middle in PLATES:
        out.add(shell_plate(middle), silver)
    edge, _ = even_path([Vector((a * math.cos(TAU * i / 480), b * math.sin(TAU * i / 480), 18.6)) for i in range(480)], 480, True)

    def notched(t, _k, x, y):
        cut = max(0.0, 1 - abs((t * 26 + 0.5) % 1 - 0.5) / 0.045)
        return x * (1 - 0.14 * cut), y * (1 - 0.14 * cut)

    out.add(sweep(edge, superellipse(2.3, 2.3, 2.3, 48), closed=True, up=lambda t, p: Vector((p.x, p.y, 14)), shape=notched, angle=70), silver)
    return out.add(lathe([(0, -3.0), (0.8, -2.6), (0.98, -0.6), (0.93, 0.9), (0, 1.0)], 72), satin, at(z=16.9) @ sized(21.5, 16.5, 1.1))


@piece('idols', 1001, SHRINE[0]._replace(elevation=27), SHRINE[1]._replace(azimuth=62))
def kurma(idol):
    silver, bright, satin, dark = alloy(idol, 'antique', 2.4), alloy(idol), alloy(idol, 'satin'), alloy(idol, 'oxidised')
    out = Model()
    top = [(r, 12.6 + 0.02 * (26.4 - r)) for r in (26.4, 25.4, 20, 14, 8)]
    foot = [(0, 0), (29.5, 0), (30.5, 0.8), (30.5, 2.2), (28.5, 3), (26, 4.4), (25, 6.8), (26, 9.4), (28.6, 11.2), (28.8, 12.2), (27.6, 12.8)]
    out.add(lathe([*foot, *top, (0, 13.1)], 240, 30), satin)
    up = [(24.6, 6.4), (27.4, 6.7), (30.0, 8.2), (31.4, 10.6), (31.4, 13.4)]
    down = [(24.6, 7.2), (27.6, 6.9), (30.6, 5.6), (32.2, 3.4), (32.4, 0.6)]
    for line, start, sense in ((up, 0, 1), (down, 10, -1)):  # and behind them others, whose points show between
        for back, turn in ((0.0, start), (1.3, start + 10)):
            petal = pointed_petal(satin, bright, [(r - back, z) for r, z in line], 9.4, 1.1 * sense, 0.9 * sense)
            out.place(around(petal, 18, None, turn))
    out.place(grain_ring(bright, 25.2, 72, 0.85, 6.8)).place(grain_ring(bright, 27.2, 84, 0.6, 12.8))
    for i in range(60):
        out.place(wire(bright, [polar(r, 6 * i, 12.75 + 0.02 * (26.4 - r)) for r in (20.8, 25.2)], 0.34, sides=8))
    out.place(carapace(silver, dark, satin)).place(tortoise_head(silver))
    leg, paw = tortoise_leg(), tortoise_paw(silver)
    for y in (-1, 1):
        for x, turn in ((12.6, 30), (-12.6, 148)):
            where = at(x, y * 9.4, 0) @ turned(turn * y)
            out.add(leg, silver, where).place(paw, where @ at(8.0, 0, 12.55))
    tail = smooth([Vector((-19, 0, 15.6)), Vector((-25, 0, 14.6)), Vector((-28.4, 0.4, 13.4))], 8)
    out.add(sweep(tail, circle(1, 18), up=UP, scale=lambda t: 2.1 * (1 - 0.85 * t) * rounded_ends(t, 0.06)), silver)
    return to_height(out.moved(turned(-62)), idol)


def lipped_bowl():
    """A deep bowl whose rim is drawn out towards -Y and pinched into a lip for the wick."""
    bowl = [(0, 57), (11, 57.5), (14, 60.5), (23, 65), (27, 73), (28, 82), (29.5, 83), (28.6, 84.2),
            (26.4, 83), (25, 74), (21.5, 67.5), (13, 63.5), (0, 63)]

    def pinched(phi, _k, r, z):
        off = (phi - 1.5 * math.pi + math.pi) % TAU - math.pi
        reach = math.exp(-(abs(off) / 0.25) ** 1.6) * max(0.0, min(1.0, (z - 64) / 20)) ** 1.5
        return r + 14 * reach, z + 10 * reach

    return lathe(curve_profile(bowl, 6), 360, 50, pinched)


@piece('idols', 1002, SHRINE[0]._replace(own=turned(30), elevation=24), SHRINE[1]._replace(own=turned(62), elevation=32))
def padma_diya(idol):
    gold, satin = alloy(idol), alloy(idol, 'satin')
    out = Model()
    stem = [(0, 0), (34, 0), (36, 1.5), (36, 4), (33, 6), (26, 8), (16, 12), (9, 20), (7, 28), (9.5, 34), (12, 37), (9.5, 40), (7, 45), (8, 52), (13, 58), (0, 58)]
    out.add(lathe(curve_profile(stem, 4), 128, 50), gold)
    petal = cup_petal([(12, 16), (19, 10.5), (28, 8.2), (36, 5.6), (39.5, 2.0)], 15, 1.3, 1.25, rows=30, base=0.85)
    out.place(around(petal, 12, satin))
    out.place(grain_ring(gold, 35.6, 84, 1.0, 2.8)).place(grain_ring(gold, 12.2, 30, 1.0, 37))
    out.add(lipped_bowl(), gold)
    # full petals, broad to near their tips and cupped inwards; satin, since polished ones mirror nothing but each other
    outer = cup_petal([(9, 55), (26, 56), (43, 62), (53.5, 75), (54.5, 88), (50.5, 97)], 25, 1.7, 1.28, rows=40, across=21, base=0.8)
    inner = cup_petal([(9, 58), (23, 60), (34, 68), (40, 81), (40.5, 93), (37, 102)], 25, 1.7, 1.28, rows=40, across=21, base=0.8)
    out.place(around(outer, 8, satin, -90)).place(around(inner, 8, satin, 22.5 - 90))  # the lip passes between two
    wick = smooth([Vector((0, y, z)) for y, z in ((3, 65.8), (-9, 66.0), (-20, 69.4), (-28.2, 78.6), (-37.4, 93), (-42, 97.4), (-47, 100.8))], 10)
    # cotton and soot are enamels for the finishes of the models in 3D
    out.place(twisted_wire(surface('enamel:white:cotton', (0.72, 0.69, 0.62), 0.9, 0.1), wick, 1.05, pitch=11, strands=3))
    out.place(wire(surface('enamel:black:soot', (0.02, 0.018, 0.016), 0.9, 0.05), [wick[-1], wick[-1] + Vector((0, -2.6, 1.9))], 1.5))
    return to_height(out, idol)


def mango_leaf(silver):
    """A leaf that rises from within the mouth of a kalash and bends outwards, towards +X: a raised midrib, and veins to its edge."""
    line = smooth([Vector((x, 0, z)) for x, z in ((16, 68.5), (20.5, 72.2), (26, 77.5), (31.5, 84.5), (36.5, 93.5))], 12)
    path, _ = even_path(line, 61)

    def half(t):
        return 0.6 + 10.4 * math.sin(math.pi * min(1, 0.06 + 0.94 * t) ** 0.8) ** 0.85 * (1 - t ** 7)

    def outline(t):
        w, across = half(t), [2 * i / 20 - 1 for i in range(21)]
        body = 0.5 * min(1, w / 2)
        face = [(w * u, 0.16 * w * u * u + body) for u in across]
        return [(x, y - 2 * body) for x, y in face] + list(reversed(face))

    out = Model().add(sweep(path, outline, up=(-1, 0, 1), angle=60), silver)
    on = [p + Vector((-1, 0, 1)).normalized() * 0.55 for p in path]
    out.add(sweep(on[:58], circle(0.85, 12), up=(-1, 0, 1), scale=lambda t: (1 - 0.7 * t) * rounded_ends(t, 0.03)), silver)
    for k in range(10, 50, 6):
        for side in (-1, 1):
            w = half((k + 7) / 60) * 0.86
            vein = [on[k + round(7 * j / 8)] + Vector((0, side * w * j / 8, 0))
                    + Vector((-1, 0, 1)).normalized() * (0.16 * w * (j / 8) ** 2 - 0.1) for j in range(9)]
            out.add(sweep(smooth(vein, 3), circle(0.3, 8), up=(-1, 0, 1), scale=lambda t: 1 - 0.6 * t), silver)
    return out


@piece('idols', 1003, SHRINE[0]._replace(front=1.5, fill=0.74, own=turned(-12)), SHRINE[1]._replace(front=1.3, own=turned(18)))
def kalash(idol):
    silver, satin = alloy(idol, 'antique', 4.0), alloy(idol, 'satin')
    out = Model()
    pot = [(0, 0), (20, 0), (22, 1.2), (22, 3.5), (18, 6), (17, 8.5), (24, 12), (33, 21), (37, 33), (34.5, 45), (26, 54), (18.5, 58.5), (17.5, 63), (20, 67), (26, 70), (27.5, 71.5), (26, 72.8), (0, 72)]
    belly = curve_profile(pot, 6)
    out.add(lathe(belly, 160, 50), silver)
    for r, z, turns in ((36.9, 37.5, 1.0), (34.2, 46.6, 1.0)):
        out.place(twisted_wire(silver, [polar(r, a, z) for a in range(0, 360, 2)], 0.62, closed=True, pitch=4.2))
    out.place(grain_ring(silver, 36.2, 96, 0.85, 40.6)).place(grain_ring(silver, 35.3, 96, 0.85, 43.8)).place(grain_ring(silver, 27.2, 72, 0.85, 71.4)).place(grain_ring(silver, 21.6, 60, 0.8, 2.4))

    def on_belly(x, z, lift=0.5):
        """The front of the pot, x mm to the right of its middle."""
        r = next(r0 + (r1 - r0) * (z - z0) / (z1 - z0) for (r0, z0), (r1, z1) in zip(belly, belly[1:]) if z0 <= z < z1)
        a = -math.pi / 2 + x / r
        return Vector(((r + lift) * math.cos(a), (r + lift) * math.sin(a), z))

    # the swastika of good fortune, flat, its edges soft: arms turn clockwise, with its four dots
    c, s = 25.5, 6.2
    arms = [[(0, 0), (0, s), (s, s)], [(0, 0), (s, 0), (s, -s)], [(0, 0), (0, -s), (-s, -s)], [(0, 0), (-s, 0), (-s, s)]]
    for arm in arms:
        for (x0, z0), (x1, z1) in zip(arm, arm[1:]):
            long = 1 + 1.25 / s  # over the corner
            line = [on_belly(x0 + (x1 - x0) * long * k / 16, c + z0 + (z1 - z0) * long * k / 16, 0.25) for k in range(17)]
            out.add(sweep(line, superellipse(1.25, 0.75, 7, 32), up=lambda t, p: Vector((p.x, p.y, 0)), angle=50), satin)
    for x in (-1, 1):
        for z in (-1, 1):
            out.add(ball(1.15, 18), satin, at(*on_belly(x * s * 0.5, c + z * s * 0.5, 0.4)))
    # five mango leaves spring from the mouth; none points at the lens
    for i in range(5):
        out.place(mango_leaf(silver), turned(-54 + 72 * i))
    nut = curve_profile([(0, 68), (19, 70), (22.8, 79), (23.4, 90), (21, 101), (15.5, 109), (8, 114), (0, 115.5)], 8)

    def husk(phi, _k, r, z):
        ridge = 1.1 * abs(math.cos(1.5 * phi)) ** 8
        return r * (1 + 0.005 * math.sin(51 * phi + 0.8 * math.sin(0.35 * z)) + 0.004 * math.sin(34 * phi - 0.12 * z)) + ridge * min(1, r / 12), z

    out.add(lathe(nut, 204, 60, husk), satin)
    for i in range(18):  # the tuft of fibres, drawn together to a point
        start, bend, tip = (polar(r, 20 * i + 14 * k, z) for k, (r, z) in enumerate(((4.2, 113.5), (2.6, 119), (0.5 + 0.5 * (i % 3), 125 - i % 4))))
        out.add(sweep(smooth([start, bend, tip], 6), circle(0.75, 8), scale=lambda t: 1 - 0.65 * t), satin)
    return to_height(out, idol)
