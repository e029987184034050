import type { Config } from '@react-router/dev/config'
import { PRERENDERED_PATHS } from './app/prerendered.ts'

export default {
  appDirectory: 'app',
  // Public pages are prerendered; the server renders only addresses with a query and pages that do not exist.
  ssr: true,
  prerender: PRERENDERED_PATHS,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
