"""The five chains, full length, coiled on the floor; the second view comes close to two strands and the clasp."""
import math

from mathutils import Vector

from clasps import trigger_clasp
from findings import box_link, curb_chain, jump_ring, linked, lobster, melon, rope_chain, snake_chain, wire
from geometry import UP, at, ball, circle, even_path, frames, path_length, smooth, standing, sweep, turned
from layouts import INCH, and_behind, coil, swag
from materials import METAL_NAMED, metal
from model import Model
from pieces import Shot, mass_g, piece

COILED = Shot('ivory, thin metal', azimuth=0, elevation=52, fill=0.77, front=0.5, scale=0.8)
CLOSE = Shot('cocoa', azimuth=-14, elevation=44, fill=1.15, front=0.4, layout='close', scale=0.8)


def by_the_clasp(model, _collection):
    """A close view: the clasp and the turns of the coil beside it; the rest runs out of the picture."""
    lying = model.on_floor()
    end = lying.parts[-1].matrix.translation
    lying.parts = [part._replace(framed=(part.matrix.translation - end).length < 9) for part in lying.parts]
    return lying


def first_links_out(model, _collection):
    """A close view: the end with the clasp, and the bend; the other end runs out of the picture."""
    lying = model.on_floor()
    lying.parts = [part._replace(framed=i > 9) for i, part in enumerate(lying.parts)]
    return lying


CLASP = Shot('cocoa', azimuth=-10, elevation=48, fill=0.60, front=0.5, props=and_behind(20, by_the_clasp), scale=1.8)


def alloy(product, finish='polished'):
    return metal(METAL_NAMED[product['metal']], finish)


def lie(chain, layout, thick, gap=None, wide=1.0):
    """The path on the floor: the whole length in a coil, or 110 mm of it in a curve for the close view."""
    z = thick / 2
    if layout == 'close':
        line = [(-26, -17), (-17, 2), (-2, 9), (9, 1), (4, -11), (12, -20), (27, -12), (33, 6), (40, 17)]
        return swag([(x * wide, y * wide) for x, y in line], z, 30)
    return coil(chain['lengthInches'] * INCH, gap or thick * 1.9 + 2.2, z)


def to_weight(chain, build, layout):
    """Chains are made to weight by the gauge of their links, at their full length."""
    target, gauge = chain['weightMg'] / 1000, 1.0
    for _ in range(4):
        made = mass_g(build(gauge, None))
        if abs(made / target - 1) < 0.03:
            break
        gauge *= math.sqrt(target / made)
    return build(gauge, layout)


def fasten(model, path, material, length=8.0, thick=1.6):
    """A lobster at the outer end of a chain, and the ring it takes hold of at the other."""
    start, after = path[0], path[5]
    back = (start - after).normalized()
    model.place(wire(material, [start - back * 0.6, start + back * 0.5], thick * 0.62)).place(jump_ring(material, 1.5, 0.34), at(*(start + back * 1.7)))
    end, before = path[-1], path[-6]
    along = (end - before).normalized()
    model.place(wire(material, [end - along * 0.6, end + along * 0.3], thick * 0.62)).place(jump_ring(material, 1.3, 0.3), at(*(end + along * 0.9)))
    return model.place(lobster(material, length), standing(end + along * 2.6 + Vector((0, 0, 0.2)), UP, along))


@piece('chains', 301, COILED, CLOSE)
def mohan_mala(chain, layout=None):
    gold = alloy(chain)

    def build(radius, where):
        path = lie(chain, where, 2 * radius, 2 * radius + 2.4)
        pitch = 2 * radius * 0.92 + 1.45
        points, length = even_path(path, max(2, int(path_length(path) / pitch)))
        tangents, _ = frames(points, up=UP)
        out, ribbed, plain = Model(), melon(round(radius, 3)), ball(0.95, 20)
        for i, p in enumerate(points):
            out.add(ribbed, gold, standing(p, tangents[i]))
            if i:
                middle = (p + points[i - 1]) / 2 + Vector((0, 0, 0.95 - radius)) * 0.0
                out.add(plain, gold, at(*middle))
        out.add(sweep(path, circle(0.4, 10), up=UP), gold)  # the wire they are strung on, where they part in a bend
        # out of the last bead, and round to a point beside it
        turns = ((0.5 * radius, 0), (radius + 2.6, 0), (radius + 6.2, 0.4), (radius + 7.4, 2.2), (radius + 5.8, 3.7), (radius + 2.6, 3.4))
        hook = smooth([points[-1] + tangents[-1] * d + UP.cross(tangents[-1]) * s for d, s in turns], 10)
        out.add(plain, gold, at(*(points[-1] + tangents[-1] * (radius + 0.4))))
        out.add(plain, gold, at(*(points[0] - tangents[0] * (radius + 0.4))))
        out.place(jump_ring(gold, 2.0, 0.42), at(*(points[0] - tangents[0] * (radius + 3.1))))  # the eye for it
        return out.place(wire(gold, hook, 0.6))

    return build(2.9, layout)  # the beads are hollow: their wall makes the weight, not their size


@piece('chains', 302, COILED, CLASP)
def rassi(chain, layout=None):
    gold = alloy(chain)

    def build(gauge, where):
        thick = 2.5 * gauge
        path = lie(chain, where, thick, 5.6)
        return fasten(rope_chain(gold, path, thick), path, gold, thick=thick)

    return to_weight(chain, build, layout)


@piece('chains', 303, COILED, CLASP._replace(azimuth=42, elevation=52, front=1.0, fill=0.64, pose=turned(34)))
def vasuki(chain, layout=None):
    gold = alloy(chain)
    path = lie(chain, layout, 2.0, 5.0)
    return fasten(snake_chain(gold, path, 2.0), path, gold, thick=2.0)  # hollow: 2 mm outside, as the card says


# its filed faces are all level: they are bright where they mirror the lamp above and behind
@piece('chains', 304, COILED._replace(azimuth=24, elevation=60, pose=turned(24)), CLOSE._replace(azimuth=42, elevation=50, pose=turned(42), fill=0.94, props=first_links_out))
def pahelwan(chain, layout=None):
    silver = alloy(chain)

    def build(gauge, where):
        width = 7.0
        thick = width * 0.36
        if where == 'close':
            path = swag([(-84, 30), (-52, 25), (-24, 23), (0, 20), (17, 11), (22, -5), (13, -20), (-5, -26), (-24, -23)], thick / 2, 40)
        else:
            path = coil(chain['lengthInches'] * INCH, 12.0, thick / 2, inner=26)
        out, k = Model(), 1.55  # the first link of the chain is the one far from the clasp

        def ring(place, towards, radius):
            """A flat ring through the last link there; returns its centre's distance."""
            far = 0.45 * width - 0.125 * width - 0.45 + radius
            out.place(jump_ring(silver, radius, 0.42), at(*(place + towards * far)))
            return far

        back, along = ((path[i] - path[j]).normalized() for i, j in ((0, 7), (-1, -8)))
        ring(path[0], back, 2.3)
        out.place(curb_chain(silver, path, width))
        far = ring(path[-1], along, 1.7)
        eye = path[-1] + along * (far + 1.7 - 0.44 + (0.7 - 0.26) * k)
        return out.place(trigger_clasp(silver, k), standing(eye + UP * 0.3, UP, along))

    return build(1.0, layout)


@piece('chains', 305, COILED, CLASP._replace(pose=turned(130)))
def him(chain, layout=None):
    platinum = alloy(chain)

    def build(gauge, where):
        side = 1.4 * min(gauge, 1.25)
        path = lie(chain, where, side, 4.4)
        # close enough that no light comes between the links in a bend
        links = linked(platinum, path, box_link(side * 0.95, side * 0.13), side * 0.50, 45)
        return fasten(links, path, platinum, 7.0)

    return to_weight(chain, build, layout)
