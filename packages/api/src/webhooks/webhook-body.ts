import type { AssetStore, FeedEvent } from '@stowage/core'
import { type EventData, eventResource } from '../events/event-resource.ts'

/** Bytes that the body of a webhook has at most: 20 KB, as Standard Webhooks recommend. */
const MAX_BODY = 20_000

/**
 * The body that an endpoint gets of an event: `{ type, timestamp, data }`. Its data are those of `GET /events`, with
 * `meta` of the asset, and with the id of the asset. When that is too long, `meta` is left out, then all but the ids of
 * records; `truncated` says so. `root`: what URLs begin with.
 */
export function webhookBody(event: FeedEvent, store: AssetStore, root: string): string {
  const view = event.tenant === null ? store : store.for({ tenant: event.tenant })
  const bodyOf = (withMeta: boolean, shorten: (data: EventData) => EventData): string => {
    const context = { root, store: view, principal: null, signFor: null, query: { withMeta } }
    const { attributes } = eventResource(event, context)
    const { type, occurred_at: timestamp, asset_id: assetId, data } = attributes
    const told = data === null ? null : shorten(data)
    return JSON.stringify({ type, timestamp, data: { asset_id: assetId, ...told } })
  }
  const isShort = (body: string): boolean => Buffer.byteLength(body) <= MAX_BODY
  const whole = bodyOf(true, (data) => data)
  if (isShort(whole)) return whole
  const shorter = bodyOf(false, (data) => ({ ...data, truncated: true }))
  if (isShort(shorter)) return shorter
  return bodyOf(false, onlyIds)
}

/** Records by their ids alone; other values only when they are short. */
function onlyIds(data: EventData): EventData {
  const short = Object.entries(data).flatMap(([name, value]) => {
    const { id, type } = Object(value) as { readonly id?: unknown; readonly type?: unknown }
    if (typeof id === 'string') return [[name, { id, type }]]
    return ['boolean', 'number'].includes(typeof value) ? [[name, value]] : []
  })
  return { ...Object.fromEntries(short), truncated: true }
}
