import { NO_OWN_DATA, OWN_NAMES, type OwnData } from './own-data.ts'

/** What databases keep of own data in one column, as JSON: the members that are not empty. */
export type KeptOwnData = Partial<OwnData>

/** What the column holds; `null` when there is no own data, which leaves no JSON to read later. */
export function keptOwnData(own: OwnData): KeptOwnData | null {
  const names = OWN_NAMES.filter((name) => !saysNothing(own[name]))
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, own[name]]))
}

/** The same as JSON text. */
export function jsonOfOwnData(own: OwnData): string | null {
  const kept = keptOwnData(own)
  return kept === null ? null : JSON.stringify(kept)
}

/** Own data from what the column holds. */
export function ownDataOf(kept: KeptOwnData | null): OwnData {
  return kept === null ? NO_OWN_DATA : { ...NO_OWN_DATA, ...kept }
}

/** The same from JSON text. */
export function ownDataOfJson(json: string | null): OwnData {
  return json === null ? NO_OWN_DATA : ownDataOf(JSON.parse(json) as KeptOwnData)
}

function saysNothing(value: OwnData[keyof OwnData]): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
