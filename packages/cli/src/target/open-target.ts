import type { AssetStoreOptions } from '@stowage/core'
import type { Location } from '../options/location.ts'
import { openLocalTarget } from './local-target.ts'
import type { Access } from './locate-store.ts'
import { openServerTarget } from './server-target.ts'
import type { Target } from './target.ts'

/** Opens the store, like `openLocalTarget`, or a client of the service. */
export function openTarget(
  location: Location,
  access: Access,
  onMoved: (words: string) => void,
  options?: Partial<AssetStoreOptions>,
): Promise<Target> {
  return location.kind === 'server'
    ? Promise.resolve(openServerTarget(location))
    : openLocalTarget(location, access, onMoved, options)
}
