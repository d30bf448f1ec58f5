import type { OwnData } from '@stowage/core'
import { isStowageError } from '@stowage/core'

/** Tells a client what each member of an asset's own data must be. The store checks them. */
export const OWN_DATA: Readonly<Record<keyof OwnData, string>> = {
  title: 'A title is a string of 1 to 255 characters, or null for none.',
  alt: '`alt` is an object of language tags such as `en`, each with a text of 1 to 1000 characters; at most 100, together at most 32 KiB.',
  tags: '`tags` is a list of at most 100 strings of 1 to 64 characters, without comma.',
  metadata:
    '`metadata` is an object of at most 64 strings, numbers, booleans or nulls, of at most 16 KiB.',
}

/** `tags[3]`, `alt.en`, `metadata.a.b`, where the member is `a.b`. */
const BLAMED = /^(\w+)(?:\.(.+)|\[(\d+)\])?$/s

/** The names of the members, in the order in which they are documented. */
export const OWN_NAMES = Object.keys(OWN_DATA) as readonly (keyof OwnData)[]

/** Which member an `invalid_argument` of the store is about, and where in it (`['en']` of `alt`); else `null`. */
export function blamedOwnData(
  error: unknown,
): { readonly name: keyof OwnData; readonly within: readonly string[] } | null {
  if (!isStowageError(error, 'invalid_argument')) return null
  const [, head, member, index] = BLAMED.exec(error.context.argument) ?? []
  const name = OWN_NAMES.find((each) => each === head)
  const within = member ?? index
  return name === undefined ? null : { name, within: within === undefined ? [] : [within] }
}
