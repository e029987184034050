"""blender -b -P proof.py -- FOLDER SIZE SAMPLES PICTURE…: quick, grainy proofs, many in one go, to judge models by."""
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
    exposure.settings(samples, 0.1, 2)
    output = bpy.context.scene.render
    output.use_persistent_data = False
    output.image_settings.file_format = 'PNG'
    output.filepath = os.path.join(folder, f'{picture}.png')
    bpy.ops.render.render(write_still=True)


if __name__ == '__main__':
    folder, size, samples, *pictures = sys.argv[sys.argv.index('--') + 1:]
    shoot.studio()
    for picture in pictures:
        try:
            proof(picture, folder, int(size), int(samples))
        except Exception:  # one piece that fails must not hide the others
            print(f'FAILED {picture}\n{traceback.format_exc()}', flush=True)
