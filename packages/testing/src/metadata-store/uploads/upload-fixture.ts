import assert from 'node:assert/strict'
import {
  blobKeysOf,
  type Inserted,
  type InsertRequest,
  type NewUpload,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { v7 as uuidv7 } from 'uuid'
import { HOUR, newAsset } from '../fixture.ts'

/** A day in milliseconds. */
export const DAY: number = 24 * HOUR
export const LEASE = 10_000

/** An upload as the store would create it: new id, of 1000 bytes, for a day. */
export function newUpload(overrides: Partial<NewUpload> = {}): NewUpload {
  return {
    id: uuidv7(),
    tenant: 'default',
    kind: 'whole',
    name: 'Sommer – Düne 🏖.jpg',
    size: 1000,
    createdBy: null,
    ticketId: null,
    keyId: null,
    owner: null,
    terms: {
      principal: { kind: 'external', id: 'user-7' },
      isScoped: false,
      folderId: null,
      externalId: null,
      pendingHours: null,
      onDuplicate: null,
      duplicatesOf: null,
      sha256: null,
      own: { title: 'Düne', tags: ['sand'] },
      partials: [],
      note: 'filename 0J/RgNC40LLQtdGC',
    },
    storage: `storage-${uuidv7()}`,
    blobKey: null,
    scope: null,
    lifetime: DAY,
    quota: null,
    limits: { owner: 100, tenant: 10_000 },
    ...overrides,
  }
}

/** Terms with these members. */
export function terms(overrides: Partial<NewUpload['terms']>): NewUpload['terms'] {
  return { ...newUpload().terms, ...overrides }
}

/** What the holder of an upload names it by. */
export interface Held {
  readonly tenant: string
  readonly id: string
  readonly fence: number
}

/** Holds an upload that nobody holds. */
export async function hold(
  metadata: MetadataStore,
  { tenant = 'default', id }: { readonly tenant?: string; readonly id: string },
): Promise<Held> {
  const held = await metadata.uploads.hold({ tenant, id, lease: LEASE })
  assert.ok(held !== null, 'Another holds it.')
  return { tenant, id, fence: held.upload.fence }
}

/** Advances a held upload by one piece, from `from` to `to`. */
export function advance(
  metadata: MetadataStore,
  held: Held,
  [from, to]: readonly [number, number],
  extras: object = {},
): ReturnType<MetadataStore['uploads']['advance']> {
  const pieces = from === to ? [] : [{ start: from, size: to - from, ref: `piece-${from}` }]
  const request = { to, pieces, lease: LEASE, quota: null, isFull: false, ...extras }
  return metadata.uploads.advance({ ...held, ...request })
}

/** Creates an upload, and brings all of its bytes. */
export async function fullUpload(
  metadata: MetadataStore,
  overrides: Partial<NewUpload> = {},
): Promise<Held> {
  const { tenant, id, size } = await metadata.uploads.create(newUpload(overrides))
  const held = await hold(metadata, { tenant, id })
  await advance(metadata, held, [0, size ?? 0], { isFull: true })
  return held
}

/** Reserves and inserts one asset of 1000 bytes that an upload becomes. */
export async function insertUpload(
  metadata: MetadataStore,
  { tenant, id, fence }: Held,
  extras: Partial<InsertRequest> = {},
): Promise<Inserted> {
  const upload = { id, fence }
  const request = { tenant, assets: [newAsset()], keyId: null, quota: null, upload, ...extras }
  await metadata.blobs.reserve(request.assets.flatMap(blobKeysOf), { lifetime: HOUR })
  return metadata.assets.insert(request)
}
