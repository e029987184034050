"""The nine mangal sutras, close to the pendant, from one side on ivory and from the other on cocoa."""
import math

from mathutils import Matrix, Vector

import gems
from findings import (around, beads_along, bezel_wall, cable_chain, carve, drilled, grain_ring, grains, jump_ring,
                      lobster, set_in_bezel, volute, wire)
from geometry import (UP, at, ball, circle, curve_profile, even_path, evenly, frames, hoop, laid_on, lathe, mesh_of,
                      path_length, petal_outline, plate, polar, sheet_faces, sized, smooth, standing, superellipse, sweep,
                      turned)
from layouts import INCH, and_behind, fitted, loop_down, running_out
from materials import METAL_NAMED, black_bead, clear_stone, metal, surface
from model import Model
from motifs import crescent, infinity_path, lotus, swan
from pieces import Shot, piece

CLOSE = Shot(azimuth=0, elevation=58, fill=0.80, front=0.8, layout='close', props=running_out(46))
# slender chains are lost when they are seen whole: their second view comes close, from aside
ASIDE = Shot('cocoa', azimuth=24, elevation=36, fill=0.92, front=0.8, layout='close', props=and_behind(14, running_out(27)), scale=0.9)
# a heavy pendant is small in its whole strand: its second view comes close, from the other side
NEAR = Shot('cocoa', azimuth=-26, elevation=46, fill=0.84, front=0.8, layout='close', props=running_out(40), scale=0.9)
SHOTS = (CLOSE, NEAR)
SLENDER = (CLOSE, ASIDE)
THIN = CLOSE._replace(set='ivory, thin metal')
EYE, EYE_WIRE = 0.78, 0.27  # of the loops by which pieces are joined, mm
LINK = 2.5  # from the middle of one eye to that of its neighbour, mm
KATORI = ((0, -1.5), (0.5, -1.5), (0.95, -1.1), (1.3, -0.5), (1.42, 0.1), (1.3, 0.1), (1.2, -0.1), (0, -0.4))
# where wire curls, (x, y, radius, turns, start), and where it only passes, on the left half of a pendant
SCROLLS = (((-10.5, -6.4, 1.45, 1.5, 0), (-7.0, -7.4, 1.6, 1.5, 180)), ((-3.7, -8.9, 1.4, 1.5, 0), (-1.4, -10.2), (0, -10.9)),
           ((-3.7, 6.0, 1.5, 1.5, 0), (-1.6, 4.7), (-0.2, 4.3)), ((-10.9, 3.4, 1.1, 1.3, 200), (-12.6, 3.9), (-14.2, 3.6)))
LEAVES = ((-8.7, -5.6, 15), (-5.2, -8.0, -160), (-12.0, -5.9, 75), (-0.4, -10.6, 50), (0, -10.6, 0), (-0.2, 3.9, 30),
          (-5.5, 6.2, 60), (-2.2, 8.4, 70))
PAISLEY = ((0, -4.6), (1.9, -4.0), (2.9, -2.2), (2.7, -0.2), (1.6, 1.6), (1.1, 3.0), (1.6, 4.1), (2.5, 3.9), (2.1, 5.0), (0.7, 5.2),
           (-0.9, 4.0), (-2.1, 1.8), (-2.9, -0.6), (-2.8, -2.6), (-1.8, -4.1))


def alloy(product, finish='polished'):
    return metal(METAL_NAMED[product['metal']], finish)


def halves(product, layout, gap=3.0, apart=0.0, z=1.2, point=0.8):
    """Left and right strand from the pendant upwards: [(path)], whole, or as much of it as the close view can show."""
    path = fitted(lambda k: loop_down(104 * k, 150 * k, z, point, 5), product['chainLengthInches'] * INCH, 0.4, 3)
    path, length = even_path(path, 1600)
    middle = min(range(1600), key=lambda i: path[i].y)
    skip = int(gap / length * 1600)
    left, right = list(reversed(path[:middle - skip])), path[middle + skip:]
    if layout == 'close':
        reach = int(min(0.47 * length, 170) / length * 1600)
        left, right = left[:reach], right[:reach]
    out = []
    for side, strand in ((-1, left), (1, right)):
        moved = []
        for i, p in enumerate(strand):
            t = (strand[min(i + 1, len(strand) - 1)] - strand[max(i - 1, 0)]).normalized()
            moved.append(p + Vector((t.y, -t.x, 0)) * side * apart)
        out.append(moved)
    return out


def from_the_middle(sutra, layout, z, point):
    """Left and right strand from the very middle of the necklace upwards, each the other's mirror image."""
    right = halves(sutra, layout, 0, z=z, point=point)[1]
    right.insert(0, Vector((0, right[0].y, z)))
    return mirrored(right), right


def mirrored(path):
    return [Vector((-p.x, p.y, p.z)) for p in path]


def beyond(path, distance):
    """What is left of a path after this distance, in steps finer than a hair."""
    fine, length = even_path(path, int(path_length(path) / 0.02))
    return fine[round(distance / length * (len(fine) - 1)):]


def beaded(path, radius, pattern, gap=0.12):
    """Whole beads along a strand, the first against its start: pattern(i) gives the material and the factor on the radius."""
    fine = beyond(list(reversed(beyond(path, radius))), radius)
    points, _ = even_path(list(reversed(fine)), int(path_length(fine) / (2 * radius + gap)) + 1)
    tangents, _ = frames(points, up=UP)
    out = Model()
    for i, p in enumerate(points):
        material, factor = pattern(i)
        out.add(ball(round(radius * factor, 3), 20), material, standing(p, tangents[i]))
    return out


def cord(material, path, radius):
    """The wire that beads are strung on, through the middle of each. It stands at its end, which close views do not frame."""
    points, _ = even_path([p - path[-1] for p in path], int(path_length(path)))
    return wire(material, points, radius, sides=10).moved(at(*path[-1]))


def eye(material, where):
    """A loop, soldered on where it lies against its neighbour."""
    return Model().add(hoop(EYE, EYE_WIRE, 36, 12), material, at(*where))


def ring_between(material, one, two, thick=EYE_WIRE):
    """The upright ring that hangs in two eyes, taut."""
    radius = (two - one).length / 2 + thick + EYE_WIRE - EYE
    return Model().add(hoop(round(radius, 3), thick, 40, 12), material, standing((one + two) / 2, (two - one).cross(UP)))


def hung(out, material, pendant, above, level, middle, radius, thick, cord_radius):
    """A pendant below the middle of a strand: its bail over the cord and through its eye, `above` the pendant's origin."""
    bail = middle.y - radius + thick + cord_radius
    loop = Vector((middle.x, bail - radius + thick + EYE_WIRE - EYE, level + 0.8))
    out.place(pendant, at(loop.x, loop.y - above, level)).place(eye(material, loop))
    return out.add(hoop(radius, thick, 48, 14), material, at(middle.x, bail, middle.z) @ sized(1, 1, 0.78) @ turned(90, 'Y'))


def gathering_cap(material, wide, tall, long, ribs=0, neck=1.15, belly=0.55):
    """A hollow cap, flat like the strands that it gathers: closed at the origin, its mouth with a rim of wire at z = long."""
    line = (neck, 0), (neck + 0.15, 0.08), (neck + (wide - neck) * belly, 0.5), (wide, 1)
    outer = smooth([Vector((r, 0, z * long)) for r, z in line], 10)
    inner = [(p.x - 0.4, p.z + 0.25) for p in reversed(outer[8:])]
    profile = [(0, 0)] + [(p.x, p.z) for p in outer] + [(inner[0][0], long)] + inner[1:] + [(0, inner[-1][1])]
    shell = (len(outer) + 1) / len(profile)

    def fluted(phi, k, r, z):
        return (r * (1 + 0.055 * math.cos(ribs * phi) * min(1, 2.5 * z / long)), z) if ribs and k < shell else (r, z)

    mesh = lathe(profile, max(72, 8 * ribs), 40, fluted)
    for v in mesh.vertices:  # round at its neck, flat at its mouth
        v.co.x *= 1 + (tall / wide - 1) * v.co.z / long
    mesh.update()
    rim = [Vector((tall * math.cos(a), wide * math.sin(a), long)) for a in (math.radians(5 * i) for i in range(72))]
    return Model().add(mesh, material).place(wire(material, rim, 0.3, True)).add(hoop(round(neck, 3), 0.24, 40, 10), material, at(z=0.12))


def mixed(path, gold, pattern, thick=1.3, bead=1.25):
    """A chain in which black beads stand: pattern is [(kind, mm), …] repeated; kinds are 'chain' and 'bead'."""
    out, length, s, i = Model(), path_length(path), 0.0, 0
    points, _ = even_path(path, 1200)

    def between(a, b):
        lo, hi = int(a / length * 1199), int(min(b, length) / length * 1199)
        return points[lo:max(hi + 1, lo + 3)]

    while s < length - 2:
        kind, size = pattern(i)
        if kind == 'bead':
            out.add(ball(bead, 22), black_bead(), at(*points[min(1199, int((s + bead) / length * 1199))]))
            for k in (0, 2 * bead):
                out.add(ball(0.42, 12), gold, at(*points[min(1199, int((s + k) / length * 1199))]))
            s += 2 * bead + 0.2
        else:
            piece_ = between(s, s + size)
            if len(piece_) > 3:
                out.place(cable_chain(gold, piece_, thick))
            s += size
        i += 1
    return out


def clasp(out, strands, gold, layout):
    if layout != 'close':
        end = strands[1][-1]
        out.place(lobster(gold, 7.5), at(end.x - 6.0, end.y + 0.6, 1.0)).place(jump_ring(gold, 1.3, 0.3), at(*strands[0][-1]))
    return out


def hook_and_eye(out, gold, sutra, layout, wide, point=0.8):
    """Where several strands are gathered behind the neck: a cap for each side, hook and eye between them."""
    if layout == 'close':
        return out
    left, right = (strand[-1] for strand in halves(sutra, layout, 14, point=point))
    for end, side in ((left, -1), (right, 1)):
        out.add(ball(1.9, 28), gold, at(end.x + side * 0.6, end.y, 1.5) @ sized(0.9, wide, 0.8))
    middle = (left + right) / 2
    out.add(hoop(1.15, 0.32, 32, 10), gold, at(middle.x - 0.9, middle.y, 1.4))
    return out.place(wire(gold, smooth([left + UP * 0.3, middle + Vector((0.2, 0, 0.4)), right + UP * 0.3], 8), 0.42))


def vati(gold, radius=6.2, worked=False):
    """A small bowl, mouth down, as it is worn: smooth dome, hollow within, a rim of wire."""
    k = radius / 6.0
    line = [(0, 3.6), (1.8, 3.45), (3.6, 2.9), (5.0, 1.9), (5.8, 0.6), (6.0, 0), (5.6, 0), (4.85, 1.75), (3.45, 2.6), (1.7, 3.13), (0, 3.3)]
    out = Model().add(lathe(curve_profile([(r * k, z * k) for r, z in line], 6), 96), gold)
    out.add(hoop(round(6.05 * k, 3), round(0.42 * k, 3), 90, 12), gold, at(z=0.35 * k))
    if worked:
        out.place(grain_ring(gold, 6.1 * k, 40, 0.5 * k, 0.45 * k)).place(grain_ring(gold, 4.3 * k, 28, 0.36 * k, 2.6 * k))
    return out.add(ball(0.75 * k, 18), gold, at(z=3.65 * k))


@piece('mangal-sutra', 500, *SHOTS)
def two_vatis(sutra, layout=None):
    gold, out = alloy(sutra), Model()
    for apart in (-1.35, 1.35):
        strand = halves(sutra, layout, 13.6, apart, 1.6, 0.5)[1]  # its first bead lies half in the mouth of its cap
        for side in (strand, mirrored(strand)):
            out.place(beaded(side, 1.2, lambda i: (black_bead(), 1.0))).place(cord(gold, side, 0.14))
    # on one thick wire from cap to cap: bead, bail, bead, a coil that keeps the bowls apart, and the same again
    coil = hoop(0.66, 0.24, 28, 10)
    for path in from_the_middle(sutra, layout, 1.6, 0.5):
        hole, inner, outer, foot, mouth = (beyond(path, mm)[0] for mm in (7.6, 5.4, 9.9, 11.7, 15.2))
        out.place(cord(gold, beyond(list(reversed(path)), path_length(path) - 12.2), 0.42))
        for i in range(8):
            here = beyond(path, 0.24 + 0.475 * i)
            out.add(coil, gold, standing(here[0], here[9] - here[0]))
        out.add(ball(1.7, 28), gold, at(*inner)).add(ball(1.85, 28), gold, at(*outer))
        out.place(gathering_cap(gold, 3.3, 1.8, 3.5, belly=0.72), standing(foot, mouth - foot, UP))
        hung(out, gold, vati(gold, 6.6), 7.8, 0.3, hole, 1.5, 0.38, 0.42)
    return hook_and_eye(out, gold, sutra, layout, 1.5, 0.5)


# seen from nearly above: from lower down the topaz shows the paper through itself
@piece('mangal-sutra', 501, THIN._replace(elevation=74, props=running_out(34)), ASIDE._replace(elevation=58))
def saubhagya(sutra, layout=None):
    gold, out = alloy(sutra), Model()
    strands = halves(sutra, layout, 3.7, z=0.8, point=0.6)
    for strand in strands:
        out.place(mixed(strand, gold, lambda i: ('bead', 0) if i in (1, 3, 5) else ('chain', 6.0 if i < 6 else 9.0), 1.25, 1.3))
        eye = strand[0] * 0.9
        out.place(jump_ring(gold, 0.75, 0.24), at(eye.x, eye.y, 1.0))
    out.add(gems.brilliant(5.0, pavilion=43), clear_stone('white topaz', False), at(0, 0, 2.3))
    out.add(bezel_wall(5.0, 5.0, 2.2, 0.36), gold, at(0, 0, 2.3))
    return clasp(out, strands, gold, layout)


def ray_cut(start, end):
    """What a graver takes out of a face along a line: a groove with two flat sides, deep and wide at its start."""
    return sweep([start, start.lerp(end, 0.5), end], [(-0.44, 0.3), (0, -0.26), (0.44, 0.3)], up=UP, scale=lambda t: 1 - 0.75 * t, angle=20)


@piece('mangal-sutra', 502, *SLENDER)
def karimani(sutra, layout=None):
    gold, out = alloy(sutra), Model()
    strands = from_the_middle(sutra, layout, 1.35, 0.7)
    for strand in strands:
        out.place(beaded(beyond(strand, 0.52), 1.35, lambda i: (gold, 1.12) if i % 6 == 5 else (black_bead(), 1.0)))
    out.place(cord(gold, list(reversed(strands[0])) + strands[1][1:], 0.2))
    disc = plate(circle(10, 120), 1.2, 0.5, 0.35, 1.0, 12)
    for i in range(36):
        start, end = (laid_on(disc, [polar(r, 10 * i)])[0] for r in (4.0, 6.9 if i % 2 else 8.5))
        disc = carve(disc, ray_cut(start, end))
    sun = Model().add(disc, gold)
    sun.add(lathe([(0, 2.5), (1.8, 2.35), (3.0, 1.9), (3.4, 1.4), (0, 1.3)], 48), gold)
    sun.place(beads_along(gold, [polar(9.6, a, 1.1) for a in range(0, 360, 3)], 0.4, closed=True)).place(grain_ring(gold, 3.6, 24, 0.26, 1.75))
    return hung(out, gold, sun, 10.7, 0.2, strands[0][0], 1.6, 0.42, 0.2)


def seated(gold, kind, size):
    """A cabochon rubbed over in a collet, which stands on a stepped seat in a ring of grains, at z = 0."""
    r = size / 2
    out = Model().add(lathe([(0, -0.3), (r + 0.75, -0.3), (r + 0.75, 0.12), (r + 0.6, 0.22), (0, 0.22)], 40), gold)
    out.place(set_in_bezel(gold, kind, size, opaque=True, depth=0.45, wall=0.34), at(z=0.6))
    return out.place(grain_ring(gold, r + 0.62, round(6.3 * (r + 0.62) / 0.56), 0.27, 0.3))


def vine(gold, body):
    """Scrolls of wire with leaves on the face of a pendant, to the left and right."""
    leaf = plate(petal_outline(1.9, 1.0, 28, 1.4, 0.9), 0.25, 0.25, 0.1)
    out = Model()
    for flip in (1, -1):
        for knots in SCROLLS:
            line, tips = [], []
            for x, y, *curl in knots:
                bend = [Vector((flip * (x + p.x), y + p.y, 0)) for p in (volute(*curl) if curl else [Vector()])]
                tips += bend[-1:] if curl else []
                line += bend if line else reversed(bend)
            out.place(wire(gold, laid_on(body, line, 0.12), 0.3)).place(grains(gold, laid_on(body, tips, 0.2), 0.45))
        for x, y, lean in LEAVES:
            root, _ = laid_on(body, [Vector((flip * x, y, 0))] * 2)
            out.add(leaf, gold, at(*root) @ turned(flip * lean))
    return out


def side_piece(gold):
    """A carved plate between two strands and a pendant: a stone amid petals in a border of grains. Its foot is at the origin."""
    half = [Vector((x, y, 0)) for x, y in ((0, 0), (1.2, 0.4), (3.0, 3.2), (3.6, 6.4), (3.3, 9.4), (2.7, 11.6), (1.6, 12.2))]
    outline = smooth(half + [Vector((-p.x, p.y, 0)) for p in reversed(half[1:])], 8, True)
    body = plate(evenly([(p.x, p.y) for p in outline], 96), 1.1, 0.4, 0.3, rings=12)
    out, middle = Model().add(body, gold), Vector((0, 6.6, 0))
    out.place(beads_along(gold, laid_on(body, [middle + (p - middle) * 0.87 for p in outline]), 0.34, closed=True))
    petal = plate(petal_outline(1.5, 1.05, 28, 1.3, 1.0), 0.3, 0.3, 0.1)
    out.place(around(Model().add(petal, gold, at(0, 1.2)), 8), at(0, 6.6, 1.42)).place(seated(gold, 'kemp red', 1.5), at(0, 6.6, 1.5))
    return out.place(grains(gold, laid_on(body, [Vector((0, y, 0)) for y in (2.4, 3.3, 10.1)], 0.1), 0.36))


@piece('mangal-sutra', 503, *SHOTS)
def devalaya(sutra, layout=None):
    gold, bright, out = alloy(sutra, 'antique'), alloy(sutra), Model()
    middle = halves(sutra, layout, 40, 0, 1.4)[1]
    along = (middle[6] - middle[0]).normalized()
    for apart in (-1.5, 1.5):
        strand = halves(sutra, layout, 40, apart, 1.4)[1]
        for side in (strand, mirrored(strand)):
            out.place(beaded(side, 1.3, lambda i: (bright, 1.1) if i % 10 == 9 else (black_bead(), 1.0))).place(cord(gold, side, 0.14))
        katori = standing(strand[0] + along * 1.1, along, UP)
        for flip in (Matrix(), sized(-1, 1, 1)):  # each strand ends in a cup with a loop, which hangs in an eye of the side piece
            out.add(lathe(KATORI, 32), gold, flip @ katori).add(hoop(0.6, 0.2, 28, 10), gold, flip @ katori @ at(z=-2.1) @ turned(90, 'X'))
    top = middle[0] - along * 2.0
    foot = top - along * 12.2
    hooked = foot - along * 0.5
    held = hooked - polar(LINK, 58, hooked.z - 1.1)
    across = Vector((along.y, -along.x, 0))
    for flip in (Matrix(), sized(-1, 1, 1)):
        half = Model().place(side_piece(gold), standing(Vector((foot.x, foot.y, 0.4)), UP, across))
        half.place(eye(gold, hooked)).place(eye(gold, held)).place(ring_between(gold, hooked, held, 0.3))
        for apart in (-1.5, 1.5):
            half.add(hoop(0.66, 0.22, 28, 10), gold, at(*(top + across * apart + along * 0.25)))
        out.place(half, flip)
    pendant = Model()
    outline = [(-17, 3), (-17.5, -3), (-13, -8), (-6, -10.5), (0, -13), (6, -10.5), (13, -8), (17.5, -3), (17, 3), (9, 6), (5, 9.5),
               (0, 11.5), (-5, 9.5), (-9, 6)]
    rim = [(p.x, p.y) for p in smooth([Vector((x, y, 0)) for x, y in outline], 10, True)]
    body = plate(evenly(rim, 140), 1.1, 0.3, 0.3, 0.7, 12)
    pendant.add(body, gold)
    pendant.place(beads_along(gold, [Vector((x * 0.97, y * 0.96, 1.2)) for x, y in evenly(rim, 140)], 0.48, closed=True))
    line = [Vector((x * 0.915, y * 0.9, 0)) for x, y in evenly(rim, 140)]
    pendant.place(wire(gold, laid_on(body, line), 0.2, True)).place(vine(gold, body))
    bird = swan(gold, 9.6)
    pendant.place(bird, at(-9.4, -1.6, 1.1)).place(bird, at(9.4, -1.6, 1.1) @ sized(-1, 1, 1))
    pendant.place(lotus(gold, 5.4, 2, 9, 1.2, set_in_bezel(gold, 'kemp red', 3.0, opaque=True, depth=0.8, wall=0.3)), at(0, -2.2, 1.2))
    for x, y, size in ((0, 7.0, 2.6), (-13.9, -3.9, 2.0), (13.9, -3.9, 2.0)):
        pendant.place(seated(gold, 'kemp red' if x else 'kemp green', size), at(x, y, 1.25))
    for i in range(11):
        x = (i - 5) * 3.1
        y = min(edge for across, edge in rim if abs(across - x) < 1.2) + 0.4
        pendant.place(grains(bright, [Vector((x, y - 0.6, 0.9)), Vector((x, y - 2.0, 1.0))], 0.62, 14))
        pendant.add(lathe(curve_profile([(0, 0), (0.5, -0.5), (1.35, -2.6), (1.0, -3.8), (0, -4.3)]), 28), bright, at(x, y - 2.4, 1.4) @ turned(-90, 'X'))
    out.place(pendant, at(0, held.y - 5.4, 0.3))
    return hook_and_eye(out, gold, sutra, layout, 1.6)


def rolled_petal(sheet, edging, profile, spread, lap, shoulder, thick=0.34, lip=0.25):
    """A petal of sheet about the Z axis, [(radius, z)] from its root, `spread` degrees to each side; its edge is rolled. One side
    stands `lap` mm in front of its neighbour and the other as much behind. `shoulder`: how high its sides are, of its height."""
    rows, across = 28, 31
    line, _ = even_path(smooth([Vector((r, 0, z)) for r, z in profile], 16), 201)

    def skin(u, v, depth=0.0):
        head = shoulder + (1 - shoulder) * math.sqrt(max(0, 1 - abs(u) ** 2.6))
        t = v * head * (1 - 0.045 * math.exp(-(u / 0.3) ** 2))  # a slight notch in the middle of its head
        k = min(199, int(200 * t))
        p, along = line[k].lerp(line[k + 1], 200 * t - k), (line[min(k + 6, 200)] - line[max(k - 6, 0)]).normalized()
        p = p + Vector((-along.z, 0, along.x)) * (depth - lap * u * (0.3 + 0.7 * t) + 0.5 * lap * u * u * t * t)
        angle = math.radians(spread * (0.62 + 0.38 * math.sin(math.pi / 2 * min(1, t / 0.6)))) * u
        return Vector((p.x * math.cos(angle), p.x * math.sin(angle), p.z))

    sides = [math.sin(math.pi / 2 * (2 * i / (across - 1) - 1)) for i in range(across)]
    vertices = [skin(u, j / (rows - 1), depth) for depth in (thick / 2, -thick / 2) for j in range(rows) for u in sides]
    edge = [skin(-1, 0.3 + 0.7 * j / 20) for j in range(20)] + [skin(math.sin(math.pi / 2 * (i / 40 - 1)), 1) for i in range(81)]
    edge, _ = even_path(edge + [skin(1, 1 - 0.7 * j / 20) for j in range(1, 21)], 120)
    return Model().add(mesh_of('petal', vertices, sheet_faces(rows, across), 60), sheet).place(wire(edging, edge, lip, sides=12))


def bead_wire(gold, place, start, count, bead):
    """Beads on a wire along a line, place(s): from its first eye at `start`. And where its last eye is."""
    eye_r, gauge, step = 0.46, 0.16, 2 * bead + 0.1
    end = start + 2 * eye_r + count * step
    out = cord(gold, [place(start + eye_r + (end - start - 2 * eye_r) * i / 40) for i in range(41)], 0.18)
    for i in range(count):
        s = start + eye_r + step * (i + 0.5)
        out.add(ball(bead, 28), black_bead(), standing(place(s), UP, place(s + 0.1) - place(s - 0.1)))
    for s in (start, end):
        out.add(hoop(eye_r, gauge, 32, 10), gold, at(*place(s)))
    return out, end


def links_and_beads(gold, path, thick, links, count, bead):
    """A chain of as many mm of links as of beads, by turns, from the middle of the necklace: half a length of links first."""
    fine, length = even_path(path, int(path_length(path) / 0.02))
    pitch, hold = 0.9 * thick, 0.3 + 0.53 * thick  # the first link hangs in the eye of a wire

    def place(s):
        return fine[max(0, min(len(fine) - 1, round(s / length * (len(fine) - 1))))]

    out, stretch, s = Model(), (links - 1) * pitch, links // 2 * pitch
    while s < length:
        beads, end = bead_wire(gold, place, s + hold, count, bead)
        start, s = end + hold, end + hold + stretch
        if s + 3 * stretch > length:  # the last length of links runs on to the clasp
            s = length
        out.place(beads).place(cable_chain(gold, [place(start + (s - start) * i / 60) for i in range(61)], thick))
    return out


# seen from higher up its petals mirror the lamp above rather than the ground
@piece('mangal-sutra', 504, CLOSE._replace(props=running_out(34)), ASIDE._replace(elevation=54, front=0.5))
def gulposh(sutra, layout=None):
    gold, out = alloy(sutra), Model()
    strands, thick, links = from_the_middle(sutra, layout, 1.05, 0.7), 1.2, 11
    for strand in strands:
        out.place(links_and_beads(gold, strand, thick, links, 5, 1.05))
    reach = links // 2 * 0.9 * thick
    ends = [beyond(list(reversed(strand)), path_length(strand) - reach) for strand in strands]
    out.place(cable_chain(gold, ends[0] + list(reversed(ends[1]))[1:], thick))  # this one runs through the bail
    rose = Model()
    # Cups colour their own light a second time, and would be red in the alloy's own colour.
    petals = surface('metal:rose:polished:cup', (0.96, 0.655, 0.56), 0.15, metallic=1.0)
    outer, middle, inner = ([(1.0, 0.5), (3.6, 0.7), (6.0, 1.3), (7.3, 2.3), (7.9, 2.6), (8.2, 2.3)],
                            [(0.9, 0.9), (2.8, 1.5), (4.4, 2.8), (5.2, 4.1), (5.75, 4.5), (6.05, 4.3)],
                            [(0.7, 1.2), (2.0, 2.1), (2.7, 3.6), (3.0, 4.9), (3.4, 5.4), (3.7, 5.3)])
    for count, start, profile, spread, lap in ((6, 0, outer, 38, 0.3), (5, 24, middle, 46, 0.34), (4, 10, inner, 58, 0.3)):
        rose.place(around(rolled_petal(petals, gold, profile, spread, lap, 0.72), count, None, start))
    rose.place(set_in_bezel(gold, 'pink tourmaline', 2.8, depth=3.35, wall=0.26), at(z=4.0))  # its collet stands on the base
    rose.add(lathe([(0, 0), (2.4, 0), (2.6, 0.6), (0, 0.9)], 40), gold)
    rose.place(wire(gold, [Vector((0, 2.0, 0.4)), Vector((0, 5.0, 0.6)), Vector((0, 7.2, 0.8))], 0.4))
    hung(out, gold, rose.moved(sized(0.94)), 7.5, 0.1, strands[0][0], 1.3, 0.34, 0.5)
    return clasp(out, strands, gold, layout)


@piece('mangal-sutra', 505, THIN, ASIDE)
def akhand(sutra, layout=None):
    gold, out = alloy(sutra), Model()
    strands = halves(sutra, layout, 11.5, z=0.8, point=0.3)
    for strand in strands:
        out.place(mixed(strand, gold, lambda i: ('bead', 0) if i in (1, 3, 5, 7) else ('chain', 3.4 if i < 8 else 9.0), 1.25, 1.25))
    level = strands[1][0].y - 1.2  # the chain's ends lie just above the ends of the eight
    path = [p + Vector((0, level, 1.0)) for p in infinity_path(10.5, 3.4, 0.55)]
    out.add(sweep(path, superellipse(0.85, 0.6, 3, 22), closed=True, up=UP), gold)
    for strand in strands:
        out.place(jump_ring(gold, 0.9, 0.26), at(strand[0].x, strand[0].y - 0.6, 0.9))
    return clasp(out, strands, gold, layout)


@piece('mangal-sutra', 506, *SLENDER)
def saptaparni(sutra, layout=None):
    gold, out = alloy(sutra), Model()
    strands = halves(sutra, layout, 0.5, z=1.0, point=0.75)
    for strand in strands:  # the chain itself runs through the bail
        out.place(mixed(strand, gold, lambda i: ('chain', 5.2) if i % 3 == 0 else ('bead', 0), 1.4, 1.2))
    spray = Model()
    for i in range(7):
        a = -90 + (i - 3) * 36
        length = (12.6, 11.4, 9.8, 8.0)[abs(i - 3)]
        finger = plate(petal_outline(length, length * 0.36, 48, 1.25, 1.0), 0.7, 0.55, 0.3, rings=12)
        seat = at(0, length * 0.56, 1.16)
        where = at(0, -3.4, 0.3) @ turned(a - 90)
        spray.add(drilled(finger, [(seat, 0.7)]), gold, where)
        spray.place(set_in_bezel(gold, 'diamond', 1.5, depth=0.5, wall=0.22), where @ seat)
        spray.place(wire(gold, [Vector((0, 0.8, 0.9)), Vector((0, length * 0.46, 1.22))], 0.15), where)
    spray.place(grains(gold, [Vector((0, -3.4, 1.1))], 1.2, 20))
    out.place(spray).add(hoop(1.75, 0.36, 44, 12), gold, at(0, -0.75, 1.15) @ sized(1, 1, 0.75) @ turned(90, 'Y'))
    return clasp(out, strands, gold, layout)


def lozenge(gold):
    """A flat lozenge, a paisley chased on it between a border of grains."""
    corners = [(0, 9.6), (7.4, 0), (0, -9.6), (-7.4, 0)]
    body = plate(evenly(corners, 96), 1.2, 0.4, 0.3, rings=12)
    out = Model().add(body, gold)
    border, line = (laid_on(body, [Vector((x * share, y * share, 0)) for x, y in evenly(corners, 192)]) for share in (0.86, 0.75))
    out.place(beads_along(gold, border, 0.4, closed=True)).place(wire(gold, line, 0.2, True))
    outline = smooth([Vector((x, y, 0)) for x, y in PAISLEY], 12, True)
    belly = Vector((-0.1, -1.4, 0))
    out.place(wire(gold, laid_on(body, outline, 0.08), 0.32, True))
    out.place(beads_along(gold, laid_on(body, [belly + (p - belly) * 0.66 for p in outline[:156]], 0.06), 0.2, gap=0.08))
    out.place(grains(gold, laid_on(body, [belly, *(belly + polar(0.95, a) for a in range(0, 360, 60))], 0.1), 0.42))
    return out


@piece('mangal-sutra', 507, CLOSE._replace(props=running_out(38)), NEAR._replace(props=running_out(33)))
def peshwai(sutra, layout=None):
    gold, out = alloy(sutra, 'antique'), Model()
    for apart in (-3.0, -1.0, 1.0, 3.0):
        strand = halves(sutra, layout, 39, apart, 1.4, 0.6)[1]
        for side in (strand, mirrored(strand)):
            out.place(beaded(side, 0.9, lambda i: (black_bead(), 1.0))).place(cord(gold, side, 0.12))
    middle = halves(sutra, layout, 39, 0, 1.4, 0.6)[1]
    along = (middle[6] - middle[0]).normalized()
    foot = middle[0] - along * 6.2 + UP * 0.15
    hooked = foot - along * EYE
    vati_eye = hooked - polar(LINK, 62, hooked.z - 1.0)
    bowl = vati_eye - polar(7.6, 62)
    inner = bowl + polar(7.6, 205)
    corner = Vector((8.1, inner.y - math.sqrt(LINK ** 2 - (inner.x - 8.1) ** 2), 1.0))
    for flip in (Matrix(), sized(-1, 1, 1)):
        half = Model().place(gathering_cap(gold, 4.9, 1.6, 7.0, 22), standing(foot, along, UP))
        half.place(vati(gold, 6.4, True), at(bowl.x, bowl.y, 0.3))
        for spot in (hooked, vati_eye, inner, corner):
            half.place(eye(gold, spot))
        out.place(half.place(ring_between(gold, hooked, vati_eye)).place(ring_between(gold, inner, corner)), flip)
    return hook_and_eye(out.place(lozenge(gold), at(0, corner.y, 0.3)), gold, sutra, layout, 2.3, 0.6)


def beads_on_wires(path, gold, thick, links, bead=1.15):
    """A cable chain with single black beads: each on a wire that ends on either side in an eye, through which a link passes.
    The first link lies at the path's start."""
    eye_at, ring, gauge = bead + 0.62, 0.44, 0.16
    station = Model().add(ball(bead, 28), black_bead()).place(wire(gold, [Vector((x, 0, 0)) for x in (0.3 - eye_at, eye_at - 0.3)], 0.18))
    for side in (-1, 1):
        station.add(hoop(ring, gauge, 56, 16), gold, at(side * eye_at))
        station.add(hoop(0.27, 0.15, 24, 10), gold, at(side * (bead + 0.06)) @ turned(90, 'Y'))
    stretch, hold = (links - 1) * 0.9 * thick, ring - gauge + 0.53 * thick
    fine, length = even_path(path, int(path_length(path) / 0.02))

    def place(s):
        return fine[min(len(fine) - 1, round(s / length * (len(fine) - 1)))]

    out, s, step = Model(), 0.0, stretch + 2 * (hold + eye_at)
    while s + step + stretch < length:
        one, two = (place(s + stretch + hold + x) for x in (0, 2 * eye_at))
        out.place(cable_chain(gold, [place(s + stretch * i / 24) for i in range(25)], thick))
        out.place(station, standing((one + two) / 2, UP, two - one))
        s += step
    return out.place(cable_chain(gold, [place(s + (length - s) * i / 60) for i in range(61)], thick))


def on_moon(degrees, radius, z=0.0):
    """A place on the crescent, beside the middle of its inner curve."""
    return at(0, 3.0) @ turned(degrees) @ at(0, -radius, z)


def topaz_line(gold, body):
    """Topazes along the inner curve, smaller towards the horns, between two fine rims that meet beyond the last of them;
    and the seats to be drilled under them."""
    sizes = (1.95, 1.89, 1.8, 1.68, 1.53, 1.35, 1.14, 0.92)
    out, seats, marks, turn = Model(), [], [], 0.0
    for i, d in enumerate(sizes):
        after = turn + math.degrees(((d + sizes[min(i + 1, 7)]) / 2 + 0.1) / 9.8)
        middle = 9.08 + d / 2
        for side in (-1, 1) if i else (1,):
            seat = on_moon(side * turn, middle, 1.2)
            out.add(gems.brilliant(d), clear_stone('white topaz', False), seat)
            seats.append((seat, round(0.475 * d, 3)))
        for side in (-1, 1) if i < 7 else ():
            for across in (-0.31 * d, 0.31 * d):
                out.add(ball(0.2, 12), gold, on_moon(side * (turn + after) / 2, middle - 0.03 + across, 1.27))
        marks.append((turn, middle, d / 2 + 0.12))
        turn = after
    marks.append((turn - 0.5, 9.42, 0.04))
    whole = [(-angle, middle, half) for angle, middle, half in reversed(marks[1:])] + marks
    rim = [on_moon(angle, middle + half, 0).translation for angle, middle, half in whole]
    rim += [on_moon(angle, middle - half, 0).translation for angle, middle, half in reversed(whole[1:-1])]
    return out.place(wire(gold, laid_on(body, smooth(rim, 10, True), 0.1), 0.16, True)), seats


def half_drilled(gold, radius):
    """A bead on a peg along Y, which it hides: it is drilled only to its middle."""
    return Model().add(ball(radius, 64), black_bead()).place(wire(gold, [Vector((0, -radius - 0.2, -0.9)), Vector((0, 0, 0))], 0.3))


@piece('mangal-sutra', 508, THIN._replace(elevation=66, fill=0.84, props=running_out(26)), ASIDE._replace(set='cocoa, clear stones'))
def chandrarekha(sutra, layout=None):
    gold, out = alloy(sutra), Model()
    strands = halves(sutra, layout, 8.6, z=0.9, point=0.45)
    body = crescent(gold, 9.6, 8.6, 3.0, 1.2, 118).parts[0]
    body.mesh.transform(body.matrix)
    stones, seats = topaz_line(gold, body.mesh)
    held = at(0, -3.75, 1.5)  # the bead lies in a seat cut into the edge of the curve
    moon = Model().place(stones).place(half_drilled(gold, 2.1), held).add(carve(drilled(body.mesh, seats), ball(2.09, 64), held), gold)
    out.place(moon, at(0, -3.0, 0.2))
    for side, strand in zip((-1, 1), strands):
        horn = Vector((side * 8.5, 1.5, 0.8))
        ring = horn + (strand[0] - horn).normalized() * 0.66  # soldered on the horn's point
        start = ring + (strand[0] - ring).normalized() * 1.1
        out.add(hoop(0.62, 0.2, 64, 20), gold, at(*ring)).place(beads_on_wires([start, *beyond(strand, 1.5)], gold, 1.25, 6))
    return clasp(out, strands, gold, layout)
