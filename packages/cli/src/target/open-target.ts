import type { AssetStoreOptions } from '@stowage/core'
import type { Place } from '../options/place.ts'
import { openLocalTarget } from './local-target.ts'
import type { Access } from './locate-store.ts'
import { openServerTarget } from './server-target.ts'
import type { Target } from './target.ts'

/** Opens the store, as `openLocalTarget` does, or the way to the service. */
export function openTarget(
  place: Place,
  access: Access,
  onMoved: (words: string) => void,
  options?: Partial<AssetStoreOptions>,
): Promise<Target> {
  return place.kind === 'server'
    ? Promise.resolve(openServerTarget(place))
    : openLocalTarget(place, access, onMoved, options)
}
