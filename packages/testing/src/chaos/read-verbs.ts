import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AssetStore } from '@stowage/core'
import { collected } from '../blob-store/fixtures.ts'
import { largePicture, small, twoAssets } from './samples.ts'
import { sha256 } from './state.ts'
import type { ChaosVerb } from './verb.ts'

/** Calls that change nothing. */
export const readVerbs: readonly ChaosVerb[] = [
  ofTwoAssets('get', async (store, [id], signal) => {
    const { publicFileId } = await store.get(id, { signal })
    assert.equal((await store.get({ publicFileId }, { signal })).id, id)
    assert.equal((await store.get({ publicFileId }, { tenant: 'any', signal })).id, id)
  }),
  ofTwoAssets('list by sha256', async (store, [id], signal) => {
    const filter = { sha256: sha256(small) }
    const { assets } = await store.list({ filter, signal })
    assert.equal(assets.at(-1)?.id, id)
  }),
  {
    name: 'get by an external id',
    async prepare(store) {
      const { id } = await store.upload(small, { externalId: 'old/1' })
      return async (open, signal) => {
        assert.equal((await open.get({ externalId: 'old/1' }, { signal })).id, id)
      }
    },
  },
  {
    name: 'audit.list and iterate',
    options: { audit: true },
    async prepare(store) {
      await twoAssets(store.for({ actor: 'ann' }))
      return async (open, signal) => {
        const { entries } = await open.admin.audit.list({ actor: 'ann', signal })
        assert.deepEqual(await collected(open.admin.audit.iterate({ signal })), entries)
        assert.equal(entries.length, 2)
      }
    },
  },
  ofTwoAssets('events.since, follow and latest', async (store, _, signal) => {
    const { events, next } = await store.events.since(null, { signal })
    assert.deepEqual(
      events.map(({ type }) => type),
      ['asset.created', 'asset.created'],
    )
    assert.equal(await store.events.latest({ signal }), next)
    for await (const event of store.events.follow({ after: null, signal })) {
      assert.deepEqual(event, events[0])
      break
    }
  }),
  ofTwoAssets('list', async (store, _, signal) => {
    assert.equal((await store.list({ signal })).total, 2)
    const { assets, next } = await store.list({ perPage: 1, after: null, signal })
    assert.equal(assets.length, 1)
    assert.equal((await store.list({ perPage: 1, after: next, signal })).next, null)
  }),
  ofTwoAssets('matching count', async (store, _, signal) => {
    assert.equal(await store.matching({ type: 'image' }).count({ signal }), 1)
  }),
  ofTwoAssets('usage', async (store, _, signal) => {
    assert.equal((await store.usage({ signal })).assets, 2)
  }),
  ofTwoAssets('tenants.list', async (store, _, signal) => {
    assert.equal((await store.admin.tenants.list({ signal })).tenants.length, 1)
  }),
  ofTwoAssets('iterate', async (store, _, signal) => {
    assert.equal((await collected(store.matching({}).iterate({ signal }))).length, 2)
  }),
  ofTwoAssets('read', async (store, [id]) => readsAs(store, id, small)),
  ofTwoAssets('read of a large file', async (store, [_, id], signal) => {
    const stream = (await store.read(id, { signal })).stream()
    assert.equal(sha256(Buffer.concat(await collected(stream))), sha256(largePicture))
  }),
  ofTwoAssets('read of a small range', async (store, [_, id], signal) => {
    const file = await store.read(id, { range: { start: 100_000, end: 100_010 }, signal })
    assert.deepEqual(Buffer.from(await file.bytes()), largePicture.subarray(100_000, 100_010))
  }),
  ofTwoAssets('read of a large range', async (store, [_, id], signal) => {
    const file = await store.read(id, { range: { start: 1, end: 269_999 }, signal })
    assert.equal(sha256(await file.bytes()), sha256(largePicture.subarray(1, 269_999)))
  }),
  ofTwoAssets('read that is given up in its middle', async (store, [_, id]) => {
    const stream = (await store.read(id)).stream()
    await once(stream, 'readable')
    stream.destroy()
    await once(stream, 'close')
  }),
]

async function readsAs(store: AssetStore, id: string, bytes: Uint8Array): Promise<void> {
  const content = await (await store.read(id)).bytes()
  assert.equal(sha256(content), sha256(bytes))
}

function ofTwoAssets(
  name: string,
  run: (store: AssetStore, ids: readonly [string, string], signal: AbortSignal) => Promise<void>,
): ChaosVerb {
  return {
    name,
    async prepare(store) {
      const ids = await twoAssets(store)
      return (open, signal) => run(open, ids, signal)
    },
  }
}
