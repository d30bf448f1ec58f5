import { UNKNOWN_FACTS } from '@stowage/analysis'
import { describe, expect, it } from 'vitest'
import type { AssetRecords } from '../assets/asset-records.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'

const HOUR = 3600 * 1_000_000
const idempotencyKey = 'a retry'

/** A store on ports in memory, and a clock that the test turns. */
function fixture(options: Partial<PortOptions> = {}) {
  let now = Date.UTC(2026, 0, 1) * 1000
  const clock = () => {
    now += 1
    return now
  }
  const metadata = createMemoryMetadata({ clock })
  const blobs = createMemoryBlobs()
  const open = (more: Partial<PortOptions> = {}) =>
    createAssetStore({
      metadata,
      blobs,
      ...options,
      ...more,
      advanced: { clock, sweepEveryMs: false, ...options.advanced, ...more.advanced },
    })
  return {
    metadata,
    open,
    pass: (hours: number) => {
      now += hours * HOUR
    },
  }
}

describe('upload with an idempotency key', () => {
  const upload = (store: ReturnType<typeof createAssetStore>, text = 'x') =>
    store.upload(new TextEncoder().encode(text), { idempotencyKey })

  it('is recognised for 24 hours, whether or not a sweep has run, and stored again after that', async () => {
    const { open, pass } = fixture()
    const store = open()
    const first = await upload(store)
    pass(23.9)
    await store.admin.sweep()
    expect(await upload(store)).toEqual(first)
    pass(0.2)
    const second = await upload(store, 'other bytes')
    expect(second.id).not.toBe(first.id)
    await store.admin.sweep()
    expect(await upload(store, 'other bytes')).toEqual(second)
  })

  it('takes a key of 1 to 255 characters', async () => {
    const store = fixture().open()
    const bytes = new Uint8Array(1)
    for (const key of ['k', 'k'.repeat(255)]) {
      const first = await store.upload(bytes, { idempotencyKey: key })
      expect(await store.upload(bytes, { idempotencyKey: key })).toEqual(first)
    }
    for (const key of ['', 'k'.repeat(256), 'a\0', '\ud800']) {
      const upload = store.upload(bytes, { idempotencyKey: key })
      await expect(upload).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'idempotencyKey' },
      })
    }
    expect((await store.list()).total).toBe(2)
  })

  it('keeps two principals with the same key apart', async () => {
    const { open, metadata } = fixture()
    const keyIds: unknown[] = []
    const insert: AssetRecords['insert'] = (request) => {
      keyIds.push(request.keyId)
      return metadata.assets.insert({ ...request, keyId: null })
    }
    const store = open({ metadata: replacing(metadata, { assets: { insert } }) })
    const others = { id: 'same', tenant: 'default', permissions: ['write'] } as const
    const options = { idempotencyKey }
    const assets = [
      await store.upload(new Uint8Array(1), options),
      await store.upload(new Uint8Array(1), {
        ...options,
        principal: { kind: 'external', ...others },
      }),
      await store.upload(new Uint8Array(1), { ...options, principal: { kind: 'key', ...others } }),
    ]
    expect(new Set(assets.map(({ id }) => id)).size).toBe(3)
    expect(assets.map(({ createdBy }) => createdBy)).toEqual([null, 'same', 'same'])
    // Only an API key can have been revoked meanwhile, not a principal of the app.
    expect(keyIds).toEqual([null, null, 'same'])
  })

  it('is recognised although the quota is used up', async () => {
    const store = fixture({ quota: () => 1 }).open()
    const asset = await upload(store)
    expect(await upload(store)).toEqual(asset)
    await expect(store.upload(new Uint8Array(1))).rejects.toMatchObject({ code: 'quota_exceeded' })
  })

  it('answers, after a commit of unknown outcome, whether it was stored', async () => {
    const { open, metadata } = fixture()
    const insert: AssetRecords['insert'] = async (request) => {
      await metadata.assets.insert(request)
      throw new StowageError('outcome_unknown', 'the connection was lost')
    }
    const cutOff = open({ metadata: replacing(metadata, { assets: { insert } }) })
    await expect(upload(cutOff)).rejects.toMatchObject({ code: 'outcome_unknown' })
    const store = open()
    const { id } = await upload(store)
    expect((await store.list()).assets.map((asset) => asset.id)).toEqual([id])
  })

  it('reports a failed analysis once', async () => {
    const store = fixture({
      analyzer: {
        analyze: async () => ({
          facts: UNKNOWN_FACTS,
          issues: [{ fact: 'dimensions', reason: 'time' }],
        }),
      },
    }).open()
    let reported = 0
    store.on('analysis', () => {
      reported += 1
    })
    await upload(store)
    await upload(store)
    expect(reported).toBe(1)
  })
})
