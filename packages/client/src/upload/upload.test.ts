import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'
import type { UploadProgress } from './upload-options.ts'

let service: Service

beforeEach(async () => {
  service = await startService()
})
afterEach(() => {
  vi.unstubAllGlobals()
  return service.close()
})

const MEBIBYTE = 1024 ** 2
const some = (bytes: number) => new Blob([new Uint8Array(bytes).fill(65)])
const keys = () => service.requests.map(({ headers }) => headers['idempotency-key'])

describe('upload', () => {
  it.each([
    ['a "quoted" name.txt', 'a "quoted" name.txt'],
    ['日本 ä.txt', '日本 ä.txt'],
    ['line\r\nbreak.txt', 'linebreak.txt'],
    ['', 'untitled'],
  ])('stores a file under the name %j', async (name, stored) => {
    const { attributes } = await service.client().upload(some(3), { name })
    expect(attributes.name).toBe(stored)
  })

  it('takes the name of a File, and else stores `untitled`', async () => {
    const client = service.client()
    const named = await client.upload(new File(['x'], 'own.txt'))
    const nameless = await client.upload(some(1))
    expect([named.attributes.name, nameless.attributes.name]).toEqual(['own.txt', 'untitled'])
  })

  it('sends a file of the disk, with its length', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-client-'))
    try {
      const file = path.join(directory, 'a.bin')
      await writeFile(file, Buffer.alloc(MEBIBYTE, 1))
      const { attributes } = await service.client().upload(await openAsBlob(file))
      expect(attributes.size).toBe(MEBIBYTE)
      expect(Number(service.requests[0]?.headers['content-length'])).toBeGreaterThan(MEBIBYTE)
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  it('stores several files in their order, or none', async () => {
    const client = service.client()
    const files = [new File(['a'], 'a.txt'), { file: some(2), name: 'b.txt' }, some(3)]
    const assets = await client.uploadMany(files)
    expect(assets.map(({ attributes: { name, size } }) => [name, size])).toEqual([
      ['a.txt', 1],
      ['b.txt', 2],
      ['untitled', 3],
    ])
    const tooLarge = client.uploadMany([some(1), some(5 * MEBIBYTE)])
    await expect(tooLarge).rejects.toMatchObject({ code: 'file_too_large', status: 413 })
    expect((await client.list()).meta.total).toBe(3)
  })

  it('reports bytes of the file as they are sent, and the whole once it is stored', async () => {
    const seen: UploadProgress[] = []
    const size = 2 * MEBIBYTE
    const onProgress = (progress: UploadProgress) => void seen.push(progress)
    const { attributes } = await service.client().upload(some(size), { onProgress })
    expect(attributes.size).toBe(size)
    expect(seen.length).toBeGreaterThan(2)
    expect(seen.map(({ loaded }) => loaded)).toEqual(
      seen.map(({ loaded }) => loaded).toSorted((a, b) => a - b),
    )
    expect(seen.at(0)?.loaded).toBeLessThan(size)
    expect(seen.at(-1)).toEqual({ loaded: size, total: size })
    const [request] = service.requests
    expect(Number(request?.headers['content-length'])).toBeGreaterThan(size)
    expect(request?.headers['transfer-encoding']).toBeUndefined()
  })

  it('reports an empty file', async () => {
    const seen: UploadProgress[] = []
    await service.client().upload(some(0), { onProgress: (progress) => void seen.push(progress) })
    expect(seen.at(-1)).toEqual({ loaded: 0, total: 0 })
  })

  it('tries again under one Idempotency-Key, and is stored once though the answer was lost', async () => {
    service.intercept = (_, res) => {
      if (service.requests.length > 1) return false
      // The service stores the file, and its answer never arrives.
      res.end = () => res.destroy()
      return false
    }
    const client = service.client()
    await client.upload(some(10), { onProgress: () => {} })
    expect(service.requests).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^"[0-9a-f]{32}"$/)
    expect((await client.list()).meta.total).toBe(1)
  })

  it('has a new key for each call, unless it is given', async () => {
    const client = service.client()
    await client.upload(some(1))
    await client.upload(some(1))
    const idempotencyKey = 'order-7'
    const [first, again] = [
      await client.upload(some(2), { idempotencyKey }),
      await client.upload(some(2), { idempotencyKey }),
    ]
    expect(again.id).toBe(first.id)
    expect(new Set(keys()).size).toBe(3)
    const other = client.upload(some(3), { idempotencyKey })
    await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict', status: 422 })
  })

  it.each([[undefined], [() => {}]])(
    'ends when its signal is aborted (onProgress: %s)',
    async (onProgress) => {
      const controller = new AbortController()
      const reason = new Error('the user left')
      service.intercept = (req) => {
        req.once('data', () => controller.abort(reason))
        return true
      }
      const { signal } = controller
      const uploading = service.client().upload(some(MEBIBYTE), { signal, onProgress })
      await expect(uploading).rejects.toBe(reason)
      expect(service.requests).toHaveLength(1)
      expect(service.pauses).toEqual([])
    },
  )

  it('sends nothing when its signal is aborted before its headers are made', async () => {
    class UnusedXhr {
      constructor() {
        throw new Error('a request was made')
      }
    }
    vi.stubGlobal('XMLHttpRequest', UnusedXhr)
    const controller = new AbortController()
    const reason = new Error('enough')
    const uploading = service
      .client()
      .upload(some(1), { signal: controller.signal, onProgress() {}, retries: 0 })
    controller.abort(reason)
    await expect(uploading).rejects.toBe(reason)
  })

  it('sends nothing when its signal is aborted before', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(service.client().upload(some(1), { signal })).rejects.toThrow('too late')
    expect(service.requests).toEqual([])
  })
})
