import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

/**
 * What most pages share, in one file: some thirty small ones would compress worse and ask for thirty requests.
 * Below five sharers the schemas of the contract, which only signed-in people need, would join it; fields of forms and
 * the states of orders and addresses have many sharers, but none that most people meet.
 */
const SHARED =
  /[\\/](app[\\/](ui[\\/](?!Field|WithoutScript)|product|layout|paths|root)|domain[\\/](?!order|shipping)[a-z]+\.ts|app[\\/]state[\\/](store|signed-in|lists|toasts|unsent))/
const SHARED_BY_CHUNKS = 5
const ON_EVERY_LIST = /[\\/]app[\\/](layout[\\/](CountLinks|Logo|Trouble)|product[\\/]Product(Card|Grid))/
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/

/**
 * The 3D viewer unpacks its models with WebAssembly, which our policy forbids (docs/decisions/003): it gets the same
 * decoder in plain JavaScript, which takes some milliseconds for a piece.
 */
const DECODER = {
  find: 'three/examples/jsm/libs/meshopt_decoder.module.js',
  replacement: resolve('node_modules/meshoptimizer/meshopt_decoder_reference.js'),
}

/** In development the pages come from Vite and the interface from the server beside it; the browser sees one address. */
const apiPort = process.env.API_PORT

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'app/public',
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: [DECODER] },
  build: {
    assetsInlineLimit: 0,
    // The pages announce their modules themselves.
    modulePreload: false,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'framework', test: FRAMEWORK },
              { name: 'shop', test: ON_EVERY_LIST },
              { name: 'shop', test: SHARED, minShareCount: SHARED_BY_CHUNKS },
            ],
          },
        },
      },
    }),
  },
  ...(apiPort && { server: { proxy: { '/api': `http://localhost:${apiPort}` } } }),
}))
