"""One exposure: rendered, denoised, developed to a PNG."""
import os
import shutil
import time
from typing import NamedTuple

import bpy
import numpy

import denoise
import paper

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(os.path.dirname(HERE), '.cache')
PASSES = ('Image', 'Normal', 'DiffCol', 'GlossCol', 'TransCol', 'IndexOB')
SAMPLES = 12  # of each pixel: the denoiser needs no more
GRAIN = 0.0055  # of the signal: an even gradient without grain shows bands in 8 bits
STONE_GRAIN_KEPT = 0.5  # in small stones noise reads as sparkle, and blur as pearl
PAPER = 1  # the object index of what is paper or plain wall
SHOULDER, CEILING = 0.8, 3.2  # linear: highlights above the one approach the other, or a mirrored lamp would be a hole of pure white
SMALL_STONES = 0.03  # of the picture; where stones take more, as loose ones do, noise is noise


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


class Passes(NamedTuple):
    """What the camera saw: noisy light, and what shows no noise."""
    light: numpy.ndarray
    diffuse: numpy.ndarray
    colour: numpy.ndarray
    normal: numpy.ndarray
    stones: numpy.ndarray
    paper: numpy.ndarray


def _render(folder, samples, noise, threads):
    settings(samples, noise, threads)
    bpy.context.scene.cycles.seed = 1
    bpy.ops.render.render(write_still=False)
    through, diffuse = _read(folder, 'TransCol'), _read(folder, 'DiffCol')
    on_paper = numpy.abs(_read(folder, 'IndexOB')[..., 0] - PAPER) < 0.01
    colour = diffuse + _read(folder, 'GlossCol') + through
    return Passes(_read(folder, 'Image'), diffuse, colour, _read(folder, 'Normal'), through.sum(2) > 0.02, on_paper)


def _with_sparkle(clean, light, stones):
    """In stones half of the unfiltered brightness comes back; its colours do not, they would be confetti."""
    luma = numpy.array([0.2126, 0.7152, 0.0722], numpy.float32)
    raw = numpy.minimum(light, clean * 2.5 + 0.6)
    lively = clean * ((raw @ luma) / numpy.maximum(clean @ luma, 1e-4))[..., None]
    kept = STONE_GRAIN_KEPT * min(1.0, SMALL_STONES / max(stones.mean(), 1e-4))
    share = (kept * stones.astype(numpy.float32))[..., None]
    return clean * (1 - share) + lively * share


def expose(path, samples=SAMPLES, noise=0.09, threads=2):
    """Photographs the scene through its camera. Prints seconds spent rendering and denoising."""
    folder = os.path.join(CACHE, f'exposure-{os.getpid()}')
    os.makedirs(folder, exist_ok=True)
    _write_passes(folder)
    started = time.time()
    seen = _render(folder, samples, noise, threads)
    rendered = time.time()
    clean = denoise.denoise(seen.light, seen.colour, seen.normal)
    clean = _with_sparkle(clean, seen.light, seen.stones)
    clean = paper.deepened(clean, seen.diffuse, seen.paper)
    grain = numpy.random.default_rng(7).normal(0, GRAIN, clean.shape[:2] + (1,)).astype(numpy.float32)
    _develop(clean * (1 + grain), path)
    shutil.rmtree(folder)
    print(f'EXPOSED {path} render {rendered - started:.1f} s, denoise {time.time() - rendered:.1f} s', flush=True)
