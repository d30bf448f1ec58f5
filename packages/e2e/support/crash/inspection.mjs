import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isStowageError, openAssetStore } from '@stowage/core'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { systemClock } from '@stowage/core/ports'
import Database from 'better-sqlite3'
import { filesBelow } from '../blobs-on-disk.mjs'
import { reservationsLeft } from '../reservations.mjs'
import { sha256Of, tokenOf } from './content.mjs'

/** Milliseconds: a process that died held leases for less. */
export const LONG = 6 * 60_000

/** Lets time pass for the files of a store that no process has open, as `ahead` does for its database. */
export async function age(directory, milliseconds) {
  const staging = path.join(directory, 'staging')
  const names = await readdir(staging).catch(() => [])
  const then = (Date.now() - milliseconds) / 1000
  for (const name of names) await utimes(path.join(staging, name), then, then)
}

/** Opens a store that nothing else has open, to look at it; `ahead` milliseconds from now. */
export async function openInspection({ directory, grace, ahead }) {
  const now = systemClock()
  let passed = ahead
  const errors = []
  const store = await openAssetStore({
    directory,
    grace,
    sweepEvery: false,
    clock: () => now() + passed * 1000,
    onError: (error) => errors.push(error.stack),
  })
  const blobs = createFilesystemBlobs({ directory })

  /** Everything that can be seen, by token, with what is wrong with it. */
  async function look() {
    const found = new Map()
    const problems = []
    for (const trashed of [false, true]) {
      const ids = []
      for await (const record of store.iterate({ trashed })) {
        ids.push(record.id)
        const token = tokenOf(record.name)
        if (found.has(token)) problems.push(`${token}: there twice`)
        found.set(token, { record, broken: await brokenFilesOf(record) })
      }
      problems.push(...(await brokenList(ids, trashed)))
    }
    return { found, problems }
  }

  async function brokenFilesOf(record) {
    const broken = []
    for (const file of [record, ...record.variants]) {
      const variant = file === record ? undefined : file.name
      try {
        const bytes = await bytesOf(record, file, variant)
        if (bytes.length !== file.size || sha256Of(bytes) !== file.sha256) {
          broken.push(`${variant ?? 'original'}: ${bytes.length} of ${file.size} bytes, or others`)
        }
      } catch (error) {
        broken.push(`${variant ?? 'original'} cannot be read: ${error.message}`)
      }
    }
    return broken
  }

  async function bytesOf(record, { blobKey }, variant) {
    if (record.trashedAt === null) {
      return (await store.read(record, variant === undefined ? {} : { variant })).bytes()
    }
    // What is in the trash is not served, but restoring it must bring it back.
    const body = await blobs.read(blobKey)
    return body instanceof Readable ? buffer(body) : body
  }

  /** The pages and the total must be those of the walk. */
  async function brokenList(ids, trashed) {
    const listed = []
    let total
    for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
      const result = await store.list({ page, perPage: 100, trashed })
      ;({ total, lastPage } = result)
      listed.push(...result.assets.map(({ id }) => id))
    }
    if (total === ids.length && listed.join() === ids.join()) return []
    return [`the total is ${total}, pages hold ${listed.length}, a walk ${ids.length}`]
  }

  /** By which routes of the store a purged asset can still be had. */
  function routesTo({ id, publicFileId }) {
    return openOnes({
      get: () => store.get(id, { trashed: 'include' }),
      read: () => store.read(id),
      getByPublicFileId: () => store.getByPublicFileId(publicFileId),
      getPublic: () => store.getPublic(publicFileId),
      restore: () => store.restore(id),
    })
  }

  /** Which bytes of a purged asset are still on the medium. */
  function blobsOf({ blobKey, variants }) {
    const keys = [blobKey, ...variants.map((each) => each.blobKey)]
    return openOnes(
      Object.fromEntries(keys.map((key, index) => [`blob ${index}`, () => blobs.read(key)])),
    )
  }

  async function openOnes(routes) {
    const open = []
    for (const [route, attempt] of Object.entries(routes)) {
      const refused = await attempt().then(
        () => false,
        (error) => isStowageError(error, 'asset_not_found', 'file_not_found', 'blob_not_found'),
      )
      if (!refused) open.push(route)
    }
    return open
  }

  /** Keys that are not what they were acknowledged to be. */
  async function brokenKeys(keys) {
    const listed = new Map((await store.keys.list()).map((key) => [key.id, key]))
    const broken = []
    for (const [id, { token, revoked }] of keys) {
      const key = listed.get(id)
      if (key === undefined) broken.push(`key ${id} is not there`)
      else if (revoked && key.revokedAt === null) broken.push(`key ${id} is not revoked`)
      else if (((await store.keys.verify(token)) === null) !== (key.revokedAt !== null)) {
        broken.push(`key ${id} is taken for what it is not`)
      }
    }
    return broken
  }

  /** Lets the grace time pass, twice, and sweeps: what a crash left is gone then. */
  async function recover() {
    let count = 0
    let staged = 0
    for (const time of [LONG, 2 * grace, 2 * grace]) {
      passed += time
      await age(directory, 2 * grace)
      const { blobs: swept, stagingFiles, skipped } = await store.maintenance.sweep()
      if (skipped) errors.push('the sweep was left to a process that is dead')
      count += swept
      staged += stagingFiles
    }
    return { blobs: count, staged }
  }

  return {
    look,
    routesTo,
    blobsOf,
    brokenKeys,
    recover,
    async close() {
      await store.close()
      return { ahead: passed, errors }
    },
  }
}

/** What is on the disk and in the database beyond the assets that were found. Nothing may have it open. */
export async function leftOver(directory, found) {
  const records = [...found.values()].map(({ record }) => record)
  const expected = new Set(
    records.flatMap(({ blobKey, variants }) => [blobKey, ...variants.map((each) => each.blobKey)]),
  )
  const files = await filesBelow(directory)
  const left = files.filter((name) => !expected.has(name)).map((name) => `file ${name}`)
  for (const key of expected) if (!files.includes(key)) left.push(`no file ${key}`)

  const reservations = await reservationsLeft(directory)
  if (reservations > 0) left.push(`${reservations} reservations`)
  const database = new Database(path.join(directory, 'stowage.db'), { readonly: true })
  try {
    const value = (sql) => database.prepare(sql).pluck().get()
    const integrity = value('PRAGMA integrity_check')
    if (integrity !== 'ok') left.push(`the database: ${integrity}`)
    const bytes = records
      .flatMap((record) => [record, ...record.variants])
      .reduce((sum, { size }) => sum + size, 0)
    const counted = value('SELECT coalesce(sum(bytes), 0) FROM tenants')
    if (counted !== bytes) left.push(`${counted} bytes are counted, ${bytes} are there`)
    return left
  } finally {
    database.close()
  }
}
