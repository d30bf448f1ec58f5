/**
 * The query of a URL. Members that are `undefined` are left out. Members within a member are named in brackets:
 * `{ filter: { size: { gte: 5 } } }` is `filter[size][gte]=5`. Values of a list are separated by commas.
 */
export function searchOf(query: object): string {
  const search = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return
    if (typeof value !== 'object' || value === null) search.append(name, textOf(name, value))
    else if (Array.isArray(value)) search.append(name, value.map(escaped).join(','))
    else for (const [member, inner] of Object.entries(value)) add(`${name}[${member}]`, inner)
  }
  for (const [name, value] of Object.entries(query)) add(name, value)
  return String(search)
}

/** A string of `metadata` is written as JSON: otherwise `5` would be the number. */
function textOf(name: string, value: unknown): string {
  return name.startsWith('filter[metadata]') ? JSON.stringify(value) : String(value)
}

function escaped(value: unknown): string {
  return String(value).replace(/[\\,]/g, '\\$&')
}
