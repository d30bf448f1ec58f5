import type { AssetStatus } from '../assets/asset.ts'

/** From served to refused. */
const ORDER: readonly AssetStatus[] = ['ready', 'processing', 'failed']

/** The stricter of the two, under which less can be done with a file. */
export function stricterStatus(one: AssetStatus, other: AssetStatus): AssetStatus {
  return ORDER.indexOf(one) < ORDER.indexOf(other) ? other : one
}

/** Whether a value from outside is the status of an asset. */
export function isAssetStatus(value: unknown): value is AssetStatus {
  return ORDER.some((status) => status === value)
}
