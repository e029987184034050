"""blender -b --factory-startup -P joined.py -- SKU…: into how many groups that do not touch
each piece falls, and where each smaller group lies, in millimetres. `npm run studio:joined` keeps what it says."""
import importlib
import json
import os
import sys
from collections import defaultdict

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import shoot
from export import standing_piece
from mathutils import Vector
from mathutils.bvhtree import BVHTree

PLAY_MM = 0.35  # links have play: 0.32 mm in the widest cable chain, of 2 mm
CELL_MM = 4.0


class Body:
    """One part where it stands, with its box; its tree is built when it is first asked for."""

    def __init__(self, part):
        self.points = [part.matrix @ v.co for v in part.mesh.vertices]
        self.faces = [tuple(p.vertices) for p in part.mesh.polygons]
        self.low = Vector([min(p[k] for p in self.points) - PLAY_MM / 2 for k in range(3)])
        self.high = Vector([max(p[k] for p in self.points) + PLAY_MM / 2 for k in range(3)])
        self._tree = None

    @property
    def tree(self):
        self._tree = self._tree or BVHTree.FromPolygons(self.points, self.faces)
        return self._tree

    def cells(self):
        spans = [range(int(self.low[k] // CELL_MM), int(self.high[k] // CELL_MM) + 1) for k in range(3)]
        return ((x, y, z) for x in spans[0] for y in spans[1] for z in spans[2])

    def meets(self, other):
        return all(self.low[k] <= other.high[k] and other.low[k] <= self.high[k] for k in range(3))

    def is_near(self, other):
        if self.tree.overlap(other.tree):
            return True
        low, high = [max(a, b) for a, b in zip(self.low, other.low)], [min(a, b) for a, b in zip(self.high, other.high)]
        return any(
            tree.find_nearest(p, PLAY_MM)[0] is not None
            for points, tree in ((self.points, other.tree), (other.points, self.tree))
            for p in points
            if all(low[k] - PLAY_MM <= p[k] <= high[k] + PLAY_MM for k in range(3))
        )


def groups_of(bodies):
    """Lists of bodies that touch, the largest first."""
    leader = list(range(len(bodies)))

    def first(i):
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    cells = defaultdict(list)
    for i, body in enumerate(bodies):
        for cell in body.cells():
            for j in cells[cell]:
                if first(i) != first(j) and body.meets(bodies[j]) and body.is_near(bodies[j]):
                    leader[first(i)] = first(j)
            cells[cell].append(i)
    groups = defaultdict(list)
    for i, body in enumerate(bodies):
        groups[first(i)].append(body)
    return sorted(groups.values(), key=len, reverse=True)


def check(sku, product):
    """Prints {sku, groups, places}: how many groups, and the middle of each but the largest, at most eight of them."""
    groups = groups_of([Body(part) for part in standing_piece(sku, product).parts if part.framed])
    middles = [sum((b.low + b.high for b in group), Vector()) / (2 * len(group)) for group in groups[1:]]
    places = [[round(c, 1) for c in p] for p in middles[:8]]
    print('JOINED ' + json.dumps({'sku': sku, 'groups': len(groups), 'places': places}), flush=True)


if __name__ == '__main__':
    shoot.studio()
    catalogue = shoot.catalogue()
    for sku in sys.argv[sys.argv.index('--') + 1:]:
        importlib.import_module(shoot.module_of(sku))
        check(sku, catalogue[sku])
