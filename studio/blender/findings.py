"""The small parts every workshop keeps: claws, bezels, grains, petals, links, drops. Each adds to a model."""
import math
from functools import lru_cache

import bmesh
import bpy
from mathutils import Matrix, Vector

import gems
from geometry import (TAU, UP, at, ball, circle, curled_petal, even_path, evenly, frames, hoop, lathe, mesh_of,
                      path_length, polar, rounded_ends, rounded_tip, shade, sheet_faces, sized, smooth, standing,
                      superellipse, sweep, turn_outwards, turned)
from materials import clear_stone, enamel, opaque_stone, polki
from model import Model


def carve(mesh, tool, where=None):
    """The mesh without the tool's body; exact, so both must be closed."""
    scene = bpy.context.scene.collection
    one, two = bpy.data.objects.new('work', mesh), bpy.data.objects.new('tool', tool)
    for thing in (one, two):
        scene.objects.link(thing)
    two.matrix_world = where or Matrix()
    change = one.modifiers.new('carve', 'BOOLEAN')
    change.operation, change.solver, change.object = 'DIFFERENCE', 'EXACT', two
    bpy.context.view_layer.update()
    result = bpy.data.meshes.new_from_object(one.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    for thing in (one, two):
        bpy.data.objects.remove(thing)
    result.materials.clear()
    result.use_auto_smooth, result.auto_smooth_angle = True, math.radians(35)
    return result


# On a plate of few rings the exact solver can leave the drill standing under the hole: give it more, and look from below.
def drilled(mesh, seats, deep=6.0):
    """The mesh with a hole under each stone, (seat, radius): a pavilion that touches metal turns a stone grey, and a
    collet that stands above it looks like a post. A seat's Z points out of the stone's table."""
    for seat, radius in seats:
        mesh = carve(mesh, lathe([(0, -deep), (radius, -deep), (radius, deep), (0, deep)], 28), seat)
    return mesh


def stone(kind, length, width=None, cut='round'):
    """A clear stone with its girdle at z = 0. Under 3 mm without fire: there it is only noise."""
    small = (width or length) < 3
    if cut == 'step':
        mesh = gems.step_cut(length, width)
    elif cut == 'princess':
        mesh = gems.princess(length)
    else:
        mesh = gems.brilliant(length, width, cut)
    return Model().add(mesh, clear_stone(kind, not small))


def cabochon(kind, length, width=None, height=None):
    width = width or length
    return Model().add(gems.cabochon(length, width, height or 0.42 * width), opaque_stone(kind))


def claws(material, girdle, count, z_girdle, z_base, r_base, wire=0.40, start=0.0, over=None):
    """Claws from a small base, past the girdle (diameter mm), bent over the crown. Round tips."""
    out, radius = Model(), girdle / 2
    over = over if over is not None else 0.11 * girdle
    line = [(r_base, z_base), (r_base * 0.35 + radius * 0.65, z_base + (z_girdle - z_base) * 0.55),
            (radius + wire * 0.45, z_girdle - 0.15), (radius + wire * 0.30, z_girdle + over * 0.6),
            (radius - wire * 0.9, z_girdle + over + wire * 0.35)]
    path = smooth([Vector((r, 0, z)) for r, z in line], 10)
    mesh = sweep(path, circle(wire, 16), up=(1, 0, 0.01), scale=lambda t: (1.05 - 0.28 * t) * rounded_tip(t, 0.93))
    for i in range(count):
        out.add(mesh, material, turned(start + 360 * i / count))
    return out


@lru_cache(maxsize=None)
def bezel_wall(length, width, depth, wall=0.22, lip=0.30):
    """A collet around an oval girdle at z = 0: wall down to -depth, lip burnished a little over the stone."""
    a, b = length / 2, width / 2
    profile = [(wall * 0.15, -depth), (wall, -depth), (wall, lip * 0.7), (wall * 0.6, lip), (-wall * 0.35, lip * 0.85),
               (-wall * 0.30, lip * 0.4), (0.0, -0.05)]
    count, vertices, faces = 56, [], []
    for offset, z in profile:
        for i in range(count):
            t = TAU * i / count
            vertices.append(Vector(((a + offset) * math.cos(t), (b + offset) * math.sin(t), z)))
    rows = len(profile)
    for k in range(rows):
        n = (k + 1) % rows
        faces += [(k * count + i, k * count + (i + 1) % count, n * count + (i + 1) % count, n * count + i) for i in range(count)]
    return mesh_of('bezel', vertices, faces, 40)


def set_in_bezel(setting, kind, length, width=None, cut='round', depth=None, wall=0.22, opaque=False, height=None):
    """A stone with its collet. `opaque` takes a cabochon; clear stones keep air under the pavilion."""
    width = width or length
    out = Model()
    if opaque:
        out.place(cabochon(kind, length, width, height))
        depth = depth or 0.45 * width
    else:
        out.place(stone(kind, length, width, cut))
        depth = depth or 0.50 * width
    return out.add(bezel_wall(length, width, depth, wall, 0.12 * width if width < 3 else 0.34), setting)


def grains(material, positions, radius, sides=12):
    mesh, out = ball(radius, sides), Model()
    for p in positions:
        out.add(mesh, material, Matrix.Translation(p))
    return out


def grain_ring(material, radius, count, size, z=0.0, start=0.0):
    return grains(material, [polar(radius, start + 360 * i / count, z) for i in range(count)], size)


def beads_along(material, path, radius, closed=False, gap=0.0, sides=12, mesh=None):
    """Grains touching along a path: milgrain, rava, beaded wire."""
    count = max(2, int(path_length(path, closed) / (2 * radius + gap)))
    points, _ = even_path(path, count, closed)
    if mesh is None:
        return grains(material, points, radius, sides)
    tangents, _ = frames(points, closed, UP if abs((points[1] - points[0]).normalized().z) < 0.95 else None)
    out = Model()
    for p, t in zip(points, tangents):
        out.add(mesh, material, standing(p, t))
    return out


def melee(kind, spots, size, grain_material=None, grain=0.17, spread=0.60):
    """Small brilliants at (position, normal, along); four grains hold each when a metal is given."""
    out = Model()
    cut = gems.brilliant(size)
    for index, (position, normal, along) in enumerate(spots):
        frame = standing(position, normal, along)
        out.add(cut, clear_stone(kind, False), frame @ turned(23 * index))
        if grain_material:
            for corner in range(4):
                out.add(ball(grain, 10), grain_material, frame @ at(*polar(size * spread, 45 + 90 * corner, 0.06 * size)))
    return out


def petal_width(t, tip, base):
    """Share of the full width along a petal: round-headed for tip <= 1, else pointed."""
    if tip <= 1:
        return min(1.0, 0.45 + 1.5 * t) * math.sqrt(max(0.0, 1 - t ** 6))
    return math.sin(math.pi * (0.13 + 0.86 * t) ** base) ** 0.8 * (1 - t ** 7) ** (tip - 1)


def cup_petal(profile, spread, thickness=0.5, tip=1.4, rows=24, across=13, base=0.75, ruffle=0.0):
    """A petal wrapped round the Z axis: [(radius, z)] from its root to its tip, `spread` degrees to each side."""
    line = smooth([Vector((r, 0, z)) for r, z in profile], 12)
    marks = [math.sin(math.pi / 2 * j / (rows - 1)) if tip <= 1 else j / (rows - 1) for j in range(rows)]  # a round head needs close rows
    dense, _ = even_path(line, 201)
    line = [dense[round(200 * t)] for t in marks]
    inner, outer = [], []
    for j, p in enumerate(line):
        t = marks[j]
        wide = petal_width(t, tip, base)
        slope = line[min(j + 1, rows - 1)] - line[max(j - 1, 0)]
        normal = Vector((slope.z, 0, -slope.x)).normalized()
        for i in range(across):
            u = 2 * i / (across - 1) - 1
            a = math.radians(spread) * max(wide, 0.02) * u
            body = thickness * (0.3 + 0.7 * (1 - u * u)) / 2
            lift = ruffle * u * u * t * t
            for sign, store in ((-1, inner), (1, outer)):
                q = p + normal * (sign * body + lift)
                store.append(Vector((q.x * math.cos(a), q.x * math.sin(a), q.z)))
    return mesh_of('petal', inner + outer, sheet_faces(rows, across), 60)


def around(model_or_mesh, count, material=None, start=0.0, radius=0.0):
    """Copies about the Z axis."""
    out = Model()
    for i in range(count):
        where = turned(start + 360 * i / count) @ at(radius)
        if isinstance(model_or_mesh, Model):
            out.place(model_or_mesh, where)
        else:
            out.add(model_or_mesh, material, where)
    return out


def wire(material, path, radius, closed=False, up=None, ends=True, sides=14):
    """A round wire; free ends are rounded."""
    if len(path) < 12 and not closed:  # with few points the rounding of the ends would take the wire's whole thickness
        path, _ = even_path(path, 12)
    scale = None if closed or not ends else (lambda t: rounded_ends(t, min(0.2, radius / max(path_length(path), 1e-6))))
    return Model().add(sweep(path, circle(radius, sides), closed, up, scale), material)


def twisted_wire(material, path, radius, closed=False, pitch=None, strands=2, sides=10, per_turn=14):
    """Round strands laid about each other: filigree wire, rope borders, chhalla."""
    pitch = pitch or 7 * radius
    length = path_length(path, closed)
    turns = max(1, round(length / pitch))
    count = max(24, int(turns * per_turn))
    points, _ = even_path(path, count, closed)
    tangents, pairs = frames(points, closed)
    out = Model()
    for s in range(strands):
        line = []
        for i, p in enumerate(points):
            a = TAU * (turns * i / (count if closed else count - 1) + s / strands)
            side, up = pairs[i]
            line.append(p + (side * math.cos(a) + up * math.sin(a)) * radius * 0.98)
        out.add(sweep(line, circle(radius, sides), closed), material)
    return out


def volute(radius, turns=1.6, start=0.0, inner=0.12, z=0.0, count=60):
    """A flat spiral from the outside in, for filigree."""
    path = []
    for i in range(count + 1):
        t = i / count
        r = radius * (inner + (1 - inner) * (1 - t))
        a = math.radians(start) + TAU * turns * t
        path.append(Vector((r * math.cos(a), r * math.sin(a), z)))
    return path


# Links and chains.

@lru_cache(maxsize=None)
def oval_link(length, width, radius, flat=1.0, along=72, around=16):
    straight = length / 2 - width / 2
    path = []
    for i in range(144):
        a = TAU * i / 144
        path.append(Vector((width / 2 * math.cos(a) + math.copysign(straight, math.cos(a)), width / 2 * math.sin(a), 0)))
    path, _ = even_path(path, along, closed=True)
    return sweep(path, circle(radius, around, radius * flat), closed=True, up=UP)


@lru_cache(maxsize=None)
def curb_link(length, width, radius, half_thick):
    """An oval turned by a quarter from end to end, so that its ends stand across their neighbours' and a row of them
    lies flat; then filed level on both faces."""
    oval, _ = even_path([Vector((x, y, 0)) for x, y in superellipse(length / 2, width / 2, 2.5, 96)], 72, closed=True)
    path = []
    for p in oval:
        a = math.radians(45) * 2 * p.x / length
        path.append(Vector((p.x, p.y * math.cos(a), p.y * math.sin(a))))
    return filed(sweep(path, circle(radius, 20), closed=True), half_thick)


def filed(mesh, half_thick):
    """The mesh cut level at this height above and below the origin."""
    return cut_away(mesh, [((0, 0, side * half_thick), (0, 0, side)) for side in (-1, 1)])


def cut_away(mesh, planes):
    """The mesh without what lies beyond each plane, (point, normal); every cut is closed."""
    work = bmesh.new()
    work.from_mesh(mesh)
    for point, normal in planes:
        cut = bmesh.ops.bisect_plane(work, geom=[*work.verts, *work.edges, *work.faces], plane_co=point, plane_no=normal, clear_outer=True)
        bmesh.ops.holes_fill(work, edges=[e for e in cut['geom_cut'] if isinstance(e, bmesh.types.BMEdge)])
    work.to_mesh(mesh)
    work.free()
    turn_outwards(mesh)
    shade(mesh, 35)
    return mesh


@lru_cache(maxsize=None)
def box_link(side, strip, thick):
    """A link of a box chain, `side` over all: a strip of metal, this wide and thick, bent round a square about Z."""
    middle = (side - thick) / 2
    path = [Vector((x, y, 0)) for x, y in evenly(superellipse(middle, middle, 9, 240), 72)]
    return sweep(path, superellipse(thick / 2, strip / 2, 5, 20), closed=True, up=UP)


def linked(material, path, mesh, pitch, alternate=45.0, closed=False, up=UP, framed=True):
    """One mesh again and again along a path, rolled to alternating sides."""
    gaps = path_length(path, closed) / pitch
    if closed:
        count = max(2, int(gaps))
        count += count % 2
    else:
        count = max(2, round(gaps) + 1)  # a link at either end: with one fewer, those of a short piece would not interlock
    points, _ = even_path(path, count, closed)
    tangents, pairs = frames(points, closed, up)
    out = Model()
    for i, p in enumerate(points):
        roll = math.radians(alternate if i % 2 else -alternate)
        side, upward = pairs[i]
        out.add(mesh, material, standing(p, upward * math.cos(roll) + side * math.sin(roll), tangents[i]), framed)
    return out


def cable_chain(material, path, thick=0.9, closed=False, up=UP, framed=True):
    """thick: over the link, mm."""
    r = thick * 0.145
    return linked(material, path, oval_link(thick * 1.35, thick, r), thick * 1.35 - 3.1 * r, 45, closed, up, framed)


# side: of the square of links by which the chain is measured, mm; a link is 1.21 of it over all
def box_chain(material, path, side=1.4, closed=False, up=UP, framed=True):
    return linked(material, path, box_link(side * 1.21, side * 0.416, side * 0.26), side * 0.62, 45, closed, up, framed)


def curb_chain(material, path, width=7.0, closed=False, up=UP):
    """width: over the filed links, mm."""
    r, length = width * 0.125, width * 0.90
    return linked(material, path, curb_link(length, width - 2 * r, r, width * 0.18), length - 2.1 * r, 0, closed, up)


def rope_chain(material, path, thick=2.5, closed=False):
    """A spiral of small links reads as strands laid close: six of them, and a core so that no light comes through."""
    out = twisted_wire(material, path, thick * 0.23, closed, pitch=thick * 2.6, strands=4, sides=10)
    return out.add(sweep(even_path(path, max(60, int(path_length(path) / 0.8)), closed)[0], circle(thick * 0.2, 8), closed), material)


def jump_ring(material, radius=1.1, thick=0.22):
    return Model().add(hoop(radius, thick, 36, 10), material)


def lobster(material, length=9.0):
    """A lobster clasp lying along X from its ring end, flat on XY."""
    k = length / 9
    body = smooth([Vector(p) * k for p in ((1.2, 0, 0), (2.2, 1.1, 0), (4.2, 1.75, 0), (6.6, 1.55, 0), (8.2, 0.2, 0), (7.4, -1.3, 0), (6.4, -1.45, 0))], 10)
    lever = smooth([Vector(p) * k for p in ((2.0, -0.5, 0), (3.8, -1.35, 0), (6.9, -1.5, 0))], 8)
    out = Model().add(sweep(body, circle(0.62 * k, 14), up=UP, scale=lambda t: (1.15 - 0.35 * t) * rounded_ends(t, 0.06)), material)
    out.add(sweep(lever, circle(0.48 * k, 12), up=UP, scale=lambda t: rounded_ends(t, 0.08)), material)
    out.add(ball(0.75 * k, 16), material, at(3.4 * k, -1.75 * k, 0.1) @ sized(0.8, 0.45, 0.8))
    return out.add(hoop(1.0 * k, 0.28 * k, 30, 10), material, at(0.4 * k))


def ghungroo(material, radius=1.8):
    """A little bell with its slit, hanging below the origin."""
    out = Model()
    cut = radius * 0.12
    out.add(ball(radius, 28), material, at(z=-radius * 1.45))
    out.add(hoop(radius * 1.0, radius * 0.10, 40, 8), material, at(z=-radius * 1.45))
    slit = sweep([Vector((radius * 1.002 * math.sin(a), 0, -radius * 1.002 * math.cos(a))) for a in [math.radians(-62 + 124 * i / 24) for i in range(25)]], superellipse(cut, 0.04 * radius, 4, 10), up=lambda t, p: p)
    out.add(slit, enamel('black'), at(z=-radius * 1.45))
    return out.add(hoop(radius * 0.36, radius * 0.12, 24, 8), material, at(z=-radius * 0.18) @ turned(90, 'X'))


def bead_cap(material, radius=1.0):
    profile = [(0, 0.9), (0.35, 0.85), (0.6, 0.45), (0.95, 0.05), (1.0, -0.12), (0, -0.05)]
    return Model().add(lathe([(r * radius, z * radius) for r, z in profile], 24), material)


def drop_bead(material, bead_material, radius, cap=True):
    """A bead hanging below the origin from a loop: cap, bead, a grain under it. Its height is about 2.9 radii."""
    out = Model().add(hoop(radius * 0.26, radius * 0.09, 20, 8), material, at(z=-radius * 0.2) @ turned(90, 'X'))
    if cap:
        out.place(bead_cap(material, radius * 0.62), at(z=-radius * 0.85))
    out.add(ball(radius, 28), bead_material, at(z=-radius * 1.72))
    return out.add(ball(radius * 0.2, 12), material, at(z=-radius * 2.85))


@lru_cache(maxsize=None)
def melon(radius, ribs=12, squash=0.94):
    """A ribbed round bead with a hole along Z."""
    points = [(0.30 * radius * math.cos(0), -squash * radius * 0.97)]
    for i in range(1, 20):
        a = math.pi * i / 20
        points.append((radius * math.sin(a), -squash * radius * math.cos(a)))
    points = [(0, -squash * radius * 0.98)] + [p for p in points[1:]] + [(0, squash * radius * 0.98)]

    def rib(phi, _k, r, z):
        return r * (1 - 0.13 * (1 - abs(math.cos(phi * ribs / 2))) ** 2), z

    return lathe(points, ribs * 8, 60, rib)


def leaf(length, width, thick=0.45, curl=0.0, vein=0.16):
    return curled_petal(length, width, thick, curl, cup=-0.24, tip=1.6, base=0.85, vein=vein)


def kundan_flower(setting, centre='kemp green', radius=5.0, petals=8, back=True):
    """A round jadau unit facing +Z: foil-backed polki petals about a coloured centre, grains around."""
    k, out = radius / 5.0, Model()
    if back:
        profile = [(0, -0.5), (4.5, -0.5), (4.85, -0.3), (4.9, -0.05), (4.6, 0.02), (4.35, -0.08), (4.2, 0.02), (3.4, 0.42), (2.4, 0.66), (0, 0.75)]
        out.add(lathe([(r * k, z * k) for r, z in profile], 64, 25), setting)
    out.place(set_in_bezel(setting, centre, 3.7 * k, depth=0.35 * k, wall=0.26 * k, opaque=True, height=1.4 * k), at(z=0.85 * k))
    for i in range(petals):
        d = polar(1, 360 * i / petals)
        seat = standing(d * 3.35 * k + Vector((0, 0, 0.62 * k)), d * 0.35 + UP, d)
        wide = min(1.9, 2.35 * 8 / petals * 0.8)
        out.add(gems.polki(2.25 * k, wide * k, 3), polki(), seat)
        out.add(bezel_wall(2.2 * k, wide * k, 0.3 * k, 0.15 * k, 0.22 * k), setting, seat)
    return out.place(grain_ring(setting, 4.95 * k, 32, 0.36 * k, -0.1 * k))
