import { mustBe } from '../arguments/must-be.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { requireTags, type TagChanges, tagKey } from './tags.ts'

const CHANGES = knownOptions<TagChanges>('tag', { add: true, remove: true })

/** `invalid_argument` when something is not of the documented form, or when a tag is both added and removed. */
export function requireTagChanges(changes: TagChanges): Required<TagChanges> {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
    throw mustBe('changes', "{ add, remove }, such as { add: ['beach'] }", changes)
  }
  assertKnown(CHANGES, changes)
  const add = requireTags('add', changes.add ?? [])
  const remove = requireTags('remove', changes.remove ?? [])
  const added = new Set(add.map(tagKey))
  const both = remove.find((tag) => added.has(tagKey(tag)))
  if (both === undefined) return { add, remove }
  throw invalidArgument('remove', 'remove has a tag that add has too. Leave it out of one of them.')
}
