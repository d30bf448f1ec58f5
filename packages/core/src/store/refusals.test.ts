import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs } from '../memory/blobs.ts'
import { createMemoryMetadata } from '../memory/metadata/create-memory-metadata.ts'
import { createAssetStore } from './opening/create-asset-store.ts'

function memoryStore(options: object = {}) {
  const ports = { metadata: createMemoryMetadata(), blobs: createMemoryBlobs() }
  const store = createAssetStore({ ...ports, ...options, advanced: { sweepEveryMs: false } })
  onTestFinished(() => store.close())
  return store
}

const given = (value: unknown) => value as never
const post = { type: 'post', id: '1' }

describe('what a refusal says', () => {
  it.each<[string, (store: ReturnType<typeof memoryStore>) => Promise<unknown>]>([
    [
      `unowned must be 'keep', 'trash' or 'purge', not "delete".`,
      (store) => store.owners.removeAll(post, { unowned: given('delete') }),
    ],
    [
      'An owner has no member ownerType. It has type, id, field.',
      (store) => store.owners.add('x', given({ ...post, ownerType: 'post' })),
    ],
    [
      'An owner has no member field. It has type, id.',
      (store) => store.owners.removeAll(given({ ...post, field: 'cover' })),
    ],
    [
      'owner.id must be a string of 1 to 255 characters, not 1. Pass String(id).',
      (store) => store.owners.add('x', { type: 'post', id: given(1) }),
    ],
    [
      'ifMatch must be a revision: 32 hexadecimal digits. Pass revisionOf(asset), not asset.updatedAt.',
      (store) => store.update('x', {}, { ifMatch: '2026-01-31T09:05:00.123456Z' }),
    ],
    [
      'request must be an object { publicFileId, route, expires, v, signature }, not null.',
      (store) => store.urls.verify(given(null)),
    ],
    [
      "options are missing. Pass { confirm: 'acme' }, the name of the tenant.",
      (store) => store.admin.tenants.erase('acme', given(undefined)),
    ],
    [
      `verdict must be 'clean' or 'infected', not "ready".`,
      (store) => store.admin.resolveScan('x', given('ready')),
    ],
  ])('%s', async (message, call) => {
    await expect(call(memoryStore())).rejects.toMatchObject({ code: 'invalid_argument', message })
  })

  it.each([
    ['audit', 90, '{ days: 90 }'],
    ['versions', true, '{ days: 90 }'],
    ['trash', 30, '{ retentionDays: 30 }'],
  ])('shows how to give %s', (name, value, sample) => {
    expect(() => memoryStore({ [name]: value })).toThrow(`such as ${sample}, not ${value}.`)
  })
})
