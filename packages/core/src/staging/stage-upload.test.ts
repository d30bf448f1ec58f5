import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createMemoryStaging } from '../memory/staging.ts'
import { MEMORY_LIMIT, stageUpload } from './stage-upload.ts'
import type { Staging } from './staging.ts'
import type { UploadSource } from './upload-source.ts'

/** Memory staging that knows how many of its files are still there. */
function countedStaging(): Staging & { open: number } {
  const staging = createMemoryStaging()
  const counted = {
    ...staging,
    open: 0,
    async create() {
      const file = await staging.create()
      counted.open += 1
      return {
        ...file,
        async discard() {
          counted.open -= 1
          await file.discard()
        },
      }
    },
  }
  return counted
}

const bytesOf = (length: number) => Buffer.alloc(length, 'stowage')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const sources: Record<string, (bytes: Buffer) => UploadSource> = {
  'a Readable': (bytes) => Readable.from(chunked(bytes, 65536), { objectMode: false }),
  'an async iterable': (bytes) => chunked(bytes, 1000),
  'a Uint8Array': (bytes) => new Uint8Array(bytes),
  'a Blob': (bytes) => new Blob([bytes]),
}

describe('stageUpload', () => {
  for (const [kind, make] of Object.entries(sources)) {
    it.each([0, 1, MEMORY_LIMIT, MEMORY_LIMIT + 1, 3_000_000])(
      `stages ${kind} of %i bytes`,
      async (size) => {
        const bytes = bytesOf(size)
        const staging = countedStaging()
        const file = await stageUpload(make(bytes), { staging, limit: size })
        expect(file.size).toBe(size)
        expect(file.sha256).toBe(sha256(bytes))
        expect(Buffer.compare(await buffer(file.stream()), bytes)).toBe(0)
        const rest = await file.read({ start: Math.min(1, size), end: size + 10 })
        expect(Buffer.compare(rest, bytes.subarray(1))).toBe(0)
        if (size <= MEMORY_LIMIT) expect(Buffer.compare(file.content as Uint8Array, bytes)).toBe(0)
        await file.discard()
        expect(staging.open).toBe(0)
      },
    )

    it(`refuses ${kind} of one byte over the limit and leaves nothing`, async () => {
      const staging = countedStaging()
      const upload = stageUpload(make(bytesOf(600_001)), { staging, limit: 600_000 })
      await expect(upload).rejects.toMatchObject({
        code: 'file_too_large',
        context: { limit: 600_000 },
      })
      expect(staging.open).toBe(0)
    })
  }

  it('keeps small streams out of staging', async () => {
    const staging = countedStaging()
    await stageUpload(chunked(bytesOf(MEMORY_LIMIT), 1000), { staging, limit: 1e9 })
    expect(staging.open).toBe(0)
  })

  it.each([
    [MEMORY_LIMIT + 1, 1],
    [MEMORY_LIMIT + 2, 2],
  ])('gives staging all of %i bytes, and never nothing, in %i writes', async (size, writes) => {
    const staging = createMemoryStaging()
    const written: number[] = []
    const watched: Staging = {
      ...staging,
      async create() {
        const file = await staging.create()
        return {
          ...file,
          write(chunks) {
            written.push(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0))
            return file.write(chunks)
          },
        }
      },
    }
    await stageUpload(chunked(bytesOf(size), MEMORY_LIMIT + 1), { staging: watched, limit: size })
    expect(written).toHaveLength(writes)
    expect(written.reduce((sum, bytes) => sum + bytes)).toBe(size)
    expect(written).not.toContain(0)
  })

  it('fails with the error of its source, and leaves nothing', async () => {
    const staging = countedStaging()
    async function* broken() {
      yield bytesOf(500_000)
      throw new Error('the line is dead')
    }
    await expect(stageUpload(broken(), { staging, limit: 1e9 })).rejects.toThrow('the line is dead')
    expect(staging.open).toBe(0)
  })

  it('does not take a destroyed stream for a whole one', async () => {
    const stream = new PassThrough()
    const upload = stageUpload(stream, { staging: countedStaging(), limit: 1e9 })
    stream.write('half')
    setImmediate(() => stream.destroy())
    await expect(upload).rejects.toThrow('destroyed before its end')
  })

  it.each(['a Readable', 'an async iterable'])(
    'stops waiting for %s when aborted',
    async (kind) => {
      const staging = countedStaging()
      const controller = new AbortController()
      const stuck = new PassThrough()
      stuck.write(bytesOf(400_000))
      async function* hanging() {
        yield bytesOf(400_000)
        await new Promise(() => {})
      }
      const source = kind === 'a Readable' ? stuck : hanging()
      const upload = stageUpload(source, { staging, limit: 1e9, signal: controller.signal })
      setTimeout(() => controller.abort(new Error('enough')), 20)
      await expect(upload).rejects.toThrow('enough')
      expect(staging.open).toBe(0)
      if (kind === 'a Readable') expect(stuck.destroyed).toBe(true)
    },
  )

  it('refuses a stream of strings with a hint', async () => {
    const source = Readable.from(['text'], { encoding: 'utf8', objectMode: false })
    await expect(
      stageUpload(source, { staging: countedStaging(), limit: 10 }),
    ).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('setEncoding'),
    })
  })

  it('stages a stream of tiny and empty chunks whole', async () => {
    async function* crumbs() {
      for (let n = 0; n < 200_000; n += 1) yield Buffer.alloc(1, n)
      for (let n = 0; n < 200_000; n += 1) yield new Uint8Array(0)
    }
    const file = await stageUpload(crumbs(), { staging: countedStaging(), limit: 1e9 })
    const bytes = await buffer(file.stream())
    expect(bytes.every((byte, n) => byte === n % 256)).toBe(true)
    expect(bytes.length).toBe(200_000)
  })
})
