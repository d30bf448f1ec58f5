import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type BlobDirectory, createBlobDirectory } from '@stowage/testing/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AssetStore } from '../store/asset-store.ts'
import { openAssetStore } from '../store/opening/open-asset-store.ts'
import { bundleScript } from './bundle-script.fixture.ts'
import { UPLOAD_LEASE } from './upload-holds.ts'

const SIZE = 700_001
const BYTES = Buffer.alloc(SIZE, 'all bytes of a file ')

/** Sends the rest of an upload, and is killed at a point on the way to its asset. */
const SCRIPT = `
  import { disk } from '../filesystem.ts'
  import { createAssetStore } from '../store/opening/create-asset-store.ts'
  import { openSqliteMetadata } from '../sqlite/metadata/open-sqlite-metadata.ts'
  const [directory, id, offset, point] = process.argv.slice(2)
  const die = () => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  }
  const at = (name, object, method, when) => {
    if (name !== point) return
    const call = object[method].bind(object)
    object[method] = async (...given) => {
      if (when === 'before') return die()
      await call(...given)
      return die()
    }
  }
  const metadata = await openSqliteMetadata({ file: directory + '/stowage.db' })
  const blobs = disk({ directory })
  const uploads = { ...metadata.uploads }
  const assets = { ...metadata.assets }
  const pieces = { ...blobs.pieces }
  const append = pieces.append
  pieces.append = async (...given) => {
    const writer = await append(...given)
    at('synced', writer, 'sync', 'after')
    at('confirmed', writer, 'confirm', 'after')
    return writer
  }
  at('advanced', uploads, 'advance', 'after')
  at('joined', pieces, 'join', 'after')
  at('put', blobs, 'put', 'after')
  at('inserting', assets, 'insert', 'before')
  at('inserted', assets, 'insert', 'after')
  at('discarded', pieces, 'discard', 'after')
  const store = createAssetStore({
    metadata: { ...metadata, uploads, assets },
    blobs: { ...blobs, pieces },
    advanced: { sweepEveryMs: false },
    // No library of types is beside this script.
    onError: () => {},
  })
  const bytes = Buffer.alloc(${SIZE}, 'all bytes of a file ').subarray(Number(offset))
  await store.uploads.append(id, { offset: Number(offset), source: bytes })
`

let directory: BlobDirectory
let script: string

beforeAll(async () => {
  directory = await createBlobDirectory()
  script = path.join(directory.path, 'append.mjs')
  await bundleScript(SCRIPT, script)
})

afterAll(() => directory.remove())

/** `ahead`: milliseconds by which its clock is ahead of that of the processes. */
function openStore(home: string, ahead = 0): Promise<AssetStore> {
  const clock = () => (Date.now() + ahead) * 1000
  return openAssetStore({ directory: home, advanced: { sweepEveryMs: false, clock } })
}

/** An upload with half of its bytes; the process that sent the rest was killed at this point. */
async function killedAt(point: string): Promise<{ readonly home: string; readonly id: string }> {
  const home = path.join(directory.path, point)
  const store = await openStore(home)
  const { id } = await store.uploads.create({ name: 'a.txt', size: SIZE })
  const half = BYTES.subarray(0, SIZE >> 1)
  const { upload } = await store.uploads.append(id, { offset: 0, source: half })
  await store.close()
  const args = [script, home, id, String(upload.offset), point]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  return { home, id }
}

describe('an upload whose process is killed', () => {
  it.each([
    ['synced', 'receiving'],
    ['advanced', 'finishing'],
    ['confirmed', 'finishing'],
    ['joined', 'finishing'],
    ['put', 'finishing'],
    ['inserting', 'finishing'],
    ['inserted', 'done'],
    ['discarded', 'done'],
  ] as const)(
    'at the point `%s` is %s, and becomes one asset',
    { timeout: 60_000 },
    async (point, status) => {
      const { home, id } = await killedAt(point)
      const store = await openStore(home, UPLOAD_LEASE)
      try {
        const found = await store.uploads.get(id)
        expect(found.status).toBe(status)
        // Only what was recorded is acknowledged. What nobody was told of comes again.
        expect(found.offset).toBe(status === 'receiving' ? SIZE >> 1 : SIZE)
        // As `HEAD` does. The lease of the dead process is over.
        const waited = await store.uploads.resume(id)
        const { upload, asset } =
          status === 'receiving'
            ? await store.uploads.append(id, {
                offset: waited.upload.offset,
                source: BYTES.subarray(waited.upload.offset),
              })
            : waited
        expect(upload).toMatchObject({ status: 'done', offset: SIZE, assetId: asset?.id })
        expect(asset?.sha256).toBe(createHash('sha256').update(BYTES).digest('hex'))
        expect(BYTES.equals(await (await store.read(asset?.id ?? '')).bytes())).toBe(true)
        const again = { offset: SIZE, source: new Uint8Array() }
        expect((await store.uploads.append(id, again)).asset?.id).toBe(asset?.id)
        expect((await store.list()).total).toBe(1)
        await store.admin.sweep()
        expect(await filesIn(path.join(home, 'uploads'))).toEqual([])
        expect(await store.admin.verify()).toMatchObject({ problems: [] })
      } finally {
        await store.close()
      }
    },
  )
})

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
}
