"""A long lens that walks up until the piece fills its share of the frame. No depth of field: jewellery is stacked."""
import math
import random

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

POINTS_PER_PART = 250
STEPS = 8


def points_of(collection):
    points = []
    for thing in collection.objects:
        if not thing.get('framed', True):
            continue
        vertices = thing.data.vertices
        # at random: even steps through a sweep would always meet the same side of it
        chosen = random.Random(1).sample(range(len(vertices)), min(POINTS_PER_PART, len(vertices)))
        points += [thing.matrix_world @ vertices[i].co for i in chosen]
    return points


def frame(collection, azimuth=-12, elevation=16, fill=0.72, lens=100, size=(1024, 1024), shift=(0, 0), fill_tall=None,
          points=None):
    """Degrees; azimuth 0 looks along +Y, positive from the right. `fill` is the share of the
    frame that the piece takes, of its height `fill_tall` when that differs. `points` are those that must be seen, the
    piece's own unless it moves."""
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = size
    points = points or points_of(collection)
    low = Vector([min(p[k] for p in points) for k in range(3)])
    high = Vector([max(p[k] for p in points) for k in range(3)])
    target, distance = (low + high) / 2, (high - low).length * 3
    data = bpy.data.cameras.new('camera')
    data.lens, data.clip_start, data.clip_end = lens, 0.1, 1e5
    camera = bpy.data.objects.new('camera', data)
    scene.collection.objects.link(camera)
    scene.camera = camera
    a, e = math.radians(azimuth), math.radians(elevation)
    away = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    camera.rotation_euler = away.to_track_quat('Z', 'Y').to_euler()
    turn = camera.rotation_euler.to_quaternion()
    for _ in range(STEPS):
        camera.location = target + away * distance
        bpy.context.view_layer.update()
        seen = [world_to_camera_view(scene, camera, p) for p in points]
        left, right = min(p.x for p in seen), max(p.x for p in seen)
        bottom, top = min(p.y for p in seen), max(p.y for p in seen)
        wide = 2 * distance * math.tan(data.angle_x / 2)
        tall = wide * size[1] / size[0]
        target += turn @ Vector((((left + right) / 2 - 0.5) * wide, ((bottom + top) / 2 - 0.5) * tall, 0))
        distance *= max((right - left) / fill, (top - bottom) / (fill_tall or fill))
    camera.location = target + away * distance
    data.shift_x, data.shift_y = shift
    bpy.context.view_layer.update()
    return camera
