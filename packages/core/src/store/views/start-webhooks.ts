import type { FeedEvent } from '../../feed/feed-event.ts'
import type { AssetStore } from '../asset-store.ts'
import { TenantStore } from './tenant-store.ts'

/**
 * Begins to send webhooks of all tenants of the store, if it has the option `webhooks`, as texts that `render` makes of
 * events. When it was called before, the form of the first call holds.
 */
export function startWebhooks(store: AssetStore, render: (event: FeedEvent) => string): void {
  TenantStore.coreOf(store).webhooks?.start(({ id, type, at, tenant, assetId, actor, data }) =>
    render({ id, type, at, tenant, assetId, actor, data } as FeedEvent),
  )
}
