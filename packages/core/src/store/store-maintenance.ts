import { requireOptions } from '../asset-store/call-options.ts'
import { CALLS } from '../asset-store/known-options.ts'
import type { StoreMaintenance } from '../asset-store/maintenance/store-maintenance.ts'
import { requirePath } from '../errors/require-path.ts'
import type { StoreCore } from './opening/store-core.ts'

/** `AssetStore.maintenance`: the same for all tenants. */
export function storeMaintenance({ calls, sweeper, maintenance }: StoreCore): StoreMaintenance {
  return {
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
