import { defineConfig } from '@playwright/test'
import e2eConfig from '../../playwright.config.ts'

const WIDTHS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 768, height: 1024 } },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

export default defineConfig(e2eConfig, {
  testDir: '.',
  testMatch: 'screens.shots.ts',
  reporter: 'line',
  projects: Object.entries(WIDTHS).flatMap(([width, use]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      use: { ...use, colorScheme, contextOptions: { reducedMotion: 'reduce' as const } },
    })),
  ),
})
