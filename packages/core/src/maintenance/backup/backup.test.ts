import { createHash, randomBytes } from 'node:crypto'
import { existsSync, watch } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unusedBlobKey } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { disk } from '../../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { openSqliteMetadata } from '../../sqlite/metadata/open-sqlite-metadata.ts'
import type { AssetStore } from '../../store/asset-store.ts'
import { createAssetStore } from '../../store/opening/create-asset-store.ts'
import { openAssetStore } from '../../store/opening/open-asset-store.ts'
import { type MetadataReplacements, replacing } from '../../testing/replacing.ts'
import { backUp } from './back-up.ts'
import type { BackupReport } from './backup-report.ts'

let root: string
let live: string
let backup: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stowage-'))
  live = join(root, 'live')
  backup = join(root, 'backup')
})
afterEach(() => rm(root, { recursive: true }))

/** A store on the live directory that sees faults. */
async function openWith(faults: {
  readonly metadata?: MetadataReplacements
  readonly blobs?: (blobs: BlobStore) => Partial<BlobStore>
}): Promise<AssetStore> {
  await mkdir(live, { recursive: true })
  const metadata = await openSqliteMetadata({ file: join(live, 'stowage.db') })
  const blobs = disk({ directory: live })
  return createAssetStore({
    metadata: replacing(metadata, faults.metadata ?? {}),
    blobs: { ...blobs, ...faults.blobs?.(blobs) },
    advanced: { sweepEveryMs: false },
  })
}

/** Opens a copy of the backup, as after a disaster, and looks at everything in it. */
async function restored<Result>(look: (store: AssetStore) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(root, 'restored-'))
  await cp(backup, directory, { recursive: true })
  const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
  try {
    expect((await store.admin.verify()).problems).toEqual([])
    return await look(store)
  } finally {
    await store.close()
  }
}

async function digests(store: AssetStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const asset of store.matching({}).iterate()) {
    const bytes = await (await store.read(asset)).bytes()
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(digest).toBe(asset.sha256)
    found.set(asset.id, digest)
  }
  return found
}

const blobFile = (directory: string, key: string) =>
  join(directory, 'blobs', key.slice(0, 4), key.slice(4, 6), key)

describe('backup', () => {
  it('copies a store under load so that the copy is whole', async () => {
    const store = await openAssetStore({ directory: live })
    const other = await openAssetStore({ directory: live })
    const settledBefore = new Map<string, string>()
    for (let n = 0; n < 20; n += 1) {
      const { id, sha256 } = await store.upload(randomBytes(n === 0 ? 400_000 : 1000 + n))
      settledBefore.set(id, sha256)
    }
    await store.for({ tenant: 'other' }).upload(randomBytes(10))
    // A number of turns, not a span of time: a slow machine must not have more to copy.
    let turns = 0
    const lane = async (each: AssetStore) => {
      while (turns < 60) {
        turns += 1
        const { id } = await each.upload(randomBytes(500))
        await each.trash(id)
        await each.purge(id)
        await each.admin.sweep()
        await each.upload(randomBytes(300_000))
      }
    }
    const lanes = [store, other].flatMap((each) => Array.from({ length: 4 }, () => lane(each)))
    const reports: BackupReport[] = []
    do reports.push(await store.admin.backup({ directory: backup }))
    while (turns < 60)
    await Promise.all(lanes)
    await store.close()
    await other.close()
    for (const { problems } of reports) expect(problems).toEqual([])
    await restored(async (copy) => {
      const found = await digests(copy)
      for (const [id, digest] of settledBefore) expect(found.get(id)).toBe(digest)
      expect(found.size).toBe((reports.at(-1)?.records ?? 0) - 1 - (await trashedIn(copy)))
      expect((await copy.for({ tenant: 'other' }).list()).total).toBe(1)
      await copy.upload(randomBytes(10))
    })
    // The store grows while it is copied: on a busy machine the backups take longer and longer.
  })

  it('copies only what is new, and drops what was purged since', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const assets = await store.uploadMany([10, 20, 30].map((n) => ({ source: randomBytes(n) })))
    const first = await store.admin.backup({ directory: backup })
    const whole = { problems: [], removed: 0 }
    expect(first).toEqual({ ...whole, records: 3, copied: 3, bytes: 60, kept: 0 })
    const again = await store.admin.backup({ directory: backup })
    expect(again).toEqual({ ...whole, records: 3, copied: 0, bytes: 0, kept: 3 })
    const [purged] = assets.map(({ id }) => id)
    await store.trash(purged ?? '')
    await store.purge(purged ?? '')
    await store.upload(randomBytes(7))
    const third = await store.admin.backup({ directory: backup })
    expect(third).toEqual({ records: 3, copied: 1, bytes: 7, kept: 2, removed: 1, problems: [] })
    await store.close()
    await restored(async (copy) => {
      expect([...(await digests(copy)).keys()]).not.toContain(purged)
      expect((await copy.list()).total).toBe(3)
    })
    expect((await readdir(backup)).sort()).toEqual(['backup.json', 'blobs', 'stowage.db'])
  })

  it('drops what no record names, however many files that are', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const { blobKey } = await store.upload(randomBytes(10))
    await store.admin.backup({ directory: backup })
    const strays = Array.from({ length: 501 }, () => blobFile(backup, unusedBlobKey()))
    for (const directory of new Set(strays.map(dirname)))
      await mkdir(directory, { recursive: true })
    await Promise.all(strays.map((path) => writeFile(path, '')))
    expect((await store.admin.backup({ directory: backup })).removed).toBe(501)
    expect(await disk({ directory: backup }).stat(blobKey)).toEqual({ size: 10 })
    await store.close()
  })

  it('leaves the backup before whole when it is aborted', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const { id } = await store.upload(randomBytes(10))
    await store.admin.backup({ directory: backup })
    await store.upload(randomBytes(20))
    const controller = new AbortController()
    const reason = new Error('enough')
    const aborted = store.admin.backup({
      directory: backup,
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    })
    await expect(aborted).rejects.toBe(reason)
    await store.close()
    expect((await readdir(backup)).sort()).toEqual(['backup.json', 'blobs', 'stowage.db'])
    const directory = join(root, 'as it is')
    await cp(backup, directory, { recursive: true })
    const copy = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
    expect([...(await digests(copy)).keys()]).toEqual([id])
    await copy.close()
  })

  it('after a crash in the middle, trusts no file that has only the right size', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const [torn] = await store.uploadMany([{ source: randomBytes(10) }, { source: randomBytes(5) }])
    await store.admin.backup({ directory: backup })
    await writeFile(blobFile(backup, torn?.blobKey ?? ''), new Uint8Array(10))
    await mkdir(join(backup, 'incoming'))
    // Neither does the next one when this one fails.
    const signal = AbortSignal.abort()
    await expect(store.admin.backup({ directory: backup, signal })).rejects.toBe(signal.reason)
    const report = await store.admin.backup({ directory: backup })
    expect(report).toMatchObject({ copied: 1, bytes: 10, kept: 1 })
    await store.close()
    await restored(digests)
  })

  it('copies again what has rotted in the backup, when asked to read it', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const { blobKey } = await store.upload(randomBytes(10))
    await store.admin.backup({ directory: backup })
    await writeFile(blobFile(backup, blobKey), new Uint8Array(10))
    expect((await store.admin.backup({ directory: backup })).kept).toBe(1)
    expect((await store.admin.backup({ directory: backup, checksums: true })).copied).toBe(1)
    await store.close()
    await restored(digests)
  })

  it('never overwrites a store that is or was in use, the live one least of all', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    await store.upload(randomBytes(10))
    const refusal = { code: 'invalid_argument', context: { argument: 'directory' } }
    await expect(store.admin.backup({ directory: live })).rejects.toMatchObject(refusal)
    await store.admin.backup({ directory: backup })
    const opened = await openAssetStore({ directory: backup, advanced: { sweepEveryMs: false } })
    await expect(store.admin.backup({ directory: backup })).rejects.toMatchObject(refusal)
    const { id } = await opened.upload(randomBytes(10))
    await opened.close()
    await expect(store.admin.backup({ directory: backup })).rejects.toMatchObject(refusal)
    const still = await openAssetStore({ directory: backup, advanced: { sweepEveryMs: false } })
    expect((await still.get(id)).id).toBe(id)
    await still.close()
    await store.close()
  })

  it('never takes the files of a store, whose database lies elsewhere, for those of a backup before', async () => {
    const files = join(root, 'files')
    const store = createAssetStore({
      metadata: await openSqliteMetadata({ file: join(root, 'app.db') }),
      blobs: disk({ directory: files }),
      advanced: { sweepEveryMs: false },
    })
    await store.upload(randomBytes(10))
    let uploading: Promise<unknown> | undefined
    const backingUp = store.admin.backup({
      directory: files,
      onProgress() {
        uploading ??= store.upload(randomBytes(20))
      },
    })
    await expect(backingUp).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'directory' },
    })
    await uploading
    expect((await store.admin.verify()).problems).toEqual([])
    expect(await readdir(files)).toEqual(['blobs'])
    await store.close()
  })

  it('opens no database in the folder, for a kill would leave its log there and shut the next one out', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    await store.upload(randomBytes(10))
    await store.admin.backup({ directory: backup })
    const names = new Set<string | null>()
    const changes = watch(backup, (_, name) => names.add(name))
    await store.admin.backup({ directory: backup })
    await store.close()
    await writeFile(join(backup, 'the end'), '')
    await expect.poll(() => [...names]).toContain('the end')
    changes.close()
    expect(names).toContain('stowage.db')
    expect(names).not.toContain('stowage.db-wal')
  })

  it('places nothing when another process may have begun a backup meanwhile', async () => {
    let skipped = 0
    await mkdir(live)
    const metadata = await openSqliteMetadata({ file: join(live, 'stowage.db') })
    const store = createAssetStore({
      metadata: replacing(metadata, {
        leases: {
          release(request) {
            // Suspended right after the files were copied.
            if (request.name.startsWith('hold/')) skipped = 3600_000_000
            return metadata.leases.release(request)
          },
        },
      }),
      blobs: disk({ directory: live }),
      advanced: { sweepEveryMs: false, clock: () => Date.now() * 1000 + skipped },
    })
    await store.upload(randomBytes(10))
    await expect(store.admin.backup({ directory: backup })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await readdir(backup)).not.toContain('stowage.db')
    await store.close()
  })

  it('reports files that are damaged in the store, and keeps the good copy that it had', async () => {
    const store = await openAssetStore({
      directory: live,
      advanced: { sweepEveryMs: false },
    })
    const [kept, lost] = await store.uploadMany([
      { source: randomBytes(10) },
      { source: randomBytes(20) },
    ])
    await store.admin.backup({ directory: backup })
    await rm(blobFile(live, kept?.blobKey ?? ''))
    await rm(blobFile(live, lost?.blobKey ?? ''))
    await rm(blobFile(backup, lost?.blobKey ?? ''))
    const rotten = await store.upload(randomBytes(300_000))
    await writeFile(blobFile(live, rotten.blobKey), new Uint8Array(300_000))
    const { problems } = await store.admin.backup({ directory: backup })
    expect(problems.map(({ kind, assetId }) => [kind, assetId])).toEqual([
      ['missing', lost?.id],
      ['wrong_checksum', rotten.id],
    ])
    await store.close()
    expect(await disk({ directory: backup }).stat(rotten.blobKey)).toBeNull()
    const copy = await openAssetStore({ directory: backup })
    expect(await (await copy.read(kept?.id ?? '')).bytes()).toHaveLength(10)
    await copy.close()
  })

  it('fails, and changes nothing, when a file cannot be read', async () => {
    let broken = false
    const error = new StowageError('unavailable', 'a bad sector')
    const store = await openWith({
      blobs: (blobs) => ({
        read: (key, options) => (broken ? Promise.reject(error) : blobs.read(key, options)),
      }),
    })
    await store.upload(randomBytes(10))
    await store.admin.backup({ directory: backup })
    await store.upload(randomBytes(20))
    broken = true
    await expect(store.admin.backup({ directory: backup })).rejects.toBe(error)
    await restored(async (copy) => expect((await copy.list()).total).toBe(1))
    await store.close()
  })

  it('fails when its hold has lapsed, for files may be gone', async () => {
    let skipped = 0
    await mkdir(live)
    const store = createAssetStore({
      metadata: await openSqliteMetadata({ file: join(live, 'stowage.db') }),
      blobs: disk({ directory: live }),
      advanced: { sweepEveryMs: false, clock: () => Date.now() * 1000 + skipped },
    })
    await store.upload(randomBytes(10))
    const suspended = store.admin.backup({
      directory: backup,
      onProgress() {
        skipped = 3600_000_000
      },
    })
    await expect(suspended).rejects.toMatchObject({ code: 'unavailable' })
    expect(await readdir(join(backup, 'incoming'))).toEqual(['stowage-backup'])
    expect(await readdir(backup)).not.toContain('stowage.db')
    await store.close()
  })

  it('prunes nothing once another process may have begun a backup into the same folder', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const { id, blobKey } = await store.upload(randomBytes(10))
    await store.admin.backup({ directory: backup })
    await store.trash(id)
    await store.purge(id)
    await store.close()
    const metadata = await openSqliteMetadata({ file: join(live, 'stowage.db') })
    const lapsed = new StowageError('unavailable', 'The lease has lapsed.')
    // Suspended right after the database took its place.
    const placed = () => existsSync(join(backup, 'incoming', 'stowage.db-wal'))
    const held = (name: string) => ({
      assertHeld() {
        if (name === 'backup' && placed()) throw lapsed
      },
      release: async () => {},
    })
    const backingUp = backUp(
      {
        metadata,
        blobs: disk({ directory: live }),
        leases: { take: async (name) => held(name), close: async () => {} },
        closing: new AbortController().signal,
        onError: () => {},
      },
      { directory: backup },
    )
    await expect(backingUp).rejects.toBe(lapsed)
    await metadata.close()
    expect(await disk({ directory: backup }).stat(blobKey)).toEqual({ size: 10 })
  })

  it('holds deletions only as long as it copies', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const { id, blobKey } = await store.upload(randomBytes(10))
    await store.trash(id)
    let purging: Promise<void> | undefined
    await store.admin.backup({
      directory: backup,
      onProgress() {
        purging ??= store.purge(id)
      },
    })
    await purging
    await store.admin.sweep()
    expect(await disk({ directory: live }).stat(blobKey)).toBeNull()
    await store.close()
    await restored(async (copy) => expect(await trashedIn(copy)).toBe(1))
  })

  it('is made one at a time, in all processes', async () => {
    const store = await openWith({})
    const metadata = await openSqliteMetadata({ file: join(live, 'stowage.db') })
    await metadata.leases.acquire({ name: 'backup', holder: 'another process', duration: 60_000 })
    await expect(store.admin.backup({ directory: backup })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await metadata.close()
    await store.close()
  })

  it('can be opened and backed up at once: it holds no lease of the store that it was made of', async () => {
    const store = await openAssetStore({ directory: live, advanced: { sweepEveryMs: false } })
    const { id } = await store.upload(randomBytes(10))
    await store.admin.backup({ directory: backup })
    await store.close()
    const copy = await openAssetStore({ directory: backup, advanced: { sweepEveryMs: false } })
    const second = join(root, 'second')
    expect(await copy.admin.backup({ directory: second })).toMatchObject({ records: 1 })
    const asset = await copy.get(id)
    await copy.trash(id)
    await copy.purge(id, { bytes: 'deleted' })
    expect(await disk({ directory: backup }).stat(asset.blobKey)).toBeNull()
    await copy.close()
  })

  it('is left to the database where that has tools of its own', async () => {
    const metadata = createMemoryMetadata()
    const store = createAssetStore({
      metadata,
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    await expect(store.admin.backup({ directory: backup })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'metadata' },
    })
    await store.close()
  })
})

async function trashedIn(store: AssetStore): Promise<number> {
  return (await store.list({ trashed: true })).total
}
