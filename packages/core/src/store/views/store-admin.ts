import { requireOptions } from '../../asset-store/call-options.ts'
import { CALLS } from '../../asset-store/known-options.ts'
import type { StoreAdmin } from '../../asset-store/maintenance/store-admin.ts'
import type { ViewedStore } from '../../asset-store/store-view.ts'
import { requirePath } from '../../errors/require-path.ts'
import { importAsset } from '../assets/import-asset.ts'
import { resolveScan } from '../assets/resolve-scan.ts'
import type { StoreCore } from '../opening/store-core.ts'
import { tenantAudit } from './tenant-audit.ts'
import { storeTenants } from './tenant-usage.ts'

/** `AssetStore.admin` of one view. */
export function storeAdmin(core: StoreCore, view: ViewedStore): StoreAdmin {
  const { calls, sweeper, maintenance } = core
  return {
    tenants: storeTenants(core, view),
    audit: tenantAudit(core, view),
    import: (item, options = {}) => importAsset(core, view, item, options),
    resolveScan: (id, verdict, options = {}) => resolveScan(core, view, id, verdict, options),
    ping: async () => {
      await calls.look(() => core.ping(), undefined)
    },
    async sweep(options = {}) {
      const { signal } = requireOptions(CALLS.sweep, options)
      return calls.run(() => sweeper.sweep(signal), signal)
    },
    async verify(options = {}) {
      const { signal } = requireOptions(CALLS.verify, options)
      return calls.run(() => maintenance.verify(options), signal)
    },
    async pauseDeletion(options = {}) {
      const { signal } = requireOptions(CALLS.pauseDeletion, options)
      return calls.run(() => maintenance.pauseDeletion(options), signal)
    },
    async backup(options) {
      const { directory, signal } = requireOptions(CALLS.backup, options)
      requirePath('directory', directory)
      return calls.run(() => maintenance.backup(options), signal)
    },
  }
}
