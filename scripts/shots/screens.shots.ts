import { test } from '@playwright/test'
import { SCREENS } from '../../e2e/support/screens.ts'
import { takeViews } from './take.ts'

for (const screen of SCREENS)
  test(screen.name, async ({ page }, { project }) => {
    await screen.open(page)
    await takeViews(page, project.name, screen)
  })
