/** By name, texts of this many bytes that take long to normalise, to fold, to escape or to split. */
export const HEAVY_TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'marks out of order': (bytes) => `a${'\u0315'.repeat(bytes / 4)}${'\u0300'.repeat(bytes / 4)}`,
  'letters that unfold': (bytes) => '\ufdfa'.repeat(bytes / 3),
  'tildes and slashes': (bytes) => '~/'.repeat(bytes / 2),
  brackets: (bytes) => '['.repeat(bytes),
}

/** A text of this many bytes that is not heavy. */
export function plainText(bytes: number): string {
  return 'plain words '.repeat(Math.ceil(bytes / 12)).slice(0, bytes)
}

/** A text of this many bytes, or a few less, in letters of three bytes, like most heavy ones. */
export function plainLetters(bytes: number): string {
  return '\u65e5\u672c\u8a9e '.repeat(Math.floor(bytes / 10))
}
