/**
 * Control characters, with DEL and C1; line separators; characters that change the direction of text; invisible ones.
 */
const UNSAFE =
  /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/**
 * Text from the store, safe for a terminal. Names, tags and answers of servers are data: a character that would move
 * the cursor, change colours, reverse the line or hide itself is shown as its code.
 */
export function printable(text: string): string {
  return text.toWellFormed().replace(UNSAFE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`
  })
}

/** The same for text of several lines: an error, whose line breaks are its own. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** JSON on one line, with the same characters escaped: it may end up in a terminal too. */
export function printableJson(value: object): string {
  return JSON.stringify(value).replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, index) =>
      character.charCodeAt(index).toString(16).padStart(4, '0'),
    )
      .map((unit) => `\\u${unit}`)
      .join(''),
  )
}
