"""Prints {picture: hash of its recipe} as JSON; plain Python, no Blender.

A recipe is the product's card, the piece's function, and every studio function that it can reach by name. So a change
to a clasp renders again only what has a clasp. The look that all pictures share (stage, camera, exposure, materials)
counts by LOOK alone: raise it when all must be taken again."""
import ast
import hashlib
import json
import os
import sys

LOOK = 1
HERE = os.path.dirname(os.path.abspath(__file__))
SHARED_LOOK = {'stage.py', 'camera.py', 'exposure.py', 'materials.py', 'model.py', 'shoot.py', 'weigh.py', 'export.py'}


def definitions(path):
    """Top-level names of a file: their source and the names they use."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    found = {}
    for node in ast.parse(text).body:
        names = []
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
        source = ''.join(ast.get_source_segment(text, d) or '' for d in getattr(node, 'decorator_list', []))
        source += ast.get_source_segment(text, node) or ''
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        used |= {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
        for name in names:
            found[name] = (node, source, used)
    return found


def piece_functions(found):
    """{sku: function name} from the @piece(kind, number, …) decorators."""
    skus = {}
    for name, (node, _, _) in found.items():
        for decorator in getattr(node, 'decorator_list', []):
            if isinstance(decorator, ast.Call) and getattr(decorator.func, 'id', '') == 'piece':
                kind, number = (argument.value for argument in decorator.args[:2])
                skus[f'{kind}-{number}'] = name
    return skus


def main():
    folder = os.path.join(HERE, 'blender')
    shared = {}
    for file in sorted(os.listdir(folder)):
        if file.endswith('.py') and file not in SHARED_LOOK:
            shared |= definitions(os.path.join(folder, file))
    with open(os.path.join(HERE, '.cache', 'catalogue.json'), encoding='utf-8') as file:
        catalogue = json.load(file)
    pieces = os.path.join(folder, 'pieces')
    modules = {file: definitions(os.path.join(pieces, file)) for file in sorted(os.listdir(pieces)) if file.endswith('.py')}
    every = dict(shared)
    for found in modules.values():
        every |= {name: value for name, value in found.items() if name not in every}
    out = {}
    for file, found in modules.items():
        names = {**every, **found}
        for sku, function in piece_functions(found).items():
            reached, queue = set(), [function]
            while queue:
                name = queue.pop()
                if name in reached or name not in names:
                    continue
                reached.add(name)
                queue += names[name][2]
            text = json.dumps(catalogue[sku], sort_keys=True) + ''.join(names[n][1] for n in sorted(reached)) + str(LOOK)
            digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            out[f'{sku}-1'] = out[f'{sku}-2'] = digest
    json.dump(out, sys.stdout)


main()
