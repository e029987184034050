"""Cuts. A faceted stone is the convex body between planes: every facet has its true angle, and nothing can gape."""
import math
from functools import lru_cache

import bmesh
import bpy
from mathutils import Vector

from geometry import TAU, chance, lathe, sized, turn_outwards

ANGLE_OF_SAME_FACET = math.radians(0.6)


def between_planes(planes):
    """The body n·x <= d for each (n, d), d > 0: hull of the dual points, then hull of its facets' duals."""
    dual = bmesh.new()
    for normal, distance in planes:
        dual.verts.new(normal.normalized() / distance)
    bmesh.ops.remove_doubles(dual, verts=dual.verts[:], dist=1e-6)
    bmesh.ops.convex_hull(dual, input=dual.verts[:])
    corners = []
    for face in dual.faces:
        a, b, c = (v.co for v in face.verts)
        normal = (b - a).cross(c - a)
        if normal.length < 1e-12:
            continue
        normal.normalize()
        distance = normal.dot(a)
        if abs(distance) > 1e-9:
            corners.append(normal / distance)
    dual.free()
    body = bmesh.new()
    for corner in corners:
        body.verts.new(corner)
    bmesh.ops.remove_doubles(body, verts=body.verts[:], dist=2e-4)
    bmesh.ops.convex_hull(body, input=body.verts[:])
    for vertex in [v for v in body.verts if not v.link_faces]:
        body.verts.remove(vertex)
    bmesh.ops.dissolve_limit(body, angle_limit=ANGLE_OF_SAME_FACET, verts=body.verts[:], edges=body.edges[:])
    mesh = bpy.data.meshes.new('cut')
    body.to_mesh(mesh)
    body.free()
    turn_outwards(mesh)
    return mesh


def _facet(slope, azimuth, point, below=False):
    """A plane through `point`, sloping `slope` degrees from the horizontal, above or below the girdle."""
    s, c = math.sin(math.radians(slope)), math.cos(math.radians(slope))
    normal = Vector((s * math.cos(azimuth), s * math.sin(azimuth), -c if below else c))
    return normal, normal.dot(point)


def _girdle(shape, ratio):
    """The point of the outline whose normal points at an angle; the short half-axis is 1."""

    def round_(a):
        return math.cos(a), math.sin(a)

    def cushion(a):
        c, s, p = math.cos(a), math.sin(a), 1.45
        k = (abs(c) ** p + abs(s) ** p) ** (1 / p - 1)
        return math.copysign(abs(c) ** (p - 1), c) * k, math.copysign(abs(s) ** (p - 1), s) * k

    def pear(a):
        c, s = math.cos(a), math.sin(a)
        if c <= 0:
            return c, s
        reach = ratio * 2 - 1
        arc = (1 + reach * reach) / 2
        side = math.copysign(1, s)
        x, y = arc * c, arc * s - (arc - 1) * side
        return (reach, 0) if y * side < 0 else (x, y)

    def trillion(a):
        # three arcs about the opposite corners, softly meeting
        k = round(a / (TAU / 3)) * TAU / 3
        off = (a - k + math.pi) % TAU - math.pi
        bulge, away = 2.3, 1.3
        limit = math.radians(24)
        b = k + max(-limit, min(limit, off))
        x, y = bulge * math.cos(b) - away * math.cos(k), bulge * math.sin(b) - away * math.sin(k)
        return x, y

    return {'round': round_, 'oval': round_, 'cushion': cushion, 'pear': pear, 'trillion': trillion}[shape]


def edge_of(length, width, shape):
    """The outline of a brilliant's girdle, as `brilliant` takes its measures: points of (x, y)."""
    edge = _girdle(shape, length / width)
    return [(width / 2 * x, width / 2 * y) for x, y in (edge(TAU * i / 180) for i in range(180))]


@lru_cache(maxsize=None)
def brilliant(length, width=None, shape='round', crown=34.5, pavilion=40.75, table=0.56):
    """Millimetres over the girdle; the girdle lies at z = 0, the table looks up. A pear points along +X."""
    width = width or length
    radius, girdle = width / 2, 0.015 * width
    edge, culet = _girdle(shape, length / width), Vector((0.3 if shape == 'pear' else 0, 0, 0))
    rise = (1 - table) * radius * math.tan(math.radians(crown))
    planes, mains = [], 9 if shape == 'trillion' else 8
    half = math.pi / mains
    # the lower halves meet just inside the girdle at the tips of the mains, which are slender arrows
    chord = 0.998 * math.cos(half / 2)

    def leading(slope, a, inset=1.0, z=girdle, below=False):
        """A facet of this slope where the edge is half the width from the culet, and flatter where it is farther: all mains meet there."""
        point = Vector((*edge(a), 0)) - culet
        slope = math.degrees(math.atan(math.tan(math.radians(slope)) / point.dot(Vector((math.cos(a), math.sin(a), 0)))))
        return _facet(slope, a, radius * (culet + point * inset) + Vector((0, 0, -z if below else z)), below)

    for i in range(mains):
        a = TAU * i / mains
        planes += [leading(crown, a), leading(pavilion, a, below=True),
                   leading(crown * 0.62, a + half, table * math.cos(half), girdle + rise)]
        for b in (a - half / 2, a + half / 2):
            planes += [leading(crown + 6.2, b, 0.998), leading(pavilion + 1.2, b, chord, below=True)]
    for i in range(64):
        a = TAU * i / 64
        x, y = edge(a)
        normal = Vector((math.cos(a), math.sin(a), 0))
        planes.append((normal, radius * (x * normal.x + y * normal.y) * 0.995))
    planes.append((Vector((0, 0, 1)), girdle + rise))
    planes.append((Vector((0, 0, -1)), girdle + radius * math.tan(math.radians(pavilion)) * 0.985))
    mesh = between_planes(planes)
    if shape in ('round', 'oval', 'cushion') and length != width:
        mesh.transform(sized(length / width, 1, 1))
    return mesh


@lru_cache(maxsize=None)
def step_cut(length, width, corner=0.22, deep=0.93):
    """Emerald cut: three steps above and below, on eight sides."""
    girdle, h, planes = 0.015 * width, width / 2, []
    sides = [(0, length / 2), (math.pi / 2, h), (math.pi, length / 2), (-math.pi / 2, h)]
    cut = (length / 2 + h - corner * width) / math.sqrt(2)
    sides += [(math.pi / 4 + k * math.pi / 2, cut) for k in range(4)]
    for a, distance in sides:
        flat = Vector((math.cos(a), math.sin(a), 0))
        planes.append((flat, distance))
        for slope, inset, z in ((46, 0, 0), (36, 0.09, 0.10), (26, 0.22, 0.205)):
            planes.append(_facet(slope, a, flat * (distance - inset * h) + Vector((0, 0, girdle + z * h))))
        for slope, inset, z in ((56, 0, 0), (46, 0.26, 0.39), (36, 0.58, 0.73)):
            planes.append(_facet(slope, a, flat * (distance - inset * h) + Vector((0, 0, -girdle - z * h)), below=True))
    planes += [(Vector((0, 0, 1)), girdle + 0.27 * h), (Vector((0, 0, -1)), girdle + deep * h)]
    return between_planes(planes)


@lru_cache(maxsize=None)
def princess(side):
    """Square with pointed corners: a crown in two steps; below, chevrons that fan out from the corners."""
    h, girdle, planes = side / 2, 0.02 * side, []
    for k in range(4):
        a = k * math.pi / 2
        flat = Vector((math.cos(a), math.sin(a), 0))
        planes.append((flat, h))
        planes += [_facet(38, a, flat * h + Vector((0, 0, girdle))),
                   _facet(24, a, flat * h * 0.80 + Vector((0, 0, girdle + 0.155 * h)))]
        corner = a + math.pi / 4
        point = Vector((math.cos(corner), math.sin(corner), 0)) * h * math.sqrt(2)
        planes.append(_facet(29, corner, point + Vector((0, 0, girdle))))
        planes.append(_facet(62, a, flat * h + Vector((0, 0, -girdle)), below=True))
        for turn, slope in ((7, 56), (14, 50.5), (22, 45), (32, 41.5)):
            for aside in (turn - 45, 45 - turn):
                planes.append(_facet(slope, corner + math.radians(aside), point + Vector((0, 0, -girdle)), below=True))
    planes += [(Vector((0, 0, 1)), girdle + 0.22 * h), (Vector((0, 0, -1)), girdle + 1.21 * h)]
    return between_planes(planes)


@lru_cache(maxsize=None)
def cabochon(length, width, height, count=48):
    """A dome over an ellipse, base a little below z = 0."""
    steps = 14
    quarter = [(math.cos(math.pi / 2 * i / steps), math.sin(math.pi / 2 * i / steps)) for i in range(steps)]
    profile = [(0, -0.12 * height), (0.93, -0.12 * height), (1, -0.02 * height)]
    profile += [(r, height * z) for r, z in quarter[1:]] + [(0, height)]
    mesh = lathe(profile, count)
    mesh.transform(sized(length / 2, width / 2, 1))
    return mesh


@lru_cache(maxsize=None)
def polki(length, width, seed=1):
    """An uncut slab of diamond: shallow, irregular facets."""
    dice = chance(seed)
    planes = [(Vector((0, 0, 1)), 0.22 * width), (Vector((0, 0, -1)), 0.12 * width)]
    for i in range(9):
        a = TAU * (i + dice.uniform(-0.25, 0.25)) / 9
        distance = 0.5 * math.hypot(length * math.cos(a), width * math.sin(a))
        flat = Vector((math.cos(a), math.sin(a), 0))
        planes += [(flat, distance), _facet(dice.uniform(28, 40), a, flat * distance * 0.98)]
    return between_planes(planes)


def round_of_carat(carat):
    """Diameter in mm of a round brilliant diamond of this weight (6.45 mm at one carat, by the cube)."""
    return 6.45 * carat ** (1 / 3)
