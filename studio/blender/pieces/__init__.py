"""Maps each product to the function that builds it, and to how it is photographed."""
import hashlib
import json
import os
from functools import lru_cache
from typing import Callable, NamedTuple, Optional

from mathutils import Matrix

from materials import CLEAR, METALS

HERE = os.path.dirname(os.path.abspath(__file__))
HEFTS = os.path.join(HERE, '..', '..', '.cache', 'hefts.json')
STONE_DENSITY = 2.7  # g/cm3, of pastes, pearls and opaque stones


class Shot(NamedTuple):
    """One photograph. `pose` moves the piece before it is set on the floor; `props` builds what it rests on."""
    set: str = 'ivory'
    azimuth: float = -12
    elevation: float = 16
    fill: float = 0.68
    front: float = 0.0
    pose: Matrix = Matrix()
    lens: float = 100
    layout: Optional[str] = None
    props: Optional[Callable] = None
    height: float = 0.0  # above the floor, mm
    scale: float = 1.0  # the size that sets the light, against the size of the piece
    own: Optional[Matrix] = None  # a pose of this photograph alone: by itself, in 3D and drawn, the piece stands in `pose`


class Piece(NamedTuple):
    build: Callable
    shots: tuple


PIECES = {}


def piece(kind, number, one, two):
    """Registers the function that makes a product: (product) or, with layouts, (product, layout)."""
    def register(function):
        PIECES[f'{kind}-{number}'] = Piece(function, (one, two))
        return function
    return register


def make(sku, product, layout=None):
    build = PIECES[sku].build
    return build(product, layout) if layout else build(product)


def density(material_name):
    kind, name, *_ = material_name.split(':') + ['']
    if kind == 'metal':
        return METALS[name][2]
    return CLEAR[name][2] if name in CLEAR else STONE_DENSITY


def mass_g(model):
    return sum(volume / 1000 * density(name) for name, volume in model.volumes_mm3().items())


def weighed(build, product, low=0.6, high=1.8):
    """The model whose thickness makes the weight on its card: `build(heft)` is heavier with more heft.
    Where no heft within the limits does, the nearest is taken, and the weight report says so.
    What was found is kept, under a digest of all that shapes pieces: finding it takes half a dozen models."""
    kept = _read(HEFTS)
    key = f"{product['type']}-{product['id']} {product['weightMg']} {_digest(build.__code__.co_filename)}"
    if key not in kept:
        heft = _heft(build, product['weightMg'] / 1000, low, high)
        found = _read(HEFTS) | {key: heft}
        part = f'{HEFTS}.{os.getpid()}.part'
        with open(part, 'w', encoding='utf-8') as file:
            json.dump(found, file)
        os.replace(part, HEFTS)  # in one step: another Blender may be reading it
        return build(heft)
    return build(kept[key])


def _read(path):
    try:
        with open(path, encoding='utf-8') as file:
            return json.load(file)
    except (FileNotFoundError, json.JSONDecodeError):
        return {}


@lru_cache(maxsize=None)
def _digest(module):
    """Of the pieces' module, and of the modules that all pieces are made with."""
    total = hashlib.sha256()
    for path in (module, *(os.path.join(os.path.dirname(HERE), f'{name}.py') for name in ('geometry', 'gems', 'findings', 'motifs'))):
        with open(path, 'rb') as file:
            total.update(file.read())
    return total.hexdigest()[:12]


def _heft(build, target, low, high):
    model = build(1.0)
    heft, known = 1.0, {1.0: mass_g(model)}
    for _ in range(5):
        if abs(known[heft] / target - 1) < 0.02:
            break
        below = [h for h in known if known[h] <= target]
        above = [h for h in known if known[h] > target]
        a = max(below) if below else low
        b = min(above) if above else high
        for edge in (a, b):
            if edge not in known:
                known[edge] = mass_g(build(edge))
        if known[b] <= target:
            heft = b
            break
        if known[a] >= target:
            heft = a
            break
        heft = a + (b - a) * (target - known[a]) / (known[b] - known[a])
        known[heft] = mass_g(build(heft))
    return heft
