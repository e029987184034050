import type { Config } from '@react-router/dev/config'
import { PRERENDERED_PATHS } from './app/prerendered.ts'

export default {
  appDirectory: 'app',
  // Public pages are files made at build time; the server renders only what a file cannot answer: addresses with
  // filters in them and pages that do not exist.
  ssr: true,
  prerender: PRERENDERED_PATHS,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
