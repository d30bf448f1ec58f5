import type { Asset } from '@stowage/client'
import { thumbHashToDataURL } from 'thumbhash'

/** How many are kept drawn. The oldest goes first. */
const KEPT = 2000
const drawn = new Map<string, string>()

/** A picture of a few colours to show until the real one is there; `null` while there is none. */
export function placeholderOf({ meta }: Asset): string | null {
  const hash = meta?.placeholder ?? null
  if (hash === null) return null
  const known = drawn.get(hash)
  if (known !== undefined) return known
  const url = draw(hash)
  if (drawn.size === KEPT) drawn.delete(drawn.keys().next().value ?? '')
  if (url !== null) drawn.set(hash, url)
  return url
}

/** `null` for what is no such hash. */
function draw(hash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0)))
  } catch {
    return null
  }
}
