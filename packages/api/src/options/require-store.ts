import type { AssetStore } from '@stowage/core'
import { having } from '@stowage/core/internal'

const isStore = having(
  'an open asset store, such as await openAssetStore({ directory })',
  'upload',
  'for',
)

/** Throws `invalid_argument` for anything but a store, such as a promise of one or a missing argument. */
export function requireStore(store: unknown): asserts store is AssetStore {
  isStore(store, 'store')
}
