import { FIELD_ENTRIES } from '@stowage/core/internal'

/** What operations change apart from the content, and what an entry tells in its own way. */
const CHANGING = ['name', 'isFavourite', 'updatedAt', 'trashedAt', 'pendingUntil']
/** Facts of a record that stay, or change with the content alone. Not every client receives all of them. */
const FACTS = FIELD_ENTRIES.filter(
  ([name, { kind }]) => kind !== 'list' && !CHANGING.includes(name),
)
  .map(([name]) => name)
  .concat('tenant')

/**
 * Whether what was found of an asset is what an entry (see `entryOf`) says, the facts but for the checksum aside. With
 * `areMoved` the deletion of a folder may have taken it out, at a time that no client learns.
 */
export function isAsExpected({ record, versions }, entry, { areMoved = false } = {}) {
  const { name, isFavourite, trashed, updatedAt } = entry
  const isMoved = entry.isMoved || record.folderId !== entry.record.folderId
  return (
    record.name === name &&
    record.isFavourite === isFavourite &&
    record.sha256 === (entry.record.sha256 ?? record.sha256) &&
    (updatedAt === undefined || (areMoved && isMoved) || record.updatedAt === updatedAt) &&
    (record.trashedAt !== null) === trashed &&
    (versions === undefined || versions.join() === entry.versions.join())
  )
}

/** Facts that the entry and the record tell otherwise, as sentences. */
export function otherFacts(record, entry, { areMoved = false } = {}) {
  return FACTS.flatMap((fact) => {
    if (areMoved && fact === 'folderId') return []
    const [was, is] = [entry.record[fact], record[fact]]
    const isTold = was !== undefined && is !== undefined
    return isTold && was !== is ? [`${fact} was ${was}, is ${is}`] : []
  })
}

/** What changes of an asset, as text, of an entry or of what was found. */
export function stateOf({ record, versions = [], ...entry }) {
  const { name, isFavourite, trashed = record.trashedAt, updatedAt } = { ...record, ...entry }
  return JSON.stringify([name, isFavourite, trashed, updatedAt, record.sha256, ...versions])
}
