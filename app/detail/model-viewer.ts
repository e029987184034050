/** The viewer itself: large, so it is fetched only by those who asked to see a piece in 3D. */
import '@google/model-viewer'
import { $loader } from '@google/model-viewer/lib/three-components/CachingGLTFLoader.js'
import { Renderer } from '@google/model-viewer/lib/three-components/Renderer.js'
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js'

// The element's own way to a decoder is a script tag; ours comes along with it (vite.config.ts says which it is).
Renderer.singleton.loader[$loader].setMeshoptDecoder(MeshoptDecoder)
