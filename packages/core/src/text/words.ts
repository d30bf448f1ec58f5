import { foldText } from './fold.ts'

/** Letters, digits and symbols such as emoji, with the marks that belong to them. ASCII punctuation separates words. */
const WORD = /[\p{L}\p{M}\p{N}\p{So}]+/gu

/** How many characters of a word a database looks up at once. */
export const PIECE_LENGTH = 24

/** The folded words of a text, in their order. */
export function foldedWords(text: string): readonly string[] {
  return foldText(text).match(WORD) ?? []
}

/**
 * The folded words of several texts, in their order: those of the first text, then those of the others until all words
 * together have 8000 characters. Of the others, no more than 16,384 UTF-16 units are folded.
 */
export function wordsOfAll([first = '', ...others]: readonly string[]): readonly string[] {
  const words = [...foldedWords(first)]
  let left = MAX_CHARACTERS
  for (const word of words) left -= word.length
  let unread = MAX_READ
  for (const text of others) {
    unread -= text.length
    if (unread < 0) return words
    for (const word of foldedWords(text)) {
      left -= word.length
      if (left < 0) return words
      words.push(word)
    }
  }
  return words
}

/** Characters of all words together that a search looks in: what a database can keep of an asset in one index. */
const MAX_CHARACTERS = 8000

/** About twice as many, because much of a text is not a word. */
const MAX_READ = 16_384

/**
 * The pieces that a search looks for, each of which must occur within a folded word: the words of the search. A word of
 * more than 24 characters is looked up in pieces of 24. Sorted, each once.
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
