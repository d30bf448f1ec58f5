/** How many letters a misspelt word may differ by. */
const MOST_EDITS = 2

/** The known word that was probably meant; `undefined` when none is near. `synonyms` maps other words to known ones. */
export function nearest(
  given: string,
  known: readonly string[],
  synonyms: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  // A long text is no misspelling, and would take long to compare.
  if (given.length > 64) return undefined
  const word = given.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  if (known.includes(word)) return word
  const synonym = synonyms.get(word)
  if (synonym !== undefined) return synonym
  const ranked = known
    .map((each) => ({ each, edits: editsBetween(word, each) }))
    .filter(({ each, edits }) => edits <= Math.min(MOST_EDITS, Math.floor(each.length / 3)))
    .sort((a, b) => a.edits - b.edits)
  return ranked[0]?.each
}

/** The Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (let at = 0; at < b.length; at += 1) {
      const replaced = (row[at] as number) + (letter === b[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] as number) + 1, (next[at] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
