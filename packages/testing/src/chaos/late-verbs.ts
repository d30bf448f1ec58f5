import assert from 'node:assert/strict'
import { large } from './samples.ts'
import { sha256 } from './state.ts'
import { type ChaosVerb, plain } from './verb.ts'

/** Uploads of files that are opened only on their turn. */
export const lateVerbs: readonly ChaosVerb[] = [
  plain('upload of a late source', async (store, signal) => {
    let held = 0
    const source = {
      async open() {
        held += 1
        return { name: 'large.txt', bytes: bytes() }
      },
    }
    async function* bytes() {
      try {
        yield large.subarray(0, 1000)
        yield large.subarray(1000)
      } finally {
        held -= 1
      }
    }
    try {
      const asset = await store.upload(source, { signal })
      assert.deepEqual([asset.name, asset.sha256], ['large.txt', sha256(large)])
    } finally {
      assert.equal(held, 0)
    }
  }),
]
