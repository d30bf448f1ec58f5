import { formatTimestamp, type Micros } from '../time/timestamp.ts'
import type { Asset } from './asset.ts'
import type { NewAsset } from './insert-request.ts'

/** What is inserted, with its times. */
export type TimedAsset = NewAsset & Pick<Asset, 'createdAt' | 'updatedAt'>

/** The most that the assets of one insert are moved apart, in microseconds. */
const MAX_STEP = 999

/**
 * The asset with the times of its insertion: those that another system gave it, else `now`, as the transaction read it
 * from the clock of the database. `index`: how many the same insert stores before it; each is a microsecond later.
 */
export function timedAsset(asset: NewAsset, now: Micros, index: number): TimedAsset {
  const createdAt = asset.createdAt ?? formatTimestamp(now + Math.min(index, MAX_STEP))
  return Object.assign({}, asset, { createdAt, updatedAt: asset.updatedAt ?? createdAt })
}
