"""Meshes by numbers, in millimetres: outlines, paths, sweeps, lathes, plates. All are closed, so they have a volume."""
import math
import random
from functools import lru_cache

import bmesh
import bpy
import numpy
from mathutils import Matrix, Quaternion, Vector
from mathutils.bvhtree import BVHTree
from mathutils.geometry import delaunay_2d_cdt

TAU = 2 * math.pi
UP = Vector((0, 0, 1))


def at(x=0.0, y=0.0, z=0.0):
    return Matrix.Translation((x, y, z))


def turned(degrees, axis='Z'):
    return Matrix.Rotation(math.radians(degrees), 4, axis)


def sized(x, y=None, z=None):
    return Matrix.Diagonal((x, x if y is None else y, x if z is None else z, 1))


def standing(position, normal, along=None):
    """A frame whose Z points along `normal` and whose X is as near as possible to `along`."""
    z = Vector(normal).normalized()
    x = Vector(along) if along is not None else (Vector((1, 0, 0)) if abs(z.x) < 0.9 else Vector((0, 1, 0)))
    y = z.cross(x).normalized()
    frame = Matrix((y.cross(z), y, z)).transposed().to_4x4()
    frame.translation = Vector(position)
    return frame


def polar(radius, degrees, z=0.0):
    angle = math.radians(degrees)
    return Vector((radius * math.cos(angle), radius * math.sin(angle), z))


# Outlines: closed polygons of (side, up), counter-clockwise.

def circle(radius, count=24, ry=None):
    ry = radius if ry is None else ry
    return [(radius * math.cos(TAU * i / count), ry * math.sin(TAU * i / count)) for i in range(count)]


def superellipse(a, b, power=4, count=48):
    points = []
    for i in range(count):
        c, s = math.cos(TAU * i / count), math.sin(TAU * i / count)
        points.append((a * math.copysign(abs(c) ** (2 / power), c), b * math.copysign(abs(s) ** (2 / power), s)))
    return points


def court(width, height, count=40):
    """A comfort band: gently rounded where the finger is (down), domed outside (up)."""
    points = []
    for i in range(count):
        c, s = math.cos(TAU * i / count), math.sin(TAU * i / count)
        up = height * 0.72 * abs(s) ** 0.95 if s > 0 else -height * 0.28 * abs(s) ** 0.6
        points.append((width / 2 * math.copysign(abs(c) ** 0.75, c), up))
    return points


def evenly(outline, count):
    """The outline with its points at equal distances: corners of a superellipse are crowded otherwise."""
    points, _ = even_path([Vector((x, y, 0)) for x, y in outline], count, closed=True)
    return [(p.x, p.y) for p in points]


def petal_outline(length, width, count=48, tip=1.5, base=0.9):
    """A petal lying along +Y from the origin, pointed where tip > 1."""
    half = []
    for i in range(count // 2 + 1):
        t = i / (count // 2)
        half.append((width / 2 * math.sin(math.pi * t ** base) ** (1 / 1.15) * (1 - t ** 6) ** (tip - 1), length * t))
    return [(x, y) for x, y in half] + [(-x, y) for x, y in reversed(half[1:-1])]


# Paths: lists of vectors.

def ring_path(radius, count=256, axis='y'):
    """A circle; about Y it starts at the top and stands like a ring on show, about Z it lies like a bangle."""
    if axis == 'y':
        return [Vector((radius * math.sin(TAU * i / count), 0, radius * math.cos(TAU * i / count))) for i in range(count)]
    return [Vector((radius * math.cos(TAU * i / count), radius * math.sin(TAU * i / count), 0)) for i in range(count)]


def smooth(points, per_span=16, closed=False):
    """A Catmull-Rom curve through the points."""
    points = [Vector(p) for p in points]
    n, out = len(points), []
    for i in range(n if closed else n - 1):
        if closed:
            a, b, c, d = (points[(i + k - 1) % n] for k in range(4))
        else:
            a, b, c, d = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, n - 1)]
        for k in range(per_span):
            t = k / per_span
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3))
    if not closed:
        out.append(points[-1])
    return out


def even_path(path, count, closed=False):
    """`count` points at equal distances along the path, and its length."""
    track = path + [path[0]] if closed else path
    marks = [0.0]
    for a, b in zip(track, track[1:]):
        marks.append(marks[-1] + (b - a).length)
    length, out, j = marks[-1], [], 0
    for i in range(count):
        s = length * i / (count if closed else max(count - 1, 1))
        while j < len(track) - 2 and marks[j + 1] < s:
            j += 1
        gap = marks[j + 1] - marks[j]
        out.append(track[j].lerp(track[j + 1], (s - marks[j]) / gap if gap > 0 else 0))
    return out, length


def path_length(path, closed=False):
    track = path + [path[0]] if closed else path
    return sum((b - a).length for a, b in zip(track, track[1:]))


def frames(path, closed=False, up=None):
    """Tangents and (side, up) pairs along a path; without `up`, carried along with the least twist."""
    n = len(path)
    tangents = []
    for i in range(n):
        before = path[i - 1] if i > 0 or closed else path[i]
        after = path[(i + 1) % n] if i < n - 1 or closed else path[i]
        tangents.append((after - before).normalized())
    if up is not None:
        pairs = []
        for i in range(n):
            u = Vector(up(i / n, path[i]) if callable(up) else up)
            u = (u - tangents[i] * u.dot(tangents[i])).normalized()
            pairs.append((tangents[i].cross(u), u))
        return tangents, pairs
    u, pairs = tangents[0].orthogonal().normalized(), []
    for i in range(n):
        if i:
            u = tangents[i - 1].rotation_difference(tangents[i]) @ u
            u = (u - tangents[i] * u.dot(tangents[i])).normalized()
        pairs.append((tangents[i].cross(u), u.copy()))
    if closed:
        end = tangents[-1].rotation_difference(tangents[0]) @ u
        gap = end.angle(pairs[0][1], 0)
        if end.cross(pairs[0][1]).dot(tangents[0]) < 0:
            gap = -gap
        pairs = [
            (Quaternion(tangents[i], gap * i / n) @ s, Quaternion(tangents[i], gap * i / n) @ u)
            for i, (s, u) in enumerate(pairs)
        ]
    return tangents, pairs


def outward(_t, point):
    """The `up` of a ring or bangle: away from its axis."""
    return point


# Meshes.

def mesh_of(name, vertices, faces, angle=40, outside=True):
    """A shaded mesh with its faces turned outwards; edges sharper than `angle` degrees stay crisp."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in vertices], [], faces)
    if outside:
        turn_outwards(mesh)
    shade(mesh, angle)
    return mesh


def shade(mesh, angle):
    mesh.polygons.foreach_set('use_smooth', [angle > 0] * len(mesh.polygons))
    mesh.use_auto_smooth = angle > 0
    mesh.auto_smooth_angle = math.radians(max(angle, 1))
    mesh.update()


def turn_outwards(mesh):
    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(work, faces=work.faces[:])
    if work.calc_volume(signed=True) < 0:
        bmesh.ops.reverse_faces(work, faces=work.faces[:])
    work.to_mesh(mesh)
    work.free()


def sweep(path, outline, closed=False, up=None, scale=None, twist=None, shape=None, angle=40):
    """The outline (or outline(t)) carried along the path. shape(t, k, side, up) moves single points."""
    tangents, pairs = frames(path, closed, up)
    n, vertices, faces, m = len(path), [], [], 0
    for i in range(n):
        t = i / (n if closed else max(n - 1, 1))
        points = outline(t) if callable(outline) else outline
        m = len(points)
        side, upward = pairs[i]
        factor = scale(t) if scale else 1
        c, s = (math.cos(twist(t)), math.sin(twist(t))) if twist else (1, 0)
        for k, (x, y) in enumerate(points):
            if shape:
                x, y = shape(t, k / m, x, y)
            x, y = x * factor, y * factor
            vertices.append(path[i] + side * (x * c - y * s) + upward * (x * s + y * c))
    for i in range(n if closed else n - 1):
        a, b = i * m, ((i + 1) % n) * m
        faces += [(a + k, a + (k + 1) % m, b + (k + 1) % m, b + k) for k in range(m)]
    if not closed:
        faces += [tuple(reversed(range(m))), tuple((n - 1) * m + k for k in range(m))]
    return mesh_of('sweep', vertices, faces, angle)


def lathe(profile, count=64, angle=40, shape=None):
    """[(radius, z)] turned about Z; closed when it begins and ends on the axis, or where it began."""
    looped = profile[0] == profile[-1]
    points = profile[:-1] if looped else profile
    vertices, rows, faces = [], [], []
    for k, (radius, z) in enumerate(points):
        if radius < 1e-9:
            rows.append([len(vertices)] * count)
            vertices.append(Vector((0, 0, z)))
            continue
        row = []
        for i in range(count):
            phi = TAU * i / count
            r, h = shape(phi, k / len(points), radius, z) if shape else (radius, z)
            row.append(len(vertices))
            vertices.append(Vector((r * math.cos(phi), r * math.sin(phi), h)))
        rows.append(row)
    for k in range(len(points) if looped else len(points) - 1):
        one, two = rows[k], rows[(k + 1) % len(points)]
        for i in range(count):
            j = (i + 1) % count
            face = list(dict.fromkeys([one[i], one[j], two[j], two[i]]))
            if len(face) > 2:
                faces.append(tuple(face))
    return mesh_of('lathe', vertices, faces, angle)


def curve_profile(points, per_span=8):
    """A lathe profile drawn smoothly through the points."""
    out = [(max(0.0, p.x), p.z) for p in smooth([Vector((r, 0, z)) for r, z in points], per_span)]
    out[0] = (points[0][0], out[0][1])
    out[-1] = (points[-1][0], out[-1][1])
    return out


def plate(outline, thickness, dome=0.0, edge=0.18, hollow=0.0, rings=7, angle=40):
    """A solid of a star-shaped outline in XY, its back at z = 0: rounded edge, top raised (or cupped) by `dome`."""
    cx = sum(x for x, _ in outline) / len(outline)
    cy = sum(y for _, y in outline) / len(outline)
    reach = min(math.hypot(x - cx, y - cy) for x, y in outline)
    e = min(edge / max(reach, 1e-6), 0.4)
    rows = [(1 - e, 0), (1 - e * 0.3, edge * 0.3), (1, edge), (1, max(thickness - edge, edge)), (1 - e * 0.3, thickness - edge * 0.3)]
    for i in range(rings):
        t = (1 - e) * (1 - i / rings)
        rows.append((t, thickness + dome * (1 - (t / (1 - e)) ** 2)))
    n, vertices, faces = len(outline), [], []
    for factor, z in rows:
        vertices += [Vector((cx + (x - cx) * factor, cy + (y - cy) * factor, z)) for x, y in outline]
    for r in range(len(rows) - 1):
        faces += [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for i in range(n)]
    vertices += [Vector((cx, cy, thickness + dome)), Vector((cx, cy, hollow))]
    last = (len(rows) - 1) * n
    faces += [(last + i, last + (i + 1) % n, len(vertices) - 2) for i in range(n)]
    faces += [((i + 1) % n, i, len(vertices) - 1) for i in range(n)]
    return mesh_of('plate', vertices, faces, angle)


def puffed(outline, height, spacing=0.32, rim=160):
    """A solid of any outline in XY, swelling from its edge like a cushion, above and below z = 0 alike."""
    edge = [Vector(p) for p in evenly(outline, rim)]
    inner, row, y = [], 0, min(p.y for p in edge)
    while y < max(p.y for p in edge):
        x = min(p.x for p in edge) + spacing / 2 * (row % 2)
        while x < max(p.x for p in edge):
            if _is_inside((x, y), edge) and min((p - Vector((x, y))).length for p in edge) > 0.55 * spacing:
                inner.append(Vector((x, y)))
            x += spacing
        row, y = row + 1, y + spacing * 0.866
    points, _, faces, *_ = delaunay_2d_cdt(edge + inner, [(i, (i + 1) % rim) for i in range(rim)], [], 1, 1e-6)
    heights = _swelling(len(points), faces) * height
    free = [i for i in range(len(points)) if heights[i] > 0]
    below = {i: len(points) + k for k, i in enumerate(free)}
    vertices = [(p.x, p.y, h) for p, h in zip(points, heights)] + [(points[i].x, points[i].y, -heights[i]) for i in free]
    return mesh_of('puffed', vertices, [*faces, *(tuple(below.get(i, i) for i in reversed(face)) for face in faces)], 100)


def _is_inside(point, polygon):
    x, y = point
    crossings = 0
    for a, b in zip(polygon, polygon[1:] + polygon[:1]):
        if (a.y > y) != (b.y > y) and x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x):
            crossings += 1
    return crossings % 2 == 1


def _swelling(count, faces):
    """How high a skin held at its edge rises when it is blown up, 0 to 1: the root of Poisson's equation."""
    sides = {}
    for face in faces:
        for a, b in zip(face, face[1:] + face[:1]):
            sides[frozenset((a, b))] = sides.get(frozenset((a, b)), 0) + 1
    held = {i for side, times in sides.items() if times == 1 for i in side}
    matrix, force = numpy.eye(count), numpy.zeros(count)
    for i in set(range(count)) - held:
        force[i] = 1
        matrix[i, i] = 0
    for a, b in map(tuple, sides):
        for i, j in ((a, b), (b, a)):
            if i not in held:
                matrix[i, i] += 1
                matrix[i, j] -= 1
    rise = numpy.linalg.solve(matrix, force)
    return numpy.sqrt(numpy.maximum(rise, 0) / rise.max())


def laid_on(mesh, path, lift=0.0):
    """The path let down on the upper face of a mesh."""
    work = bmesh.new()
    work.from_mesh(mesh)
    tree = BVHTree.FromBMesh(work)
    work.free()
    hits = [tree.ray_cast(Vector((p.x, p.y, 100)), -UP)[0] for p in path]
    return [p + UP * lift for p in hits if p is not None]


def sheet_faces(rows, across):
    """The faces of a sheet with two skins: those of the first skin, then of the other behind it, and of the rim between."""
    count, faces = rows * across, []
    for j in range(rows - 1):
        for i in range(across - 1):
            a, b, c, d = j * across + i, j * across + i + 1, (j + 1) * across + i + 1, (j + 1) * across + i
            faces += [(a, b, c, d), (count + d, count + c, count + b, count + a)]
    rim = list(range(across)) + [j * across + across - 1 for j in range(1, rows)]
    rim += [(rows - 1) * across + i for i in range(across - 2, -1, -1)] + [j * across for j in range(rows - 2, 0, -1)]
    return faces + [(count + a, count + b, b, a) for a, b in zip(rim, rim[1:] + rim[:1])]


def tube_faces(rows, count):
    """The faces between closed rows of `count` points, and of both ends."""
    starts = range(0, (rows - 1) * count, count)
    faces = [(a + i, a + (i + 1) % count, a + count + (i + 1) % count, a + count + i) for a in starts for i in range(count)]
    return [*faces, tuple(reversed(range(count))), tuple((rows - 1) * count + i for i in range(count))]


def curled_petal(length, width, thickness=0.5, curl=0.0, cup=0.3, tip=1.5, base=0.9, nu=11, nv=17, vein=0.0):
    """A petal along +Y with its face up: `curl` lifts the tip, `cup` raises the sides, `vein` cuts a midrib."""
    top, bottom = [], []
    for j in range(nv):
        t = 0.02 + 0.975 * j / (nv - 1)
        half = width / 2 * math.sin(math.pi * t ** base) ** (1 / 1.15) * (1 - t ** 6) ** (tip - 1)
        for i in range(nu):
            u = 2 * i / (nu - 1) - 1
            z = curl * t * t + cup * half * u * u
            body = thickness * (0.25 + 0.75 * (1 - u * u))
            groove = vein * max(0, 1 - abs(u) / 0.22) * (1 if t < 0.92 else 0)
            top.append(Vector((u * half, length * t, z + body / 2 - groove)))
            bottom.append(Vector((u * half, length * t, z - body / 2)))
    return mesh_of('petal', top + bottom, sheet_faces(nv, nu), 50)


@lru_cache(maxsize=None)
def ball(radius, count=24):
    mesh = bpy.data.meshes.new('ball')
    work = bmesh.new()
    bmesh.ops.create_uvsphere(work, u_segments=count, v_segments=max(count // 2, 6), radius=radius)
    work.to_mesh(mesh)
    work.free()
    shade(mesh, 180)
    return mesh


@lru_cache(maxsize=None)
def hoop(radius, wire, count=72, around=14, flat=1.0):
    """A round wire bent into a circle about Z."""
    return sweep(ring_path(radius, count, 'z'), circle(wire, around, wire * flat), closed=True, up=UP)


def box(x, y, z, bevel=0.2):
    """A cushion-edged block centred on the origin, resting on z = 0."""
    return plate(evenly(superellipse(x / 2, y / 2, 14, 160), 96), z, edge=bevel)


def rounded_tip(t, start=0.92):
    """A scale that closes the end of a sweep like a half ball."""
    return 1 if t < start else max(0.03, math.sqrt(max(0, 1 - ((t - start) / (1 - start)) ** 2)))


def rounded_ends(t, share=0.05):
    return min(rounded_tip(t, 1 - share), rounded_tip(1 - t, 1 - share))


def volume_mm3(mesh, matrix=None):
    work = bmesh.new()
    work.from_mesh(mesh)
    if matrix is not None:
        work.transform(matrix)
    volume = work.calc_volume(signed=False)
    work.free()
    return volume


def chance(seed):
    """Repeatable irregularity: the same piece is always the same."""
    return random.Random(seed)
