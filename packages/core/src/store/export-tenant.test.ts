import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryBlobs } from '../memory/blobs.ts'
import { createMemoryMetadata } from '../memory/metadata/create-memory-metadata.ts'
import { createAssetStore } from './create-asset-store.ts'

const run = promisify(execFile)

describe('tenants.export', () => {
  let folder: string
  const metadata = createMemoryMetadata()
  const blobs = createMemoryBlobs()
  const store = createAssetStore({ metadata, blobs, sweepEvery: false })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-export-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('writes what tar of the system reads: folders, records and files, those of the trash too', async () => {
    const acme = store.forTenant('acme')
    const trips = await acme.folders.create({ name: 'Trips' })
    const bytes = Buffer.alloc(300_001, 'stowage ')
    const first = await acme.upload(bytes, { name: 'a.txt', folderId: trips.id, tags: ['x'] })
    const second = await acme.upload(Buffer.from('two'), { name: 'b.txt' })
    await acme.trash(second.id)
    await store.upload(Buffer.from('of another tenant'))
    const file = join(folder, 'acme.tar')
    expect(await store.tenants.export('acme', { file })).toEqual({ assets: 2, bytes: 300_004 })

    await run('tar', ['-xf', file, '-C', folder])
    const read = (name: string) => readFile(join(folder, name))
    expect(JSON.parse(String(await read('stowage.json')))).toEqual({ version: 1, tenant: 'acme' })
    const folders = String(await read('folders.jsonl'))
      .trim()
      .split('\n')
    expect(folders.map((line) => JSON.parse(line))).toMatchObject([{ id: trips.id, name: 'Trips' }])
    expect((await readdir(join(folder, 'assets'))).length).toBe(4)
    expect(await read(`assets/${first.id}.file`)).toEqual(bytes)
    const record = JSON.parse(String(await read(`assets/${first.id}.json`)))
    const { sha256, createdAt, publicFileId } = first
    expect(record).toMatchObject({ sha256, createdAt, publicFileId, tags: ['x'] })
    expect(record).not.toHaveProperty('blobKey')
    expect(String(await read(`assets/${second.id}.file`))).toBe('two')
    expect(JSON.parse(String(await read(`assets/${second.id}.json`))).trashedAt).not.toBeNull()
  })

  it('leaves nothing behind when it fails, and takes the place of no file', async () => {
    const file = join(folder, 'acme.tar')
    await writeFile(file, 'mine')
    const invalid = { code: 'invalid_argument' }
    await expect(store.tenants.export('acme', { file })).rejects.toMatchObject(invalid)
    expect(await readdir(folder)).toEqual(['acme.tar'])
    expect(String(await readFile(file))).toBe('mine')
    const damaged = await store.forTenant('damaged').upload(Buffer.from('one'))
    await blobs.delete([damaged.blobKey])
    const other = join(folder, 'damaged.tar')
    const missing = { code: 'blob_not_found' }
    await expect(store.tenants.export('damaged', { file: other })).rejects.toMatchObject(missing)
    expect(await readdir(folder)).toEqual(['acme.tar'])
    const scoped = store.scoped({ createdBy: 'ann' })
    await expect(scoped.tenants.export('acme', { file: other })).rejects.toMatchObject(invalid)
  })
})
