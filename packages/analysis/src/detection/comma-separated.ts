const MIN_ROWS = 3
const MIN_SEPARATORS = 2

/**
 * Whether there are at least three lines, each with the same number of commas outside quotes, two or more (RFC 4180).
 */
export function isTable(text: string, isWhole: boolean): boolean {
  const rows = text.split(/\r?\n/)
  if (!isWhole) rows.pop()
  while (rows.at(-1)?.trim() === '') rows.pop()
  const commas = rows.map((row) => row.replace(/"(?:[^"]|"")*"/g, '').split(',').length - 1)
  const [first = 0] = commas
  return (
    rows.length >= MIN_ROWS && first >= MIN_SEPARATORS && commas.every((count) => count === first)
  )
}
