"""blender -b -P weigh.py -- OUT.json [SKU...]: mass of each model by its volumes, beside the weight on its card."""
import importlib
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import shoot
from pieces import PIECES, density, make


def weigh(skus):
    catalogue, rows = shoot.catalogue(), {}
    for sku in skus:
        volumes = make(sku, catalogue[sku]).volumes_mm3()
        masses = {name: volume / 1000 * density(name) for name, volume in volumes.items()}
        metal = sum(g for name, g in masses.items() if name.startswith('metal:'))
        rows[sku] = {'modelG': round(sum(masses.values()), 3), 'metalG': round(metal, 3), 'cardG': catalogue[sku]['weightMg'] / 1000}
    return rows


if __name__ == '__main__':
    words = sys.argv[sys.argv.index('--') + 1:]
    shoot.studio()
    catalogue = shoot.catalogue()
    for module in sorted({shoot.module_of(sku) for sku in catalogue}):
        if os.path.exists(os.path.join(shoot.HERE, *module.split('.')) + '.py'):
            importlib.import_module(module)
    skus = [sku for sku in catalogue if sku in PIECES and (len(words) < 2 or sku in words[1:])]
    with open(words[0], 'w', encoding='utf-8') as file:
        json.dump(weigh(skus), file, indent=1)
