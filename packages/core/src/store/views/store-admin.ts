import { requirePath } from '../../arguments/require-path.ts'
import type { ViewedStore } from '../../assets/store-view.ts'
import { tenantAudit } from '../../audit/tenant-audit.ts'
import { storeFeed } from '../../feed/tenant-feed.ts'
import { importAsset } from '../../import/import-asset.ts'
import { storeJobs } from '../../jobs/tenant-jobs.ts'
import { startScanAgain, startVerify } from '../../maintenance/background/upkeep.ts'
import { requireOptions } from '../../options/call-options.ts'
import { resolveScan } from '../../scan/resolve-scan.ts'
import { storeTenants } from '../../usage/tenant-usage.ts'
import { CALLS } from '../known-options.ts'
import type { StoreCore } from '../opening/store-core.ts'
import type { StoreAdmin } from '../store-admin.ts'

/** `AssetStore.admin` of one view. */
export function storeAdmin(core: StoreCore, view: ViewedStore): StoreAdmin {
  const { calls, metadata, sweeper, maintenance } = core
  return {
    tenants: storeTenants(core, view),
    audit: tenantAudit(core, view),
    jobs: storeJobs(core, view),
    events: storeFeed(core, view),
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
    async startVerify(options = {}) {
      const { signal } = requireOptions(CALLS.startVerify, options)
      return calls.run(() => startVerify(metadata), signal)
    },
    async startScanAgain(options = {}) {
      const { signal } = requireOptions(CALLS.startScanAgain, options)
      return calls.run(() => startScanAgain(metadata), signal)
    },
    async fillVariants(options = {}) {
      const { signal } = requireOptions(CALLS.fillVariants, options)
      return calls.run(() => maintenance.fillVariants(options), signal)
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
