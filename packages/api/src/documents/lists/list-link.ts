import type { Query } from '../../http/query/query.ts'

/**
 * The URL of another page of a list. It has every known parameter that was given, by name, whatever their order was:
 * so a page has one URL. `changes`: by name the new value, `null` for none.
 */
export function listLink(
  path: string,
  given: Query['given'],
  changes: Readonly<Record<string, string | null>>,
): string {
  const parameters = new Map(given)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${path}?${new URLSearchParams(sorted)}`
}
