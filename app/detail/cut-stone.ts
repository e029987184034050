/**
 * The look of clear cut stones. Three refracts light once, as in a drop of glass. A cut stone is the convex body between
 * the planes of its facets, so that a shader can follow the light inside from facet to facet.
 */
import {
  Mesh,
  MeshPhysicalMaterial,
  Plane,
  Triangle,
  Vector3,
  Vector4,
  type BufferGeometry,
  type Object3D,
  type Program,
} from 'three'

/** Replaces the materials of clear stones. Each needs its own, with the planes of its mesh. */
export function cutStones(root: Object3D, onReplaced: (from: object, to: object) => void): void {
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return
    const { material, geometry } = node
    if (!(material instanceof MeshPhysicalMaterial) || material.transmission === 0) return
    node.material = CutStone.of(material, geometry)
    onReplaced(material, node.material)
  })
}

class CutStone extends MeshPhysicalMaterial {
  private facets: readonly Vector4[] = []
  private size = 1

  static of(source: MeshPhysicalMaterial, geometry: BufferGeometry): CutStone {
    const stone = new CutStone().copy(source)
    stone.facets = facetsOf(geometry)
    stone.size = sizeOf(geometry)
    stone.transmission = 0
    // For augmented reality on iOS, which has no shaders.
    stone.color.copy(source.attenuationColor)
    return stone
  }

  /** The viewer shows a clone. */
  override copy(source: MeshPhysicalMaterial): this {
    super.copy(source)
    if (!(source instanceof CutStone)) return this
    this.facets = source.facets
    this.size = source.size
    return this
  }

  override onBeforeCompile(program: Program): void {
    Object.assign(program.uniforms, {
      facets: { value: this.facets },
      size: { value: this.size },
      index: { value: this.ior },
      fire: { value: this.dispersion },
      tint: { value: this.attenuationColor },
      tintDistance: { value: this.attenuationDistance },
    })
    program.vertexShader = program.vertexShader
      .replace('void main() {', `${VARYINGS}\nvoid main() {`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>\n${VERTEX}`)
    program.fragmentShader = program.fragmentShader
      .replace(
        'void main() {',
        `#define FACETS ${this.facets.length}\n${VARYINGS}\n${TRACING}\nvoid main() {`,
      )
      .replace('#include <opaque_fragment>', 'outgoingLight = lightOfStone();\n#include <opaque_fragment>')
  }

  override customProgramCacheKey(): string {
    return `cut stone ${this.facets.length}`
  }
}

/** The cosine between the normals of triangles of the same facet. */
const SAME_FACET = 0.9999
/** The share of the surface below which a facet does not matter to the light: the many sides of a girdle. */
const FACET_MIN = 0.004

/** The plane of each facet: its outward normal, and its distance from the origin. */
function facetsOf({ attributes: { position }, index }: BufferGeometry): Vector4[] {
  const corner = (at: number) => new Vector3().fromBufferAttribute(position, index.getX(at))
  const triangles = Array.from({ length: index.count / 3 }, (_, at) => {
    const triangle = new Triangle(corner(at * 3), corner(at * 3 + 1), corner(at * 3 + 2))
    return { plane: triangle.getPlane(new Plane()), area: triangle.getArea() }
  }).toSorted((one, other) => other.area - one.area)
  const facets: { readonly plane: Plane; area: number }[] = []
  let surface = 0
  for (const { plane, area } of triangles) {
    surface += area
    const facet = facets.find((one) => one.plane.normal.dot(plane.normal) > SAME_FACET)
    if (facet) facet.area += area
    else facets.push({ plane, area })
  }
  return facets
    .filter(({ area }) => area > surface * FACET_MIN)
    .map(({ plane: { normal, constant } }) => new Vector4(normal.x, normal.y, normal.z, -constant))
}

/** The diameter of the sphere around it, in its own space, which the file's compression has scaled. */
function sizeOf(geometry: BufferGeometry): number {
  geometry.computeBoundingSphere()
  return 2 * geometry.boundingSphere.radius
}

const VARYINGS = /* glsl */ `
  varying vec3 vAt;
  varying vec3 vEye;
  varying vec3 vFacet;`

/** All is in the space of the stone. */
const VERTEX = /* glsl */ `
  vAt = position;
  vEye = inverse(modelViewMatrix)[3].xyz;
  vFacet = normal;`

const TRACING = /* glsl */ `
  #define BOUNCES 6
  #define NEGLIGIBLE 0.02
  #define RAYS_MAX 6.0
  #define RAYS_PER_SIZE 600.0
  #define BRIGHTEST 2.0
  uniform vec4 facets[FACETS];
  uniform float size;
  uniform float index;
  uniform float fire;
  uniform vec3 tint;
  uniform float tintDistance;
  uniform mat4 modelMatrix;

  float depthOfColour() {
    return 1.0 - min(tint.r, min(tint.g, tint.b));
  }

  // Less of the paper than of the lamps, or stones are grey; and never black, as among polished metal.
  vec3 surroundings(vec3 ray) {
    vec3 direction = normalize(mat3(modelMatrix) * ray);
    vec3 light = textureCubeUV(envMap, envMapRotation * direction, 0.0).rgb * envMapIntensity;
    return light * mix(0.6, 1.0, smoothstep(-0.25, 0.1, direction.y)) + mix(0.1, 0.35, depthOfColour());
  }

  // Fresnel. The ratio is that of the refractive indices on this side and beyond.
  float reflectance(float cosine, float ratio) {
    float squared = 1.0 - ratio * ratio * (1.0 - cosine * cosine);
    if (squared <= 0.0) return 1.0;
    float beyond = sqrt(squared);
    float s = (ratio * cosine - beyond) / (ratio * cosine + beyond);
    float p = (ratio * beyond - cosine) / (ratio * beyond + cosine);
    return 0.5 * (s * s + p * p);
  }

  // Split into colours twice as far as in nature, as on the photographs.
  vec3 lightBeyond(vec3 ray, vec3 normal) {
    vec3 middle = surroundings(refract(ray, -normal, index));
    if (fire == 0.0) return middle;
    float red = surroundings(refract(ray, -normal, index * (1.0 - 0.05 * fire))).r;
    vec3 violet = refract(ray, -normal, index * (1.0 + 0.05 * fire));
    // Totally reflected before the others are.
    float blue = violet == vec3(0.0) ? 0.0 : surroundings(violet).b;
    return vec3(red, middle.g, blue);
  }

  // A pixel at the outline lies partly outside, from where the light would meet the facets from behind.
  vec3 withinStone(vec3 at) {
    for (int i = 0; i < FACETS; i++) at -= facets[i].xyz * max(dot(facets[i].xyz, at) - facets[i].w, 0.0);
    return at;
  }

  vec3 lightAt(vec3 at, vec3 normal) {
    vec3 ray = normalize(at - vEye);
    float kept = reflectance(max(-dot(ray, normal), 0.0), 1.0 / index);
    // Half of the mirror image, which would veil the table in grey.
    vec3 light = 0.5 * kept * surroundings(reflect(ray, normal));
    vec3 share = vec3(1.0 - kept);
    // Deeper than by their thickness, as on the photographs.
    vec3 absorption = 1.4 * log(max(tint, 0.001)) * length(modelMatrix[0].xyz) / tintDistance;
    ray = refract(ray, normal, 1.0 / index);
    for (int bounce = 0; bounce < BOUNCES; bounce++) {
      float way = 1e3;
      for (int i = 0; i < FACETS; i++) {
        float toward = dot(facets[i].xyz, ray);
        float reach = (facets[i].w - dot(facets[i].xyz, at)) / toward;
        if (toward > 1e-4 && reach < way) {
          way = reach;
          normal = facets[i].xyz;
        }
      }
      way = max(way, 0.0);
      at += ray * way;
      share *= exp(absorption * way);
      kept = reflectance(dot(ray, normal), index);
      if (kept < 1.0) light += share * (1.0 - kept) * lightBeyond(ray, normal);
      share *= kept;
      ray = reflect(ray, normal);
      if (max(share.r, max(share.g, share.b)) < NEGLIGIBLE) break;
    }
    // What is still inside leaves too, or narrow facets are black; only some of it where dark makes the stone sparkle.
    return light + share * mix(0.25, 1.0, depthOfColour()) * surroundings(ray);
  }

  // The mean of several rays where facets are as narrow as a pixel, which otherwise are crumbs of light and dark.
  vec3 lightOfStone() {
    vec3 normal = normalize(vFacet);
    vec3 across = dFdx(vAt);
    vec3 down = dFdy(vAt);
    float rays = clamp(ceil(RAYS_PER_SIZE * max(length(across), length(down)) / size), 1.0, RAYS_MAX);
    vec3 light = vec3(0.0);
    for (float ray = 0.0; ray < rays; ray++) {
      // Evenly spread, for any number of them.
      vec2 aside = fract(0.5 + ray * vec2(0.7549, 0.5698)) - 0.5;
      light += min(lightAt(withinStone(vAt + aside.x * across + aside.y * down), normal), BRIGHTEST);
    }
    return light / rays;
  }`
