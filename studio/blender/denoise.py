"""Intel Open Image Denoise, which Debian's Blender is built without: the same network and weights, run by numpy.
The weights (`oidn/`) are those of Open Image Denoise 2, as the npm package `denoiser` 0.0.11 distributes them; SHA-256
d0057057bd76c64e3e67b449728ef8f4fd2f11ccfb74c1e59b9d50dafd50ee0e. They, the curve and the order of the layers are
Copyright Intel Corporation, Apache License 2.0."""
import functools
import os
import struct

import numpy

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'oidn', 'rt_hdr_calb_cnrm.tza')
BAND = 1 << 11  # pixels that are convolved at once; a layer has nine times its size as the input of a convolution
MULTIPLE = 16  # the network halves the picture four times
# By how many pixels the picture is mirrored at its edge: the network takes what lies outside for black, which leaves stains.
MARGIN = 16
# The perceptually uniform curve on which the network was trained: linear up to Y0, a power up to Y1, then a logarithm.
A, B, C, D, E, F, G = 1.41283765e+03, 1.64593172, 0.431384981, -2.94139609e-03, 0.192653254, 6.26026094e-03, 0.998620152
Y0, Y1, X0, X1 = 1.57945760e-06, 3.22087631e-02, 2.23151711e-03, 0.370974749
BRIGHTEST = 65504.0  # of a half-precision number, with which the network was trained
MIDDLE_GREY, SQUARE = 0.18, 16  # the mean to which a picture is scaled first, over squares of that many pixels


def _read(path):
    """The tensors of a .tza file by their names."""
    with open(path, 'rb') as file:
        data = file.read()
    at, = struct.unpack_from('<Q', data, 4)
    count, = struct.unpack_from('<I', data, at)
    at += 4
    tensors = {}
    for _ in range(count):
        length, = struct.unpack_from('<H', data, at)
        name = data[at + 2:at + 2 + length].decode()
        at += 2 + length
        rank = data[at]
        shape = struct.unpack_from(f'<{rank}I', data, at + 1)
        at += 1 + 4 * rank + rank
        kind = {'f': numpy.float32, 'h': numpy.float16}[chr(data[at])]
        start, = struct.unpack_from('<Q', data, at + 1)
        at += 9
        values = numpy.frombuffer(data, kind, int(numpy.prod(shape)), start)
        tensors[name] = values.reshape(shape).astype(numpy.float32)
    return tensors


class Network:
    """A U-Net: four levels down, four up, each joined with what the way down kept of its size."""

    def __init__(self, path):
        tensors = _read(path)
        self.names = [name[:-len('.weight')] for name in tensors if name.endswith('.weight')]
        # one row an output, columns ordered by tap, then channel
        self.weights = {n: numpy.ascontiguousarray(tensors[n + '.weight'].transpose(0, 2, 3, 1)).reshape(
            tensors[n + '.weight'].shape[0], -1) for n in self.names}
        self.biases = {n: tensors[n + '.bias'][:, None] for n in self.names}

    def _convolve(self, name, image, rectified=True):
        channels, height, width = image.shape
        weight, bias = self.weights[name], self.biases[name]
        out = numpy.empty((len(weight), height, width), numpy.float32)
        rows = max(1, BAND // width)
        taps = numpy.empty((9, channels, rows, width), numpy.float32)
        for top in range(0, height, rows):
            bottom = min(top + rows, height)
            padded = numpy.zeros((channels, rows + 2, width + 2), numpy.float32)
            first, last = max(top - 1, 0), min(bottom + 1, height)
            padded[:, first - top + 1:last - top + 1, 1:-1] = image[:, first:last]
            for tap in range(9):
                y, x = divmod(tap, 3)
                taps[tap] = padded[:, y:y + rows, x:x + width]
            band = weight @ taps.reshape(9 * channels, -1) + bias
            if rectified:
                numpy.maximum(band, 0, out=band)
            out[:, top:bottom] = band.reshape(-1, rows, width)[:, :bottom - top]
        return out

    def _level(self, prefix, image):
        """All convolutions of one level: enc_conv2 or enc_conv2a, enc_conv2b."""
        for name in self.names:
            if name.rstrip('abc') == prefix:
                image = self._convolve(name, image, name != self.names[-1])
        return image

    def __call__(self, image):
        """image: channels, height, width."""
        height, width = image.shape[1:]
        image = numpy.pad(image, ((0, 0), (0, -height % MULTIPLE), (0, -width % MULTIPLE)))
        kept, x = [image], image
        x = self._level('enc_conv0', x)
        for level in range(1, 5):
            x = _halved(self._level(f'enc_conv{level}', x))
            if level < 4:
                kept.append(x)
        x = self._level('enc_conv5', x)
        for level in (4, 3, 2, 1):
            x = self._level(f'dec_conv{level}', numpy.concatenate([_doubled(x), kept.pop()]))
        return self._level('dec_conv0', x)[:, :height, :width]


def _halved(image):
    channels, height, width = image.shape
    return image.reshape(channels, height // 2, 2, width // 2, 2).max((2, 4))


def _doubled(image):
    return image.repeat(2, 1).repeat(2, 2)


def _to_curve(y):
    return numpy.where(y <= Y0, A * y, numpy.where(y <= Y1, B * y ** C + D, E * numpy.log(y + F) + G))


def _from_curve(x):
    middle = (numpy.maximum(x - D, 0) / B) ** (1 / C)
    return numpy.where(x <= X0, x / A, numpy.where(x <= X1, middle, numpy.exp((x - G) / E) - F))


def _scale(image):
    """What brings the mean brightness (of logarithms, over the squares that are not black) to middle grey."""
    light = image @ numpy.array([0.212671, 0.715160, 0.072169], numpy.float32)
    height, width = (n - n % SQUARE for n in light.shape)
    means = light[:height, :width].reshape(height // SQUARE, SQUARE, width // SQUARE, SQUARE).mean((1, 3))
    bright = means[means > 1e-8]
    return MIDDLE_GREY / numpy.exp2(numpy.log2(bright).mean()) if bright.size else 1.0


@functools.cache
def network():
    return Network(WEIGHTS)


def denoise(image, colour, normal):
    """The picture without noise. All are arrays of height, width, 3: `image` is linear, `colour` (0 to 1) and `normal`
    (-1 to 1) are of the surface that the camera sees."""
    image = numpy.clip(image, 0, BRIGHTEST)
    scale = _scale(image)
    top = _to_curve(numpy.float32(BRIGHTEST))
    features = [_to_curve(image * scale) / top, numpy.clip(colour, 0, 1), numpy.clip(normal, -1, 1) * 0.5 + 0.5]
    wider = numpy.pad(numpy.concatenate(features, 2), [(MARGIN, MARGIN)] * 2 + [(0, 0)], mode='reflect')
    out = network()(numpy.ascontiguousarray(numpy.moveaxis(wider, 2, 0), numpy.float32))[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
    return numpy.maximum(_from_curve(numpy.moveaxis(out, 0, 2) * top), 0).astype(numpy.float32) / scale
