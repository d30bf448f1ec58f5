import { createHash } from 'node:crypto'
import path from 'node:path'
import { isTold, lostJobs, wrongBehind } from './judge-behind.mjs'
import { STORE, VOLUME } from './places.mjs'
import { changed } from './promises.mjs'

const HOME = path.posix.relative(VOLUME, STORE)
/** What a record has in common with what is promised of it. */
const SAME = ['name', 'isFavourite', 'trashed', 'pending']
const EMPTY = {
  ...{ assets: [], doomed: new Set(), keys: new Map(), lists: [] },
  ...{ told: new Map(), jobs: [] },
}

/**
 * Makes the function that lists, in sentences, what is wrong with an image, given what was promised. It reads the
 * database as SQLite recovers it, and looks at the files in their places.
 */
export function createJudge(readDatabase) {
  const digests = new WeakMap()

  function digestOf(bytes) {
    if (!digests.has(bytes)) digests.set(bytes, createHash('sha256').update(bytes).digest('hex'))
    return digests.get(bytes)
  }

  return async function judge({ files }, promises) {
    const ours = new Map()
    const blobs = new Map()
    for (const [at, file] of files) {
      if (!at.startsWith(`${HOME}/`)) continue
      const name = path.posix.basename(at)
      if (at.startsWith(`${HOME}/blobs/`)) blobs.set(name, file)
      else if (path.posix.dirname(at) === HOME) ours.set(name, file)
    }
    const content = await readDatabase(ours)
    if (content?.broken !== undefined) return [`the database is broken: ${content.broken}`]
    const { assets, doomed, keys, lists, told, jobs } = content ?? EMPTY
    return [
      ...wrongBehind({ assets, told, jobs }),
      ...lostJobs({ jobs }, promises),
      ...brokenPromises(assets, keys, told, promises),
      ...assets.flatMap((asset) => missingBytes(asset, blobs)),
      ...lostTrack(assets, doomed, blobs),
      ...lists.flatMap(({ there, counted }) =>
        there === counted ? [] : [`a list counts ${counted} of ${there} assets or bytes`],
      ),
    ]
  }

  function missingBytes({ name, blobs: needed }, blobs) {
    return needed.flatMap(({ blobKey, size, sha256 }) => {
      const bytes = blobs.get(blobKey)?.bytes
      if (bytes === undefined) return [`${name} has no bytes: blob ${blobKey} is missing`]
      if (bytes.length === size && digestOf(bytes) === sha256) return []
      return [`${name} has wrong bytes: ${bytes.length} of ${size} in blob ${blobKey}`]
    })
  }
}

function brokenPromises(assets, keys, told, promises) {
  const rows = new Map(assets.map((asset) => [asset.id, { ...asset, told: told.get(asset.id) }]))
  const problems = []
  const open = new Map()
  for (const { ids, change } of promises.openChanges.values()) {
    for (const id of ids) open.set(id, change)
    const done = ids.filter((id) => holds(rows.get(id), promises.assets.get(id), change))
    const undone = ids.filter((id) => holds(rows.get(id), promises.assets.get(id)))
    if (ids.length > 1 && done.length !== ids.length && undone.length !== ids.length) {
      problems.push(`a change of ${ids.length} assets was made of ${done.length}`)
    }
  }
  for (const [id, promised] of promises.assets) {
    const row = rows.get(id)
    const isChanged = open.has(id) && holds(row, promised, open.get(id))
    if (!isChanged && !holds(row, promised)) problems.push(complaint(row, promised))
    if (row === undefined && told.get(id)?.purged !== 1) {
      problems.push(`${promised.states[0].name} is gone, but no event says so`)
    }
  }
  for (const [id, revoked] of promises.keys) {
    const row = keys.get(id)
    const fine = row !== undefined && (revoked === null || (row.revoked_at !== null) === revoked)
    if (!fine) problems.push(`key ${id} is ${row === undefined ? 'lost' : 'not as promised'}`)
  }
  return [...problems, ...unexpected(assets, promises)]
}

/** Unacknowledged records: each must be of an upload that was not refused, with all of its files. */
function unexpected(assets, { assets: promised, openUploads, files }) {
  const problems = []
  const names = assets.filter(({ id }) => !promised.has(id)).map(({ name }) => name)
  const allowed = new Set()
  for (const upload of openUploads.values()) {
    const there = names.filter((name) => upload.has(name))
    for (const name of there) allowed.add(name)
    if (there.length > 0 && there.length < upload.size) {
      problems.push(`of an upload of ${upload.size} files ${there.length} are there`)
    }
  }
  for (const { id, name, sha256 } of assets) {
    if (promised.has(id)) continue
    if (!allowed.has(name)) problems.push(`${name} is there although its upload was refused`)
    else if (files.get(name).sha256 !== sha256) problems.push(`${name} is another file`)
  }
  return problems
}

/** Blobs that no recovery would ever find, and blobs that one would take away from a record. */
function lostTrack(assets, doomed, blobs) {
  const held = new Set(assets.flatMap((asset) => asset.blobs.map(({ blobKey }) => blobKey)))
  const leaked = [...blobs.keys()].filter((key) => !held.has(key) && !doomed.has(key))
  const taken = [...held].filter((key) => doomed.has(key))
  return [
    ...leaked.map(
      (key) => `blob ${key} has no record and no reservation, so no sweep will find it`,
    ),
    ...taken.map((key) => `blob ${key} of a record will be swept`),
  ]
}

/** Whether the record is as promised, after the change if one is given. */
function holds(row, { states }, change = (state) => state) {
  return changed(states, change).some((state) => {
    if (state.gone || row === undefined) return state.gone && row === undefined
    return SAME.every((what) => row[what] === state[what]) && holdsContent(row, state)
  })
}

/** The files that it has and had, what it belongs to, and what was told of it. */
function holdsContent(row, { file, blobs, versions, owners, told }) {
  return (
    row.size === file.size &&
    row.sha256 === file.sha256 &&
    blobs.every((key) => row.blobs.some(({ blobKey }) => blobKey === key)) &&
    row.versions.join() === versions.join() &&
    row.owners.join() === owners.join() &&
    isTold(row.told, told)
  )
}

function complaint(row, { states: [{ gone, name }] }) {
  if (row === undefined) return `${name} was promised and is lost`
  return gone ? `${name} was purged and is back` : `${name} is not as promised`
}
