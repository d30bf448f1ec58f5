import type { AssetStore } from '@stowage/core'
import { having } from '@stowage/core/internal'

const isStore = having(
  'an open asset store, such as await openAssetStore({ directory })',
  'upload',
  'for',
)

/** `invalid_argument` unless it is a store: not a promise of one, and not left out. */
export function requireStore(store: unknown): asserts store is AssetStore {
  isStore(store, 'store')
}
