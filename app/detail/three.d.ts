/** Three has no types; these are its only imports. */
declare module 'three' {
  export class Vector3 {
    readonly x: number
    readonly y: number
    readonly z: number
    dot(other: Vector3): number
    fromBufferAttribute(attribute: object, index: number): this
  }
  export class Vector4 {
    readonly w: number
    constructor(x: number, y: number, z: number, w: number)
  }
  export class Plane {
    readonly normal: Vector3
    readonly constant: number
  }
  export class Triangle {
    constructor(a: Vector3, b: Vector3, c: Vector3)
    getArea(): number
    getPlane(target: Plane): Plane
  }
  export class Color {
    copy(other: Color): this
  }
  export interface BufferGeometry {
    readonly attributes: { readonly position: object }
    readonly index: { readonly count: number; getX(at: number): number }
    readonly boundingSphere: { readonly radius: number }
    computeBoundingSphere(): void
  }
  export interface Program {
    readonly uniforms: object
    vertexShader: string
    fragmentShader: string
  }
  export class Object3D {
    traverse(visit: (node: Object3D) => void): void
  }
  export class Mesh extends Object3D {
    material: object
    readonly geometry: BufferGeometry
  }
  export class MeshPhysicalMaterial {
    readonly color: Color
    readonly attenuationColor: Color
    readonly attenuationDistance: number
    readonly ior: number
    readonly dispersion: number
    transmission: number
    copy(source: MeshPhysicalMaterial): this
    onBeforeCompile(program: Program): void
    customProgramCacheKey(): string
  }
}
declare module 'three/examples/jsm/libs/meshopt_decoder.module.js' {
  export const MeshoptDecoder: object
}
