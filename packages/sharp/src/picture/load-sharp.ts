import { createRequire } from 'node:module'
import type Sharp from 'sharp'
import { confine } from './decoders.ts'

/** sharp, as looked up from `requireFrom` and confined to the promised formats. Throws what loading it throws. */
export function loadSharp(requireFrom: string): typeof Sharp {
  const sharp: typeof Sharp = createRequire(requireFrom)('sharp')
  confine(sharp)
  return sharp
}
