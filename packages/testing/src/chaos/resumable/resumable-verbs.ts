import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import type { ChaosFixture } from '../chaos-fixture.ts'
import { inChunks, large } from '../samples.ts'
import { sha256 } from '../state.ts'
import type { ChaosVerb } from '../verb.ts'

const HALF = 300_000
/** Hours after which a dead writer's hold is over, and before the job that finishes uploads is due. */
const PAST_THE_HOLD = 11 / 3600

/** An upload of `large` with this many bytes. */
async function begun(store: AssetStore, bytes: number): Promise<string> {
  const { id } = await store.uploads.create({ name: 'large.txt', size: large.length })
  if (bytes > 0) {
    await store.uploads.append(id, { offset: 0, source: inChunks(large.subarray(0, bytes)) })
  }
  return id
}

/** Goes on as a client does: asks what there is, and sends what is missing up to here. */
function goOnTo(end: number) {
  return async (store: AssetStore, fixture: ChaosFixture): Promise<void> => {
    await fixture.pass(PAST_THE_HOLD)
    const [found] = (await store.uploads.list()).uploads
    assert.ok(found)
    const { upload } = await store.uploads.resume(found.id)
    const { offset } = upload
    assert.ok(offset <= end)
    if (offset < end) {
      const source = inChunks(large.subarray(offset, end))
      await store.uploads.append(found.id, { offset, source })
    }
    if (end < large.length) return
    // The last request again, as when its answer was lost.
    const again = { offset: end, source: new Uint8Array() }
    const last = await store.uploads.append(found.id, again)
    assert.deepEqual([last.upload.status, last.asset?.sha256], ['done', sha256(large)])
    assert.equal((await store.list()).total, 1)
  }
}

/** Uploads over several requests. Whatever happens to one, a client can go on, and gets one asset. */
export const resumableVerbs: readonly ChaosVerb[] = [
  {
    name: 'uploads.create',
    async prepare() {
      return async (open, signal) => {
        const { offset } = await open.uploads.create({ name: 'large.txt', size: 9, signal })
        assert.equal(offset, 0)
      }
    },
  },
  {
    name: 'uploads.append of the first bytes',
    async prepare(store) {
      const id = await begun(store, 0)
      return async (open, signal) => {
        const source = inChunks(large.subarray(0, HALF))
        const { upload } = await open.uploads.append(id, { offset: 0, source, signal })
        assert.deepEqual([upload.offset, upload.status], [HALF, 'receiving'])
      }
    },
    afterwards: goOnTo(HALF),
    steps: true,
  },
  {
    name: 'uploads.append of the last bytes',
    async prepare(store) {
      const id = await begun(store, HALF)
      return async (open, signal) => {
        const source = inChunks(large.subarray(HALF))
        const { upload, asset } = await open.uploads.append(id, { offset: HALF, source, signal })
        assert.deepEqual([upload.status, asset?.sha256], ['done', sha256(large)])
      }
    },
    afterwards: goOnTo(large.length),
    steps: true,
  },
  {
    name: 'uploads.resume',
    async prepare(store) {
      const id = await begun(store, HALF)
      return async (open, signal) => {
        const { upload } = await open.uploads.resume(id, { signal })
        assert.deepEqual([upload.offset, upload.status], [HALF, 'receiving'])
      }
    },
    afterwards: goOnTo(HALF),
    steps: true,
  },
  {
    name: 'uploads.remove',
    async prepare(store) {
      const id = await begun(store, HALF)
      return (open, signal) => open.uploads.remove(id, { signal })
    },
  },
]
