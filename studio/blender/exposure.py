"""One exposure: two half-exposures with different seeds, denoised against each other, developed to a PNG."""
import ctypes
import os
import shutil
import subprocess
import time

import bpy
import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(os.path.dirname(HERE), '.cache')
PASSES = ('Image', 'Normal', 'DiffCol', 'GlossCol', 'TransCol')
GRAIN = 0.0055  # of the signal: an even gradient without grain shows bands in 8 bits
STONE_GRAIN_KEPT = 0.5  # in small stones noise reads as sparkle, and blur as pearl
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
    layer.use_pass_glossy_color = layer.use_pass_transmission_color = True
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


def _enlarged(image, height, width):
    """Bilinear; good enough for paper and soft shadow."""
    rows = numpy.clip((numpy.arange(height) + 0.5) * image.shape[0] / height - 0.5, 0, image.shape[0] - 1)
    columns = numpy.clip((numpy.arange(width) + 0.5) * image.shape[1] / width - 0.5, 0, image.shape[1] - 1)
    y, x = rows.astype(int), columns.astype(int)
    y2, x2 = numpy.minimum(y + 1, image.shape[0] - 1), numpy.minimum(x + 1, image.shape[1] - 1)
    fy, fx = (rows - y)[:, None, None], (columns - x)[None, :, None]
    top = image[y][:, x] * (1 - fx) + image[y][:, x2] * fx
    return top * (1 - fy) + (image[y2][:, x] * (1 - fx) + image[y2][:, x2] * fx) * fy


def _denoise(halves, colour, normal, reach):
    """Non-local means in log(1 + 6x), near to what the eye compares."""
    one, two = (_planes(numpy.log1p(6 * numpy.maximum(h, 0))) for h in halves)
    features = numpy.concatenate([_planes(colour), _planes(normal)])
    sharpness = numpy.array([1 / 0.12 ** 2] * 3 + [1 / 0.25 ** 2] * 3, numpy.float32)
    out = numpy.empty_like(one)
    height, width = one.shape[1:]
    pointer = ctypes.POINTER(ctypes.c_float)

    def p(array):
        return array.ctypes.data_as(pointer)

    _denoiser().nlm(p(one), p(two), p(features), p(sharpness), len(features), width, height, reach, 3,
                    ctypes.c_float(0.6), ctypes.c_float(2e-6), p(out))
    return numpy.expm1(numpy.moveaxis(out, 0, 2)) / 6


def _develop(linear, path):
    height, width = linear.shape[:2]
    image = bpy.data.images.new('developed', width, height, float_buffer=True, alpha=False)
    image.colorspace_settings.name = 'Linear'
    pixels = numpy.ones((height, width, 4), numpy.float32)
    pixels[..., :3] = linear
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    settings = bpy.context.scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = 'PNG', 'RGB', '8'
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    image.save_render(path, scene=bpy.context.scene)


def _halves(folder, samples, noise, threads, border):
    """The two half-exposures, clean passes of the first, and where stones are; only within the border."""
    settings(samples // 2, noise, threads)
    scene = bpy.context.scene
    scene.render.use_border, scene.render.use_crop_to_border = border is not None, False
    if border:
        scene.render.border_min_x, scene.render.border_min_y = border[0], border[1]
        scene.render.border_max_x, scene.render.border_max_y = border[2], border[3]
    halves = []
    for seed in (1, 7920):
        scene.cycles.seed = seed
        bpy.ops.render.render(write_still=False)
        halves.append(_read(folder, 'Image'))
        if seed == 1:
            through = _read(folder, 'TransCol')
            colour = _read(folder, 'DiffCol') + _read(folder, 'GlossCol') + through
            normal = _read(folder, 'Normal')
    return halves, colour, normal, through.sum(2) > 0.02


def _with_sparkle(clean, halves, stones):
    """In stones half of the unfiltered brightness comes back; its colours do not, they would be confetti."""
    light = numpy.array([0.2126, 0.7152, 0.0722], numpy.float32)
    raw = sum(numpy.minimum(h, clean * 2.5 + 0.6) for h in halves) / 2
    lively = clean * ((raw @ light) / numpy.maximum(clean @ light, 1e-4))[..., None]
    kept = STONE_GRAIN_KEPT * min(1.0, SMALL_STONES / max(stones.mean(), 1e-4))
    share = (kept * stones.astype(numpy.float32))[..., None]
    return clean * (1 - share) + lively * share


def _blurred(image, mask, radius):
    """Mean over a square of the pixels in the mask, three times: nearly a Gaussian."""
    for _ in range(3):
        total, weight = image * mask[..., None], mask.astype(numpy.float64)
        for axis in (0, 1):
            total, weight = _box(total, radius, axis), _box(weight, radius, axis)
        image = numpy.where(mask[..., None], total / numpy.maximum(weight, 1e-9)[..., None], image)
    return image


def _box(values, radius, axis):
    """Sums over 2 radius + 1 neighbours along an axis, edges repeated."""
    pad = [(0, 0)] * values.ndim
    pad[axis] = (radius + 1, radius)
    sums = numpy.cumsum(numpy.pad(values, pad, mode='edge'), axis=axis, dtype=numpy.float64)
    n = values.shape[axis]
    return numpy.take(sums, range(2 * radius + 1, 2 * radius + 1 + n), axis) - numpy.take(sums, range(0, n), axis)


def _calm_paper(clean, colour, radii=((0.002, 0.013), (0.007, 0.036))):
    """Few samples leave clouds on plain paper. Where a wide blur hardly differs from a narrow one there is no shadow's
    edge to lose, and the wide one is taken; first for small clouds, then for large ones."""
    paper = numpy.abs(colour - colour[-3, 3]).max(axis=2) < 0.02
    for share_near, share_far in radii:
        near, far = (max(1, round(share * clean.shape[0])) for share in (share_near, share_far))
        narrow, wide = _blurred(clean, paper, near), _blurred(clean, paper, far)
        difference = numpy.abs(wide - narrow).max(axis=2) / numpy.maximum(narrow.max(axis=2), 1e-3)
        share = (numpy.exp(-(difference / 0.022) ** 2) * paper)[..., None]
        clean = clean * (1 - share) + wide * share
    return clean.astype(numpy.float32)


def expose(path, samples=44, noise=0.09, reach=6, threads=2, border=None):
    """Photographs the scene through its camera. Within the border (left, bottom, right, top, 0 to 1) at full size;
    the paper around it at a quarter, which nobody can tell. Prints seconds spent rendering and denoising."""
    folder = os.path.join(CACHE, f'exposure-{os.getpid()}')
    os.makedirs(folder, exist_ok=True)
    _write_passes(folder)
    render = bpy.context.scene.render
    width, height = render.resolution_x, render.resolution_y
    started = time.time()
    around = None
    if border:
        render.resolution_x, render.resolution_y = width // 4, height // 4
        # a sixteenth of the pixels can have four times the light; plain paper shows the clouds of few samples first
        halves, colour, normal, _ = _halves(folder, samples * 4, noise / 4, threads, None)
        around = _enlarged(_calm_paper(_denoise(halves, colour, normal, 5), colour, ((0.008, 0.036),)), height, width)
        render.resolution_x, render.resolution_y = width, height
    halves, colour, normal, stones = _halves(folder, samples, noise, threads, border)
    rendered = time.time()
    x0, y0, x1, y1 = 0, 0, width, height
    if border:
        x0, y0 = (int(numpy.ceil(b * n)) + 1 for b, n in zip(border[:2], (width, height)))
        x1, y1 = (int(b * n) - 1 for b, n in zip(border[2:], (width, height)))
    inside = (slice(y0, y1), slice(x0, x1))
    halves = [h[inside] for h in halves]
    clean = _calm_paper(_denoise(halves, colour[inside], normal[inside], reach), colour[inside])
    clean = _with_sparkle(clean, halves, stones[inside])
    if border:
        across = numpy.minimum(numpy.arange(x1 - x0), numpy.arange(x1 - x0)[::-1]) if x0 > 2 or x1 < width - 2 else None
        up = numpy.minimum(numpy.arange(y1 - y0), numpy.arange(y1 - y0)[::-1])
        near = up[:, None] if across is None else numpy.minimum(up[:, None], across[None, :])
        share = numpy.clip(near / (0.03 * width), 0, 1)[..., None]
        around[inside] = around[inside] * (1 - share) + clean * share
        clean = around
    grain = numpy.random.default_rng(7).normal(0, GRAIN, clean.shape[:2] + (1,)).astype(numpy.float32)
    _develop(clean * (1 + grain), path)
    shutil.rmtree(folder)
    print(f'EXPOSED {path} render {rendered - started:.1f} s, denoise {time.time() - rendered:.1f} s', flush=True)
