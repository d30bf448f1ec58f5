import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Asset, ErrorCode } from '@stowage/core'
import {
  type ApiKeyRecord,
  type AssetRecord,
  blobKeysOf,
  formatTimestamp,
  type NewAsset,
  type NewUploadTicket,
  NO_OWN_DATA,
  UNKNOWN_FACTS,
} from '@stowage/core/internal'
import { type MetadataStore, newBlobKey } from '@stowage/core/ports'
import type { EmbeddedFacts, Timestamp, Variant } from '@stowage/core/types'
import { v7 as uuidv7 } from 'uuid'
import { TEST_EPOCH, type TestClock, testMicros } from '../time/test-clock.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

/** An hour in milliseconds: longer than any of the cases takes. */
export const HOUR = 3_600_000

/** The time of a test clock that is set to this many seconds. */
export function at(seconds: number): Timestamp {
  return formatTimestamp(testMicros(seconds))
}

/** What a photo says of itself, taken `at` an offset that few have. */
export const EMBEDDED: EmbeddedFacts = {
  takenAt: '2024-05-01T18:30:00.25+05:45',
  camera: 'NIKON D850',
  lens: 'NIKKOR 50mm f/1.8',
  iso: 400,
  exposure: 0.004,
  aperture: 2.8,
  focalLength: 50,
  location: { latitude: -33.875, longitude: 151.2, altitude: null },
  title: 'Pier “Süd”',
  caption: null,
  altText: null,
  copyright: '© A. Müller',
  keywords: ['pier', '写真'],
  pageCount: null,
}

/** A record as the store would create it: new ids and blob keys, a picture of 1000 bytes, created `at(0)`. */
export function newAsset(overrides: Partial<NewAsset> = {}): NewAsset {
  return {
    id: uuidv7(),
    publicFileId: randomUUID(),
    name: 'Sommer – Düne 🏖.jpg',
    ...UNKNOWN_FACTS,
    ...{ type: 'image', mimeType: 'image/jpeg', extension: 'jpg', width: 4000, height: 3000 },
    embedded: EMBEDDED,
    ...{ size: 1000, sha256: 'ab'.repeat(32) },
    status: 'ready',
    isFavourite: false,
    folderId: null,
    externalId: null,
    createdBy: null,
    createdAt: at(0),
    blobKey: newBlobKey(TEST_EPOCH),
    variants: [],
    failedVariants: [],
    ...NO_OWN_DATA,
    ...overrides,
  }
}

/** A thumbnail of 10 bytes under a new blob key. */
export function newVariant(overrides: Partial<Variant> = {}): Variant {
  return {
    name: 'thumbnail',
    blobKey: newBlobKey(TEST_EPOCH),
    mimeType: 'image/webp',
    extension: 'webp',
    size: 10,
    sha256: 'cd'.repeat(32),
    width: 320,
    height: 240,
    ...overrides,
  }
}

/** A key with all permissions, created `at(0)`, neither expiring nor revoked. */
export function newKey(overrides: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id: randomUUID().replaceAll('-', '').slice(0, 12),
    name: 'CI',
    tenant: 'default',
    permissions: ['read', 'write', 'delete'],
    createdAt: at(0),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    secretHash: 'ef'.repeat(32),
    ...overrides,
  }
}

/** A ticket of the tenant `default` for 5 files, 5000 bytes in all and an hour, created by no key. */
export function newTicket(overrides: Partial<NewUploadTicket> = {}): NewUploadTicket {
  return {
    id: randomUUID().replaceAll('-', '').slice(0, 12),
    tenant: 'default',
    createdBy: 'ann',
    keyId: null,
    files: 5,
    bytes: 5000,
    allow: null,
    folderId: null,
    secretHash: 'ab'.repeat(32),
    tags: [],
    metadata: {},
    pendingHours: null,
    lifetime: HOUR,
    ...overrides,
  }
}

/** Reserves the blob keys of the records and inserts them, as an upload does. */
export async function stored(
  metadata: MetadataStore,
  assets: readonly NewAsset[],
  tenant = 'default',
): Promise<readonly AssetRecord[]> {
  await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
  return (await metadata.assets.insert({ tenant, assets, keyId: null, quota: null })).assets
}

/** Stores one record; see `newAsset`. */
export async function storedOne(
  metadata: MetadataStore,
  overrides: Partial<NewAsset> = {},
  tenant = 'default',
): Promise<AssetRecord> {
  const [asset] = await stored(metadata, [newAsset(overrides)], tenant)
  assert.ok(asset)
  return asset
}

/** Trashes and purges assets of the tenant `default`. */
export async function purged(metadata: MetadataStore, assets: readonly Asset[]): Promise<void> {
  const request = { tenant: 'default', ids: assets.map(({ id }) => id) }
  await metadata.assets.setTrashed({ ...request, to: 'trash' })
  await metadata.assets.purge({ ...request, doneWithin: 0 })
}

/** Claims the blobs that are due at that time. */
export function claimedAt(
  { metadata, clock }: { readonly metadata: MetadataStore; readonly clock: TestClock },
  seconds: number,
  limit = 9,
): Promise<readonly string[]> {
  clock.set(seconds)
  return metadata.blobs.claim({ due: true, limit })
}

/** Runs two sweeps that agree, so that the clock is trusted at that time. */
export async function trustedAt(
  { metadata, clock }: { readonly metadata: MetadataStore; readonly clock: TestClock },
  seconds: number,
): Promise<void> {
  clock.set(seconds - 60)
  await metadata.sweeps.record({ tolerance: HOUR })
  clock.set(seconds)
  assert.equal(await metadata.sweeps.record({ tolerance: HOUR }), true)
}

/** The ids of a tenant's first 1000 assets, newest first, and the total. */
export async function listed(
  metadata: MetadataStore,
  { tenant = 'default', trashed = false }: { tenant?: string; trashed?: boolean } = {},
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const list = await metadata.assets.list({ tenant, trashed, from: { offset: 0 }, limit: 1000 })
  return { ids: list.assets.map(({ id }) => id), total: list.total }
}

/** Asserts that the call is refused with this code, and with exactly this context when one is given. */
export async function refuses(
  call: Promise<unknown>,
  code: ErrorCode,
  context?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await assert.rejects(call, { code, ...(context === undefined ? {} : { context }) })
}

/** Two stores on one database when the port supports it, else the same store twice. */
export async function twoStores({
  metadata,
  reopen,
}: MetadataFixture): Promise<readonly [MetadataStore, MetadataStore]> {
  return [metadata, reopen === undefined ? metadata : await reopen()]
}

/** Stores an asset of the tenant and trashes it at that time. */
export async function trashedAt(
  { metadata, clock }: MetadataFixture,
  seconds: number,
  tenant = 'default',
): Promise<Asset> {
  const { id } = await storedOne(metadata, { variants: [newVariant()] }, tenant)
  clock.set(seconds)
  const [asset] = await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
  return asset ?? assert.fail()
}
