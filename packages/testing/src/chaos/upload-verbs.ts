import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { isStowageError, type UploadInput, type UploadManyOptions } from '@stowage/core'
import { inChunks, large, largePicture, picture, small, withUpload } from './samples.ts'
import { sha256 } from './state.ts'
import { type ChaosVerb, plain } from './verb.ts'

/** Uploads, each with one entry point and one kind of file. */
export const uploadVerbs: readonly ChaosVerb[] = [
  plain('upload', async (store, signal) => {
    const asset = await store.upload(small, { name: 'small.txt', signal })
    assert.equal(asset.sha256, sha256(small))
  }),
  plain('upload of a large stream', async (store, signal) => {
    const source = Readable.from(inChunks(large), { objectMode: false })
    const asset = await store.upload(source, { name: 'large.txt', signal })
    assert.equal(asset.sha256, sha256(large))
  }),
  plain(
    'upload with variants',
    async (store, signal) => {
      const asset = await store.upload(picture, { name: 'picture.svg', signal })
      assert.equal(asset.variants.length, 2)
    },
    withUpload,
  ),
  plain(
    'upload of a large picture with variants',
    async (store, signal) => {
      const asset = await store.upload(inChunks(largePicture), { name: 'large.svg', signal })
      assert.equal(asset.variants.length, 2)
    },
    withUpload,
  ),
  plain('uploadMany', async (store, signal) => {
    const files = [small, inChunks(large), picture].map((source, n) => ({ source, name: `${n}` }))
    assert.equal((await store.uploadMany(files, { signal })).length, 3)
  }),
  plain('upload that is aborted in its middle', async (store) => {
    const controller = new AbortController()
    const reason = new Error('changed my mind')
    async function* source() {
      yield* inChunks(large)
      controller.abort(reason)
      await new Promise(() => {})
    }
    await rejectsWith(store.upload(source(), { signal: controller.signal }), reason)
  }),
  plain('upload whose source breaks', async (store, signal) => {
    const reason = new Error('the line is dead')
    async function* source() {
      yield* inChunks(large)
      throw reason
    }
    await rejectsWith(store.upload(Readable.from(source()), { signal }), reason)
  }),
  {
    name: 'upload that is tried again',
    async prepare() {
      return async (store, signal) => {
        const options = { name: 'small.txt', idempotencyKey: 'once', signal }
        const attempt = () => store.upload(small, options)
        const asset = await attempt().catch((error: unknown) => {
          if (signal.aborted || isStowageError(error, 'closed')) throw error
          return attempt()
        })
        assert.equal(asset.sha256, sha256(small))
        assert.equal((await store.list()).total, 1)
      }
    },
    // The second attempt may be refused for a reason of its own.
    steps: true,
  },
  {
    name: 'upload of what is there, and of what is new',
    async prepare(store) {
      const there = await store.upload(small, { name: 'small.txt', externalId: 'one' })
      return async (open, signal) => {
        const files = [{ source: small }, { source: inChunks(large), externalId: 'two' }]
        const [first, second] = await open.uploadMany(files, { onDuplicate: 'return', signal })
        assert.deepEqual([first?.id, second?.externalId], [there.id, 'two'])
      }
    },
  },
  refusedAs('duplicate', {
    files: () => [{ source: inChunks(large) }, { source: small }],
    options: { onDuplicate: 'refuse' },
  }),
  refusedAs('external_id_taken', {
    files: () => [{ source: inChunks(large) }, { source: picture, externalId: 'one' }],
  }),
  plain('upload that refuses duplicates', async (store, signal) => {
    const asset = await store.upload(inChunks(large), { onDuplicate: 'refuse', signal })
    assert.equal(asset.sha256, sha256(large))
  }),
  {
    name: 'upload with a key',
    async prepare(store) {
      const { token } = await store.keys.create({ name: 'uploads' })
      const principal = await store.keys.verify(token)
      assert.ok(principal)
      return (open, signal) => open.upload(small, { name: 'small.txt', principal, signal })
    },
  },
]

/** An upload that must be refused with this code, because of an existing asset. */
function refusedAs(
  code: 'duplicate' | 'external_id_taken',
  {
    files,
    options = {},
  }: {
    /** A source is read once: each run has its own. */
    readonly files: () => readonly UploadInput[]
    readonly options?: UploadManyOptions
  },
): ChaosVerb {
  return {
    name: `upload that is refused: ${code}`,
    async prepare(store) {
      await store.upload(small, { name: 'small.txt', externalId: 'one' })
      return async (open, signal) => {
        const outcome = await open
          .uploadMany(files(), { ...options, signal })
          .catch((error: unknown) => {
            if (!isStowageError(error, code)) throw error
          })
        assert.equal(outcome, undefined, 'it was stored')
      }
    },
  }
}

/** Resolves when the work rejects with this reason, or with the store's error for it; rejects with any other. */
async function rejectsWith(work: Promise<unknown>, reason: unknown): Promise<void> {
  const outcome = await work.then(
    () => 'resolved',
    (error: unknown) => {
      const isReason = error === reason
      if (!isReason && !(isStowageError(error, 'source_failed') && error.cause === reason))
        throw error
    },
  )
  assert.equal(outcome, undefined, 'an upload without its end was stored')
}
