import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

  it('takes the content that is there, with its own facts, when one was replaced meanwhile', async () => {
    const [first, second] = [Buffer.from('first'), Buffer.from('the second one')]
    const { id, blobKey } = await store.forTenant('edited').upload(first)
    const replacing = createAssetStore({
      metadata,
      blobs: {
        ...blobs,
        async read(key, options) {
          if (key === blobKey) {
            await store.forTenant('edited').replaceContent(id, second)
            await blobs.delete([key])
          }
          return blobs.read(key, options)
        },
      },
      sweepEvery: false,
    })
    const file = join(folder, 'edited.tar')
    const report = await replacing.tenants.export('edited', { file })
    expect(report).toEqual({ assets: 1, bytes: second.length })
    await run('tar', ['-xf', file, '-C', folder])
    const record = JSON.parse(String(await readFile(join(folder, `assets/${id}.json`))))
    const sha256 = createHash('sha256').update(second).digest('hex')
    expect(record).toMatchObject({ sha256, size: second.length })
    expect(await readFile(join(folder, `assets/${id}.file`))).toEqual(second)
  })

  it('goes on where the system takes fewer bytes than it was given', async () => {
    const bytes = Buffer.alloc(5000, 'stowage ')
    const { id } = await store.forTenant('short').upload(bytes)
    const probe = await open(join(folder, 'probe'), 'w')
    await probe.close()
    const handle = Object.getPrototypeOf(probe) as FileHandle
    const write = handle.write as (this: FileHandle, ...given: unknown[]) => Promise<unknown>
    const short = vi.spyOn(handle, 'write').mockImplementation(function (
      this: FileHandle,
      ...given: unknown[]
    ) {
      const [chunk, options] = given as [Buffer, { offset?: number; length?: number } | undefined]
      const offset = options?.offset ?? 0
      const length = Math.min(options?.length ?? chunk.length - offset, 7)
      return write.call(this, chunk, offset, length, null)
    } as never)
    const file = join(folder, 'short.tar')
    await store.tenants.export('short', { file }).finally(() => short.mockRestore())
    await run('tar', ['-xf', file, '-C', folder])
    expect(await readFile(join(folder, `assets/${id}.file`))).toEqual(bytes)
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
