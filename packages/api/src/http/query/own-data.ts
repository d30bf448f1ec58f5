import type { OwnData } from '@stowage/core'
import { isStowageError } from '@stowage/core'
import { OWN_NAMES } from '@stowage/core/internal'

/** Tells a client what each member of an asset's own data must be. The store checks them. */
export const OWN_DATA: Readonly<Record<keyof OwnData, string>> = {
  title: 'A title is a string of 1 to 255 characters, or null for none.',
  alt: '`alt` is an object of language tags such as `en`, each with a text of 1 to 1000 characters; at most 100, together at most 32 KiB.',
  tags: '`tags` is a list of at most 100 strings of 1 to 64 characters, without comma.',
  metadata:
    '`metadata` is an object of at most 64 strings, numbers, booleans or nulls, of at most 16 KiB.',
  focus: '`focus` is null or a point `{ "x": 0.5, "y": 0.25 }`, of numbers from 0 to 1.',
}

/** `tags[3]`, `alt.en`, `metadata.a.b`, where the member is `a.b`. */
const BLAMED = /^(\w+)(?:\.(.+)|\[(\d+)\])?$/s

/** What the store blames: a member of own data. */
interface BlamedOwnData {
  readonly name: keyof OwnData
  /** Where in it: `['en']` of `alt`. */
  readonly within: readonly string[]
  /** What the member must be. Of metadata that the app's schema refuses: what the schema says. */
  readonly detail: string
}

/** Which member an `invalid_argument` of the store is about; else `null`. */
export function blamedOwnData(error: unknown): BlamedOwnData | null {
  if (!isStowageError(error, 'invalid_argument')) return null
  const { argument, reason } = error.context
  const [, head, member, index] = BLAMED.exec(argument) ?? []
  const name = OWN_NAMES.find((each) => each === head)
  if (name === undefined) return null
  const within = member ?? index
  return {
    name,
    within: within === undefined ? [] : [within],
    detail:
      reason === undefined ? OWN_DATA[name] : `\`${argument}\` is not accepted here: ${reason}`,
  }
}
