import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { emailPicturesInDevelopment } from './scripts/site/email-pictures.ts'
import { inlineScripts } from './scripts/site/inline-script.ts'

/**
 * Modules that most pages share go into one chunk: some thirty small ones compress worse and cost thirty requests.
 * With fewer than five sharers it would include the contract's schemas, which only signed-in users need; form fields,
 * prices of a cart, order states, addresses and what companies enter have many sharers, but none on the pages that most
 * visitors open. Of the same kind are the tiles with which empty pages end.
 */
const SHARED =
  /[\\/](app[\\/](ui[\\/](?!AmountList|ErrorNotice|Field|email-input|lazy-page|WithoutScript)|product|layout[\\/](?!CollectionTiles)|paths|root)|domain[\\/](?!order|parcel|shipping|delivery|pincode|gstin|tax|mask|collection|price|time|cart)[a-z]+\.ts|app[\\/]state[\\/](store|signed-in|lists|toasts|pending-changes))/
const SHARED_BY_CHUNKS = 5
const ON_EVERY_LIST =
  /[\\/]app[\\/](layout[\\/](CountLinks|Logo|ErrorPages)|product[\\/](Product(Card|Grid)|use-on-demand|search-key))/
/** Used together: the manifest, which every page loads, names each chunk. */
const OF_FORMS = /[\\/]app[\\/](state[\\/](use-(busy|call|form)|error-text)|ui[\\/](ErrorNotice|email-input))/
const OF_REQUESTS = /[\\/]app[\\/]state[\\/](use-request|call-on-demand)/
const OF_FILTERS = /[\\/]app[\\/]ui[\\/](Checkbox|Range)/
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/

/**
 * V8 compiles a function when it is first called, on the main thread. With this comment, it compiles all functions of a
 * script on another thread, while the script arrives. Most functions of the framework and of our scripts are called at
 * once; most of the other libraries, such as the 3D viewer, are not. Below 4,000 characters a script is not
 * worth the bytes of the comment.
 */
const COMPILE_ON_ARRIVAL = '//# allFunctionsCalledOnLoad'
const TINY_SCRIPT = 4000

/**
 * The 3D viewer decodes its models with WebAssembly, which our content-security policy forbids
 * (docs/decisions/003-security-headers.md). The same decoder in plain JavaScript takes some milliseconds per model.
 */
const DECODER = {
  find: 'three/examples/jsm/libs/meshopt_decoder.module.js',
  replacement: resolve('node_modules/meshoptimizer/meshopt_decoder_reference.js'),
}

/**
 * Vite wraps each import() to preload the styles and scripts of the chunk. There are none to preload (`modulePreload`).
 */
const noPreloads: Plugin = {
  name: 'no-preloads',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** The build has it apart (scripts/site/desk.ts). Its modules reload by React Router's runtime. */
const deskInDevelopment: Plugin = {
  name: 'desk-in-development',
  configureServer({ middlewares, transformIndexHtml }) {
    middlewares.use('/desk', (_, response, next) => {
      const runtime = '<script type="module">import "virtual:react-router/inject-hmr-runtime"</script>'
      readFile('app/desk/desk.html', 'utf8')
        .then((html) => transformIndexHtml('/desk', html.replace('</head>', `${runtime}</head>`)))
        .then((html) => response.setHeader('content-type', 'text/html').end(html), next)
    })
  },
}

/** Whether the script has only modules of the framework and of the shop, and is not tiny. */
function isCalledOnLoad({ modules }: Pick<Rolldown.RenderedChunk, 'modules'>): boolean {
  const ids = Object.keys(modules)
  const length = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
  return length >= TINY_SCRIPT && ids.every((id) => FRAMEWORK.test(id) || !id.includes('node_modules'))
}

/** In development Vite serves the pages and proxies the API. */
const apiPort = process.env.API_PORT

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'app/public',
  plugins: [
    tailwindcss(),
    inlineScripts(),
    noPreloads,
    deskInDevelopment,
    emailPicturesInDevelopment,
    reactRouter(),
  ],
  resolve: { alias: [DECODER] },
  build: {
    assetsInlineLimit: 0,
    // React Router writes the preload links.
    modulePreload: false,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          // Short hashes: every script names those it imports, and hashes do not compress.
          hashCharacters: 'hex',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          entryFileNames: 'assets/[name]-[hash:7].js',
          postBanner: (chunk) => (isCalledOnLoad(chunk) ? COMPILE_ON_ARRIVAL : ''),
          codeSplitting: {
            groups: [
              { name: 'framework', test: FRAMEWORK },
              { name: 'shop', test: ON_EVERY_LIST },
              { name: 'shop', test: SHARED, minShareCount: SHARED_BY_CHUNKS },
              { name: 'form', test: OF_FORMS },
              { name: 'request', test: OF_REQUESTS },
              { name: 'filter-controls', test: OF_FILTERS },
            ],
          },
        },
      },
    }),
  },
  // Uploaded pictures are those of the shop.
  ...(apiPort && {
    server: {
      proxy: Object.fromEntries(
        ['/api', '/pictures/u-'].map((path) => [path, `http://localhost:${apiPort}`]),
      ),
    },
  }),
}))
