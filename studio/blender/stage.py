"""Sets and lights. Everything is measured in S, the size of the piece, so one light serves a nose pin and a bust."""
import math
from typing import NamedTuple

import bpy
from mathutils import Vector

from exposure import PAPER
from geometry import UP, mesh_of, standing
from materials import Graph, surface

IVORY = (0.86, 0.805, 0.72)
SAND = (0.37, 0.322, 0.265)
COCOA = (0.027, 0.0165, 0.0120)
GRADED = 1.7  # in S from the piece: where graded paper has become dark
# What metal mirrors of each paper. White metal has no colour of its own: in brown paper it would be copper.
NEUTRAL = {'ivory': (1, 0.985, 0.965), 'sand': (0.46, 0.455, 0.45), 'cocoa': (0.17, 0.168, 0.165)}
WARM = {'ivory': (1, 0.9, 0.8), 'cocoa': (0.29, 0.222, 0.162)}
# What metal mirrors of pooled paper: pools of light (where and how wide, in S, and their share of the glow, the radiance
# in the mirror), and hardly anything beside them. Polish is near black, near white, and the ramps between.
GLOW_BESIDE_POOLS = 0.045
POOLS = (((-0.95, -0.85, 0), 1.2, 1.0), ((1.35, -0.5, 0), 0.8, 0.9), ((0.2, -2.4, 0), 1.0, 0.7), ((0.3, 1.5, 0), 0.9, 0.35))
# Beside the pools the ground is graded, or broad faces would be one flat grey: from below the piece to a ring round it, and
# on to the walls (in S from the piece, and the share of the glow beside the pools).
BELOW, ROUND, WALLS = (0.15, 0.35), (1.3, 1.9), (6.0, 0.475)
# What metal mirrors above is graded for the same reason, from the horizon to the side of the key light.
SKY, SKY_DARK, SKY_BRIGHT = (-0.48, 0.20, 0.85), 0.2, 2.2
SKY_END = -0.25  # the cosine of the angle to SKY at which it has become dark


class Mirror(NamedTuple):
    """What metal mirrors: the radiance of the pools, the scale of the sky's radiance, and, on ivory, the share of each lamp."""
    glow: float
    sky: float
    lamps: float = 1.0


# Gold is brown where it mirrors the dark. White metal needs a bright sky and dimmer lamps, or its flat faces would be grey
# beside others as white as the paper. Chains, and what lies on the paper beside them, mirror little else than these: with
# all of them they would be as pale as their ground.
GOLD_ON_IVORY, WHITE_ON_IVORY = Mirror(3.0, 0.09), Mirror(2.1, 0.30, 0.65)
THIN_GOLD_ON_IVORY, THIN_WHITE_ON_IVORY = Mirror(1.0, 0.03), Mirror(1.5, 0.13)
GOLD_ON_COCOA, WHITE_ON_COCOA = Mirror(3.5, 0.08), Mirror(8.0, 0.08)
FIRE = 0.005  # how far apart a stone's colours leave it
# What leaves a set stone sees, in radiance: clouds of light, a few of them bright as lamps, round the black camera and its
# photographer, which are the dark arrows of a diamond. Most of the light is on the camera's side.
CLOUD_SCALE = 10.0  # of the noise on the sphere of directions
CLOUD, BRIGHTEST = (0.18, 2.3), 9.0
CAMERA, CAMERA_LEFT = (13, 25), 0.08  # degrees from its middle to its edge, and the share of light there
BEHIND, BEHIND_LEFT = (96, 60), 0.2  # degrees from the camera, where light fades away


def _stand(mesh, material, where=None):
    thing = bpy.data.objects.new(mesh.name, mesh)
    mesh.materials.append(material)
    bpy.data.collections['stage'].objects.link(thing)
    if where is not None:
        thing.matrix_world = where
    return thing


def _card(width, height):
    mesh = bpy.data.meshes.new('card')
    w, h = width / 2, height / 2
    mesh.from_pydata([(-w, -h, 0), (w, -h, 0), (w, h, 0), (-w, h, 0)], [], [(0, 1, 2, 3)])
    corners = mesh.uv_layers.new()
    for index, corner in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        corners.data[index].uv = corner
    return mesh


def _facing(place, target):
    toward = Vector(target) - Vector(place)
    level = abs(toward.normalized().z) < 0.99
    return standing(place, toward, UP.cross(toward) if level else None)


def softbox(place, target, width, height, radiance, colour=(1, 1, 1), feather=0.35, dim=1.0, in_mirrors=1.0):
    """A card of light with feathered edges: the feather gives metal its graded highlights. Lit on one side only. Its right
    end has `dim` of the radiance of its left, so that a flat face has a gradient too. Reflections show `in_mirrors` of it (rough ones
    slightly more, because they also sample lamps directly)."""
    g = Graph('softbox')
    split = g.node('SeparateXYZ', {0: g.node('TexCoord').outputs['UV']})

    def edge(axis):
        away = g.node('Math', {0: split.outputs[axis], 1: 0.5}, operation='PINGPONG').outputs[0]
        return g.node('MapRange', {0: away, 'From Max': feather}, interpolation_type='SMOOTHSTEP').outputs[0]

    def times(a, b):
        return g.node('Math', {0: a, 1: b}, operation='MULTIPLY').outputs[0]

    back = g.node('NewGeometry').outputs['Backfacing']
    front = g.node('Math', {0: 1.0, 1: back}, operation='SUBTRACT').outputs[0]
    strength = times(times(edge(0), edge(1)), times(front, radiance))
    if dim < 1:
        fall = g.node('MapRange', {0: split.outputs[0], 1: 0.1, 2: 0.9, 3: 1.0, 4: dim})
        strength = times(strength, fall.outputs[0])
    if in_mirrors != 1:
        seen = g.node('MapRange', {0: g.node('LightPath').outputs['Is Glossy Ray'], 3: 1.0, 4: in_mirrors})
        strength = times(strength, seen.outputs[0])
    material = g.finish(g.node('Emission', {'Color': colour, 'Strength': strength}))
    thing = _stand(_card(width, height), material, _facing(place, target))
    thing.visible_camera = thing.visible_transmission = False
    return thing


def flag(place, target, width, height):
    """A black card that only metal and loose stones see: the dark line that makes polish look polished."""
    thing = _stand(_card(width, height), surface('flag', (0.01, 0.01, 0.01), 1, 0), _facing(place, target))
    thing.visible_camera = thing.visible_shadow = thing.visible_diffuse = thing.visible_transmission = False


def _cosines(pair):
    return tuple(math.cos(math.radians(angle)) for angle in pair)


def _seen_from_stones(node, soft):
    """The colour that a ray which leaves a stone sees, as a socket. `node` adds a node."""
    def graded(value, *ends):
        return node('MapRange', dict(enumerate((value, *ends))), interpolation_type='SMOOTHSTEP').outputs[0]

    def soft_lights(place):
        cloud = node('TexNoise', {'Vector': place, 'Scale': 11.0, 'Detail': 1.0}).outputs['Fac']
        dusk = node('MapRange', {0: cloud, 1: 0.28, 2: 0.55, 3: 0.06, 4: 0.34}).outputs[0]
        return graded(cloud, 0.52, 0.74, dusk, 5.0)

    def clouds(place):
        seen = node('VectorTransform', {0: place}, vector_type='VECTOR', convert_from='WORLD', convert_to='CAMERA').outputs[0]
        back = node('Math', {0: node('SeparateXYZ', {0: seen}).outputs[2], 1: -1.0}, operation='MULTIPLY').outputs[0]
        cloud = node('TexNoise', {'Vector': place, 'Scale': CLOUD_SCALE, 'Detail': 2.0}).outputs['Fac']
        light = node('MapRange', {0: cloud, 1: 0.44, 2: 0.60, 3: CLOUD[0], 4: CLOUD[1]}).outputs[0]
        light = node('MapRange', {0: cloud, 1: 0.66, 2: 0.676, 3: light, 4: BRIGHTEST}).outputs[0]
        for share in (graded(back, *_cosines(CAMERA[::-1]), 1.0, CAMERA_LEFT), graded(back, *_cosines(BEHIND), BEHIND_LEFT, 1.0)):
            light = node('Math', {0: light, 1: share}, operation='MULTIPLY').outputs[0]
        return light

    def lights(aside):
        place = node('VectorMath', {0: node('TexCoord').outputs['Generated'], 1: aside}, operation='ADD').outputs[0]
        return soft_lights(place) if soft else clouds(place)

    # red, green and blue see each light a little aside: fire without the confetti that split rays leave
    return node('CombineColor', {k: lights(tuple(FIRE * (k - 1) * c for c in (1, -0.6, 0.8))) for k in range(3)}).outputs[0]


def surroundings(fill, fill_colour=(1, 0.97, 0.93), sky=0.05, soft=False):
    """A different world for each kind of ray: warm fill for cloth and ground, near black for metal (contrast; its
    radiance is `sky`, graded from SKY_DARK to SKY_BRIGHT times it), clouds of light for what leaves a stone (sparkle at
    no cost). In a stone that fills the picture hard lights would look cut from paper: there they are `soft`."""
    world = bpy.data.worlds.new('surroundings')
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree

    def node(kind, inputs=None, **settings):
        made = tree.nodes.new('ShaderNode' + kind)
        for key, value in settings.items():
            setattr(made, key, value)
        for key, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                tree.links.new(value, made.inputs[key])
            else:
                colour = isinstance(value, tuple) and made.inputs[key].type == 'RGBA'
                made.inputs[key].default_value = (*value, 1) if colour else value
        return made

    fire = _seen_from_stones(node, soft)
    ray = node('LightPath').outputs
    plain = tuple(c * fill for c in fill_colour)
    towards = node('VectorMath', {0: node('TexCoord').outputs['Generated'], 1: SKY}, operation='DOT_PRODUCT').outputs['Value']
    bright = node('MapRange', {0: towards, 1: SKY_END, 2: 1.0, 3: SKY_DARK * sky, 4: SKY_BRIGHT * sky}, interpolation_type='SMOOTHSTEP')
    metal = node('VectorMath', {0: (1, 0.97, 0.93), 1: bright.outputs[0]}, operation='MULTIPLY').outputs[0]
    seen = node('MixRGB', {0: ray['Is Glossy Ray'], 1: plain, 2: metal}).outputs[0]
    seen = node('MixRGB', {0: ray['Is Transmission Ray'], 1: seen, 2: fire}).outputs[0]
    tree.links.new(seen, tree.nodes['Background'].inputs[0])
    world.cycles.sampling_method = 'NONE'  # an even fill needs no light samples: a third of the time saved


def backdrop(size, material, width=14, back=5, front=9, height=9, bend=2.2):
    """Floor, quarter round and wall in one sweep of paper."""
    line = [(-front * size, 0.0), ((back - bend) * size, 0.0)]
    for i in range(1, 25):
        a = math.pi / 2 * i / 24
        line.append(((back - bend + bend * math.sin(a)) * size, bend * (1 - math.cos(a)) * size))
    line.append((back * size, height * size))
    vertices = [Vector((side * width * size, y, z)) for y, z in line for side in (-1, 1)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(line) - 1)]
    thing = _stand(mesh_of('backdrop', vertices, faces, 60, outside=False), material)
    thing.pass_index = PAPER
    return thing


def view(exposure, look='Medium High Contrast'):
    settings = bpy.context.scene.view_settings
    settings.view_transform, settings.look, settings.exposure = 'Filmic', look, exposure


def paper(name, colour, rough, specular, mirrored):
    """Paper of one colour for the eye, and of another for the metal that mirrors it."""
    g = Graph(name)
    tone = g.node('MixRGB', {0: g.node('LightPath').outputs['Is Glossy Ray'], 1: colour, 2: mirrored}).outputs[0]
    return g.finish(g.node('BsdfPrincipled', {'Base Color': tone, 'Roughness': rough, 'Specular': specular}))


def pooled_paper(name, colour, rough, specular, mirrored, glow, size, graded=False):
    """Paper that metal does not mirror as it is: an even ground would make metal flat, and white metal would be lost on
    it. In a mirror it shines by itself, in pools, as white cards would that lie beside the piece, out of the frame.
    `graded`, it falls off into the dark round the piece."""
    g = Graph(name)
    place = g.node('NewGeometry').outputs['Position']

    def fading(centre, start, end, near, far):
        away = g.node('VectorMath', {0: place, 1: tuple(c * size for c in centre)}, operation='DISTANCE').outputs['Value']
        ends = {0: away, 1: start * size, 2: end * size, 3: near, 4: far}
        return g.node('MapRange', ends, interpolation_type='SMOOTHSTEP').outputs[0]

    tone = colour
    if graded:
        dark = tuple(c * 0.3 for c in colour)
        tone = g.node('MixRGB', {0: fading((0, 0, 0), 0.2, GRADED, 0, 1), 1: colour, 2: dark}).outputs[0]
    cloth = g.node('BsdfPrincipled', {'Base Color': tone, 'Roughness': rough, 'Specular': specular})
    beside = glow * GLOW_BESIDE_POOLS
    near = fading((0, 0, 0), BELOW[0], ROUND[0], BELOW[1] * beside, ROUND[1] * beside)
    far = fading((0, 0, 0), ROUND[0], WALLS[0], 1, WALLS[1] / ROUND[1])
    strength = g.node('Math', {0: near, 1: far}, operation='MULTIPLY').outputs[0]
    for centre, reach, share in POOLS:
        pool = fading(centre, 0, reach, share * glow, 0)
        strength = g.node('Math', {0: strength, 1: pool}, operation='ADD').outputs[0]
    shine = g.node('Emission', {'Color': mirrored, 'Strength': strength})
    is_mirrored = g.node('LightPath').outputs['Is Glossy Ray']
    material = g.finish(g.node('MixShader', {0: is_mirrored, 1: cloth.outputs[0], 2: shine.outputs[0]}))
    material.cycles.sample_as_light = False
    return material


def paper_under(size, material, loose):
    """A loose stone neither mirrors its paper, which would veil its crown, nor shows it through its table."""
    thing = backdrop(size, material)
    thing.visible_glossy = thing.visible_transmission = not loose


def catalogue_set(size, front=0.0, white=False, key=9.0, loose=False, mirror=None):
    """Ivory paper, a big key above and a little behind, two strips, two flags. `front` lights plaques that face us. What
    metal mirrors suits its colour by default."""
    mirror = mirror or (WHITE_ON_IVORY if white else GOLD_ON_IVORY)
    mirrored = (NEUTRAL if white else WARM)['ivory']
    paper_under(size, pooled_paper('ivory', IVORY, 0.55, 0.25, mirrored, mirror.glow, size), loose)
    surroundings(0.68 if loose else 0.45, sky=mirror.sky, soft=loose)
    _catalogue_lights(size, front, key * 0.9 if white else key, mirror.lamps)
    view(1.3)


def _catalogue_lights(size, front, key, in_mirrors=1.0):
    aim = Vector((0, 0, 0.45 * size))

    def p(x, y, z):
        return Vector((x, y, z)) * size

    softbox(p(-0.9, 0.3, 2.6), aim, 2.4 * size, 2.0 * size, key, (1, 0.985, 0.96), 0.45, in_mirrors=in_mirrors)
    softbox(p(2.3, -0.4, 1.0), aim, 0.55 * size, 2.6 * size, key * 1.25, (1, 0.97, 0.93), 0.3, in_mirrors=in_mirrors)
    softbox(p(-2.4, -0.9, 0.9), aim, 0.35 * size, 2.4 * size, key, (0.96, 0.98, 1), 0.3, in_mirrors=in_mirrors)
    softbox(p(0.5, -3.4, 2.6), aim, 1.6 * size, 0.8 * size, key * 0.35, (1, 1, 1), 0.5, in_mirrors=in_mirrors)
    if front:
        softbox(p(0.3, -4.2, 1.3), aim, 3.6 * size, 2.6 * size, front, (1, 0.98, 0.95), 0.5, in_mirrors=in_mirrors)
    flag(p(-1.3, -2.2, 0.6), aim, 0.9 * size, 2.4 * size)
    flag(p(1.3, -2.0, 0.6), aim, 0.7 * size, 2.4 * size)


def cocoa_set(size, front=0.0, white=False, key=8.5, loose=False):
    """The same light on dark cocoa: for sparkle and the second look."""
    mirrored = (NEUTRAL if white else WARM)['cocoa']
    mirror = WHITE_ON_COCOA if white else GOLD_ON_COCOA
    paper_under(size, pooled_paper('cocoa', COCOA, 0.6, 0.2, mirrored, mirror.glow, size, graded=True), loose)
    surroundings(0.32, sky=mirror.sky, soft=loose)
    aim = Vector((0, 0, 0.4 * size))

    def p(x, y, z):
        return Vector((x, y, z)) * size

    softbox(p(-1.3, 1.1, 2.5), aim, 2.2 * size, 1.5 * size, key, (1, 0.98, 0.95), 0.45)
    softbox(p(2.3, -0.2, 1.1), aim, 0.5 * size, 2.6 * size, key * 1.3, (1, 0.95, 0.88), 0.3)
    softbox(p(-2.3, -0.8, 1.0), aim, 0.35 * size, 2.4 * size, key, (0.95, 0.97, 1), 0.3)
    softbox(p(0.6, -3.0, 2.9), aim, 1.4 * size, 0.9 * size, key * 0.8, (1, 1, 1), 0.5)
    # for the gradient of polished tops; stronger on white metal, which would be grey
    softbox(p(-0.2, -0.6, 4.2), aim, 5.0 * size, 4.0 * size, key * (0.55 if white else 0.35), (1, 0.99, 0.97), 0.5, dim=0.12)
    softbox(p(2.2, -2.4, 0.7), aim, 1.1 * size, 1.0 * size, key * 0.45, (1, 0.98, 0.95), 0.5)
    if front:
        softbox(p(0.3, -4.2, 1.3), aim, 3.6 * size, 2.6 * size, front, (1, 0.98, 0.95), 0.5)
    flag(p(-1.2, -2.2, 0.6), aim, 0.8 * size, 2.4 * size)
    flag(p(1.3, -2.0, 0.6), aim, 0.6 * size, 2.4 * size)
    view(1.15)


def sand_set(size, front=0.0, _white=True):
    """The catalogue light on a deeper paper."""
    backdrop(size, paper('sand', SAND, 0.55, 0.25, NEUTRAL['sand']))
    surroundings(0.50)
    _catalogue_lights(size, front, 8.2)
    view(1.05)


def for_loose_stones(a_set):
    """What leaves a loose stone sees the lamps too, which give its facets their gradients."""
    def lit(size, front=0.0, white=False):
        a_set(size, front, loose=True)
        for thing in bpy.data.collections['stage'].objects:
            thing.visible_transmission = thing.pass_index != PAPER
    return lit


def for_clear_stones(a_set):
    """Set stones that face us return the floor before them, and are grey; here what leaves them sees the
    clouds of light alone, neither paper nor bust."""
    def lit(size, front=0.0, white=False):
        a_set(size, front, white)
        for thing in bpy.data.collections['stage'].objects:
            thing.visible_transmission = False
        for thing in bpy.data.collections['piece'].objects:
            thing.visible_transmission = thing.get('framed', True)
    return lit


def thin_metal_set(size, front=0.0, white=False):
    """Ivory for pieces of thin metal that lie flat: chains, wire, settings. A piece led by a dome has plain ivory.
    A wide card above and behind gives the sides that face away from the key a gradient: without it they are charcoal in
    silver and brown in gold."""
    catalogue_set(size, front, white, mirror=THIN_WHITE_ON_IVORY if white else THIN_GOLD_ON_IVORY)
    place, aim = Vector((0.2, 2.2, 3.6)) * size, Vector((0, 0, 0.1 * size))
    softbox(place, aim, 5.4 * size, 3.6 * size, 2.1 if white else 1.9, (1, 0.99, 0.97), 0.5, dim=0.4)


SETS = {'ivory': catalogue_set, 'ivory, thin metal': thin_metal_set, 'sand': sand_set, 'cocoa': cocoa_set,
        'ivory, clear stones': for_clear_stones(catalogue_set),
        'ivory, thin metal, clear stones': for_clear_stones(thin_metal_set),
        'cocoa, clear stones': for_clear_stones(cocoa_set),
        'ivory, loose stone': for_loose_stones(catalogue_set), 'cocoa, loose stone': for_loose_stones(cocoa_set)}
