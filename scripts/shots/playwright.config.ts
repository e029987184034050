import { defineConfig } from '@playwright/test'
import e2eConfig from '../../playwright.config.ts'

const contextOptions = { reducedMotion: 'reduce' } as const

export default defineConfig({
  ...e2eConfig,
  // It prepares databases for servers that only tests open.
  globalSetup: [],
  testDir: '.',
  testMatch: '*.shots.ts',
  // Each test takes a dozen pictures.
  timeout: 180_000,
  reporter: 'line',
  projects: [
    {
      name: 'touch',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, contextOptions },
    },
    { name: 'mouse', use: { viewport: { width: 1280, height: 800 }, contextOptions } },
  ],
})
