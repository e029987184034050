"""blender -b -P export.py -- FOLDER SKU…: each piece as bare meshes and places, SKU.json and SKU.bin, for models.ts to dress.

Millimetres, Z up, on the floor. A mesh that stands many times is written once. A pendant's middle is at the origin, and it
has a piece of its chain."""
import importlib
import json
import os
import sys
import traceback

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import shoot
from geometry import at
from mathutils import Matrix
from pieces import PIECES, make

CHAIN = 0.75  # how far a pendant's chain runs beyond its bail, in lengths of the pendant


def standing_piece(sku, product):
    """The whole piece as it stands or lies by itself: a ring upright, everything else as on its first photograph."""
    shot = PIECES[sku].shots[0]
    pose = Matrix() if product['type'] == 'rings' else shot.pose
    return make(sku, product).moved(pose).on_floor()


def on_its_chain(pendant):
    """The pendant about the origin, with the links above it."""
    low, high = pendant.bounds(framed_only=True)
    end = high.y + CHAIN * (high.y - low.y)
    pendant.parts = [part for part in pendant.parts if part.framed or part.matrix.translation.y < end]
    return pendant.moved(at(-(low.x + high.x) / 2, -(low.y + high.y) / 2))


def alone(piece):
    """Without bust, rail or chain."""
    piece.parts = [part for part in piece.parts if part.framed]
    return piece


def corners_of(mesh):
    """Positions, normals and triangles; a corner counts again where its faces do not share a normal."""
    mesh.calc_normals_split()
    mesh.calc_loop_triangles()
    points = numpy.empty(len(mesh.vertices) * 3, numpy.float32)
    mesh.vertices.foreach_get('co', points)
    normals = numpy.empty(len(mesh.loops) * 3, numpy.float32)
    mesh.loops.foreach_get('normal', normals)
    owners = numpy.empty(len(mesh.loops), numpy.int32)
    mesh.loops.foreach_get('vertex_index', owners)
    triangles = numpy.empty(len(mesh.loop_triangles) * 3, numpy.int32)
    mesh.loop_triangles.foreach_get('loops', triangles)
    normals = normals.reshape(-1, 3)
    keys = numpy.column_stack((owners, numpy.rint(normals * 500).astype(numpy.int32)))
    _, first, same = numpy.unique(keys, axis=0, return_index=True, return_inverse=True)
    return points.reshape(-1, 3)[owners[first]], normals[first], same.reshape(-1)[triangles].astype(numpy.uint32)


def write(sku, model, folder):
    meshes, blob = {}, bytearray()
    for mesh in {part.mesh.name: part.mesh for part in model.parts}.values():
        positions, normals, triangles = corners_of(mesh)
        meshes[mesh.name] = {
            'material': mesh.materials[0].name,
            'offset': len(blob),
            'vertices': len(positions),
            'indices': len(triangles),
        }
        for numbers in (positions, normals, triangles):
            blob += numpy.ascontiguousarray(numbers).tobytes()
    places = [
        {
            'mesh': part.mesh.name,
            'matrix': [round(part.matrix[row][column], 6) for column in range(4) for row in range(4)],
            'isChain': not part.framed,
        }
        for part in model.parts
    ]
    with open(os.path.join(folder, f'{sku}.bin'), 'wb') as file:
        file.write(blob)
    with open(os.path.join(folder, f'{sku}.json'), 'w', encoding='utf-8') as file:
        json.dump({'meshes': meshes, 'places': places}, file)


if __name__ == '__main__':
    folder, *skus = sys.argv[sys.argv.index('--') + 1:]
    shoot.studio()
    catalogue = shoot.catalogue()
    for sku in skus:
        try:
            importlib.import_module(shoot.module_of(sku))
            shown = on_its_chain if catalogue[sku]['type'] == 'pendants' else alone
            write(sku, shown(standing_piece(sku, catalogue[sku])), folder)
            print(f'EXPORTED {sku}', flush=True)
        except Exception:  # one piece that fails must not hold up the others
            print(f'FAILED {sku}\n{traceback.format_exc()}', flush=True)
