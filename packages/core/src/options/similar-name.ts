/** A longer word is not a misspelling of a name, and takes long to compare. */
const MAX_LENGTH = 64

/**
 * The one of `names` that `given` most likely means: at most one letter in three differs. `null` when none is close.
 */
export function similarName(given: string, names: readonly string[]): string | null {
  if (given.length > MAX_LENGTH) return null
  let best: string | null = null
  let least = Math.max(1, Math.floor(given.length / 3)) + 1
  for (const name of names) {
    const distance = editsBetween(given.toLowerCase(), name.toLowerCase())
    if (distance >= least) continue
    best = name
    least = distance
  }
  return best
}

/** How many letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    rows.push(line)
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      line[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(a.length, b.length)
}
