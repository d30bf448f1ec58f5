import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Asset,
  type AssetStore,
  openAssetStore,
  type StoreLocation,
  StowageError,
} from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { BlobStore, RecordsLocation } from '@stowage/core/ports'
import { sqlite } from '@stowage/core/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { abandonMigration } from './abandon-migration.ts'
import { type MigrateProgress, migrate, moving } from './migrate.ts'

interface Place {
  readonly records: RecordsLocation<MigratableMetadata>
  readonly files: BlobStore
}

let directory: string
let from: Place
let to: Place
let store: AssetStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-migrate-'))
  from = place('from')
  to = place('to')
  store = await open(moving({ from, to }))
})
afterEach(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

function place(name: string): Place {
  return {
    records: sqlite({ file: join(directory, `${name}.db`) }),
    files: disk({ directory: join(directory, name) }),
  }
}

function open(location: StoreLocation): Promise<AssetStore> {
  return openAssetStore({ ...location, advanced: { sweepEveryMs: false } })
}

/** Uploads files before the move begins. */
async function settled(count: number): Promise<Map<Asset, Buffer>> {
  const before = await open(from)
  const files = new Map<Asset, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const bytes = randomBytes(2000)
    files.set(await before.upload(bytes), bytes)
  }
  await before.close()
  return files
}

describe('migrate', () => {
  it('moves a store in use, which then stands at the new place alone', async () => {
    const files = await settled(30)
    const upload = async (bytes = randomBytes(2000)) => files.set(await store.upload(bytes), bytes)
    const { token } = await store.keys.create({ name: 'kept' })
    const progress: MigrateProgress[] = []
    const migration = migrate({ from, to, onProgress: (step) => progress.push(step) })
    let underWay = true
    const ended = migration.finally(() => {
      underWay = false
    })
    while (underWay) await upload().catch((error) => expect(error.code).toBe('unavailable'))
    const { blobs, records } = await ended
    await upload()
    expect(blobs).toMatchObject({ problems: [], cursor: null })
    expect(blobs.copied).toBe(30)
    expect(records.pauseMs).toEqual(expect.any(Number))
    expect(progress[0]?.records).toBeNull()
    expect(progress.at(-1)?.records?.phase).toBe('moved')

    await store.close()
    await rm(join(directory, 'from'), { recursive: true })
    store = await open(place('to'))
    expect(await store.keys.verify(token)).toMatchObject({ kind: 'key' })
    for (const [asset, bytes] of files) {
      expect(await store.get(asset.id)).toEqual(asset)
      expect(Buffer.compare(await (await store.read(asset)).bytes(), bytes)).toBe(0)
    }
    expect((await store.list()).total).toBe(files.size)
    expect((await store.admin.verify()).problems).toEqual([])
  })

  it('brings along what a process that knows the old place alone stores until the records move', async () => {
    const files = await settled(20)
    const alone = await open(from)
    const stored: Asset[] = []
    const refused: unknown[] = []
    const upload = async () => {
      const outcome = await alone.upload(randomBytes(500)).catch((error) => ({ error }))
      if ('error' in outcome) refused.push(outcome.error.code)
      else stored.push(outcome)
    }
    const receiving: RecordsLocation<MigratableMetadata> = {
      async open(how) {
        const metadata = await to.records.open(how)
        const { source, target } = metadata.transfer
        const receive: typeof target.receive = async (request) => {
          await upload()
          await target.receive(request)
        }
        return { ...metadata, transfer: { source, target: { ...target, receive } } }
      },
    }
    const move = { from, to: { ...to, records: receiving } }
    const phases = new Set<string | undefined>()
    const onProgress = ({ records }: MigrateProgress) => phases.add(records?.phase)
    const { blobs, proof } = await migrate({ ...move, onProgress })
    await upload()
    await alone.close()
    expect([...phases]).toEqual([undefined, 'copy', 'replay', 'moved'])
    expect(refused.at(-1)).toBe('unavailable')
    expect(stored.length).toBeGreaterThan(0)
    expect(blobs.copied).toBe(files.size)
    const records = files.size + stored.length
    expect(proof).toMatchObject({ records, copied: stored.length, problems: [], cursor: null })
    const moved = await open(to)
    for (const asset of stored) expect(await moved.get(asset.id)).toEqual(asset)
    expect((await moved.admin.verify()).problems).toEqual([])
    await moved.close()
  })

  it('names what is missing at the new place, and copies it in the next run', async () => {
    const [[asset] = []] = await settled(1)
    if (asset === undefined) throw new Error('nothing uploaded')
    const forgetful = {
      ...to.files,
      // A medium that loses what it has acknowledged.
      put: async (key: string, ...rest: [never, never]) => {
        await to.files.put(key, ...rest)
        await to.files.delete([key])
      },
    }
    const lost = await migrate({ from, to: { ...to, files: forgetful } })
    expect(lost.proof).toMatchObject({
      copied: 0,
      problems: [{ kind: 'missing', assetId: asset.id }],
    })
    const again = await migrate({ from, to })
    expect(again).toMatchObject({
      records: { pauseMs: null },
      blobs: { copied: 1 },
      proof: { kept: 1, problems: [] },
    })
    expect(await to.files.stat(asset.blobKey)).not.toBeNull()
  })

  it('refuses a database that is in use already before it copies a file', async () => {
    await settled(1)
    const used = await open(to)
    await used.upload(randomBytes(10))
    await used.close()
    const put = () => Promise.reject(new Error('copied'))
    await expect(
      migrate({ from, to: { ...to, files: { ...to.files, put } } }),
    ).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'to' },
      message: expect.stringMatching(/not empty/),
    })
  })

  it('leaves the records where they are when a file cannot be read', async () => {
    await settled(1)
    const broken = new StowageError('unavailable', 'a bad sector')
    const faulty = { ...from, files: { ...from.files, read: () => Promise.reject(broken) } }
    await expect(migrate({ from: faulty, to })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('The first failed with: a bad sector'),
      context: { problems: [{ kind: 'unreadable', error: broken }] },
    })
    await store.upload(randomBytes(10))
    expect(await migrate({ from, to })).toMatchObject({ blobs: { problems: [] } })
  })

  it('moves the records of damaged files too, and reports the damage', async () => {
    const [[asset] = []] = await settled(1)
    if (asset === undefined) throw new Error('nothing uploaded')
    await from.files.delete([asset.blobKey])
    const { blobs, proof } = await migrate({ from, to })
    expect(proof.problems).toEqual(blobs.problems)
    expect(blobs.problems).toEqual([expect.objectContaining({ kind: 'missing' })])
    expect(await store.get(asset.id)).toEqual(asset)
  })

  it('refuses a place that holds no store, and makes none there', async () => {
    const nowhere = join(directory, 'nowhere')
    await mkdir(nowhere)
    await expect(migrate({ from: { directory: nowhere }, to })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    expect(await readdir(nowhere)).toEqual([])
  })

  it('is given up by the place alone, which then takes writes again', async () => {
    const records = await from.records.open()
    const { source } = records.transfer
    await source.record()
    expect((await source.state()).phase).toBe('recording')
    await abandonMigration({ from })
    expect((await source.state()).phase).toBe('serving')
    await store.upload(randomBytes(10))
    await records.close()
  })

  it('leaves an old place that opens only for reading', async () => {
    const [asset] = [...(await settled(1)).keys()]
    await migrate({ from, to })
    await expect(open(from)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The records have moved to another database. Open the store there.',
    })
    const old = await openAssetStore({ ...from, readOnly: true })
    expect((await old.list()).assets).toEqual([asset])
    await old.close()
    expect((await store.list()).assets).toEqual([asset])
  })

  it('refuses to move a store onto itself', async () => {
    for (const [stays, same] of [
      ['files', { ...to, files: from.files }],
      ['records', { ...to, records: from.records }],
    ] as const) {
      await expect(migrate({ from, to: same })).rejects.toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining(`The ${stays} would stay where they are.`),
        context: { argument: 'to' },
      })
    }
  })
})
