import { createHash } from 'node:crypto'
import { photoOf } from '@stowage/testing/internal'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

const PIER = photoOf({ camera: 'NIKON D850', place: ['48,8.2N', '11,30E'] })
const OTHER = photoOf({ camera: 'NIKON D851', place: ['48,8.2N', '11,30E'] })
const externalId = 'old/1'

function openStore() {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    location: 'stored',
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  return store
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

it('compares a photo with what was stored of it, although its location was taken out', async () => {
  const store = openStore()
  const { asset } = await store.admin.import({ source: PIER, externalId })
  expect(asset.sha256).not.toBe(hashOf(PIER))
  const differs = async (source: Buffer, sha256?: string) => {
    const item = { source, externalId, ...(sha256 !== undefined && { sha256 }) }
    return (await store.admin.import(item)).differs
  }
  expect(await differs(PIER)).toBe(false)
  expect(await differs(PIER, hashOf(PIER))).toBe(false)
  expect(await differs(OTHER)).toBe(true)
  expect(await differs(OTHER, hashOf(OTHER))).toBe(true)
  const stored = await (await store.read(asset)).bytes()
  expect(await differs(Buffer.from(stored))).toBe(false)
})

it('compares so too when two imports of a photo race', async () => {
  const store = openStore()
  const both = await Promise.all([
    store.admin.import({ source: PIER, externalId }),
    store.admin.import({ source: PIER, externalId }),
  ])
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['present', 'stored'])
  expect(both.map(({ differs }) => differs)).toEqual([false, false])
})
