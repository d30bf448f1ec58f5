import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exportTenant } from './export-tenant.ts'

const run = promisify(execFile)

describe('exportTenant', () => {
  let folder: string
  const metadata = createMemoryMetadata()
  const blobs = createMemoryBlobs()
  const store = createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-export-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('writes what tar of the system reads: folders, records and files, those of the trash too', async () => {
    const acme = store.for({ tenant: 'acme' })
    const trips = await acme.folders.create({ name: 'Trips' })
    const bytes = Buffer.alloc(300_001, 'stowage ')
    const first = await acme.upload(bytes, { name: 'a.txt', folderId: trips.id, tags: ['x'] })
    const second = await acme.upload(Buffer.from('two'), { name: 'b.txt' })
    await acme.trash(second.id)
    await store.upload(Buffer.from('of another tenant'))
    const file = join(folder, 'acme.tar')
    expect(await exportTenant(store, 'acme', { file })).toEqual({ assets: 2, bytes: 300_004 })

    await run('tar', ['-xf', file, '-C', folder])
    const read = (name: string) => readFile(join(folder, name))
    expect(JSON.parse(String(await read('stowage.json')))).toEqual({
      version: 1,
      tenant: 'acme',
      counted: true,
    })
    expect(JSON.parse(String(await read('end.json')))).toEqual({ assets: 2, bytes: 300_004 })
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

  it('has the folders that are made while it is written, and names none that went away', async () => {
    const used = store.for({ tenant: 'used' })
    const gone = await used.folders.create({ name: 'Gone' })
    const [last, lost] = [
      await used.upload(Buffer.from('last'), { name: 'last' }),
      await used.upload(Buffer.from('lost'), { name: 'lost', folderId: gone.id }),
    ]
    const ids: string[] = []
    const exporting = createAssetStore({
      metadata: {
        ...metadata,
        folders: {
          ...metadata.folders,
          async list(query) {
            if (ids.length > 0) return metadata.folders.list(query)
            const { id: parentId } = await used.folders.create({ name: 'New' })
            const { id } = await used.folders.create({ name: 'In it', parentId })
            ids.push(parentId, id)
            await used.select(last.id).move(id)
            return { folders: [], total: 0 }
          },
        },
        assets: {
          ...metadata.assets,
          async list(query) {
            const found = await metadata.assets.list(query)
            await used.folders.delete(gone.id, { assets: 'detach' }).catch(() => {})
            return found
          },
        },
      },
      blobs,
      advanced: { sweepEveryMs: false },
    })
    await exportTenant(exporting, 'used', { file: join(folder, 'used.tar') })
    await run('tar', ['-xf', join(folder, 'used.tar'), '-C', folder])
    const text = async (name: string) => String(await readFile(join(folder, name)))
    const made = (await text('folders/1.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(made.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(JSON.parse(await text(`assets/${last.id}.json`)).folderId).toBe(ids[1])
    expect(JSON.parse(await text(`assets/${lost.id}.json`)).folderId).toBeNull()
  })

  it('has every attachment of a field that is put in another order meanwhile, once', async () => {
    const busy = store.for({ tenant: 'busy' })
    const files = ['b', 'a', 'c'].map((name) => ({ source: Buffer.from(name) }))
    const [b = '', a = '', c = ''] = (await busy.uploadMany(files)).map(({ id }) => id)
    const album = { type: 'album', id: '1', field: 'files' }
    await busy.owners.set([a, b, c], album)
    const exporting = createAssetStore({
      metadata: {
        ...metadata,
        owners: {
          ...metadata.owners,
          async ownersOf(query) {
            if (query.id === a) await busy.owners.set([b, c, a], album)
            return metadata.owners.ownersOf(query)
          },
        },
      },
      blobs,
      advanced: { sweepEveryMs: false },
    })
    const file = join(folder, 'busy.tar')
    await exportTenant(exporting, 'busy', { file })
    await run('tar', ['-xf', file, '-C', folder])
    const lines = String(await readFile(join(folder, 'attachments/1.jsonl')))
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line).assetId)).toEqual([a, b, c])
  })

  it('takes the content that is there, with its own facts, when one was replaced meanwhile', async () => {
    const [first, second] = [Buffer.from('first'), Buffer.from('the second one')]
    const { id, blobKey } = await store.for({ tenant: 'edited' }).upload(first)
    const replacing = createAssetStore({
      metadata,
      blobs: {
        ...blobs,
        async read(key, options) {
          if (key === blobKey) {
            await store.for({ tenant: 'edited' }).versions.replace(id, second)
            await blobs.delete([key])
          }
          return blobs.read(key, options)
        },
      },
      advanced: { sweepEveryMs: false },
    })
    const file = join(folder, 'edited.tar')
    const report = await exportTenant(replacing, 'edited', { file })
    expect(report).toEqual({ assets: 1, bytes: second.length })
    await run('tar', ['-xf', file, '-C', folder])
    const record = JSON.parse(String(await readFile(join(folder, `assets/${id}.json`))))
    const sha256 = createHash('sha256').update(second).digest('hex')
    expect(record).toMatchObject({ sha256, size: second.length })
    expect(await readFile(join(folder, `assets/${id}.file`))).toEqual(second)
  })

  it('goes on where the system takes fewer bytes than it was given', async () => {
    const bytes = Buffer.alloc(5000, 'stowage ')
    const { id } = await store.for({ tenant: 'short' }).upload(bytes)
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
    await exportTenant(store, 'short', { file }).finally(() => short.mockRestore())
    await run('tar', ['-xf', file, '-C', folder])
    expect(await readFile(join(folder, `assets/${id}.file`))).toEqual(bytes)
  })

  it('writes the attachments of active assets, each field in its order, and until when one is pending', async () => {
    const blog = store.for({ tenant: 'blog' })
    const names = Array.from({ length: 5 }, (_, index) => `${index}.txt`)
    const assets = await blog.uploadMany(names.map((name) => ({ source: Buffer.from(name), name })))
    const [a, b, c, d, e] = assets.map(({ id }) => id) as [string, string, string, string, string]
    const post = { type: 'post', id: '1' }
    await blog.owners.add([c, a, b, e], { ...post, field: 'pictures' })
    await blog.owners.add([d], { ...post, field: 'cover' })
    await blog.owners.add([a], { type: 'user', id: '2' })
    await blog.trash(e)
    const waiting = await blog.upload(Buffer.from('p'), { pending: { hours: 5 } })
    const file = join(folder, 'blog.tar')
    await exportTenant(store, 'blog', { file })
    await run('tar', ['-xf', file, '-C', folder])
    const lines = String(await readFile(join(folder, 'attachments/1.jsonl')))
      .trim()
      .split('\n')
    const attachments = lines.map((line) => JSON.parse(line))
    const ofField = (name: string) =>
      attachments.filter(({ field }) => field === name).map(({ assetId }) => assetId)
    expect(ofField('pictures')).toEqual([c, a, b])
    expect(ofField('cover')).toEqual([d])
    expect(attachments).toContainEqual({
      type: 'user',
      id: '2',
      field: '',
      assetId: a,
      externalId: null,
    })
    expect(attachments).toHaveLength(5)
    const record = JSON.parse(String(await readFile(join(folder, `assets/${waiting.id}.json`))))
    expect(record.pendingUntil).toBe(waiting.pendingUntil)
  })

  it('refuses a tenant that never was, and writes the archive of one that has nothing any more', async () => {
    const file = join(folder, 'tenant.tar')
    await expect(exportTenant(store, 'acmee', { file })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'tenant' },
      message: 'There is no tenant "acmee". tenants.list() names all.',
    })
    expect(await readdir(folder)).toEqual([])
    const { id } = await store.for({ tenant: 'gone' }).upload(Buffer.from('one'))
    await store.for({ tenant: 'gone' }).trash(id)
    await store.for({ tenant: 'gone' }).purge(id)
    expect(await exportTenant(store, 'gone', { file })).toEqual({ assets: 0, bytes: 0 })
  })

  it('names the file that is in the way before it reads any', async () => {
    const file = join(folder, 'taken.tar')
    await writeFile(file, 'mine')
    const { blobKey } = await store.for({ tenant: 'lost' }).upload(Buffer.from('one'))
    await blobs.delete([blobKey])
    const message = `There is a file ${file} already. Choose another name, or delete it.`
    await expect(exportTenant(store, 'lost', { file })).rejects.toMatchObject({ message })
  })

  it('rejects with the reason of an abort, and with what onProgress throws', async () => {
    const aborted = store.for({ tenant: 'aborted' })
    for (const text of ['1', '2']) await aborted.upload(Buffer.from(text))
    const file = join(folder, 'aborted.tar')
    const controller = new AbortController()
    const { signal } = controller
    const reason = new Error('my reason')
    const abort = () => controller.abort(reason)
    const stopped = exportTenant(store, 'aborted', { file, signal, onProgress: abort })
    await expect(stopped).rejects.toBe(reason)
    const own = new TypeError('of the app')
    const failing = () => {
      throw own
    }
    const failed = exportTenant(store, 'aborted', { file, onProgress: failing })
    await expect(failed).rejects.toBe(own)
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves nothing behind when it fails, and takes the place of no file', async () => {
    const file = join(folder, 'acme.tar')
    await writeFile(file, 'mine')
    const invalid = { code: 'invalid_argument' }
    await expect(exportTenant(store, 'acme', { file })).rejects.toMatchObject(invalid)
    expect(await readdir(folder)).toEqual(['acme.tar'])
    expect(String(await readFile(file))).toBe('mine')
    const damaged = await store.for({ tenant: 'damaged' }).upload(Buffer.from('one'))
    await blobs.delete([damaged.blobKey])
    const other = join(folder, 'damaged.tar')
    const named = { code: 'blob_damaged', context: { id: damaged.id } }
    const missing = { ...named, message: expect.stringContaining('is missing. Run verify') }
    await expect(exportTenant(store, 'damaged', { file: other })).rejects.toMatchObject(missing)
    const cut = { ...blobs, read: async () => Buffer.from('on') }
    const rotten = createAssetStore({ metadata, blobs: cut, advanced: { sweepEveryMs: false } })
    const short = { ...named, message: expect.stringContaining('has 2 bytes, not 3. Run verify') }
    await expect(exportTenant(rotten, 'damaged', { file: other })).rejects.toMatchObject(short)
    expect(await readdir(folder)).toEqual(['acme.tar'])
    const scoped = store.for({ scope: { createdBy: 'ann' } })
    await expect(exportTenant(scoped, 'acme', { file: other })).rejects.toMatchObject(invalid)
  })

  it.each([
    [
      'options must be an object of options for exportTenant, not a string.',
      [store, 'acme', 'acme.tar'],
    ],
    ['file is missing. It must be a path: a string, not empty, without NUL.', [store, 'acme', {}]],
    [
      'store must be what openAssetStore of the same @stowage/core resolved to, not a string.',
      ['acme', 'acme', { file: 'acme.tar' }],
    ],
  ])('refuses what it cannot use: %s', async (message, given) => {
    const call = exportTenant as (...given: unknown[]) => Promise<unknown>
    await expect(call(...given)).rejects.toMatchObject({ code: 'invalid_argument', message })
  })
})
