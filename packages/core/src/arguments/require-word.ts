import { mustBe } from './must-be.ts'

/** Characters of a wrong word that a message shows. */
const SHOWN = 40

/**
 * The same word, when it is one of a few; otherwise `invalid_argument`, which shows the value. So it must not be a
 * secret.
 */
export function requireWord<Word extends string>(
  argument: string,
  words: readonly Word[],
  value: unknown,
): Word {
  const word = words.find((each) => each === value)
  if (word !== undefined) return word
  throw mustBe(
    argument,
    wordList(words),
    value,
    typeof value === 'string' ? shown(value) : undefined,
  )
}

/** `'keep', 'trash' or 'purge'` */
function wordList(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`)
  const [last = ''] = quoted.slice(-1)
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`
}

function shown(value: string): string {
  return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value)
}
