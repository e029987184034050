/** The viewer itself: large, so it is fetched when the 3D view is first opened. */
import '@google/model-viewer'
import { $loader } from '@google/model-viewer/lib/three-components/CachingGLTFLoader.js'
import { Renderer } from '@google/model-viewer/lib/three-components/Renderer.js'
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js'

// The element would load a decoder by a script tag. Ours is bundled (vite.config.ts).
Renderer.singleton.loader[$loader].setMeshoptDecoder(MeshoptDecoder)
