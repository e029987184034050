"""How soft things lie: coils, loops and strands on the floor, a bust, and the curve a necklace takes on it."""
import math
from functools import lru_cache

import bmesh
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from geometry import TAU, at, ball, even_path, mesh_of, path_length, polar, smooth, superellipse

INCH = 25.4


def coil(length, gap, z=0.0, oval=0.9, inner=None):
    """A flat spiral of this length whose turns lie `gap` apart; it starts inside. Millimetres."""
    inner = inner or max(gap * 2.2, 9)
    path, travelled, a = [], 0.0, 0.0
    last = None
    while travelled < length:
        r = inner + gap * a / TAU
        p = Vector((r * math.cos(a), r * oval * math.sin(a), z))
        if last is not None:
            travelled += (p - last).length
        path.append(p)
        last = p
        a += 0.05
    return path


def loop_down(width, height, z=0.0, point=0.35, open_top=0.0):
    """A necklace laid out: up the left from the lowest point at the origin, round the top, down the right.
    `point` 0 is round, 1 is a deep V; open_top leaves a gap for the clasp."""
    w, h = width / 2, height
    half = [(0, 0), (w * (0.52 - 0.25 * point), h * 0.14), (w * (0.93 - 0.2 * point), h * 0.46), (w, h * 0.74), (w * 0.72, h * 0.95), (open_top / 2, h)]
    left = [Vector((-x, y, z)) for x, y in half]
    right = [Vector((x, y, z)) for x, y in half]
    return smooth(list(reversed(left)) + right[1:], 30)


def fitted(make, length, low=0.3, high=3.0):
    """The path make(scale) whose length is `length`."""
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if path_length(make(middle)) < length else (low, middle)
    return make((low + high) / 2)


def swag(points, z=0.0, per_span=24):
    return smooth([Vector((x, y, z)) for x, y in points], per_span)


def running_out(reach):
    """A close view: only what lies within `reach` mm above the lowest point is framed; the chain runs out of the picture."""
    def props(model, _collection):
        lying = model.on_floor()
        limit = lying.bounds()[0].y + reach
        lying.parts = [part._replace(framed=part.framed and part.matrix.translation.y < limit) for part in lying.parts]
        return lying
    return props


def framed_about(model, middle, reach, azimuth):
    """The camera frames `reach` mm about this point, seen from this azimuth, and no part of the piece itself: it frames
    specks under the paper."""
    model.parts = [part._replace(framed=False) for part in model.parts]
    for turn in range(0, 360, 90):
        model.add(ball(0.02, 8), None, at(middle.x, middle.y, -0.1) @ at(*polar(reach, azimuth + turn)))
    return model


def and_behind(back, props):
    """As `props`, but the frame reaches `back` mm further behind: what is shown close stands low in the picture,
    and the rest of the piece fills its upper half."""
    def both(model, collection):
        shown = props(model, collection)
        low, high = shown.bounds(framed_only=True)
        return shown.add(ball(0.02, 8), None, at((low.x + high.x) / 2, high.y + back, -0.1))  # a speck under the paper
    return both


@lru_cache(maxsize=None)
def bust_mesh():
    """Shoulders and neck without a head, in millimetres, facing -Y."""
    rows = [(0, 88, 44, 0), (25, 97, 46, 0), (55, 99, 46, 0), (78, 90, 44, 1), (93, 70, 42, 2), (104, 53, 41, 3),
            (114, 45, 40, 3), (128, 42, 39, 2), (150, 41, 38, -1), (170, 41, 38, -3)]
    shape = smooth([Vector((a, b, y)) for _, a, b, y in rows], 10)
    heights = smooth([Vector((z, 0, 0)) for z, *_ in rows], 10)
    n, vertices = 128, []
    for p, z in zip(shape, heights):
        vertices += [Vector((x, y + p.z, z.x)) for x, y in superellipse(p.x, p.y, 2.25, n)]
    k = len(shape)
    faces = [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for r in range(k - 1) for i in range(n)]
    faces += [tuple(reversed(range(n))), tuple((k - 1) * n + i for i in range(n))]
    return mesh_of('bust', vertices, faces, 60)


class Neck:
    """A necklace's line on the bust: by distance from its middle, position, outward normal, direction and down."""

    def __init__(self, back=124, front=66, lift=1.0, span=150, deep=1.6):
        body = bmesh.new()
        body.from_mesh(bust_mesh())
        self.tree = BVHTree.FromBMesh(body)
        body.free()
        points = []
        for i in range(400):
            a = math.radians(-span + 2 * span * i / 399)
            z = back + (front - back) * ((1 + math.cos(a)) / 2) ** deep
            out = Vector((math.sin(a), -math.cos(a), 0))
            hit = self.tree.ray_cast(Vector((0, 2, z)) + out * 300, -out)
            if hit[0] is not None:
                points.append(hit[0])
        for _ in range(12):
            points = [points[0]] + [(points[i - 1] + points[i] * 2 + points[i + 1]) / 4 for i in range(1, len(points) - 1)] + [points[-1]]
        self.lift = lift
        self.path, self.length = even_path([self.on_skin(p)[0] for p in points], 900)

    def on_skin(self, point, lift=None):
        place, normal, _, _ = self.tree.find_nearest(point)
        return place + normal * (self.lift if lift is None else lift), normal

    def at(self, distance, down=0.0, lift=None):
        """distance mm from the middle (right positive), `down` mm below the line along the skin."""
        i = max(1, min(898, round((distance / self.length + 0.5) * 899)))
        along = (self.path[i + 1] - self.path[i - 1]).normalized()
        place, normal = self.on_skin(self.path[i], lift)
        below = along.cross(normal)
        below = below if below.z < 0 else -below
        if down:
            place, normal = self.on_skin(self.path[i] + below * down, lift)
        return place, normal, along, below

    def strand(self, down=0.0, lift=None, count=300, reach=1.0):
        half = self.length / 2 * reach * 0.995
        return [self.at(-half + 2 * half * i / (count - 1), down, lift)[0] for i in range(count)]
