import type { Asset } from '../assets/asset.ts'
import { auditNoteOf } from '../audit/audit-details.ts'
import type { StoreEvent, StoreEventType } from '../events/store-events.ts'
import { keptEventData } from './event-data.ts'

/** Bytes of UTF-8 that the data of a stored event have at most. */
export const MAX_EVENT_DATA = 20_480

/** One event, before it is stored. */
export interface EventNote {
  /** Name of the tenant; `null` for an event that must not name it. */
  readonly tenant: string | null
  readonly type: StoreEventType
  readonly assetId: string | null
  /** `createdBy` of the asset; `undefined`: the database must look it up. */
  readonly createdBy: string | null | undefined
  /** JSON of `keptEventData`, at most `MAX_EVENT_DATA` bytes. */
  readonly data: string
}

/** What is left out of an asset, in this order, until the data are small enough. */
const LEFT_OUT: readonly Partial<Asset>[] = [
  { metadata: {} },
  { embedded: null },
  { alt: {} },
  { tags: [], variants: [], failedVariants: [] },
]

/** What the feed stores of an event. `creators`: `createdBy` by the id of each asset that the write tells of. */
export function eventNoteOf(
  event: StoreEvent,
  creators: ReadonlyMap<string, string | null>,
): EventNote {
  const { type, data } = event
  if (type === 'tenant.erased') {
    return { tenant: null, type, assetId: null, createdBy: null, data: '{}' }
  }
  const { assetId } = 'asset' in data ? { assetId: data.asset.id } : auditNoteOf(event)
  const createdBy = assetId === null ? null : creators.get(assetId)
  return { tenant: event.tenant, type, assetId, createdBy, data: storedData(event) }
}

/** A purge leaves nothing of the record. */
function storedData({ type, data }: StoreEvent): string {
  if (type === 'asset.purged') return JSON.stringify({ retention: data.retention })
  const whole = JSON.stringify(keptEventData(data))
  if (isSmall(whole) || !('asset' in data)) return whole
  let { asset } = data
  let smaller = whole
  for (const without of LEFT_OUT) {
    asset = { ...asset, ...without }
    smaller = JSON.stringify(keptEventData({ ...data, asset, truncated: true }))
    if (isSmall(smaller)) break
  }
  return smaller
}

function isSmall(json: string): boolean {
  // Most are far smaller: three bytes for each unit of UTF-16 is the most.
  return json.length * 3 <= MAX_EVENT_DATA || Buffer.byteLength(json) <= MAX_EVENT_DATA
}
