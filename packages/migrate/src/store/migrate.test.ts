import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Asset, type AssetStore, createAssetStore, StowageError } from '@stowage/core'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { openSqliteMetadata } from '@stowage/core/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MigratablePorts, type MigrateProgress, migrate, movingPorts } from './migrate.ts'

let directory: string
let from: MigratablePorts
let to: MigratablePorts
let store: AssetStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-migrate-'))
  from = await ports('from')
  to = await ports('to')
  store = createAssetStore({ ...movingPorts({ from, to }), sweepEvery: false })
})
afterEach(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

async function ports(name: string): Promise<MigratablePorts> {
  return {
    metadata: await openSqliteMetadata({ file: join(directory, `${name}.db`) }),
    blobs: createFilesystemBlobs({ directory: join(directory, name) }),
  }
}

/** Uploads files before the move begins. */
async function settled(count: number): Promise<Map<Asset, Buffer>> {
  const metadata = { ...from.metadata, close: async () => {} }
  const before = createAssetStore({ metadata, blobs: from.blobs, sweepEvery: false })
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
    expect(records.pause).toBeLessThanOrEqual(2000)
    expect(progress[0]?.records).toBeNull()
    expect(progress.at(-1)?.records?.phase).toBe('moved')

    await store.close()
    await rm(join(directory, 'from'), { recursive: true })
    store = createAssetStore({ ...(await ports('to')), sweepEvery: false })
    expect(await store.keys.verify(token)).toMatchObject({ kind: 'key' })
    for (const [asset, bytes] of files) {
      expect(await store.get(asset.id)).toEqual(asset)
      expect(Buffer.compare(await (await store.read(asset)).bytes(), bytes)).toBe(0)
    }
    expect((await store.list()).total).toBe(files.size)
    expect((await store.maintenance.verify()).problems).toEqual([])
  })

  it('brings along what a process that knows the old place alone stores until the records move', async () => {
    const files = await settled(20)
    const metadata = { ...from.metadata, close: async () => {} }
    const alone = createAssetStore({ metadata, blobs: from.blobs, sweepEvery: false })
    const stored: Asset[] = []
    const refused: unknown[] = []
    const upload = async () => {
      const outcome = await alone.upload(randomBytes(500)).catch((error) => ({ error }))
      if ('error' in outcome) refused.push(outcome.error.code)
      else stored.push(outcome)
    }
    const { source, target } = to.metadata.transfer
    const receive: typeof target.receive = async (request) => {
      await upload()
      await target.receive(request)
    }
    const transfer = { source, target: { ...target, receive } }
    const move = { from, to: { ...to, metadata: { ...to.metadata, transfer } } }
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
    const moved = createAssetStore({ ...to, metadata: { ...to.metadata, close: async () => {} } })
    for (const asset of stored) expect(await moved.get(asset.id)).toEqual(asset)
    expect((await moved.maintenance.verify()).problems).toEqual([])
    await moved.close()
  })

  it('names what is missing at the new place, and copies it in the next run', async () => {
    const [[asset] = []] = await settled(1)
    if (asset === undefined) throw new Error('nothing uploaded')
    const forgetful = {
      ...to.blobs,
      // A medium that loses what it has acknowledged.
      put: async (key: string, ...rest: [never, never]) => {
        await to.blobs.put(key, ...rest)
        await to.blobs.delete([key])
      },
    }
    const lost = await migrate({ from, to: { ...to, blobs: forgetful } })
    expect(lost.proof).toMatchObject({
      copied: 0,
      problems: [{ kind: 'missing', assetId: asset.id }],
    })
    const again = await migrate({ from, to })
    expect(again).toMatchObject({
      records: { pause: null },
      blobs: { copied: 1 },
      proof: { kept: 1, problems: [] },
    })
    expect(await to.blobs.stat(asset.blobKey)).not.toBeNull()
  })

  it('refuses a database that is in use already before it copies a file', async () => {
    await settled(1)
    const used = createAssetStore({ ...to, metadata: { ...to.metadata, close: async () => {} } })
    await used.upload(randomBytes(10))
    await used.close()
    const put = () => Promise.reject(new Error('copied'))
    await expect(
      migrate({ from, to: { ...to, blobs: { ...to.blobs, put } } }),
    ).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'to' },
      message: expect.stringMatching(/not empty/),
    })
  })

  it('leaves the records where they are when a file cannot be read', async () => {
    await settled(1)
    const broken = new StowageError('unavailable', 'a bad sector')
    const faulty = { ...from, blobs: { ...from.blobs, read: () => Promise.reject(broken) } }
    await expect(migrate({ from: faulty, to })).rejects.toMatchObject({
      code: 'unavailable',
      context: { problems: [{ kind: 'unreadable', error: broken }] },
    })
    await store.upload(randomBytes(10))
    expect(await migrate({ from, to })).toMatchObject({ blobs: { problems: [] } })
  })

  it('moves the records of damaged files too, and reports the damage', async () => {
    const [[asset] = []] = await settled(1)
    if (asset === undefined) throw new Error('nothing uploaded')
    await from.blobs.delete([asset.blobKey])
    const { blobs, proof } = await migrate({ from, to })
    expect(proof.problems).toEqual(blobs.problems)
    expect(blobs.problems).toEqual([expect.objectContaining({ kind: 'missing' })])
    expect(await store.get(asset.id)).toEqual(asset)
  })

  it('refuses to move a store onto itself', async () => {
    for (const same of [
      { ...to, blobs: from.blobs },
      { ...to, metadata: from.metadata },
    ]) {
      await expect(migrate({ from, to: same })).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'to' },
      })
    }
  })
})
