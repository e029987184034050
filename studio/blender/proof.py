"""blender -b -P proof.py -- FOLDER SIZE SAMPLES PICTURE…: quick, small proofs, many in one go, to judge models by."""
import os
import sys
import traceback

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import exposure
import shoot


def clear():
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)


def proof(picture, folder, size, samples):
    clear()
    shoot.arrange(picture, size)
    exposure.expose(os.path.join(folder, f'{picture}.png'), samples)


if __name__ == '__main__':
    folder, size, samples, *pictures = sys.argv[sys.argv.index('--') + 1:]
    shoot.studio()
    for picture in pictures:
        try:
            proof(picture, folder, int(size), int(samples))
        except Exception:  # one piece that fails must not hide the others
            print(f'FAILED {picture}\n{traceback.format_exc()}', flush=True)
