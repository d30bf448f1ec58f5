/**
 * Keeps account of what a store has promised: hears what the workload announced, in its order, and tells
 * at any moment what must be there, may be there and must not be.
 */
export function createPromises() {
  /** Name of an uploaded file → `{ size, sha256 }`. */
  const files = new Map()
  /** The call of an upload whose outcome is open → the names of its files. */
  const openUploads = new Map()
  /** Id → `{ name, isFavourite, trashed, gone, file, blobs }` as last promised. */
  const assets = new Map()
  /** The call of a change whose outcome is open → `{ ids, change }`. */
  const openChanges = new Map()
  /** Id of a key → whether it was revoked; `null` while that is open. */
  const keys = new Map()
  const begun = new Map()
  let kept = 0

  function hear({ call, phase, ...line }) {
    if (phase === 'begun') {
      begun.set(call, line)
      begin(call, line)
      return
    }
    const { verb, files: named = [], ids = [], key, changes } = begun.get(call)
    if (phase === 'unknown') return
    if (phase === 'refused') {
      openUploads.delete(call)
      openChanges.delete(call)
      return
    }
    kept += 1
    if (verb === 'upload') {
      openUploads.delete(call)
      line.assets.forEach(({ id, blobs }, index) => {
        const { name } = named[index]
        const file = files.get(name)
        assets.set(id, { name, isFavourite: false, trashed: false, gone: false, file, blobs })
      })
    } else if (verb === 'key') keys.set(line.key, false)
    else if (verb === 'revoke') keys.set(key, true)
    else if (verb === 'variant') assets.get(ids[0]).blobs = line.blobs
    else {
      openChanges.delete(call)
      for (const id of ids.filter((id) => assets.has(id))) {
        assets.set(id, { ...assets.get(id), ...changeOf(verb, changes) })
      }
    }
  }

  function begin(call, { verb, files: named, ids, key, changes }) {
    if (verb === 'upload') {
      for (const { name, size, sha256 } of named) files.set(name, { size, sha256 })
      openUploads.set(call, new Set(named.map(({ name }) => name)))
    } else if (verb === 'revoke') keys.set(key, null)
    else if (ids !== undefined && verb !== 'variant') {
      // What nobody was told of before is nobody's to miss.
      const known = ids.filter((id) => assets.has(id))
      openChanges.set(call, { ids: known, change: changeOf(verb, changes) })
    }
  }

  return {
    hear,
    files,
    openUploads,
    assets,
    openChanges,
    keys,
    /** How many calls were answered with success. */
    get kept() {
      return kept
    },
  }
}

function changeOf(verb, changes) {
  if (verb === 'trash') return { trashed: true }
  if (verb === 'restore') return { trashed: false }
  if (verb === 'purge') return { gone: true }
  return changes
}
