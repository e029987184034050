"""The ten loose stones, cut to the weight on their card. The first view leans the table towards the lens."""


import gems as cuts
from geometry import sized, turned, volume_mm3
from materials import CLEAR, cats_eye, clear_stone
from model import Model
from pieces import Shot, piece

CHRYSOBERYL = 3.73
DEEP = 1.0  # of its width: the way in a stone on which light takes its colour


def to_weight(mesh, gem, density):
    """Scales a stone of any size to its carats."""
    target = gem['weightMg'] / density
    factor = (target / volume_mm3(mesh)) ** (1 / 3)
    mesh.transform(sized(factor))
    return mesh


def leaning(tilt, turn=0.0):
    return turned(turn) @ turned(tilt, 'X')


def shots(tilt=50, turn=20, aside=-27):
    """The second view looks down on the table, turned aside to where it mirrors no lamp; 42 degrees is how a stone lies
    on its pavilion."""
    return (Shot('ivory, loose stone', pose=leaning(tilt, turn), azimuth=0, elevation=24, fill=0.6),
            Shot('cocoa, loose stone', pose=leaning(42, aside) @ turned(turn), azimuth=8, elevation=38, fill=0.68))


def clear(gem, kind, mesh):
    cut = to_weight(mesh, gem, CLEAR[kind][2])
    width = 2 * max(abs(vertex.co.y) for vertex in cut.vertices)
    return Model().add(cut, clear_stone(kind, through=round(DEEP * width, 2)))


@piece('gems', 401, *shots(50, 24))
def mogok(gem):
    return clear(gem, 'ruby', cuts.brilliant(6.0, 4.8, 'oval', crown=36, pavilion=42))


# on its corner, and close: upright it would be taken for the ruby
@piece('gems', 402, shots(48, 14)[0]._replace(own=leaning(52, -26) @ turned(45), fill=0.7), shots(48, 14)[1])
def ratnapura(gem):
    return clear(gem, 'sapphire', cuts.brilliant(5.4, 4.8, 'cushion', crown=36, pavilion=43))


@piece('gems', 403, *shots(52, 14, -22))
def zambian(gem):
    return clear(gem, 'emerald', cuts.step_cut(6.8, 5.2))


@piece('gems', 404, *shots(50, -22))
def ceylon(gem):
    return clear(gem, 'yellow sapphire', cuts.brilliant(6.6, 5.3, 'oval', crown=35, pavilion=42))


# lit as a set diamond, because it lives by light and dark; seen square to its table, or almost, where its arrows are in order
@piece('gems', 405, shots(57, 0)[0]._replace(set='ivory, clear stones', elevation=33),
       shots(46, 10)[1]._replace(set='cocoa, clear stones', pose=leaning(51, 6), elevation=36))
def heera(gem):
    return clear(gem, 'diamond', cuts.brilliant(4.3))


# in the lean of the ruby it would be taken for it
@piece('gems', 406, shots(50, 18)[0]._replace(own=leaning(48, -26) @ turned(64), fill=0.7), shots(50, 18)[1])
def gomed(gem):
    return clear(gem, 'hessonite', cuts.brilliant(10.5, 8.2, 'oval', crown=38, pavilion=46))


# spun in its own plane: turned to the side, a pear hides its point
@piece('gems', 407, shots()[0]._replace(pose=leaning(46, 12) @ turned(-70)), shots(50, -60)[1])
def jamunia(gem):
    return clear(gem, 'amethyst', cuts.brilliant(12.0, 8.4, 'pear', crown=36, pavilion=43))


@piece('gems', 408, *shots(48, 8))
def haritmani(gem):
    return clear(gem, 'peridot', cuts.brilliant(7.4, 7.2, 'cushion', crown=37, pavilion=43))


# leaned until its line crosses the middle
@piece('gems', 409, Shot(pose=turned(-18) @ turned(26, 'X'), own=turned(-16) @ turned(52, 'X'), azimuth=0, elevation=30, fill=0.62), Shot('cocoa', pose=turned(30) @ turned(34, 'X'), azimuth=6, elevation=44, fill=0.68))
def lehsunia(gem):
    return Model().add(to_weight(cuts.cabochon(8.6, 6.8, 5.0, 72), gem, CHRYSOBERYL), cats_eye())


@piece('gems', 410, *shots(48, 30))
def merelani(gem):
    return clear(gem, 'tanzanite', cuts.brilliant(6.4, 6.4, 'trillion', crown=36, pavilion=43))
