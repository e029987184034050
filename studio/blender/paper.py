"""Paper and plain walls need no denoiser: a smooth gradient, a soft shadow and nothing else. Non-local means leaves
clouds there at few samples; this keeps, scale by scale, only what two independent half-exposures agree on."""
import numpy

ORDER = 3  # of the polynomial that is the gradient of the light
LEVELS = 7  # of the pyramid: each halves the picture
CAUTION = 2.0  # how many times the measured noise a detail must exceed
DEEPER = 1.7  # shadows, which the fill would wash out: without them a piece hovers
INVISIBLE = 0.003 ** 2  # power of a contrast nobody sees


def shrunk(mask):
    """The mask without its rim, where pixels are mixed with the piece."""
    padded = numpy.pad(mask, 1, mode='edge')
    return mask & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]


def even(halves, colour, mask):
    """The paper's pixels of the picture without noise; `colour` is what the paper is painted with."""
    painted = numpy.maximum(colour, 1e-3)
    a, b = (h / painted for h in halves)
    gradient = _gradient((a + b) / 2, mask)
    a, b = (numpy.minimum(h / gradient, 2.0) - 1 for h in (a, b))
    weight = mask.astype(numpy.float32)
    shade = 1 + _agreed(a, b, weight, LEVELS)
    return numpy.where(shade < 1, numpy.maximum(shade, 0) ** DEEPER, shade) * gradient * painted


def _gradient(light, mask):
    """A polynomial through the light on the paper that the shadow does not pull down."""
    height, width = mask.shape
    step = max(1, height // 128)
    weight, total = _halved_times(mask.astype(numpy.float32), light, step)
    y, x = numpy.mgrid[-1:1:weight.shape[0] * 1j, -1:1:weight.shape[1] * 1j]
    terms = [(i, j) for i in range(ORDER + 1) for j in range(ORDER + 1 - i)]
    chosen = weight > 0.5
    known = numpy.stack([x[chosen] ** i * y[chosen] ** j for i, j in terms], 1)
    seen = numpy.log(numpy.maximum(total[chosen], 1e-4))
    trust = numpy.ones(len(known))
    for _ in range(4):
        root = numpy.sqrt(trust)[:, None]
        fit = numpy.linalg.lstsq(known * root, seen * root, rcond=None)[0]
        trust = numpy.exp(-((seen - known @ fit).mean(1) / 0.10) ** 2)
    y, x = numpy.mgrid[-1:1:height * 1j, -1:1:width * 1j].astype(numpy.float32)
    whole = sum((x ** i * y ** j)[..., None] * fit[k].astype(numpy.float32) for k, (i, j) in enumerate(terms))
    return numpy.exp(numpy.clip(whole, -4, 4))


def _halved_times(weight, values, step):
    """Weighted means over squares of `step` pixels: their mean weight and mean value."""
    pad = [(0, -n % step) for n in weight.shape]
    w = numpy.pad(weight, pad)
    v = numpy.pad(values * weight[..., None], pad + [(0, 0)])
    rows, columns = w.shape[0] // step, w.shape[1] // step
    w = w.reshape(rows, step, columns, step).mean((1, 3))
    v = v.reshape(rows, step, columns, step, 3).mean((1, 3))
    return w, v / numpy.maximum(w, 1e-6)[..., None]


def enlarged(image, height, width):
    """Bilinear."""
    rows = numpy.clip((numpy.arange(height) + 0.5) * image.shape[0] / height - 0.5, 0, image.shape[0] - 1)
    columns = numpy.clip((numpy.arange(width) + 0.5) * image.shape[1] / width - 0.5, 0, image.shape[1] - 1)
    y, x = rows.astype(int), columns.astype(int)
    y2, x2 = numpy.minimum(y + 1, image.shape[0] - 1), numpy.minimum(x + 1, image.shape[1] - 1)
    fy, fx = (rows - y)[:, None, None], (columns - x)[None, :, None]
    top = image[y][:, x] * (1 - fx) + image[y][:, x2] * fx
    return (top * (1 - fy) + (image[y2][:, x] * (1 - fx) + image[y2][:, x2] * fx) * fy).astype(numpy.float32)


def _agreed(a, b, weight, levels):
    """What both halves show at this scale and all larger ones: a Wiener filter, level by level."""
    if levels == 0 or min(weight.shape) < 8 or not weight.any():
        return (a + b) / 2
    height, width = weight.shape
    small, half_a = _halved_times(weight, a, 2)
    _, half_b = _halved_times(weight, b, 2)
    coarse = enlarged(_filled(_agreed(half_a, half_b, (small > 0.2).astype(numpy.float32), levels - 1), small), -(-height // 2) * 2, -(-width // 2) * 2)
    coarse = coarse[:height, :width]
    mean_a, mean_b = (enlarged(_filled(h, small), -(-height // 2) * 2, -(-width // 2) * 2)[:height, :width] for h in (half_a, half_b))
    detail = (a - mean_a + b - mean_b) / 2
    noise = (a - mean_a - b + mean_b) / 2
    power, doubt = (_around((x * x).mean(2) * weight, weight) for x in (detail, noise))
    doubt = numpy.maximum(doubt, doubt[weight > 0].mean())  # by chance two halves agree somewhere
    gain = numpy.maximum(power - CAUTION * doubt - INVISIBLE, 0) / numpy.maximum(power, 1e-12)
    return coarse + detail * (gain * weight)[..., None]


def _filled(image, weight):
    """Squares without paper take the mean of the paper near them, or the piece's outline would draw a dark seam."""
    known = (weight > 0.2).astype(numpy.float32)
    out = image * known[..., None]
    for _ in range(2):
        near = _spread(known)
        out = numpy.where(known[..., None] > 0, out, _spread(out) / numpy.maximum(near, 1e-6)[..., None])
        known = (near > 0).astype(numpy.float32)
    return out


def _spread(values):
    """Sum over three by three neighbours."""
    pad = [(1, 1), (1, 1)] + [(0, 0)] * (values.ndim - 2)
    p = numpy.pad(values, pad)
    rows = p[:-2] + p[1:-1] + p[2:]
    return rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]


def _around(values, weight):
    """Weighted mean over the neighbours within six pixels."""
    for _ in range(6):
        values, weight = _spread(values), _spread(weight)
    return values / numpy.maximum(weight, 1e-6)
