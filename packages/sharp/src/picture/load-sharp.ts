import { createRequire } from 'node:module'
import type Sharp from 'sharp'
import { confine } from './decoders.ts'

/** Loads sharp from `requireFrom` and confines it to the promised formats. Throws what loading sharp throws. */
export function loadSharp(requireFrom: string): typeof Sharp {
  const sharp: typeof Sharp = createRequire(requireFrom)('sharp')
  confine(sharp)
  return sharp
}
