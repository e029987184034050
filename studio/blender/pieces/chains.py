"""The five chains, full length, coiled on the floor; the second view comes close to two strands and the clasp."""
import math
from functools import lru_cache

from mathutils import Vector

from clasps import EYE, EYE_WIRE, RING, eight_catch, trigger_clasp
from findings import box_link, carve, curb_link, cut_away, jump_ring, linked, lobster, melon, rope_chain, wire
from geometry import (UP, at, ball, circle, even_path, frames, hoop, lathe, path_length, smooth, standing,
                      sweep, turned)
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


def snake_chain(material, path, thick):
    """Small curved plates in chevrons round a tube, each with its lip over the next: almost poured."""
    length, sides, points_round = path_length(path), 32, 4
    points, _ = even_path(path, int(length / 0.07))
    plates = length / 0.8

    def plate(t, k, side, up):
        pointed = abs(2 * ((points_round * k) % 1) - 1)
        across = (t * plates + 0.5 * pointed) % 1
        reach = 1 - 0.075 * (1 - across) ** 2.2
        return side * reach, up * reach

    return Model().add(sweep(points, circle(thick / 2, sides), shape=plate, angle=42), material)


def capped_end(material, thick, ring):
    """A cap over the end of a round chain, which comes from -X to the origin: with a collar at its mouth, and at its head a
    flat ring of this radius; and where the ring's middle is."""
    r, middle = thick / 2, 0.75 + ring
    profile = [(0, -3.0), (r + 0.2, -3.0), (r + 0.3, -2.9), (r + 0.3, -2.55), (r + 0.2, -2.45), (r + 0.16, -2.4), (r + 0.16, 0.1), (r + 0.08, 0.34),
               (r - 0.15, 0.52), (0.5, 0.62), (0, 0.64)]
    out = Model().add(lathe(profile, 64, 50), material, turned(90, 'Y')).add(hoop(ring, 0.27, 48, 14), material, at(middle))
    return out, middle


def snake_fastened(path, material, thick):
    """A snake chain with its ends in caps: a closing ring on one, a lobster clasp on the other."""
    out = snake_chain(material, path, thick)
    eye_cap, _ = capped_end(material, thick, RING)
    clasp_cap, middle = capped_end(material, thick, 0.85)
    out.place(eye_cap, standing(path[0], UP, path[0] - path[6]))
    held = middle + 0.85 - 0.27 + EYE - EYE_WIRE
    clasp_cap.place(trigger_clasp(material), at(held))
    return out.place(clasp_cap, standing(path[-1], UP, path[-1] - path[-7]))


@piece('chains', 303, COILED, CLASP._replace(azimuth=42, elevation=52, front=1.0, fill=0.64, pose=turned(34)))
def vasuki(chain, layout=None):
    return snake_fastened(lie(chain, layout, 2.0, 5.0), alloy(chain), 2.0)  # hollow: 2 mm outside, as the card says


SLANT = math.radians(10)  # of the faces of a curb link, to either side


@lru_cache(maxsize=None)
def slanted_link(width, start=None, end=None):
    """A curb link of a chain of this width, cut on the slant: its faces fall to either side of the chain like a roof. Or what
    is left of it from `start` to `end`, where a clasp takes the rest."""
    r = width * 0.125
    mesh = curb_link(width * 0.9, width - 2 * r, r, width).copy()  # in the round
    low, high = (math.sin(SLANT), math.cos(SLANT))
    cuts = [((0, 0, up * width * 0.212), (0, side * low, up * high)) for up in (-1, 1) for side in (-1, 1)]
    cuts += [((x, 0, 0), (side, 0, 0)) for x, side in ((start, -1), (end, 1)) if x is not None]
    return cut_away(mesh, cuts)


def bevelled(start, end, wide, high, bevel, roof=0.0):
    """A block along X with bevelled edges; `wide` and `high` are half its measures, and its top rises by `roof` to a ridge."""
    w, h = wide - bevel, high - bevel
    outline = [(wide, -h), (wide, h), (w, high), (0, high + roof), (-w, high), (-wide, h), (-wide, -h), (-w, -high), (w, -high)]
    line = [Vector((x, 0, 0)) for x in (start, start + bevel, end - bevel, end)]
    return sweep(line, outline, up=UP, scale=lambda t: 1 if 0 < t < 1 else 1 - bevel / wide, angle=6)


BOX, CAP, SUNK = 11.5, 2.4, 0.35  # how long the box and the cap of its tongue are, and how deep their links are sunk, mm


def box_clasp(material, dark, width, pitch):
    """Of a curb chain whose last link lies at the origin, along X: the box, and the tongue with its cap, whose origin is the
    mouth of the box; and where that is. Links are soldered on both, in the pattern of the chain. Two catches, figures of eight on the
    sides of the box, snap over knobs on the cap."""
    half, start, low = width / 2 - 0.1, pitch - SUNK, at(z=-0.7)
    mouth = start + BOX
    body = carve(bevelled(start, mouth, half, 0.65, 0.2, 0.1), bevelled(mouth - 5.5, mouth + 2, half - 0.8, 0.36, 0.1))
    box = Model().add(body, dark, low)
    for i in (1, 2, 3):  # the links that lie on it carry the pattern on, up to its mouth
        box.add(slanted_link(width, end=mouth - 0.06 - 3 * pitch if i == 3 else None), dark, at(i * pitch))
    tongue = Model().add(bevelled(0.06, CAP, half, 0.65, 0.2, 0.1), dark, low).add(bevelled(-5, 0.5, half - 0.9, 0.28, 0.1), material, low)
    tongue.add(slanted_link(width, start=0.06 - (4 * pitch - mouth)), dark, at(4 * pitch - mouth))
    eight = eight_catch(3.0, 0.8, 0.25)
    for side in (-1, 1):
        box.add(eight, material, low @ at(mouth - 0.9, side * (half + 0.24)))
        box.add(ball(0.46, 16), material, low @ at(mouth - 2.85, side * (half + 0.12)))
        tongue.add(ball(0.46, 16), material, low @ at(1.05, side * (half + 0.12)))
    return box, tongue, mouth


# its cut faces are bright where they mirror the lamp above and behind
@piece('chains', 304, COILED._replace(azimuth=24, elevation=60, pose=turned(24)),
       CLOSE._replace(azimuth=28, elevation=46, pose=turned(42), fill=0.94))
def pahelwan(chain, layout=None):
    silver, dark, width = alloy(chain), alloy(chain, 'antique'), 7.0
    pitch, floor = width * 0.6375, width * 0.2
    box, tongue, mouth = box_clasp(silver, dark, width, pitch)
    hold = 5 * pitch - mouth  # from the mouth of the box to the first link behind the clasp

    def part(path):
        """A length of chain, and the frame in which a clasp lies at its end."""
        return linked(dark, path, slanted_link(width), pitch, 0), standing(path[-1], UP, path[-1] - path[-8])

    if layout == 'close':  # closed; both ends run out of the picture
        links, end = part(swag([(-90, 34), (-55, 27), (-26, 24), (-3, 20), (13, 11), (19, -5), (11, -20), (-4, -25)], floor, 40))
        rest, _ = part(smooth([(end @ at(mouth + hold + x, y)).translation for x, y in ((0, 0), (12, 0), (34, -6), (70, -14))], 40))
        out = Model().place(links).place(rest).place(tongue, end @ at(mouth)).place(box, end)
        out.parts = [p._replace(framed=p.matrix.translation.x > -32) for p in out.parts]
        return out
    path = coil(chain['lengthInches'] * INCH, 12.0, floor, inner=26)
    links, end = part(path)
    start = standing(path[0], UP, path[7] - path[0])
    return links.place(tongue, start @ at(-hold)).place(box, end)


@piece('chains', 305, COILED._replace(fill=0.8), CLASP._replace(pose=turned(158), azimuth=18, elevation=50, fill=0.84))
def him(chain, layout=None):
    platinum = alloy(chain)

    def build(gauge, where):
        side, thick = 1.4, 0.27 * gauge
        path = lie(chain, where, side, 4.4)
        link = box_link(side, 0.76, thick).copy()
        link.transform(turned(45, 'X'))  # links are rolled half a right angle to either side: so they stand and lie in turn
        links = linked(platinum, path, link, side - 2 * thick - 0.02, 45)
        return fasten(links, path, platinum, 7.0)

    return to_weight(chain, build, layout)
