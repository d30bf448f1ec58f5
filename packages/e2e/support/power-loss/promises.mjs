import { changeOf, newState } from './states.mjs'

/**
 * Keeps account of what a store has promised. Takes the announcements of the workload in their order, and knows
 * at any moment what must be there, may be there and must not be.
 */
export function createPromises() {
  /** Name of an uploaded file → `{ size, sha256 }`. */
  const files = new Map()
  /** The call of an upload whose outcome is open → the names of its files. */
  const openUploads = new Map()
  /** Id → `{ states }`, as of `newState`: it has one of these. */
  const assets = new Map()
  /** The call of a change whose outcome is open → `{ ids, change }`. */
  const openChanges = new Map()
  /** Id of a key → whether it was revoked; `null` while that is open. */
  const keys = new Map()
  /** Id of a job that must be there → `true`; of one that may be done → `false`. */
  const jobs = new Map()
  /** Calls that enqueue a job whose outcome is open, and those whose outcome nobody learned. */
  const openJobs = new Set()
  /** What the last backup holds, and one that is under way: sets of ids, or `null`. */
  const backups = { kept: null, open: null }
  const begun = new Map()
  let kept = 0

  function hear({ call, phase, ...line }) {
    if (phase === 'begun') {
      begun.set(call, line)
      begin(call, line)
      return
    }
    const { verb, files: named = [], ids = [], key, ...intent } = begun.get(call)
    if (phase === 'unknown') return
    openJobs.delete(call)
    if (verb === 'backup') {
      if (phase === 'kept') backups.kept = new Set(ids)
      if (phase === 'kept') kept += 1
      backups.open = null
      return
    }
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
        const state = newState({ name, blobs, file: files.get(name), pending: intent.pending })
        assets.set(id, { states: [state] })
      })
    } else if (verb === 'enqueue') {
      if (!jobs.has(line.job)) jobs.set(line.job, true)
    } else if (verb === 'key') keys.set(line.key, false)
    else if (verb === 'revoke') keys.set(key, true)
    else if (verb !== 'ran') {
      openChanges.delete(call)
      const change = changeOf(verb, { ...intent, ...line })
      for (const id of ids) setStates(id, (states) => changed(states, change))
    }
  }

  function begin(call, { verb, files: named, ids, key, job, ...intent }) {
    if (verb === 'upload') {
      for (const { name, size, sha256 } of named) files.set(name, { size, sha256 })
      openUploads.set(call, new Set(named.map(({ name }) => name)))
    } else if (verb === 'enqueue') openJobs.add(call)
    else if (verb === 'ran') jobs.set(job, false)
    else if (verb === 'revoke') keys.set(key, null)
    else if (verb === 'backup') backups.open = new Set(ids)
    else if (ids !== undefined && verb !== 'variant') {
      settleOthers(ids)
      // An asset that was never acknowledged cannot be missed.
      const known = ids.filter((id) => assets.has(id))
      openChanges.set(call, { ids: known, change: changeOf(verb, intent) })
    }
  }

  /** A change whose caller is gone stays open. From the next change on, each of its assets may be either way. */
  function settleOthers(ids) {
    for (const [call, other] of openChanges) {
      if (!other.ids.some((id) => ids.includes(id))) continue
      openChanges.delete(call)
      for (const id of other.ids) {
        setStates(id, (states) => [...states, ...changed(states, other.change)])
      }
    }
  }

  function setStates(id, next) {
    const asset = assets.get(id)
    if (asset !== undefined) assets.set(id, { ...asset, states: next(asset.states) })
  }

  return {
    hear,
    files,
    openUploads,
    assets,
    openChanges,
    keys,
    jobs,
    openJobs,
    backups,
    /** How many calls were answered with success. */
    get kept() {
      return kept
    },
  }
}

/** The states after a change. */
export function changed(states, change) {
  return states.map(change)
}
