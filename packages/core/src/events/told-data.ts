import type { Asset } from '../assets/asset.ts'
import { withoutLocation } from '../location/without-location.ts'

/** What an event tells: its data, whose asset does not say where its photo was taken. Every event goes through it. */
export function toldData<Data extends object>(data: Data): Data {
  const { asset } = data as { readonly asset?: Asset }
  if (asset === undefined) return data
  const told = withoutLocation(asset)
  return told === asset ? data : Object.assign({}, data, { asset: told })
}
