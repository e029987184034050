"""blender -b -P scene.py -- PICTURE OUT.png [_] [SAMPLES] [THREADS]: the pictures of the home page, About and the offer.

A scene is pieces of the catalogue on plinths before a wall. In a wide picture they stand in the right third, and
the left is calm for a headline; a tall one (home-1-tall), for phones, has a camera of its own that frames the pieces."""
import importlib
import math
import os
import sys
import time
from typing import NamedTuple

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import camera
import exposure
import shoot
import stage
from geometry import UP, at, ball, circle, lathe, smooth, sweep, turned
from layouts import bust_mesh, running_out
from materials import Graph, marble, surface
from model import Model
from pieces import PIECES, make

WIDE = (2400, 1100)
TALL = (960, 1200)
SCENES = {}

AUBERGINE = (0.052, 0.012, 0.030)
FOREST = (0.018, 0.050, 0.040)
TERRACOTTA = (0.26, 0.085, 0.045)
ROSEWOOD = (0.10, 0.030, 0.020)
IVORY = (0.74, 0.67, 0.56)
INDIGO = (0.008, 0.013, 0.040)
MAROON = (0.085, 0.006, 0.011)
TAUPE = (0.115, 0.085, 0.066)


class Key(NamedTuple):
    """The main lamp, above on the left, in widths of the pieces. A smaller one throws a clearer shadow."""
    place: tuple = (-1.7, -0.2, 2.5)
    width: float = 2.0
    height: float = 1.8
    radiance: float = 11


class Setting(NamedTuple):
    """What stands there (framed), what it stands on, and the wall."""
    pieces: Model
    props: Model
    wall: tuple
    azimuth: float = -7
    elevation: float = 9
    fill: float = 0.40
    fill_tall: float = 0.66  # of the height of a wide picture
    fill_phone: float = 0.86  # of the width of a tall picture
    exposure: float = 1.3
    key: Key = Key()
    front: float = 1.0
    behind: float = 2.6  # how far behind the pieces the wall stands, in widths: what lies down needs more
    low_cards: tuple = ()  # radiances of a card before and one behind, near the floor, which only reflections show
    mirrored: tuple = stage.WARM['cocoa']  # what metal mirrors of wall and floor: in their own colours gold would be brown
    aside: float = 0.22  # how far right of the middle the pieces stand, in widths
    lower: float = 0.03  # how far above the middle the pieces stand, in widths


def scene(name):
    def register(function):
        SCENES[name] = function
        return function
    return register


def show(sku, view=None, layout=None):
    """A piece as it is photographed (view 1 or 2), or as it was made, on the floor at the origin."""
    importlib.import_module(shoot.module_of(sku))
    model = make(sku, shoot.catalogue()[sku], layout)
    return (model.moved(PIECES[sku].shots[view - 1].pose) if view else model).on_floor()


def plinth(radius, height, material=None, bevel=0.8):
    line = [(0, 0), (radius - bevel, 0), (radius, bevel), (radius, height - bevel)]
    line += [(radius - bevel + bevel * math.cos(math.pi / 2 * i / 6), height - bevel + bevel * math.sin(math.pi / 2 * i / 6)) for i in range(1, 7)]
    return Model().add(lathe(line + [(0, height)], 160, 35), material or marble())


def wooden_plinth(radius, height):
    """For fine chains and anklets, which are lost on marble."""
    return plinth(radius, height, surface('rosewood', (0.075, 0.024, 0.013), 0.40, 0.35))


def flame(height=16.0):
    """The flame of a lamp: a drop of light."""
    g = Graph('flame')
    facing = g.node('LayerWeight', {0: 0.4}).outputs['Facing']
    colour = g.ramp(facing, [(0.0, (1.0, 0.50, 0.09)), (1.0, (0.95, 0.13, 0.008))])
    material = g.finish(g.node('Emission', {'Color': colour, 'Strength': 2.6}))
    line = [(0, 0), (0.16, 0.10), (0.20, 0.28), (0.13, 0.58), (0.04, 0.88), (0, 1.0)]
    points = [(max(0, p.x) * height, p.z * height) for p in smooth([Vector((r, 0, z)) for r, z in line], 8)]
    points[0], points[-1] = (0, 0), (0, height)
    return Model().add(lathe(points, 32, 80), material)


def bust(sku, wall, cloth, lower=-0.02, **framing):
    """A necklace on velvet shoulders that fill the lower edge of the picture."""
    importlib.import_module(shoot.module_of(sku))
    shoulders = Model().add(bust_mesh(), surface('velvet of the scene', cloth, 0.9, 0.12, sheen=0.6))
    return Setting(make(sku, shoot.catalogue()[sku], 'bust'), shoulders, wall, lower=lower, elevation=7, **framing)


# The order and the themes are those of the carousel's headlines.

@scene('home-1')
def handed_down():
    return bust('necklaces-601', AUBERGINE, (0.042, 0.009, 0.024), azimuth=-9, fill=0.54, fill_tall=0.74)


@scene('home-2')
def a_ring():
    pieces = Model().place(show('rings-805', 1), at(9, 0, 14)).place(show('rings-802', 1), at(-19, -5, 6) @ turned(-14))
    props = plinth(17, 14).moved(at(9, 0, 0)).place(plinth(15, 6), at(-19, -5, 0))
    return Setting(pieces, props, AUBERGINE, elevation=13, fill_tall=0.60, mirrored=stage.NEUTRAL['sand'])


def on_rail(sku, rise, wall, thick=1.5, fill=0.40):
    """Earrings on a rail above a plinth."""
    pieces = show(sku).moved(at(0, 0, rise + 6))
    low, high = pieces.bounds()
    post = high.z - 5.2 if sku in ('tops-1', 'tops-4') else (low.z + high.z) / 2
    half = (high.x - low.x) * 0.75
    rail = sweep([Vector((-half, 3.2, post)), Vector((half, 3.2, post))], circle(thick, 32), up=UP)
    props = Model().add(rail, surface('lacquer', (0.50, 0.40, 0.29), 0.35, 0.4)).place(plinth(half * 1.1, 5))
    for x in (-half, half):
        props.add(ball(thick * 1.27, 24), surface('lacquer', (0.50, 0.40, 0.29), 0.35, 0.4), at(x, 3.2, post))
        props.add(sweep([Vector((x, 3.2, 4)), Vector((x, 3.2, post))], circle(thick * 0.87, 24), up=(1, 0, 0)), surface('lacquer', (0.50, 0.40, 0.29), 0.35, 0.4))
    return Setting(pieces, props, wall, elevation=8, fill=fill, fill_tall=0.52)


@scene('home-3')
def jhumkas():
    return on_rail('tops-1', 5, FOREST)


@scene('home-4')
def kadas():
    stack, z = Model(), 0.0
    for sku, turn in (('bangles-100', 200), ('bangles-101', 70), ('bangles-106', -90)):
        one = show(sku)
        low, high = one.bounds()
        stack.place(one, at(0, 0, z) @ turned(turn))
        z += high.z - low.z + 0.05
    pieces = stack.moved(at(20, 24, 24)).place(show('bangles-101').moved(turned(52) @ turned(86, 'X')).on_floor(), at(-32, -40, 8))
    pieces.place(show('bangles-102'), at(36, -64, 0) @ turned(12))
    props = plinth(44, 24).moved(at(20, 24, 0)).place(plinth(27, 8), at(-32, -40, 0))
    return Setting(pieces, props, TERRACOTTA, elevation=15, fill=0.42, fill_tall=0.74)


@scene('home-5')
def bridal():
    return bust('sets-901', FOREST, (0.012, 0.040, 0.031), lower=0.005, azimuth=-8, fill=0.43, fill_tall=0.60)


@scene('home-6')
def black_beads():
    return Setting(running_out(58)(show('mangal-sutra-503', layout='close'), None), Model(), MAROON, elevation=50, fill_tall=0.78, lower=0.0,
                   behind=4)


@scene('home-7')
def near_the_heart():
    importlib.import_module('pieces.pendants')
    pieces, props = Model(), Model()
    for sku, x, y in (('pendants-705', 0, 0), ('pendants-707', 33, -7)):
        whole = make(sku, shoot.catalogue()[sku]).on_floor()
        for part in whole.parts:
            (pieces if part.framed else props).parts.append(part._replace(matrix=at(x, y) @ part.matrix, framed=True))
    return Setting(pieces, props, ROSEWOOD, elevation=56, fill=0.44, fill_tall=0.66, behind=4)


@scene('home-8')
def one_line():
    pieces = Model().place(show('bracelets-201'), at(30, 34, 30)).place(show('bracelets-200'), at(-40, -14, 10) @ turned(150))
    pieces.place(show('bracelets-204'), at(42, -50, 0) @ turned(14)).place(show('bracelets-202'), at(-26, -80, 0) @ turned(20))
    props = plinth(40, 30).moved(at(30, 34, 0)).place(plinth(38, 10), at(-40, -14, 0))
    return Setting(pieces, props, INDIGO, elevation=22, fill=0.42, fill_tall=0.74)


@scene('home-9')
def chains():
    pieces = Model().place(show('chains-301'), at(26, 36, 24)).place(show('chains-302'), at(-52, -24, 11)).place(show('chains-303'), at(32, -66, 6))
    props = wooden_plinth(52, 24).moved(at(26, 36, 0)).place(wooden_plinth(38, 11), at(-52, -24, 0)).place(wooden_plinth(36, 6), at(32, -66, 0))
    return Setting(pieces, props, IVORY, elevation=31, fill=0.48, fill_tall=0.78, exposure=1.15, front=0.4, key=Key((-2.6, 0.3, 2.4), 1.2, 1.2, 52),
                   aside=0.20, lower=0.01)


@scene('home-10')
def loose_stones():
    pieces = Model()
    for i, (sku, x, y) in enumerate((
        ('gems-406', -9.5, 10.8), ('gems-403', 0.5, 7.5), ('gems-407', 14.5, 10),
        ('gems-408', -17.5, -2.5), ('gems-401', -6.0, -1.2), ('gems-402', 5.0, -1.5), ('gems-410', 16.5, -5.5),
        ('gems-409', -12.0, -12.0), ('gems-404', -1.0, -9.5), ('gems-405', 7.5, -9.5))):
        pieces.place(show(sku, 1), at(x, y, 0) @ turned((i * 37) % 44 - 22))  # a little each, or they would turn their backs
    return Setting(pieces, Model(), IVORY, elevation=30, fill=0.42, fill_tall=0.60, exposure=1.2)


def clay_lamp():
    """A little lamp of fired clay with its flame, as many stand about a house at Diwali."""
    clay = surface('fired clay', (0.20, 0.055, 0.022), 0.6, 0.25)
    line = [(0, 0), (11, 0), (19, 7), (23, 15), (22, 16.5), (20, 15.5), (15, 9), (0, 6.5)]

    def lip(phi, _k, r, z):
        pull = math.exp(-((((phi - 1.5 * math.pi + math.pi) % math.tau - math.pi) / 0.34) ** 2)) * max(0.0, (r - 12) / 11)
        return r + 9 * pull, z + 2 * pull

    oil = lathe([(0, 11.5), (16.5, 11.5), (16.5, 12.3), (0, 12.3)], 64)
    lamp = Model().add(lathe(line, 160, 60, lip), clay).add(oil, surface('oil', (0.16, 0.07, 0.008), 0.05, 0.5, 1.0))
    return lamp.place(flame(24), at(0, -25, 14.5))


@scene('home-11')
def home_shrine():
    pieces = Model().place(show('idols-1002'), at(18, 0, 12) @ turned(-20)).place(show('idols-1003'), at(-118, 34, 0) @ turned(12))
    props = plinth(64, 12).moved(at(18, 0, 0)).place(flame(30).moved(at(18, 0, 12) @ turned(-20) @ at(0, -47, 99)))
    for x, y, turn in ((-62, -92, -30), (84, -98, 24), (12, -128, 0), (118, 66, 12)):
        props.place(clay_lamp(), at(x, y, 0) @ turned(turn))
    return Setting(pieces, props, ROSEWOOD, elevation=12, fill=0.38, fill_tall=0.66, exposure=1.3)


@scene('home-12')
def every_step():
    pieces = Model().place(show('anklet-1').moved(turned(180)), at(12, -74, 0)).place(show('anklet-5').moved(turned(180)), at(42, 68, 22))
    return Setting(pieces, wooden_plinth(54, 22).moved(at(42, 68, 0)), INDIGO, elevation=28, fill=0.42, fill_tall=0.70, lower=0.01,
                   mirrored=stage.NEUTRAL['sand'], low_cards=(0.7, 1.6))


@scene('home-13')
def around_the_throat():
    return bust('necklaces-602', TAUPE, (0.014, 0.014, 0.017), lower=0.005, azimuth=-14, fill=0.42, fill_tall=0.50,
                mirrored=stage.NEUTRAL['sand'])


@scene('home-14')
def studs():
    return on_rail('tops-9', 4, TERRACOTTA, thick=0.9, fill=0.30)


def light(setting, size, centre):
    """Wall, floor and the lights of the catalogue, a little warmer and from one side."""
    wall = stage.paper('wall', setting.wall, 0.9, 0.06, setting.mirrored)
    stage.backdrop(size, wall, width=9, back=setting.behind, front=9, height=6, bend=1.7)
    stage.surroundings(0.18, sky=0.075)
    aim = Vector((centre.x, centre.y, 0.45 * size))

    def p(x, y, z):
        return Vector((centre.x + x * size, centre.y + y * size, z * size))

    key = setting.key
    stage.softbox(p(*key.place), aim, key.width * size, key.height * size, key.radiance, (1, 0.965, 0.91), 0.45)
    stage.softbox(p(2.2, -0.6, 1.0), aim, 0.45 * size, 2.3 * size, 12, (1, 0.95, 0.88), 0.3)
    stage.softbox(p(0.3, -3.4, 2.6), aim, 2.0 * size, 1.0 * size, 5, (1, 1, 1), 0.5)
    stage.softbox(p(0.1, 0.9, 2.6), Vector((centre.x, setting.behind * size, 0.9 * size)), 1.4 * size, 0.9 * size, 5, (1, 0.93, 0.83), 0.5)  # a pool of light on the wall
    if setting.front:
        stage.softbox(p(0.3, -4.2, 1.3), aim, 3.4 * size, 2.4 * size, setting.front, (1, 0.98, 0.95), 0.5)
    if setting.low_cards:
        before, behind = setting.low_cards
        low = Vector((centre.x, centre.y, 0.1 * size))
        for card in (stage.softbox(p(0.2, -2.6, 0.35), aim, 3.0 * size, 0.6 * size, before, (1, 0.98, 0.95), 0.4),
                     stage.softbox(p(0.2, 1.5, 0.9), low, 2.4 * size, 0.9 * size, behind, (1, 0.98, 0.95), 0.4)):
            card.visible_diffuse = False
    stage.flag(p(-1.3, -2.2, 0.5), aim, 0.8 * size, 2.2 * size)
    stage.view(setting.exposure)


def compose(picture, pixels):
    shoot.studio()
    started = time.time()
    is_tall = picture.endswith('-tall')
    shape = TALL if is_tall else WIDE
    size = pixels, round(pixels * shape[1] / shape[0])
    setting = SCENES[picture.removesuffix('-tall')]()
    low, high = setting.pieces.bounds(framed_only=True)
    whole = Model().place(setting.pieces).place(setting.props, framed=False)
    whole.build(bpy.data.collections['piece'])
    light(setting, max(high - low), (low + high) / 2)
    pieces = bpy.data.collections['piece']
    if is_tall:
        camera.frame(pieces, setting.azimuth, setting.elevation, setting.fill_phone, 90, size, (0, 0), 0.74)
    else:
        camera.frame(pieces, setting.azimuth, setting.elevation, setting.fill, 90, size, (-setting.aside, -setting.lower), setting.fill_tall)
    print(f'BUILT {picture} {time.time() - started:.1f} s', flush=True)


if __name__ == '__main__':
    words = sys.argv[sys.argv.index('--') + 1:] + [None] * 3
    compose(words[0], int(words[2]) if words[2] and words[2] != '_' else WIDE[0])
    exposure.expose(words[1], int(words[3] or exposure.SAMPLES), threads=int(words[4] or 2))
