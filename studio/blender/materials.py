"""Metals, stones' surfaces, enamel, pearl, cloth and marble. Colours are linear RGB, chosen for the Filmic view."""
from functools import lru_cache

import bpy


SECOND_TINT = 0.5  # the exponent of a metal's colour where metal mirrors it


class Graph:
    """A shader drawn by calls: inputs take a socket (linked) or a value."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new('ShaderNodeOutputMaterial')

    def node(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new('ShaderNode' + kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[key])
            elif isinstance(value, tuple) and len(value) == 3 and len(node.inputs[key].default_value) == 4:
                node.inputs[key].default_value = (*value, 1)
            else:
                node.inputs[key].default_value = value
        return node

    def ramp(self, factor, stops):
        node = self.node('ValToRGB', {0: factor})
        elements = node.color_ramp.elements
        for index, (position, colour) in enumerate(stops):
            element = elements[index] if index < 2 else elements.new(position)
            element.position = position
            element.color = (*colour, 1)
        return node.outputs[0]

    def between(self, factor, low, high):
        return self.node('MapRange', {'Value': factor, 'To Min': low, 'To Max': high}).outputs[0]

    def place(self):
        return self.node('TexCoord').outputs['Object']

    def noise(self, scale, detail=2.0, distortion=0.0):
        values = {'Vector': self.place(), 'Scale': scale, 'Detail': detail, 'Distortion': distortion}
        return self.node('TexNoise', values).outputs['Fac']

    def bump(self, height, strength, distance):
        values = {'Height': height, 'Strength': strength, 'Distance': distance}
        return self.node('Bump', values).outputs[0]

    def paler_in_mirrors(self, colour):
        """Metal that metal mirrors colours the light twice, and hollows would glow orange."""
        paler = tuple(c ** SECOND_TINT for c in colour)
        return self.node('MixRGB', {0: self.node('LightPath').outputs['Is Glossy Ray'], 1: colour, 2: paler}).outputs[0]

    def finish(self, shader):
        self.tree.links.new(shader.outputs[0], self.output.inputs[0])
        return self.material


# Reflectance, roughness, density in g/cm3 of the alloy that the shop sells.
METALS = {
    'gold22': ((1.0, 0.565, 0.172), 0.085, 17.7),
    'rose': ((0.96, 0.49, 0.34), 0.08, 15.2),
    'white': ((0.83, 0.822, 0.805), 0.07, 15.8),
    'silver': ((0.95, 0.943, 0.925), 0.08, 10.36),
    'platinum': ((0.72, 0.708, 0.692), 0.09, 20.1),
    'copper': ((0.93, 0.45, 0.28), 0.12, 8.96),
    'bronze': ((0.62, 0.36, 0.16), 0.20, 8.8),
    'plated': ((1.0, 0.68, 0.30), 0.07, 8.6),
}
METAL_NAMED = {
    'Yellow Gold': 'gold22',
    'Gold': 'gold22',
    'White Gold': 'white',
    'Rose Gold': 'rose',
    'Silver': 'silver',
    'Platinum': 'platinum',
    'Copper': 'copper',
    'Bronze': 'bronze',
    'Gold Plated': 'plated',
}
_SHADOW = {'silver': (0.035, 0.034, 0.036), 'bronze': (0.10, 0.045, 0.016), 'gold22': (0.16, 0.07, 0.018)}


# Lines per mm of a fine wheel, and how much of the grain each rank of them is.
BRUSHED_PER_MM = ((9.0, 0.25), (18.0, 0.40), (36.0, 0.35))


def _brush_lines(g, grain):
    """Noise of one dimension, drawn out along the stroke: about the axis X, Y or Z, round the middle of a `disc`, or along
    a `bar` that lies in X, on all its sides.
    Each rank of lines has a noise of its own: the octaves of one noise would quicken along the stroke too, into clouds."""
    x, y, z = g.node('SeparateXYZ', {0: g.place()}).outputs
    if grain == 'disc':
        square = g.node('Math', {0: x, 1: x, 2: g.node('Math', {0: y, 1: y}, operation='MULTIPLY').outputs[0]}, operation='MULTIPLY_ADD').outputs[0]
        across, along = g.node('Math', {0: square}, operation='SQRT').outputs[0], (x, y)
    elif grain == 'bar':
        across, along = g.node('Math', {0: y, 1: z}, operation='ADD').outputs[0], (x, x)
    else:
        across = {'X': x, 'Y': y, 'Z': z}[grain]
        along = tuple(s for s in (x, y, z) if s != across)
    place = g.node('CombineXYZ', {0: across, 1: along[0], 2: along[1]}).outputs[0]
    lines = 0.0
    for per_mm, share in BRUSHED_PER_MM:
        stretched = g.node('VectorMath', {0: place, 1: (per_mm, 0.05, 0.05)}, operation='MULTIPLY').outputs[0]
        rank = g.node('TexNoise', {'Vector': stretched, 'Scale': 1.0, 'Detail': 0.0}).outputs['Fac']
        lines = g.node('Math', {0: rank, 1: share, 2: lines}, operation='MULTIPLY_ADD').outputs[0]
    return lines


@lru_cache(maxsize=None)
def metal(kind, finish='polished', reach=1.6, grain='Y'):
    """finish: polished, satin, brushed (along `grain`), hammered, antique (dark in the hollows within `reach` mm), oxidised
    (a dark ground: a flat one of bright metal would be all lamp or all dark)."""
    colour, rough, _ = METALS[kind]
    g = Graph(f'metal:{kind}:{finish}')
    values = {'Base Color': g.paler_in_mirrors(colour), 'Metallic': 1.0, 'Roughness': rough}
    if finish == 'polished':
        values['Roughness'] = g.between(g.noise(1.3, 3), rough * 0.6, rough * 1.5)
        values['Normal'] = g.bump(g.noise(0.9, 1), 0.012, 0.25)
    elif finish == 'satin':
        values['Roughness'] = 0.26
        if kind in ('white', 'silver', 'platinum'):  # or what it mirrors from all sides adds up to chalk
            values['Base Color'] = tuple(0.78 * c for c in colour)
        values['Normal'] = g.bump(g.noise(40), 0.25, 0.02)
    elif finish == 'brushed':
        lines = _brush_lines(g, grain)
        values['Roughness'] = g.between(lines, 0.20, 0.34)
        values['Base Color'] = g.ramp(lines, [(0.38, tuple(0.70 * c for c in colour)), (0.60, colour)])
        values['Normal'] = g.bump(lines, 0.18, 0.03)
        # a lamp spreads across the strokes, not along them
        values |= {'Anisotropic': 0.6, 'Anisotropic Rotation': 0.0 if grain == 'bar' else 0.25}
        axis = {'disc': 'Z', 'bar': 'X'}.get(grain, grain)
        values['Tangent'] = g.node('Tangent', direction_type='RADIAL', axis=axis).outputs[0]
    elif finish == 'hammered':
        cells = g.node('TexVoronoi', {'Vector': g.place(), 'Scale': 0.55, 'Smoothness': 0.35}, feature='SMOOTH_F1')
        values['Normal'] = g.bump(cells.outputs['Distance'], 0.8, 0.35)
        values['Roughness'] = 0.12
    elif finish == 'antique':
        rough = max(rough, 0.17)
        shade = g.node('AmbientOcclusion', {'Distance': reach}, samples=4).outputs['AO']
        low, high = (0.42, 0.96) if kind == 'silver' else (0.22, 0.82)  # silver is blackened, gold only aged
        values['Base Color'] = g.ramp(shade, [(low, _SHADOW[kind]), (high, colour)])
        values['Roughness'] = g.between(shade, 0.42, rough)
    elif finish == 'oxidised':
        values |= {'Base Color': tuple(0.2 * c for c in colour), 'Roughness': 0.40}
    return g.finish(g.node('BsdfPrincipled', values))


@lru_cache(maxsize=None)
def surface(name, colour, rough=0.5, specular=0.5, coat=0.0, metallic=0.0, sheen=0.0):
    g = Graph(name)
    values = {'Base Color': colour, 'Roughness': rough, 'Specular': specular, 'Clearcoat': coat, 'Metallic': metallic}
    return g.finish(g.node('BsdfPrincipled', values | {'Clearcoat Roughness': 0.03, 'Sheen': sheen}))


# Refractive index and tint of the clear stones; density in g/cm3.
CLEAR = {
    'diamond': (2.417, (1, 1, 1), 3.52),
    'white topaz': (1.75, (1, 1, 1), 3.53),
    'white sapphire': (1.85, (1, 1, 1), 4.0),
    'ruby': (1.77, (0.80, 0.015, 0.055), 4.0),
    'sapphire': (1.77, (0.06, 0.13, 0.62), 4.0),
    'emerald': (1.58, (0.006, 0.27, 0.125), 2.72),
    'yellow sapphire': (1.77, (1.0, 0.82, 0.27), 4.0),
    'hessonite': (1.74, (0.86, 0.27, 0.035), 3.65),
    'amethyst': (1.55, (0.40, 0.10, 0.72), 2.65),
    'peridot': (1.67, (0.46, 0.74, 0.14), 3.34),
    'tanzanite': (1.69, (0.17, 0.13, 0.82), 3.35),
    'blue topaz': (1.62, (0.22, 0.68, 0.95), 3.53),
    'pink tourmaline': (1.63, (0.92, 0.14, 0.36), 3.06),
    'rhodolite': (1.76, (0.66, 0.02, 0.14), 3.84),
    'citrine': (1.55, (1.0, 0.55, 0.06), 2.65),
    'garnet': (1.79, (0.42, 0.006, 0.012), 3.9),
}


POLARISED = 0.25  # the share of its outer reflections that a clear stone keeps


@lru_cache(maxsize=None)
def clear_stone(kind, fire=True, through=None):
    """Fresnel between refraction and reflection: the glass node tints inner reflections too and turns stones black.
    `fire` is for the model in 3D, which splits colours in stones from 3 mm; here the surroundings split them, see
    `stage.surroundings`. Shadow rays pass, or stones would stand on black. Each face that light passes tints it alike,
    which is enough for what is set; a loose stone fills the picture, and takes its colour by the way that light went in
    it, one tint for `through` millimetres: its facets are graded as in a real one."""
    index, tint, _ = CLEAR[kind]
    g = Graph(f'stone:{kind}:{"fire" if fire else "plain"}')

    def refraction(colour, ior):
        return g.node('BsdfRefraction', {'Color': colour, 'IOR': ior, 'Roughness': 0.0}).outputs[0]

    inside = g.node('NewGeometry').outputs['Backfacing']
    glow, inner = tint, (1, 1, 1)
    if through:
        way = g.node('Math', {0: g.node('LightPath').outputs['Ray Length'], 1: inside}, operation='MULTIPLY').outputs[0]

        def left_of(skin):
            share = g.node('Math', {0: way, 1: 1 / through, 2: skin}, operation='MULTIPLY_ADD').outputs[0]
            left = [g.node('Math', {0: c, 1: share}, operation='POWER').outputs[0] for c in tint]
            return g.node('CombineColor', dict(enumerate(left))).outputs[0]

        glow, inner = left_of(0.4), left_of(0.0)  # a little at the face too, or the table of a shallow stone is a pale window
    body = refraction(glow, index)
    # a polariser on the lens takes most of what the outside mirrors, which would veil the crown
    sheen = g.node('MixRGB', {0: inside, 1: (POLARISED, POLARISED, POLARISED), 2: inner}).outputs[0]
    mirror = g.node('BsdfGlossy', {'Color': sheen, 'Roughness': 0.0}).outputs[0]
    fresnel = g.node('Fresnel', {0: index}).outputs[0]
    # within, light takes the stronger of the two ways: chance would lead each ray elsewhere, and facets would blur
    whole = g.node('Math', {0: fresnel, 1: 0.5}, operation='GREATER_THAN').outputs[0]
    share = g.node('MixRGB', {0: inside, 1: fresnel, 2: whole}).outputs[0]
    seen = g.node('MixShader', {0: share, 1: body, 2: mirror}).outputs[0]
    veil = g.node('BsdfTransparent', {0: tuple(0.25 + 0.75 * c for c in tint)}).outputs[0]
    is_shadow = g.node('LightPath').outputs['Is Shadow Ray']
    return g.finish(g.node('MixShader', {0: is_shadow, 1: seen, 2: veil}))


# Opaque stones and pastes: colour, roughness.
OPAQUE = {
    'ruby cabochon': ((0.26, 0.0015, 0.008), 0.05),
    'kemp red': ((0.23, 0.001, 0.010), 0.06),
    'kemp green': ((0.002, 0.085, 0.026), 0.06),
    'emerald cabochon': ((0.002, 0.10, 0.034), 0.05),
    'green onyx': ((0.003, 0.085, 0.030), 0.05),
    'onyx': ((0.004, 0.004, 0.005), 0.05),
    'coral': ((0.50, 0.040, 0.016), 0.16),
    'citrine cabochon': ((0.62, 0.20, 0.008), 0.05),
    'blue glass': ((0.004, 0.016, 0.23), 0.06),
    'red glass': ((0.24, 0.001, 0.008), 0.06),
    'white glass': ((0.62, 0.62, 0.60), 0.04),
    'black bead': ((0.006, 0.006, 0.007), 0.10),
}


@lru_cache(maxsize=None)
def opaque_stone(kind):
    colour, rough = OPAQUE[kind]
    return surface(f'stone:{kind}', colour, rough, 0.6, 1.0)


ENAMELS = {
    'red': (0.17, 0.0008, 0.002),
    'blue': (0.003, 0.012, 0.16),
    'sky': (0.01, 0.13, 0.30),
    'green': (0.002, 0.075, 0.028),
    'leaf': (0.02, 0.13, 0.02),
    'white': (0.50, 0.47, 0.42),
    'pink': (0.42, 0.05, 0.09),
    'black': (0.006, 0.006, 0.007),
}


def enamel(colour):
    return surface(f'enamel:{colour}', ENAMELS[colour], 0.22, 0.5, 1.0)


# Transparent enamel: the silver under it glows through, and it is polished over.
OVER_SILVER = {'blue': (0.016, 0.05, 0.50), 'sky': (0.03, 0.30, 0.62), 'green': (0.006, 0.20, 0.062)}


def enamel_over_silver(colour):
    return surface(f'enamel:{colour}:over silver', OVER_SILVER[colour], 0.32, 0.5, 1.0, 0.72)


@lru_cache(maxsize=None)
def polki():
    """Uncut diamond over foil: the crumpled silver foil glows white through the stone, and the facets shine over it."""
    g = Graph('stone:polki')
    creases = g.node('TexVoronoi', {'Vector': g.place(), 'Scale': 0.9}, feature='F1').outputs['Distance']
    foil = {'Base Color': (0.93, 0.91, 0.87), 'Metallic': 0.8, 'Roughness': 0.22, 'Normal': g.bump(creases, 0.35, 0.3)}
    return g.finish(g.node('BsdfPrincipled', foil | {'Specular': 0.8, 'Clearcoat': 1.0, 'Clearcoat Roughness': 0.02}))


@lru_cache(maxsize=None)
def pearl():
    """Nacre: a white body that turns over rose to a cool grey at the rim, a third of it a broad sheen, under a clear coat
    in which each lamp shows once, small and crisp."""
    g = Graph('stone:pearl')
    facing = g.node('LayerWeight', {0: 0.5}).outputs['Facing']
    colour = g.ramp(facing, [(0.0, (0.88, 0.82, 0.75)), (1.0, (0.16, 0.18, 0.18)), (0.30, (0.84, 0.74, 0.70)),
                             (0.54, (0.68, 0.56, 0.56)), (0.76, (0.42, 0.43, 0.42))])
    values = {'Base Color': colour, 'Metallic': 0.55, 'Roughness': 0.26, 'Specular': 0.5}
    return g.finish(g.node('BsdfPrincipled', values | {'Clearcoat': 1.0, 'Clearcoat Roughness': 0.05}))


@lru_cache(maxsize=None)
def turquoise():
    g = Graph('stone:turquoise')
    # the web wanders and breaks off, or the stone looks tiled
    drift = g.node('TexNoise', {'Vector': g.place(), 'Scale': 0.35, 'Detail': 3.0}).outputs['Color']
    drift = g.node('VectorMath', {0: drift, 1: (3.4, 3.4, 3.4)}, operation='MULTIPLY').outputs[0]
    bent = g.node('VectorMath', {0: g.place(), 1: drift}, operation='ADD').outputs[0]
    veins = g.node('TexVoronoi', {'Vector': bent, 'Scale': 0.30}, feature='DISTANCE_TO_EDGE').outputs['Distance']
    wander = g.node('Math', {0: veins, 1: g.between(g.noise(0.5, 4), -0.16, 0.34)}, operation='ADD').outputs[0]
    blue = g.ramp(g.noise(0.22, 3), [(0.35, (0.022, 0.25, 0.26)), (0.65, (0.045, 0.34, 0.31))])
    web = g.ramp(wander, [(0.0, (1, 1, 1)), (0.075, (0, 0, 0)), (0.02, (0.9, 0.9, 0.9))])
    colour = g.node('MixRGB', {0: web, 1: blue, 2: (0.045, 0.024, 0.012)}).outputs[0]
    return g.finish(g.node('BsdfPrincipled', {'Base Color': colour, 'Roughness': 0.2, 'Clearcoat': 0.6}))


@lru_cache(maxsize=None)
def moonstone(length, width):
    """A cabochon along X, painted as grey and translucent: it gathers light at the side away from the lamp, and has a soft
    blue cloud under the dome."""
    g = Graph('stone:moonstone')
    x, y, _ = g.node('SeparateXYZ', {0: g.place()}).outputs

    def mixed_in(factor, one, two):
        return g.node('MixRGB', {0: factor, 1: one, 2: two}).outputs[0]

    def spread(cx, cy, long, wide):
        """Near 1 in the middle of an ellipse, 0 outside it, with a cloudy edge. In halves of the stone."""
        squares = []
        for value, middle, half, size in ((x, cx, long, length / 2), (y, cy, wide, width / 2)):
            part = g.node('Math', {0: value, 1: middle * size}, operation='SUBTRACT').outputs[0]
            part = g.node('Math', {0: part, 1: half * size}, operation='DIVIDE').outputs[0]
            squares.append(g.node('Math', {0: part, 1: 2.0}, operation='POWER').outputs[0])
        total = g.node('Math', {0: squares[0], 1: squares[1]}, operation='ADD').outputs[0]
        cloud = g.node('Math', {0: g.noise(0.5, 2.0), 1: 0.35, 2: total}, operation='MULTIPLY_ADD').outputs[0]
        return g.node('MapRange', {'Value': cloud, 'From Min': 1.2, 'From Max': 0.1}, interpolation_type='SMOOTHSTEP').outputs[0]

    body = mixed_in(spread(-0.563, 0.229, 0.815, 0.876), (0.085, 0.10, 0.125), (0.30, 0.325, 0.35))
    colour = mixed_in(spread(0.03, 0.038, 0.874, 0.743), body, (0.15, 0.31, 0.64))
    return g.finish(g.node('BsdfPrincipled', {'Base Color': colour, 'Roughness': 0.06, 'Specular': 0.5, 'Clearcoat': 0.6}))


@lru_cache(maxsize=None)
def cats_eye():
    """Chrysoberyl: silk lies across the dome, along Y, and throws the light back as one line along X. One half is milk,
    where the light leaves the stone, the other honey."""
    g = Graph('stone:cats eye')
    x, y, _ = g.node('SeparateXYZ', {0: g.place()}).outputs

    def silk(per_mm):
        place = g.node('VectorMath', {0: g.place(), 1: (per_mm, 0.12 * per_mm ** 0.5, 0.05)}, operation='MULTIPLY').outputs[0]
        return g.node('TexNoise', {'Vector': place, 'Scale': 1.0, 'Detail': 1.0}).outputs['Fac']

    coarse, fine = silk(2.2), silk(10.0)
    # each thread ends a little elsewhere, so the line is soft and never ruled
    frayed = g.node('Math', {0: g.between(coarse, -0.10, 0.10), 1: g.between(fine, -0.04, 0.04)}, operation='ADD').outputs[0]
    apart = g.node('Math', {0: y, 1: frayed}, operation='ADD').outputs[0]
    far = g.node('Math', {0: apart}, operation='ABSOLUTE').outputs[0]
    half = g.node('MapRange', {0: y, 1: -0.9, 2: 0.5}, interpolation_type='SMOOTHSTEP').outputs[0]
    body = g.node('MixRGB', {0: half, 1: (0.40, 0.175, 0.032), 2: (0.20, 0.058, 0.003)}).outputs[0]
    deep = g.ramp(g.node('LayerWeight', {0: 0.5}).outputs['Facing'], [(0.08, (1, 1, 1)), (1.0, (0.12, 0.05, 0.01)), (0.45, (0.66, 0.50, 0.34))])
    body = g.node('MixRGB', {0: 1.0, 1: body, 2: deep}, blend_type='MULTIPLY').outputs[0]
    threads = g.ramp(fine, [(0.32, (0.87, 0.85, 0.81)), (0.68, (1.10, 1.12, 1.16))])
    body = g.node('MixRGB', {0: 1.0, 1: body, 2: threads}, blend_type='MULTIPLY').outputs[0]
    glow = g.ramp(far, [(0.0, (1, 1, 1)), (1.0, (0, 0, 0)), (0.05, (0.80, 0.80, 0.80)), (0.14, (0.26, 0.26, 0.26)), (0.45, (0.07, 0.07, 0.07))])
    colour = g.node('MixRGB', {0: glow, 1: body, 2: (0.97, 0.93, 0.78)}).outputs[0]
    values = {'Base Color': colour, 'Roughness': 0.42, 'Specular': 0.2, 'Clearcoat': 1.0, 'Clearcoat Roughness': 0.02}
    return g.finish(g.node('BsdfPrincipled', values))


def black_bead():
    return opaque_stone('black bead')


def velvet():
    return surface('velvet', (0.006, 0.024, 0.017), 0.9, 0.12, 0.0, 0.0, 0.25)


def silk(colour=(0.16, 0.006, 0.012)):
    return surface(f'silk{colour}', colour, 0.6, 0.3, 0.0, 0.0, 0.5)


@lru_cache(maxsize=None)
def marble(scale=0.012):
    g = Graph('marble')
    cloud = g.noise(scale, 9, 1.6)
    pale, vein = (0.80, 0.77, 0.72), (0.52, 0.47, 0.41)
    colour = g.ramp(cloud, [(0.40, pale), (0.60, pale), (0.47, (0.76, 0.73, 0.68)), (0.497, vein), (0.53, pale)])
    return g.finish(g.node('BsdfPrincipled', {'Base Color': colour, 'Roughness': 0.22, 'Specular': 0.4}))
