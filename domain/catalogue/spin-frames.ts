/** Written by `npm run studio:spins`: how many frames each published spin has. */
import type { Sku } from '../product.ts'

export const SPIN_FRAMES: Readonly<Partial<Record<Sku, number>>> = {
  'gems-401': 24,
  'gems-402': 24,
  'gems-403': 24,
  'gems-404': 24,
  'gems-405': 24,
  'gems-406': 24,
  'gems-407': 24,
  'gems-408': 24,
  'gems-409': 24,
  'gems-410': 24,
  'pendants-701': 24,
  'pendants-710': 24,
  'rings-805': 24,
  'rings-826': 24,
}
