"""The paper of a picture: its shadows are deepened against the gradient of its light."""
import numpy

ORDER = 3  # of the polynomial that is the gradient of the light
# Shadows, which the fill would wash out: without them a piece hovers. The least share of light in them: where a piece touches the
# paper, black would be specks.
DEEPER, DARKEST = 2.2, 0.05
# What the denoiser leaves on paper: stains in the shadows, and faint clouds. How far they reach, in shares of the picture's width, and
# how strong, of the light: what is stronger is the shadow of something.
STAINS, CLOUDS = (0.007, 0.10), (0.05, 0.015)
RIM = 2  # pixels that paper and piece may share
MIXED = 0.1  # what is painted in a colour further than that from the paper beside it is not paper alone


def _shrunk(mask):
    """The mask without its rim, where pixels are mixed with the piece."""
    padded = numpy.pad(mask, 1, mode='edge')
    return mask & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]


def _paper_alone(colour, mask):
    """The mask without what is mixed with the piece: its rim, and those of the next pixels whose colour is not
    that of the paper beside them."""
    inner = _shrunk(mask)
    beside = _carried(colour, _shrunk(inner))
    return inner & ~((numpy.abs(colour - beside) > MIXED * beside) & (beside > 0)).any(2)


def deepened(light, colour, mask):
    """The picture with deeper shadows on its paper, which is where the mask is; `colour` is what surfaces are painted with.
    Pixels that the paper shares with the piece lose their share of the light: left pale, they would be a fringe round
    what is dark."""
    inner = _paper_alone(colour, mask)
    if not inner.any():
        return light
    painted = numpy.maximum(colour, 1e-3)
    gradient = _gradient(light / painted, inner)
    shade = numpy.minimum(light / painted / gradient, 2.0)
    for stains in (STAINS, CLOUDS):
        shade = _evened(shade, inner, *stains)
    deep = numpy.where(shade < 1, numpy.maximum(shade ** DEEPER, DARKEST), shade) * gradient * painted
    share = _share(colour, _carried(colour, inner), _carried(colour, _shrunk(~mask)))
    mixed = numpy.maximum(light - share * _carried(light - deep, inner), numpy.minimum(light, _carried(deep, inner)))
    return numpy.where(inner[..., None], deep, mixed)


def _share(colour, ground, body):
    """How much of a pixel is paper, from 0 to 1, by where its colour lies between those of the paper and of the piece."""
    apart = ground - body
    along = ((colour - body) * apart).sum(2, keepdims=True)
    return numpy.clip(along / numpy.maximum((apart ** 2).sum(2, keepdims=True), 1e-6), 0, 1)


def _carried(values, mask):
    """The values where the mask is; round it, over the width of `RIM`, the mean of their neighbours; elsewhere 0."""
    known = mask[..., None].astype(numpy.float32)
    values = values * known
    for _ in range(RIM):
        total, count = _of_neighbours(values), _of_neighbours(known)
        found = (known == 0) & (count > 0)
        values = numpy.where(found, total / numpy.maximum(count, 1), values)
        known = numpy.maximum(known, found)
    return values


def _of_neighbours(values):
    """The sum of the eight neighbours of each pixel and itself."""
    rows = numpy.pad(values, ((1, 1), (0, 0), (0, 0)))
    rows = rows[:-2] + rows[1:-1] + rows[2:]
    columns = numpy.pad(rows, ((0, 0), (1, 1), (0, 0)))
    return columns[:, :-2] + columns[:, 1:-1] + columns[:, 2:]


def _evened(shade, mask, wide, strong):
    """The shade without stains: each pixel goes towards the mean round it, unless it is further from it than stains are."""
    known = mask[..., None].astype(numpy.float32)
    reach = max(1, round(wide * shade.shape[1]))
    count = numpy.maximum(_summed(known, reach), 1)
    for _ in range(3):
        apart = _summed(shade * known, reach) / count - shade
        shade = shade + apart * numpy.exp(-(apart / strong) ** 2)
    return shade


def _summed(values, reach):
    """The sum of the square round each pixel, `reach` to each side."""
    for axis in (0, 1):
        pad = [(0, 0)] * 3
        pad[axis] = (reach + 1, reach)
        total = numpy.cumsum(numpy.pad(values, pad), axis, dtype=numpy.float64)
        length, width = values.shape[axis], 2 * reach + 1
        values = total.take(range(width, width + length), axis) - total.take(range(length), axis)
    return values.astype(numpy.float32)


def _gradient(light, mask):
    """A polynomial through the light on the paper that the shadow does not pull down."""
    height, width = mask.shape
    step = max(1, height // 128)
    weight, total = _means(mask.astype(numpy.float32), light, step)
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


def _means(weight, values, step):
    """Weighted means over squares of `step` pixels: their mean weight and mean value."""
    pad = [(0, -n % step) for n in weight.shape]
    w = numpy.pad(weight, pad)
    v = numpy.pad(values * weight[..., None], pad + [(0, 0)])
    rows, columns = w.shape[0] // step, w.shape[1] // step
    w = w.reshape(rows, step, columns, step).mean((1, 3))
    v = v.reshape(rows, step, columns, step, 3).mean((1, 3))
    return w, v / numpy.maximum(w, 1e-6)[..., None]
