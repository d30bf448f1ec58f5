import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { brokenRows } from '../folders/judge.mjs'
import { readRows } from '../folders/rows.mjs'
import { blobsInRecords, blobsOfVersions, filesBelow } from '../ledger/blobs-on-disk.mjs'
import { GRACE, STORE, VOLUME } from './places.mjs'
import { writeVolume } from './volume.mjs'

const HOUR = 3_600_000_000
/** The clock of the workload runs ahead; what is pending there is so for longer. */
const LATER = 20 * 24 * HOUR

/**
 * Writes the image out below `directory` and opens the store that is in it, long after the power came back.
 * Resolves to what is wrong with it: a list of sentences.
 */
export async function judgeStore(image, promises, directory) {
  await writeVolume(image, path.join(directory, VOLUME))
  try {
    const store = path.join(directory, STORE)
    const problems = await judge(store, promises)
    return [...problems, ...brokenRows(await readRows({ directory: store }))]
  } finally {
    await rm(path.join(directory, VOLUME), { recursive: true })
  }
}

async function judge(directory, promises) {
  let now = Date.now() * 1000 + LATER
  const clock = () => {
    now += 1
    return now
  }
  const store = await openAssetStore({
    directory,
    advanced: { clock, graceMs: GRACE, sweepEveryMs: false },
  })
  try {
    const problems = await unreadable(store, promises)
    for (let sweep = 0; sweep < 2; sweep += 1) {
      await store.admin.sweep()
      now += HOUR
    }
    problems.push(...(await unreadable(store, promises)))
    const trashed = store.matching({}).iterate({ trashed: true })
    const held = await blobsInRecords(store)
    for await (const { blobKey, variants } of trashed) {
      held.push(blobKey, ...variants.map((variant) => variant.blobKey))
    }
    held.push(...blobsOfVersions(directory))
    const found = await filesBelow(directory)
    const extra = found.filter((name) => !held.includes(name))
    if (extra.length > 0) problems.push(`two sweeps left ${extra.length} files: ${extra[0]}`)
    if (found.length < held.length) problems.push('two sweeps took the bytes of records')
    problems.push(...(await unrestorable(store)))
    const fresh = await store.upload(Buffer.from('after the power loss'), { name: 'after.txt' })
    await store.read(fresh).then((file) => file.bytes())
    return problems
  } finally {
    await store.close()
  }
}

/** What was promised, read as a caller reads it. What is in an open change may be either way. */
async function unreadable(store, { assets, openChanges }) {
  const open = new Set([...openChanges.values()].flatMap(({ ids }) => ids))
  const problems = []
  for (const [id, { states }] of assets) {
    if (open.has(id) || states.length > 1) continue
    const [{ name, file, trashed, gone }] = states
    const found = await store.get(id, { trashed: 'include' }).catch(() => null)
    if ((found === null) !== gone) problems.push(`${name} is ${gone ? 'back' : 'lost'}`)
    if (found === null || trashed) continue
    const content = await store.read(found).then((opened) => opened.bytes())
    const digest = createHash('sha256').update(content).digest('hex')
    if (digest !== file.sha256) problems.push(`${name} is read with wrong bytes`)
  }
  for await (const asset of store.matching({}).iterate()) {
    for (const { name } of asset.variants) {
      await store.read(asset, { variant: name }).then((opened) => opened.bytes())
    }
  }
  return problems
}

/** Gives each asset that had another content the oldest one of them again. */
async function unrestorable(store) {
  const problems = []
  for await (const { id, name, pendingUntil } of store.matching({}).iterate()) {
    if (pendingUntil !== null) continue
    const oldest = (await store.versions.list(id)).at(-1)
    if (oldest === undefined) continue
    const restored = await store.versions.restore(id, oldest.id)
    const content = await store.read(restored).then((opened) => opened.bytes())
    const digest = createHash('sha256').update(content).digest('hex')
    if (digest !== oldest.sha256) problems.push(`${name} gets back other bytes than it had`)
  }
  return problems
}
