"""A model: meshes, each of one material, and where they stand. Shared meshes cost nothing, however often they stand."""
from typing import NamedTuple

import bpy
from mathutils import Matrix, Vector

import geometry


class Part(NamedTuple):
    mesh: object
    matrix: Matrix
    framed: bool  # counts when the camera frames the piece


class Model:
    def __init__(self):
        self.parts = []

    def add(self, mesh, material, where=None, framed=True):
        self.parts.append(Part(dressed(mesh, material), where or Matrix(), framed))
        return self

    def place(self, model, where=None, framed=True):
        """Every part of another model, moved; the meshes are shared."""
        where = where or Matrix()
        self.parts += [Part(p.mesh, where @ p.matrix, p.framed and framed) for p in model.parts]
        return self

    def moved(self, where):
        return Model().place(self, where)

    def lowest(self):
        low = 1e9
        for mesh, matrix, _ in self.parts:
            corners = [matrix @ Vector(c) for c in box_of(mesh)]
            if min(c.z for c in corners) < low:
                low = min([low] + [(matrix @ v.co).z for v in mesh.vertices])
        return low

    def on_floor(self, height=0.0):
        return self.moved(geometry.at(z=height - self.lowest()))

    def bounds(self, framed_only=False):
        points = [m @ Vector(c) for mesh, m, framed in self.parts if framed or not framed_only for c in box_of(mesh)]
        low = Vector([min(p[k] for p in points) for k in range(3)])
        return low, Vector([max(p[k] for p in points) for k in range(3)])

    def size(self):
        low, high = self.bounds(framed_only=True)
        return max(high - low)

    def volumes_mm3(self):
        """Volume by material name. Parts that overlap count twice: a few per cent at joints."""
        out, known = {}, {}
        for mesh, matrix, _ in self.parts:
            if mesh.name not in known:
                known[mesh.name] = geometry.volume_mm3(mesh)
            name = mesh.materials[0].name
            out[name] = out.get(name, 0) + known[mesh.name] * abs(matrix.to_3x3().determinant())
        return out

    def build(self, collection):
        for index, (mesh, matrix, framed) in enumerate(self.parts):
            thing = bpy.data.objects.new(f'{mesh.name}-{index}', mesh)
            thing['framed'] = framed
            collection.objects.link(thing)
            thing.matrix_world = matrix


def box_of(mesh):
    """Corners of the mesh's own box; kept on the mesh, since instances ask again and again."""
    if 'box' not in mesh:
        xs, ys, zs = zip(*[v.co for v in mesh.vertices])
        mesh['box'] = [min(xs), min(ys), min(zs), max(xs), max(ys), max(zs)]
    a = mesh['box']
    return [(x, y, z) for x in (a[0], a[3]) for y in (a[1], a[4]) for z in (a[2], a[5])]


_copies = {}


def dressed(mesh, material):
    """The mesh in this material: itself the first time, a copy for each further material."""
    if material is None:
        return mesh
    if not mesh.materials:
        mesh.materials.append(material)
        return mesh
    if mesh.materials[0] == material:
        return mesh
    key = (mesh.name, material.name)
    if key not in _copies:
        copy = mesh.copy()
        copy.materials.clear()
        copy.materials.append(material)
        _copies[key] = copy
    return _copies[key]
