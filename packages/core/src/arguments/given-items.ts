/**
 * The items of an array that a caller gave; `null` for anything else. A hole is `undefined`: `map`, `every` and `some`
 * skip holes, and so would a check that uses them. Takes no more than one item beyond `most`, which tells of a list that
 * is too long.
 */
export function givenItems(value: unknown, most: number = Infinity): readonly unknown[] | null {
  if (!Array.isArray(value)) return null
  return Array.from(value.length > most ? value.slice(0, most + 1) : value)
}
