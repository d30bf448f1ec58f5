import { composed, nfd } from './normal-forms.ts'

/**
 * What tells folders of one parent apart: equal for names that differ only by case, or by how their characters are
 * composed. Full case folding (Unicode 3.13), so that `Straße` is `STRASSE`; then NFC.
 */
export function siblingKey(name: string): string {
  // Character by character: a sigma at the end of a word is folded like any other.
  return composed([...nfd(name)].map(foldCase).join(''))
}

/** Dotless i has an upper case but no folding. */
const DOTLESS_I = 'ı'

function foldCase(character: string): string {
  if (character === DOTLESS_I) return character
  return character.toLowerCase().toUpperCase().toLowerCase()
}
