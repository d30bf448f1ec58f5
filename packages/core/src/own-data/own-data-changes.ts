import { isDeepStrictEqual } from 'node:util'
import { OWN_NAMES, type OwnData } from './own-data.ts'

/**
 * Own data after the changes. Each given member replaces the whole old value. A member with the same value stays the
 * very same object; the order of the members of `alt` and `metadata` does not matter.
 */
export function changedOwnData(own: OwnData, changes: Partial<OwnData>): OwnData {
  const after = OWN_NAMES.map((name) => [name, changedMember(own[name], changes[name])])
  return Object.fromEntries(after) as OwnData
}

/** Whether both are the same, when one was made from the other by `changedOwnData`. */
export function isSameOwnData(before: OwnData, after: OwnData): boolean {
  return OWN_NAMES.every((name) => before[name] === after[name])
}

function changedMember<Value>(before: Value, after: Value | undefined): Value {
  return after === undefined || isDeepStrictEqual(before, after) ? before : after
}
