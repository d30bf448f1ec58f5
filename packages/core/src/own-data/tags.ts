import { givenItems } from '../arguments/given-items.ts'
import { mustBe } from '../arguments/must-be.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { foldCase } from '../text/fold.ts'
import { nfc } from '../text/normal-forms.ts'
import { requireWords } from './own-data-text.ts'

/** How many tags an asset may have. */
export const MAX_TAGS = 100
/** Characters of a tag. */
export const MAX_TAG = 64
const CONTROL = /\p{Cc}/u

/** Tags to add to assets, and to remove from them. */
export interface TagChanges {
  /** An asset that has a tag in another case keeps it as it is. Default: none. */
  readonly add?: readonly string[]
  /** Removed whatever their case. Default: none. */
  readonly remove?: readonly string[]
}

/**
 * The tags in NFC and trimmed. Of those that differ by case alone, the first. `invalid_argument` for one with a comma,
 * which separates tags in the filter of a URL, and for a list of more than an asset may have.
 */
export function requireTags(argument: string, tags: unknown): readonly string[] {
  const given = givenItems(tags, MAX_TAGS)
  if (given === null) throw mustBe(argument, 'an array of strings', tags)
  if (given.length > MAX_TAGS) throw tooMany(argument)
  return withoutTwins(given.map((tag, index) => requireTag(`${argument}[${index}]`, tag)))
}

function tooMany(argument: string) {
  return invalidArgument(argument, `${argument} may have at most ${MAX_TAGS} tags. Leave some out.`)
}

function requireTag(argument: string, value: unknown): string {
  const tag = requireWords(argument, value, MAX_TAG, 'Leave it out.')
  if (CONTROL.test(tag)) {
    throw invalidArgument(argument, `${argument} has a control character. Remove it.`)
  }
  if (!tag.includes(',')) return tag
  throw invalidArgument(argument, `${argument} has a comma. Give each tag as one of its own.`)
}

/**
 * Makes a function that changes the tags of an asset: it removes those of `remove`, and adds those of `add` that are
 * new at the end. It returns the very same array when nothing changes. Each tag is folded once.
 */
export function tagChanger({
  add,
  remove,
}: Required<TagChanges>): (tags: readonly string[]) => readonly string[] {
  const gone = new Set(remove.map(tagKey))
  const fresh = add.map((tag) => [tagKey(tag), tag] as const)
  return (tags) => {
    const byKey = new Map<string, string>()
    for (const tag of tags) {
      const key = tagKey(tag)
      if (!gone.has(key) && !byKey.has(key)) byKey.set(key, tag)
    }
    for (const [key, tag] of fresh) if (!byKey.has(key)) byKey.set(key, tag)
    const changed = [...byKey.values()]
    const isSame =
      changed.length === tags.length && changed.every((tag, index) => tag === tags[index])
    return isSame ? tags : changed
  }
}

function withoutTwins(tags: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) {
    const key = tagKey(tag)
    if (!byKey.has(key)) byKey.set(key, tag)
  }
  return [...byKey.values()]
}

/** Tags with the same key are one tag, in filters too. */
export function tagKey(tag: string): string {
  return foldCase(nfc(tag))
}
