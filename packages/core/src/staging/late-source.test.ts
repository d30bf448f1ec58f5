import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import type { LateSource } from './upload-source.ts'

const store = createAssetStore({
  metadata: createMemoryMetadata(),
  blobs: createMemoryBlobs(),
  advanced: { sweepEveryMs: false },
})

function late(name: unknown, text: string): LateSource {
  return {
    open: async () => ({
      name: name as string,
      bytes: (async function* () {
        yield Buffer.from(text)
      })(),
    }),
  }
}

describe('a source that is opened in its turn', () => {
  it('names the file, unless the upload does', async () => {
    expect(await store.upload(late('a.csv', 'a,b'))).toMatchObject({ name: 'a.csv' })
    expect(await store.upload(late('a.csv', 'a,b'), { name: 'b.csv' })).toMatchObject({
      name: 'b.csv',
    })
    expect(await store.upload(late(7, 'a,b'))).toMatchObject({ name: 'untitled' })
  })

  it('is imported, and recognised by its bytes the second time', async () => {
    const item = { source: () => late('a.txt', 'imported'), externalId: 'old/1' }
    const first = await store.admin.import(item)
    expect(first.outcome).toBe('stored')
    expect((await store.admin.import(item)).outcome).toBe('present')
  })

  it('that opens after the upload has ended is freed', async () => {
    const controller = new AbortController()
    let opened: ((source: Awaited<ReturnType<LateSource['open']>>) => void) | undefined
    const upload = store.upload(
      { open: () => new Promise((resolve) => (opened = resolve)) },
      { signal: controller.signal },
    )
    await expect.poll(() => opened).toBeDefined()
    controller.abort(new Error('enough'))
    await expect(upload).rejects.toThrow('enough')
    const freed = new Promise<void>((resolve) => {
      const bytes = (async function* () {
        try {
          yield Buffer.from('x')
        } finally {
          resolve()
        }
      })()
      const { return: end } = bytes
      bytes.return = (value) => {
        resolve()
        return end.call(bytes, value)
      }
      opened?.({ bytes })
    })
    await freed
  })
})
