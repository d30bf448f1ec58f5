import { CONTENT_ENTRIES } from '@stowage/core/internal'

/** What a client knows of new content before its new record tells the rest. */
const TOLD = ['name', 'size', 'sha256']
/** Facts of the content of an asset that only its new record tells. */
const UNTOLD = Object.fromEntries(
  CONTENT_ENTRIES.filter(([name, { kind }]) => kind !== 'list' && !TOLD.includes(name)).map(
    ([name]) => [name, undefined],
  ),
)
const UNOWNED = {
  keep: (entry) => entry,
  trash: (entry) => ({ ...entry, trashed: true, updatedAt: undefined }),
  purge: () => null,
}

/** What an operation makes of what is known of an asset; `null`: it is gone. A change of its time is known from the answer. */
export const EFFECTS = {
  trash: (entry) => ({ ...entry, trashed: true, updatedAt: undefined }),
  restore: (entry) => ({ ...entry, trashed: false, updatedAt: undefined }),
  trashMatching: (entry) => ({ ...entry, trashed: true, updatedAt: undefined }),
  restoreMatching: (entry) => ({ ...entry, trashed: false, updatedAt: undefined }),
  purge: () => null,
  moveAssets: (entry) => ({ ...entry, updatedAt: undefined, isMoved: true }),
  markMatching: (entry, { changes }) => ({ ...entry, ...changes, updatedAt: undefined }),
  update: (entry, { changes }, { updatedAt } = {}) => ({ ...entry, ...changes, updatedAt }),
  /** What it had becomes a version. */
  replaceContent: (entry, { content }, { record } = {}) =>
    withContent(entry, content, { record, versions: entry.versions }),
  /** The version is none any more, and what the asset had is one. */
  restoreVersion: (entry, { content }, { record } = {}) =>
    withContent(entry, content, { record, versions: without(entry.versions, content.sha256) }),
  /** The assets of the intent are those that belong to no owner after it. */
  detachAll: (entry, { unowned }) => UNOWNED[unowned](entry),
}

/**
 * What a ledger knows of an asset from its record, or from the part of it that its client received. `versions`: the
 * checksums of the contents that it had before, sorted.
 */
export function entryOf(record, { contested = false, versions = [] } = {}) {
  return {
    record,
    contested,
    trashed: record.trashedAt !== null,
    name: record.name,
    isFavourite: record.isFavourite,
    updatedAt: record.updatedAt,
    variants: (record.variants ?? []).map(({ name }) => name),
    versions,
  }
}

function withContent(entry, content, { record, versions }) {
  return {
    ...entry,
    record: { ...entry.record, ...UNTOLD, ...content, ...record },
    updatedAt: record?.updatedAt,
    variants: [],
    versions: [...versions, entry.record.sha256].sort(),
  }
}

/** Without one of those that are equal. */
function without(versions, sha256) {
  return versions.toSpliced(versions.indexOf(sha256), 1)
}
