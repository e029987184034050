/** The viewer itself: large, so it is fetched when the 3D view is first opened. */
import '@google/model-viewer'
import { $loader } from '@google/model-viewer/lib/three-components/CachingGLTFLoader.js'
import { Renderer } from '@google/model-viewer/lib/three-components/Renderer.js'
import type { Object3D } from 'three'
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js'
import { cutStones } from './cut-stone.ts'

const loader = Renderer.singleton.loader[$loader]
// The element would load a decoder by a script tag. Ours is bundled (vite.config.ts).
loader.setMeshoptDecoder(MeshoptDecoder)
// The parser replaces its associations, by which the viewer finds its materials, before `afterRoot`.
loader.register((parser: { readonly associations: Map<object, unknown> }) => ({
  name: 'cut-stones',
  afterRoot: async ({ scene }: { readonly scene: Object3D }) =>
    cutStones(scene, (from, to) => parser.associations.set(to, parser.associations.get(from))),
}))
