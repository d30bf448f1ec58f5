import type { Query } from '../http/query/query.ts'

/**
 * The URL of another page of a list. It keeps every known parameter that was given, sorted by name, so that a page has
 * one URL. `changes`: the new value by name; `null` removes the parameter.
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
