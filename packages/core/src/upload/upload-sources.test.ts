import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Principal } from '../keys/api-key.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { StoreLimits } from '../options/limits.ts'
import { fromPath } from '../staging/from-path.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import type { UploadInput } from './upload-options.ts'

function memoryStore(limits: Partial<StoreLimits> = {}): AssetStore {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    limits,
    advanced: { sweepEveryMs: false, closeTimeout: 1 },
  })
  onTestFinished(() => store.close())
  return store
}

/** A web stream of nothing, and whether it was cancelled. */
function webStream() {
  const state = { cancelled: false }
  const source = new ReadableStream<Uint8Array>({
    cancel() {
      state.cancelled = true
    },
  })
  return { source: source as unknown as UploadSource, state }
}

const foreign: Principal = { kind: 'external', id: 'x', tenant: 'other', permissions: ['write'] }

describe('sources that wait for their turn', () => {
  it('may fail while an earlier one is read: the upload rejects, the process goes on', async () => {
    const store = memoryStore()
    const first = new PassThrough()
    const second = new PassThrough()
    const upload = store.uploadMany([{ source: first }, { source: second }])
    first.write('a part')
    second.destroy(new Error('the disk is gone'))
    await new Promise((resolve) => second.once('close', resolve))
    first.end()
    await expect(upload).rejects.toMatchObject({
      code: 'source_failed',
      message: expect.stringContaining('the disk is gone'),
      context: { index: 1 },
    })
  })

  it('are discarded when a file before them is refused', async () => {
    const store = memoryStore()
    const later = new PassThrough()
    const web = webStream()
    const refused = { source: new PassThrough(), name: 7 as unknown as string }
    const files = [refused, { source: later }, { source: web.source }]
    await expect(store.uploadMany(files)).rejects.toMatchObject({ code: 'invalid_argument' })
    expect([refused.source.destroyed, later.destroyed, web.state.cancelled]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('are discarded when the reading of a file before them fails', async () => {
    const store = memoryStore()
    const later = [new PassThrough(), new PassThrough()]
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a part')
      throw new Error('cut off')
    }
    const files = [{ source: broken() }, ...later.map((source) => ({ source }))]
    await expect(store.uploadMany(files)).rejects.toThrow('cut off')
    expect(later.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })

  it.each<[string, (store: AssetStore, files: Iterable<UploadInput>) => Promise<unknown>]>([
    ['a principal of another tenant', (s, files) => s.uploadMany(files, { principal: foreign })],
    ['an unusable key', (s, files) => s.uploadMany(files, { idempotencyKey: '' })],
    ['an abort', (s, files) => s.uploadMany(files, { signal: AbortSignal.abort() })],
    ['wrong options', (s, files) => s.uploadMany(files, 'no options' as never)],
    [
      'a closed store',
      async (s, files) => {
        await s.close()
        return s.uploadMany(files)
      },
    ],
  ])('are discarded after %s', async (_, upload) => {
    const store = memoryStore()
    for (const wrap of [(list: UploadInput[]) => list, (list: UploadInput[]) => new Set(list)]) {
      const stream = new PassThrough()
      const web = webStream()
      await expect(
        upload(store, wrap([{ source: stream }, { source: web.source }])),
      ).rejects.toThrow()
      stream.destroy(new Error('too late to harm'))
      expect([stream.destroyed, web.state.cancelled]).toEqual([true, true])
    }
  })

  it.each<[string, (source: UploadSource) => readonly UploadInput[], string]>([
    ['is refused', (source) => [{ source, sha256: 'abc' }], 'invalid_argument'],
    [
      'is one too many',
      (source) => [{ source: Buffer.from('first') }, { source }],
      'too_many_files',
    ],
  ])('is discarded when a generator gave it and it %s', async (_, filesOf, code) => {
    const store = memoryStore({ filesPerUpload: 1 })
    const stream = new PassThrough()
    const web = webStream()
    for (const source of [stream, web.source]) {
      const files = (async function* () {
        yield* filesOf(source)
      })()
      await expect(store.uploadMany(files)).rejects.toMatchObject({ code })
    }
    expect([stream.destroyed, web.state.cancelled]).toEqual([true, true])
  })

  it('outlive an error that comes after they were discarded', async () => {
    const store = memoryStore()
    const failing = new Readable({
      read() {},
      destroy: (_, done) => void setImmediate(() => done(new Error('cannot close'))),
    })
    const closed = new Promise((resolve) => failing.once('close', resolve))
    await expect(store.upload(failing, { idempotencyKey: '' })).rejects.toThrow()
    await closed
  })
})

describe('a stream that was read before', () => {
  const used = {
    code: 'invalid_argument',
    context: { argument: 'source' },
    message: expect.stringMatching(/^This stream was read before, .* Pass a fresh stream\.$/),
  }

  it('is refused, read to its end or in part', async () => {
    const store = memoryStore()
    const ended = Readable.from([Buffer.from('a')])
    await ended.toArray()
    const begun = new PassThrough()
    begun.write('a part')
    begun.read()
    begun.end('the rest')
    for (const stream of [ended, begun])
      await expect(store.upload(stream)).rejects.toMatchObject(used)
    expect((await store.list()).total).toBe(0)
  })

  it('is refused as the source of a second upload', async () => {
    const store = memoryStore()
    const stream = Readable.from([Buffer.from('a')])
    expect((await store.upload(stream)).size).toBe(1)
    await expect(store.upload(stream)).rejects.toMatchObject(used)
  })

  it('gets another message than one that was destroyed, or one that failed', async () => {
    const store = memoryStore()
    await expect(store.upload(new PassThrough().destroy())).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('destroyed before it was read'),
    })
    const failed = new PassThrough().on('error', () => {}).destroy(new Error('gone'))
    await expect(store.upload(failed)).rejects.toMatchObject({ code: 'source_failed' })
  })

  it('is not one that has bytes waiting, or none at all', async () => {
    const store = memoryStore()
    const waiting = new PassThrough()
    waiting.end('bytes')
    expect((await store.upload(waiting)).size).toBe(5)
    expect((await store.upload(new PassThrough().end())).size).toBe(0)
  })
})

describe('a web stream', () => {
  it('is cancelled when the upload is aborted while it has nothing to give', async () => {
    const store = memoryStore()
    const { source, state } = webStream()
    const controller = new AbortController()
    const upload = store.upload(source, { signal: controller.signal })
    setImmediate(() => controller.abort(new Error('enough')))
    await expect(upload).rejects.toThrow('enough')
    expect(state.cancelled).toBe(true)
  })

  it('is stored', async () => {
    const store = memoryStore()
    const source = new Blob(['web']).stream() as unknown as UploadSource
    expect((await store.upload(source)).size).toBe(3)
  })
})

describe('files by their path', () => {
  async function directory(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'stowage-'))
    onTestFinished(() => rm(path, { recursive: true }))
    return path
  }

  it('are stored under their name, alone and together, and another name goes first', async () => {
    const store = memoryStore()
    const path = join(await directory(), 'a.txt')
    await writeFile(path, 'words')
    expect((await store.upload(fromPath(path))).name).toBe('a.txt')
    expect((await store.upload(fromPath(path), { name: 'b.txt' })).name).toBe('b.txt')
    const [asset] = await store.uploadMany([fromPath(path)])
    expect(asset).toMatchObject({ name: 'a.txt', size: 5 })
  })

  it('are refused as an argument when there is no such file', async () => {
    const store = memoryStore()
    const path = await directory()
    for (const [wrong, system, message] of [
      [join(path, 'nope'), 'ENOENT', `There is no file ${path}`],
      [path, 'EISDIR', `${path} is a folder.`],
    ] as const) {
      await expect(store.uploadMany([fromPath(wrong)])).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'path', system, index: 0 },
        message: expect.stringContaining(message),
      })
    }
    for (const wrong of ['', 'a\0b', 7, undefined]) {
      expect(() => fromPath(wrong as string)).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      )
    }
  })

  it('that are strings are refused with a hint at fromPath', async () => {
    const store = memoryStore()
    const hint = { code: 'invalid_argument', message: expect.stringContaining('fromPath') }
    await expect(store.upload('photo.jpg' as never)).rejects.toMatchObject(hint)
    await expect(store.uploadMany(['photo.jpg'] as never)).rejects.toMatchObject(hint)
    await expect(store.uploadMany('photo.jpg' as never)).rejects.toMatchObject(hint)
  })

  it('that are streams of missing files reject with the code for failed sources', async () => {
    const store = memoryStore()
    const source = createReadStream(join(await directory(), 'nope'))
    await expect(store.upload(source)).rejects.toMatchObject({
      code: 'source_failed',
      cause: { code: 'ENOENT' },
    })
  })
})
