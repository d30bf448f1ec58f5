/** Letters, digits and symbols such as emoji, with the marks that belong to them. ASCII punctuation parts words. */
const WORD = /[\p{L}\p{M}\p{N}\p{So}]+/gu

/** Accents, variation selectors and joiners. Not the marks that make another letter of Indic or Japanese ones. */
const ACCENT = /(?![\u3099\u309a])\p{Script=Inherited}/gu

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const ASCII = /^[\x00-\x7f]*$/

/** How many characters of a word a database looks up at once. */
export const PIECE_LENGTH = 24

/** The text as it is compared where neither case nor accents matter. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return foldCase(text.normalize('NFKD').replace(ACCENT, '')).normalize('NFC')
}

/** The text as it is compared where only case does not matter. `ß` and `SS` are one, as are both small sigmas. */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}

/** The folded words of a text, in their order. */
export function foldedWords(text: string): readonly string[] {
  return foldText(text).match(WORD) ?? []
}

/**
 * What a search looks for: each must occur within a folded word. These are its words; one of more than 24 characters
 * is looked up in pieces of 24. Sorted, each once.
 */
export function searchPieces(search: string): readonly string[] {
  return [...new Set(foldedWords(search).flatMap(piecesOf))].sort()
}

function piecesOf(word: string): readonly string[] {
  if (word.length <= PIECE_LENGTH) return [word]
  const characters = [...word]
  const pieces: string[] = []
  const last = Math.max(0, characters.length - PIECE_LENGTH)
  for (let start = 0; start < characters.length; start += PIECE_LENGTH) {
    const from = Math.min(start, last)
    pieces.push(characters.slice(from, from + PIECE_LENGTH).join(''))
  }
  return pieces
}
