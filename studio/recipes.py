"""Prints {picture: hash of its recipe} as JSON; plain Python, no Blender. With the word `models`: {sku: hash of its model},
which leaves out the card and how the piece is photographed.

A recipe is the product's card, the piece's function, and every studio function that it calls, however far. So a change
to a clasp renders again only what has a clasp. A wide picture's recipe also has the light and the framing of scene.py.
The look that all pictures share (stage, camera, exposure, denoiser, materials) counts by LOOK alone: raise it when all must be
taken again."""
import ast
import hashlib
import json
import os
import sys

LOOK = 6
HERE = os.path.dirname(os.path.abspath(__file__))
BLENDER = os.path.join(HERE, 'blender')
COMPOSING = ('scene', 'compose')  # what lights and frames every wide picture
SHARED_LOOK = {'stage', 'camera', 'exposure', 'denoise', 'paper', 'materials', 'model', 'shoot', 'pieces'}


class Module:
    """A file's top-level definitions, and where its names come from."""

    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            text = file.read()
        self.defined, self.bare, self.imported, self.modules, self.skus = {}, {}, {}, {}, {}
        lines = text.splitlines()

        def source(node):  # ast.get_source_segment splits the whole file each time
            return '\n'.join(lines[node.lineno - 1:node.end_lineno])

        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom):
                self.imported |= {a.asname or a.name: (node.module, a.name) for a in node.names}
            elif isinstance(node, ast.Import):
                self.modules |= {a.asname or a.name: a.name for a in node.names}
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.defined[node.name] = (node, ''.join(map(source, [*node.decorator_list, node])))
                self.bare[node.name] = (node.body, source(node))
                self.skus |= {sku: node.name for sku in map(sku_of, node.decorator_list) if sku}
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name):
                            self.defined[name.id] = (node, source(node))


def sku_of(decorator):
    """rings-801 from @piece('rings', 801, …), home-3 from @scene('home-3', …)."""
    if not isinstance(decorator, ast.Call):
        return None
    name = getattr(decorator.func, 'id', '')
    if name == 'piece':
        return '{}-{}'.format(*(a.value for a in decorator.args[:2]))
    return decorator.args[0].value if name == 'scene' else None


def load():
    found = {}
    for folder, prefix in ((BLENDER, ''), (os.path.join(BLENDER, 'pieces'), 'pieces.')):
        for file in sorted(os.listdir(folder)):
            if file.endswith('.py') and file != '__init__.py':
                found[prefix + file[:-3]] = Module(os.path.join(folder, file))
    return found


def reached(modules, pieces, *starts, bare=False):
    """Every (module, name) that the definitions use, directly or not, outside the shared look. A piece that is named by
    its SKU, as in `show('rings-801')`, is used too. `bare` leaves the decorators of the first definitions out."""
    seen, queue = {}, list(starts)
    while queue:
        here = queue.pop()
        module, name = here
        if here in seen or module not in modules or module in SHARED_LOOK or name not in modules[module].defined:
            continue
        node, seen[here] = modules[module].defined[name]
        nodes = [node]
        if bare and here in starts:
            nodes, seen[here] = modules[module].bare[name]
        for used in (part for one in nodes for part in ast.walk(one)):
            if isinstance(used, ast.Constant) and used.value in pieces:
                queue.append(pieces[used.value])
            elif isinstance(used, ast.Name):
                queue += [modules[module].imported.get(used.id, (module, used.id))]
            elif isinstance(used, ast.Attribute) and isinstance(used.value, ast.Name) and used.value.id in modules[module].modules:
                queue.append((modules[module].modules[used.value.id], used.attr))
    return seen


def digest_of(parts):
    return hashlib.sha256(''.join(parts[key] for key in sorted(parts)).encode()).hexdigest()[:16]


def main():
    with open(os.path.join(HERE, '.cache', 'catalogue.json'), encoding='utf-8') as file:
        catalogue = json.load(file)
    modules, out = load(), {}
    pieces = {sku: (name, function) for name, module in modules.items() for sku, function in module.skus.items() if sku in catalogue}
    cards = {place: sku for sku, place in pieces.items()}
    for name, module in modules.items():
        for sku, function in module.skus.items():
            parts = reached(modules, pieces, (name, function), *([] if sku in catalogue else [COMPOSING]))
            shown = sorted({cards[key] for key in parts if key in cards} | {sku})
            text = json.dumps([catalogue.get(one) for one in shown], sort_keys=True) + ''.join(parts[key] for key in sorted(parts)) + str(LOOK)
            digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            out |= {f'{sku}-1': digest, f'{sku}-2': digest} if sku in catalogue else {sku: digest, f'{sku}-tall': digest}
    if sys.argv[1:] == ['models']:
        out = {sku: digest_of(reached(modules, pieces, place, bare=True)) for sku, place in pieces.items()}
    json.dump(out, sys.stdout)


main()
