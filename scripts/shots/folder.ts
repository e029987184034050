/** One screenshot for each screen, width and colour scheme. */
import { join } from 'node:path'
import { ROOT } from '../console.ts'

export const SHOTS = join(ROOT, 'shots')

export function shotPath(screen: string, project: string): string {
  return join(SHOTS, project, `${screen}.jpg`)
}
