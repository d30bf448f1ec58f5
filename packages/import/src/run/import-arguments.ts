import type { AssetStore } from '@stowage/core'
import { invalidArgument, mustBe } from '@stowage/core/internal'
import type { ImportEntry, ImportWarning, RefusedEntry } from '../entries/entry.ts'

type Members = Readonly<Record<PropertyKey, unknown>>

/** Checks methods, so that a store from another copy of the package passes. */
export function requireStore(store: AssetStore): void {
  if (typeof (Object(store) as Members).upload === 'function') return
  if (isIterable(store)) {
    throw invalidArgument('store', 'importAll takes the store first: importAll(store, source).')
  }
  throw mustBe('store', 'an asset store', store)
}

/** The source must be iterable. A string is iterable too, but is not a source. */
export function requireSource(source: unknown): void {
  if (isIterable(source) && typeof source !== 'string') return
  throw mustBe(
    'source',
    "a source such as fromFolder('./uploads'), or a list of { label, item }",
    source,
  )
}

/** Checks an entry from the app's own source. */
export function requireEntry(entry: ImportEntry | RefusedEntry | ImportWarning): void {
  const { label, item, refused, warning } = Object(entry) as Members
  const isWords = typeof (refused ?? warning) === 'string'
  const isEntry = isWords || (typeof item === 'object' && item !== null)
  if (typeof label === 'string' && isEntry) return
  throw invalidArgument(
    'source',
    'The source gave what is no entry. Each must be { label, item } with a label for reports, { label, refused } or { label, warning }.',
  )
}

function isIterable(value: unknown): boolean {
  const members = Object(value) as Members
  return typeof (members[Symbol.asyncIterator] ?? members[Symbol.iterator]) === 'function'
}
