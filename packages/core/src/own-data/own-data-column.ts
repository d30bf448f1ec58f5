import { NO_OWN_DATA, type OwnData } from './own-data.ts'

/** What databases keep of own data in one column, as JSON: the members that are not empty. */
export type KeptOwnData = Partial<OwnData>

/** What the column holds; `null` when there is no own data, which leaves no JSON to read later. */
export function keptOwnData({ title, alt, tags, metadata }: OwnData): KeptOwnData | null {
  const saysNothing =
    title === null && tags.length === 0 && hasNoMembers(alt) && hasNoMembers(metadata)
  if (saysNothing) return null
  return {
    ...(title !== null && { title }),
    ...(!hasNoMembers(alt) && { alt }),
    ...(tags.length > 0 && { tags }),
    ...(!hasNoMembers(metadata) && { metadata }),
  }
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

function hasNoMembers(record: object): boolean {
  for (const _ in record) return false
  return true
}
