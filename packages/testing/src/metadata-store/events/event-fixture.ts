import { setTimeout } from 'node:timers/promises'
import type { EventQuery, EventRecord, EventsRead } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { HOUR, newAsset } from '../fixture.ts'

/** Whose events most cases look at. */
export const tenant = 'default'
/** Asks a write for its events. */
export const record = { actor: 'ann', audit: false, events: true }

/** One look at the feed. */
export function look(
  metadata: MetadataStore,
  query: Partial<EventQuery> = {},
): Promise<EventsRead> {
  return metadata.events.since({ tenant, after: null, limit: 1000, ...query })
}

/** The whole feed, in pages. */
export async function feed(
  metadata: MetadataStore,
  query: Partial<EventQuery> = {},
): Promise<readonly EventRecord[]> {
  const all: EventRecord[] = []
  let after: string | null = null
  while (true) {
    const { events, last, isEnd }: EventsRead = await look(metadata, { after, ...query })
    all.push(...events)
    if (isEnd) return all
    after = last?.position ?? after
  }
}

/** The feed of all tenants, once it has so many events: other transactions of the database may hold some back. */
export async function wholeFeed(
  metadata: MetadataStore,
  count: number,
): Promise<readonly EventRecord[]> {
  while (true) {
    const events = await feed(metadata, { tenant: null, limit: 3 })
    if (events.length >= count) return events
    await setTimeout(20)
  }
}

/** What the events are, and of which asset. */
export function told(events: readonly EventRecord[]): (readonly [string, string | null])[] {
  return events.map(({ type, assetId }) => [type, assetId])
}

/** Uploads assets in one call, which is recorded. */
export async function uploaded(
  metadata: MetadataStore,
  count = 1,
  { createdBy = null, of = tenant }: { createdBy?: string | null; of?: string } = {},
): Promise<readonly string[]> {
  const assets = Array.from({ length: count }, () => newAsset({ createdBy }))
  const blobKeys = assets.map(({ blobKey }) => blobKey)
  await metadata.blobs.reserve(blobKeys, { lifetime: HOUR })
  await metadata.assets.insert({ tenant: of, assets, keyId: null, quota: null, record })
  return assets.map(({ id }) => id)
}

/** Renames an asset, recorded. */
export async function updated(metadata: MetadataStore, id: string, name: string): Promise<void> {
  await metadata.assets.update({ tenant, id, changes: { name }, record })
}

/** Trashes and purges, recorded. */
export async function purged(metadata: MetadataStore, ids: readonly string[]): Promise<void> {
  await metadata.assets.setTrashed({ tenant, ids, to: 'trash' })
  await metadata.assets.purge({ tenant, ids, doneWithin: HOUR, record })
}
