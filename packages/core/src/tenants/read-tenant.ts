import type { Asset } from '../assets/asset.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { TenantStore } from '../store/views/tenant-store.ts'
import { isTenant } from './is-tenant.ts'
import { type OpenedOriginal, openOriginal } from './open-original.ts'
import { requireTenant } from './tenant-name.ts'

/** What an export of a tenant needs besides the public calls of the store. */
export interface TenantReader {
  /** Aborts with the caller's signal, and when `close` stops waiting. */
  readonly signal: AbortSignal
  /** The file of an asset, whatever its status, in the trash or not; `null` when it was purged since it was listed. */
  openOriginal(listed: Asset): Promise<OpenedOriginal | null>
}

/**
 * Reads a whole tenant as one call of the store, for which `close` waits. `invalid_argument` when the store is scoped,
 * or there is no such tenant.
 */
export async function readTenant<Result>(
  store: AssetStore,
  tenant: string,
  signal: AbortSignal | undefined,
  read: (reader: TenantReader) => Promise<Result>,
): Promise<Result> {
  const core = TenantStore.coreOf(store)
  requireTenant(tenant)
  if (store.view.scope !== null) {
    throw invalidArgument('scope', 'A scoped store exports no tenant. Use the whole store.')
  }
  const readAll = async (running: AbortSignal): Promise<Result> => {
    if (!(await isTenant(core, tenant))) {
      const message = `There is no tenant ${JSON.stringify(tenant)}. tenants.list() names all.`
      throw invalidArgument('tenant', message)
    }
    return read({
      signal: running,
      openOriginal: (listed) => openOriginal(core, listed, running),
    })
  }
  return core.calls.run(() => core.calls.untilClosed(signal, readAll), signal)
}
