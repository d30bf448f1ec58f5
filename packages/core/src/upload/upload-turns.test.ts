import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobDirectory, createBlobDirectory, unusedBlobKey } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Turn, turnOf } from '../async/turn.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { disk } from '../filesystem/blobs/blobs.ts'
import { nodeFileSystem } from '../filesystem/io/node-file-system.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { fromPath } from '../staging/from-path.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

/** Bytes of a file that goes to staging. */
const LARGE = 300_000
/** Uploads of one caller, more than there are places of any kind. */
const MANY = 300

let directory: BlobDirectory

beforeEach(async () => {
  directory = await createBlobDirectory()
})

afterEach(() => directory.remove())

function storeOn(blobs: BlobStore): AssetStore {
  return createAssetStore({
    metadata: createMemoryMetadata(),
    blobs,
    advanced: { sweepEveryMs: false },
  })
}

/** Memory, with the turns that new files come in. `hold` keeps them from their storage until `release`. */
function watchedBlobs() {
  const blobs = createMemoryBlobs()
  const turns: (Turn | undefined)[] = []
  let held: Promise<void> | undefined
  let release = () => {}
  const watched: BlobStore = {
    ...blobs,
    async put(key, file, options) {
      turns.push(options?.turn)
      await blobs.put(key, file, options)
    },
    staging: {
      ...blobs.staging,
      async create(options) {
        turns.push(options?.turn)
        await held
        return blobs.staging.create(options)
      },
    },
  }
  return {
    blobs: watched,
    turns,
    hold: () => (held = new Promise((resolve) => (release = resolve))),
    release: () => release(),
  }
}

async function* large(): AsyncGenerator<Uint8Array> {
  yield randomBytes(LARGE)
}

describe('the turn of an upload', () => {
  it('reaches staging and blobs from every verb that stores a file', async () => {
    const { blobs, turns } = watchedBlobs()
    const store = storeOn(blobs).for({ tenant: 'museum' }).for({ actor: 'ann', caller: 'ticket 7' })
    const { id } = await store.upload(large(), { name: 'a.bin' })
    await store.uploadMany([{ source: large(), name: 'b.bin' }])
    await store.versions.replace(id, large())
    await store.admin.import({ source: () => large(), name: 'c.bin', externalId: '1' })
    await store.copy(id)
    expect(turns).toHaveLength(10)
    expect(new Set(turns.map((turn) => `${turn?.tenant} ${turn?.caller}`))).toEqual(
      new Set(['museum caller ticket 7']),
    )
    await store.close()
  })

  it('is that of the scope where no caller is named', async () => {
    const { blobs, turns } = watchedBlobs()
    const store = storeOn(blobs)
    for (const createdBy of ['ann', 'bob'])
      await store.for({ scope: { createdBy } }).upload(large())
    expect(new Set(turns.map((turn) => turn?.caller)).size).toBe(2)
    await store.close()
  })
})

describe('of a caller with many uploads, another one waits for one at most', () => {
  it.each([
    ['files on disk', 32, (path: string) => (store: AssetStore) => store.upload(fromPath(path))],
    ['copies', 4, (_: string, id: string) => (store: AssetStore) => store.copy(id)],
  ])('%s', async (_, places, make) => {
    const { blobs, turns, hold, release } = watchedBlobs()
    const store = storeOn(blobs)
    const path = join(directory.path, 'large.bin')
    await writeFile(path, randomBytes(LARGE))
    const { id } = await store.upload(large(), { name: 'a.bin' })
    const upload = make(path, id)
    hold()
    turns.length = 0
    const all = Array.from({ length: MANY }, () => upload(store.for({ actor: 'ann' })))
    await expect.poll(() => turns.length).toBe(places)
    all.push(upload(store.for({ actor: 'bob' })))
    await new Promise(setImmediate)
    release()
    await Promise.all(all)
    const order = turns.map((turn) => turn?.caller)
    expect(order.filter((caller) => caller === 'caller bob').length).toBeGreaterThan(0)
    // Of each upload come two: its file in staging, then its blob.
    expect(order.indexOf('caller bob')).toBeLessThanOrEqual(2 * places + 2)
    await store.close()
  })

  it.each([
    ['staging files', 64],
    ['blobs', 32],
  ])('%s', async (kind, places) => {
    let opened = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const blobs = disk({
      directory: directory.path,
      fileSystem: {
        ...nodeFileSystem,
        async open(...args) {
          opened += 1
          await held
          return nodeFileSystem.open(...args)
        },
      },
    })
    const { staging } = blobs
    const file = await stageUpload(randomBytes(1000), { staging, limit: 1000 })
    const order: string[] = []
    const take = async (caller: string) => {
      const turn = turnOf({ tenant: 'a', caller })
      if (kind === 'blobs') await blobs.put(unusedBlobKey(), file, { turn })
      const created = kind === 'blobs' ? null : await staging.create({ turn })
      order.push(caller)
      await created?.discard()
    }
    const all = [...Array.from({ length: MANY }, () => take('ann')), take('bob')]
    await expect.poll(() => opened).toBe(places)
    release()
    await Promise.all(all)
    // Those under way may end in any order.
    expect(order.indexOf('bob')).toBeLessThanOrEqual(2 * places)
  })
})
