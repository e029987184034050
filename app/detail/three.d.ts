/** Three brings no types; this is all that is taken of it by name. */
declare module 'three/examples/jsm/libs/meshopt_decoder.module.js' {
  export const MeshoptDecoder: object
}
