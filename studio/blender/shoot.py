"""blender -b -P shoot.py -- PICTURE OUT.png [SIZE] [SAMPLES] [THREADS]: one photograph, e.g. rings-801-1."""
import importlib
import json
import os
import sys
import time

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import camera
import exposure
import stage
from pieces import PIECES, make

WHITE_METALS = ('White Gold', 'Silver', 'Platinum')  # they take on the colour of what they mirror


def studio():
    """An empty scene in millimetres, with one collection for the piece and one for the stage."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.unit_settings.system, scene.unit_settings.scale_length = 'METRIC', 0.001
    for name in ('piece', 'stage'):
        scene.collection.children.link(bpy.data.collections.new(name))


def catalogue():
    with open(os.path.join(exposure.CACHE, 'catalogue.json'), encoding='utf-8') as file:
        return json.load(file)


def module_of(sku):
    return 'pieces.' + sku.rsplit('-', 1)[0].replace('-', '_')


def arrange(picture, size, adapted=lambda shot: shot):
    """Builds the piece, its set and its camera; says how many parts and how long. Returns the shot."""
    sku, view = picture.rsplit('-', 1)
    importlib.import_module(module_of(sku))
    started = time.time()
    shot = adapted(PIECES[sku].shots[int(view) - 1])
    product = catalogue()[sku]
    model = make(sku, product, shot.layout).moved(shot.own or shot.pose)
    if shot.props:
        model = shot.props(model, bpy.data.collections['stage'])
    else:
        model = model.on_floor(shot.height)
    model.build(bpy.data.collections['piece'])
    white = product.get('metal') in WHITE_METALS
    stage.SETS[shot.set](model.size() * shot.scale, shot.front, white)
    camera.frame(bpy.data.collections['piece'], shot.azimuth, shot.elevation, shot.fill, shot.lens, (size, size))
    print(f'BUILT {picture} {time.time() - started:.1f} s, {len(model.parts)} parts', flush=True)
    return shot


def photograph(picture, path, size, samples, threads):
    studio()
    arrange(picture, size)
    exposure.expose(path, samples, threads=threads)


if __name__ == '__main__':
    words = sys.argv[sys.argv.index('--') + 1:] + [None] * 3
    photograph(words[0], words[1], int(words[2] or 1024), int(words[3] or exposure.SAMPLES), int(words[4] or 2))
