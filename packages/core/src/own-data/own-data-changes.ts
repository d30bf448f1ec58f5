import { isDeepStrictEqual } from 'node:util'
import type { OwnData } from './own-data.ts'

const NAMES = ['title', 'alt', 'tags', 'metadata'] as const

/**
 * Own data after the changes. Each given member replaces the whole old value. A member with the same value stays the
 * very same object; the order of the members of `alt` and `metadata` does not matter.
 */
export function changedOwnData(own: OwnData, changes: Partial<OwnData>): OwnData {
  const { title, alt, tags, metadata } = own
  return {
    title: changes.title === undefined ? title : changes.title,
    alt: changedMember(alt, changes.alt),
    tags: changedMember(tags, changes.tags),
    metadata: changedMember(metadata, changes.metadata),
  }
}

/** Whether both are the same, when one was made from the other by `changedOwnData`. */
export function isSameOwnData(before: OwnData, after: OwnData): boolean {
  return NAMES.every((name) => before[name] === after[name])
}

function changedMember<Value>(before: Value, after: Value | undefined): Value {
  return after === undefined || isDeepStrictEqual(before, after) ? before : after
}
