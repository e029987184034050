"""One exposure: two half-exposures with different seeds, denoised against each other, developed to a PNG."""
import ctypes
import os
import shutil
import subprocess
import time
from typing import NamedTuple

import bpy
import numpy

import paper

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(os.path.dirname(HERE), '.cache')
PASSES = ('Image', 'Normal', 'DiffCol', 'GlossCol', 'TransCol', 'IndexOB')
GRAIN = 0.0055  # of the signal: an even gradient without grain shows bands in 8 bits
STONE_GRAIN_KEPT = 0.5  # in small stones noise reads as sparkle, and blur as pearl
PAPER = 1  # the object index of what is paper or plain wall
SHOULDER, CEILING = 0.8, 3.2  # linear: highlights above the one approach the other, or a mirrored lamp would be a hole of pure white
SMALL_STONES = 0.03  # of the picture; where stones take more, as loose ones do, noise is noise


def _denoiser():
    """The C part, compiled once per machine and source."""
    source, library = os.path.join(HERE, 'nlm.c'), os.path.join(CACHE, 'nlm.so')
    if not os.path.exists(library) or os.path.getmtime(library) < os.path.getmtime(source):
        os.makedirs(CACHE, exist_ok=True)
        flags = ['-O3', '-march=native', '-ffast-math', '-fopenmp', '-shared', '-fPIC']
        subprocess.run(['gcc', *flags, source, '-o', library, '-lm'], check=True)
    return ctypes.CDLL(library)


def settings(samples, noise, threads):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising = 'CPU', samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, noise, 8
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 26, 3, 6
    cycles.transmission_bounces, cycles.transparent_max_bounces = 14, 8
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct, cycles.blur_glossy = 6, 0, 0.6
    cycles.caustics_reflective, cycles.caustics_refractive = True, False
    cycles.use_auto_tile = False
    cycles.pixel_filter_type, cycles.filter_width = 'BLACKMAN_HARRIS', 1.5
    scene.render.threads_mode, scene.render.threads = 'FIXED', threads
    scene.render.resolution_percentage = 100
    scene.render.use_persistent_data = True  # the second half-exposure keeps the first one's scene


def _write_passes(folder):
    scene = bpy.context.scene
    layer = scene.view_layers[0]
    layer.use_pass_normal = layer.use_pass_diffuse_color = True
    layer.use_pass_glossy_color = layer.use_pass_transmission_color = layer.use_pass_object_index = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    tree.links.new(layers.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs[0])
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = folder
    files.format.file_format, files.format.color_depth, files.format.exr_codec = 'OPEN_EXR', '32', 'ZIP'
    files.file_slots.clear()
    for name in PASSES:
        files.file_slots.new(name)
        tree.links.new(layers.outputs[name], files.inputs[name])


def _read(folder, name):
    path = os.path.join(folder, f'{name}{bpy.context.scene.frame_current:04d}.exr')
    image = bpy.data.images.load(path, check_existing=False)
    image.colorspace_settings.name = 'Linear'
    width, height = image.size
    pixels = numpy.empty(width * height * 4, numpy.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[..., :3]


def _planes(image):
    return numpy.ascontiguousarray(numpy.moveaxis(image.astype(numpy.float32), 2, 0))


def _denoise(halves, colour, normal, reach):
    """Non-local means in log(1 + 6x), near to what the eye compares."""
    one, two = (_planes(numpy.log1p(6 * numpy.maximum(h, 0))) for h in halves)
    features = numpy.concatenate([_planes(colour), _planes(normal)])
    sharpness = numpy.array([1 / 0.06 ** 2] * 3 + [1 / 0.25 ** 2] * 3, numpy.float32)
    out = numpy.empty_like(one)
    height, width = one.shape[1:]
    pointer = ctypes.POINTER(ctypes.c_float)

    def p(array):
        return array.ctypes.data_as(pointer)

    _denoiser().nlm(p(one), p(two), p(features), p(sharpness), len(features), width, height, reach, 3,
                    ctypes.c_float(0.6), ctypes.c_float(2e-6), p(out))
    return numpy.expm1(numpy.moveaxis(out, 0, 2)) / 6


def _rolled_off(linear):
    room = CEILING - SHOULDER
    return numpy.where(linear > SHOULDER, CEILING - room * numpy.exp(-(linear - SHOULDER) / room), linear)


def _develop(linear, path):
    height, width = linear.shape[:2]
    image = bpy.data.images.new('developed', width, height, float_buffer=True, alpha=False)
    image.colorspace_settings.name = 'Linear'
    pixels = numpy.ones((height, width, 4), numpy.float32)
    pixels[..., :3] = _rolled_off(linear)
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    settings = bpy.context.scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = 'PNG', 'RGB', '8'
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    image.save_render(path, scene=bpy.context.scene)


class Half(NamedTuple):
    """Two half-exposures of the same frame, and clean passes of the first."""
    pair: list
    diffuse: numpy.ndarray
    colour: numpy.ndarray
    normal: numpy.ndarray
    stones: numpy.ndarray
    paper: numpy.ndarray


def _halves(folder, samples, noise, threads, border):
    settings(samples // 2, noise, threads)
    scene = bpy.context.scene
    scene.render.use_border, scene.render.use_crop_to_border = border is not None, False
    if border:
        scene.render.border_min_x, scene.render.border_min_y = border[0], border[1]
        scene.render.border_max_x, scene.render.border_max_y = border[2], border[3]
    pair = []
    for seed in (1, 7920):
        scene.cycles.seed = seed
        bpy.ops.render.render(write_still=False)
        pair.append(_read(folder, 'Image'))
        if seed == 1:
            through, diffuse = _read(folder, 'TransCol'), _read(folder, 'DiffCol')
            colour = diffuse + _read(folder, 'GlossCol') + through
            normal = _read(folder, 'Normal')
            on_paper = numpy.abs(_read(folder, 'IndexOB')[..., 0] - PAPER) < 0.01
    return Half(pair, diffuse, colour, normal, through.sum(2) > 0.02, on_paper)


def _with_sparkle(clean, halves, stones):
    """In stones half of the unfiltered brightness comes back; its colours do not, they would be confetti."""
    light = numpy.array([0.2126, 0.7152, 0.0722], numpy.float32)
    raw = sum(numpy.minimum(h, clean * 2.5 + 0.6) for h in halves) / 2
    lively = clean * ((raw @ light) / numpy.maximum(clean @ light, 1e-4))[..., None]
    kept = STONE_GRAIN_KEPT * min(1.0, SMALL_STONES / max(stones.mean(), 1e-4))
    share = (kept * stones.astype(numpy.float32))[..., None]
    return clean * (1 - share) + lively * share


def _share_inside(border, width, height):
    """1 within the border (left, bottom, right, top, in pixels), falling to 0 at its edges, but not where the border is
    the edge of the picture."""
    def from_ends(start, end, length):
        away = numpy.full(end - start, length)
        if start > 2:
            away = numpy.minimum(away, numpy.arange(end - start))
        if end < length - 2:
            away = numpy.minimum(away, numpy.arange(end - start)[::-1])
        return away

    x0, y0, x1, y1 = border
    away = numpy.minimum(from_ends(x0, x1, width)[None, :], from_ends(y0, y1, height)[:, None])
    return numpy.clip(away / (0.03 * min(width, height)), 0, 1)[..., None].astype(numpy.float32)


def expose(path, samples=44, noise=0.09, reach=6, threads=2, border=None):
    """Photographs the scene through its camera. Within the border (left, bottom, right, top, 0 to 1) at full size;
    the paper around it at a quarter, which nobody can tell. Prints seconds spent rendering and denoising."""
    folder = os.path.join(CACHE, f'exposure-{os.getpid()}')
    os.makedirs(folder, exist_ok=True)
    _write_passes(folder)
    render = bpy.context.scene.render
    width, height = render.resolution_x, render.resolution_y
    started = time.time()
    if border:
        render.resolution_x, render.resolution_y = width // 4, height // 4
        around = _halves(folder, samples, noise, threads, None)
        render.resolution_x, render.resolution_y = width, height
    full = _halves(folder, samples, noise, threads, border)
    rendered = time.time()
    x0, y0, x1, y1 = 0, 0, width, height
    if border:
        x0, y0 = (int(numpy.ceil(b * n)) + 1 for b, n in zip(border[:2], (width, height)))
        x1, y1 = (int(b * n) - 1 for b, n in zip(border[2:], (width, height)))
    inside = (slice(y0, y1), slice(x0, x1))
    pair = [h[inside] for h in full.pair]
    clean = _denoise(pair, full.colour[inside], full.normal[inside], reach)
    clean = _with_sparkle(clean, pair, full.stones[inside])
    on_paper, painted = full.paper, full.diffuse
    if border:
        share = _share_inside((x0, y0, x1, y1), width, height)

        def joined(wide, close):
            out = paper.enlarged(wide, height, width)
            out[inside] = out[inside] * (1 - share) + close * share
            return out

        clean = joined(_denoise(around.pair, around.colour, around.normal, 5), clean)
        pair = [joined(wide, close) for wide, close in zip(around.pair, pair)]
        painted = joined(around.diffuse, full.diffuse[inside])
        on_paper = paper.enlarged(around.paper[..., None].astype(numpy.float32), height, width)[..., 0] > 0.99
        on_paper[inside] = numpy.where(share[..., 0] > 0, full.paper[inside], on_paper[inside])
    mask = paper.shrunk(on_paper)
    if mask.any():
        clean = numpy.where(mask[..., None], paper.even(pair, painted, mask), clean)
    grain = numpy.random.default_rng(7).normal(0, GRAIN, clean.shape[:2] + (1,)).astype(numpy.float32)
    _develop(clean * (1 + grain), path)
    shutil.rmtree(folder)
    print(f'EXPOSED {path} render {rendered - started:.1f} s, denoise {time.time() - rendered:.1f} s', flush=True)
