/* Dual-buffer non-local means. Two independent half-exposures give each pixel's variance; weights found in one
   are applied to the other, so a pixel never vouches for its own noise. Features (colour, normal) guard edges.
   gcc -O3 -march=native -ffast-math -fopenmp -shared -fPIC nlm.c -o nlm.so -lm */
#include <math.h>
#include <stdlib.h>

static int clamp(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

/* Mean over a (2r+1)-square, edges repeated. */
static void box_mean(const float *in, float *out, float *rows, int w, int h, int r) {
  const float share = 1.f / ((2 * r + 1) * (2 * r + 1));
#pragma omp parallel for
  for (int y = 0; y < h; y++) {
    const float *line = in + (long)y * w;
    float sum = 0;
    for (int k = -r; k <= r; k++) sum += line[clamp(k, w)];
    for (int x = 0; x < w; x++) {
      rows[(long)y * w + x] = sum;
      sum += line[clamp(x + r + 1, w)] - line[clamp(x - r, w)];
    }
  }
#pragma omp parallel for
  for (int y = 0; y < h; y++) {
    float *line = out + (long)y * w;
    for (int x = 0; x < w; x++) line[x] = 0;
    for (int k = -r; k <= r; k++) {
      const float *from = rows + (long)clamp(y + k, h) * w;
      for (int x = 0; x < w; x++) line[x] += from[x];
    }
    for (int x = 0; x < w; x++) line[x] *= share;
  }
}

/* half[2]: 3 planes each, in a perceptual scale. feature: planes with 1/sigma^2 each. out: 3 planes. */
void nlm(const float *half_a, const float *half_b, const float *feature, const float *sharpness, int features,
         int w, int h, int reach, int patch, float strength, float floor_variance, float *out) {
  const long n = (long)w * h;
  const float *half[2] = {half_a, half_b};
  float *variance = malloc(3 * n * sizeof(float)), *rows = malloc(n * sizeof(float));
  float *distance = malloc(n * sizeof(float)), *mean = malloc(n * sizeof(float)), *guard = malloc(n * sizeof(float));
  float *weight = calloc(2 * n, sizeof(float)), *sum = calloc(6 * n, sizeof(float));

  for (int c = 0; c < 3; c++) {
    for (long i = 0; i < n; i++) {
      float z = half_a[c * n + i] - half_b[c * n + i];
      distance[i] = .5f * z * z;
    }
    box_mean(distance, variance + c * n, rows, w, h, 3);
    for (long i = 0; i < n; i++) variance[c * n + i] += floor_variance;
  }
  for (int dy = -reach; dy <= reach; dy++)
    for (int dx = -reach; dx <= reach; dx++) {
#pragma omp parallel for
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
          long i = (long)y * w + x;
          guard[i] = 1e9f;
          if (y + dy < 0 || y + dy >= h || x + dx < 0 || x + dx >= w) continue;
          long j = i + (long)dy * w + dx;
          float far = 0;
          for (int k = 0; k < features; k++) {
            float z = feature[k * n + i] - feature[k * n + j];
            far += z * z * sharpness[k];
          }
          guard[i] = far;
        }
      for (int s = 0; s < 2; s++) {
        const float *guide = half[1 - s], *value = half[s];
#pragma omp parallel for
        for (int y = 0; y < h; y++)
          for (int x = 0; x < w; x++) {
            long i = (long)y * w + x, j = (long)clamp(y + dy, h) * w + clamp(x + dx, w);
            float q = 0;
            for (int c = 0; c < 3; c++) {
              float z = guide[c * n + i] - guide[c * n + j], vi = variance[c * n + i], vj = variance[c * n + j];
              q += (z * z - (vi + (vj < vi ? vj : vi))) / (1e-8f + strength * strength * (vi + vj));
            }
            distance[i] = q * (1.f / 3);
          }
        box_mean(distance, mean, rows, w, h, patch);
#pragma omp parallel for
        for (int y = 0; y < h; y++)
          for (int x = 0; x < w; x++) {
            long i = (long)y * w + x;
            float q = mean[i] < 0 ? 0 : mean[i];
            if (guard[i] > q) q = guard[i];
            if (q > 4.6f) continue;
            long j = i + (long)dy * w + dx;
            float g = expf(-q);
            weight[s * n + i] += g;
            for (int c = 0; c < 3; c++) sum[(s * 3 + c) * n + i] += g * value[c * n + j];
          }
      }
    }
  for (long i = 0; i < n; i++)
    for (int c = 0; c < 3; c++) {
      float total = 0;
      for (int s = 0; s < 2; s++)
        total += weight[s * n + i] > 0 ? sum[(s * 3 + c) * n + i] / weight[s * n + i] : half[s][c * n + i];
      out[c * n + i] = .5f * total;
    }
  free(variance), free(rows), free(distance), free(mean), free(guard), free(weight), free(sum);
}
