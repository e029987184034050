/** Three has no types; this is the only import. */
declare module 'three/examples/jsm/libs/meshopt_decoder.module.js' {
  export const MeshoptDecoder: object
}
