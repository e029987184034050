"""blender -b -P spin.py -- SKU FOLDER FRAMES [SIZE] [SAMPLES] [THREADS]: a piece turned once about the vertical, in the set
and light of its first photograph, as FOLDER/00.png and so on. What the folder has already is not taken again."""
import math
import os
import sys

import bpy
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import camera
import exposure
import shoot
from geometry import turned

FILL = 0.72  # of the frame, for all that the turning piece sweeps
ROUNDS = 400


def axis_of(points):
    """The middle of the smallest circle round the piece, seen from above: turned about it, nothing wobbles."""
    middle = Vector((0, 0))
    for step in range(1, ROUNDS):
        far = max(points, key=lambda p: (p.xy - middle).length_squared)
        middle += (far.xy - middle) / (step + 1)
    return Matrix.Translation((*middle, 0))


def hanging(shot):
    """A pendant lies in its photograph, and would never show its back: here it hangs on its chain, clear of the floor. What
    leaves its stones sees clouds of light alone."""
    lit = shot.set if shot.set.endswith(', clear stones') else f'{shot.set}, clear stones'
    return shot._replace(set=lit, azimuth=0, elevation=8, own=turned(90, 'X'), height=3)


def path_of(folder, index):
    return os.path.join(folder, f'{index:02}.png')


def spin(sku, folder, count, size, samples, threads):
    waiting = [index for index in range(count) if not os.path.exists(path_of(folder, index))]
    shoot.studio()
    shot = shoot.arrange(f'{sku}-1', size, hanging if sku.startswith('pendants-') else lambda first: first)
    piece = bpy.data.collections['piece']
    points = camera.points_of(piece)
    axis = axis_of(points)
    turns = [axis @ Matrix.Rotation(2 * math.pi * index / count, 4, 'Z') @ axis.inverted() for index in range(count)]
    swept = [turn @ point for turn in turns for point in points]
    camera.frame(piece, shot.azimuth, shot.elevation, FILL, shot.lens, (size, size), points=swept)
    first = {thing: thing.matrix_world.copy() for thing in piece.objects}
    for index in waiting:
        for thing, stood in first.items():
            thing.matrix_world = turns[index] @ stood
        bpy.context.view_layer.update()
        part = os.path.join(folder, f'{index:02}.part.png')
        exposure.expose(part, samples, threads=threads)
        os.replace(part, path_of(folder, index))


if __name__ == '__main__':
    words = sys.argv[sys.argv.index('--') + 1:] + [None] * 3
    spin(words[0], words[1], int(words[2]), int(words[3] or 640), int(words[4] or exposure.SAMPLES), int(words[5] or 2))
