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
}

/** What a ledger knows of an asset from its record, or from the part of it that its client received. */
export function entryOf(record, contested) {
  return {
    record,
    contested,
    trashed: record.trashedAt !== null,
    name: record.name,
    isFavourite: record.isFavourite,
    updatedAt: record.updatedAt,
    variants: (record.variants ?? []).map(({ name }) => name),
  }
}
